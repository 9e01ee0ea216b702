package table

import (
	"cmp"
	"slices"

	"lading/server/kit/sheet"
)

// neighbours settles whose address a column without a party is of: the one that the columns beside it name, or, where nothing names one, the second of two is
// where the goods go.
func (k *Kind) neighbours(all []candidate, heads []string, values [][]sheet.Cell) []candidate {
	if k.main == nil {
		return all
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return a.column - b.column })
	for i := range all { // "Delivery address" is the street, unless all of the address stands in it
		if c := &all[i]; (c.part == PartStreet || c.part == PartName) && c.column < len(values) && Addresses.fit(values[c.column]) > 0.7 {
			c.part = PartWhole
			if c.Field != nothing && c.party != nil {
				c.Field = cmp.Or(c.party.field(PartWhole), nothing)
			} else if c.bare {
				c.Field = cmp.Or(k.main.field(PartWhole), nothing)
			}
		}
	}
	named := slices.ContainsFunc(all, func(c candidate) bool {
		return c.party == k.main && c.part != "" && !(c.part == PartName && speaksAgainst(values, c.column)) // "Deliver" over days names nobody
	})
	var party *Party
	last := -10
	var runs [][]int // of columns that nobody names, by their places in all
	seen := map[string]bool{}
	for i := range all {
		c := &all[i]
		if c.part == "" {
			continue
		}
		near := c.column-last <= 2
		last = c.column
		if !c.bare {
			party = c.party
			seen = map[string]bool{c.part: true}
			continue
		}
		if near && party != nil && !seen[c.part] { // it goes on with the address that was begun
			seen[c.part] = true
			k.give(c, party, 88)
			continue
		}
		party = nil
		if n := len(runs); n == 0 || !near || seen[c.part] {
			seen = map[string]bool{}
			runs = append(runs, nil)
		}
		seen[c.part] = true
		runs[len(runs)-1] = append(runs[len(runs)-1], i)
	}
	k.loose(all, named)
	k.unnamed(all, runs, named, values)
	k.firms(all, values)
	return all
}

// firms tells a firm and a name of one address apart: the firm is where the goods go, and the name whom to ask for there.
func (k *Kind) firms(all []candidate, values [][]sheet.Cell) {
	type address struct {
		party *Party
		bare  bool
	}
	firm, contact := map[address]int{}, map[address]bool{}
	for _, c := range all {
		a := address{c.party, c.bare && c.party == nil}
		switch {
		case c.part == PartCompany && c.column < len(values) && mostly(values[c.column]):
			firm[a] = c.column + 1
		case c.part == PartContact:
			contact[a] = true
		}
	}
	for i := range all {
		c := &all[i]
		a := address{c.party, c.bare && c.party == nil}
		if at := firm[a]; c.part != PartName || at == 0 || c.Field == nothing || same(values, at-1, c.column) {
			continue
		}
		p := c.party
		if p == nil {
			p = k.main
		}
		c.part, c.Field = PartContact, p.Fields[PartContact]
		if c.Field == "" || contact[a] {
			c.Field = nothing
		}
	}
}

// speaksAgainst tells that what stands in a column are no names.
func speaksAgainst(values [][]sheet.Cell, column int) bool {
	if column >= len(values) {
		return false
	}
	fit := partShapes[PartName].fit(values[column])
	return fit >= 0 && fit < 0.3
}

// mostly tells whether nine of ten cells hold something.
func mostly(values []sheet.Cell) bool {
	n := 0
	for _, c := range values {
		if c.Text != "" {
			n++
		}
	}
	return n > 0 && n*10 >= len(values)*9
}

// give makes a part of an address one of a party's.
func (k *Kind) give(c *candidate, p *Party, confidence int) {
	c.party, c.Field, c.Confidence = p, p.field(c.part), confidence
	if p.Loose {
		c.Confidence = min(confidence, 72)
	}
	if c.Field == "" {
		c.Field = nothing
	}
}

// loose takes the address of a party for the main one where the table has no other, and leaves it alone where it has.
func (k *Kind) loose(all []candidate, named bool) {
	streets := map[*Party]bool{}
	for _, c := range all {
		if c.party != nil && (c.part == PartStreet || c.part == PartCity || c.part == PartZip || c.part == PartPlace || c.part == PartWhole) {
			streets[c.party] = true
		}
	}
	place, name := false, false
	for _, c := range all {
		place = place || c.bare && (c.part == PartStreet || c.part == PartCity || c.part == PartPlace || c.part == PartWhole)
		name = name || c.bare && (c.part == PartName || c.part == PartCompany)
	}
	for i := range all {
		c := &all[i]
		if c.party == nil || !c.party.Loose {
			continue
		}
		switch {
		case !named && !name && place && c.part == PartName:
			c.Field, c.Confidence = k.main.Fields[PartName], 78
		case named && c.party.field(c.part) == k.main.field(c.part):
			c.Field = nothing
		case !named && streets[c.party] && k.main.field(c.part) != "": // it has a place, and nothing else says where the goods go
			c.Field, c.Confidence = k.main.field(c.part), 78
		}
	}
}

// unnamed settles runs of address columns that no party is named for.
func (k *Kind) unnamed(all []candidate, runs [][]int, named bool, values [][]sheet.Cell) {
	places := runs[:0:0]
	for _, run := range runs {
		n := 0
		for _, i := range run {
			if p := all[i].part; p == PartStreet || p == PartCity || p == PartZip || p == PartState {
				n++
			}
		}
		if n >= 2 {
			places = append(places, run)
		}
	}
	if named && len(places) > 0 {
		// The main party's own columns are named; these are somebody else's, unless they complete it.
		has := map[string]bool{}
		for _, c := range all {
			if c.party == k.main {
				has[c.part] = true
			}
		}
		for _, run := range places {
			double := slices.ContainsFunc(run, func(i int) bool { return has[all[i].part] })
			for _, i := range run {
				if double {
					all[i].Field, all[i].Confidence = nothing, 60
				}
			}
		}
		return
	}
	if len(places) < 2 {
		return
	}
	first, second := places[0], places[1]
	confidence := 60
	switch a, b := constant(all, first, values), constant(all, second, values); {
	case a && !b: // one dock that everything leaves from
		confidence = 85
	case b && !a:
		first, second = second, first
	}
	for _, i := range first {
		all[i].Field, all[i].Confidence = nothing, confidence
	}
	for _, i := range second {
		all[i].Confidence = confidence
	}
}

// constant reports whether columns say the same in every row.
func constant(all []candidate, run []int, values [][]sheet.Cell) bool {
	rows := 0
	for _, i := range run {
		n := all[i].column
		if n >= len(values) {
			continue
		}
		first := ""
		for _, c := range values[n] {
			switch {
			case c.Text == "":
			case first == "":
				first = c.Text
				rows++
			case first != c.Text:
				return false
			default:
				rows++
			}
		}
	}
	return rows > 2*len(run)
}
