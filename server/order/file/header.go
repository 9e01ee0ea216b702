package file

import (
	"io"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/sheet"
	"lading/server/kit/table"
)

func (d *dictionary) sniff(org string, r io.ReaderAt, size int64, name string, also table.Known) (Sheet, error) {
	src, err := d.open(org, r, size)
	if err != nil {
		return Sheet{}, err
	}
	sh := Sheet{Kind: src.Kind(), Sheets: src.Sheets()}
	if t, ok := src.(*sheet.Text); ok && t.Kind() == sheet.CSV {
		sh.Encoding, sh.Delimiter = t.Encoding, string(rune(t.Delimiter))
	} else if ok {
		sh.Encoding = t.Encoding
	}
	h, err := d.kind.Head(src, also)
	switch {
	case err != nil:
		return Sheet{}, err
	case !h.Filled:
		return Sheet{}, fail.Malformed("file-empty", "name", name)
	case !h.Found():
		return Sheet{}, fail.New(422, "file-no-header", "name", name)
	}
	sh.Name, sh.HeaderRow, sh.Headers, sh.Sample, sh.Others = h.Sheet, h.Row, h.Titles, h.Sample, h.Others
	sh.Mapping = Mapping{Sheet: h.Sheet, HeaderRow: h.Row, Columns: make([]Field, len(sh.Headers)), Defaults: map[Field]string{}}
	sh.Confidence = make([]int, len(sh.Headers))
	for i, g := range h.Guesses {
		sh.Mapping.Columns[i], sh.Confidence[i] = Field(g.Field), g.Confidence
		switch {
		case g.Unit == "" || g.Field == "":
		case g.Length:
			sh.Mapping.DimUnit = g.Unit
		default:
			sh.Mapping.WeightUnit = g.Unit
		}
	}
	sh.doubtDue()
	sh.Missing = sh.Mapping.missing(d.required)
	return sh, nil
}

// doubtDue has the due date asked about in a file with prices: there it may be the invoice that is due, not the goods.
func (sh *Sheet) doubtDue() {
	money := slices.ContainsFunc(sh.Headers, func(h string) bool { return table.Means(notions, "money", h) })
	for i, f := range sh.Mapping.Columns {
		if key := table.Normal(sh.Headers[i]); f == FieldDueOn && money && (key == "due" || key == "due date" || key == "fecha vencimiento" || key == "date echeance") {
			sh.Confidence[i] = min(sh.Confidence[i], table.Sure-5)
		}
	}
}

// Unsure lists the columns whose meaning somebody must confirm, from 0: proposed with little confidence, not changed and not yet answered for.
func (sh Sheet) Unsure(m Mapping) (columns []int) {
	checked := map[int]bool{}
	for _, n := range m.Checked {
		checked[n] = true
	}
	for i, f := range m.Columns {
		if i < len(sh.Confidence) && i < len(sh.Mapping.Columns) && f != "" && f == sh.Mapping.Columns[i] && sh.Confidence[i] < table.Sure && !checked[i] {
			columns = append(columns, i)
		}
	}
	return columns
}

// Titled is what a person has said of each title, to be taken next time whatever else the file has: a column that is gone or new does not undo the others.
func Titled(headers []string, m Mapping) map[string]string {
	said := map[string]string{}
	for i := range headers {
		if i < len(m.Columns) && headers[i] != "" {
			said[table.Remember(headers, i)] = string(m.Columns[i])
		}
	}
	return said
}
