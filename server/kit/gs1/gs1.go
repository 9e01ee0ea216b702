// Package gs1 makes and checks the numbers that freight shares with the whole trade: the 17 digits of a
// bill of lading and the 18 digits on a pallet's label (SSCC). Both end in the same check digit, and both
// stay text: a leading zero belongs to the number.
package gs1

import (
	"errors"
	"fmt"
	"strings"
)

const (
	bolLength  = 17
	ssccLength = 18

	// noPrefix opens the bill numbers of a shipper who has no company prefix of its own.
	noPrefix = "04"

	// A GS1 bar code opens with FNC1, which readers pass on as one of these, or not at all.
	symbologyID    = "]C1"
	groupSeparator = "\x1d"
)

var (
	// ErrDigits is a number that has something else than digits in it, or too many of them.
	ErrDigits = errors.New("gs1: not a number of the right length")
	// ErrFull is a prefix whose serials are used up. A bill number is never used twice.
	ErrFull = errors.New("gs1: serial does not fit behind the prefix")
)

// CheckDigit is the mod 10 digit that follows body: from the right, every other digit counts three times.
func CheckDigit(body string) (byte, error) {
	if body == "" {
		return 0, ErrDigits
	}
	sum, weight := 0, 3
	for i := len(body) - 1; i >= 0; i-- {
		d := int(body[i]) - '0'
		if d < 0 || d > 9 {
			return 0, fmt.Errorf("%w: %q", ErrDigits, body)
		}
		sum += d * weight
		weight = 4 - weight
	}
	return byte('0' + (10-sum%10)%10), nil
}

// BOL is the bill of lading number of a company prefix and a serial. An empty prefix takes 04, which the
// trade keeps for shippers without one.
func BOL(prefix string, serial int64) (string, error) {
	if prefix == "" {
		prefix = noPrefix
	}
	return number(prefix, serial, bolLength)
}

// ValidBOL tells whether s is a 17-digit bill number whose check digit is right. Shippers also carry older
// numbers of their own, so a bill may have another number; it is then printed as it is.
func ValidBOL(s string) bool { return valid(s, bolLength) }

// SSCC is the number of one pallet: extension is a digit that the shipper is free to choose.
func SSCC(extension int, prefix string, serial int64) (string, error) {
	if extension < 0 || extension > 9 {
		return "", fmt.Errorf("%w: extension %d", ErrDigits, extension)
	}
	if len(prefix) < 7 || len(prefix) > 10 {
		return "", fmt.Errorf("%w: company prefix %q", ErrDigits, prefix)
	}
	return number(fmt.Sprint(extension)+prefix, serial, ssccLength)
}

// ValidSSCC tells whether s is an 18-digit pallet number whose check digit is right.
func ValidSSCC(s string) bool { return valid(s, ssccLength) }

// FromScan is the bare number in what a scanner read: bill and pallet bar codes carry an application identifier (402 and 00) before the
// number, among others on the same label, and some readers announce the symbology. What is neither comes back trimmed.
func FromScan(s string) string {
	elements, err := Parse(s)
	for _, e := range elements {
		if e.AI == "00" && ValidSSCC(e.Value) || e.AI == "402" && ValidBOL(e.Value) {
			return e.Value
		}
	}
	s = strings.TrimSpace(s)
	if err != nil { // a label of the trade that ends in something else
		bare := strings.NewReplacer("(", "", ")", "", " ", "").Replace(strings.Trim(strings.TrimPrefix(s, symbologyID), groupSeparator))
		for ai, n := range map[string]int{"402": bolLength, "00": ssccLength} {
			if v, ok := strings.CutPrefix(bare, ai); ok && len(v) >= n && valid(v[:n], n) {
				return v[:n]
			}
		}
	}
	for _, id := range []string{symbologyID, "]d2", "]Q3", "]e0"} {
		s = strings.TrimPrefix(s, id)
	}
	return strings.Trim(s, groupSeparator)
}

func number(prefix string, serial int64, length int) (string, error) {
	room := length - 1 - len(prefix)
	tail := fmt.Sprint(serial)
	if serial < 0 || room < 1 {
		return "", fmt.Errorf("%w: prefix %q, serial %d", ErrDigits, prefix, serial)
	}
	if len(tail) > room {
		return "", fmt.Errorf("%w: prefix %q, serial %d", ErrFull, prefix, serial)
	}
	body := prefix + strings.Repeat("0", room-len(tail)) + tail
	check, err := CheckDigit(body)
	if err != nil {
		return "", err
	}
	return body + string(check), nil
}

func valid(s string, length int) bool {
	if len(s) != length {
		return false
	}
	check, err := CheckDigit(s[:length-1])
	return err == nil && s[length-1] == check
}
