package engine

// Request is what is to be rated: everything that a price may depend on, and nothing else.
type Request struct {
	ShipOn   string     `json:"shipOn"`
	From     Place      `json:"from"`
	To       Place      `json:"to"`
	Items    []Item     `json:"items"`
	Units    []Unit     `json:"units"` // the handling units with their outside dimensions; none where they are not known
	Services []Service  `json:"services"`
	Hazmat   bool       `json:"hazmat"`
	Miles    Dec        `json:"miles"`    // by road
	Straight Dec        `json:"straight"` // as the crow flies: parcel zones count so
	Stops    int        `json:"stops"`    // between pickup and the last delivery
	Waits    []Wait     `json:"waits"`
	Extras   []Extra    `json:"extras"`
	Packages []Package  `json:"packages"`
	Chassis  int        `json:"chassis"` // days
	Cube     []CubeRule `json:"cube,omitempty"`
	Fuel     []FuelWeek `json:"fuel"`               // what is known of the index around the day, oldest first
	Today    string     `json:"today"`              // a week that begins later cannot be known yet
	Currency string     `json:"currency,omitempty"` // the organisation's own, in which offers are compared
	Exchange []Exchange `json:"exchange,omitempty"` // what other currencies are worth in it
}

// Item is one commodity line: its class and its weight in pounds.
type Item struct {
	Class  Class `json:"class"`
	Weight Dec   `json:"weight"`
}

// Service is an accessorial that is asked for, with what it counts (pieces, inches).
type Service struct {
	Code     string `json:"code"`
	Quantity Dec    `json:"quantity"`
}

// Wait is time that a truck stood at a place.
type Wait struct {
	At      string `json:"at"` // pickup or delivery
	Minutes int64  `json:"minutes"`
}

// Extra is a charge that was agreed or paid on the way: layover, lumper, tarp.
type Extra struct {
	Code   string `json:"code"`
	Amount Cents  `json:"amount"`
}

// Charge is one line of a receipt. The lines of a quote add up to its total.
type Charge struct {
	Code     string   `json:"code"`   // freight, deficit, discount, minimum, fuel, or the accessorial's own
	Amount   Cents    `json:"amount"` // minor units
	Tariff   string   `json:"tariff"`
	Version  int      `json:"version"`
	Row      string   `json:"row"` // of the tariff: Rates/NATIONAL/70/M5C
	Quantity Dec      `json:"quantity"`
	Unit     string   `json:"unit"` // lb, mi, ft, %, pc, min, ea
	Rate     Dec      `json:"rate"`
	Per      int64    `json:"per"` // the rate is for so many units: 100 lb, 60 minutes
	Exact    string   `json:"exact"`
	Rounding Rounding `json:"rounding"`
	Note     string   `json:"note,omitempty"`  // a code of the catalogue: why this line stands here
	Value    string   `json:"value,omitempty"` // what the note names
}

// Quote is a price with how it came about.
type Quote struct {
	Tariff    string     `json:"tariff"`
	Version   int        `json:"version"`
	Name      string     `json:"name"`
	Carrier   string     `json:"carrier"`
	Mode      Mode       `json:"mode"`
	Currency  string     `json:"currency"`
	Charges   []Charge   `json:"charges"`
	Total     Cents      `json:"total"`
	Days      int        `json:"days"` // service days of the lane, 0 where the tariff does not say
	Lane      string     `json:"lane"`
	FuelWeek  string     `json:"fuelWeek,omitempty"`
	FuelPrice Dec        `json:"fuelPrice,omitzero"`
	Warnings  []string   `json:"warnings"`
	LTL       *LTLSteps  `json:"ltl,omitempty"`
	Truckload *TLSteps   `json:"truckload,omitempty"`
	Parcels   []PkgSteps `json:"parcels,omitempty"`
}

// No is why a tariff has no price for a request.
type No struct {
	Code  string `json:"code"`
	Value string `json:"value"`
}

func (n No) Error() string { return n.Code + " " + n.Value }

// Rate prices a request by one version of a tariff. The error is a No.
func Rate(t *Tariff, r *Request) (Quote, error) {
	q := Quote{Tariff: t.ID, Version: t.Version, Name: t.Name, Carrier: t.Carrier, Mode: t.Mode, Currency: t.Currency, Warnings: []string{}}
	if !t.InForce(r.ShipOn) {
		return q, No{"tariff-not-in-force", r.ShipOn}
	}
	lane, ok := t.lane(r.From, r.To)
	if !ok {
		return q, No{"lane-not-served", r.From.Zip + " → " + r.To.Zip}
	}
	q.Days, q.Lane = lane.Days, lane.key()
	j := &job{t: t, r: r, lane: lane, q: &q, round: t.Rounding, charges: make([]Charge, 0, 8)}
	if j.round == "" {
		j.round = HalfUp
	}
	price := map[Mode]func() error{ModeLTL: j.ltl, ModeVolume: j.volume, ModeTruckload: j.truckload, ModeParcel: j.parcel, ModeIntermodal: j.intermodal}[t.Mode]
	if price == nil {
		return q, No{"tariff-incomplete", string(t.Mode)}
	}
	if err := price(); err != nil {
		return q, err
	}
	q.Charges = j.charges
	for _, c := range j.charges {
		q.Total += c.Amount
	}
	return q, nil
}

// job is one rating while it runs.
type job struct {
	t       *Tariff
	r       *Request
	lane    Lane
	q       *Quote
	round   Rounding
	charges []Charge
}

// add writes a line of the receipt.
func (j *job) add(c Charge) Cents {
	c.Tariff, c.Version, c.Rounding = j.t.ID, j.t.Version, j.round
	if c.Per == 0 {
		c.Per = 1
	}
	if c.Exact == "" {
		c.Exact = c.Amount.String()
	}
	j.charges = append(j.charges, c)
	return c.Amount
}

// times adds a line of quantity×rate÷per.
func (j *job) times(code, row string, quantity Dec, unit string, rate Dec, per int64) Cents {
	amount, exact := j.round.times(quantity, rate, per)
	return j.add(Charge{Code: code, Row: row, Quantity: quantity, Unit: unit, Rate: rate, Per: per, Amount: amount, Exact: exact})
}

// raise adds the line that lifts an amount to a floor, and gives the floor.
func (j *job) raise(row, note string, amount, floor Cents) Cents {
	if floor <= amount {
		return amount
	}
	j.add(Charge{Code: "minimum", Row: row, Quantity: one, Unit: "ea", Rate: floor.dec(), Amount: floor - amount, Note: note, Value: floor.String()})
	return floor
}
