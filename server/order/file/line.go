package file

import (
	"errors"
	"io"
	"strings"
	"unicode"

	"lading/server/kit/fail"
	"lading/server/kit/sheet"
	"lading/server/kit/table"
)

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
	above     map[string]bool // the rows above the head, which a report repeats on each page
	unitOpen  bool            // nobody has said what a weight without a unit is in
}

// walk calls with every line that belongs to an order, and that order's number ("" if it has none). Blank rows, repeated headers and sums are no lines.
func (rd *reader) walk(line func(record, string) error) error {
	rs, err := rd.src.Rows(rd.m.Sheet)
	if err != nil {
		return err
	}
	rd.lines, rd.notes.Hidden, rd.notes.Sums, rd.notes.Heads, rd.notes.Replaced = 0, 0, 0, 0, 0
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
		if rec.N < rd.m.HeaderRow {
			rd.remember(rec)
		}
		if rec.N > rd.m.HeaderRow && rec.Hidden && !rec.Blank() {
			rd.notes.Hidden++
			continue
		}
		if rec.N > rd.m.HeaderRow && len(rd.edits)+len(rd.m.Replaces) > 0 {
			rec = rd.edited(rec)
		}
		if rec.N <= rd.m.HeaderRow {
			continue
		}
		if rd.noise(rec) {
			if rd.foot(rec) { // it may have been the head of an order, and what follows is not the last one's
				last = ""
			}
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

// edited is a row with what a person replaced, and with the cells that a person put right.
func (rd *reader) edited(rec record) record {
	own := false
	set := func(i int, v string) {
		if !own {
			rec.Cells = append([]cell(nil), rec.Cells...)
			own = true
		}
		for len(rec.Cells) <= i {
			rec.Cells = append(rec.Cells, cell{})
		}
		rec.Cells[i] = cell{Text: sheet.Tidy(v)}
	}
	for i := range max(len(rec.Cells), len(rd.headers)) {
		text, replaced := rec.At(i).Text, false
		for _, r := range rd.m.Replaces {
			if v, ok := r.in(i+1, text); ok {
				text, replaced = v, true
			}
		}
		if v, ok := rd.edits[[2]int{rec.N, i + 1}]; ok {
			set(i, v)
		} else if replaced {
			set(i, text)
			rd.notes.Replaced++
		}
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
	if rd.above[skeleton(rec)] {
		rd.notes.Heads++
		return true
	}
	if same > len(rd.columns)/2 && same > 2 {
		rd.notes.Heads++
		return true
	}
	if rd.foot(rec) {
		rd.notes.Sums++
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

// foot is a row of prose below the orders, such as who printed them: two words or more where the number stands, which are none, and nothing else; or what begins with
// two stars, as printed reports end.
func (rd *reader) foot(rec record) bool {
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
	if filled != 1 || len(rd.columns) < fewest || len(strings.Fields(rec.At(only).Text)) < 2 || table.Keys.Fits(rec.At(only)) {
		return false
	}
	for f, i := range rd.columns {
		if i == only {
			return f == FieldNumber
		}
	}
	return false
}

// remember keeps what stands above the head.
func (rd *reader) remember(rec record) {
	const fewest, most = 8, 20 // letters of a row, and rows
	if s := skeleton(rec); len(s) >= fewest && len(rd.above) < most {
		if rd.above == nil {
			rd.above = map[string]bool{}
		}
		rd.above[s] = true
	}
}

// skeleton is what a row says without its digits and blanks: "Page 1" and "Page 2", with the time of day before it, are the same.
func skeleton(rec record) string {
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

// filledTo is the number of titles up to the last that is not blank.
func filledTo(titles []string) int {
	n := len(titles)
	for n > 0 && titles[n-1] == "" {
		n--
	}
	return n
}
