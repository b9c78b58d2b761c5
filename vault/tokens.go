package vault

import "unicode/utf8"

// Tokens estimates how many tokens a model reads s as. It is a sum over the characters of s, in hundredths of a
// token, rounded up:
//
//	28   a to z
//	50   A to Z; tab
//	80   0 to 9; line end
//	20   space
//	70   other printable ASCII
//	70   Cyrillic
//	90   Latin letters and signs up to U+036F
//	120  others up to U+07FF: Greek, Hebrew, Arabic, …
//	150  Chinese, Japanese and Korean; punctuation, arrows and symbols from U+2000 to U+2BFF
//	200  U+0800 to U+0FFF: the scripts of India, Thai, …
//	300  all others of three bytes
//	400  characters of four bytes, emoji among them
//	100  control characters, and bytes that are not UTF-8
//
// For prose, code and most scripts that is more than the common tokenizers count, for English by a quarter to a half.
// Random letters, such as keys and hashes, are the exception: a rule that looks at single characters cannot tell
// them from words. The sum makes the estimate of two texts together no more than their estimates taken apart, wherever
// they were cut.
func Tokens(s string) int { return (CentiTokens(s) + tokenUnit - 1) / tokenUnit }

// CentiTokens is Tokens in hundredths of a token, not rounded: that of two texts together is the sum of theirs.
func CentiTokens(s string) int {
	sum := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			sum += int(asciiCosts[c])
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		sum += runeCost(r, size)
		i += size
	}
	return sum
}

// tokenUnit is what the costs of characters are fractions of.
const tokenUnit = 100

// asciiCosts are the costs of the characters of ASCII, in rows of 16.
var asciiCosts = [utf8.RuneSelf]uint8{
	100, 100, 100, 100, 100, 100, 100, 100, 100, 50, 80, 100, 100, 100, 100, 100,
	100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
	20, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70,
	80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 70, 70, 70, 70, 70, 70,
	70, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50,
	50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 70, 70, 70, 70, 70,
	70, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
	28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 70, 70, 70, 70, 100,
}

// runeCost returns the cost of a character outside ASCII. It is never above that of size single bytes, so that a cut
// within a character cannot make the parts cheaper than the whole.
func runeCost(r rune, size int) int {
	switch {
	case size == 1: // not UTF-8
		return 100
	case r <= 0x36f:
		return 90
	case 0x400 <= r && r <= 0x52f:
		return 70
	case r <= 0x7ff:
		return 120
	case r <= 0xfff:
		return 200
	case 0x2000 <= r && r <= 0x2bff, isCJK(r):
		return 150
	case size == 3:
		return 300
	}
	return 400
}

// isCJK reports the blocks of three-byte characters that tokenizers know well.
func isCJK(r rune) bool {
	return 0x3000 <= r && r <= 0x9fff || 0xac00 <= r && r <= 0xd7a3 || 0xf900 <= r && r <= 0xfaff ||
		0xff00 <= r && r <= 0xff9f
}
