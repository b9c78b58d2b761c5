package note

import (
	"bufio"
	"bytes"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/adrg/frontmatter"
	"go.yaml.in/yaml/v3"

	"vaultgraph/vault/lazyregexp"
)

// A yamlError is what is wrong with a block, and in which line of it as the YAML library counts them (from 1; 0 when
// unknown).
type yamlError struct {
	line    int
	message string
}

// delimiter lends adrg/frontmatter a pair of fences that cannot occur in a block. That package would end a block at
// any line of "---", even one indented within a scalar, take blank lines and JSON before the fence, and lose the
// body on an error; so the block is cut by readFrontmatter and only decoded by it.
const delimiter = "\x00vault-frontmatter\x00"

// readers spare the 4 KB that adrg/frontmatter would take for each note: it uses a buffered reader that it is given.
var readers = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

// nodeRooms are where flatYAML puts its nodes. Nobody needs them when the properties are decoded.
var nodeRooms = sync.Pool{New: func() any { return new([manyNodes]yaml.Node) }}

// decodeYAML parses a block to its root mapping; nil for an empty block. room is for flatYAML.
func decodeYAML(content []byte, room []yaml.Node) (*yaml.Node, *yamlError) {
	if len(bytes.TrimSpace(content)) == 0 {
		return nil, nil
	}
	if root := flatYAML(content, room); root != nil {
		return root, nil
	}
	return libraryYAML(content)
}

// libraryYAML is decodeYAML by the YAML library.
func libraryYAML(content []byte) (*yaml.Node, *yamlError) {
	if i := bytes.IndexByte(content, 0); i >= 0 {
		return nil, &yamlError{len(yamlLines(content[:i])), "a NUL byte"}
	}
	fenced := make([]byte, 0, len(content)+2*len(delimiter)+3)
	fenced = append(fenced, delimiter+"\n"...)
	fenced = append(fenced, content...)
	if content[len(content)-1] != '\n' {
		fenced = append(fenced, '\n')
	}
	fenced = append(fenced, delimiter+"\n"...)
	var doc yaml.Node
	format := frontmatter.NewFormat(delimiter, delimiter, yaml.Unmarshal)
	reader := readers.Get().(*bufio.Reader)
	reader.Reset(bytes.NewReader(fenced))
	_, err := frontmatter.Parse(reader, &doc, format)
	reader.Reset(nil)
	readers.Put(reader)
	if err != nil {
		return nil, explainYAML(err)
	}
	if doc.Kind == 0 || len(doc.Content) == 0 {
		return nil, nil // comments only
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		return nil, nil
	}
	if root.Kind != yaml.MappingNode {
		return nil, &yamlError{root.Line, "the block is not a list of properties"}
	}
	return root, nil
}

// errorLine is how the YAML library says where an error is.
var errorLine = lazyregexp.New(`^(?:yaml: )?(?:unmarshal errors:\s*)?(?:line (\d+): )?`)

func explainYAML(err error) *yamlError {
	message := err.Error()
	m := errorLine().FindStringSubmatch(message)
	line, _ := strconv.Atoi(m[1])
	problem := strings.TrimSpace(message[len(m[0]):])
	if line > 0 && slices.Contains(parserProblems, problem) {
		line++
	}
	return &yamlError{line, problem}
}

// parserProblems are those that the library reports one line too high: its parser, other than its scanner, counts
// lines from 0.
var parserProblems = []string{
	"did not find expected ',' or ']'", "did not find expected ',' or '}'", "did not find expected '-' indicator",
	"did not find expected key", "did not find expected node content", "did not find expected <document start>",
}

// A yamlLine is a line of a block as the YAML library counts them: for it, a carriage return, NEL, LS and PS end a
// line as well.
type yamlLine struct {
	start int // offset in the block
	line  int // the file's line that it begins in
}

func yamlLines(b []byte) []yamlLine {
	line := 2 // the opening fence is the first
	lines := make([]yamlLine, 0, 1+bytes.Count(b, lineFeed))
	lines = append(lines, yamlLine{0, line})
	for i := 0; i < len(b); {
		n := yamlBreak(b[i:])
		i += max(n, 1)
		if n == 0 {
			continue
		}
		if b[i-1] == '\n' {
			line++
		}
		lines = append(lines, yamlLine{i, line})
	}
	return lines
}

// yamlBreak returns the length of the line break that b begins with, or 0.
func yamlBreak(b []byte) int {
	switch b[0] {
	case '\n':
		return 1
	case '\r':
		if bytes.HasPrefix(b, []byte("\r\n")) {
			return 2
		}
		return 1
	case 0xc2:
		if bytes.HasPrefix(b, []byte("\u0085")) {
			return 2
		}
	case 0xe2:
		if bytes.HasPrefix(b, []byte("\u2028")) || bytes.HasPrefix(b, []byte("\u2029")) {
			return 3
		}
	}
	return 0
}
