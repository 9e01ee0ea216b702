package file

import (
	"strings"

	"lading/server/kit/table"
)

type reader struct {
	d         *dictionary
	m         Mapping
	columns   map[Field]int // by field, from 0
	headers   []string
	warehouse func(string) (string, bool)
	lines     table.Lines
	zeros     map[Field]*table.Padding
	words     map[wordKey]int
	notes     Notes
	unitOpen  bool // nobody has said what a weight without a unit is in
}

// walk calls with every line that belongs to an order, and that order's number ("" if it has none).
func (rd *reader) walk(line func(record, string) error) error {
	last := ""
	err := rd.lines.Walk(func(rec record) error {
		rd.headers = rd.lines.Titles
		number := oneLine(rd.get(rec, FieldNumber).Text)
		if number == "" && last != "" && rd.continues(rec) {
			number = last
		}
		last = number
		return line(rec, number)
	}, func() { last = "" }) // it may have been the head of an order, and what follows is not the last one's
	passed := rd.lines.Passed
	rd.notes.Hidden, rd.notes.Sums, rd.notes.Heads, rd.notes.Replaced = passed.Hidden, passed.Sums, passed.Heads, passed.Replaced
	return err
}

func (rd *reader) get(rec record, f Field) cell {
	if i, ok := rd.columns[f]; ok {
		return rec.At(i)
	}
	return cell{}
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
