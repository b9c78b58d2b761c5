package brief

import (
	"cmp"
	"slices"
	"time"

	"vaultgraph/vault/scan"
	"vaultgraph/vault/world"
)

// A level says how much somebody waits. Lower ones come first.
type level int

const (
	waited level = iota // somebody waits for me
	finish              // mine to finish
	mine                // mine when I come to it
	theirs
	news
	chore
)

// Ranks order what is of one level and as near as each other.
const (
	rankAsked   = iota // a question on a ticket
	rankReview         // a review asked of me
	rankChanges        // changes requested, discussions and questions on my changes
	rankDeploy         // a deploy of mine that failed
	rankMend           // conflicts, failing checks
	rankMerge
	rankUnsure // nobody knows whose turn it is
	rankTeam   // a review asked of my team
	rankSprint
	rankDirty
	rankThread
	rankMaybe
	rankAwaited // reviews of my changes
	rankMerged
	rankClosed
	rankMoved
	rankNewTicket
	rankDeployed
	rankBranch
	rankResting // drafts, changes in a queue
	rankFetch
	rankDelete
)

// A nearness says how close something is to the working directory.
type nearness int

const (
	here nearness = iota
	neighbour
	elsewhere
)

// An entry is one thing worth saying. Entries of one group share a line.
type entry struct {
	kind  Kind
	turn  Turn
	level level
	rank  int
	near  nearness
	at    time.Time
	// event is when something last happened to it that brings back what was dismissed; at where zero.
	event time.Time
	// group names the line; "" is that of all entries of the kind and turn.
	group string
	// head is what a row of entries starts with; text is the entry itself, and short what is left of it where several
	// lines must become one.
	head, text, short string
	separator         string // between entries; ", " where empty

	refs    []world.Ref
	labels  []string
	source  *scan.Answer
	todo    todo
	command string
}

// A todo is what a person can do about an entry: a verb and its object.
type todo struct{ verb, object string }

// compareEntries is the order of the package comment.
func compareEntries(a, b entry) int {
	order := cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.near, b.near), cmp.Compare(a.rank, b.rank))
	if order != 0 {
		return order
	}
	if a.level >= news || a.rank == rankThread {
		return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.text, b.text))
	}
	return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.text, b.text))
}

// A block is the entries of one line, in order.
type block struct{ entries []entry }

func (b *block) first() *entry { return &b.entries[0] }

// blocksOf sorts entries and puts those of one group together, at the place of the first.
func blocksOf(entries []entry) []block {
	slices.SortStableFunc(entries, compareEntries)
	at := map[string]int{}
	var blocks []block
	for _, e := range entries {
		key := cmp.Or(e.group, string(e.kind)+" "+string(e.turn))
		i, ok := at[key]
		if !ok {
			i = len(blocks)
			at[key] = i
			blocks = append(blocks, block{})
		}
		blocks[i].entries = append(blocks[i].entries, e)
	}
	return blocks
}
