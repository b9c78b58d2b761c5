package index

import "crypto/sha256"

// A Sum stands for the text of a note. A text of the same sum says what was parsed of the other.
type Sum [16]byte

// SumOf returns the sum of a text.
func SumOf(text []byte) Sum {
	sum := sha256.Sum256(text)
	return Sum(sum[:len(Sum{})])
}
