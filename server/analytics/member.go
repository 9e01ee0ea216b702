package analytics

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/fail"
)

// held is a member of a line as a view compares it: by its number where it has one, else by its text.
type held struct {
	text   string
	number int64 // in thousandths; an amount's minor units are ten of them
	counts bool  // it is a number
	none   bool  // there is nothing to compare
}

// member is one column that a view can show, filter by and order by.
type member struct {
	key    string
	number bool
	money  bool // an amount in the line's currency
	of     func(*Line) held
	only   []Subject // nil is every report
}

func words(of func(*Line) string) func(*Line) held {
	return func(l *Line) held { s := of(l); return held{text: s, none: s == ""} }
}

func number(of func(*Line) int64) func(*Line) held {
	return func(l *Line) held { return held{number: of(l) * 1000, counts: true} }
}

func amount(of func(*Line) *int64) func(*Line) held {
	return func(l *Line) held {
		minor := of(l)
		if minor == nil {
			return held{counts: true, none: true}
		}
		return held{number: *minor * 10, counts: true}
	}
}

var priced = []Subject{Spend, Offers, Bills, Filed}

// members are the columns that there are. A weight is compared in pounds, whatever unit it was entered in.
var members = []member{
	{key: "number", of: words(func(l *Line) string { return l.Number }), only: []Subject{Bills, Filed}},
	{key: "shipment", of: words(func(l *Line) string { return l.Shipment })},
	{key: "day", of: words(func(l *Line) string { return l.Day })},
	{key: "state", of: words(func(l *Line) string { return l.State })},
	{key: "carrier", of: words(func(l *Line) string { return l.Carrier })},
	{key: "carrierName", of: words(func(l *Line) string { return l.CarrierName })},
	{key: "amountMinor", number: true, money: true, of: amount(func(l *Line) *int64 { return l.AmountMinor }), only: priced},
	{key: "paidMinor", number: true, money: true, of: amount(func(l *Line) *int64 { return l.PaidMinor }), only: []Subject{Bills, Filed}},
	{key: "currency", of: words(func(l *Line) string { return l.Currency }), only: priced},
	{key: "person", of: words(func(l *Line) string { return l.Person }), only: []Subject{Ratings}},
	{key: "warehouse", of: words(func(l *Line) string { return l.Warehouse })},
	{key: "mode", of: words(func(l *Line) string { return l.Mode })},
	{key: "toName", of: words(func(l *Line) string { return l.ToName })},
	{key: "toCity", of: words(func(l *Line) string { return l.ToCity })},
	{key: "toState", of: words(func(l *Line) string { return l.ToState })},
	{key: "pallets", number: true, of: number(func(l *Line) int64 { return l.Pallets })},
	{key: "pieces", number: true, of: number(func(l *Line) int64 { return l.Pieces })},
	{key: "weight", number: true, of: func(l *Line) held {
		milli, ok := l.Weight.Pounds()
		return held{number: milli, counts: true, none: !ok}
	}},
	{key: "bol", of: words(func(l *Line) string { return l.BOL })},
}

// memberOf finds a column that a report has.
func memberOf(subject Subject, key string) (member, bool) {
	i := slices.IndexFunc(members, func(m member) bool { return m.key == key })
	if i < 0 || members[i].only != nil && !slices.Contains(members[i].only, subject) {
		return member{}, false
	}
	return members[i], true
}

// Compared is how a condition compares.
type Compared string

// The comparisons. Words are compared without regard to capital letters.
const (
	Is       Compared = "is"
	IsNot    Compared = "is-not"
	Contains Compared = "contains"
	AtLeast  Compared = "at-least"
	AtMost   Compared = "at-most"
	Empty    Compared = "empty"
	Filled   Compared = "filled"
)

// Values lists the comparisons.
func (Compared) Values() []string {
	return []string{"is", "is-not", "contains", "at-least", "at-most", "empty", "filled"}
}

// Condition is what a row of a view meets.
type Condition struct {
	Key   string   `json:"Key" validate:"required,max=60"`
	Is    Compared `json:"Is" validate:"required,oneof=is is-not contains at-least at-most empty filled"`
	Value string   `json:"Value" validate:"max=120" field:"trim"` // an amount in whole units of its currency: 1250.50
}

// test is a condition that was understood.
type test struct {
	of    func(*Line) held
	is    Compared
	value held
}

// conditionsOf understands the conditions of a report's view, or says which of them makes no sense.
func conditionsOf(subject Subject, field string, conditions []Condition) ([]test, error) {
	var tests []test
	var bad []fail.Field
	for i, c := range conditions {
		at := func(name string) string { return fmt.Sprintf("%s[%d].%s", field, i, name) }
		m, ok := memberOf(subject, c.Key)
		bare := c.Is == Empty || c.Is == Filled
		value := held{text: strings.ToLower(c.Value)}
		switch {
		case !ok:
			bad = append(bad, fail.Of(at("Key"), "view-column-unknown", "key", c.Key))
			continue
		case bare && c.Value != "":
			bad = append(bad, fail.Of(at("Value"), "view-value-unused"))
		case !bare && c.Value == "":
			bad = append(bad, fail.Of(at("Value"), "field-required"))
		case m.number && c.Is == Contains:
			bad = append(bad, fail.Of(at("Is"), "view-number-contains"))
		case m.number && !bare:
			if value.number, ok = thousandths(c.Value); !ok {
				bad = append(bad, fail.Of(at("Value"), "view-number-invalid", "value", c.Value))
			}
		}
		tests = append(tests, test{m.of, c.Is, value})
	}
	if len(bad) > 0 {
		return nil, fail.Invalid(bad...)
	}
	return tests, nil
}

// thousandths reads a decimal number with at most three places.
func thousandths(s string) (int64, bool) {
	whole, part, _ := strings.Cut(s, ".")
	if len(part) > 3 || len(whole) > 15 || strings.ContainsAny(part, "+-") {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+part+strings.Repeat("0", 3-len(part)), 10, 64)
	return n, err == nil && strings.Trim(whole, "+-") != ""
}

// meets reports whether a line meets all conditions. What is not there meets no comparison but that it is empty, or that it is not something.
func meets(l *Line, tests []test) bool {
	for _, t := range tests {
		h := t.of(l)
		by := compare(h, t.value)
		ok := false
		switch t.is {
		case Is:
			ok = !h.none && by == 0
		case IsNot:
			ok = h.none || by != 0
		case Contains:
			ok = strings.Contains(strings.ToLower(h.text), t.value.text)
		case AtLeast:
			ok = !h.none && by >= 0
		case AtMost:
			ok = !h.none && by <= 0
		case Empty:
			ok = h.none
		case Filled:
			ok = !h.none
		}
		if !ok {
			return false
		}
	}
	return true
}

func compare(a, b held) int {
	if a.counts {
		return cmp.Compare(a.number, b.number)
	}
	return cmp.Compare(strings.ToLower(a.text), strings.ToLower(b.text))
}

// order puts lines in the order of a column, amounts by currency first: those of two are not compared. What is not there stands last either way, and equal ones stay in the order of their days.
func order(rows []Line, m member, descending bool) {
	slices.SortStableFunc(rows, func(x, y Line) int {
		a, b := m.of(&x), m.of(&y)
		switch {
		case a.none != b.none && a.none:
			return 1
		case a.none != b.none:
			return -1
		case m.money && x.Currency != y.Currency:
			return cmp.Compare(x.Currency, y.Currency)
		case descending:
			return compare(b, a)
		}
		return compare(a, b)
	})
}
