package vault

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"vaultgraph/vault/note"
)

// attachmentTypes are the extensions of the files, other than notes, that Obsidian shows.
var attachmentTypes = [...]string{
	".base", ".canvas", ".pdf",
	".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp",
	".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm", ".3gp",
	".mkv", ".mov", ".mp4", ".ogv",
}

// links reports the links of a file that could lead elsewhere, and keeps those that lead nowhere or to a part of a note.
func (c *checker) links(e *Entry) {
	for i := range e.Links {
		l := &e.Links[i]
		if l.To == "" {
			c.nowhere = append(c.nowhere, cloneLink(l))
			continue
		}
		if l.To != l.From {
			c.reached[l.To] = true
		}
		if len(l.Rivals) > 0 {
			c.report(e.Path, l.At, note.Warning, CodeAmbiguous, "%s could also be %s; it leads to %s: give the path",
				shown(l), shorten(l.Rivals, 3), Printable(l.To))
		}
		if l.Subpath != "" && l.Subpath != "#" && KindOf(l.To) == Note {
			c.deep = append(c.deep, deepLink{l.From, l.To, strings.Clone(l.Subpath), l.At})
		}
	}
}

// cloneLink returns what explain needs of a link, in memory of its own.
func cloneLink(l *Link) Link {
	own := &note.Link{
		Target: strings.Clone(l.Target), Subpath: strings.Clone(l.Subpath), Alias: strings.Clone(l.Alias), HasAlias: l.HasAlias,
	}
	return Link{Link: own, From: l.From, At: l.At}
}

// A deepLink is a link to a part of a note.
type deepLink struct {
	from, to, subpath string
	at                int
}

// notesOf yields the notes with these paths, in any order, with their headings and blocks; a file that was not read has
// none.
type notesOf func(paths []string, yield func(path string, n *note.Note)) error

// subpaths reports the links to a part of a note that it does not have.
func (c *checker) subpaths(notes notesOf) error {
	const together = 1000 // notes that are in memory at the same time
	slices.SortFunc(c.deep, func(a, b deepLink) int { return strings.Compare(a.to, b.to) })
	for len(c.deep) > 0 {
		var paths []string
		links := map[string][]deepLink{}
		n := 0
		for ; n < len(c.deep) && (len(paths) < together || c.deep[n].to == paths[len(paths)-1]); n++ {
			to := c.deep[n].to
			if links[to] == nil {
				paths = append(paths, to)
			}
			links[to] = append(links[to], c.deep[n])
		}
		c.deep = c.deep[n:]
		err := notes(paths, func(path string, n *note.Note) {
			for _, l := range links[path] {
				c.subpath(l, n)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) subpath(l deepLink, to *note.Note) {
	if to == nil {
		return
	}
	if _, _, ok := Anchor(to, l.subpath); !ok {
		what := "heading"
		if strings.Contains(l.subpath, "#^") {
			what = "block"
		}
		c.report(l.from, l.at, note.Warning, CodeSubpath, "%s has no %s %s", Printable(l.to), what, Printable(l.subpath))
	}
}

// unresolved says of a link without a file what the person may have meant.
func (c *checker) unresolved(l *Link, names Names) {
	code, message := explain(l, c.look, names)
	c.report(l.From, l.At, note.Warning, code, "%s", message)
}

// Reason says why a link leads nowhere, in the words of Check.
func (s *Snapshot) Reason(l *Link) string {
	k := newLookup()
	for i := range s.Entries {
		k.add(&s.Entries[i])
	}
	k.sort()
	_, message := explain(l, k, s.names)
	return message
}

// meanings is what a target that is no name may stand for. Keys are folded.
type meanings interface {
	// alias returns the note that key is an alias or the title of, and which of the two; "" for none.
	alias(key string) (path, what string)
	isFolder(key string) bool
	// near returns the note with the name that is nearest to key, "" for none.
	near(key string) string
}

// explain says what the person may have meant by a link without a file.
func explain(l *Link, m meanings, names Names) (code, message string) {
	key := strings.TrimSuffix(Fold(l.Target), ".md")
	if isAttachmentName(key) {
		return CodeAttachment, "no attachment " + shown(l)
	}
	if p, what := m.alias(key); p != "" {
		return CodeAlias, fmt.Sprintf("%s is %s of %s, which is no link target: write %s",
			shown(l), what, Printable(p), spelling(l, p, l.Target, names))
	}
	if m.isFolder(key) {
		return CodeFolder, shown(l) + " is a folder: name a note in it"
	}
	if p := m.near(key); p != "" {
		return CodeUnresolved, fmt.Sprintf("no note %s: did you mean %s?", shown(l), spelling(l, p, "", names))
	}
	return CodeUnresolved, "no note " + shown(l)
}

// spelling returns a wikilink that leads from l's note to the note p, and shows what l shows, else text.
func spelling(l *Link, p, text string, names Names) string {
	target := noteName(p)
	if to, ok, rivals := Resolve(names, l.From, target); !ok || to != p || len(rivals) > 0 {
		target = p[:len(p)-len(".md")]
	}
	if l.HasAlias && l.Alias != "" {
		text = l.Alias
	}
	if text != "" {
		text = "|" + text
	}
	return Printable("[[" + target + l.Subpath + text + "]]")
}

func isAttachmentName(key string) bool {
	ext := path.Ext(key)
	for _, known := range attachmentTypes {
		if ext == known {
			return true
		}
	}
	return false
}

// maxNearWork bounds the names that are compared to find near ones, to about a second in all. In a large vault
// with tens of thousands of links to notes that nobody wrote yet, the later of them get no suggestion.
const maxNearWork = 20_000_000

// A lookup finds what a target that is no name may stand for.
type lookup struct {
	titles, aliases map[string]string // folded to the first path
	folders         map[string]bool   // folded, with every end of the path at a folder boundary
	names           []nearName        // of notes, the shortest first
	known           map[string]string // answers of near
	work            int               // names compared so far
}

func newLookup() *lookup {
	return &lookup{titles: map[string]string{}, aliases: map[string]string{}, folders: map[string]bool{}, known: map[string]string{}}
}

// add makes k know a file. Files come in the order of their paths, and sort behind the last one.
func (k *lookup) add(e *Entry) {
	k.addFolder(Fold(folder(e.Path)))
	if e.Kind != Note {
		return
	}
	k.names = append(k.names, newNearName(noteName(e.Path), e.Path))
	addFirst(k.titles, Fold(e.Title), e.Path)
	for _, a := range e.Aliases {
		addFirst(k.aliases, Fold(strings.Clone(a)), e.Path)
	}
}

// sort puts the names into the order of their lengths, the paths among equal ones.
func (k *lookup) sort() { slices.SortStableFunc(k.names, compareLengths) }

func addFirst(m map[string]string, key, path string) {
	if _, ok := m[key]; !ok {
		m[key] = path
	}
}

func (k *lookup) addFolder(dir string) {
	for ; dir != "" && !k.folders[dir]; dir = folder(dir) {
		k.folders[dir] = true
		for i, c := range dir {
			if c == '/' {
				k.folders[dir[i+1:]] = true
			}
		}
	}
}

// alias returns the note that key is an alias or the title of, and which of the two.
func (k *lookup) alias(key string) (path, what string) {
	if p, ok := k.aliases[key]; ok {
		return p, "an alias"
	}
	if p, ok := k.titles[key]; ok {
		return p, "the title"
	}
	return "", ""
}

func (k *lookup) isFolder(key string) bool { return k.folders[strings.Trim(key, "/")] }

// near returns the note with the name that is nearest to key, or "".
func (k *lookup) near(key string) string {
	if p, ok := k.known[key]; ok {
		return p
	}
	name := path.Base(key)
	names := ofSimilarLength(k.names, name)
	if k.work += len(names); k.work > maxNearWork {
		return ""
	}
	found := ""
	if near := nearNames(name, names, 1, false); len(near) > 0 {
		found = near[0]
	}
	k.known[key] = found
	return found
}
