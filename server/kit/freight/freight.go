// Package freight holds the values that orders, shipments, the dock and paper share: measures, parties, items.
package freight

import (
	"fmt"
	"strings"
)

// Measure is a weight or length as it was entered: integer thousandths and the unit.
type Measure struct {
	Milli int64  `json:"milli"`
	Unit  string `json:"unit"`
}

// String writes the measure for paper: "1,250.5 lb".
func (m Measure) String() string {
	whole, part := m.Milli/1000, m.Milli%1000
	s := fmt.Sprint(whole)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if part != 0 {
		s += "." + strings.TrimRight(fmt.Sprintf("%03d", part), "0")
	}
	return strings.TrimSpace(s + " " + m.Unit)
}

// pounds are thousandths of a pound in one unit, times a billion. Source: the product's weight unit factors (kg 2.20462262, mt 2204.62262).
var pounds = map[string]int64{"lb": 1_000_000_000, "kg": 2_204_622_620, "mt": 2_204_622_620_000}

// Pounds converts a weight to thousandths of a pound; ok is false for an unknown unit.
func (m Measure) Pounds() (milli int64, ok bool) {
	f, ok := pounds[m.Unit]
	whole, part := m.Milli/1_000_000, m.Milli%1_000_000
	return whole*f/1000 + part*f/1_000_000_000, ok
}

// Add sums two weights, in the first one's unit if they agree and in pounds otherwise.
func (m Measure) Add(n Measure) Measure {
	switch {
	case m == Measure{}:
		return n
	case n == Measure{}:
		return m
	case m.Unit == n.Unit:
		return Measure{m.Milli + n.Milli, m.Unit}
	}
	a, _ := m.Pounds()
	b, _ := n.Pounds()
	return Measure{a + b, "lb"}
}

// Beyond tells whether a weight differs from another, in thousandths of a pound, by more than so many percent of that.
func Beyond(was int64, now Measure, percent int64) bool {
	milli, ok := now.Pounds()
	d := milli - was
	return !ok || max(d, -d)*100 > was*percent
}

// Party is a shipper, consignee or bill-to.
type Party struct {
	Name    string `json:"name" validate:"max=80"`
	Street  string `json:"street" validate:"max=80"`
	Street2 string `json:"street2,omitempty" validate:"max=80"`
	City    string `json:"city" validate:"max=60"`
	State   string `json:"state" validate:"max=30"`
	Zip     string `json:"zip" validate:"max=10"`
	Country string `json:"country" validate:"max=3"`
	Contact string `json:"contact,omitempty" validate:"max=30"`
	Phone   string `json:"phone,omitempty" validate:"max=120"`
	Email   string `json:"email,omitempty" validate:"max=254"`
	// Residential is a home, where a truck needs a service of its own and a parcel costs more.
	Residential bool `json:"residential,omitempty"`
}

// ResidentialDelivery is the accessorial that a home asks for by itself.
const ResidentialDelivery = "RES"

// Item is one commodity line.
type Item struct {
	Order       string  `json:"order,omitempty" validate:"max=40"`
	Code        string  `json:"code,omitempty" validate:"max=40"`
	Description string  `json:"description" validate:"max=200"`
	Pieces      int64   `json:"pieces" validate:"gte=0,lte=10000000"`
	PackageType string  `json:"packageType" validate:"max=10"` // CTN, DRM, …
	Pallets     int64   `json:"pallets" validate:"gte=0,lte=120"`
	PalletType  string  `json:"palletType,omitempty" validate:"max=10"`
	Weight      Measure `json:"weight"` // of the line
	Class       string  `json:"class,omitempty" validate:"max=5"`
	ClassBy     ClassBy `json:"classBy,omitempty" validate:"omitempty,oneof=density default"` // what proposed the class; empty where somebody named it
	NMFC        string  `json:"nmfc,omitempty" validate:"max=12"`
	Length      Measure `json:"length,omitzero"`
	Width       Measure `json:"width,omitzero"`
	Height      Measure `json:"height,omitzero"`
	// What somebody states of the room that the whole line takes; it counts instead of what its sides make of it.
	Volume      Plain   `json:"CBM,omitzero"`        // cubic metres
	LinearFeet  Plain   `json:"linearFeet,omitzero"` // of a trailer's floor
	Stackable   bool    `json:"stackable,omitempty"`
	Temperature string  `json:"temperature,omitempty" validate:"max=40"` // what the goods ask for: "2 to 8 °C"
	Hazmat      *Hazmat `json:"hazmat,omitempty"`
}

// ClassBy is what proposed a class that nobody named.
type ClassBy string

// The proposals: by the density of the goods, or the product's own class where their size is not known.
const (
	ByDensity ClassBy = "density"
	ByDefault ClassBy = "default"
)

// Values lists the proposals.
func (ClassBy) Values() []string { return []string{string(ByDensity), string(ByDefault)} }

// Hazmat is what 49 CFR 172.202 asks of a hazardous line.
type Hazmat struct {
	UN             string `json:"un" validate:"max=6"`
	ProperName     string `json:"properName" validate:"max=160"`
	TechnicalName  string `json:"technicalName,omitempty" validate:"max=160"`
	Class          string `json:"class" validate:"max=10"`
	Subsidiary     string `json:"subsidiary,omitempty" validate:"max=20"`
	PackingGroup   string `json:"packingGroup,omitempty" validate:"max=3"`
	EmergencyPhone string `json:"emergencyPhone,omitempty" validate:"max=40"`
	LimitedQty     bool   `json:"limitedQty,omitempty"`
	ReportableQty  bool   `json:"reportableQty,omitempty"`
	MarinePoll     bool   `json:"marinePollutant,omitempty"`
}
