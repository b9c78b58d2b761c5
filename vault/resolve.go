package vault

import (
	"path"
	"strings"
)

// Names is what Resolve needs to know of a vault's files. A NameTable holds it in memory; an index on disk can
// answer it too. Keys are folded (see Fold), answers are paths as they are on disk.
type Names interface {
	// Exact returns the files whose folded path is key, in lexicographic order: more than one only where paths
	// differ in case or Unicode form alone.
	Exact(key string) []string
	// Base returns the files whose folded base name, extension included, is key: the path of fewest characters
	// first, among equally long ones in lexicographic order.
	Base(key string) []string
}

// maxRivals bounds the rivals of one link: a vault may hold ten thousand notes called README.
const maxRivals = 20

// Resolve returns the file that the link target, as typed in the file from, leads to, by Obsidian's rules:
//
//  1. An empty target is the file itself.
//  2. ./x and ../x are relative to the folder of from, and nothing else; above the root there is nothing.
//  3. /x is the exact path from the root, and nothing else.
//  4. The exact path from the root wins over everything that only ends like it.
//  5. A file whose path ends in the target, at a folder boundary: the one in the folder of from, else the one with
//     the shortest path in characters. Equally long ones are not settled by Obsidian; the lexicographically first
//     is taken here.
//
// In each, the target with .md behind it comes before the target as typed (unless .md is typed), so a bare name
// means the note, and a file that is no note needs its extension. Case, Unicode form and no-break spaces do not
// tell names apart. Neither folders nor aliases nor titles are targets.
//
// Rivals are the other files that rule 5 had to choose among, nearest first, at most twenty.
func Resolve(names Names, from, target string) (to string, ok bool, rivals []string) {
	if target == "" {
		return from, true, nil
	}
	key := Fold(target)
	switch key[strings.LastIndexByte(key, '/')+1:] {
	case "", ".", "..": // a folder
		return "", false, nil
	}
	switch {
	case key[0] == '/':
		return exact(names, key[1:])
	case strings.HasPrefix(key, "./"), strings.HasPrefix(key, "../"):
		joined := path.Join(folder(Fold(from)), key)
		if strings.HasPrefix(joined, "../") {
			return "", false, nil
		}
		return exact(names, joined)
	}
	if to, ok, _ := exact(names, key); ok {
		return to, true, nil
	}
	for _, k := range spellings(key) {
		if to, rivals := suffix(names, from, k); to != "" {
			return to, true, rivals
		}
	}
	return "", false, nil
}

// spellings returns the paths that key may stand for, in the order in which they are tried.
func spellings(key string) [2]string {
	if strings.HasSuffix(key, ".md") {
		return [2]string{key, key + ".md"}
	}
	return [2]string{key + ".md", key}
}

func exact(names Names, key string) (string, bool, []string) {
	for _, k := range spellings(key) {
		if found := names.Exact(k); len(found) > 0 {
			return found[0], true, nil
		}
	}
	return "", false, nil
}

// suffix applies rule 5 to one spelling.
func suffix(names Names, from, key string) (to string, rivals []string) {
	base := path.Base(key)
	found := names.Base(base)
	if base != key {
		found = endingIn(found, key)
	}
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		return found[0], nil
	}
	to = found[0]
	if own := names.Exact(path.Join(folder(Fold(from)), base)); len(own) > 0 && endsIn(Fold(own[0]), key) {
		to = own[0]
	}
	if to == found[0] {
		return to, found[1:min(len(found), maxRivals+1)]
	}
	for _, p := range found {
		if p != to && len(rivals) < maxRivals {
			rivals = append(rivals, p)
		}
	}
	return to, rivals
}

func endingIn(paths []string, key string) []string {
	var kept []string
	for _, p := range paths {
		if endsIn(Fold(p), key) {
			kept = append(kept, p)
		}
	}
	return kept
}

// endsIn reports whether the folded path p ends in key at a folder boundary.
func endsIn(p, key string) bool {
	head, ok := strings.CutSuffix(p, key)
	return ok && (head == "" || head[len(head)-1] == '/')
}

// folder returns the folder of a vault path, "" for the root.
func folder(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return ""
}
