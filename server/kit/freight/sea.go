package freight

import "time"

// Port is a port or an inland ramp by its UN/LOCODE, with the clock that is read there.
type Port struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Zone string `json:"zone"` // IANA; empty where nobody knows
}

// SeaCarrier is a carrier that takes international bookings.
type SeaCarrier struct {
	SCAC  string   `json:"SCAC"`
	Name  string   `json:"name"`
	Modes []string `json:"modes"` // FCL, LCL, INTLAIR
}

// SeaContainer is a container that carries a shipment, as its booking or its forwarder names it.
type SeaContainer struct {
	ShipmentID string
	Number     string // ISO 6346
	Size       string
	Line       string // SCAC of the ocean carrier
	Bill       string // master bill of lading
	Booking    string
	Seal       string
	Origin     string // port of loading, by UN/LOCODE or name
	Port       string // port of discharge
	Final      string // where it goes to from there
}

// OnWater is a container on its way.
type OnWater struct {
	ID         string     `json:"containerId"`
	Number     string     `json:"number"`
	ShipmentID string     `json:"shipmentId"`
	Shipment   string     `json:"shipment"`
	Warehouse  string     `json:"warehouse"`
	Line       string     `json:"line"`
	Bill       string     `json:"masterBill"`
	Booking    string     `json:"booking"`
	Size       string     `json:"size"`
	Seal       string     `json:"seal"`
	Origin     string     `json:"origin"`
	Port       string     `json:"port"`
	Final      string     `json:"final"`
	Vessel     string     `json:"vessel"`
	Voyage     string     `json:"voyage"`
	LastCode   string     `json:"lastCode"`
	LastAt     *time.Time `json:"lastAt"`
	LastPlace  string     `json:"lastPlace"`
	LastZone   string     `json:"lastZone"`
	ETA        *time.Time `json:"eta"`
	ETAPlace   string     `json:"etaPlace"`
	ETAZone    string     `json:"etaZone"`
	Events     []SeaEvent `json:"events"` // the latest first; those that were corrected, too
}

// SeaEvent is what was told of a container.
type SeaEvent struct {
	ID        string    `json:"eventId"`
	Code      string    `json:"code"`
	Estimated bool      `json:"estimated"` // it is expected then
	At        time.Time `json:"at"`
	Zone      string    `json:"zone"`
	Place     string    `json:"place"`
	Vessel    string    `json:"vessel"`
	Voyage    string    `json:"voyage"`
	Note      string    `json:"note"`
	By        string    `json:"by"` // a person, or the provider
	LoggedAt  time.Time `json:"loggedAt"`
	Corrected bool      `json:"corrected"` // another one stands in its place
	Forwarder bool      `json:"forwarder"` // the forwarder told it, and may correct it
	Milestone string    `json:"-"`         // the id that it was sent under
}

// Milestone is an event as a forwarder enters it.
type Milestone struct {
	ID        string // made by the sender: sent again after a lost reply, it is the same
	UnitID    string
	Code      string
	Estimated bool
	EventAt   string // 2026-11-25T14:30 on the place's clock
	Place     string // UN/LOCODE or name
	Vessel    string
	Voyage    string
	Note      string
	Corrects  string // the event in whose place this one stands
}
