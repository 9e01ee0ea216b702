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
	Direction string // in place of Inbound: outbound, inbound or transfer
	From      string // the first day
	Days      int
	Booker    string // what kind of partner asks: vendor, carrier or broker
	LoadType  string // empty where none is chosen
	Until     string // the day of its load, where that is later than partners book otherwise
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

// Booker is a partner that books times itself.
type Booker struct {
	Kind  string   // carrier or broker
	ID    string   // SCAC
	Name  string   // of the company
	By    string   // who there acts
	Loads []string // keys of the loads that it hauls
}

// SlotWanted is a time that a partner wants: a new one, or another one for an appointment that it has.
type SlotWanted struct {
	ID            string // by the sender: of the hold, and of the appointment that it becomes
	AppointmentID string // that is given the time; empty for a new one
	Warehouse     string
	Direction     string // outbound, inbound or transfer
	ShipmentID    string // one of the partner's loads; empty for a truck that is known by its references
	LoadType      string
	Day           string
	Start         string // HH:MM
	PO, BOL, Load string
	Note          string
}

// SlotHeld is a time that is held for a partner while the rest is said. Until is RFC 3339.
type SlotHeld struct {
	ID      string `json:"id"`
	Day     string `json:"day"`
	Start   string `json:"start"`
	Minutes int64  `json:"minutes"`
	Until   string `json:"until"`
}

// SlotSite is a warehouse that gives out times to a kind of partner in one direction.
type SlotSite struct {
	Warehouse string     `json:"warehouse"`
	Name      string     `json:"name"`
	City      string     `json:"city"`
	State     string     `json:"state"`
	Zone      string     `json:"zone"` // IANA: its clock is the times'
	Direction string     `json:"direction"`
	Kinds     []LoadKind `json:"kinds"`
}

// SlotBooked is an appointment as the partner sees it that has it.
type SlotBooked struct {
	Appointed
	ID         string `json:"id"`
	Warehouse  string `json:"warehouse"`
	Site       string `json:"site"` // its name
	City       string `json:"city"`
	Zone       string `json:"zone"`
	Direction  string `json:"direction"`
	ShipmentID string `json:"shipmentId"`
	Reference  string `json:"reference"`
	LoadType   string `json:"loadType"` // key
	Kind       string `json:"kind"`     // the load type's name
	PO         string `json:"po"`
	BOL        string `json:"bol"`
	Load       string `json:"load"`
	Note       string `json:"note"`
	Confirmed  bool   `json:"confirmed"`
	MayMove    bool   `json:"mayMove"`
	MayCancel  bool   `json:"mayCancel"`
}

// SlotAwaited is what a partner waits for: a time that comes free from one day to another, that begins between two times of day (empty is any).
type SlotAwaited struct {
	ID                  string // by the sender
	Warehouse           string
	Direction           string // outbound, inbound or transfer
	ShipmentID          string // one of the partner's loads; empty for a truck that is known by a reference
	LoadType            string
	Reference           string
	FromDay, UntilDay   string
	FromTime, UntilTime string
}

// OfferEnded is what became of a time that was held for a partner that waits: it declined it, let it lapse, or it was withdrawn.
type OfferEnded struct {
	Why   string `json:"why" db:"why"` // declined, lapsed or withdrawn
	Day   string `json:"day" db:"day"`
	Start string `json:"start" db:"start"`
	Waits bool   `json:"waits" db:"waits"` // it is on the list still, and is offered the next time
	Keeps bool   `json:"keeps" db:"keeps"` // it has its place on the list for when the load is its own again
}

// SlotWait is what a partner waits for as it sees it. While a time is offered, OfferID, Day, Start and Until (RFC 3339) tell which: it is booked under that key.
type SlotWait struct {
	ID         string   `json:"id"`
	State      string   `json:"state"` // waiting, offered, taken, removed or over
	Warehouse  string   `json:"warehouse"`
	Site       string   `json:"site"` // its name
	City       string   `json:"city"`
	Zone       string   `json:"zone"`
	Direction  string   `json:"direction"`
	LoadType   string   `json:"loadType"` // key
	Kind       string   `json:"kind"`     // the load type's name
	Requires   []string `json:"requires"` // PO, BOL, LOAD
	ShipmentID string   `json:"shipmentId"`
	Reference  string   `json:"reference"`
	FromDay    string   `json:"fromDay"`
	UntilDay   string   `json:"untilDay"`
	FromTime   string   `json:"fromTime"`
	UntilTime  string   `json:"untilTime"`
	OfferID    string   `json:"offerId"`
	Day        string   `json:"day"`
	Start      string   `json:"start"`
	Until      string   `json:"until"`
}
