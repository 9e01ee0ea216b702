package vendor

import (
	"fmt"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// Mode is how an international booking goes.
type Mode string

// The modes.
const (
	FCL Mode = "FCL"
	LCL Mode = "LCL"
	Air Mode = "INTLAIR"
)

// Values lists the modes.
func (Mode) Values() []string { return []string{"FCL", "LCL", "INTLAIR"} }

// Incoterm says who pays and answers for the way until where.
type Incoterm string

// Values lists the terms.
func (Incoterm) Values() []string { return []string{"EXW", "FCA", "FOB", "DAP", "DDP"} }

// sellerPays reports whether the seller pays the main carriage.
func (t Incoterm) sellerPays() bool { return t == "DAP" || t == "DDP" }

// BookLine is what of a line of a purchase order goes abroad, with its tariff code.
type BookLine struct {
	freight.PurchasePart
	HTS string `json:"HTS" validate:"required,max=14" field:"trim"`
}

// BookContainer is a container of a booking. Its number comes with the empty container, mostly later.
type BookContainer struct {
	Size   string `json:"Size" validate:"required,oneof=20FT 40FT 40HC 45HC 20RF 40RF 20OT 20FR"`
	Number string `json:"ContainerNumber,omitempty" validate:"max=20" field:"upper,trim"`
	Seal   string `json:"Seal,omitempty" validate:"max=30" field:"trim"`
}

// BookReq books what a vendor has ready for a sailing or a flight. The phone names the shipment, as it does in ProcessReq.
type BookReq struct {
	Held
	ShipmentID  string          `json:"ShipmentId" validate:"required,ulid"`
	Mode        Mode            `json:"ShipMode" validate:"required,oneof=FCL LCL INTLAIR"`
	Incoterm    Incoterm        `json:"Incoterm" validate:"required,oneof=EXW FCA FOB DAP DDP"`
	Place       string          `json:"IncotermPlace" validate:"required,max=60" field:"trim"`
	Origin      string          `json:"PortOfLoading" validate:"required,max=60" field:"trim"` // UN/LOCODE, or the name of a known one
	Port        string          `json:"PortOfDischarge" validate:"required,max=60" field:"trim"`
	Lines       []BookLine      `json:"Lines" validate:"required,min=1,max=200,dive"`
	Volume      int64           `json:"VolumeMilli" validate:"min=0,max=10000000"` // thousandths of a cubic metre; needed where less than a container goes
	Containers  []BookContainer `json:"Containers" validate:"max=40,dive"`         // of FCL
	Carrier     string          `json:"Carrier" validate:"max=80" field:"trim"`    // SCAC of GetOceanCarriers; whoever sells DAP or DDP may name another
	Booking     string          `json:"BookingNumber" validate:"max=35" field:"upper,trim"`
	Bill        string          `json:"MasterBill" validate:"max=35" field:"upper,trim"`
	Vessel      string          `json:"Vessel" validate:"max=60" field:"trim"` // or flight
	Voyage      string          `json:"Voyage" validate:"max=20" field:"upper,trim"`
	ShipOn      string          `json:"ShipOn" validate:"required,day"` // ready at the vendor's
	DepartsOn   string          `json:"ETD" validate:"required,day"`
	ArrivesOn   string          `json:"ETA" validate:"omitempty,day"`
	CargoCutoff string          `json:"CargoCutOff" validate:"max=16"` // 2026-11-25T14:30 on the clock of the port of loading
	DocsCutoff  string          `json:"DocumentCutOff" validate:"max=16"`
	VGMCutoff   string          `json:"VGMCutOff" validate:"max=16"` // of FCL: when the verified gross mass is due
	Instruction string          `json:"SpecialInstruction" validate:"max=1000" field:"trim"`
	Contact     string          `json:"ContactName" validate:"required,max=80" field:"trim"`
	Files       []string        `json:"FileIds" validate:"max=10,unique,dive,required,max=40"`
}

// By is who at the vendor sends it.
func (r BookReq) By() string { return r.Contact }

const onClock = "2006-01-02T15:04"

type cutoff struct{ field, at string }

func (r *BookReq) cutoffs() []cutoff {
	return []cutoff{{"CargoCutOff", r.CargoCutoff}, {"DocumentCutOff", r.DocsCutoff}, {"VGMCutOff", r.VGMCutoff}}
}

// Check judges what tags cannot.
func (r *BookReq) Check() (bad []fail.Field) {
	for i := range r.Lines {
		l := &r.Lines[i]
		if l.PurchaseID == "" {
			bad = append(bad, fail.Of(fmt.Sprintf("Lines[%d].PurchaseId", i), "field-required"))
		}
		code, ok := tariffCode(l.HTS)
		if !ok && l.HTS != "" {
			bad = append(bad, fail.Of(fmt.Sprintf("Lines[%d].HTS", i), "booking-hts", "code", l.HTS))
		}
		l.HTS = code
	}
	for _, c := range r.cutoffs() {
		if c.at == "" {
			continue
		}
		if _, err := time.Parse(onClock, c.at); err != nil {
			bad = append(bad, fail.Of(c.field, "field-not-clock"))
		} else if r.DepartsOn != "" && c.at[:10] > r.DepartsOn {
			bad = append(bad, fail.Of(c.field, "booking-cutoff-after-departure"))
		}
	}
	last := r.DepartsOn
	if len(r.CargoCutoff) > 10 {
		last = r.CargoCutoff[:10]
	}
	if last != "" && r.ShipOn > last {
		bad = append(bad, fail.Of("ShipOn", "booking-ready-late"))
	}
	if r.ArrivesOn != "" && r.ArrivesOn < r.DepartsOn {
		bad = append(bad, fail.Of("ETA", "booking-arrives-first"))
	}
	if r.Mode == Air && r.Incoterm == "FOB" { // Incoterms 2020: FOB is for sea and inland waterways alone
		bad = append(bad, fail.Of("Incoterm", "booking-fob-air"))
	}
	return append(bad, r.checkMode()...)
}

// checkMode judges what a mode asks for, and what it has no place for.
func (r *BookReq) checkMode() (bad []fail.Field) {
	if r.Mode == FCL {
		if len(r.Containers) == 0 {
			bad = append(bad, fail.Of("Containers", "field-required"))
		}
	} else {
		if len(r.Containers) > 0 {
			bad = append(bad, fail.Of("Containers", "booking-fcl-alone"))
		}
		if r.VGMCutoff != "" {
			bad = append(bad, fail.Of("VGMCutOff", "booking-fcl-alone"))
		}
		if r.Volume == 0 {
			bad = append(bad, fail.Of("VolumeMilli", "field-required"))
		}
	}
	if r.Mode == Air && r.Bill != "" {
		number, ok, fits := airWaybill(r.Bill)
		switch {
		case !ok:
			bad = append(bad, fail.Of("MasterBill", "field-malformed"))
		case !fits:
			bad = append(bad, fail.Of("MasterBill", "booking-awb-digit", "number", number))
		}
		r.Bill = number
	}
	return bad
}

// numbers judges the containers' numbers, and brings them into their one form.
func (r *BookReq) numbers(sea Sea) (bad []fail.Field) {
	seen := map[string]bool{}
	for i := range r.Containers {
		c := &r.Containers[i]
		if c.Number == "" {
			continue
		}
		at := fmt.Sprintf("Containers[%d].ContainerNumber", i)
		number, ok, fits := sea.ContainerNumber(c.Number)
		switch {
		case !ok:
			bad = append(bad, fail.Of(at, "field-malformed"))
		case !fits:
			bad = append(bad, fail.Of(at, "container-check-digit", "number", number))
		case seen[number]:
			bad = append(bad, fail.Of(at, "booking-container-twice", "number", number))
		}
		c.Number, seen[number] = number, true
	}
	return bad
}

// past names the cut-offs that are over at the port of loading. Where nobody knows its clock, they are over when the day has ended everywhere.
func (r *BookReq) past(now time.Time, origin freight.Port) (bad []fail.Field) {
	clock, err := time.LoadLocation(origin.Zone)
	if origin.Zone == "" || err != nil {
		clock = time.FixedZone("", -12*60*60)
	}
	for _, c := range r.cutoffs() {
		if at, err := time.ParseInLocation(onClock, c.at, clock); err == nil && at.Before(now) {
			bad = append(bad, fail.Of(c.field, "booking-cutoff-past"))
		}
	}
	if r.DepartsOn < now.In(clock).Format(time.DateOnly) {
		bad = append(bad, fail.Of("ETD", "booking-departed"))
	}
	return bad
}

// Tariff is the tariff code of a line.
type Tariff struct {
	Purchase string `json:"purchase"` // its number
	Line     string `json:"line"`
	HTS      string `json:"hts"`
}

// Booking is what an international booking has beside every shipment.
type Booking struct {
	ID          string                      `json:"shipmentId" db:"id"`
	VendorID    string                      `json:"-" db:"vendor_id"`
	Warehouse   string                      `json:"-" db:"warehouse"`
	Mode        Mode                        `json:"mode" db:"mode"`
	Incoterm    Incoterm                    `json:"incoterm" db:"incoterm"`
	Place       string                      `json:"place" db:"place"`
	Origin      string                      `json:"origin" db:"origin"`
	OriginZone  string                      `json:"originZone" db:"origin_zone"`
	Port        string                      `json:"port" db:"port"`
	Carrier     string                      `json:"carrier" db:"carrier"`
	Booking     string                      `json:"booking" db:"booking"`
	Bill        string                      `json:"masterBill" db:"bill"`
	Vessel      string                      `json:"vessel" db:"vessel"`
	Voyage      string                      `json:"voyage" db:"voyage"`
	DepartsOn   string                      `json:"departsOn" db:"departs_on"`
	ArrivesOn   string                      `json:"arrivesOn" db:"arrives_on"`
	CargoCutoff string                      `json:"cargoCutOff" db:"cargo_cutoff"`
	DocsCutoff  string                      `json:"documentCutOff" db:"docs_cutoff"`
	VGMCutoff   string                      `json:"vgmCutOff" db:"vgm_cutoff"`
	Volume      int64                       `json:"volumeMilli" db:"volume"`
	Containers  store.JSON[[]BookContainer] `json:"containers" db:"containers"`
	Lines       store.JSON[[]Tariff]        `json:"lines" db:"lines"`
	At          store.Time                  `json:"at" db:"at"`

	OriginName string `json:"originName" db:"-"`
	PortName   string `json:"portName" db:"-"`
}

// spoken fills in how its ports are called.
func (b Booking) spoken(sea Sea) Booking {
	b.OriginName, b.PortName = sea.PortName(b.Origin), sea.PortName(b.Port)
	return b
}

// takes reports whether a carrier takes bookings of a mode.
func takes(list []freight.SeaCarrier, scac string, m Mode) bool {
	return slices.ContainsFunc(list, func(c freight.SeaCarrier) bool { return c.SCAC == scac && slices.Contains(c.Modes, string(m)) })
}
