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
	Booker     string // what kind of partner books: vendor
	LoadType   string // of those that were offered; empty where there is no choice
	PO         string
}

// LoadKind is a kind of truck that a warehouse offers to a partner.
type LoadKind struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Requires []string `json:"requires"` // PO, BOL, LOAD
}

// SlotsAsked asks for the times that a warehouse gives out over some days to a kind of partner.
type SlotsAsked struct {
	Warehouse string
	Inbound   bool
	From      string // the first day
	Days      int
	Booker    string // what kind of partner asks: vendor
	LoadType  string // empty where none is chosen
}

// SlotsOffered are the kinds of truck that a warehouse offers, and the free times for the one that was chosen or is the only one.
type SlotsOffered struct {
	Kinds []LoadKind
	Free  []SlotFree
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
