package freight

// SlotFree is a time that a warehouse gives out, by the clock on its wall.
type SlotFree struct {
	Day     string `json:"day"`
	Start   string `json:"start"` // HH:MM
	Minutes int64  `json:"minutes"`
	Free    int64  `json:"free"` // trucks that it still takes
}

// Booking asks for a time at a load's warehouse.
type Booking struct {
	ShipmentID string
	Warehouse  string
	Inbound    bool
	Day        string
	Start      string
	Carrier    string // as whoever books knows it
	Reference  string
}

// Appointed is the time that a load has at its warehouse.
type Appointed struct {
	Number  string `json:"number"`
	Day     string `json:"day"`
	Start   string `json:"start"`
	Minutes int64  `json:"minutes"`
	Door    string `json:"door"` // empty until one is given
	State   string `json:"state"`
}
