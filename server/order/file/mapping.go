package file

import (
	"slices"

	"lading/server/kit/sheet"
	"lading/server/kit/table"
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
	WeightOf   WeightOf         `json:"weightOf,omitempty" validate:"omitempty,oneof=line piece order"` // whose the column Weight is, or "" to find out
	Defaults   map[Field]string `json:"defaults"`                                                       // for what the file does not say, such as its one warehouse
	Checked    []int            `json:"checked,omitempty" validate:"max=512"`                           // columns that were unsure and that a person has answered for
	// Words are what a person said that the file's words mean, by field: "CUB" is a pail. Upper and lower case are the same.
	Words map[Field]map[string]string `json:"words,omitempty"`
	Edits []table.Edit                `json:"edits,omitempty" validate:"max=5000,dive"` // cells that were put right here, not in the file
	// Replaces are made in their order, before the edits.
	Replaces []table.Replace `json:"replaces,omitempty" validate:"max=100,dive"`
}

// WeightOf is what a weight is the weight of.
type WeightOf string

// What a weight can be of.
const (
	OfLine  WeightOf = "line"
	OfPiece WeightOf = "piece"
	OfOrder WeightOf = "order"
)

// Values lists them.
func (WeightOf) Values() []string { return []string{"line", "piece", "order"} }

func (m Mapping) missing(required []Field) []Field {
	var missing []Field
	given := func(f Field) bool { return slices.Contains(m.Columns, f) || m.Defaults[f] != "" }
	instead := map[Field][]Field{FieldWeight: {FieldWeightEach, FieldWeightOrder}, FieldCity: {FieldPlace, FieldAddress}, FieldState: {FieldPlace, FieldAddress, FieldCountry}, FieldZip: {FieldPlace, FieldAddress}, FieldStreet: {FieldAddress}, FieldName: {FieldFirst, FieldLast, FieldAddress}}
	for _, f := range required {
		if !given(f) && !slices.ContainsFunc(instead[f], given) {
			missing = append(missing, f)
		}
	}
	if !given(FieldDescription) && !given(FieldCode) { // either names the goods
		missing = append(missing, FieldDescription)
	}
	return missing
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
