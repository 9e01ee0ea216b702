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
