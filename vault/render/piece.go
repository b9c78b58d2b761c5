package render

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"vaultgraph/vault"
)

// maxPiece is the number of tokens up to which a block of a note is bought whole.
const maxPiece = 200

// A piece is what can be bought of a note at once. Its text ends with a line end; pieces shown stand in the order of
// at, which is that of the note.
type piece struct {
	at     int
	text   string
	tokens int
}

func newPiece(at int, text string) piece {
	return piece{at, text, Tokens(text)}
}

func comparePieces(a, b piece) int { return cmp.Compare(a.at, b.at) }

func sumTokens(pieces []piece) int {
	sum := 0
	for _, p := range pieces {
		sum += p.tokens
	}
	return sum
}

// cutBlock returns the text of a block in pieces of not much more than maxPiece tokens, each of whole lines. Lines
// that are longer than that are cut first.
func cutBlock(lines []string) []string {
	var short []string
	for _, l := range lines {
		short = append(short, cutLine(l, maxPiece)...)
	}
	var pieces []string
	var b strings.Builder
	tokens := 0
	for _, l := range tame(short) {
		cost := Tokens(l.text + "\n")
		if tokens > 0 && tokens+cost > maxPiece && !l.closes {
			if l.inside != nil { // code is never left open, and goes on as code
				b.WriteString(l.inside.closing() + "\n")
			}
			pieces = append(pieces, b.String())
			b.Reset()
			tokens = 0
			if l.inside != nil {
				b.WriteString(l.inside.opening() + "\n")
			}
		}
		b.WriteString(l.text + "\n")
		tokens += cost
	}
	if text := b.String(); strings.TrimSpace(text) != "" {
		pieces = append(pieces, text)
	}
	return pieces
}

// cutLine cuts a line into runs of at most limit tokens: behind a sentence, else at a blank, else between any two
// characters.
func cutLine(l string, limit int) []string {
	if Tokens(l) <= limit {
		return []string{l}
	}
	var runs []string
	start, sum := 0, 0
	sentence, blank := 0, 0 // the last places to cut at
	for i, r := range l {
		_, size := utf8.DecodeRuneInString(l[i:])
		cost := vault.CentiTokens(l[i : i+size])
		if sum+cost > 100*limit {
			cut := i
			if sentence > start {
				cut = sentence
			} else if blank > start {
				cut = blank
			}
			runs = append(runs, strings.TrimRight(l[start:cut], " "))
			sum = vault.CentiTokens(l[cut:i])
			start = cut
		}
		sum += cost
		if r == ' ' && i > start {
			blank = i + 1
			if strings.ContainsAny(l[i-1:i], ".!?;") {
				sentence = i + 1
			}
		}
	}
	return append(runs, l[start:])
}
