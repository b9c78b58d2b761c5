package index

import "crypto/sha256"

// A Sum stands for bytes: those of the same sum are the same.
type Sum [16]byte

// SumOf returns the sum of some bytes.
func SumOf(b []byte) Sum {
	sum := sha256.Sum256(b)
	return Sum(sum[:len(Sum{})])
}
