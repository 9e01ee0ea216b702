package freight

import (
	"bytes"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-json"
)

// Plain is a measure of a documented call: a measure, or the bare number that the documents write. A number has no unit: Or says in which it is.
type Plain struct{ Measure }

var errPlain = errors.New("neither a measure nor a number")

// UnmarshalJSON reads either. A number may be text, as forms send it, and has at most three places.
func (p *Plain) UnmarshalJSON(b []byte) error {
	if b = bytes.TrimSpace(b); len(b) > 0 && b[0] == '{' {
		d := json.NewDecoder(bytes.NewReader(b))
		d.DisallowUnknownFields()
		return d.Decode(&p.Measure)
	}
	text := strings.TrimSpace(strings.Trim(string(b), `"`))
	whole, part, _ := strings.Cut(text, ".")
	if len(part) > 3 && strings.Trim(part[3:], "0") != "" || len(whole) > 12 {
		return errPlain
	}
	digits := whole + (part + "000")[:3]
	milli, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || whole == "" || strings.ContainsAny(part, "+-") {
		return errPlain
	}
	p.Measure = Measure{Milli: milli}
	return nil
}

// Inner is how the wire describes it.
func (Plain) Inner() reflect.Type { return reflect.TypeFor[Measure]() }

// Or is the measure, a bare number being in the unit of the first of some that has one.
func (p Plain) Or(units ...string) Measure {
	for _, u := range units {
		if p.Unit == "" && p.Milli != 0 {
			p.Unit = u
		}
	}
	return p.Measure
}
