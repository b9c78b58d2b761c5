package jira

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"vaultgraph/vault/lazyregexp"
)

// A sprint is one value of the field for sprints.
type sprint struct {
	ID    string
	Name  string
	State string
	End   time.Time
}

// openSprint returns the active sprint of a field's value: a list of objects on Cloud, and a list of objects written
// as Java writes them on Data Center. Of several it is the last one, which is the newest.
func openSprint(value json.RawMessage) (sprint, bool) {
	var list []json.RawMessage
	if len(value) == 0 || json.Unmarshal(value, &list) != nil {
		return sprint{}, false
	}
	for n := len(list) - 1; n >= 0; n-- {
		if s := parseSprint(list[n]); strings.EqualFold(s.State, "active") && s.Name != "" {
			return s, true
		}
	}
	return sprint{}, false
}

func parseSprint(value json.RawMessage) sprint {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return parseJavaSprint(text)
	}
	var object struct {
		ID      int64  `json:"id"`
		Name    string `json:"name"`
		State   string `json:"state"`
		EndDate stamp  `json:"endDate"`
	}
	if json.Unmarshal(value, &object) != nil {
		return sprint{}
	}
	return sprint{ID: strconv.FormatInt(object.ID, 10), Name: object.Name, State: object.State, End: object.EndDate.Time}
}

// javaField finds where a field begins in a sprint that Java wrote:
//
//	com.atlassian.greenhopper.service.sprint.Sprint@1f[id=7,rapidViewId=3,state=ACTIVE,name=Sprint 7, API,endDate=...]
//
// Names hold commas, so that only the fields' own names divide it.
var javaField = lazyregexp.New(`[\[,](id|rapidViewId|state|name|goal|startDate|endDate|completeDate|activatedDate|sequence|synced|autoStartStop|incompleteIssuesDestinationId)=`)

func parseJavaSprint(text string) sprint {
	text = strings.TrimSuffix(text, "]")
	fields := map[string]string{}
	at := javaField().FindAllStringSubmatchIndex(text, -1)
	for n, m := range at {
		end := len(text)
		if n+1 < len(at) {
			end = at[n+1][0]
		}
		name, value := text[m[2]:m[3]], text[m[1]:end]
		if _, have := fields[name]; !have && value != "<null>" {
			fields[name] = value
		}
	}
	return sprint{ID: fields["id"], Name: fields["name"], State: fields["state"], End: parseTime(fields["endDate"])}
}
