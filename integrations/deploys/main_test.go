package deploys_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestMain makes the test program a command to run, where its first argument says so.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "teller" {
		os.Exit(teller(os.Args[2], os.Args[3:]))
	}
	os.Exit(m.Run())
}

func teller(what string, args []string) int {
	switch what {
	case "print":
		fmt.Print(strings.Join(args, "\n"))
	case "environment":
		dir, err := os.Getwd()
		fmt.Printf(`{"at":%q,"service":%q,"version":%q,"sha":%q,"env":%q}`+"\n", os.Getenv("VAULT_SINCE"), os.Getenv("HOME"), os.Getenv("JIRA_TOKEN"), dir, fmt.Sprint(err))
	case "fail":
		fmt.Println(args[0])
		fmt.Fprintln(os.Stderr, "the token is s3cret")
		return 3
	case "flood":
		for {
			if _, err := fmt.Println(strings.Repeat("x", 1<<16)); err != nil {
				return 1
			}
		}
	case "family": // a child that holds the pipe, and tells by a file that it lives
		self, err := os.Executable()
		if err != nil {
			return 1
		}
		child := exec.Command(self, "teller", "child", args[0])
		child.Stdout = os.Stdout
		if child.Start() != nil {
			return 1
		}
		fmt.Println("started")
		time.Sleep(time.Minute)
	case "child":
		for range 12000 { // a minute, where nobody ends it
			_ = os.WriteFile(args[0], []byte(time.Now().String()), 0o600)
			time.Sleep(5 * time.Millisecond)
		}
	}
	return 0
}
