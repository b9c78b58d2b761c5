package claude

import "slices"

// A Status is what a place has of vault, as the host would see it.
type Status struct {
	// File is the settings file, with symbolic links followed.
	File string
	// Commands are the programs that the hooks of vault run, each once, and Missing the events that have none.
	Commands []string
	Missing  []Event
	// Disabled is true where the settings switch off all hooks; Plugin names a plugin that brings them, "" for none.
	Disabled bool
	Plugin   string
}

// StatusOf looks at the settings of a place. Settings that the host could not read either are a *SettingsError.
func StatusOf(at Place) (Status, error) {
	file, err := at.resolve(at.Settings)
	if err != nil {
		return Status{}, err
	}
	text, err := readFile(file)
	if err != nil {
		return Status{}, err
	}
	s, err := parseSettings(file, text)
	if err != nil {
		return Status{}, err
	}
	status := Status{File: file, Disabled: s.disabled() > 0}
	status.Plugin, _ = s.plugin()
	hooks, err := s.hooks()
	if err != nil {
		return Status{}, err
	}
	for _, t := range eventTerms() {
		commands, err := s.commands(hooks, t)
		if err != nil {
			return Status{}, err
		}
		if len(commands) == 0 {
			status.Missing = append(status.Missing, t.event)
		}
		for _, c := range commands {
			if !slices.Contains(status.Commands, c) {
				status.Commands = append(status.Commands, c)
			}
		}
	}
	return status, nil
}
