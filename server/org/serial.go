package org

import (
	"fmt"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/gs1"
)

// Rule is how a number's check digit is made.
type Rule string

// The rules. Most carriers publish none for their PRO numbers: those have no check digit of which we know.
const (
	Unchecked Rule = ""
	GS1       Rule = "gs1"
	Mod7      Rule = "mod7" // XPO
	Luhn      Rule = "luhn" // Old Dominion
)

// Values lists the rules.
func (Rule) Values() []string { return []string{"", "gs1", "mod7", "luhn"} }

// check is the digit behind a body of digits.
func (r Rule) check(body string) (string, error) {
	if r == Unchecked {
		return "", nil
	}
	if body == "" || strings.Trim(body, "0123456789") != "" {
		return "", gs1.ErrDigits
	}
	switch r {
	case GS1:
		d, err := gs1.CheckDigit(body)
		return string(d), err
	case Mod7:
		rest := 0
		for _, c := range body {
			rest = (rest*10 + int(c-'0')) % 7
		}
		return strconv.Itoa(rest), nil
	case Luhn:
		sum := 0
		for i := range body {
			d := int(body[len(body)-1-i] - '0')
			if i%2 == 0 {
				if d *= 2; d > 9 {
					d -= 9
				}
			}
			sum += d
		}
		return strconv.Itoa((10 - sum%10) % 10), nil
	}
	return "", nil
}

// series is numbers that differ in their serial alone. A device makes them by the same rule (sync/client/number.ts); both are held
// to sync/testdata/lease-numbers.json.
type series struct {
	prefix string
	digits int64
	rule   Rule
}

// number sets a serial.
func (s series) number(serial int64) (string, error) {
	tail := strconv.FormatInt(serial, 10)
	if serial < 0 || int64(len(tail)) > s.digits {
		return "", fmt.Errorf("%w: serial %d of %d digits", gs1.ErrFull, serial, s.digits)
	}
	body := s.prefix + strings.Repeat("0", int(s.digits)-len(tail)) + tail
	check, err := s.rule.check(body)
	return body + check, err
}

// serial reads a number; ok is false where it is none of the series, or its check digit is wrong.
func (s series) serial(number string) (serial int64, ok bool) {
	rest, ok := strings.CutPrefix(number, s.prefix)
	if !ok || int64(len(rest)) < s.digits {
		return 0, false
	}
	serial, err := strconv.ParseInt(rest[:s.digits], 10, 64)
	if err != nil {
		return 0, false
	}
	again, err := s.number(serial)
	return serial, err == nil && again == number
}

// seriesOf is the organisation's own series: bills and pallets stand behind its company prefix.
func seriesOf(kind NumberKind, prefix string) (series, error) {
	switch {
	case kind == SSCC && prefix == "":
		return series{}, fail.Conflict("company-prefix-missing")
	case kind == SSCC:
		return series{fmt.Sprint(ssccExtension) + prefix, int64(17 - 1 - len(prefix)), GS1}, nil
	case prefix == "":
		prefix = noPrefix
	}
	return series{prefix, int64(16 - len(prefix)), GS1}, nil
}

// noPrefix opens the bill numbers of a shipper who has no company prefix of its own.
const noPrefix = "04"
