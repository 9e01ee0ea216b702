package gs1

import (
	"errors"
	"strings"
)

// Element is one application identifier of a label with what stands behind it.
type Element struct {
	AI    string `json:"ai"`
	Value string `json:"value"`
}

// ErrCheckDigit is a number that was misread: its last digit does not follow from the others.
var ErrCheckDigit = errors.New("gs1: the check digit does not fit")

// ErrLabel is a bar code that is announced as GS1's and is not written as such.
var ErrLabel = errors.New("gs1: not an element string")

// shape is how an identifier's value is written: so many characters, or up to so many behind which a separator stands.
type shape struct {
	length  int
	varies  bool
	checked bool // ends in the trade's check digit
	digits  bool
}

// shapes are the identifiers that freight labels carry. The first two digits of an identifier tell how long it is and, for those of a fixed
// length, what follows: GS1 General Specifications, section 7.8.
var shapes = map[string]shape{
	"00": {18, false, true, true}, "01": {14, false, true, true}, "02": {14, false, true, true},
	"10": {20, true, false, false}, "11": {6, false, false, true}, "12": {6, false, false, true}, "13": {6, false, false, true}, "15": {6, false, false, true},
	"16": {6, false, false, true}, "17": {6, false, false, true}, "20": {2, false, false, true}, "21": {20, true, false, false}, "22": {20, true, false, false},
	"30": {8, true, false, true}, "37": {8, true, false, true},
	"240": {30, true, false, false}, "241": {30, true, false, false}, "250": {30, true, false, false}, "251": {30, true, false, false},
	"400": {30, true, false, false}, "401": {30, true, false, false}, "402": {17, false, true, true}, "403": {30, true, false, false},
	"410": {13, false, true, true}, "411": {13, false, true, true}, "412": {13, false, true, true}, "413": {13, false, true, true}, "414": {13, false, true, true},
	"415": {13, false, true, true}, "420": {20, true, false, false}, "421": {12, true, false, false},
	"90": {30, true, false, false}, "91": {90, true, false, false}, "92": {90, true, false, false}, "93": {90, true, false, false}, "94": {90, true, false, false},
	"95": {90, true, false, false}, "96": {90, true, false, false}, "97": {90, true, false, false}, "98": {90, true, false, false}, "99": {90, true, false, false},
}

// measured are the four-digit identifiers of weights, lengths and volumes, 3100 to 3699: six digits, the last of the identifier counts decimals.
var measured = shape{6, false, false, true}

func shapeAt(s string) (ai string, sh shape, ok bool) {
	if len(s) >= 4 && s[0] == '3' && s[1] >= '1' && s[1] <= '6' && digits(s[:4]) {
		return s[:4], measured, true
	}
	for _, n := range []int{2, 3} {
		if len(s) > n {
			if sh, ok = shapes[s[:n]]; ok {
				return s[:n], sh, true
			}
		}
	}
	return "", sh, false
}

// Parse reads a label's element string, with or without the reader's announcement, with separators or as people read it, in brackets.
func Parse(scan string) ([]Element, error) {
	s := strings.TrimSpace(scan)
	for _, id := range []string{symbologyID, "]d2", "]Q3", "]e0"} {
		s = strings.TrimPrefix(s, id)
	}
	if strings.HasPrefix(s, "(") {
		return bracketed(s)
	}
	var out []Element
	for s = strings.Trim(s, groupSeparator); s != ""; s = strings.TrimLeft(s, groupSeparator) {
		ai, sh, ok := shapeAt(s)
		if !ok {
			return out, ErrLabel
		}
		s = s[len(ai):]
		n := min(sh.length, len(s))
		if sh.varies {
			if i := strings.Index(s, groupSeparator); i >= 0 {
				if i > sh.length {
					return out, ErrLabel
				}
				n = i
			} else if len(s) > sh.length {
				return out, ErrLabel
			}
		}
		e := Element{ai, s[:n]}
		if err := judge(e, sh); err != nil {
			return append(out, e), err
		}
		out, s = append(out, e), s[n:]
	}
	if len(out) == 0 {
		return nil, ErrLabel
	}
	return out, nil
}

// bracketed reads "(00) 1 0614141 123456789 7 (10) LOT4", as it is printed below the bars.
func bracketed(s string) ([]Element, error) {
	var out []Element
	for _, part := range strings.Split(s, "(")[1:] {
		ai, value, ok := strings.Cut(part, ")")
		at, sh, known := shapeAt(ai + "0")
		if !ok || !known || at != ai {
			return out, ErrLabel
		}
		value = strings.TrimSpace(value)
		if sh.digits {
			value = strings.ReplaceAll(value, " ", "")
		}
		e := Element{ai, value}
		if err := judge(e, sh); err != nil {
			return append(out, e), err
		}
		out = append(out, e)
	}
	return out, nil
}

func judge(e Element, sh shape) error {
	switch {
	case e.Value == "" || len(e.Value) > sh.length || !sh.varies && len(e.Value) != sh.length || sh.digits && !digits(e.Value):
		return ErrLabel
	case sh.checked && !valid(e.Value, sh.length):
		return ErrCheckDigit
	}
	return nil
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }
