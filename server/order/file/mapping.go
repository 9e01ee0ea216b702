package file

import (
	"slices"
	"time"

	"lading/server/kit/sheet"
)

// Mapping says which column is what. A person corrects the proposal once; it is kept with the customer and offered again when the same headers come back.
type Mapping struct {
	Sheet      string           `json:"sheet"`
	HeaderRow  int              `json:"headerRow"` // of this file: a kept mapping takes over the row that Sniff found
	Columns    []Field          `json:"columns"`   // by column; "" is not taken over
	DateOrder  string           `json:"dateOrder"` // of 11/12/2026: "mdy", "dmy", or "" to find out from all rows
	Decimal    string           `json:"decimal"`   // "." or ",", or "" to find out
	WeightUnit string           `json:"weightUnit"`
	DimUnit    string           `json:"dimUnit"`
	Defaults   map[Field]string `json:"defaults"` // for what the file does not say, such as its one warehouse
}

func (m Mapping) missing(required []Field) []Field {
	var missing []Field
	given := func(f Field) bool { return slices.Contains(m.Columns, f) || m.Defaults[f] != "" }
	for _, f := range required {
		if !given(f) {
			missing = append(missing, f)
		}
	}
	if !given(FieldDescription) && !given(FieldCode) { // either names the goods
		missing = append(missing, FieldDescription)
	}
	return missing
}

// evidence is what the rows of a file say about how it writes dates and numbers. It is gathered over all rows, because the row that gives it away may be the last.
type evidence struct {
	dayFirst, monthFirst, comma, point bool
}

func (e *evidence) see(f Field, c cell) {
	if c.Number || c.Formula || c.Text == "" {
		return
	}
	switch f {
	case FieldShipOn, FieldDueOn:
		if m := slashed.FindStringSubmatch(withoutTime(c.Text)); m != nil {
			e.dayFirst = e.dayFirst || atoi(m[1]) > 12
			e.monthFirst = e.monthFirst || atoi(m[2]) > 12
		}
	case FieldWeight, FieldLength, FieldWidth, FieldHeight, FieldPieces, FieldPallets:
		switch decimalHint(c.Text) {
		case ',':
			e.comma = true
		case '.':
			e.point = true
		}
	}
}

// settle fills in what the person left open. Two kinds of evidence in one file leave it open, and the cells that need it are reported.
func (m Mapping) settle(e evidence, src sheet.Source) Mapping {
	if m.DateOrder == "" && e.dayFirst != e.monthFirst {
		m.DateOrder = "mdy"
		if e.dayFirst {
			m.DateOrder = "dmy"
		}
	}
	if m.Decimal == "" && e.comma != e.point {
		m.Decimal = "."
		if e.comma {
			m.Decimal = ","
		}
	}
	if m.Decimal == "" && !e.comma {
		m.Decimal = "."
		// Systems write semicolons between values where the comma is needed inside of them.
		if t, ok := src.(*sheet.Text); ok && t.Delimiter == ';' {
			m.Decimal = ","
		}
	}
	if m.WeightUnit == "" {
		m.WeightUnit = "lb"
	}
	if m.DimUnit == "" {
		m.DimUnit = "in"
	}
	return m
}

func iso(y, m, d int) (string, bool) {
	if y < 100 {
		y += 2000
	}
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if y < 2000 || y > 2100 || t.Day() != d || int(t.Month()) != m {
		return "", false
	}
	return t.Format(time.DateOnly), true
}
