package freight

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

// Add puts the clauses of two parts together: amounts of one currency add up, and of the rest the first that says something counts.
func (c Clauses) Add(o Clauses) Clauses {
	if c.empty() {
		return o
	}
	if o.empty() || c.Currency != o.Currency {
		return c
	}
	c.CodMinor += o.CodMinor
	if c.DeclaredPer == o.DeclaredPer && c.DeclaredPer == "shipment" {
		c.DeclaredMinor += o.DeclaredMinor
	}
	return c
}

func (c Clauses) empty() bool {
	return c.LoadedBy+c.CountedBy+c.Fob+c.Currency+c.DeclaredPer+c.CodFee+c.CodRemit+c.ShipperRef+c.ConsigneeRef+c.Location == "" && !c.NoRecourse && !c.CodCheck && c.DeclaredMinor == 0 && c.CodMinor == 0 && len(c.Underlying) == 0
}
