package freight

// PurchasePart is what a vendor has ready of one line of a purchase order: so many pieces, and how they stand on its dock.
type PurchasePart struct {
	PurchaseID string  `json:"PurchaseId,omitempty" validate:"max=40"` // left out where a shipment is of one purchase order alone
	Line       string  `json:"Line" validate:"required,max=20"`
	Pieces     int64   `json:"Qty" validate:"gt=0,lte=1000000"`
	Pallets    int64   `json:"Pallets" validate:"gte=0,lte=120"`
	Weight     Measure `json:"Weight"` // of these pieces; left open, it is the line's share where that is known
}

// Inbound is what was taken of purchase orders to be one shipment.
type Inbound struct {
	Numbers   []string
	Warehouse string // where it goes
	Vendor    Party  // where it leaves from
	Carrier   string // SCAC that the order asks for
	DueOn     string // the day by which the first of it must be there; empty where no order says
	Terms     Terms
	Items     []Item
}

// Vendor is who sells to us, as other areas need to know it.
type Vendor struct {
	ID    string
	Code  string // in the order system
	Party Party
}

// PurchaseOrder is what we bought of a vendor, as other areas need to know it.
type PurchaseOrder struct {
	ID        string             `json:"id"`
	Number    string             `json:"number"`
	Warehouse string             `json:"warehouse"`
	Vendor    Party              `json:"-"`
	ShipOn    string             `json:"shipOn"` // when the vendor has it ready, if anybody said
	DueOn     string             `json:"dueOn"`
	Terms     Terms              `json:"terms"`
	Lines     []PurchaseLineOpen `json:"lines"`
}

// PurchaseLineOpen is one line of it, with what is still to ship.
type PurchaseLineOpen struct {
	Line  string        `json:"line"`
	Item  Item          `json:"item"` // its pieces are what was ordered
	Left  int64         `json:"left"`
	Parts []ShippedPart `json:"parts"` // what is on shipments
}

// ShippedPart is what of a line is on a shipment.
type ShippedPart struct {
	ShipmentID string `json:"shipmentId"`
	Number     string `json:"number"`
	Pieces     int64  `json:"pieces"`
}

// Ready is what a vendor ships of our purchase orders, as it says so itself.
type Ready struct {
	ShipmentID  string // which the vendor's device made
	Purchases   []string
	Lines       []PurchasePart
	ShipOn      string
	PickupFrom  string
	PickupTo    string
	Carrier     string // SCAC of a known carrier that the vendor hired
	Wish        string // SCAC of a carrier that the vendor proposes for freight that we pay: the office decides
	Mode        string // LTL where it is empty
	PRO         string
	Instruction string
}
