package file

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/sheet"
	"lading/server/kit/table"
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
	// Notes are what a person should know or say; nil if nothing.
	Notes *Notes `json:"notes,omitempty"`
}

// Notes tell what was passed over in a file, and what it leaves open.
type Notes struct {
	Hidden   int      `json:"hidden"`             // rows that a filter hides
	Sums     int      `json:"sums"`               // rows of totals
	Heads    int      `json:"heads"`              // the head once more
	Restored int      `json:"restored"`           // zeros put back in front of ids
	WeightOf WeightOf `json:"weightOf,omitempty"` // taken for what the weight is of, and not sure
	Words    []Word   `json:"words,omitempty"`    // that nothing is known for
}

// Word is a word of the file that somebody must explain.
type Word struct {
	Field Field  `json:"field"`
	Word  string `json:"word"`
	Lines int    `json:"lines"`
}

func (d *dictionary) read(r io.ReaderAt, size int64, m Mapping, warehouse func(string) (code string, ok bool), each func(Row) error) (Counts, error) {
	src, err := d.open(r, size)
	if err != nil {
		return Counts{}, err
	}
	rd := &reader{d: d, src: src, m: m, warehouse: warehouse, columns: map[Field]int{}, words: map[wordKey]int{}, edits: map[[2]int]string{}}
	for i, f := range m.Columns {
		if _, dup := rd.columns[f]; f != "" && !dup {
			rd.columns[f] = i
		}
	}
	var seen evidence
	left := map[string]int{}
	for _, e := range m.Edits {
		rd.edits[[2]int{e.Row, e.Column}] = e.Value
	}
	_, weighed := rd.columns[FieldWeight]
	err = rd.walk(func(rec record, number string) error {
		left[number]++
		for f, i := range rd.columns {
			seen.see(f, rec.At(i))
		}
		if weighed && m.WeightOf == "" {
			pieces, _ := table.Count(rd.get(rec, FieldPieces), m.Decimal)
			weight, _, _ := table.Number(rd.get(rec, FieldWeight), cmp.Or(m.Decimal, "."))
			seen.weights.see(number, cmp.Or(rd.get(rec, FieldCode).Text, rd.get(rec, FieldDescription).Text), pieces, weight)
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
	rd.zeros = seen.zeros
	rd.notes = Notes{Hidden: rd.notes.Hidden, Sums: rd.notes.Sums, Heads: rd.notes.Heads}
	if rd.m.WeightOf == "" {
		title := ""
		if i := rd.columns[FieldWeight]; weighed && i < len(rd.headers) {
			title = rd.headers[i]
		}
		sure := true
		if rd.m.WeightOf, sure = seen.weights.of(title); !sure {
			rd.notes.WeightOf = rd.m.WeightOf
		}
	}
	n, err := rd.orders(left, each)
	rd.told(&n)
	return n, err
}

// told adds to the counts what a person should know or say.
func (rd *reader) told(n *Counts) {
	for key, lines := range rd.words {
		rd.notes.Words = append(rd.notes.Words, Word{Field: key.field, Word: key.word, Lines: lines})
	}
	slices.SortFunc(rd.notes.Words, func(a, b Word) int {
		return cmp.Or(b.Lines-a.Lines, strings.Compare(string(a.Field), string(b.Field)), strings.Compare(a.Word, b.Word))
	})
	if x := rd.notes; x.Hidden+x.Sums+x.Heads+x.Restored+len(x.Words) > 0 || x.WeightOf != "" {
		n.Notes = &x
	}
}

type wordKey struct {
	field Field
	word  string
}

const mostWords = 200

// meant is what a person said that a word of the file stands for. A word that nobody knows is counted, so that it is asked for once.
func (rd *reader) meant(f Field, word string) (string, bool) {
	v, ok := rd.m.Words[f][strings.ToLower(word)]
	return v, ok && v != ""
}

func (rd *reader) ask(f Field, word string) {
	if key := (wordKey{f, strings.ToLower(shortened(word))}); rd.words[key] > 0 || len(rd.words) < mostWords {
		rd.words[key]++
	}
}

type reader struct {
	d         *dictionary
	src       sheet.Source
	m         Mapping
	columns   map[Field]int // by field, from 0
	headers   []string
	warehouse func(string) (string, bool)
	lines     int
	edits     map[[2]int]string
	zeros     map[Field]*padding
	words     map[wordKey]int
	notes     Notes
}

// walk calls with every line that belongs to an order, and that order's number ("" if it has none). Blank rows, repeated headers and sums are no lines.
func (rd *reader) walk(line func(record, string) error) error {
	rs, err := rd.src.Rows(rd.m.Sheet)
	if err != nil {
		return err
	}
	rd.lines, rd.notes.Hidden, rd.notes.Sums, rd.notes.Heads = 0, 0, 0, 0
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
		if rec.N > rd.m.HeaderRow && rec.Hidden && !rec.Blank() {
			rd.notes.Hidden++
			continue
		}
		if len(rd.edits) > 0 {
			rec = rd.edited(rec)
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

// edited is a row with the cells that a person put right.
func (rd *reader) edited(rec record) record {
	own := false
	for i := range max(len(rec.Cells), len(rd.headers)) {
		v, ok := rd.edits[[2]int{rec.N, i + 1}]
		if !ok {
			continue
		}
		if !own {
			rec.Cells = append([]cell(nil), rec.Cells...)
			own = true
		}
		for len(rec.Cells) <= i {
			rec.Cells = append(rec.Cells, cell{})
		}
		rec.Cells[i] = cell{Text: sheet.Tidy(v)}
	}
	return rec
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
	if blank {
		return true
	}
	if same > len(rd.columns)/2 && same > 2 {
		rd.notes.Heads++
		return true
	}
	for _, c := range rec.Cells {
		if c.Text != "" {
			first, _, _ := strings.Cut(c.Text, ":")
			if len(first) >= 40 || !rd.sum(rec, table.Normal(first)) {
				return false
			}
			rd.notes.Sums++
			return true
		}
	}
	return false
}

// sum tells a row of totals by its first word, or by the word of one that names how many it sums.
func (rd *reader) sum(rec record, first string) bool {
	if totalWords[first] {
		return true
	}
	word, rest, _ := strings.Cut(first, " ")
	return totalWords[word] && rest != "" && rd.get(rec, FieldName).Text == "" && rd.get(rec, FieldStreet).Text == "" && rd.get(rec, FieldCode).Text == ""
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

func (rd *reader) report(p *pending, row int, f Field, value string, what table.Problem) {
	if what.Code == "" {
		return
	}
	e := CellError{Row: row, Field: f, Code: what.Code, Value: shortened(value), Params: map[string]any{}}
	if i, ok := rd.columns[f]; ok {
		e.Column = i + 1
		if i < len(rd.headers) {
			e.Header = rd.headers[i]
		}
	}
	for i := 0; i+1 < len(what.Params); i += 2 {
		e.Params[fmt.Sprint(what.Params[i])] = what.Params[i+1]
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
		rd.report(p, rec.N, f, c.Text, table.Bad("file-formula"))
		return cell{}
	case c.Broken:
		rd.report(p, rec.N, f, c.Text, table.Bad("file-cell-error"))
		return cell{}
	case c.Text == "":
		return cell{Text: rd.m.Defaults[f]}
	case lossy(f, c):
		rd.report(p, rec.N, f, c.Text, table.Bad("order-id-lossy"))
		return cell{}
	}
	if z := rd.zeros[f]; z != nil && f != FieldZip {
		if s := z.restore(c); s != c.Text {
			c.Text = s
			rd.notes.Restored++
		}
	}
	return c
}

// longest is what the product keeps of each text, in characters.
var longest = map[Field]int{FieldNumber: 40, FieldCustomer: 80, FieldReference1: 80, FieldReference2: 80, FieldReference3: 80, FieldReference4: 80, FieldReference5: 80,
	FieldName: 80, FieldStreet: 80, FieldStreet2: 80, FieldCity: 60, FieldContact: 30, FieldPhone: 120, FieldEmail: 254, FieldCarrier: 80,
	FieldBillName: 80, FieldBillStreet: 80, FieldBillStreet2: 80, FieldBillCity: 60, FieldCode: 40, FieldDescription: 200, FieldPackageType: 10, FieldLine: 20}

func tooLong(f Field, s string) table.Problem {
	if most, ok := longest[f]; ok && utf8.RuneCountInString(s) > most {
		return table.Bad("order-text-long", "max", most, "length", utf8.RuneCountInString(s))
	}
	return table.Problem{}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

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

// filledTo is the number of titles up to the last that is not blank.
func filledTo(titles []string) int {
	n := len(titles)
	for n > 0 && titles[n-1] == "" {
		n--
	}
	return n
}
