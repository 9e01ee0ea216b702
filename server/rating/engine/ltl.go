package engine

import "slices"

// LTL is a less-than-truckload tariff: rates by class and weight break.
type LTL struct {
	Breaks    []Break    `json:"breaks"` // lightest first
	Scales    []Scale    `json:"scales"`
	Discount  Dec        `json:"discount"`  // percent of the gross
	GrossMin  Cents      `json:"grossMin"`  // the tariff's minimum, before the discount
	Absolute  Cents      `json:"absolute"`  // absolute minimum charge: what is left after the discount
	FAK       []FAK      `json:"fak"`       // freight of all kinds: classes that are rated as one
	Capacity  []Capacity `json:"capacity"`  // cubic capacity and linear foot rules
	SpotFeet  Dec        `json:"spotFeet"`  // above so many linear feet a spot quote may be lower; 0 asks for none
	SpotUnits int        `json:"spotUnits"` // the same in handling units
}

// Break is a weight from which lower rates count.
type Break struct {
	Code string `json:"code"`
	From Dec    `json:"from"` // pounds
}

// Scale is one table of rates; lanes name the scale that counts for them.
type Scale struct {
	Name string     `json:"name"`
	Rows []ClassRow `json:"rows"`
}

// ClassRow is the rates of a class per hundredweight, one for each break.
type ClassRow struct {
	Class Class `json:"class"`
	Rates []Dec `json:"rates"`
}

// FAK rates a range of classes as one.
type FAK struct {
	From Class `json:"from"`
	To   Class `json:"to"`
	As   Class `json:"as"`
}

// CapacityKind says what a rule looks at.
type CapacityKind string

// The kinds.
const (
	Cubic  CapacityKind = "cubic"
	Linear CapacityKind = "linear"
)

// Values lists the kinds.
func (CapacityKind) Values() []string { return []string{string(Cubic), string(Linear)} }

// Capacity rates freight that takes much room for its weight by a weight of the rule's own.
type Capacity struct {
	Kind     CapacityKind `json:"kind"`
	From     Dec          `json:"from"`     // cubic: at least so many cubic feet; linear: more than so many feet
	Density  Dec          `json:"density"`  // and under so many pounds a cubic foot; 0 however dense
	Pounds   Dec          `json:"pounds"`   // then so many pounds a cubic foot, or a linear foot, are rated
	Class    Class        `json:"class"`    // at this class; 0 keeps the first item's
	Discount *Dec         `json:"discount"` // in place of the tariff's own
}

// On tells what the rule rates of a load that weighs so much, or the code of why it does not count.
func (c Capacity) On(load Load, weight Dec) (rated Dec, why string) {
	volume := load.inches != nil && load.inches.Sign() > 0
	switch {
	case c.Kind != Linear && !volume, c.Kind == Linear && load.Feet == 0:
		return 0, "dimensions-missing"
	case c.Kind != Linear && load.Cube < c.From, c.Kind == Linear && load.Feet <= c.From:
		return 0, "cube-too-small"
	case c.Density > 0 && !volume: // somebody states the feet alone
		return 0, "dimensions-missing"
	case c.Density > 0 && !load.under(weight, c.Density):
		return 0, "cube-too-dense"
	case c.Kind == Linear:
		return Dec(HalfUp.share(int64(load.Feet), int64(c.Pounds), int64(one))), ""
	}
	return Int(load.pounds(c.Pounds)), ""
}

// CubeRule is a cubic rule that the shipper holds a carrier to whose contract has none.
type CubeRule struct {
	Carrier  string   `json:"carrier"` // empty is every carrier without one of its own
	Profile  string   `json:"profile"`
	Capacity Capacity `json:"rule"`
}

// cubeRule is the carrier's own, else everybody's.
func (r *Request) cubeRule(carrier string) *CubeRule {
	var all *CubeRule
	for i := range r.Cube {
		switch r.Cube[i].Carrier {
		case carrier:
			return &r.Cube[i]
		case "":
			all = &r.Cube[i]
		}
	}
	return all
}

// LTLSteps are the figures between, which auditor and shipper ask for.
type LTLSteps struct {
	Rated       []Class      `json:"rated"`
	Weight      Dec          `json:"weight"`
	Break       string       `json:"break"`
	AsIs        []Cents      `json:"asIs"`
	RatedBreak  string       `json:"ratedBreak"`
	Deficit     Dec          `json:"deficit"` // pounds
	Gross       Cents        `json:"gross"`
	Discount    Cents        `json:"discount"`
	BeforeFloor Cents        `json:"beforeFloor"`
	Net         Cents        `json:"net"` // before capacity rules
	Cube        Dec          `json:"cube"`
	Density     Dec          `json:"density"`
	Feet        Dec          `json:"feet"`
	Capacity    *CapacityHit `json:"capacity,omitempty"`
	NetAfter    Cents        `json:"netAfter"`
}

// CapacityHit is a capacity rule that applies, whether or not it costs more.
type CapacityHit struct {
	Kind    CapacityKind `json:"kind"`
	Weight  Dec          `json:"weight"`
	Class   Class        `json:"class"`
	Break   string       `json:"break"`
	Gross   Cents        `json:"gross"`
	Net     Cents        `json:"net"`
	Replace bool         `json:"replace"`
	Profile string       `json:"profile,omitempty"` // whose rule it is, where it is not the contract's
}

func (l *LTL) scale(name string) *Scale {
	for i := range l.Scales {
		if l.Scales[i].Name == name {
			return &l.Scales[i]
		}
	}
	return nil
}

func (s *Scale) row(c Class) *ClassRow {
	for i := range s.Rows {
		if s.Rows[i].Class == c {
			return &s.Rows[i]
		}
	}
	return nil
}

// at is the break of a weight.
func (l *LTL) at(weight Dec) int {
	n := 0
	for i, b := range l.Breaks {
		if weight >= b.From {
			n = i
		}
	}
	return n
}

// ratedAs is the class that a class is rated as.
func (l *LTL) ratedAs(c Class) (Class, string) {
	for _, f := range l.FAK {
		if f.From <= c && c <= f.To {
			return f.As, "FAK/" + f.From.String() + "-" + f.To.String()
		}
	}
	return c, ""
}

func (j *job) ltl() error {
	l := j.t.LTL
	if l == nil || len(l.Breaks) == 0 {
		return No{"tariff-incomplete", "LTL"}
	}
	scale := l.scale(j.lane.Scale)
	if scale == nil {
		return No{"tariff-incomplete", j.lane.Scale}
	}
	if len(j.r.Items) == 0 {
		return No{"nothing-to-rate", ""}
	}
	s := &LTLSteps{}
	j.q.LTL = s
	rows := make([]*ClassRow, len(j.r.Items))
	fak := make([]string, len(j.r.Items))
	for i, it := range j.r.Items {
		class, by := l.ratedAs(it.Class)
		row := scale.row(class)
		if row == nil || len(row.Rates) != len(l.Breaks) {
			return No{"class-not-in-tariff", class.String()}
		}
		if it.Weight <= 0 {
			return No{"weight-missing", ""}
		}
		rows[i], fak[i] = row, by
		s.Rated = append(s.Rated, class)
		s.Weight += it.Weight
	}
	actual := l.at(s.Weight)
	asIs := j.atBreak(rows, actual)
	best, used := asIs, actual
	for b := actual + 1; b < len(l.Breaks); b++ { // every higher break: the cheapest is not always the next
		short := l.Breaks[b].From - s.Weight
		extra, _ := j.round.times(short, lowest(rows, b), 100)
		if total := j.atBreak(rows, b) + extra; total < best { // as it is on a tie
			best, used = total, b
		}
	}
	for i := range rows {
		c, _ := j.round.times(j.r.Items[i].Weight, rows[i].Rates[actual], 100)
		s.AsIs = append(s.AsIs, c)
	}
	s.Break, s.RatedBreak, s.Gross = l.Breaks[actual].Code, l.Breaks[used].Code, best
	if used != actual {
		s.Deficit = l.Breaks[used].From - s.Weight
	}
	discount, amc := l.Discount, l.Absolute
	if j.lane.Discount != nil {
		discount = *j.lane.Discount
	}
	if j.lane.Minimum != nil {
		amc = *j.lane.Minimum
	}
	s.Gross = max(s.Gross, l.GrossMin)
	s.Discount, _ = j.round.percent(s.Gross, discount)
	s.BeforeFloor = s.Gross - s.Discount
	s.Net = max(s.BeforeFloor, amc)
	hit := j.capacity(l, scale, s, discount)
	s.NetAfter = s.Net
	if hit != nil && hit.Net > s.Net {
		hit.Replace, s.NetAfter = true, hit.Net
	} else {
		j.lines(l, scale, s, rows, fak, used, discount, amc)
	}
	return j.finish(s.NetAfter, s.Weight)
}

// atBreak is all lines at the rates of one break.
func (j *job) atBreak(rows []*ClassRow, b int) Cents {
	var sum Cents
	for i, r := range rows {
		c, _ := j.round.times(j.r.Items[i].Weight, r.Rates[b], 100)
		sum += c
	}
	return sum
}

// lowest is the lowest rate of the shipment's classes: pounds that are not there are charged at it.
func lowest(rows []*ClassRow, b int) Dec {
	low := rows[0].Rates[b]
	for _, r := range rows[1:] {
		low = min(low, r.Rates[b])
	}
	return low
}

// lines writes the receipt from the gross to the net.
func (j *job) lines(l *LTL, scale *Scale, s *LTLSteps, rows []*ClassRow, fak []string, used int, discount Dec, amc Cents) {
	key := func(c Class) string { return "Rates/" + scale.Name + "/" + c.String() + "/" + l.Breaks[used].Code }
	var gross Cents
	for i, it := range j.r.Items {
		gross += j.times("freight", key(rows[i].Class), it.Weight, "lb", rows[i].Rates[used], 100)
		line := &j.charges[len(j.charges)-1]
		switch {
		case fak[i] != "" && rows[i].Class != it.Class:
			line.Note, line.Value = "receipt-fak", it.Class.String()
		case s.Deficit > 0:
			line.Note, line.Value = "receipt-deficit-break", s.Break
		}
	}
	if s.Deficit > 0 {
		low := lowest(rows, used)
		class := rows[0].Class
		for _, r := range rows {
			if r.Rates[used] == low {
				class = r.Class
				break
			}
		}
		gross += j.times("deficit", key(class), s.Deficit, "lb", low, 100)
	}
	gross = j.raise("Tariff/Gross minimum", "receipt-gross-minimum", gross, l.GrossMin)
	j.discount(gross, discount)
	j.raise("Tariff/Absolute minimum", "receipt-absolute-minimum", s.BeforeFloor, amc)
}

func (j *job) discount(gross Cents, pct Dec) Cents {
	if pct == 0 {
		return gross
	}
	off, exact := j.round.percent(gross, pct)
	row := "Tariff/Discount"
	if j.lane.Discount != nil {
		row = j.lane.key()
	}
	j.add(Charge{Code: "discount", Row: row, Quantity: pct, Unit: "%", Rate: gross.dec(), Per: 100, Amount: -off, Exact: "-" + exact})
	return gross - off
}

// capacity finds the rule that costs most, and writes its lines if it costs more than the usual way.
func (j *job) capacity(l *LTL, scale *Scale, s *LTLSteps, discount Dec) *CapacityHit {
	load := measure(j.r.Units)
	s.Cube, s.Density, s.Feet = load.Cube, density(s.Weight, load), load.Feet
	if l.SpotFeet > 0 && load.Feet > l.SpotFeet || l.SpotUnits > 0 && load.Units > l.SpotUnits {
		j.q.Warnings = append(j.q.Warnings, "rate-spot-quote-hint")
	}
	var best *CapacityHit
	var rule Capacity
	rules, profile := l.Capacity, ""
	if own := j.r.cubeRule(j.t.Carrier); own != nil && !slices.ContainsFunc(rules, func(c Capacity) bool { return c.Kind == Cubic }) {
		rules, profile = append(slices.Clip(rules), own.Capacity), own.Profile
	}
	for _, c := range rules {
		off := discount
		if c.Discount != nil {
			off = *c.Discount
		}
		weight, why := c.On(load, s.Weight)
		if why != "" {
			continue
		}
		class := c.Class
		if class == 0 {
			class = s.Rated[0]
		}
		row := scale.row(class)
		if row == nil {
			continue
		}
		b := l.at(weight)
		gross, _ := j.round.times(weight, row.Rates[b], 100)
		part, _ := j.round.percent(gross, off)
		hit := &CapacityHit{Kind: c.Kind, Weight: weight, Class: class, Break: l.Breaks[b].Code, Gross: gross, Net: gross - part}
		if best == nil || hit.Net > best.Net {
			if c.Kind == Cubic {
				hit.Profile = profile
			}
			best, rule = hit, c
			rule.Discount = &off
		}
	}
	s.Capacity = best
	if best != nil && best.Net > s.Net {
		row := scale.row(best.Class)
		j.times("freight", "Rates/"+scale.Name+"/"+best.Class.String()+"/"+best.Break, best.Weight, "lb", row.Rates[l.at(best.Weight)], 100)
		line := &j.charges[len(j.charges)-1]
		line.Note, line.Value = "receipt-capacity-"+string(best.Kind), s.Net.String()
		if best.Profile != "" {
			line.Note, line.Value = "receipt-cube-profile", best.Profile
		}
		j.discount(best.Gross, *rule.Discount)
	}
	return best
}
