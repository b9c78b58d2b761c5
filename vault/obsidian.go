package vault

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"vaultgraph/vault/note"
)

const (
	obsidianFolder   = ".obsidian"
	obsidianSettings = obsidianFolder + "/app.json"
	maxSettings      = 1 << 20
)

// hidden holds the filters of the files that Obsidian hides from search and graph view.
type hidden struct {
	prefixes []string // folded
	patterns []*regexp.Regexp
}

func (h hidden) match(p string) bool {
	if len(h.prefixes) > 0 {
		folded := Fold(p)
		for _, prefix := range h.prefixes {
			if strings.HasPrefix(folded, prefix) {
				return true
			}
		}
	}
	for _, re := range h.patterns {
		if re.MatchString(p) {
			return true
		}
	}
	return false
}

// readHidden reads the filters from Obsidian's settings. What it cannot read is a finding, and hides nothing.
func readHidden(root *os.Root) (hidden, []Finding) {
	var h hidden
	var findings []Finding
	report := func(format string, args ...any) {
		findings = append(findings,
			Finding{obsidianSettings, 0, note.Warning, CodeSettings, fmt.Sprintf(format, args...)})
	}
	src, _, err := readRegular(root, obsidianSettings, maxSettings)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			report("cannot be read, so no file is hidden: %s", reason(err))
		}
		return h, findings
	}
	var settings struct {
		UserIgnoreFilters json.RawMessage `json:"userIgnoreFilters"`
	}
	var filters []string
	if err := json.Unmarshal(bytes.TrimPrefix(src, []byte("\ufeff")), &settings); err != nil {
		report("is not valid JSON, so no file is hidden: %s", Printable(err.Error()))
	} else if settings.UserIgnoreFilters != nil {
		if err := json.Unmarshal(settings.UserIgnoreFilters, &filters); err != nil {
			report("userIgnoreFilters is not a list of strings, so no file is hidden")
		}
	}
	for _, f := range filters {
		pattern, ok := regexFilter(f)
		if !ok {
			if f != "" {
				h.prefixes = append(h.prefixes, Fold(f))
			}
			continue
		}
		re, err := regexp.Compile(pattern)
		if err != nil {
			report("userIgnoreFilters: %s is not understood: %s", Printable(f), Printable(err.Error()))
			continue
		}
		h.patterns = append(h.patterns, re)
	}
	return h, findings
}

// regexFilter returns the regular expression that a filter is, if it is one: it stands between slashes.
func regexFilter(f string) (string, bool) {
	if len(f) < 3 || f[0] != '/' || f[len(f)-1] != '/' {
		return "", false
	}
	return f[1 : len(f)-1], true
}
