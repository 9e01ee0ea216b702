package freight

// Haul is freight whose price is asked before it is a shipment: a delivery by itself, or a truck with several stops.
type Haul struct {
	Warehouse string
	Customer  string
	ShipOn    string
	ArriveBy  string
	From, To  Party
	Items     []Item
	Stops     int   // between pickup and the last delivery
	Miles     int64 // that the truck drives; 0 is the way from one end to the other
	Truckload bool  // by truckload contracts; otherwise by those that share a truck
}

// HaulPrice is the price that the organisation's own contracts give, the lowest. None has one where OK is false.
type HaulPrice struct {
	OK          bool
	Price       Price
	CarrierName string
	Contract    string // its name
	HomeMinor   int64  // in the organisation's currency
	ArrivesOn   string // day
}

// OrderStanding is what became of an order.
type OrderStanding struct {
	ID       string `json:"OrderId"`
	Number   string `json:"OrderNumber"`
	Open     bool   `json:"Open"`     // it can be built into a shipment
	Shipment string `json:"Shipment"` // number of the shipment that it is on
	Together string `json:"-"`        // what consolidated orders share
}
