package freight

import "slices"

// money are a bill's amounts that are shared out with the goods: what is to be collected, and a value that was declared for the whole load. A value by the
// pound or by the piece goes with every pound and piece.
func (c *Clauses) money() []*int64 {
	out := []*int64{&c.CodMinor}
	if c.DeclaredPer == "shipment" {
		out = append(out, &c.DeclaredMinor)
	}
	return out
}

// Part gives the clauses of a part of a load, by its share of the pieces; c keeps what is left. The amounts of both add up.
func (c *Clauses) Part(pieces, of int64) Clauses {
	part := *c
	theirs := part.money()
	for i, own := range c.money() {
		*theirs[i] = portion(*own, pieces, of)
		*own -= *theirs[i]
	}
	return part
}

// Add puts the clauses of two parts together: amounts of one kind add up, and of the rest the first that says something counts. What collects for two, or in two
// currencies, is kept apart before (Apart).
func (c Clauses) Add(o Clauses) Clauses {
	if c.Currency == "" {
		c.Currency = o.Currency
	}
	switch {
	case c.CodMinor == 0:
		c.CodMinor, c.CodFee, c.CodCheck, c.CodRemit = o.CodMinor, first(o.CodFee, c.CodFee), o.CodCheck || c.CodCheck && o.CodMinor == 0, first(o.CodRemit, c.CodRemit)
	case o.Currency == c.Currency:
		c.CodMinor += o.CodMinor
	}
	switch {
	case c.DeclaredMinor == 0:
		c.DeclaredMinor, c.DeclaredPer = o.DeclaredMinor, first(o.DeclaredPer, c.DeclaredPer)
	case o.Currency == c.Currency && c.DeclaredPer == "shipment" && o.DeclaredPer == "shipment":
		c.DeclaredMinor += o.DeclaredMinor
	}
	for _, f := range []struct {
		own   *string
		other string
	}{{&c.LoadedBy, o.LoadedBy}, {&c.CountedBy, o.CountedBy}, {&c.Fob, o.Fob}, {&c.ShipperRef, o.ShipperRef}, {&c.ConsigneeRef, o.ConsigneeRef}, {&c.Location, o.Location}, {&c.Appointment, o.Appointment}} {
		*f.own = first(*f.own, f.other)
	}
	c.NoRecourse = c.NoRecourse || o.NoRecourse
	for _, n := range o.Underlying {
		if !slices.Contains(c.Underlying, n) {
			c.Underlying = append(slices.Clone(c.Underlying), n)
		}
	}
	return c
}

// apart tells that two loads cannot go on one bill: what one of them collects or declares cannot be stated beside what the other does.
func (c Clauses) apart(o Clauses) bool {
	money := func(k Clauses) bool { return k.CodMinor > 0 || k.DeclaredMinor > 0 }
	if !money(c) || !money(o) {
		return false
	}
	cods, values := c.CodMinor > 0 && o.CodMinor > 0, c.DeclaredMinor > 0 && o.DeclaredMinor > 0
	return c.Currency != o.Currency || cods && (c.CodRemit != o.CodRemit || first(c.CodFee, "C") != first(o.CodFee, "C") || c.CodCheck != o.CodCheck) ||
		values && (c.DeclaredPer != o.DeclaredPer || c.DeclaredPer != "shipment" && c.DeclaredMinor != o.DeclaredMinor)
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
