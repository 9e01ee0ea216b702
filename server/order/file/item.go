package file

import (
	"slices"
	"strings"

	"lading/server/kit/freight"
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
		rd.report(p, rec.N, FieldDescription, "", bad("order-required"))
	}
	if s := oneLine(rd.read(p, rec, FieldPackageType).Text); s != "" {
		if code, ok := packageTypes[normal(s)]; ok {
			it.PackageType = code
		} else {
			it.PackageType = strings.ToUpper(s)
			rd.report(p, rec.N, FieldPackageType, s, tooLong(FieldPackageType, s))
		}
	}
	if c := rd.read(p, rec, FieldPieces); c.Text != "" {
		n, what := count(c, rd.m.Decimal)
		rd.report(p, rec.N, FieldPieces, c.Text, what)
		it.Pieces = n
	}
	if it.Pieces == 0 && rd.d == purchases { // how many are still to come must be known
		if g := rd.get(rec, FieldPieces); !g.Formula && !g.Broken && !p.refused(rec.N, FieldPieces) {
			rd.report(p, rec.N, FieldPieces, g.Text, bad("order-required"))
		}
	} else if it.Pieces == 0 { // on order rows a quantity of nothing means one
		it.Pieces = 1
	}
	if c := rd.read(p, rec, FieldPallets); c.Text != "" {
		n, what := count(c, rd.m.Decimal)
		total := n
		for _, other := range p.row.Order.Items {
			total += other.Pallets
		}
		if what.code == "" && total > maxPallets {
			what = bad("order-pallets-max", "max", maxPallets)
		}
		rd.report(p, rec.N, FieldPallets, c.Text, what)
		it.Pallets = n
	}
	if c := rd.read(p, rec, FieldWeight); c.Text != "" {
		milli, unit, value, unitP := measure(c, rd.read(p, rec, FieldWeightUnit), rd.m.WeightUnit, weightUnits, rd.m.Decimal)
		rd.report(p, rec.N, FieldWeight, c.Text, value)
		rd.reportUnit(p, rec, FieldWeight, FieldWeightUnit, unitP)
		it.Weight = freight.Measure{Milli: milli, Unit: unit}
	} else if g := rd.get(rec, FieldWeight); !g.Formula && !g.Broken && slices.Contains(rd.d.required, FieldWeight) {
		rd.report(p, rec.N, FieldWeight, "", bad("order-required"))
	}
	told := false
	for _, d := range []struct {
		field Field
		into  *freight.Measure
	}{{FieldLength, &it.Length}, {FieldWidth, &it.Width}, {FieldHeight, &it.Height}} {
		c := rd.read(p, rec, d.field)
		if c.Text == "" {
			continue
		}
		milli, unit, value, unitP := measure(c, rd.get(rec, FieldDimUnit), rd.m.DimUnit, dimUnits, rd.m.Decimal)
		if value.code == "order-zero" { // systems fill what they do not know with zeros
			continue
		}
		rd.report(p, rec.N, d.field, c.Text, value)
		if !told {
			rd.reportUnit(p, rec, d.field, FieldDimUnit, unitP)
			told = unitP.code != ""
		}
		*d.into = freight.Measure{Milli: milli, Unit: unit}
	}
	var what problem
	if s := text(FieldClass); s != "" {
		it.Class, what = class(s)
		rd.report(p, rec.N, FieldClass, s, what)
	}
	if s := text(FieldNmfc); s != "" {
		it.NMFC, what = nmfc(s)
		rd.report(p, rec.N, FieldNmfc, s, what)
	}
	if s := text(FieldHazmat); s != "" {
		id, what := un(s)
		rd.report(p, rec.N, FieldHazmat, s, what)
		if id != "" {
			it.Hazmat = &freight.Hazmat{UN: id}
		}
	}
	if rd.d == purchases {
		rd.purchaseLine(p, rec, text(FieldLine))
	}
	p.row.Order.Items = append(p.row.Order.Items, it)
}

// reportUnit points at the column that the unit came from.
func (rd *reader) reportUnit(p *pending, rec record, value, unit Field, what problem) {
	if c := rd.get(rec, unit); c.Text != "" {
		rd.report(p, rec.N, unit, c.Text, what)
		return
	}
	rd.report(p, rec.N, value, rd.get(rec, value).Text, what)
}
