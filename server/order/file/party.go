package file

import (
	"slices"

	"lading/server/kit/freight"
	"lading/server/kit/rule"
)

// address judges the parts of an address against one another, and gives it.
func (rd *reader) address(p *pending, name, street, street2, city, state, zip, land Field) freight.Party {
	get := func(f Field) string { return p.head[f].text }
	to := freight.Party{Name: get(name), Street: get(street), Street2: get(street2), City: get(city), State: get(state), Zip: get(zip), Country: get(land)}
	if to.Country == "" {
		to.Country = rule.CountryOf(to.State, to.Zip)
	}
	var what problem
	if raw := to.State; raw != "" {
		to.State, what = region(raw, to.Country)
		rd.report(p, p.head[state].row, state, raw, what)
	}
	if raw := to.Zip; raw != "" {
		to.Zip, what = postal(raw, to.State, to.Country)
		rd.report(p, p.head[zip].row, zip, raw, what)
	}
	return to
}

// billTo fills in who pays where a third party does; of any other order these columns say nothing that counts. Half an address is a mistake; none at all is let in, and somebody says who pays before it is built.
func (rd *reader) billTo(p *pending) {
	if p.row.Order.Terms != "T" || rd.d != orders {
		p.row.Errors = slices.DeleteFunc(p.row.Errors, func(e CellError) bool { return slices.Contains(billFields, e.Field) })
		return
	}
	none := true
	for _, f := range billFields {
		none = none && p.head[f].text == "" && !p.refused(0, f)
	}
	if none {
		return
	}
	for _, f := range []Field{FieldBillName, FieldBillStreet, FieldBillCity, FieldBillZip} {
		if p.head[f].text == "" && !p.refused(0, f) {
			rd.report(p, p.row.Row, f, "", bad("order-required"))
		}
	}
	to := rd.address(p, FieldBillName, FieldBillStreet, FieldBillStreet2, FieldBillCity, FieldBillState, FieldBillZip, FieldBillCountry)
	p.row.Order.BillTo = &to
}
