package jira

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"vaultgraph/vault/world"
)

var testPeople = people{
	"5b10a2844c20165700ede21g": {ID: "5b10a2844c20165700ede21g", Name: "Mia Krystof"},
	"mara":                     {ID: "mara", Name: "Mara Lind"},
}

func ids(people []world.Person) string {
	var out []string
	for _, p := range people {
		out = append(out, p.ID)
	}
	return strings.Join(out, " ")
}

func TestMarkupToText(t *testing.T) {
	for _, tt := range []struct{ name, markup, want, mentions string }{
		{"plain", "just text", "just text", ""},
		{"a mention of Cloud", "[~accountid:5b10a2844c20165700ede21g] can you?", "@Mia Krystof can you?", "5b10a2844c20165700ede21g"},
		{"a mention of Data Center", "ask [~mara] or [~jdoe]", "ask @Mara Lind or @jdoe", "mara jdoe"},
		{"an account nobody tells of", "[~accountid:712020:98504481-f30f-424e]", "@somebody", "712020:98504481-f30f-424e"},
		{"one mention for two", "[~mara] [~mara]", "@Mara Lind @Mara Lind", "mara"},
		{"code", "Look:\r\n{code:java|title=A.java}\nif (a ? b : c) *x*; [~mara]\n{code}\nok?", "Look:\n```\nif (a ? b : c) *x*; [~mara]\n```\nok?", ""},
		{"noformat", "{noformat}a_b_c?{noformat}", "```\na_b_c?\n```", ""},
		{"a fence in code", "{code}\n```\nx\n```\n{code}", "```\n    ```\nx\n    ```\n```", ""},
		{"code that is not closed", "{code} is how you write code?", "{code} is how you write code?", ""},
		{"a quote", "{quote}\nwho does it, [~mara]?\nnow?\n{quote}\nI do.", "> who does it, @Mara Lind?\n> now?\nI do.", ""},
		{"code in a quote", "{quote}{code}x{code}{quote}", "> ```\n> x\n> ```", ""},
		{"a quoted line", "bq. really?\nyes", "> really?\nyes", ""},
		{"a link with text", "see [the PR|https://example.com/pull/1|smart-link]?", "see the PR (https://example.com/pull/1)?", ""},
		{"a link without", "[https://example.com/?a=b]", "https://example.com/?a=b", ""},
		{"a link that is its text", "[https://example.com|https://example.com|smart-link]", "https://example.com", ""},
		{"an attachment, an anchor", "[^log.txt] [here|#top]", "log.txt here", ""},
		{"brackets that are text", "a[0] = b[i][j] [x] [maybe|not]", "a[0] = b[i][j] [x] [maybe|not]", ""},
		{"an image", "before !shot one.png|thumbnail! after! Really! x", "before [image] after! Really! x", ""},
		{"bold and italics", "*bold* _it_ (*b*), snake_case_name 2*3*4 a * b * c", "bold it (b), snake_case_name 2*3*4 a * b * c", ""},
		{"one star", "*footnote", "*footnote", ""},
		{"monospace", "run {{a ? b *c*}} now", "run `a ? b *c*` now", ""},
		{"escapes", `\*not bold\* \[x\] \{code} C:\temp`, `*not bold* [x] {code} C:\temp`, ""},
		{"headings, rules, colours", "h2. Title\n----\n{color:#ff0000}red{color}\n{panel:title=x}in{panel}", "Title\n\nred\nin", ""},
		{"lists", "* one\n** deeper\n# first\n# second\n- dash", "- one\n  - deeper\n1. first\n2. second\n- dash", ""},
		{"a table", "||A||B||\n|1|[x|https://example.com]|", "A | B\n1 | x (https://example.com)", ""},
		{"a forced break", `one\\two`, "one\ntwo", ""},
		{"a document within", `x {adf:display=block}{"type":"taskList","content":[{"type":"taskItem","attrs":{"state":"DONE"},"content":[{"type":"text","text":"did"}]}]}{adf}`, "x\n- [x] did", ""},
	} {
		raw, err := json.Marshal(tt.markup)
		if err != nil {
			t.Fatal(err)
		}
		got, mentions := body{raw}.text(testPeople)
		if got != tt.want {
			t.Errorf("%s: %q\n got %q\nwant %q", tt.name, tt.markup, got, tt.want)
		}
		if ids(mentions) != tt.mentions {
			t.Errorf("%s: mentions %q, want %q", tt.name, ids(mentions), tt.mentions)
		}
	}
}

func TestDocumentToText(t *testing.T) {
	for _, tt := range []struct{ name, content, want, mentions string }{
		{
			"a mention", `{"type":"paragraph","content":[{"type":"mention","attrs":{"id":"5b10a2844c20165700ede21g","text":"@Mia"}},{"type":"text","text":" ok?"}]}`,
			"@Mia Krystof ok?", "5b10a2844c20165700ede21g",
		},
		{"a mention of somebody unknown", `{"type":"paragraph","content":[{"type":"mention","attrs":{"id":"x1","text":"@Zoe"}}]}`, "@Zoe", "x1"},
		{
			"a quote with a mention", `{"type":"blockquote","content":[{"type":"paragraph","content":[{"type":"mention","attrs":{"id":"mara"}},{"type":"hardBreak"},{"type":"text","text":"?"}]}]},{"type":"paragraph","content":[{"type":"text","text":"no"}]}`,
			"> @Mara Lind\n> ?\n\nno", "",
		},
		{"code", `{"type":"codeBlock","attrs":{"language":"go"},"content":[{"type":"text","text":"a\nb"}]}`, "```\na\nb\n```", ""},
		{
			"lists", `{"type":"orderedList","attrs":{"order":3},"content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"a"}]},{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"b"}]}]}]}]}]}`,
			"3. a\n  - b", "",
		},
		{
			"marks", `{"type":"paragraph","content":[{"type":"text","text":"x?y","marks":[{"type":"code"}]},{"type":"text","text":" PR","marks":[{"type":"strong"},{"type":"link","attrs":{"href":"https://example.com/1"}}]}]}`,
			"`x?y`PR (https://example.com/1)", "",
		},
		{
			"inline nodes", `{"type":"paragraph","content":[{"type":"inlineCard","attrs":{"url":"https://example.com"}},{"type":"text","text":" "},{"type":"emoji","attrs":{"shortName":":a:","text":"☺"}},{"type":"date","attrs":{"timestamp":"1582152559000"}},{"type":"status","attrs":{"text":"NEW"}}]}`,
			"https://example.com ☺2020-02-19NEW", "",
		},
		{"a table", `{"type":"table","content":[{"type":"tableRow","content":[{"type":"tableHeader","content":[{"type":"paragraph","content":[{"type":"text","text":"A"}]}]},{"type":"tableCell","content":[{"type":"paragraph","content":[{"type":"text","text":"1"}]}]}]}]}`, "A | 1", ""},
		{"an unknown node", `{"type":"futureBox","content":[{"type":"paragraph","content":[{"type":"text","text":"inside"}]}]}`, "inside", ""},
		{"null nodes", `null,{"type":"paragraph","content":[null,{"type":"text","text":"x"}]}`, "x", ""},
		{"an image", `{"type":"mediaSingle","content":[{"type":"media","attrs":{"type":"file","alt":"shot.png"}}]}`, "[image: shot.png]", ""},
	} {
		got, mentions := body{json.RawMessage(`{"type":"doc","version":1,"content":[` + tt.content + `]}`)}.text(testPeople)
		if got != tt.want {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got, tt.want)
		}
		if ids(mentions) != tt.mentions {
			t.Errorf("%s: mentions %q, want %q", tt.name, ids(mentions), tt.mentions)
		}
	}
}

func TestBodiesOfOtherForms(t *testing.T) {
	for _, raw := range []string{`null`, `5`, `[]`, `{}`, ``, `{"content":5}`} {
		if got, mentions := (body{json.RawMessage(raw)}).text(nil); got != "" || mentions != nil {
			t.Errorf("%s: got %q, %v; want nothing", raw, got, mentions)
		}
	}
}

func TestOpenSprint(t *testing.T) {
	for _, tt := range []struct{ name, value, id, want, end string }{
		{"objects", `[{"id":1,"name":"Old","state":"closed"},{"id":2,"name":"Now","state":"active","endDate":"2020-12-13T07:09:24.463Z"},{"id":3,"name":"Next","state":"future"}]`, "2", "Now", "2020-12-13"},
		{"Java", `["com.atlassian.greenhopper.service.sprint.Sprint@1f[id=7,rapidViewId=3,state=ACTIVE,name=Sprint 7, the id=9 [x],goal=a, b,startDate=2016-06-06T21:30:53.537+10:00,endDate=2016-06-20T21:30:00.000+10:00,completeDate=<null>,sequence=1]"]`, "7", "Sprint 7, the id=9 [x]", "2016-06-20"},
		{"no end", `["x@1[id=7,state=ACTIVE,name=N,endDate=<null>]"]`, "7", "N", ""},
		{"none is open", `[{"id":1,"name":"Old","state":"closed"}]`, "", "", ""},
		{"null", `null`, "", "", ""},
		{"nonsense", `{"a":[5,"x"]}`, "", "", ""},
		{"nonsense in a list", `[5,"x",{"id":"y"}]`, "", "", ""},
	} {
		got, _ := openSprint(json.RawMessage(tt.value))
		end := ""
		if !got.End.IsZero() {
			end = got.End.Format("2006-01-02")
		}
		if got.ID != tt.id || got.Name != tt.want || end != tt.end {
			t.Errorf("%s: got %q %q %q, want %q %q %q", tt.name, got.ID, got.Name, end, tt.id, tt.want, tt.end)
		}
	}
}

func TestTimes(t *testing.T) {
	for raw, want := range map[string]string{
		`"2021-01-17T12:34:00.000+0000"`:       "2021-01-17T12:34:00Z",
		`"2021-01-17T12:34:00.725+0200"`:       "2021-01-17T10:34:00.725Z",
		`"2021-01-17T12:34:00+0000"`:           "2021-01-17T12:34:00Z",
		`"2021-01-17T12:34:00.463Z"`:           "2021-01-17T12:34:00.463Z",
		`"2013-07-29T06:47:00.000+02:00"`:      "2013-07-29T04:47:00Z",
		`1610886840000`:                        "2021-01-17T12:34:00Z",
		`null`:                                 "0001-01-01T00:00:00Z",
		`"yesterday"`:                          "0001-01-01T00:00:00Z",
		`{"iso8601":"2021-01-17T12:34:00+00"}`: "0001-01-01T00:00:00Z",
	} {
		var s stamp
		if err := json.Unmarshal([]byte(raw), &s); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
		if got := s.UTC().Format("2006-01-02T15:04:05.999Z07:00"); got != want {
			t.Errorf("%s: got %s, want %s", raw, got, want)
		}
	}
}

func FuzzMarkup(f *testing.F) {
	for _, s := range []string{"{code}x{code}", "{quote}a{quote}", "[~accountid:x] [a|b] !i.png! {{m}} *b* _i_", "|a|[x|http://y]|", "h1. *", `\\ \* {adf}{"type":`, "[[[[[[", "****", "!a.b!!!"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, markup string) {
		plain := &plainText{known: testPeople}
		got := plain.fromMarkup(markup)
		if utf8.ValidString(markup) && !utf8.ValidString(got) {
			t.Errorf("%q became invalid: %q", markup, got)
		}
		if plain.quoting != 0 {
			t.Errorf("%q leaves a quote open", markup)
		}
	})
}

func FuzzDocument(f *testing.F) {
	f.Add([]byte(`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x"},{"type":"mention","attrs":{"id":"mara"}}]}]}`))
	f.Add([]byte(`{"content":[{"type":"orderedList","attrs":{"order":1e9},"content":[null,{}]},{"type":"blockquote","content":[{"type":"codeBlock"}]}]}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		got, _ := body{doc}.text(testPeople)
		if !utf8.ValidString(got) {
			t.Errorf("%q became invalid: %q", doc, got)
		}
	})
}

// TestLongLinesEnd counts nothing: a text of brackets that took the square of its length would not end.
func TestLongLinesEnd(t *testing.T) {
	for _, unit := range []string{"[", "{{", "{code:", "{quote}{code}", "*a ", "_a", "!a", "|[", `\`, "{color", "[~", "{quote}{quote}"} {
		plain := &plainText{}
		if got := plain.fromMarkup(strings.Repeat(unit, 1<<18/len(unit))); len(got) > 2<<20 {
			t.Errorf("a quarter of a megabyte of %q became %d bytes", unit, len(got))
		}
	}
}
