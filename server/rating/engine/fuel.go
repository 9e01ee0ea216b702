package engine

import "time"

// FuelKind is the form of a fuel surcharge.
type FuelKind string

// The forms.
const (
	FuelPercent FuelKind = "percent" // a fixed percentage
	FuelTable   FuelKind = "table"   // a percentage by the index
	FuelStep    FuelKind = "step"    // per mile, so much for each step of the index above a base
	FuelMPG     FuelKind = "mpg"     // per mile: what the index is above a base, by miles per gallon
)

// Values lists the forms.
func (FuelKind) Values() []string {
	return []string{string(FuelPercent), string(FuelTable), string(FuelStep), string(FuelMPG)}
}

// Fuel is a tariff's fuel surcharge. The index of a Monday counts from the tariff's weekday of that week on.
type Fuel struct {
	Kind    FuelKind  `json:"kind"`
	Weekday int       `json:"weekday"` // 1 Monday, 2 Tuesday, 3 Wednesday …; 0 is Wednesday
	Percent Dec       `json:"percent"`
	Rows    []FuelRow `json:"rows,omitempty"`
	Base    Dec       `json:"base"`
	Step    Dec       `json:"step"`
	PerStep Dec       `json:"perStep"`
	MPG     Dec       `json:"mpg"`
}

// FuelRow is the percentage of a range of the index: at least From, less than To.
type FuelRow struct {
	From    Dec `json:"from"`
	To      Dec `json:"to"`
	Percent Dec `json:"percent"`
}

// FuelWeek is the index of one week.
type FuelWeek struct {
	Monday string `json:"monday"`
	Price  Dec    `json:"price"` // per gallon
}

// Percentage finds the row of a price.
func (f *Fuel) Percentage(price Dec) (FuelRow, bool) {
	for _, r := range f.Rows {
		if r.From <= price && price < r.To {
			return r, true
		}
	}
	return FuelRow{}, false
}

// Monday is the week whose index counts on a day.
func (f *Fuel) Monday(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	from := f.Weekday
	if from == 0 {
		from = 3
	}
	since := (int(t.Weekday())+6)%7 + 1 // Monday is 1
	back := since - 1
	if since < from {
		back += 7
	}
	return t.AddDate(0, 0, -back).Format(time.DateOnly)
}

// week finds the index that is in force on the day of shipping. Where that week cannot be published yet and nobody has entered it, the newest week that is
// known counts, with a warning; a week that should be there and is missing is refused.
func (j *job) week(f *Fuel) (FuelWeek, error) {
	monday := f.Monday(j.r.ShipOn)
	w, ok := j.r.published(monday)
	if !ok && j.r.Today != "" && f.Monday(j.r.Today) < monday {
		if w, ok = j.r.newest(monday); ok && w.Monday < f.Monday(j.r.Today) {
			ok, monday = false, f.Monday(j.r.Today) // not even the week of today is there
		}
		if ok {
			j.q.Warnings = append(j.q.Warnings, "rate-fuel-later")
		}
	}
	if !ok {
		return FuelWeek{}, No{"fuel-week-missing", monday}
	}
	j.q.FuelWeek, j.q.FuelPrice = w.Monday, w.Price
	return w, nil
}

func (r *Request) published(monday string) (FuelWeek, bool) {
	for _, w := range r.Fuel {
		if w.Monday == monday {
			return w, true
		}
	}
	return FuelWeek{}, false
}

// newest is the last week before one that is not there.
func (r *Request) newest(before string) (last FuelWeek, ok bool) {
	for _, w := range r.Fuel {
		if w.Monday < before && w.Monday >= last.Monday {
			last, ok = w, true
		}
	}
	return last, ok
}

// fuel writes the surcharge on an amount, or per mile. No fuel in the tariff is no surcharge.
func (j *job) fuel(base Cents, miles Dec) error {
	f := j.t.Fuel
	if f == nil {
		return nil
	}
	if f.Kind == FuelPercent {
		j.percentFuel("Fuel/percent", base, f.Percent, "")
		return nil
	}
	w, err := j.week(f)
	if err != nil {
		return err
	}
	if f.Kind == FuelTable {
		row, ok := f.Percentage(w.Price)
		if !ok {
			return No{"fuel-price-outside-table", w.Price.String()}
		}
		j.percentFuel("Fuel/"+row.From.String()+"-"+row.To.String(), base, row.Percent, w.Monday)
		return nil
	}
	above := max(0, w.Price-f.Base)
	var perMile Dec
	switch {
	case f.Kind == FuelStep && f.Step > 0:
		perMile = Dec(Up.share(int64(above), 1, int64(f.Step))) * f.PerStep
	case f.Kind == FuelMPG && f.MPG > 0: // to the tenth of a cent
		perMile = Dec(HalfUp.share(int64(above), 1000, int64(f.MPG))) * (one / 1000)
	default:
		return No{"tariff-incomplete", "Fuel"}
	}
	if j.q.Truckload != nil {
		j.q.Truckload.FuelPerMile = perMile
	}
	if perMile > 0 {
		j.times("fuel", "Fuel/"+string(f.Kind), miles, "mi", perMile, 1)
		line := &j.charges[len(j.charges)-1]
		line.Note, line.Value = "receipt-fuel-week", w.Monday
	}
	return nil
}

func (j *job) percentFuel(row string, base Cents, pct Dec, monday string) {
	amount, exact := j.round.percent(base, pct)
	if pct == 0 {
		return
	}
	c := Charge{Code: "fuel", Row: row, Quantity: pct, Unit: "%", Rate: base.dec(), Per: 100, Amount: amount, Exact: exact}
	if monday != "" {
		c.Note, c.Value = "receipt-fuel-week", monday
	}
	j.add(c)
}
