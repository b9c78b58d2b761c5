package cli

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

type versionOptions struct{ format string }

func newVersion(c *call) *cobra.Command {
	var opts versionOptions
	cmd := &cobra.Command{
		Use:               "version",
		Short:             "which build this is",
		Example:           "  vault version --format json",
		Args:              wants(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return runVersion(c, opts) },
	}
	formats(cmd, &opts.format, "text", "json")
	return cmd
}

// A versionDoc says which build this is; what is not known of it is null.
type versionDoc struct {
	Schema   int     `json:"schema"`
	Version  string  `json:"version"`
	Revision *string `json:"revision"`
	Time     *string `json:"time"`
	Modified bool    `json:"modified"`
	Go       string  `json:"go"`
	OS       string  `json:"os"`
	Arch     string  `json:"arch"`
}

func runVersion(c *call, opts versionOptions) error {
	var info *debug.BuildInfo
	if c.Build != nil {
		info = c.Build()
	}
	d := describeBuild(info)
	if opts.format == "json" {
		return c.printJSON(d)
	}
	c.printf("vault %s", d.Version)
	if d.Revision != nil {
		c.printf(" (%.12s", *d.Revision)
		if d.Modified {
			c.printf(", modified")
		}
		c.printf(")")
	}
	c.printf(" %s %s/%s\n", d.Go, d.OS, d.Arch)
	return nil
}

func describeBuild(info *debug.BuildInfo) versionDoc {
	d := versionDoc{Schema: 1, Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info == nil {
		return d
	}
	if info.Main.Version != "" {
		d.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			d.Revision = orNull(s.Value)
		case "vcs.time":
			d.Time = orNull(s.Value)
		case "vcs.modified":
			d.Modified = s.Value == "true"
		}
	}
	return d
}
