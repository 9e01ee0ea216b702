package file

import (
	"lading/server/kit/freight"
	"lading/server/kit/table"
)

// maxPallets is the product's limit for one order.
const maxPallets = 120

func (rd *reader) item(p *pending, rec record) {
	it := freight.Item{}
	text := func(f Field) string {
		s := oneLine(rd.read(p, rec, f).Text)
		rd.report(p, rec.N, f, s, tooLong(f, s))
		return s
	}
	it.Code, it.Description = text(FieldCode), text(FieldDescription)
	if it.Code == "" && it.Description == "" && !p.refused(rec.N, FieldCode, FieldDescription) { // a bill of lading must call the goods something
		rd.report(p, rec.N, FieldDescription, "", table.Bad("order-required"))
	}
	if s := oneLine(rd.read(p, rec, FieldPackageType).Text); s != "" {
		code, ok := packageTypes[table.Normal(s)]
		if !ok {
			code, ok = rd.meant(FieldPackageType, s)
		}
		if !ok {
			rd.ask(FieldPackageType, s)
			rd.report(p, rec.N, FieldPackageType, s, table.Bad("order-package-unknown"))
		}
		it.PackageType = code
	}
	if c := rd.read(p, rec, FieldPieces); c.Text != "" {
		n, what := table.Count(c, rd.m.Decimal)
		rd.report(p, rec.N, FieldPieces, c.Text, what)
		it.Pieces = n
	}
	if it.Pieces == 0 && rd.d == purchases { // how many are still to come must be known
		if g := rd.get(rec, FieldPieces); !g.Formula && !g.Broken && !p.refused(rec.N, FieldPieces) {
			rd.report(p, rec.N, FieldPieces, g.Text, table.Bad("order-required"))
		}
	} else if it.Pieces == 0 { // on order rows a quantity of nothing means one
		it.Pieces = 1
	}
	if c := rd.read(p, rec, FieldPallets); c.Text != "" {
		n, what := table.Count(c, rd.m.Decimal)
		total := n
		for _, other := range p.row.Order.Items {
			total += other.Pallets
		}
		if what.Code == "" && total > maxPallets {
			what = table.Bad("order-pallets-max", "max", maxPallets)
		}
		rd.report(p, rec.N, FieldPallets, c.Text, what)
		it.Pallets = n
	}
	it.Weight = rd.weight(p, rec, it.Pieces)
	sides := rd.box(p, rec)
	told := false
	for _, d := range []struct {
		field Field
		into  *freight.Measure
	}{{FieldLength, &it.Length}, {FieldWidth, &it.Width}, {FieldHeight, &it.Height}} {
		c, from := rd.read(p, rec, d.field), d.field
		if side, ok := sides[d.field]; ok && c.Text == "" {
			c, from = side, FieldBox
		}
		if c.Text == "" {
			continue
		}
		milli, unit, value, unitP := table.Measure(c, rd.get(rec, FieldDimUnit), rd.m.DimUnit, table.LengthUnits, rd.m.Decimal)
		if value.Code == "order-zero" { // systems fill what they do not know with zeros
			continue
		}
		rd.report(p, rec.N, from, c.Text, value)
		if !told {
			rd.reportUnit(p, rec, from, FieldDimUnit, unitP)
			told = unitP.Code != ""
		}
		*d.into = freight.Measure{Milli: milli, Unit: unit}
	}
	if s := text(FieldClass); s != "" {
		class, ok := table.Class(s)
		if !ok {
			rd.report(p, rec.N, FieldClass, s, table.Bad("order-class-unknown"))
			class = ""
		}
		it.Class = class
	}
	if s := text(FieldNmfc); s != "" {
		form, ok := table.NMFC(s)
		if !ok {
			rd.report(p, rec.N, FieldNmfc, s, table.Bad("order-nmfc-invalid"))
		}
		it.NMFC = form
	}
	if s := text(FieldHazmat); s != "" {
		id, what := table.UN(s)
		rd.report(p, rec.N, FieldHazmat, s, what)
		if id != "" {
			it.Hazmat = &freight.Hazmat{UN: id}
		}
	}
	if s := oneLine(rd.read(p, rec, FieldHazmatFlag).Text); s != "" && it.Hazmat == nil && !p.refused(rec.N, FieldHazmat) {
		switch yes, ok := table.Flag(s); {
		case yes:
			rd.report(p, rec.N, FieldHazmatFlag, s, table.Bad("order-hazmat-number"))
		case !ok:
			rd.report(p, rec.N, FieldHazmatFlag, s, table.Bad("order-flag-unknown"))
		}
	}
	if rd.d == purchases {
		rd.purchaseLine(p, rec, text(FieldLine))
	}
	p.row.Order.Items = append(p.row.Order.Items, it)
}

// reportUnit points at the column that the unit came from.
func (rd *reader) reportUnit(p *pending, rec record, value, unit Field, what table.Problem) {
	if c := rd.get(rec, unit); c.Text != "" {
		rd.report(p, rec.N, unit, c.Text, what)
		return
	}
	rd.report(p, rec.N, value, rd.get(rec, value).Text, what)
}
