package vault

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// builtin holds the files that a new vault starts with: a template for each type, and a configuration of comments.
//
//go:embed templates
var builtin embed.FS

// An InitReport says what Init did.
type InitReport struct {
	// Dir is the absolute path of the vault.
	Dir string
	// Adopted tells a folder that Obsidian had been used in from another one.
	Adopted bool
	// Made are the vault paths of the files that were made, in the order in which they were; none for a vault
	// that was complete.
	Made []string
}

// Init makes the folder dir a vault, or completes one: .vault/config.yaml, a template for each type, and colours by
// type for Obsidian's graph view where Obsidian has no settings for it yet. What is there stays as it is, notes and
// settings alike, so doing it again changes nothing. Listing the vault is for AddVault.
func Init(dir string) (*InitReport, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("making vault %s: %w", Printable(dir), err)
	}
	if err := os.MkdirAll(abs, 0o777); err != nil {
		return nil, fmt.Errorf("making vault: %w", err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("making vault: %w", err)
	}
	defer root.Close()
	report := &InitReport{Dir: abs}
	if info, err := root.Lstat(vaultFolder); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("making vault %s: %s is no folder of its own: move it away first", Printable(abs), vaultFolder)
	}
	elsewhere := false // whether Obsidian's settings are kept outside the vault, where nothing is written
	if info, err := root.Lstat(obsidianFolder); err == nil {
		elsewhere = info.Mode()&fs.ModeSymlink != 0
		report.Adopted = info.IsDir() || elsewhere
	}
	for _, f := range initialFiles() {
		if elsewhere && strings.HasPrefix(f.path, obsidianFolder+"/") {
			continue
		}
		switch err := createFile(root, f.path, f.data, 0o666); {
		case err == nil:
			report.Made = append(report.Made, f.path)
		case !errors.Is(err, fs.ErrExist):
			return report, fmt.Errorf("making vault %s: writing %s: %w", Printable(abs), f.path, err)
		}
	}
	return report, nil
}

type initialFile struct {
	path string
	data []byte
}

func initialFiles() []initialFile {
	config, _ := builtin.ReadFile("templates/config.yaml")
	files := []initialFile{{configPath, config}}
	for _, t := range defaultTypes {
		files = append(files, initialFile{path.Join(defaultTemplates, t.noteType+".md"), builtinTemplate(t.noteType)})
	}
	return append(files, initialFile{obsidianFolder + "/graph.json", graphPreset()})
}

// builtinTemplate returns the template that comes with the program, nil for a type without one.
func builtinTemplate(noteType string) []byte {
	src, err := builtin.ReadFile("templates/" + noteType + ".md")
	if err != nil {
		return nil
	}
	return src
}

// graphPreset returns settings for Obsidian's graph view with a colour for each type, found by folder as well as
// by property. Keys that are missing have Obsidian's defaults.
func graphPreset() []byte {
	type color struct {
		A   int `json:"a"`
		RGB int `json:"rgb"`
	}
	type group struct {
		Query string `json:"query"`
		Color color  `json:"color"`
	}
	colors := [...]int{0x4e79a7, 0xf28e2b, 0xe15759, 0x76b7b2, 0x59a14f, 0x9c9c9c, 0xb07aa1, 0xedc948}
	var preset struct {
		Collapsed bool    `json:"collapse-color-groups"`
		Groups    []group `json:"colorGroups"`
		Arrows    bool    `json:"showArrow"`
	}
	preset.Arrows = true
	for i, t := range defaultTypes {
		query := fmt.Sprintf(`path:%s/ OR ["type":%s]`, t.folder, t.noteType)
		preset.Groups = append(preset.Groups, group{query, color{1, colors[i]}})
	}
	src, _ := json.MarshalIndent(preset, "", "  ")
	return append(src, '\n')
}
