package file

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/sheet"
)

// Order is an order as a file gives it, before it is anybody's: complete enough to be saved if it has no errors.
type Order struct {
	Number     string         `json:"number"`
	Warehouse  string         `json:"warehouse"`
	Customer   string         `json:"customer"`
	References [5]string      `json:"references"`
	ShipOn     string         `json:"shipOn"`
	DueOn      string         `json:"dueOn"`
	Consignee  freight.Party  `json:"consignee"`
	Carrier    string         `json:"carrier"`
	Terms      string         `json:"terms"`
	BillTo     *freight.Party `json:"billTo,omitempty"` // who pays where a third party does
	Items      []freight.Item `json:"items"`
	LineNos    []string       `json:"lineNos,omitempty"` // of a purchase order's items
}

// CellError is what is wrong with one cell. Row and Column count from 1, as a spreadsheet does; Column is 0 where the file has no such column.
type CellError struct {
	Row    int            `json:"row"`
	Column int            `json:"column"`
	Header string         `json:"header"`
	Field  Field          `json:"field"`
	Code   string         `json:"code"`
	Params map[string]any `json:"params"`
	Value  string         `json:"value"`
}

// Row is one order with the lines that it came from. An order with errors is told as far as it could be read.
type Row struct {
	Row    int         `json:"row"` // the first line
	Lines  []int       `json:"lines"`
	Order  Order       `json:"order"`
	Errors []CellError `json:"errors"`
}

// Counts sums a file up.
type Counts struct {
	Lines  int `json:"lines"`
	Orders int `json:"orders"`
	Bad    int `json:"bad"` // orders with errors
	Errors int `json:"errors"`
}

func (d *dictionary) read(r io.ReaderAt, size int64, m Mapping, warehouse func(string) (code string, ok bool), each func(Row) error) (Counts, error) {
	src, err := d.open(r, size)
	if err != nil {
		return Counts{}, err
	}
	rd := &reader{d: d, src: src, m: m, warehouse: warehouse, columns: map[Field]int{}}
	for i, f := range m.Columns {
		if _, dup := rd.columns[f]; f != "" && !dup {
			rd.columns[f] = i
		}
	}
	var seen evidence
	left := map[string]int{}
	err = rd.walk(func(rec record, number string) error {
		left[number]++
		for f, i := range rd.columns {
			seen.see(f, rec.At(i))
		}
		return nil
	})
	if err != nil {
		return Counts{}, err
	}
	if rd.lines == 0 {
		return Counts{}, fail.Malformed("file-no-rows")
	}
	rd.m = m.settle(seen, src)
	return rd.orders(left, each)
}

type reader struct {
	d         *dictionary
	src       sheet.Source
	m         Mapping
	columns   map[Field]int // by field, from 0
	headers   []string
	warehouse func(string) (string, bool)
	lines     int
}

// walk calls with every line that belongs to an order, and that order's number ("" if it has none). Blank rows, repeated headers and sums are no lines.
func (rd *reader) walk(line func(record, string) error) error {
	rs, err := rd.src.Rows(rd.m.Sheet)
	if err != nil {
		return err
	}
	rd.lines = 0
	last := ""
	for {
		rec, err := rs.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if rec.N == rd.m.HeaderRow {
			rd.headers = append([]string(nil), sheet.Texts(rec)...)
		}
		if rec.N <= rd.m.HeaderRow || rd.noise(rec) {
			continue
		}
		if rd.lines++; rd.lines > MaxRows {
			return fail.New(413, "file-too-many-rows", "max", MaxRows)
		}
		number := oneLine(rd.get(rec, FieldNumber).Text)
		if number == "" && last != "" && rd.continues(rec) {
			number = last
		}
		last = number
		if err := line(rec, number); err != nil {
			return err
		}
	}
}

func (rd *reader) get(rec record, f Field) cell {
	if i, ok := rd.columns[f]; ok {
		return rec.At(i)
	}
	return cell{}
}

// noise is a row between the orders: nothing that is mapped, the header once more, or a sum.
func (rd *reader) noise(rec record) bool {
	blank, same := true, 0
	for _, i := range rd.columns {
		c := rec.At(i)
		if c.Text != "" || c.Formula {
			blank = false
		}
		if i < len(rd.headers) && c.Text != "" && c.Text == rd.headers[i] {
			same++
		}
	}
	if blank || same > len(rd.columns)/2 && same > 2 {
		return true
	}
	for _, c := range rec.Cells {
		if c.Text != "" {
			first, _, _ := strings.Cut(c.Text, ":")
			return len(first) < 40 && totalWords[normal(first)]
		}
	}
	return false
}

// continues is a line that says nothing of the order: the next item of the one above, as reports with merged cells have it.
func (rd *reader) continues(rec record) bool {
	item := false
	for f, i := range rd.columns {
		if c := rec.At(i); c.Text != "" || c.Formula {
			if !strings.HasPrefix(string(f), "item.") {
				return false
			}
			item = true
		}
	}
	return item
}

// pending is an order some of whose lines are still to come.
type pending struct {
	row  Row
	head map[Field]spot
	left int
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

func (rd *reader) report(p *pending, row int, f Field, value string, what problem) {
	if what.code == "" {
		return
	}
	e := CellError{Row: row, Field: f, Code: what.code, Value: shortened(value), Params: map[string]any{}}
	if i, ok := rd.columns[f]; ok {
		e.Column = i + 1
		if i < len(rd.headers) {
			e.Header = rd.headers[i]
		}
	}
	for i := 0; i+1 < len(what.params); i += 2 {
		e.Params[fmt.Sprint(what.params[i])] = what.params[i+1]
	}
	e.Params["header"], e.Params["value"] = e.Header, e.Value
	if e.Header == "" {
		e.Params["header"] = string(f)
	}
	p.row.Errors = append(p.row.Errors, e)
}

func shortened(s string) string {
	if utf8.RuneCountInString(s) <= 80 {
		return s
	}
	return string([]rune(s)[:79]) + "…"
}

// read is a cell's value if it may be used: a formula is not, since its result is somebody else's last computation.
func (rd *reader) read(p *pending, rec record, f Field) cell {
	c := rd.get(rec, f)
	switch {
	case c.Formula:
		rd.report(p, rec.N, f, c.Text, bad("file-formula"))
		return cell{}
	case c.Broken:
		rd.report(p, rec.N, f, c.Text, bad("file-cell-error"))
		return cell{}
	case c.Text == "":
		return cell{Text: rd.m.Defaults[f]}
	}
	return c
}

// longest is what the product keeps of each text, in characters.
var longest = map[Field]int{FieldNumber: 40, FieldCustomer: 80, FieldReference1: 80, FieldReference2: 80, FieldReference3: 80, FieldReference4: 80, FieldReference5: 80,
	FieldName: 80, FieldStreet: 80, FieldStreet2: 80, FieldCity: 60, FieldContact: 30, FieldPhone: 120, FieldEmail: 254, FieldCarrier: 80,
	FieldBillName: 80, FieldBillStreet: 80, FieldBillStreet2: 80, FieldBillCity: 60, FieldCode: 40, FieldDescription: 200, FieldPackageType: 10, FieldLine: 20}

func tooLong(f Field, s string) problem {
	if most, ok := longest[f]; ok && utf8.RuneCountInString(s) > most {
		return bad("order-text-long", "max", most, "length", utf8.RuneCountInString(s))
	}
	return problem{}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

var headFields = []Field{FieldNumber, FieldWarehouse, FieldCustomer, FieldReference1, FieldReference2, FieldReference3, FieldReference4, FieldReference5,
	FieldShipOn, FieldDueOn, FieldName, FieldStreet, FieldStreet2, FieldCity, FieldState, FieldZip, FieldCountry, FieldContact, FieldPhone, FieldEmail, FieldCarrier, FieldTerms,
	FieldBillName, FieldBillStreet, FieldBillStreet2, FieldBillCity, FieldBillState, FieldBillZip, FieldBillCountry}

// line adds a line to its order: the item, and what it says of the order if that is not yet known.
func (rd *reader) line(p *pending, rec record) {
	p.row.Lines = append(p.row.Lines, rec.N)
	if rec.Short && len(p.head) == 0 && len(rec.Cells) < len(trimRight(rd.headers))-1 {
		rd.report(p, rec.N, FieldNumber, rec.At(0).Text, bad("order-row-cut"))
	}
	for _, f := range headFields {
		c := rd.read(p, rec, f)
		if c.Text == "" {
			continue
		}
		text, what := rd.headValue(f, c)
		if what.code == "" {
			what = tooLong(f, text)
		}
		first, known := p.head[f]
		switch {
		case what.code != "":
			rd.report(p, rec.N, f, c.Text, what)
			if !known {
				p.head[f] = spot{"", rec.N} // reported; not missing as well
			}
		case !known || first.text == "":
			p.head[f] = spot{text, rec.N}
		case !strings.EqualFold(first.text, text):
			rd.report(p, rec.N, f, c.Text, bad("order-conflict", "row", first.row, "first", first.text, "number", p.head[FieldNumber].text))
		}
	}
	rd.item(p, rec)
}

// headValue brings a value of the order to its form.
func (rd *reader) headValue(f Field, c cell) (string, problem) {
	s := oneLine(c.Text)
	switch f {
	case FieldShipOn, FieldDueOn:
		return day(c, rd.m.DateOrder)
	case FieldWarehouse:
		if code, ok := rd.warehouse(s); ok {
			return code, problem{}
		}
		return "", bad("order-warehouse-unknown")
	case FieldTerms:
		if t, ok := termsWords[strings.Join(fold(s), " ")]; ok {
			return t, problem{}
		}
		return "", bad("order-terms-unknown")
	case FieldCountry, FieldBillCountry:
		return country(s)
	case FieldPhone:
		return s, phone(s)
	case FieldEmail:
		return s, email(s)
	}
	return s, problem{}
}

// complete checks what can only be seen of a whole order, and fills the order in.
func (rd *reader) complete(p *pending) {
	for _, f := range rd.d.required {
		if f == FieldWeight || f == FieldPieces {
			continue // an item's matter
		}
		if _, ok := p.head[f]; !ok && !p.refused(0, f) {
			rd.report(p, p.row.Row, f, "", bad("order-required"))
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
		rd.report(p, p.head[FieldDueOn].row, FieldDueOn, o.DueOn, bad("order-due-before-ship", "shipOn", o.ShipOn))
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
