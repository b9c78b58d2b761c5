package git

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vaultgraph/vault"
)

// keptConfigSchema changes with the form of what is kept, and with what is asked.
const keptConfigSchema = 1

// A keptConfig is what git said of the config of one repository. It holds for as long as every file that git read for
// it, or would have read if it were there, is what it was.
type keptConfig struct {
	Schema int `json:"schema"`
	// Key is of the files as they were when git answered, see Git.lookAtConfig; "" where that is not sure.
	Key string `json:"key"`
	// Files are the config files beside those that git always reads: those that others include.
	Files  []string     `json:"files"`
	Answer configAnswer `json:"answer"`
}

// A configState is what the config of a repository depends on, and how that was.
type configState struct {
	program program
	layout  layout
	listed  bool
	files   []string
	key     string // "" where it is not known how that was
}

// lookAtConfig looks at all files that the config of a repository depends on: whether git trusts it is a part of that, and so
// is HEAD, without which there is no repository.
func (g *Git) lookAtConfig(s *configState) *look {
	l := newLook()
	if l.vague = s.program.Key == ""; l.vague {
		return l
	}
	l.note(s.program.Key, wanted, s.listed)
	for _, place := range []string{s.layout.top, filepath.Join(s.layout.top, ".git"), s.layout.gitDir, s.layout.commonDir} {
		l.place(place)
	}
	l.file(filepath.Join(s.layout.gitDir, "HEAD"))
	for _, file := range append(g.usualFiles(s), s.files...) {
		l.file(file)
	}
	return l
}

// usualFiles returns the config files that git reads in a repository where they are there.
func (g *Git) usualFiles(s *configState) []string {
	own := []string{s.program.System, filepath.Join(s.layout.commonDir, "config"), filepath.Join(s.layout.gitDir, "config.worktree")}
	return append(own, g.globalConfigs()...)
}

// config returns what git says of the config of c, whose layout is l: what it said last where that still holds, else
// what it says when asked.
func (g *Git) config(ctx context.Context, c *Checkout, l layout) (configAnswer, configState, error) {
	state := configState{program: g.whichProgram(ctx), layout: l, listed: c.listed}
	have := g.recallConfig(l)
	state.files = have.Files
	state.key = g.lookAtConfig(&state).sum()
	if state.key != "" && state.key == have.Key {
		return have.Answer, state, nil
	}
	asked := g.asking()
	out, err := g.ask(ctx, c, "config", "--null", "--show-origin", "--get-regexp", wanted)
	if exitCode(err) == 1 { // nothing of it is set
		err = nil
	}
	if err != nil {
		return configAnswer{Untracked: true}, configState{}, err
	}
	answer := parseConfig(out)
	files, ok := g.configFiles(c, &answer)
	if !ok || state.key == "" {
		return answer, configState{}, nil
	}
	usual := g.usualFiles(&state)
	files = slices.DeleteFunc(files, func(file string) bool { return slices.Contains(usual, file) })
	known := slices.Equal(files, state.files)
	state.files = files
	// What was changed while git answered, or so shortly before that a change after its answer may leave no trace, is
	// asked for again.
	if after := g.lookAtConfig(&state); !known || after.sum() != state.key || !g.settled(after, asked) {
		state.key = ""
	}
	if state.key != "" || !known {
		g.keepConfig(l, keptConfig{keptConfigSchema, state.key, files, answer})
	}
	return answer, state, nil
}

// configFiles returns the files that an answer came from and those that they include, be they there or not. It returns
// false where git's answer depends on more than these files.
func (g *Git) configFiles(c *Checkout, a *configAnswer) (files []string, ok bool) {
	for _, origin := range a.origins {
		path, isFile := originPath(c, origin)
		if !isFile {
			return nil, false
		}
		files = append(files, path)
	}
	for _, i := range a.includes {
		origin, isFile := originPath(c, i.origin)
		path, known := g.includePath(origin, i.path)
		byFolder := strings.HasPrefix(i.condition, "gitdir:") || strings.HasPrefix(i.condition, "gitdir/i:")
		if !isFile || !known || i.condition != "" && !byFolder {
			return nil, false
		}
		files = append(files, path)
	}
	slices.Sort(files)
	return slices.Compact(files), true
}

// originPath returns the path of the file that git names as the origin of a setting in c.
func originPath(c *Checkout, origin string) (string, bool) {
	path, ok := strings.CutPrefix(origin, "file:")
	if !filepath.IsAbs(path) {
		path = c.Dir + "/" + path
	}
	return path, ok
}

// includePath returns where a directive in the file origin leads. Paths are not cleaned: with symbolic links, .. leads
// elsewhere.
func (g *Git) includePath(origin, path string) (string, bool) {
	home := g.variable("HOME")
	switch {
	case strings.HasPrefix(path, "~/"):
		return home + path[1:], filepath.IsAbs(home)
	case path == "", path[0] == '~', path[0] == '%', path[0] == ':':
		return "", false
	case filepath.IsAbs(path):
		return path, true
	}
	return filepath.Dir(origin) + "/" + path, true
}

// configFile returns where what git said of a config is kept, "" for nowhere.
func (g *Git) configFile(l layout) string {
	if g.cache == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(l.top + "\x00" + l.gitDir))
	return filepath.Join(g.cache, "git-"+hex.EncodeToString(sum[:10])+"-config.json")
}

func (g *Git) recallConfig(l layout) keptConfig {
	file := g.configFile(l)
	if file == "" {
		return keptConfig{}
	}
	data, err := os.ReadFile(file)
	var k keptConfig
	if err != nil || json.Unmarshal(data, &k) != nil || k.Schema != keptConfigSchema {
		return keptConfig{}
	}
	return k
}

// keepConfig stores what git said. What cannot be stored is asked for again.
func (g *Git) keepConfig(l layout, k keptConfig) {
	if data, err := json.Marshal(k); err == nil && g.cache != "" {
		_ = vault.ReplacePrivate(g.configFile(l), data)
	}
}
