package file

import (
	"slices"

	"lading/server/kit/freight"
	"lading/server/kit/table"
)

// address judges the parts of an address against one another, and gives it.
func (rd *reader) address(p *pending, name, street, street2, city, state, zip, land Field) freight.Party {
	get := func(f Field) string { return p.head[f].text }
	to := freight.Party{Name: get(name), Street: get(street), Street2: get(street2), City: get(city), State: get(state), Zip: get(zip), Country: get(land)}
	if to.Country == "" {
		to.Country = table.HomeCountry(to.State, to.Zip)
	}
	var what table.Problem
	if raw := to.State; raw != "" {
		to.State, what = table.Region(raw, to.Country)
		rd.report(p, p.head[state].row, state, raw, what)
	}
	if raw := to.Zip; raw != "" {
		to.Zip, what = table.Postal(raw, to.State, to.Country)
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
			rd.report(p, p.row.Row, f, "", table.Bad("order-required"))
		}
	}
	to := rd.address(p, FieldBillName, FieldBillStreet, FieldBillStreet2, FieldBillCity, FieldBillState, FieldBillZip, FieldBillCountry)
	p.row.Order.BillTo = &to
}

// part takes apart a column that tells several parts of the address, where the file has no column of their own. It reports whether the column could be read.
func (rd *reader) part(p *pending, rec record, f Field, text string) bool {
	var found map[Field]string
	if f == FieldPlace {
		city, state, zip, ok := table.Place(text)
		if !ok {
			rd.report(p, rec.N, f, text, table.Bad("order-place-unread"))
			rd.spoken(p, rec.N, FieldCity, FieldState, FieldZip)
			return false
		}
		found = map[Field]string{FieldCity: city, FieldState: state, FieldZip: zip}
	} else {
		name, street, street2, city, state, zip, ok := table.Address(text)
		if !ok {
			rd.report(p, rec.N, f, text, table.Bad("order-place-unread"))
			rd.spoken(p, rec.N, FieldStreet, FieldCity, FieldState, FieldZip)
			return false
		}
		found = map[Field]string{FieldName: name, FieldStreet: street, FieldStreet2: street2, FieldCity: city, FieldState: state, FieldZip: zip}
	}
	for _, part := range []Field{FieldName, FieldStreet, FieldStreet2, FieldCity, FieldState, FieldZip} {
		if v := found[part]; v != "" && rd.get(rec, part).Text == "" {
			if what := tooLong(part, v); what.Code != "" {
				rd.report(p, rec.N, f, text, what)
			}
			if p.head[part].text == "" {
				p.head[part] = spot{v, rec.N}
			}
		}
	}
	return true
}

// spoken marks parts that are reported already, so that they are not missing as well.
func (rd *reader) spoken(p *pending, row int, fields ...Field) {
	for _, f := range fields {
		if _, known := p.head[f]; !known {
			p.head[f] = spot{"", row}
		}
	}
}
