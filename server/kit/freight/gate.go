package freight

// GateSite is what whoever stands at a warehouse's gate may know of it.
type GateSite struct {
	Name  string    `json:"name"`
	Call  string    `json:"call"` // whom to call
	Rules GateRules `json:"rules"`
	Zone  string    `json:"zone"`
}

// GateRules is what holds on a site, in the languages that drivers read; empty where the site says nothing.
type GateRules struct {
	En string `json:"en"`
	Es string `json:"es"`
	Fr string `json:"fr"`
}

// GateArrival is what a driver says at a gate.
type GateArrival struct {
	Number, Name, Carrier, Plate, Trailer, Seal, Phone, Language string
	Address, Agent                                               string // of the driver's phone
}

// GateLoad is how a load stands on the dock, as its driver may know it.
type GateLoad struct {
	BOL, Door, State string
	Driver           string // as the dock knows the driver; no other driver is told
	Here             bool   // the truck stands in the yard or at a door
	Loaded, Pallets  int64
	Ahead            int64 // trucks that came before and are not being loaded yet
	Minutes          int64 // that trucks were here lately, 0 where too few were
}
