package freight

// RailEntry is a rail shipment as a person enters it, for the area that makes shipments.
type RailEntry struct {
	Warehouse   string
	OrderNumber string
	PO          string
	Customer    string
	ShipOn      string
	DeliverBy   string
	Destination Party
	Railroad    string // SCAC
	Tender      bool   // the railroad has it at once
	Items       []RailItem
}

// RailItem is the goods in one car.
type RailItem struct {
	Description string
	Pieces      int64
	Weight      Measure
}
