// Package bill is the bill of lading: the carrier's receipt for the goods and the contract to carry them, as data and as paper.
// A Bill is what the driver reads before signing, on the tablet as on the page; Digest names exactly that text,
// and Render sets it on the trade's usual form. The package reads no database: whoever has the shipment fills a Bill.
package bill

import (
	"time"

	"lading/server/kit/event"
	"lading/server/kit/freight"
)

// Bill is one bill of lading. Its texts are printed as they stand, so a Bill is complete in itself and never looked up again.
type Bill struct {
	Number     string   `json:"number"`               // 17 digits, or the shipper's own older number
	Version    int      `json:"version"`              // a correction after signing is the next version and is signed anew
	Correction string   `json:"correction,omitempty"` // why there is a version after the first
	On         string   `json:"on"`                   // day of shipping
	Pro        string   `json:"pro"`                  // the carrier's number, which may come later
	ShipmentID string   `json:"shipmentId"`
	Master     bool     `json:"master"` // one truck, several bills: this one lists the others
	Underlying []string `json:"underlying"`

	From    Party   `json:"from"`
	To      Party   `json:"to"`
	BillTo  Party   `json:"billTo"`
	Carrier Carrier `json:"carrier"`
	Terms   Terms   `json:"terms"`

	Orders []Order `json:"orders"`
	Lines  []Line  `json:"lines"`

	EmergencyPhone    string `json:"emergencyPhone"`    // answered at all times while the goods are under way
	EmergencyContract string `json:"emergencyContract"` // who has the contract with the one that answers

	DeclaredValue *DeclaredValue `json:"declaredValue"`
	Cod           *Cod           `json:"cod"`
	NoRecourse    bool           `json:"noRecourse"` // section 7: the carrier collects before it delivers

	LoadedBy     LoadedBy  `json:"loadedBy"`
	CountedBy    CountedBy `json:"countedBy"`
	Instructions string    `json:"instructions"`
	Exceptions   []string  `json:"exceptions"` // short, damaged, over: in words, before anybody signs

	Signatures []Signature `json:"signatures"`

	// Void is that the load was called off: the paper says so across the page. It is the paper's, not the text's.
	Void    bool   `json:"-"`
	VoidWhy string `json:"-"`

	// CheckAt is the address that the paper's QR code leads to, where anybody can see whether the paper is genuine. It is the paper's, not the
	// text's: nobody signs it.
	CheckAt string `json:"-"`

	// FoundBy is who noted an exception, by its words. It is the paper's: a signer reads what is wrong, and need not wait to read who saw it.
	FoundBy map[string]string `json:"-"`

	// Times are the truck's at the dock. They are the paper's, as the driver may agree to them after signing.
	Times event.DockTimes `json:"-"`
}

// Party is a name and address on the bill, with what only the bill says of it.
type Party struct {
	freight.Party
	Location string `json:"location"` // the consignee's number for this dock
	Ref      string `json:"ref"`      // SID at ship from, CID at ship to
	Fob      bool   `json:"fob"`      // risk passes here
}

// Carrier is who takes the goods, and in what.
type Carrier struct {
	Name    string   `json:"name"`
	Scac    string   `json:"scac"`
	Trailer string   `json:"trailer"`
	Seals   []string `json:"seals"`
}

// Terms says who pays the freight.
type Terms string

const (
	Prepaid    Terms = "P" // the shipper
	Collect    Terms = "C" // the consignee
	ThirdParty Terms = "T" // the bill-to party
)

// Values lists the terms.
func (Terms) Values() []string { return []string{string(Prepaid), string(Collect), string(ThirdParty)} }

// LoadedBy says who put the goods on the trailer. It is kept apart from the count, because "shipper load and count" moves the risk.
type LoadedBy string

const (
	LoadedByShipper LoadedBy = "shipper"
	LoadedByDriver  LoadedBy = "driver"
)

// Values lists them.
func (LoadedBy) Values() []string { return []string{string(LoadedByShipper), string(LoadedByDriver)} }

// CountedBy says who counted, and what.
type CountedBy string

const (
	CountedByShipper       CountedBy = "shipper"
	CountedByDriverPallets CountedBy = "driver-pallets" // pallets said to contain
	CountedByDriverPieces  CountedBy = "driver-pieces"
)

// Values lists them.
func (CountedBy) Values() []string {
	return []string{string(CountedByShipper), string(CountedByDriverPallets), string(CountedByDriverPieces)}
}

// Order is a line of the customer order section.
type Order struct {
	Number    string          `json:"number"`
	Packages  int             `json:"packages"`
	Weight    freight.Measure `json:"weight"`
	Palletted bool            `json:"palletted"`
	Note      string          `json:"note"`
}

// Line is a line of the carrier's section: one commodity.
type Line struct {
	Units       int             `json:"units"` // handling units: what the forklift moves
	UnitType    string          `json:"unitType"`
	Packages    int             `json:"packages"`
	PackageType string          `json:"packageType"`
	Weight      freight.Measure `json:"weight"`
	Description string          `json:"description"`
	Nmfc        string          `json:"nmfc"`
	Class       string          `json:"class"`
	Hazmat      *Hazmat         `json:"hazmat"`
}

// Money is in the currency's smallest unit.
type Money struct {
	Minor    int64  `json:"minor"`
	Currency string `json:"currency"`
}

// DeclaredValue limits what the carrier owes for loss or damage.
type DeclaredValue struct {
	Amount Money  `json:"amount"`
	Per    string `json:"per"`
}

// Cod is the amount that the driver collects at the door.
type Cod struct {
	Amount        Money  `json:"amount"`
	Fee           Terms  `json:"fee"` // who pays for the collecting: P or C
	CustomerCheck bool   `json:"customerCheck"`
	RemitTo       string `json:"remitTo"`
}

// Role is the side a person signs for.
type Role string

const (
	Shipper   Role = "shipper"
	Driver    Role = "driver"
	Consignee Role = "consignee"
)

// Values lists the roles.
func (Role) Values() []string { return []string{string(Shipper), string(Driver), string(Consignee)} }

// Signature is who signed, when and to what words.
type Signature struct {
	Role     Role      `json:"role"`
	Name     string    `json:"name"`
	Company  string    `json:"company"`
	At       time.Time `json:"at"`
	Zone     string    `json:"zone"`     // IANA name of the warehouse's zone: the paper shows the local time
	Image    []byte    `json:"image"`    // PNG
	Consent  string    `json:"consent"`  // the words agreed to, in the signer's language
	Language string    `json:"language"` // and which that was
	Pieces   int       `json:"pieces"`   // the count as the signer saw it
	Pallets  int       `json:"pallets"`
	Digest   string    `json:"digest"` // Digest of the bill as the signer saw it
}

// Signed is the signature of a role.
func (b Bill) Signed(r Role) (Signature, bool) {
	for _, s := range b.Signatures {
		if s.Role == r {
			return s, true
		}
	}
	return Signature{}, false
}

// Packages is how many packages the bill's lines name.
func (b Bill) Packages() (n int) {
	for _, l := range b.Lines {
		n += l.Packages
	}
	return n
}

// Weight is what the bill's lines weigh, as the form sums it.
func (b Bill) Weight() freight.Measure {
	weights := make([]freight.Measure, 0, len(b.Lines))
	for _, l := range b.Lines {
		weights = append(weights, l.Weight)
	}
	return total(weights)
}

// Hazardous tells whether anything on the bill is dangerous goods.
func (b Bill) Hazardous() bool {
	for _, l := range b.Lines {
		if l.Hazmat != nil {
			return true
		}
	}
	return false
}
