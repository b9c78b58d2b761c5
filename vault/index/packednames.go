package index

// packNames packs the names of a file, by which they are found again among all names.
func packNames(names []Name) []byte {
	e := encoder{make([]byte, 0, 32*len(names)+8)}
	e.int(len(names))
	for _, n := range names {
		e.uint(uint64(n.Rank))
		e.string(n.Key)
	}
	return seal(e.b)
}

// unpackNames returns what packNames packed.
func unpackNames(stored string) ([]Name, error) {
	stored, err := unseal(stored)
	if err != nil {
		return nil, err
	}
	d := decoder{s: stored}
	names := list(&d, func() Name {
		rank := Rank(d.uint())
		return Name{d.string(), rank}
	})
	if d.broken || d.s != "" {
		return nil, errCorrupt
	}
	return names, nil
}
