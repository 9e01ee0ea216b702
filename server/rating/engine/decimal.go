package engine

import (
	"fmt"
	"math/bits"
	"reflect"
	"strconv"
	"strings"
)

// Dec is a decimal number in ten-thousandths: a rate per hundredweight, a percentage, a weight. No figure of a rate ever passes through a float.
type Dec int64

const one Dec = 10_000

// ParseDec reads "41.59". More than four places are refused rather than rounded: a tariff says what it means.
func ParseDec(s string) (Dec, error) {
	s = strings.TrimSpace(s)
	text, negative := strings.CutPrefix(s, "-")
	whole, part, _ := strings.Cut(text, ".")
	part = strings.TrimRight(part, "0")
	if len(whole)+len(part) == 0 && !strings.Contains(text, "0") || len(part) > 4 || len(whole) > 12 {
		return 0, fmt.Errorf("%q is not a number of at most four places", s)
	}
	var d Dec
	for _, c := range whole + (part + "0000")[:4] {
		if c < '0' || c > '9' {
			return 0, fmt.Errorf("%q is not a number", s)
		}
		d = d*10 + Dec(c-'0')
	}
	if negative {
		d = -d
	}
	return d, nil
}

// Int makes a Dec of a whole number.
func Int(n int64) Dec { return Dec(n) * one }

// String writes the number without idle zeros.
func (d Dec) String() string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	s := fmt.Sprintf("%d.%04d", d/one, d%one)
	return sign + strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// MarshalJSON writes the number as text, so that no reader makes a float of it.
func (d Dec) MarshalJSON() ([]byte, error) { return []byte(`"` + d.String() + `"`), nil }

// UnmarshalJSON reads text, and a bare number by its digits.
func (d *Dec) UnmarshalJSON(b []byte) (err error) {
	s := strings.Trim(string(b), `"`)
	if s == "null" || s == "" {
		return nil
	}
	*d, err = ParseDec(s)
	return err
}

// Inner is how the wire carries it.
func (Dec) Inner() reflect.Type { return reflect.TypeFor[string]() }

// Places is how many digits may stand behind the point.
func (Dec) Places() int { return 4 }

// ceil is the next whole number.
func (d Dec) ceil() int64 { return int64((d + one - 1) / one) }

// nearest is the whole number next to it, halves up.
func (d Dec) nearest() int64 { return int64((d + one/2) / one) }

// Rounding says how a charge becomes cents.
type Rounding string

// The ways to round. HalfUp is what a tariff means that says nothing.
const (
	HalfUp   Rounding = "halfUp"
	HalfEven Rounding = "halfEven"
	Up       Rounding = "up"
	Down     Rounding = "down"
)

// Values lists the ways to round.
func (Rounding) Values() []string {
	return []string{string(HalfUp), string(HalfEven), string(Up), string(Down)}
}

// share is a×b÷c rounded, with 128 bits between. All three are at least 0, and c more.
func (r Rounding) share(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	q, rest := bits.Div64(hi, lo, uint64(c))
	twice := rest * 2
	switch {
	case rest == 0, r == Down:
	case r == Up, r != HalfEven && twice >= uint64(c), r == HalfEven && (twice > uint64(c) || twice == uint64(c) && q%2 == 1):
		q++
	}
	return int64(q)
}

// Cents is an amount in the hundredth part of the tariff's currency.
type Cents int64

// ParseCents reads "95.00".
func ParseCents(s string) (Cents, error) {
	d, err := ParseDec(s)
	if err == nil && d%100 != 0 {
		err = fmt.Errorf("%q is not an amount of at most two places", s)
	}
	return Cents(d / 100), err
}

// String writes the amount: "95.00".
func (c Cents) String() string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	return fmt.Sprintf("%s%d.%02d", sign, c/100, c%100)
}

// dec is the amount as a rate.
func (c Cents) dec() Dec { return Dec(c) * 100 }

// times is quantity×rate÷per, as cents and as the figure before rounding.
func (r Rounding) times(quantity, rate Dec, per int64) (Cents, string) {
	return Cents(r.share(int64(quantity), int64(rate), 1_000_000*per)), exact(int64(quantity), int64(rate), 100*per)
}

// percent is a part of an amount.
func (r Rounding) percent(of Cents, pct Dec) (Cents, string) {
	return Cents(r.share(int64(of), int64(pct), 1_000_000)), exact(int64(of), int64(pct), 100)
}

// exact writes a×b÷c millionths of a unit, for the receipt.
func exact(a, b, c int64) string {
	micro := HalfUp.share(a, b, c)
	s := append(strconv.AppendInt(make([]byte, 0, 16), micro/1_000_000, 10), '.')
	for place := int64(100_000); place > 0; place /= 10 {
		if digit := micro / place % 10; place >= 10_000 || micro%(place*10) != 0 { // two places at least, and no zeros behind
			s = append(s, '0'+byte(digit))
		}
	}
	return string(s)
}
