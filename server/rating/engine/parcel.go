package engine

import (
	"fmt"
	"slices"
)

// Parcel prices packages by zone and billable weight.
type Parcel struct {
	Dim        DimRule     `json:"dim"`
	Sizes      SizeRule    `json:"sizes"`
	Zones      []ZoneRates `json:"zones"`
	Bands      []ZoneBand  `json:"bands,omitempty"` // zones by distance, where no lane names one
	Discount   Dec         `json:"discount"`
	Minimum    Cents       `json:"minimum"`
	Residence  *Surcharge  `json:"residential"`
	Area       *Surcharge  `json:"das"`  // delivery area
	AreaFar    *Surcharge  `json:"edas"` // extended
	AreaRemote *Surcharge  `json:"rdas"`
	Handling   *Surcharge  `json:"handling"`
	Large      *Surcharge  `json:"large"`
	Signature  *Surcharge  `json:"signature"`
	Adult      *Surcharge  `json:"adult"`
	Declared   *Declared   `json:"declared"`
}

// DimRule is how dimensional weight is found.
type DimRule struct {
	Nearest bool  `json:"nearest"` // inches to the nearest, as before 18 August 2025; otherwise up
	Divisor int64 `json:"divisor"`
	Over    int64 `json:"over"` // only above so many cubic inches; 0 is always
}

// SizeRule is where size costs more. A limit of 0 is none.
type SizeRule struct {
	Longest, Second, Weight, Cubic                    int64 // additional handling, over
	LargeLongest, LargeGirth, LargeCubic, LargeWeight int64 // large package, over
	LargeBills                                        int64 // and at least so many pounds
	MaxWeight, MaxLongest, MaxGirth                   int64 // not taken, over
}

// ZoneRates is a zone's prices for 1, 2, 3 … pounds, and per pound beyond the last.
type ZoneRates struct {
	Zone  int     `json:"zone"`
	Rates []Cents `json:"rates"`
	Over  Dec     `json:"over"`
}

// ZoneBand is a zone up to so many miles; 0 is any.
type ZoneBand struct {
	Miles Dec `json:"miles"`
	Zone  int `json:"zone"`
}

// Surcharge is an amount on a package.
type Surcharge struct {
	Amount Cents `json:"amount"`
	Fuel   bool  `json:"fuel"`
}

// Declared is the price of a declared value.
type Declared struct {
	Free    Cents `json:"free"`
	Per     Cents `json:"per"` // for each begun so much, counted from the first cent
	Amount  Cents `json:"amount"`
	Minimum Cents `json:"minimum"`
	Fuel    bool  `json:"fuel"`
}

// Signature is who must sign.
type Signature string

// The kinds of signature.
const (
	NoSignature    Signature = ""
	AnySignature   Signature = "signature"
	AdultSignature Signature = "adult"
)

// Values lists the kinds.
func (Signature) Values() []string { return []string{"", "signature", "adult"} }

// Package is so many equal packages.
type Package struct {
	Length    Dec       `json:"length"`
	Width     Dec       `json:"width"`
	Height    Dec       `json:"height"`
	Weight    Dec       `json:"weight"`
	Count     int       `json:"count"`
	Loose     bool      `json:"loose"` // not fully in a corrugated box
	Declared  Cents     `json:"declared"`
	Signature Signature `json:"signature"`
}

// Size is the class of a package.
type Size string

// The classes.
const (
	SizeNormal   Size = "normal"
	SizeHandling Size = "handling"
	SizeLarge    Size = "large"
	SizeOver     Size = "over"
)

// Values lists the classes.
func (Size) Values() []string { return []string{"normal", "handling", "large", "over"} }

// PkgSteps are the figures of a package.
type PkgSteps struct {
	Rounded  [3]int64 `json:"rounded"`
	Cubic    int64    `json:"cubic"`
	Dim      int64    `json:"dim"` // 0 where the rule asks for none
	Actual   int64    `json:"actual"`
	Billable int64    `json:"billable"`
	Size     Size     `json:"size"`
	Girth    int64    `json:"girth"` // length plus girth
	Reasons  []string `json:"reasons"`
	Zone     int      `json:"zone"`
}

// Weigh finds the billable weight and the size of a package.
func (p *Parcel) Weigh(k Package) PkgSteps {
	s := PkgSteps{Size: SizeNormal, Reasons: []string{}}
	var up [3]int64
	for i, d := range []Dec{k.Length, k.Width, k.Height} {
		up[i] = d.ceil()
		if s.Rounded[i] = up[i]; p.Dim.Nearest {
			s.Rounded[i] = d.nearest()
		}
	}
	s.Cubic = s.Rounded[0] * s.Rounded[1] * s.Rounded[2]
	s.Actual = k.Weight.ceil()
	if p.Dim.Divisor > 0 && s.Cubic > p.Dim.Over {
		s.Dim = (s.Cubic + p.Dim.Divisor - 1) / p.Dim.Divisor
	}
	s.Billable = max(s.Actual, s.Dim)
	slices.Sort(up[:]) // size limits look at whole inches, up, whatever the weight's rule
	long, second, cubic, z := up[2], up[1], up[0]*up[1]*up[2], p.Sizes
	s.Girth = long + 2*(up[0]+up[1])
	over := func(x, limit int64) bool { return limit > 0 && x > limit }
	heavy := func(limit int64) bool { return limit > 0 && k.Weight > Int(limit) }
	switch {
	case heavy(z.MaxWeight), over(long, z.MaxLongest), over(s.Girth, z.MaxGirth):
		s.Size = SizeOver
	case over(long, z.LargeLongest), over(s.Girth, z.LargeGirth), over(cubic, z.LargeCubic), heavy(z.LargeWeight):
		s.Size = SizeLarge
	default:
		for _, r := range []struct {
			hit  bool
			name string
		}{{over(long, z.Longest) || over(second, z.Second), "dimension"}, {heavy(z.Weight), "weight"}, {over(cubic, z.Cubic), "cubic"}, {k.Loose, "packaging"}} {
			if r.hit {
				s.Size, s.Reasons = SizeHandling, append(s.Reasons, r.name)
			}
		}
	}
	if s.Size == SizeLarge || s.Size == SizeOver {
		s.Billable = max(s.Billable, z.LargeBills)
	}
	return s
}

// Zone is the zone of a distance.
func (p *Parcel) Zone(miles Dec) int {
	for _, b := range p.Bands {
		if b.Miles == 0 || miles <= b.Miles {
			return b.Zone
		}
	}
	return 0
}

func (j *job) parcel() error {
	p := j.t.Parcel
	if p == nil {
		return No{"tariff-incomplete", "PARCEL"}
	}
	if len(j.r.Packages) == 0 {
		return No{"packages-missing", ""}
	}
	zone := j.lane.Zone
	if zone == 0 {
		zone = p.Zone(j.r.Straight)
	}
	at := slices.IndexFunc(p.Zones, func(z ZoneRates) bool { return z.Zone == zone })
	if at < 0 || len(p.Zones[at].Rates) == 0 {
		return No{"zone-not-served", fmt.Sprint(zone)}
	}
	for _, k := range j.r.Packages {
		s := p.Weigh(k)
		s.Zone = zone
		j.q.Parcels = append(j.q.Parcels, s)
		if s.Size == SizeOver {
			return No{"parcel-over-maximum", fmt.Sprintf("%d x %d x %d in, %s lb", s.Rounded[0], s.Rounded[1], s.Rounded[2], k.Weight)}
		}
		if k.Weight <= 0 {
			return No{"weight-missing", ""}
		}
		if err := j.pack(p, &p.Zones[at], k, s); err != nil {
			return err
		}
	}
	return nil
}

// pack writes the lines of one kind of package. Each line is rounded for one package and counted after that, as carriers bill.
func (j *job) pack(p *Parcel, z *ZoneRates, k Package, s PkgSteps) error {
	n := Cents(max(1, k.Count))
	first := len(j.charges)
	rate, row := z.price(s.Billable, j.round)
	note := ""
	if s.Dim > s.Actual {
		note = "receipt-dim-weight"
	}
	j.add(Charge{Code: "transport", Row: row, Quantity: Int(s.Billable), Unit: "lb", Rate: rate.dec(), Amount: rate, Note: note, Value: k.Weight.String()})
	net := rate
	if p.Discount > 0 {
		off, exact := j.round.percent(rate, p.Discount)
		j.add(Charge{Code: "discount", Row: "Parcel/Discount", Quantity: p.Discount, Unit: "%", Rate: rate.dec(), Per: 100, Amount: -off, Exact: "-" + exact})
		net -= off
	}
	net = j.raise("Parcel/Minimum", "receipt-minimum", net, p.Minimum)
	base := net
	extra := func(code string, c *Surcharge, asked bool) error {
		if !asked {
			return nil
		}
		if c == nil {
			return No{"service-not-offered", code}
		}
		j.add(Charge{Code: code, Row: "Parcel/" + code, Quantity: one, Unit: "ea", Rate: c.Amount.dec(), Amount: c.Amount})
		if c.Fuel {
			base += c.Amount
		}
		return nil
	}
	for _, x := range []struct {
		code  string
		c     *Surcharge
		asked bool
	}{
		{"residential", p.Residence, j.asked("RES")}, {"das", p.Area, j.asked("DAS")}, {"edas", p.AreaFar, j.asked("EDAS")}, {"rdas", p.AreaRemote, j.asked("RDAS")},
		{"large", p.Large, s.Size == SizeLarge}, {"handling", p.Handling, s.Size == SizeHandling},
		{"signature", p.Signature, k.Signature == AnySignature}, {"adult", p.Adult, k.Signature == AdultSignature},
	} {
		if err := extra(x.code, x.c, x.asked); err != nil {
			return err
		}
	}
	if d := p.Declared; d != nil && k.Declared > d.Free && d.Per > 0 {
		parts := (k.Declared + d.Per - 1) / d.Per
		amount := max(parts*d.Amount, d.Minimum)
		j.add(Charge{Code: "declared", Row: "Parcel/declared", Quantity: Int(int64(parts)), Unit: "ea", Rate: d.Amount.dec(), Amount: amount, Exact: (parts * d.Amount).String()})
		if d.Fuel {
			base += amount
		}
	} else if k.Declared > 0 && d == nil {
		return No{"service-not-offered", "declared"}
	}
	if err := j.fuel(base, 0); err != nil {
		return err
	}
	if n > 1 {
		for i := first; i < len(j.charges); i++ {
			c := &j.charges[i]
			c.Amount *= n
			if c.Note == "" {
				c.Note, c.Value = "receipt-packages", fmt.Sprint(n)
			}
		}
	}
	return nil
}

// price is the rate of a weight: beyond the table the last rate and so much a pound.
func (z *ZoneRates) price(billable int64, round Rounding) (Cents, string) {
	last := int64(len(z.Rates))
	if billable <= last {
		return z.Rates[max(billable, 1)-1], fmt.Sprintf("Zones/%d/%d", z.Zone, billable)
	}
	more, _ := round.times(Int(billable-last), z.Over, 1)
	return z.Rates[last-1] + more, fmt.Sprintf("Zones/%d/%d+", z.Zone, last)
}

func (j *job) asked(code string) bool {
	return slices.ContainsFunc(j.r.Services, func(s Service) bool { return s.Code == code })
}
