package index

import (
	"encoding/binary"
	"hash/crc32"
)

// sealAbove is how many bytes of text stand in a row without a checksum. SQLite moves the end of a row of more than 1002
// bytes to pages that have no structure of their own, where it does not notice that one was lost.
const sealAbove = 700

// castagnoli is a checksum that processors compute: a page of the file that was lost must not pass for empty text.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal returns a text, or bytes, as they are stored: long ones end in their checksum.
func seal[T string | []byte](text T) T {
	if len(text) <= sealAbove {
		return text
	}
	return T(binary.LittleEndian.AppendUint32([]byte(text), crc32.Checksum([]byte(text), castagnoli)))
}

// unseal returns the text that seal was given.
func unseal(stored string) (string, error) {
	if len(stored) <= sealAbove {
		return stored, nil
	}
	at := len(stored) - crc32.Size
	if binary.LittleEndian.Uint32([]byte(stored[at:])) != crc32.Checksum([]byte(stored[:at]), castagnoli) {
		return "", errCorrupt
	}
	return stored[:at], nil
}
