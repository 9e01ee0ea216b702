package table

import (
	"errors"
	"io"
	"strings"
	"unicode"

	"lading/server/kit/fail"
	"lading/server/kit/sheet"
)

// Edit is a cell as a person changed it. Row and Column count from 1, as a spreadsheet does.
type Edit struct {
	Row    int    `json:"row" validate:"gte=1"`
	Column int    `json:"column" validate:"gte=1,lte=512"`
	Value  string `json:"value" validate:"max=1000"`
}

// Replace puts something else wherever a text stands in a column, or in all of them where Column is 0. Whole cells only are replaced where Whole is set; upper
// and lower case differ.
type Replace struct {
	Column int    `json:"column" validate:"gte=0,lte=512"`
	Find   string `json:"find" validate:"required,max=200"`
	With   string `json:"with" validate:"max=200"`
	Whole  bool   `json:"whole,omitempty"`
}

// in is a cell's text with the replacement made, and whether there was anything to replace.
func (r Replace) in(column int, text string) (string, bool) {
	switch {
	case r.Find == "" || r.Column != 0 && r.Column != column:
		return text, false
	case r.Whole:
		return r.With, text == r.Find
	case !strings.Contains(text, r.Find):
		return text, false
	}
	return strings.ReplaceAll(text, r.Find, r.With), true
}

// Lines are the rows of a table below its head, with what a person put right in them. Blank rows, the head once more, sums and what a filter hides are none.
type Lines struct {
	Source   sheet.Source
	Sheet    string
	Head     int            // row of the head, from 1
	Columns  map[string]int // by field, from 0
	Key      string         // the field in which a row of prose is the foot of a report
	Names    []string       // fields that no row of sums has
	Edits    []Edit
	Replaces []Replace
	Most     int // rows; more are refused

	Titles []string // of the head, once it was read
	Passed Passed

	edits map[[2]int]string
	above map[string]bool // the rows above the head, which a report repeats on each page
}

// Passed counts the rows, and what was passed over or changed.
type Passed struct{ Lines, Hidden, Sums, Heads, Replaced int }

// Walk calls line with each row, and foot at each row of prose that ends a page; foot may be nil. It may be called again.
func (l *Lines) Walk(line func(sheet.Record) error, foot func()) error {
	rs, err := l.Source.Rows(l.Sheet)
	if err != nil {
		return err
	}
	l.Passed, l.edits = Passed{}, map[[2]int]string{}
	for _, e := range l.Edits {
		l.edits[[2]int{e.Row, e.Column}] = e.Value
	}
	for {
		rec, err := rs.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if rec.N == l.Head {
			l.Titles = append([]string(nil), sheet.Texts(rec)...)
		}
		if rec.N < l.Head {
			l.remember(rec)
		}
		if rec.N > l.Head && rec.Hidden && !rec.Blank() {
			l.Passed.Hidden++
			continue
		}
		if rec.N > l.Head && len(l.edits)+len(l.Replaces) > 0 {
			rec = l.edited(rec)
		}
		if rec.N <= l.Head {
			continue
		}
		if l.noise(rec) {
			if foot != nil && l.foot(rec) {
				foot()
			}
			continue
		}
		if l.Passed.Lines++; l.Passed.Lines > l.Most {
			return fail.New(413, "file-too-many-rows", "max", l.Most)
		}
		if err := line(rec); err != nil {
			return err
		}
	}
}

// edited is a row with what a person replaced, and with the cells that a person put right.
func (l *Lines) edited(rec sheet.Record) sheet.Record {
	own := false
	set := func(i int, v string) {
		if !own {
			rec.Cells = append([]sheet.Cell(nil), rec.Cells...)
			own = true
		}
		for len(rec.Cells) <= i {
			rec.Cells = append(rec.Cells, sheet.Cell{})
		}
		rec.Cells[i] = sheet.Cell{Text: sheet.Tidy(v)}
	}
	for i := range max(len(rec.Cells), len(l.Titles)) {
		text, replaced := rec.At(i).Text, false
		for _, r := range l.Replaces {
			if v, ok := r.in(i+1, text); ok {
				text, replaced = v, true
			}
		}
		if v, ok := l.edits[[2]int{rec.N, i + 1}]; ok {
			set(i, v)
		} else if replaced {
			set(i, text)
			l.Passed.Replaced++
		}
	}
	return rec
}

// Get is the cell of a field.
func (l *Lines) Get(rec sheet.Record, field string) sheet.Cell {
	if i, ok := l.Columns[field]; ok {
		return rec.At(i)
	}
	return sheet.Cell{}
}

// noise is a row between the others: nothing that is mapped, the head once more, or a sum.
func (l *Lines) noise(rec sheet.Record) bool {
	blank, same := true, 0
	for _, i := range l.Columns {
		c := rec.At(i)
		if c.Text != "" || c.Formula {
			blank = false
		}
		if i < len(l.Titles) && c.Text != "" && c.Text == l.Titles[i] {
			same++
		}
	}
	if blank {
		return true
	}
	if l.above[skeleton(rec)] {
		l.Passed.Heads++
		return true
	}
	if same > len(l.Columns)/2 && same > 2 {
		l.Passed.Heads++
		return true
	}
	if l.foot(rec) {
		l.Passed.Sums++
		return true
	}
	for _, c := range rec.Cells {
		if c.Text != "" {
			first, _, _ := strings.Cut(c.Text, ":")
			if len(first) >= 40 || !l.sum(rec, Normal(first)) {
				return false
			}
			l.Passed.Sums++
			return true
		}
	}
	return false
}

// foot is a row of prose below the others, such as who printed them: two words or more where the key stands, which are none, and nothing else; or what begins with
// two stars, as printed reports end.
func (l *Lines) foot(rec sheet.Record) bool {
	const fewest = 5 // columns, of which a line would fill more than one
	only, filled := 0, 0
	for i, c := range rec.Cells {
		switch {
		case c.Formula || c.Broken:
			return false
		case c.Text != "" && filled == 0 && strings.HasPrefix(c.Text, "**"):
			return true
		case c.Text != "":
			only = i
			filled++
		}
	}
	if filled != 1 || len(l.Columns) < fewest || len(strings.Fields(rec.At(only).Text)) < 2 || Keys.Fits(rec.At(only)) {
		return false
	}
	at, known := l.Columns[l.Key]
	return known && at == only
}

// remember keeps what stands above the head.
func (l *Lines) remember(rec sheet.Record) {
	const fewest, most = 8, 20 // letters of a row, and rows
	if s := skeleton(rec); len(s) >= fewest && len(l.above) < most {
		if l.above == nil {
			l.above = map[string]bool{}
		}
		l.above[s] = true
	}
}

// skeleton is what a row says without its digits and blanks: "Page 1" and "Page 2", with the time of day before it, are the same.
func skeleton(rec sheet.Record) string {
	var b strings.Builder
	for _, c := range rec.Cells {
		for _, r := range c.Text {
			if unicode.IsLetter(r) {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// sum tells a row of totals by its first word, or by the word of one that names how many it sums.
func (l *Lines) sum(rec sheet.Record, first string) bool {
	if totalWords[first] {
		return true
	}
	word, rest, _ := strings.Cut(first, " ")
	if !totalWords[word] || rest == "" {
		return false
	}
	for _, f := range l.Names {
		if l.Get(rec, f).Text != "" {
			return false
		}
	}
	return true
}

// Padding finds ids that have lost their zeros: digits of one length, some with zeros in front, and some shorter that a spreadsheet has taken for numbers.
type Padding struct {
	width   int // of those with zeros in front
	zeroed  int
	longer  int
	letters bool
}

// See looks at an id of the column; not at an empty one.
func (p *Padding) See(c sheet.Cell) {
	s := c.Text
	switch {
	case strings.Trim(s, "0123456789") != "":
		p.letters = true
	case s[0] == '0' && len(s) > 1:
		if p.width != 0 && p.width != len(s) {
			p.width = -1
		} else if p.width == 0 {
			p.width = len(s)
		}
		p.zeroed++
	case p.width > 0 && len(s) > p.width:
		p.longer++
	}
}

// Restore puts back the zeros of an id that has lost them, where the column shows that it had some.
func (p *Padding) Restore(c sheet.Cell) string {
	if p == nil || p.width <= 0 || p.letters || p.zeroed < 2 || p.longer > 0 || len(c.Text) >= p.width || !c.Number && c.Text[0] == '0' || strings.Trim(c.Text, "0123456789") != "" {
		return c.Text
	}
	return strings.Repeat("0", p.width-len(c.Text)) + c.Text
}
