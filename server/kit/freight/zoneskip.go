package freight

// Hub is a terminal at which a parcel carrier takes parcels into its network.
type Hub struct {
	ID          string `json:"id"` // the terminal's
	Carrier     string `json:"carrier"`
	CarrierName string `json:"carrierName"`
	Code        string `json:"code"`
	Party       Party  `json:"party"`
}

// Ride is how a parcel comes to the hub at which it enters its carrier's network.
type Ride struct {
	LinehaulID string // the shipment that takes it there
	Hub        Party
	InjectOn   string // day for which it was priced from there
}

// ParcelAsk is a parcel whose price is asked. Without a carrier the lowest price of all counts.
type ParcelAsk struct {
	Carrier string
	Of      Consignment // its Origin is where the carrier takes it
}

// ParcelPrice is what the organisation's own contracts ask for a parcel. There is none where OK is false, and Why is the code of the reason.
type ParcelPrice struct {
	OK          bool
	Why         string
	Price       Price
	CarrierName string
	Contract    string // its name
	Zone        int
	HomeMinor   int64 // in the organisation's currency
	ArrivesOn   string
}

// Linehaul is a shipment that is made without an order: pallets that go from a warehouse to a hub.
type Linehaul struct {
	Warehouse   string
	Number      string // stands as its order's number
	Mode        string // LTL or TL
	ShipOn      string
	To          Party
	Item        Item
	Instruction string
}
