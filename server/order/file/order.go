package file

import (
	"slices"
	"strings"

	"lading/server/kit/freight"
	"lading/server/kit/table"
)

// pending is an order some of whose lines are still to come.
type pending struct {
	row  Row
	head map[Field]spot
	left int
	// whole is the weight of the order, where the file tells that.
	whole    freight.Measure
	wholeRow int
}

// spot is a value and where it stands.
type spot struct {
	text string
	row  int
}

func (rd *reader) orders(left map[string]int, each func(Row) error) (n Counts, err error) {
	open := map[string]*pending{}
	finish := func(p *pending) error {
		rd.complete(p)
		n.Orders++
		n.Errors += len(p.row.Errors)
		if len(p.row.Errors) > 0 {
			n.Bad++
		}
		return each(p.row)
	}
	err = rd.walk(func(rec record, number string) error {
		n.Lines++
		p := open[number]
		if p == nil || number == "" { // lines without a number are not one another's
			p = &pending{row: Row{Row: rec.N}, head: map[Field]spot{}, left: left[number]}
			if number == "" {
				p.left = 1
			} else {
				open[number] = p
			}
		}
		rd.line(p, rec)
		if p.left--; p.left > 0 {
			return nil
		}
		delete(open, number)
		return finish(p)
	})
	return n, err
}

var headFields = []Field{FieldNumber, FieldWarehouse, FieldCustomer, FieldReference1, FieldReference2, FieldReference3, FieldReference4, FieldReference5,
	FieldShipOn, FieldDueOn, FieldName, FieldStreet, FieldStreet2, FieldCity, FieldState, FieldZip, FieldCountry, FieldContact, FieldPhone, FieldEmail, FieldCarrier, FieldTerms,
	FieldBillName, FieldBillStreet, FieldBillStreet2, FieldBillCity, FieldBillState, FieldBillZip, FieldBillCountry, FieldFirst, FieldLast, FieldPlace, FieldAddress, FieldWeightOrder}

// line adds a line to its order: the item, and what it says of the order if that is not yet known.
func (rd *reader) line(p *pending, rec record) {
	p.row.Lines = append(p.row.Lines, rec.N)
	if rec.Short && len(p.head) == 0 && len(rec.Cells) < filledTo(rd.headers)-1 {
		rd.report(p, rec.N, FieldNumber, rec.At(0).Text, table.Bad("order-row-cut"))
	}
	for _, f := range headFields {
		c := rd.read(p, rec, f)
		if c.Text == "" {
			continue
		}
		if f == FieldPlace || f == FieldAddress {
			if !rd.part(p, rec, f, c.Text) {
				continue
			}
		}
		text, what := rd.headValue(f, c)
		if what.Code == "" {
			what = tooLong(f, text)
		}
		first, known := p.head[f]
		switch {
		case what.Code != "":
			rd.report(p, rec.N, f, c.Text, what)
			if !known {
				p.head[f] = spot{"", rec.N} // reported; not missing as well
			}
		case !known || first.text == "":
			p.head[f] = spot{text, rec.N}
		case !strings.EqualFold(first.text, text):
			rd.report(p, rec.N, f, c.Text, table.Bad("order-conflict", "row", first.row, "first", first.text, "number", p.head[FieldNumber].text))
		}
	}
	rd.item(p, rec)
}

// headValue brings a value of the order to its form.
func (rd *reader) headValue(f Field, c cell) (string, table.Problem) {
	s := oneLine(c.Text)
	switch f {
	case FieldShipOn, FieldDueOn:
		return table.Day(c, rd.m.DateOrder)
	case FieldWarehouse:
		if code, ok := rd.warehouse(s); ok {
			return code, table.Problem{}
		}
		if said, ok := rd.meant(f, s); ok {
			if code, ok := rd.warehouse(said); ok {
				return code, table.Problem{}
			}
		}
		rd.ask(f, s)
		return "", table.Bad("order-warehouse-unknown")
	case FieldTerms:
		if t, ok := terms(s); ok {
			return t, table.Problem{}
		}
		if t, ok := rd.meant(f, s); ok && slices.Contains([]string{"P", "C", "T"}, t) {
			return t, table.Problem{}
		}
		rd.ask(f, s)
		return "", table.Bad("order-terms-unknown")
	case FieldCountry, FieldBillCountry:
		if code, ok := table.Country(s); ok {
			return code, table.Problem{}
		}
		return "", table.Bad("order-country-unknown")
	case FieldPhone:
		return s, table.Phone(s)
	case FieldEmail:
		return s, table.Email(s)
	}
	return s, table.Problem{}
}

// complete checks what can only be seen of a whole order, and fills the order in.
func (rd *reader) complete(p *pending) {
	if p.head[FieldName].text == "" {
		if both := strings.TrimSpace(p.head[FieldFirst].text + " " + p.head[FieldLast].text); both != "" {
			p.head[FieldName] = spot{both, max(p.head[FieldFirst].row, p.head[FieldLast].row)}
		}
	}
	rd.share(p)
	for _, f := range rd.d.required {
		if f == FieldWeight || f == FieldPieces {
			continue // an item's matter
		}
		if f == FieldState && p.head[FieldCountry].text != "" && !table.StateNeeded(p.head[FieldCountry].text) {
			continue
		}
		if _, ok := p.head[f]; !ok && !p.refused(0, f) {
			rd.report(p, p.row.Row, f, "", table.Bad("order-required"))
		}
	}
	o := &p.row.Order
	get := func(f Field) string { return p.head[f].text }
	o.Number, o.Warehouse, o.Customer = get(FieldNumber), get(FieldWarehouse), get(FieldCustomer)
	for i, f := range referenceFields {
		o.References[i] = get(f)
	}
	o.ShipOn, o.DueOn, o.Terms = get(FieldShipOn), get(FieldDueOn), get(FieldTerms)
	if o.ShipOn != "" && o.DueOn != "" && o.DueOn < o.ShipOn {
		rd.report(p, p.head[FieldDueOn].row, FieldDueOn, o.DueOn, table.Bad("order-due-before-ship", "shipOn", o.ShipOn))
	}
	if o.Terms == "" {
		o.Terms = map[bool]string{true: "C", false: "P"}[rd.d == purchases] // what the bill of lading says when nothing is marked; whoever buys pays for the way
	}
	o.Carrier = get(FieldCarrier)
	if len(o.Carrier) <= 4 {
		o.Carrier = strings.ToUpper(o.Carrier)
	}
	o.Consignee = rd.address(p, FieldName, FieldStreet, FieldStreet2, FieldCity, FieldState, FieldZip, FieldCountry)
	o.Consignee.Contact, o.Consignee.Phone, o.Consignee.Email = get(FieldContact), get(FieldPhone), get(FieldEmail)
	rd.billTo(p)
	for i := range o.Items {
		o.Items[i].Order = o.Number
	}
}

// refused tells whether a cell of these fields has been reported already, in a row or, with 0, in any.
func (p *pending) refused(row int, fields ...Field) bool {
	return slices.ContainsFunc(p.row.Errors, func(e CellError) bool { return (row == 0 || e.Row == row) && slices.Contains(fields, e.Field) })
}
