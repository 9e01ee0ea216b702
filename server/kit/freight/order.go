package freight

// Terms says who pays the freight: P the shipper, C the consignee, T a third party.
type Terms string

// Values lists the terms.
func (Terms) Values() []string { return []string{"P", "C", "T"} }

// Order is an open order as it is handed on to be built into a shipment.
type Order struct {
	ID          string
	Number      string
	Warehouse   string
	Customer    string
	Consignee   Party
	Refs        []string
	ShipOn      string
	DueOn       string // the day by which it must be there; empty where nobody says
	Terms       Terms
	BillTo      *Party // who pays, where that is a third party
	Carrier     string // SCAC that the customer asks for
	Instruction string
	Items       []Item
}

// OpenQuery asks for open orders that nobody has built yet. Limit 0 counts them alone.
type OpenQuery struct {
	Warehouse, Customer, Carrier, CreatedBy, Payer, Text, From, To, Sort string
	Numbers                                                              []string
	Down                                                                 bool
	Limit, Offset                                                        int
}

// ShipmentRef is what an order keeps of the shipment that it was built into.
type ShipmentRef struct{ ID, Number string }

// Totals sums pieces, pallets and weight of items.
func Totals(items []Item) (pieces, pallets int64, weight Measure) {
	for _, it := range items {
		pieces += it.Pieces
		pallets += it.Pallets
		weight = weight.Add(it.Weight)
	}
	return pieces, pallets, weight
}

// Earlier is the first of two days, of which either may be empty.
func Earlier(a, b string) string {
	if a == "" || b != "" && b < a {
		return b
	}
	return a
}

// Line writes a hazardous line as shipping paper does: number, name, class, packing group.
func (h Hazmat) Line() string {
	s := h.UN + ", " + h.ProperName
	if h.TechnicalName != "" {
		s += " (" + h.TechnicalName + ")"
	}
	s += ", " + h.Class
	if h.Subsidiary != "" {
		s += " (" + h.Subsidiary + ")"
	}
	if h.PackingGroup != "" {
		s += ", PG " + h.PackingGroup
	}
	return s
}
