package engine

// Volume is LTL by the room that it takes: a price per linear foot between two lengths of floor.
type Volume struct {
	Rate    Dec   `json:"rate"` // per linear foot, where the lane says none
	Minimum Cents `json:"minimum"`
	MinFeet Dec   `json:"minFeet"`
	MaxFeet Dec   `json:"maxFeet"`
	MaxLb   Dec   `json:"maxLb"`
}

func (j *job) volume() error {
	v := j.t.Volume
	if v == nil {
		return No{"tariff-incomplete", "VOLUME"}
	}
	feet, weight := measure(j.r.Units).Feet, j.weight()
	switch {
	case feet == 0:
		return No{"dimensions-missing", ""}
	case feet < v.MinFeet:
		return No{"volume-under-minimum", v.MinFeet.String()}
	case v.MaxFeet > 0 && feet > v.MaxFeet:
		return No{"volume-too-long", feet.String()}
	case v.MaxLb > 0 && weight > v.MaxLb:
		return No{"volume-too-heavy", weight.String()}
	}
	rate, floor, row := v.Rate, v.Minimum, "Volume/Rate"
	if j.lane.Rate > 0 {
		rate, row = j.lane.Rate, j.lane.key()
	}
	if j.lane.Minimum != nil {
		floor = *j.lane.Minimum
	}
	net := j.raise("Volume/Minimum", "receipt-minimum", j.times("freight", row, feet, "ft", rate, 1), floor)
	return j.finish(net, weight)
}

// Intermodal is rail from ramp to ramp with a truck at both ends.
type Intermodal struct {
	Rail       Cents `json:"rail"` // where the lane says none
	RailFuel   Dec   `json:"railFuel"`
	DrayFrom   Cents `json:"drayFrom"`
	DrayTo     Cents `json:"drayTo"`
	DrayFuel   Dec   `json:"drayFuel"`
	ChassisDay Cents `json:"chassisDay"`
	Days       int   `json:"days"` // of chassis, where the request says none
}

func (j *job) intermodal() error {
	m := j.t.Intermodal
	if m == nil {
		return No{"tariff-incomplete", "INTERMODAL"}
	}
	rail, row := m.Rail, "Intermodal/Rail"
	if j.lane.Rate > 0 {
		rail, row = Cents(j.lane.Rate/100), j.lane.key()
	}
	if rail <= 0 {
		return No{"lane-not-served", j.lane.key()}
	}
	days := j.r.Chassis
	if days == 0 {
		days = m.Days
	}
	part := func(code, row string, of Cents, pct Dec) {
		if amount, exact := j.round.percent(of, pct); pct > 0 {
			j.add(Charge{Code: code, Row: row, Quantity: pct, Unit: "%", Rate: of.dec(), Per: 100, Amount: amount, Exact: exact})
		}
	}
	flat := func(code, row string, c Cents) {
		if c > 0 {
			j.add(Charge{Code: code, Row: row, Quantity: one, Unit: "ea", Rate: c.dec(), Amount: c})
		}
	}
	flat("rail", row, rail)
	part("railFuel", "Intermodal/Rail fuel", rail, m.RailFuel)
	flat("drayFrom", "Intermodal/Dray from", m.DrayFrom)
	flat("drayTo", "Intermodal/Dray to", m.DrayTo)
	part("drayFuel", "Intermodal/Dray fuel", m.DrayFrom+m.DrayTo, m.DrayFuel)
	if days > 0 && m.ChassisDay > 0 {
		j.times("chassis", "Intermodal/Chassis", Int(int64(days)), "ea", m.ChassisDay.dec(), 1)
	}
	_, err := j.accessorials(rail, j.weight())
	return err
}
