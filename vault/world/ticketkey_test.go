package world_test

import (
	"slices"
	"testing"

	"vaultgraph/vault/world"
)

func TestTicketKeys(t *testing.T) {
	prefixes := []string{"TICKET", "ops", "A1_B", "SHA", "UTF", "CVE", ""}
	for text, want := range map[string][]string{
		"TICKET-3060: fix":                  {"TICKET-3060"},
		"(TICKET-1) [TICKET-2], #TICKET-3.": {"TICKET-1", "TICKET-2", "TICKET-3"},
		"TICKET-1 and again TICKET-1":       {"TICKET-1"},
		"OPS-9/A1_B-7":                      {"OPS-9", "A1_B-7"},
		"…/browse/TICKET-5?focused=1":       {"TICKET-5"},
		"TICKET-12's owner; TICKET-13-fix":  {"TICKET-12", "TICKET-13"},
		"ende: TICKET-5":                    {"TICKET-5"},
		"ticket-5":                          nil, // a message spells keys as they are
		"MYTICKET-5 XTICKET-5 éTICKET-5":    nil,
		"TICKET-5x TICKET-5é TICKET-5_6":    nil,
		"MY-TICKET-5 _TICKET-5":             nil,
		"TICKET-12-34 TICKET-1.5":           nil,
		"TICKET-0 TICKET-007 TICKET-":       nil,
		"TICKET-1234567890":                 nil,
		"OTHER-5":                           nil,
		"UTF-8 SHA-256 SHA-1 CVE-2024-1234": nil,
		"CVE-2024 is a year":                nil,
		"SHA-12 is a ticket of project SHA": {"SHA-12"},
		"":                                  nil,
	} {
		if got := world.TicketKeys(prefixes, text); !slices.Equal(got, want) {
			t.Errorf("TicketKeys(%q) = %v, want %v", text, got, want)
		}
	}
	if got := world.TicketKeys(nil, "TICKET-1"); got != nil {
		t.Errorf("without prefixes: got %v, want none", got)
	}
}

func TestBranchTicketKeys(t *testing.T) {
	for branch, want := range map[string][]string{
		"ticket-12":                     {"TICKET-12"},
		"feature/Ticket-12-retry":       {"TICKET-12"},
		"mara_ticket-12_ops-3":          {"TICKET-12", "OPS-3"},
		"fix-ticket-12-34":              {"TICKET-12"},
		"refs/remotes/origin/TICKET-12": {"TICKET-12"},
		"myticket-12":                   nil,
		"utf-8-names":                   nil,
		"main":                          nil,
	} {
		if got := world.BranchTicketKeys([]string{"TICKET", "OPS", "UTF"}, branch); !slices.Equal(got, want) {
			t.Errorf("BranchTicketKeys(%q) = %v, want %v", branch, got, want)
		}
	}
}
