package engine

import "cmp"

// Goal is what is sought first.
type Goal string

// The goals. Whatever is equal by the first is decided by the others.
const (
	Cheapest Goal = "cost"   // carton and carriage together, then billable weight
	Fewest   Goal = "boxes"  // boxes, then their volume
	Smallest Goal = "volume" // volume of the boxes, then how many
)

// Values lists the goals.
func (Goal) Values() []string { return []string{"cost", "boxes", "volume"} }

// Break is what one package costs to send up to a billable weight.
type Break struct {
	UpTo  int64 // in billable units
	Minor int64
}

// Tariff is what packages cost to send. Billable weight is the greater of what it weighs and of its volume over the divisor, rounded up.
type Tariff struct {
	Divisor int64   // cubic length units to one billable unit, 0 is weight alone
	Unit    int64   // weight units to one billable unit (1000 where weights are thousandths)
	Round   int64   // outer measures are rounded up to a multiple of this before they are multiplied
	Breaks  []Break // by billable weight, ascending; beyond the last one each further unit costs Over
	Over    int64
}

// Billable is the weight that a package is charged for.
func (t *Tariff) Billable(outer Size, weight int64) int64 {
	unit := max(t.Unit, 1)
	actual := (weight + unit - 1) / unit
	if t.Divisor <= 0 {
		return actual
	}
	up := func(v int64) int64 {
		if t.Round > 1 {
			return (v + t.Round - 1) / t.Round
		}
		return v
	}
	v := up(outer.L) * up(outer.W) * up(outer.H)
	return max(actual, (v+t.Divisor-1)/t.Divisor)
}

// least is the billable weight of goods that leave no room empty.
func (t *Tariff) least(volume float64, weight int64) float64 {
	actual := float64(weight) / float64(max(t.Unit, 1))
	if t.Divisor <= 0 {
		return max(actual, 1e-9)
	}
	side := float64(max(t.Round, 1))
	return max(actual, volume/(side*side*side)/float64(t.Divisor))
}

// Minor is what a package of a billable weight costs to send. Without breaks a billable unit costs Over.
func (t *Tariff) Minor(billable int64) int64 {
	last := Break{}
	for _, b := range t.Breaks {
		if last = b; billable <= b.UpTo {
			return b.Minor
		}
	}
	return last.Minor + (billable-last.UpTo)*t.Over
}

// cost is what one way of packing comes to, by the goal: the first difference decides.
type cost [4]int64

func (c cost) plus(o cost) cost {
	for i := range c {
		c[i] += o[i]
	}
	return c
}

func (c cost) compare(o cost) int {
	for i := range c {
		if d := cmp.Compare(c[i], o[i]); d != 0 {
			return d
		}
	}
	return 0
}

// of is what a filled box costs by the request's goal.
func (r *Request) of(b *Box, weight int64) cost {
	billable := r.Tariff.Billable(b.Outer, b.Tare+weight)
	minor := b.Minor + r.Tariff.Minor(billable)
	volume := b.Outer.Volume()
	switch r.Goal {
	case Fewest:
		return cost{1, volume, minor, billable}
	case Smallest:
		return cost{volume, 1, minor, billable}
	}
	return cost{minor, billable, 1, volume}
}
