package freight

import "slices"

// Facts are what a rule of the organisation may ask about freight. An empty text, and a number that is 0, is not known.
type Facts struct {
	Warehouse   string
	Customer    string
	Customers   []string // of freight of several
	Direction   string   // outbound or inbound
	Terms       string   // P, C or T
	From, To    Reach
	PoundsMilli int64 // of all of it
	Units       int64 // pallets, pieces where nothing stands on pallets, packages of a parcel
	MilesMilli  int64 // by road
	Hazmat      bool
	Day         string // on which it leaves
}

// Reach is an end of the way as rules know it.
type Reach struct{ State, Zip, Country string }

// RuleAction is what a rule does to freight that meets its conditions.
type RuleAction string

// The actions. The first five count when carriers are rated, and those that name carriers and the last one when a carrier is given the load, too.
const (
	ExcludeCarrier RuleAction = "exclude-carrier"
	OnlyCarrier    RuleAction = "only-carrier"
	PreferCarrier  RuleAction = "prefer-carrier"
	ExcludeMode    RuleAction = "exclude-mode"
	AddService     RuleAction = "add-service"
	StopTender     RuleAction = "stop-tender"
)

// Values lists the actions.
func (RuleAction) Values() []string {
	return []string{string(ExcludeCarrier), string(OnlyCarrier), string(PreferCarrier), string(ExcludeMode), string(AddService), string(StopTender)}
}

// Ruled is a rule that freight met, as it stood then.
type Ruled struct {
	ID     string     `json:"id"`
	Name   string     `json:"name"`
	Action RuleAction `json:"action"`
	Values []string   `json:"values"` // SCACs, modes, services; the words of one that stops tenders
}

// Ruling is every rule that freight met, in the order of the rules.
type Ruling []Ruled

// Judge applies the rules of a day to freight.
type Judge func(Facts) Ruling

// Bars is the first rule that keeps a carrier from having the freight. A mode that is empty is not judged.
func (g Ruling) Bars(carrier, mode string) (Ruled, bool) {
	for _, r := range g {
		named := slices.Contains(r.Values, carrier)
		if r.Action == ExcludeCarrier && named || r.Action == OnlyCarrier && !named || r.Action == ExcludeMode && mode != "" && slices.Contains(r.Values, mode) {
			return r, true
		}
	}
	return Ruled{}, false
}

// First is the first rule that does something.
func (g Ruling) First(action RuleAction) (Ruled, bool) {
	if at := slices.IndexFunc(g, func(r Ruled) bool { return r.Action == action }); at >= 0 {
		return g[at], true
	}
	return Ruled{}, false
}

// Services are the accessorials that rules add.
func (g Ruling) Services() (codes []string) {
	for _, r := range g {
		if r.Action == AddService {
			codes = append(codes, r.Values...)
		}
	}
	return codes
}
