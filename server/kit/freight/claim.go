package freight

// Carried is a shipment as a claim needs to know it: its consignment, and how the carriage ended.
type Carried struct {
	Consignment
	Status      string
	Left        bool   // the carrier has it, or had it
	DeliveredOn string // day on the warehouse's calendar; empty where it was not delivered
	Exception   string // code of what stopped it
	Reason      string
	Currency    string // of the cost; empty where it has none
	CostMinor   int64
}

// Finding is what the dock has noted of one pallet: damaged, or short of pieces.
type Finding struct {
	ShipmentID  string   `json:"shipmentId"`
	LPN         string   `json:"lpn"`
	Kind        string   `json:"kind"` // damaged, short
	Description string   `json:"description"`
	ItemCode    string   `json:"itemCode"`
	Pieces      int64    `json:"pieces"` // that are damaged or missing
	Of          int64    `json:"of"`     // pieces of the pallet
	Weight      Measure  `json:"weight"` // of the pieces that are damaged or missing
	Note        string   `json:"note"`
	By          string   `json:"by"`
	Photos      []string `json:"photos"` // blob hashes
}

// Paper is a document of a shipment, as other areas name it.
type Paper struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Name string `json:"name"`
	At   int64  `json:"at"` // ms
}

// Happened is one event of a shipment's chain, as other areas tell of it.
type Happened struct {
	ID, ShipmentID, Kind string
	By                   string // whose name stands at it
	N, At                int64  // its number in the chain; ms
	Data                 string // JSON
}
