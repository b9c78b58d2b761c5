package index

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestCursorReadsWhatPackWrote(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, files := range []int{0, 1, partSize - 1, partSize, partSize + 1, 3 * partSize, 100} {
		var packed []byte
		var want []Stamp
		for i := range files {
			m := Mark{random.Int64N(1 << 40), random.Int64() - 1<<62, random.Int64() - 1<<62, random.Uint64()}
			want = append(want, Stamp{fmt.Sprintf("note %d.md", i), m})
			packed = Pack(packed, []byte(want[i].Name), m)
		}
		n := 0
		for c := NewCursor(packed); c.Next(); n++ {
			if c.Stamp() != want[n] {
				t.Errorf("of %d stamps, number %d: got %v, want %v", files, n, c.Stamp(), want[n])
			}
		}
		if n != files {
			t.Errorf("got %d stamps of %d", n, files)
		}
		parts := cut(packed)
		if !bytes.Equal(bytes.Join(parts, nil), packed) || len(parts) != (files+partSize-1)/partSize {
			t.Errorf("%d stamps are in %d parts, which join to %d bytes of %d", files, len(parts), len(bytes.Join(parts, nil)), len(packed))
		}
	}
}

func FuzzCursor(f *testing.F) {
	f.Add(Pack(Pack(nil, []byte("a.md"), Mark{1, 2, 3, 4}), []byte("b.md"), Mark{5, 6, 7, 8}))
	f.Add([]byte{4, 'a', '.'})
	f.Fuzz(func(t *testing.T, packed []byte) {
		read := 0
		for c := NewCursor(packed); c.Next(); {
			read += len(c.Name)
		}
		if read > len(packed) {
			t.Errorf("names of %d bytes were read out of %d", read, len(packed))
		}
		if !bytes.HasPrefix(packed, bytes.Join(cut(packed), nil)) {
			t.Error("the parts are not what was cut")
		}
	})
}
