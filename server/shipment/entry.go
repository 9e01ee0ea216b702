package shipment

import (
	"fmt"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
)

// Kind is which page a single order is entered on.
type Kind string

// The kinds. They differ in who pays, in how the carrier is found and in what a line of goods says; the rest is one form.
const (
	Prepaid Kind = "prepaid"
	Collect Kind = "collect"
	Parcel  Kind = "parcel"
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{"prepaid", "collect", "parcel"} }

// Onward is what becomes of an entry: kept for later, on to Rate & Route, or given to a carrier.
type Onward string

// The ways on.
const (
	Keep Onward = "save"
	Ask  Onward = "rate"
	Ship Onward = "ship"
)

// Values lists the ways on.
func (Onward) Values() []string { return []string{"save", "rate", "ship"} }

// parcelMode is the mode of a shipment whose lines are packages.
const parcelMode = "PARCEL"

// Entry is a single order as a person types it. The names are the documents' where they give one.
type Entry struct {
	Kind        Kind           `json:"Kind" validate:"required,oneof=prepaid collect parcel"`
	Warehouse   string         `json:"WHSE" validate:"required,max=20"`
	OrderNumber string         `json:"OrderNumber" validate:"required,max=40"`
	PO          string         `json:"PO_Number" validate:"max=40"`
	Refs        []string       `json:"References" validate:"max=20,dive,max=60"`
	Customer    string         `json:"Customer" validate:"max=80"`
	Terms       freight.Terms  `json:"PaymentType" validate:"omitempty,oneof=P C T"`
	Mode        string         `json:"ShipMode" validate:"omitempty,oneof=LTL VOLUME TL INTERMODAL PARCEL"`
	ShipOn      string         `json:"ShipOn" validate:"required,day"`
	PickupFrom  string         `json:"PickupByFromTime"`
	PickupTo    string         `json:"PickupByToTime"`
	DeliverBy   string         `json:"DeliveryWindow" validate:"omitempty,day"`
	Origin      freight.Party  `json:"Origin"`
	Destination freight.Party  `json:"Destination"`
	BillTo      *freight.Party `json:"Billto"`
	ReturnTo    *freight.Party `json:"ParcelReturnAddress"`
	Items       []EntryItem    `json:"Items" validate:"required,min=1,max=200,dive"`
	Stops       []EntryStop    `json:"ShipmentStops" validate:"max=50,dive"`
	Services    []string       `json:"AdditionalService" validate:"max=40,unique,dive,max=10"`
	Declared    int64          `json:"declaredMinor" validate:"gte=0"`
	Signature   string         `json:"Signature" validate:"omitempty,oneof=signature adult"`
	Saturday    bool           `json:"SaturdayDelivery"`
	Hold        bool           `json:"HoldForPickup"`
	freight.ParcelService
	System      freight.System `json:"UOMType,omitempty" validate:"omitempty,oneof=Imperial Metric"` // of measures that name no unit
	Notify      string         `json:"ConsigneeEmailID" validate:"max=500"`
	Carrier     string         `json:"Carrier" validate:"max=10"` // SCAC
	PRO         string         `json:"PRONumber" validate:"max=30"`
	Account     string         `json:"AccountNumber" validate:"max=40"`
	Instruction string         `json:"SpecialInstruction" validate:"max=1000"`
	Comments    string         `json:"comments" validate:"max=1000"`
	Internal    string         `json:"internalnotes" validate:"max=1000"`
}

// EntryItem is a line of goods, or so many equal packages.
type EntryItem struct {
	Order       string          `json:"Order,omitempty" validate:"max=40"` // of a shipment that several orders were built into
	Code        string          `json:"ItemCode,omitempty" validate:"max=40"`
	Description string          `json:"Description" validate:"max=200"`
	Pieces      int64           `json:"Qty,omitempty" validate:"gte=0,lte=1000000"`
	PackageType string          `json:"packageType,omitempty" validate:"max=10"`
	Unit        string          `json:"OrderUom,omitempty" validate:"max=20"`
	Pallets     int64           `json:"Pallets,omitempty" validate:"gte=0,lte=10000"`
	Each        bool            `json:"WeightEach,omitempty"` // the weight is of one piece
	Weight      freight.Measure `json:"Weight"`
	NetWeight   freight.Measure `json:"NetWeight,omitzero"`
	Class       string          `json:"itemClass,omitempty" validate:"max=5"`
	NMFC        string          `json:"NMFCCode,omitempty" validate:"max=12"`
	NMFCValid   bool            `json:"isNmfcValid"` // the server's own answer, true on load
	HTS         string          `json:"HTS,omitempty" validate:"max=14"`
	Length      freight.Measure `json:"Length,omitzero"`
	Width       freight.Measure `json:"Width,omitzero"`
	Height      freight.Measure `json:"Height,omitzero"`
	Volume      freight.Plain   `json:"CBM,omitzero"`
	LinearFeet  freight.Plain   `json:"linearFeet,omitzero"`
	Stackable   bool            `json:"Stackableitemflag,omitempty"`
	Temperature string          `json:"Temperature,omitempty" validate:"max=40"`
	Loose       bool            `json:"AdditionalHandling,omitempty"` // not fully in a corrugated box
	Declared    int64           `json:"declaredMinor,omitempty" validate:"gte=0"`
	Hazmat      *freight.Hazmat `json:"HazmatDetails,omitempty"`
}

// EntryStop is a drop on the way to the destination, with the lines that are left there by their place in Items, from 1.
type EntryStop struct {
	To          freight.Party `json:"DropOffAddress"`
	Ref1        string        `json:"Reference1,omitempty" validate:"max=60"`
	Ref2        string        `json:"Reference2,omitempty" validate:"max=60"`
	Items       []int         `json:"Items,omitempty" validate:"max=200,unique"`
	Appointment string        `json:"AppointmentNumber,omitempty" validate:"max=40"`
}

// Check judges what tags cannot. Each rule names its field, down to the line. A draft for later is held to the same rules: what is kept can be shipped.
func (e *Entry) Check() (bad []fail.Field) {
	no := func(field, code string, kv ...any) { bad = append(bad, fail.Of(field, code, kv...)) }
	_, _, bad = window(e.PickupFrom, e.PickupTo)
	for i := range e.Items {
		it := &e.Items[i]
		e.System.Fill(&it.Weight, &it.Length, &it.Width, &it.Height)
		e.System.Fill(&it.NetWeight)
	}
	bad = append(bad, e.parcelOnly()...)
	if (e.Kind == Collect) != (e.Terms == "C") && e.Terms != "" && e.Kind != Parcel {
		no("PaymentType", "field-not-offered", "limit", map[bool]string{true: "C", false: "P, T"}[e.Kind == Collect])
	}
	if e.Notify != "" {
		if wrong := rule.BadEmails(e.Notify); len(wrong) > 0 {
			no("ConsigneeEmailID", "emails-wrong", "bad", strings.Join(wrong, ", "), "n", len(wrong))
		}
	}
	if named(e.Origin) { // otherwise it is the warehouse itself
		bad = append(bad, rule.Address("Origin", &e.Origin)...)
	}
	bad = append(bad, rule.Address("Destination", &e.Destination)...)
	if strings.TrimSpace(e.Account) != "" && strings.TrimSpace(e.Carrier) == "" { // a number is one carrier's
		no("Carrier", "field-required")
	}
	if e.Terms == "T" && e.BillTo == nil {
		no("Billto", "third-party-needs-bill-to")
	}
	for _, p := range []struct {
		name string
		at   *freight.Party
	}{{"Billto", e.BillTo}, {"ParcelReturnAddress", e.ReturnTo}} {
		if p.at != nil && (named(*p.at) || p.name == "Billto" && e.Terms == "T") {
			bad = append(bad, rule.Address(p.name, p.at)...)
		}
	}
	var pallets int64
	for i := range e.Items {
		bad = append(bad, e.Items[i].check(fmt.Sprintf("Items[%d].", i), e.Kind == Parcel)...)
		pallets += e.Items[i].Pallets
	}
	if !rule.Pallets(pallets) {
		no("Items", "too-many-pallets", "limit", rule.The.PalletMax)
	}
	left := map[int]bool{}
	for i := range e.Stops {
		s := &e.Stops[i]
		at := fmt.Sprintf("ShipmentStops[%d].", i)
		bad = append(bad, rule.Address(at+"DropOffAddress", &s.To)...)
		for _, n := range s.Items {
			if n < 1 || n > len(e.Items) || left[n] {
				no(at+"Items", "stop-items-wrong", "n", n)
			}
			left[n] = true
		}
	}
	return bad
}

// upsMail is the longest address that UPS mails a label to. Source: Shipping API, LabelDelivery EMailAddress.
const upsMail = 50

// parcelOnly judges what only a parcel is asked with.
func (e *Entry) parcelOnly() (bad []fail.Field) {
	p := e.ParcelService
	for field, given := range map[string]bool{"ReturnServiceType": p.Return != "", "UpsSurePostCode": p.SurePost != "", "LabelCode": p.Label != ""} {
		if given && e.Kind != Parcel {
			bad = append(bad, fail.Of(field, "parcel-only"))
		}
	}
	if e.Kind != Parcel {
		return bad
	}
	if p.Return != "" && p.SurePost != "" {
		bad = append(bad, fail.Of("UpsSurePostCode", "parcel-post-returns-nothing"))
	}
	if p.Return != "" && !named(e.Origin) { // otherwise it would go from the warehouse
		bad = append(bad, fail.Of("Origin", "parcel-return-from"))
	}
	if p.Return == freight.MailedReturn && (e.Origin.Email == "" || len(e.Origin.Email) > upsMail || strings.ContainsAny(e.Origin.Email, ",;& ")) {
		bad = append(bad, fail.Of("Origin.email", "parcel-return-mail"))
	}
	return bad
}

// named tells whether somebody typed an address; the e-mail and the country stand in an empty one, too.
func named(p freight.Party) bool {
	p.Email, p.Country = "", ""
	return p != freight.Party{}
}

func (it *EntryItem) check(at string, parcel bool) (bad []fail.Field) {
	no := func(field, code string, kv ...any) { bad = append(bad, fail.Of(at+field, code, kv...)) }
	if strings.TrimSpace(it.Description) == "" && it.Code == "" {
		no("Description", "field-required")
	}
	if _, known := it.Weight.Pounds(); it.Weight.Milli <= 0 || !known && it.Weight.Unit != "" || it.Weight.Milli > maxMilli {
		no("Weight", "weight-not-positive")
	}
	if it.Pieces == 0 && (parcel || it.Pallets == 0) {
		no("Qty", "field-required")
	}
	sides := []struct {
		name string
		m    freight.Measure
	}{{"Length", it.Length}, {"Width", it.Width}, {"Height", it.Height}}
	some := it.Length.Milli > 0 || it.Width.Milli > 0 || it.Height.Milli > 0
	for _, s := range sides {
		_, known := rule.The.Inches[s.m.Unit]
		switch {
		case s.m.Milli < 0, s.m.Milli > maxMilli, s.m.Milli > 0 && s.m.Unit != "" && !known:
			no(s.name, "field-malformed")
		case (some || parcel) && s.m.Milli == 0: // two sides say nothing, and a parcel is priced by all three
			no(s.name, "field-required")
		}
	}
	bad = append(bad, rule.Room(at, &it.Volume, &it.LinearFeet)...)
	if it.Class != "" && !rule.FreightClass(it.Class) {
		no("itemClass", "field-not-offered", "limit", strings.Join(rule.The.Classes, ", "))
	}
	if it.NMFC != "" {
		form, ok := rule.NMFCForm(it.NMFC)
		if !ok {
			no("NMFCCode", "nmfc-malformed")
		} else {
			it.NMFC = form
		}
	}
	if h := it.Hazmat; h != nil {
		h.UN = rule.UNOf(h.UN)
		for _, l := range rule.Hazmat(*h, "") {
			no("HazmatDetails."+l.Part, l.Code, "limit", l.Limit)
		}
	}
	return bad
}

// maxMilli is in thousandths of any unit, and beyond what a trailer carries.
const maxMilli = 100_000_000_000

// item is a line as the shipment keeps it: the weight of the whole line, and nothing left to guess.
func (it *EntryItem) item(order string) freight.Item {
	if it.Order != "" {
		order = it.Order
	}
	f := freight.Item{Order: order, Code: it.Code, Description: it.Description, Pieces: it.Pieces, PackageType: it.PackageType, Pallets: it.Pallets, Weight: it.Weight, Class: it.Class, NMFC: it.NMFC,
		Length: it.Length, Width: it.Width, Height: it.Height, Volume: it.Volume, LinearFeet: it.LinearFeet, Stackable: it.Stackable, Temperature: it.Temperature, Hazmat: it.Hazmat}
	if f.Pieces == 0 {
		f.Pieces = f.Pallets // nothing is counted but the pallets
	}
	if f.PackageType == "" {
		f.PackageType = rule.The.DefaultPackage
	}
	if f.Weight.Unit == "" {
		f.Weight.Unit = "lb"
	}
	if f.Description == "" {
		f.Description = f.Code
	}
	if it.Each {
		f.Weight.Milli *= f.Pieces
	}
	for _, side := range []*freight.Measure{&f.Length, &f.Width, &f.Height} {
		switch {
		case side.Milli == 0: // the page shows a unit beside a side that nobody measured
			*side = freight.Measure{}
		case side.Unit == "":
			side.Unit = "in"
		}
	}
	return f
}

// load brings an entry into the shape that a page begins with.
func (e *Entry) load(email, class string) {
	if len(e.Items) == 0 {
		e.Items = []EntryItem{{Class: rule.Class("", class), PackageType: rule.The.DefaultPackage, Unit: rule.The.DefaultUnit}}
	}
	for i := range e.Items {
		it := &e.Items[i]
		it.NMFCValid, it.Class = true, rule.Class(it.Class, class)
		for _, m := range []struct {
			of   *freight.Measure
			unit string
		}{{&it.Weight, "lb"}, {&it.Length, "in"}, {&it.Width, "in"}, {&it.Height, "in"}} {
			if m.of.Unit == "" {
				m.of.Unit = m.unit // the unit whose factor is 1
			}
		}
	}
	if e.BillTo == nil {
		e.BillTo = &freight.Party{Country: "US"}
	}
	if e.Origin.Email == "" {
		e.Origin.Email = email
	}
	e.fillLists()
}

// fillLists makes a list that a caller left out an empty one, as it is on the wire.
func (e *Entry) fillLists() {
	if e.Refs == nil {
		e.Refs = []string{}
	}
	if e.Services == nil {
		e.Services = []string{}
	}
	if e.Stops == nil {
		e.Stops = []EntryStop{}
	}
}
