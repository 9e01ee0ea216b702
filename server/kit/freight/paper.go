package freight

// Consignment is what paper needs to know of a shipment. The shipment's area fills it and the document's area prints it;
// it stands here because areas do not know each other's types.
type Consignment struct {
	ShipmentID     string
	Number         string // the shipment's own
	Warehouse      string
	Customer       string   // whose all of it is; empty where it is of several
	Customers      []string // whose it is where it is of several
	Mode           string
	Zone           string // IANA, of the warehouse: paper shows its time
	BOL            string
	PRO            string
	ShipOn         string
	DayMeant       bool   // a person has said that it is picked up on that day, whatever the calendars say
	Inbound        bool   // it comes to its warehouse
	ArriveBy       string // the day by which it must be there; empty where no order says
	PickupFrom     string // HH:MM on the warehouse's clock
	PickupTo       string
	Terms          string // P, C or T
	Carrier        string // SCAC
	CarrierName    string
	Origin         Party
	Destination    Party
	BillTo         Party
	Items          []Item
	Refs           []string
	Orders         []string
	Instruction    string
	EmergencyPhone string
	Responder      Responder
	Trailer        string
	Seal           string
	Drops          []Drop    // before the destination, in the order they are driven to
	Services       []string  // accessorials that were asked for
	Packages       []Package // of a parcel; then a price is found for them, and not for the items
	Saturday       bool      // a parcel is delivered on a Saturday
	HoldForPickup  bool      // a parcel stays with its carrier until it is fetched
	Parcel         ParcelService
	ReturnTo       Party // where a parcel goes that cannot be delivered; none is its origin

	OrderNotes   []OrderNote // what else each order is known by
	ServiceNames []string    // the services, as papers name them
	Clauses      Clauses
	Void         bool
	VoidWhy      string
	Planned      []Item // the lines that the load's pallets were laid by, where not all of it went
}

// Responder is a provider of emergency response information with whom a shipper is registered: its number, and the contract that it knows the shipper by
// (49 CFR 172.604(b)).
type Responder struct {
	Phone    string `json:"phone" db:"phone"`
	Contract string `json:"contract" db:"contract"`
}

// Plan are the lines that a load's pallets were laid by: contents of pallets name them by their places.
func (c Consignment) Plan() []Item {
	if len(c.Planned) > 0 {
		return c.Planned
	}
	return c.Items
}

// OrderNote is what an order is known by beside its number: its purchase order and the client's references, by the client's labels.
type OrderNote struct {
	Order string `json:"order"`
	Note  string `json:"note"`
}

// Settle brings corrected lines into shape: one that says nothing of a hazard has none, and a class that a person gave is proposed by nothing.
func Settle(items, was []Item) {
	for i := range items {
		if h := items[i].Hazmat; h != nil && *h == (Hazmat{}) {
			items[i].Hazmat = nil
		}
		if i < len(was) && items[i].Class != was[i].Class && items[i].ClassBy == was[i].ClassBy { // an undo gives both back
			items[i].ClassBy = ""
		}
	}
}

// Clauses are what a bill of lading says of money and of the count, where the shipper chooses.
type Clauses struct {
	LoadedBy      string   `json:"loadedBy,omitempty" validate:"omitempty,oneof=shipper driver"`
	CountedBy     string   `json:"countedBy,omitempty" validate:"omitempty,oneof=shipper driver-pallets driver-pieces"`
	Fob           string   `json:"fob,omitempty" validate:"omitempty,oneof=origin destination"` // where the risk passes
	NoRecourse    bool     `json:"noRecourse,omitempty"`                                        // section 7
	Currency      string   `json:"currency,omitempty" validate:"omitempty,len=3,uppercase"`
	DeclaredMinor int64    `json:"declaredMinor,omitempty" validate:"gte=0"`
	DeclaredPer   string   `json:"declaredPer,omitempty" validate:"omitempty,oneof=lb kg piece shipment"`
	CodMinor      int64    `json:"codMinor,omitempty" validate:"gte=0"`
	CodFee        string   `json:"codFee,omitempty" validate:"omitempty,oneof=P C"`
	CodCheck      bool     `json:"codCheck,omitempty"`
	CodRemit      string   `json:"codRemit,omitempty" validate:"max=200"`
	ShipperRef    string   `json:"shipperRef,omitempty" validate:"max=40"`   // SID
	ConsigneeRef  string   `json:"consigneeRef,omitempty" validate:"max=40"` // CID
	Location      string   `json:"location,omitempty" validate:"max=40"`     // the consignee's number of its dock
	Appointment   string   `json:"appointment,omitempty" validate:"max=40"`  // number of the delivery appointment that the consignee gave
	Underlying    []string `json:"underlying,omitempty" validate:"max=60,dive,max=40"`
	Account       string   `json:"account,omitempty" validate:"max=0"` // at the carrier, that the freight is billed to; decided when the carrier is booked, by nobody's typing here
}

// Drop is a stop on the way, and what is left there: some of the consignment's items.
type Drop struct {
	To          Party    `json:"to"`
	Refs        []string `json:"refs"`
	Items       []Item   `json:"items"`
	Appointment string   `json:"appointment,omitempty"`
}

// Package is so many equal packages of a parcel.
type Package struct {
	Length        Measure `json:"length"`
	Width         Measure `json:"width"`
	Height        Measure `json:"height"`
	Weight        Measure `json:"weight"` // of one
	Count         int64   `json:"count" validate:"gte=1,lte=1000000"`
	DeclaredMinor int64   `json:"declaredMinor,omitempty" validate:"gte=0"` // of one
	Signature     string  `json:"signature,omitempty" validate:"omitempty,oneof=signature adult"`
	Loose         bool    `json:"loose,omitempty"` // not fully in a corrugated box
}

// ParcelService is what a parcel carrier is asked for beyond carrying packages. The codes are UPS's. Print and mail, 2, is not among the returns: UPS's Rating does not
// price it, and nothing is bought here whose price nobody was told.
type ParcelService struct {
	Return   string `json:"ReturnServiceType,omitempty" validate:"omitempty,oneof=3 5 8 9"`   // it goes back: one attempt, three, label mailed as a link, printed here
	SurePost string `json:"UpsSurePostCode,omitempty" validate:"omitempty,oneof=92 93 94 95"` // the post delivers: below a pound, from a pound on, bound printed matter, media
	Label    string `json:"LabelCode,omitempty" validate:"omitempty,oneof=GIF ZPL"`           // how its label comes: a picture or a thermal printer's own language
}

// Other tells whether what is asked of the carrier differs; how a label comes is nothing that it does otherwise.
func (p ParcelService) Other(o ParcelService) bool {
	return p.Return != o.Return || p.SurePost != o.SurePost
}

// MailedReturn is a return whose label is mailed, as a link, to who sends it back.
const MailedReturn = "8"

// Filed is where an order went: the shipment that it was built into.
type Filed struct{ Order, ShipmentID string }

// Amendment is what may still be corrected on a shipment whose papers are out. A nil field stays as it is.
type Amendment struct {
	PRO, Instruction, EmergencyPhone *string
}

// Loading is what the dock adds to a consignment: the trailer, and what is not as the bill says.
type Loading struct {
	Trailer, Seal string
	Exceptions    []string
	FoundBy       map[string]string // who noted an exception, by its words
	Pallets       []Stowed          // once the loading is over: the papers follow them
	Laid          bool              // all of the load's lines were laid on pallets: one that stands on none any more is not aboard
	Version       int               // of the bill; 0 is the first
	Correction    string            // why there is another version
}

// Price is what a shipment costs by the price sheet that was chosen for it. The shipment's area keeps it apart from the rest: money is for the office alone.
type Price struct {
	Carrier    string // SCAC
	Currency   string
	TotalMinor int64
	Lines      []PriceLine
	Days       int64         // of transit
	Mode       string        // of the contract; empty for a price of none
	Services   []string      // that it includes: those asked for, and the organisation's own
	Asks       ParcelService // that it is for
}

// PriceLine is one charge.
type PriceLine struct {
	Code, Description string
	AmountMinor       int64
}

// Offer is what a carrier offered for one shipment by itself, outside of any contract.
type Offer struct {
	ID          string // the price sheet
	Number      string // what people call it
	Carrier     string // SCAC
	CarrierName string
	Currency    string
	TotalMinor  int64 // 0 where there is no price
	Lines       []PriceLine
	Days        int64
	No          string // code of why there is no price
}

// Worth is an amount in the organisation's own currency, and the day of the rate of exchange; empty where none was needed.
type Worth struct {
	Minor    int64
	Currency string
	On       string
}
