package file

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"lading/server/kit/table"
)

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
		if s := z.Restore(c); s != c.Text {
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
