// Package book is a tariff as a spreadsheet: the tables that people keep their contracts in, read with what is wrong in which cell,
// written back the same way, and compared row by row with another version.
package book

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/sheet"
	"lading/server/rating/engine"
)

// MaxRows is the longest book that is read.
const MaxRows = 20_000

// CellError is what is wrong with one cell. Row and Column count from 1 as a spreadsheet does, 0 where the fault has no place of its own.
type CellError struct {
	Sheet  string `json:"sheet"`
	Row    int    `json:"row"`
	Column int    `json:"column"`
	Header string `json:"header"`
	Code   string `json:"code"`
	Value  string `json:"value"`
}

// keys are how many leading columns of a table name a row; the others are what it says.
var keys = map[string]int{"Tariff": 1, "Lanes": 2, "Breaks": 1, "Rates": 2, "FAK": 2, "Capacity": 3, "Fuel": 2, "Accessorials": 1, "Tiers": 3, "Detention": 1, "Zones": 1, "Surcharges": 1, "Bands": 1}

// Write makes a tariff's tables.
func Write(t *engine.Tariff) []sheet.Table {
	w := &writer{}
	w.tariff(t)
	if len(t.Lanes) > 0 {
		w.table("Lanes", "From", "To", "Days", "Scale", "Zone", "Rate", "Minimum", "Discount")
		for _, l := range t.Lanes {
			w.row(l.From, l.To, num(l.Days), l.Scale, num(l.Zone), dec(l.Rate), opt(l.Minimum), opt(l.Discount))
		}
	}
	if l := t.LTL; l != nil {
		w.table("Breaks", "Code", "From lb")
		head := []string{"Scale", "Class"}
		for _, b := range l.Breaks {
			w.row(b.Code, b.From.String())
			head = append(head, b.Code)
		}
		w.table("Rates", head...)
		for _, s := range l.Scales {
			for _, r := range s.Rows {
				row := []string{s.Name, r.Class.String()}
				for _, x := range r.Rates {
					row = append(row, x.String())
				}
				w.row(row...)
			}
		}
		if len(l.FAK) > 0 {
			w.table("FAK", "From class", "To class", "As class")
			for _, f := range l.FAK {
				w.row(f.From.String(), f.To.String(), f.As.String())
			}
		}
		if len(l.Capacity) > 0 {
			w.table("Capacity", "Kind", "From", "Density", "Pounds", "Class", "Discount")
			for _, c := range l.Capacity {
				class := ""
				if c.Class > 0 {
					class = c.Class.String()
				}
				w.row(string(c.Kind), c.From.String(), c.Density.String(), c.Pounds.String(), class, opt(c.Discount))
			}
		}
	}
	if t.Truckload != nil && len(t.Truckload.Detention) > 0 {
		w.table("Detention", "At", "Free minutes", "Increment minutes", "Per hour", "Maximum")
		for _, d := range t.Truckload.Detention {
			w.row(d.At, strconv.FormatInt(d.Free, 10), strconv.FormatInt(d.Increment, 10), d.PerHour.String(), opt(d.Max))
		}
	}
	if p := t.Parcel; p != nil {
		w.parcel(p)
	}
	if t.Fuel != nil && len(t.Fuel.Rows) > 0 {
		w.table("Fuel", "From", "To", "Percent")
		for _, r := range t.Fuel.Rows {
			w.row(r.From.String(), r.To.String(), r.Percent.String())
		}
	}
	if len(t.Accessorials) > 0 {
		w.table("Accessorials", "Code", "Method", "Rate", "Minimum", "Maximum", "Fuel")
		for _, a := range t.Accessorials {
			w.row(a.Code, string(a.Calc), dec(a.Rate), opt(a.Min), opt(a.Max), yes(a.Fuel))
		}
		if slices.ContainsFunc(t.Accessorials, func(a engine.Accessorial) bool { return len(a.Tiers) > 0 }) {
			w.table("Tiers", "Code", "From", "To", "Amount")
			for _, a := range t.Accessorials {
				for _, x := range a.Tiers {
					w.row(a.Code, x.From.String(), x.To.String(), x.Amount.String())
				}
			}
		}
	}
	return w.tables
}

type writer struct{ tables []sheet.Table }

func (w *writer) table(name string, head ...string) {
	w.tables = append(w.tables, sheet.Table{Name: name, Head: head, Rows: [][]string{}})
}

func (w *writer) row(cells ...string) {
	t := &w.tables[len(w.tables)-1]
	t.Rows = append(t.Rows, cells)
}

func (w *writer) parcel(p *engine.Parcel) {
	longest := 0
	head := []string{"Weight"}
	for _, z := range p.Zones {
		head = append(head, strconv.Itoa(z.Zone))
		longest = max(longest, len(z.Rates))
	}
	w.table("Zones", head...)
	for n := range longest {
		row := []string{strconv.Itoa(n + 1)}
		for _, z := range p.Zones {
			cell := ""
			if n < len(z.Rates) {
				cell = z.Rates[n].String()
			}
			row = append(row, cell)
		}
		w.row(row...)
	}
	over := []string{"over"}
	for _, z := range p.Zones {
		over = append(over, z.Over.String())
	}
	w.row(over...)
	w.table("Surcharges", "Code", "Amount", "Fuel")
	for _, s := range surcharges {
		if c := *s.of(p); c != nil {
			w.row(s.code, c.Amount.String(), yes(c.Fuel))
		}
	}
	if len(p.Bands) > 0 {
		w.table("Bands", "Up to miles", "Zone")
		for _, b := range p.Bands {
			w.row(dec(b.Miles), strconv.Itoa(b.Zone))
		}
	}
}

var surcharges = []struct {
	code string
	of   func(*engine.Parcel) **engine.Surcharge
}{
	{"residential", func(p *engine.Parcel) **engine.Surcharge { return &p.Residence }},
	{"das", func(p *engine.Parcel) **engine.Surcharge { return &p.Area }},
	{"edas", func(p *engine.Parcel) **engine.Surcharge { return &p.AreaFar }},
	{"rdas", func(p *engine.Parcel) **engine.Surcharge { return &p.AreaRemote }},
	{"handling", func(p *engine.Parcel) **engine.Surcharge { return &p.Handling }},
	{"large", func(p *engine.Parcel) **engine.Surcharge { return &p.Large }},
	{"signature", func(p *engine.Parcel) **engine.Surcharge { return &p.Signature }},
	{"adult", func(p *engine.Parcel) **engine.Surcharge { return &p.Adult }},
}

func num(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func dec(d engine.Dec) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

func opt[T fmt.Stringer](v *T) string {
	if v == nil {
		return ""
	}
	return (*v).String()
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

// Change is a row, or a cell of one, that differs between two versions.
type Change struct {
	Sheet  string `json:"sheet"`
	Key    string `json:"key"`
	Column string `json:"column"` // empty where the whole row came or went
	Before string `json:"before"`
	After  string `json:"after"`
	Kind   Kind   `json:"kind"`
}

// Kind says what became of a row.
type Kind string

// The kinds.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{"added", "removed", "changed"} }

// Diff compares two versions by their tables, in the order of the new one; what went comes after each table.
func Diff(before, after *engine.Tariff) []Change {
	var old []sheet.Table
	if before != nil {
		old = Write(before)
	}
	out := []Change{}
	now := Write(after)
	for _, t := range now {
		out = append(out, compare(find(old, t.Name), t)...)
	}
	for _, t := range old {
		if find(now, t.Name).Name == "" {
			out = append(out, compare(t, sheet.Table{Name: t.Name, Head: t.Head})...)
		}
	}
	return out
}

func find(list []sheet.Table, name string) sheet.Table {
	if i := slices.IndexFunc(list, func(t sheet.Table) bool { return t.Name == name }); i >= 0 {
		return list[i]
	}
	return sheet.Table{}
}

func compare(a, b sheet.Table) (out []Change) {
	n := keys[b.Name]
	key := func(row []string) string { return strings.Join(row[:n], " / ") }
	was := map[string][]string{}
	for _, row := range a.Rows {
		was[key(row)] = row
	}
	for _, row := range b.Rows {
		k := key(row)
		old, ok := was[k]
		delete(was, k)
		if !ok {
			out = append(out, Change{b.Name, k, "", "", strings.Join(row[n:], " · "), Added})
			continue
		}
		for i, h := range b.Head {
			if i < n {
				continue
			}
			before := ""
			if at := slices.Index(a.Head, h); at >= 0 {
				before = old[at]
			}
			if before != row[i] {
				out = append(out, Change{b.Name, k, h, before, row[i], Changed})
			}
		}
		for at, h := range a.Head {
			if at >= n && !slices.Contains(b.Head, h) {
				out = append(out, Change{b.Name, k, h, old[at], "", Changed})
			}
		}
	}
	for _, row := range a.Rows { // in their order
		if _, gone := was[key(row)]; gone {
			out = append(out, Change{b.Name, key(row), "", strings.Join(row[n:], " · "), "", Removed})
		}
	}
	return out
}

var (
	scac  = regexp.MustCompile(`^[A-Z]{2,4}$`)
	money = regexp.MustCompile(`^[A-Z]{3}$`)
	place = regexp.MustCompile(`^([0-9]{1,5}|[A-Za-z]{2}|[A-Za-z][0-9][A-Za-z].{0,4})?$`)
)

func isDay(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}
