package engine

// Truckload is a price per mile.
type Truckload struct {
	Rate      Dec         `json:"rate"` // per mile, where the lane says none
	Minimum   Cents       `json:"minimum"`
	FreeStops int         `json:"freeStops"`
	Stop      Cents       `json:"stop"` // for each stop after the free ones
	Detention []Detention `json:"detention,omitempty"`
}

// Detention is what waiting costs after the free time, in begun increments.
type Detention struct {
	At        string `json:"at"` // pickup, delivery, or "" for both
	Free      int64  `json:"free"`
	Increment int64  `json:"increment"`
	PerHour   Dec    `json:"perHour"`
	Max       *Cents `json:"max"`
}

// TLSteps are the figures between.
type TLSteps struct {
	ByMiles     Cents `json:"byMiles"`
	LineHaul    Cents `json:"lineHaul"`
	FuelPerMile Dec   `json:"fuelPerMile"`
	AllIn       Dec   `json:"allIn"` // per mile
}

func (j *job) truckload() error {
	t := j.t.Truckload
	if t == nil {
		return No{"tariff-incomplete", "TL"}
	}
	if j.r.Miles <= 0 {
		return No{"distance-unknown", ""}
	}
	rate, floor, row := t.Rate, t.Minimum, "Truckload/Rate"
	if j.lane.Rate > 0 {
		rate, row = j.lane.Rate, j.lane.key()
	}
	if j.lane.Minimum != nil {
		floor = *j.lane.Minimum
	}
	s := &TLSteps{}
	j.q.Truckload = s
	s.ByMiles = j.times("linehaul", row, j.r.Miles, "mi", rate, 1)
	s.LineHaul = j.raise("Truckload/Minimum", "receipt-minimum", s.ByMiles, floor)
	if n := j.r.Stops - t.FreeStops; n > 0 && t.Stop > 0 {
		j.times("stopoff", "Truckload/Stop", Int(int64(n)), "ea", t.Stop.dec(), 1)
	}
	for _, w := range j.r.Waits {
		j.detention(t, w)
	}
	for _, x := range j.r.Extras {
		j.add(Charge{Code: x.Code, Row: "agreed", Quantity: one, Unit: "ea", Rate: x.Amount.dec(), Amount: x.Amount})
	}
	withFuel, err := j.accessorials(s.LineHaul, j.weight())
	if err != nil {
		return err
	}
	if err := j.fuel(s.LineHaul+withFuel, j.r.Miles); err != nil {
		return err
	}
	var total Cents
	for _, c := range j.charges {
		total += c.Amount
	}
	s.AllIn = Dec(HalfUp.share(int64(total), 100*int64(one), int64(j.r.Miles)))
	return nil
}

func (j *job) weight() (sum Dec) {
	for _, it := range j.r.Items {
		sum += it.Weight
	}
	return sum
}

func (j *job) detention(t *Truckload, w Wait) {
	for i, d := range t.Detention {
		if d.At != "" && d.At != w.At || d.Increment <= 0 {
			continue
		}
		over := w.Minutes - d.Free
		if over <= 0 {
			return
		}
		minutes := Int((over + d.Increment - 1) / d.Increment * d.Increment)
		c := Charge{Code: "detention", Row: "Detention/" + anywhere(t.Detention[i].At), Quantity: minutes, Unit: "min", Rate: d.PerHour, Per: 60}
		if c.Amount, c.Exact = j.round.times(minutes, d.PerHour, 60); d.Max != nil && c.Amount > *d.Max {
			c.Amount, c.Note, c.Value = *d.Max, "receipt-cap", d.Max.String()
		}
		j.add(c)
		return
	}
}
