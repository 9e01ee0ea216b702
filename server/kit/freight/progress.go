package freight

import "time"

// Progress is where a shipment's containers and rail cars are, as whoever waits for it may know.
type Progress struct {
	ETA   time.Time // of the last of them; zero where nobody knows
	Was   time.Time // before its last change; zero where it never changed
	Zone  string    // IANA, of the place
	Place string
	Why   string // code of the reason
	From  string // the vessel or port that it was before
	Steps []Step // the latest first
}

// Step is one thing that happened on the way, by the clock of its place.
type Step struct {
	Code  string
	At    time.Time
	Zone  string
	Place string
}
