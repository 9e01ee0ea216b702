package file

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
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
	Replaced int      `json:"replaced,omitempty"` // cells in which a text was found and replaced
	// WeightUnit is taken for the unit of weights that say none, neither in the title nor beside them.
	WeightUnit string `json:"weightUnit,omitempty"`
	Words      []Word `json:"words,omitempty"` // that nothing is known for
}

// Word is a word of the file that somebody must explain.
type Word struct {
	Field Field  `json:"field"`
	Word  string `json:"word"`
	Lines int    `json:"lines"`
}

func (d *dictionary) read(org string, r io.ReaderAt, size int64, m Mapping, warehouse func(string) (code string, ok bool), each func(Row) error) (Counts, error) {
	src, err := d.open(org, r, size)
	if err != nil {
		return Counts{}, err
	}
	rd := &reader{d: d, m: m, warehouse: warehouse, columns: map[Field]int{}, words: map[wordKey]int{}}
	rd.lines = table.Lines{Source: src, Sheet: m.Sheet, Head: m.HeaderRow, Columns: map[string]int{}, Key: string(FieldNumber), Names: []string{string(FieldName), string(FieldStreet), string(FieldCode)}, Edits: m.Edits, Replaces: m.Replaces, Most: MaxRows}
	for i, f := range m.Columns {
		if _, dup := rd.columns[f]; f != "" && !dup {
			rd.columns[f], rd.lines.Columns[string(f)] = i, i
		}
	}
	var seen evidence
	left := map[string]int{}
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
	if rd.lines.Passed.Lines == 0 {
		return Counts{}, fail.Malformed("file-no-rows")
	}
	rd.m, rd.unitOpen = m.settle(seen, src), m.WeightUnit == ""
	rd.zeros = seen.zeros
	rd.notes = Notes{Hidden: rd.notes.Hidden, Sums: rd.notes.Sums, Heads: rd.notes.Heads, Replaced: rd.notes.Replaced}
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
	if x := rd.notes; x.Hidden+x.Sums+x.Heads+x.Restored+x.Replaced+len(x.Words) > 0 || x.WeightOf != "" || x.WeightUnit != "" {
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
