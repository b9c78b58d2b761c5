// Package table prints what whole processes cost beside others that were measured in the same run: medians, and the
// ratios of medians. It measures nothing itself.
package table

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A Row is what the runs of one command cost.
type Row struct {
	Name string

	wall, cpu []time.Duration
	peak      int64 // KiB
}

// Add adds a run that took so long from its start to its end, and the processes that it consisted of.
func (r *Row) Add(wall time.Duration, processes ...*os.ProcessState) {
	var cpu time.Duration
	for _, p := range processes {
		cpu += p.UserTime() + p.SystemTime()
		if usage, ok := p.SysUsage().(*syscall.Rusage); ok {
			r.peak = max(r.peak, usage.Maxrss)
		}
	}
	r.wall, r.cpu = append(r.wall, wall), append(r.cpu, cpu)
}

// A Table says which columns there are.
type Table struct {
	Digits int      // of the milliseconds after the point
	Beside []Beside // a column of ratios each
	Peak   bool     // whether the last column is the most memory that a process held
}

// A Beside is a row that the others are held against.
type Beside struct {
	Name string
	Row  *Row
}

// Head prints the lines above the rows.
func (t *Table) Head() {
	head := []string{"command", "wall ms", "CPU ms"}
	for _, b := range t.Beside {
		head = append(head, "x "+b.Name)
	}
	if t.Peak {
		head = append(head, "peak MB")
	}
	printLine(head)
	printLine(slices.Repeat([]string{"---"}, len(head)))
}

// Line prints a row.
func (t *Table) Line(r *Row) {
	wall := median(r.wall)
	line := []string{r.Name, fmt.Sprintf("%.*f", t.Digits, milliseconds(wall)), fmt.Sprintf("%.0f", milliseconds(median(r.cpu)))}
	for _, b := range t.Beside {
		line = append(line, fmt.Sprintf("%.2f", float64(wall)/float64(median(b.Row.wall))))
	}
	if t.Peak {
		line = append(line, fmt.Sprintf("%.0f", float64(r.peak)/1024))
	}
	printLine(line)
}

func printLine(cells []string) { fmt.Println("| " + strings.Join(cells, " | ") + " |") }

func median(d []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(d))
	return sorted[len(sorted)/2]
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
