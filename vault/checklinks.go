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

// links reports the links that lead nowhere, could lead elsewhere, or miss their heading.
func (c *checker) links() {
	for i := range c.s.Entries {
		e := &c.s.Entries[i]
		for j := range e.Links {
			l := &e.Links[j]
			switch {
			case l.To == "":
				c.unresolved(l)
				continue
			case len(l.Rivals) > 0:
				c.report(e.Path, l.At, note.Warning, CodeAmbiguous, "%s could also be %s; it leads to %s: give the path",
					shown(l), shorten(l.Rivals, 3), Printable(l.To))
			}
			c.subpath(l)
		}
	}
}

func (c *checker) subpath(l *Link) {
	if l.Subpath == "" || l.Subpath == "#" {
		return
	}
	to, ok := c.s.Entry(l.To)
	if !ok || to.Kind != Note || to.Note == nil {
		return
	}
	if _, _, ok := Anchor(to.Note, l.Subpath); !ok {
		what := "heading"
		if strings.Contains(l.Subpath, "#^") {
			what = "block"
		}
		c.report(l.From, l.At, note.Warning, CodeSubpath, "%s has no %s %s", Printable(l.To), what, Printable(l.Subpath))
	}
}

// unresolved says of a link without a file what the person may have meant.
func (c *checker) unresolved(l *Link) {
	if c.look == nil {
		c.look = newLookup(c.s)
	}
	code, message := explain(l, c.look, c.s.names)
	c.report(l.From, l.At, note.Warning, code, "%s", message)
}

// Reason says why a link leads nowhere, in the words of Check.
func (s *Snapshot) Reason(l *Link) string {
	_, message := explain(l, newLookup(s), s.names)
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

func newLookup(s *Snapshot) *lookup {
	k := &lookup{titles: map[string]string{}, aliases: map[string]string{}, folders: map[string]bool{},
		known: map[string]string{}}
	last := ""
	for i := range s.Entries {
		e := &s.Entries[i]
		if dir := folder(e.Path); dir != last {
			last = dir
			k.addFolder(Fold(dir))
		}
		if e.Kind != Note {
			continue
		}
		k.names = append(k.names, newNearName(noteName(e.Path), e.Path))
		addFirst(k.titles, Fold(e.Title), e.Path)
		for _, a := range e.Aliases {
			addFirst(k.aliases, Fold(a), e.Path)
		}
	}
	slices.SortStableFunc(k.names, compareLengths)
	return k
}

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
