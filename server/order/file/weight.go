package file

import (
	"slices"
	"strings"

	"lading/server/kit/freight"
	"lading/server/kit/table"
)

// weight is the weight of a line: as it stands, or a piece's times the pieces. What is the whole order's is shared out when the order is complete.
func (rd *reader) weight(p *pending, rec record, pieces int64) freight.Measure {
	for _, from := range []struct {
		field Field
		of    WeightOf
	}{{FieldWeight, rd.m.WeightOf}, {FieldWeightEach, OfPiece}} {
		c := rd.read(p, rec, from.field)
		if c.Text == "" {
			continue
		}
		if from.of == OfOrder {
			rd.orderWeight(p, rec, from.field, c)
			return freight.Measure{}
		}
		if from.of == OfPiece && !rd.counted() { // a piece's weight is not the line's, as long as nobody says how many there are
			rd.report(p, rec.N, FieldPieces, "", table.Bad("order-required"))
			return freight.Measure{}
		}
		m, ok := rd.weighed(p, rec, from.field, c)
		if ok && from.of == OfPiece {
			const largest = 1_000_000_000_000
			if pieces > 0 && m.Milli > largest/pieces {
				rd.report(p, rec.N, from.field, c.Text, table.Bad("order-number-invalid"))
				return freight.Measure{Unit: m.Unit}
			}
			m.Milli *= max(pieces, 1)
		}
		return m
	}
	if _, ok := rd.columns[FieldWeightOrder]; ok {
		return freight.Measure{}
	}
	g := rd.get(rec, FieldWeight)
	if !g.Formula && !g.Broken && slices.Contains(rd.d.required, FieldWeight) && !p.refused(rec.N, FieldWeight, FieldWeightEach) {
		f := FieldWeight
		if _, own := rd.columns[FieldWeight]; !own {
			if _, each := rd.columns[FieldWeightEach]; each {
				f = FieldWeightEach
			}
		}
		rd.report(p, rec.N, f, "", table.Bad("order-required"))
	}
	return freight.Measure{}
}

// counted tells whether the file has a column of pieces, or a person has said how many there are.
func (rd *reader) counted() bool {
	_, own := rd.columns[FieldPieces]
	return own || rd.m.Defaults[FieldPieces] != ""
}

// weighed reads a weight and reports what is wrong with it.
func (rd *reader) weighed(p *pending, rec record, f Field, c cell) (freight.Measure, bool) {
	milli, unit, value, unitP := table.Measure(c, rd.get(rec, FieldWeightUnit), rd.m.WeightUnit, table.WeightUnits, rd.m.Decimal)
	rd.report(p, rec.N, f, c.Text, value)
	rd.reportUnit(p, rec, f, FieldWeightUnit, unitP)
	if rd.unitOpen && value.Code == "" && rd.get(rec, FieldWeightUnit).Text == "" {
		if _, own, _ := table.Number(c, rd.m.Decimal); own == "" {
			rd.notes.WeightUnit = rd.m.WeightUnit
		}
	}
	return freight.Measure{Milli: milli, Unit: unit}, value.Code == "" && unitP.Code == ""
}

// orderWeight takes the weight of a whole order, which a file says on each of its lines or on the first.
func (rd *reader) orderWeight(p *pending, rec record, f Field, c cell) {
	m, ok := rd.weighed(p, rec, f, c)
	switch {
	case !ok:
	case p.whole == (freight.Measure{}):
		p.whole, p.wholeRow = m, rec.N
	case p.whole != m:
		rd.report(p, rec.N, f, c.Text, table.Bad("order-conflict", "row", p.wholeRow, "first", strings.TrimSpace(p.whole.String()), "number", p.head[FieldNumber].text))
	}
}

// share gives each line its part of the order's weight, by its pieces. The parts come to the whole.
func (rd *reader) share(p *pending) {
	items := p.row.Order.Items
	if p.whole.Milli == 0 && p.head[FieldWeightOrder].text != "" {
		c := cell{Text: p.head[FieldWeightOrder].text}
		rec := record{N: p.head[FieldWeightOrder].row}
		p.whole, _ = rd.weighed(p, rec, FieldWeightOrder, c)
	}
	var pieces int64
	bare := 0
	for _, it := range items {
		if it.Weight.Milli == 0 {
			pieces += max(it.Pieces, 1)
			bare++
		}
	}
	_, whole := rd.columns[FieldWeightOrder]
	switch {
	case bare == 0 || !whole && p.whole.Milli == 0:
		return
	case p.whole.Milli == 0:
		if !p.refused(0, FieldWeight, FieldWeightEach, FieldWeightOrder) {
			rd.report(p, p.row.Row, FieldWeightOrder, "", table.Bad("order-required"))
		}
		return
	case bare < len(items): // some lines have a weight of their own; what is left is not known to be the others'
		rd.report(p, p.row.Row, FieldWeight, "", table.Bad("order-required"))
		return
	}
	left := p.whole.Milli
	for i := range items {
		part := p.whole.Milli / pieces * max(items[i].Pieces, 1)
		if i == len(items)-1 {
			part = left
		}
		left -= part
		items[i].Weight = freight.Measure{Milli: part, Unit: p.whole.Unit}
	}
}

// box takes length, width and height out of one column.
func (rd *reader) box(p *pending, rec record) map[Field]cell {
	c := rd.read(p, rec, FieldBox)
	if c.Text == "" {
		return nil
	}
	sides, unit, ok := table.Box(c.Text)
	if !ok {
		rd.report(p, rec.N, FieldBox, c.Text, table.Bad("order-box-unread"))
		return nil
	}
	out := map[Field]cell{}
	for i, f := range []Field{FieldLength, FieldWidth, FieldHeight} {
		out[f] = cell{Text: sides[i] + unit}
	}
	return out
}
