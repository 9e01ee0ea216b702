package rowfile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/sheet"
	"lading/server/kit/table"
)

// Line is a row of the file, read by the names of fields. What cannot be read is a mistake of the row, and reads as nothing.
type Line struct {
	f    *file
	rec  sheet.Record
	said map[string]string // parts of the address that a column tells together
	held map[string][]string
	bad  []CellError
}

// Holds notes which values of a field the row has already: of those nobody is asked.
func (l *Line) Holds(field string, values ...string) {
	if l.held == nil {
		l.held = map[string][]string{}
	}
	l.held[field] = values
}

// Has reports whether the file, or a person for all of it, says anything of a field.
func (l *Line) Has(field string) bool {
	_, column := l.f.lines.Columns[field]
	_, together := l.said[field]
	return column || together || l.f.reading.Defaults[field] != ""
}

// Refuse notes a mistake in a field.
func (l *Line) Refuse(field, code string, kv ...any) {
	e := CellError{Row: l.rec.N, Field: field, Code: code, Params: map[string]any{}, Value: shortened(l.f.lines.Get(l.rec, field).Text)}
	if i, ok := l.f.lines.Columns[field]; ok {
		e.Column = i + 1
		if i < len(l.f.titles) {
			e.Header = l.f.titles[i]
		}
	}
	for i := 0; i+1 < len(kv); i += 2 {
		e.Params[fmt.Sprint(kv[i])] = kv[i+1]
	}
	for name, value := range map[string]string{"header": e.Header, "value": e.Value} {
		if _, said := e.Params[name]; !said {
			e.Params[name] = value
		}
	}
	if e.Params["header"] == "" {
		e.Params["header"] = field
	}
	l.bad = append(l.bad, e)
}

func (l *Line) refuse(field string, what table.Problem) {
	if what.Code != "" {
		l.Refuse(field, what.Code, what.Params...)
	}
}

// Title is what the file calls the column of a field.
func (l *Line) Title(field string) string {
	if i, ok := l.f.lines.Columns[field]; ok && i < len(l.f.titles) {
		return l.f.titles[i]
	}
	return ""
}

// Judge notes the rules that fields break. A part of a field that has no name of its own is the field's: RateModes[1].
func (l *Line) Judge(bad []fail.Field) {
	for _, b := range bad {
		field := b.Field
		for field != "" && !slices.Contains(l.f.order, field) {
			field = field[:max(strings.LastIndexAny(field, ".["), 0)]
		}
		if field = cmp.Or(field, b.Field); !l.refused(field) {
			l.Refuse(field, b.Code, flat(b.Params)...)
		}
	}
}

func flat(params map[string]any) (kv []any) {
	for _, name := range slices.Sorted(maps.Keys(params)) {
		kv = append(kv, name, params[name])
	}
	return kv
}

// refused reports whether a mistake of a field is noted already.
func (l *Line) refused(field string) bool {
	return slices.ContainsFunc(l.bad, func(e CellError) bool { return e.Field == field })
}

func (l *Line) cell(field string) sheet.Cell {
	c := l.f.lines.Get(l.rec, field)
	switch {
	case l.refused(field):
		return sheet.Cell{}
	case c.Formula:
		l.Refuse(field, "file-formula")
		return sheet.Cell{}
	case c.Broken:
		l.Refuse(field, "file-cell-error")
		return sheet.Cell{}
	case c.Text == "":
		return sheet.Cell{Text: l.f.reading.Defaults[field]}
	case slices.Contains(l.f.ids, field) && table.Lossy(c):
		l.Refuse(field, "order-id-lossy")
		return sheet.Cell{}
	}
	if p := l.f.zeros[field]; p != nil {
		if s := p.Restore(c); s != c.Text {
			c.Text = s
			l.f.restored[l.rec.N] = true
		}
	}
	return c
}

// Text is what a field says, on one line.
func (l *Line) Text(field string) string {
	if s := strings.Join(strings.Fields(l.cell(field).Text), " "); s != "" {
		return s
	}
	return l.said[field]
}

// Set puts a text where the file says something of it.
func (l *Line) Set(field string, to *string) {
	if l.Has(field) {
		*to = l.Text(field)
	}
}

// List is a field with several values, between commas, semicolons or slashes.
func (l *Line) List(field string) []string {
	parts := strings.FieldsFunc(l.Text(field), func(r rune) bool { return strings.ContainsRune(",;/|", r) })
	out := []string{}
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// Flag is a yes or a no.
func (l *Line) Flag(field string) bool {
	s := l.Text(field)
	if s == "" {
		return false
	}
	yes, ok := table.Flag(s)
	if !ok {
		l.Refuse(field, "order-flag-unknown")
	}
	return yes
}

// Measure is a number with a unit: the cell's own, that of the unit's column, that of the title, or the one that a person chose.
func (l *Line) Measure(field, unitField string, length bool) freight.Measure {
	known := table.WeightUnits
	if length {
		known = table.LengthUnits
	}
	c := l.cell(field)
	if c.Text == "" {
		return freight.Measure{}
	}
	milli, unit, value, unitBad := table.Measure(c, l.f.lines.Get(l.rec, unitField), l.f.unit(field, length), known, l.f.decimal)
	if value.Code == "order-zero" { // systems fill what they do not know with zeros
		return freight.Measure{}
	}
	l.refuse(field, value)
	if unitBad.Code != "" {
		at := field
		if l.f.lines.Get(l.rec, unitField).Text != "" {
			at = unitField
		}
		l.refuse(at, unitBad)
	}
	return freight.Measure{Milli: milli, Unit: unit}
}

// Grams is a weight in grams, which the product counts in kilograms.
func (l *Line) Grams(field string) freight.Measure {
	c := l.cell(field)
	if c.Text == "" {
		return freight.Measure{}
	}
	milli, _, value := table.Number(c, l.f.decimal)
	l.refuse(field, value)
	return freight.Measure{Milli: (milli + 500) / 1000, Unit: "kg"}
}

// Box is the three sides of a package that stand in one column.
func (l *Line) Box(field, unitField string) (sides [3]freight.Measure, ok bool) {
	c := l.cell(field)
	if c.Text == "" {
		return sides, false
	}
	parts, unit, ok := table.Box(c.Text)
	if !ok {
		l.Refuse(field, "order-box-unread")
		return sides, false
	}
	for i, part := range parts {
		milli, own, value, unitBad := table.Measure(sheet.Cell{Text: part + " " + unit}, l.f.lines.Get(l.rec, unitField), l.f.unit(field, true), table.LengthUnits, l.f.decimal)
		if l.refuse(field, value); value.Code == "" {
			l.refuse(field, unitBad)
		}
		sides[i] = freight.Measure{Milli: milli, Unit: own}
	}
	return sides, !l.refused(field)
}

// Choice is a value of a closed list, however the file writes it: the value itself, what people call it, or a word that known gives a value for. One that nobody knows
// is asked for once, and a mistake until somebody has said what it means.
func (l *Line) Choice(field string, known func(word string) (value string, ok bool)) string {
	return l.choice(field, l.Text(field), known)
}

// Choices is Choice for a field with several values.
func (l *Line) Choices(field string, known func(word string) (value string, ok bool)) []string {
	out := []string{}
	for _, word := range l.List(field) {
		if v := l.choice(field, word, known); v != "" && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

func (l *Line) choice(field, word string, known func(word string) (value string, ok bool)) string {
	if word == "" {
		return ""
	}
	said := l.f.reading.Words[field][strings.ToLower(word)]
	v := l.f.named(field, word)
	if v == "" {
		v = said
	}
	if v == "" && known != nil {
		v, _ = known(word)
	}
	switch {
	case v == "":
		l.f.ask(field, word, l.rec.N)
		l.Refuse(field, "rowfile-word-unknown", "value", word)
	case !l.f.weighty(field, v):
	case said != "":
		return said
	case slices.Contains(l.held[field], v) || l.f.lines.Get(l.rec, field).Text == "":
	default:
		l.f.ask(field, word, l.rec.N)
		l.Refuse(field, "rowfile-word-weighty", "value", word)
		return ""
	}
	return v
}

// named is the value that a word names: the value itself, or else what people call it, to the letter and then in another spelling. A name of two is nobody's.
func (f *file) named(field, word string) string {
	key := strings.Join(table.Fold(word), " ")
	for _, same := range []func(Choice) bool{
		func(c Choice) bool { return c.Value == word },
		func(c Choice) bool { return strings.EqualFold(c.Value, word) },
		func(c Choice) bool { return strings.EqualFold(c.Label, word) },
		func(c Choice) bool {
			return key != "" && (strings.Join(table.Fold(c.Label), " ") == key || strings.Join(table.Fold(c.Value), " ") == key)
		},
	} {
		found := ""
		for _, c := range f.choices[field] {
			if same(c) && found != "" && found != c.Value {
				return ""
			}
			if same(c) {
				found = c.Value
			}
		}
		if found != "" {
			return found
		}
	}
	return ""
}

// weighty reports whether a value is one that a person must answer for.
func (f *file) weighty(field, value string) bool {
	return slices.ContainsFunc(f.choices[field], func(c Choice) bool {
		return c.Weighty && (strings.EqualFold(c.Value, value) || strings.EqualFold(c.Label, value))
	})
}

// Address are the fields of an address.
type Address struct{ Name, Street, Street2, City, State, Zip, Country string }

// together takes apart a column that tells several parts of the address, where the file has none of their own. It stands for all of them: what it does not tell is blank.
func (l *Line) together(place, whole string, to Address) {
	put := func(parts map[string]string) {
		for field, v := range parts {
			_, own := l.f.lines.Columns[field]
			if _, told := l.said[field]; !own && field != "" && (v != "" || !told && field != to.Name) { // an address without a name is anybody's
				l.said[field] = v
			}
		}
	}
	if s := l.Text(place); s != "" {
		if city, state, zip, ok := table.Place(s); ok {
			put(map[string]string{to.City: city, to.State: state, to.Zip: zip})
		} else {
			l.Refuse(place, "order-place-unread")
		}
	}
	if s := l.Text(whole); s != "" {
		if name, street, street2, city, state, zip, ok := table.Address(s); ok {
			put(map[string]string{to.Name: name, to.Street: street, to.Street2: street2, to.City: city, to.State: state, to.Zip: zip})
		} else {
			l.Refuse(whole, "order-place-unread")
		}
	}
}

// The fields of a column that tells several parts of an address.
const (
	FieldPlace   = "CityStateZip"
	FieldAddress = "FullAddress"
)

// Reads lays the parts of an address over what is known of it, in the forms of its country. Where a line names none, it is that of the row that stands.
func (l *Line) Reads(fields Address, name, street, street2, city, state, zip, country *string) {
	l.together(FieldPlace, FieldAddress, fields)
	l.Set(fields.Name, name)
	l.Set(fields.Street, street)
	l.Set(fields.Street2, street2)
	l.Set(fields.City, city)
	land, told := "", false
	if s := l.Text(fields.Country); s != "" {
		code, ok := table.Country(s)
		if !ok {
			l.Refuse(fields.Country, "order-country-unknown")
		}
		land, told = code, ok
	}
	rawState, rawZip := l.Text(fields.State), l.Text(fields.Zip)
	if !told {
		land = countryOf(country, rawState, rawZip)
	}
	if rawState != "" {
		form, what := table.Region(rawState, land)
		l.refuse(fields.State, what)
		*state = form
	} else if l.Has(fields.State) {
		*state = ""
	}
	if rawZip != "" {
		form, what := table.Postal(rawZip, *state, land)
		l.refuse(fields.Zip, what)
		*zip = form
	} else if l.Has(fields.Zip) {
		*zip = ""
	}
	if country != nil && (told || rawState != "" || rawZip != "") {
		*country = land
	}
}

// countryOf is the country of a line that names none: that of the row that stands. State and postal code tell it where there is none, or where they are good there and
// not here.
func countryOf(stands *string, state, zip string) string {
	guess := table.HomeCountry(state, zip)
	if stands == nil || *stands == "" {
		return guess
	}
	good := func(country string) bool {
		form, region := table.Region(state, country)
		_, postal := table.Postal(zip, form, country)
		return region.Code == "" && postal.Code == ""
	}
	if state != "" && zip != "" && !good(*stands) && good(guess) {
		return guess
	}
	return *stands
}

func shortened(s string) string {
	if utf8.RuneCountInString(s) <= 80 {
		return s
	}
	return string([]rune(s)[:79]) + "…"
}
