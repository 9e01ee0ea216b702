package engine

// Calc is how a service is charged.
type Calc string

// The ways.
const (
	Flat       Calc = "flat"
	PerCwt     Calc = "perCwt"
	PctNet     Calc = "pctNet"
	PerUnit    Calc = "perUnit"
	TierInches Calc = "tierInches"
)

// Values lists the ways.
func (Calc) Values() []string {
	return []string{string(Flat), string(PerCwt), string(PctNet), string(PerUnit), string(TierInches)}
}

// Accessorial is what a service costs.
type Accessorial struct {
	Code  string `json:"code"` // of the NMFTA's list: LFTD, RES, OVR
	Calc  Calc   `json:"calc"`
	Rate  Dec    `json:"rate"`
	Min   *Cents `json:"min"`
	Max   *Cents `json:"max"`
	Tiers []Tier `json:"tiers,omitempty"`
	Fuel  bool   `json:"fuel"` // fuel is charged on it, too
}

// Tier is what freight costs whose longest piece is between two lengths, both included.
type Tier struct {
	From   Dec   `json:"from"` // inches
	To     Dec   `json:"to"`
	Amount Cents `json:"amount"`
}

// overlength and hazmat are charged whether or not somebody asked.
const (
	overlength = "OVR"
	hazmat     = "HAZ"
)

func (t *Tariff) accessorial(code string) *Accessorial {
	for i := range t.Accessorials {
		if t.Accessorials[i].Code == code {
			return &t.Accessorials[i]
		}
	}
	return nil
}

// services are those asked for and those that the freight itself asks for.
func (j *job) services() []Service {
	list := j.r.Services
	asked := func(code string) bool {
		for _, s := range list {
			if s.Code == code {
				return true
			}
		}
		return false
	}
	if j.r.Hazmat && !asked(hazmat) {
		list = append(list[:len(list):len(list)], Service{Code: hazmat, Quantity: one})
	}
	if a := j.t.accessorial(overlength); a != nil && !asked(overlength) {
		if long := measure(j.r.Units).Longest; len(a.Tiers) > 0 && long >= a.Tiers[0].From {
			list = append(list[:len(list):len(list)], Service{Code: overlength, Quantity: long})
		}
	}
	return list
}

// accessorials writes the services' lines and gives what of them carries fuel.
func (j *job) accessorials(net Cents, weight Dec) (withFuel Cents, err error) {
	for _, s := range j.services() {
		a := j.t.accessorial(s.Code)
		if a == nil {
			return 0, No{"service-not-offered", s.Code}
		}
		c := Charge{Code: a.Code, Row: "Accessorials/" + a.Code, Quantity: one, Unit: "ea", Rate: a.Rate}
		switch a.Calc {
		case Flat:
			c.Amount, c.Exact = j.round.times(one, a.Rate, 1)
		case PerCwt:
			c.Quantity, c.Unit, c.Per = weight, "lb", 100
			c.Amount, c.Exact = j.round.times(weight, a.Rate, 100)
		case PctNet:
			c.Quantity, c.Unit, c.Rate, c.Per = a.Rate, "%", net.dec(), 100
			c.Amount, c.Exact = j.round.percent(net, a.Rate)
		case PerUnit:
			if c.Quantity, c.Unit = s.Quantity, "pc"; s.Quantity <= 0 {
				return 0, No{"service-needs-quantity", s.Code}
			}
			c.Amount, c.Exact = j.round.times(s.Quantity, a.Rate, 1)
		case TierInches:
			found := false
			for _, t := range a.Tiers {
				if t.From <= s.Quantity && s.Quantity < t.To+one { // a tier's last inch is its own to the end
					c.Row, c.Quantity, c.Unit, c.Rate, c.Amount, found = c.Row+"/"+t.From.String()+"-"+t.To.String(), s.Quantity, "in", t.Amount.dec(), t.Amount, true
					break
				}
			}
			if !found && len(a.Tiers) > 0 && s.Quantity > a.Tiers[len(a.Tiers)-1].To {
				return 0, No{"piece-too-long", s.Quantity.String()}
			}
		default:
			return 0, No{"tariff-incomplete", a.Code}
		}
		if a.Min != nil && c.Amount < *a.Min {
			c.Amount, c.Note, c.Value = *a.Min, "receipt-floor", a.Min.String()
		}
		if a.Max != nil && c.Amount > *a.Max {
			c.Amount, c.Note, c.Value = *a.Max, "receipt-cap", a.Max.String()
		}
		if j.add(c); a.Fuel {
			withFuel += c.Amount
		}
	}
	return withFuel, nil
}

// finish adds services, then fuel on the net and on those services that carry it.
func (j *job) finish(net Cents, weight Dec) error {
	withFuel, err := j.accessorials(net, weight)
	if err != nil {
		return err
	}
	return j.fuel(net+withFuel, 0)
}
