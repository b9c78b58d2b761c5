package claim

import (
	"encoding/binary"
	"encoding/json"
	"iter"
	"strings"
)

// A record is a reading of one note as it is stored: what tells whether it is of interest stands beside the rest, which
// is packed.
type record struct {
	name     string // of the file
	stamp    uint64 // see sumOf
	modified int64  // when the note was, in nanoseconds since 1970
	flags    flags
	noteType string // reading.Type
	key      string // reading.Key
	rest     string // the reading as JSON; "" where there is no more of it
}

type flags uint8

const (
	keyed    flags = 1 << iota // reading.Keyed
	claiming                   // there are claims
	// elsewhere tells that the claims may be about something else than the ticket that the note stands for.
	elsewhere
)

// recordOf returns the record of a reading.
func recordOf(name string, stamp uint64, modified int64, r *reading) record {
	rec := record{name: name, stamp: stamp, modified: modified, noteType: r.Type, key: r.Key}
	if r.Keyed {
		rec.flags |= keyed
	}
	if len(r.Claims) > 0 {
		rec.flags |= claiming
	}
	if len(r.Claims) > 1 || len(r.Claims) == 1 && r.Claims[0].Form != FormStatus || r.Change != nil {
		rec.flags |= elsewhere
	}
	if len(r.Claims) > 0 || r.Status != "" || r.Repo != "" || r.Change != nil || len(r.Of)+len(r.Links)+len(r.Full) > 0 {
		if packed, err := json.Marshal(r); err == nil { // it holds nothing that could not be
			rec.rest = string(packed)
		}
	}
	return rec
}

// reading unpacks the reading. What cannot be unpacked claims nothing.
func (r *record) reading() *reading {
	read := reading{Type: r.noteType, Key: r.key, Keyed: r.flags&keyed != 0}
	if r.rest != "" {
		if err := json.Unmarshal([]byte(r.rest), &read); err != nil {
			return &reading{}
		}
	}
	return &read
}

// pack appends the record to others.
func (r *record) pack(to []byte) []byte {
	to = binary.LittleEndian.AppendUint64(to, r.stamp)
	to = binary.LittleEndian.AppendUint64(to, uint64(r.modified))
	to = append(to, byte(r.flags))
	for _, s := range [...]string{r.name, r.noteType, r.key, r.rest} {
		to = binary.AppendUvarint(to, uint64(len(s)))
		to = append(to, s...)
	}
	return to
}

// records yields the records of a folder, and no more where they are damaged.
func (f *folder) records() iter.Seq[record] {
	return func(yield func(record) bool) {
		const fixed = 8 + 8 + 1
		for rest := f.packed; len(rest) >= fixed; {
			r := record{stamp: uint64At(rest), modified: int64(uint64At(rest[8:])), flags: flags(rest[16])}
			rest = rest[fixed:]
			for _, to := range [...]*string{&r.name, &r.noteType, &r.key, &r.rest} {
				var ok bool
				if *to, rest, ok = cutString(rest); !ok {
					return
				}
			}
			if !yield(r) {
				return
			}
		}
	}
}

func uint64At(s string) (n uint64) {
	for i := range 8 {
		n |= uint64(s[i]) << (8 * i)
	}
	return n
}

// cutString cuts off a string that stands behind its length.
func cutString(s string) (first, rest string, ok bool) {
	n, size := uint64(0), 0
	for shift := 0; ; shift += 7 {
		if size == len(s) || shift > 56 {
			return "", "", false
		}
		b := s[size]
		size++
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			break
		}
	}
	if n > uint64(len(s)-size) {
		return "", "", false
	}
	end := size + int(n)
	return s[size:end], s[end:], true
}

// isAbout reports whether the claims of the record may be about one of the tickets, by their keys in capitals, or about
// something that is no ticket of its own.
func (r *record) isAbout(tickets map[string][]int) bool {
	if r.flags&claiming == 0 {
		return false
	}
	return r.flags&elsewhere != 0 || len(tickets[strings.ToUpper(r.key)]) > 0
}
