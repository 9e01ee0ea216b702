package table

import (
	"errors"
	"io"
	"strings"

	"lading/server/kit/sheet"
)

const (
	// headFields is how many columns must be recognised before a row counts as the head: two happen in any title.
	headFields = 3
	lookAt     = 300 // rows below the head
	sampleRows = 10
	maxSheets  = 20
)

// Head is where a table begins, and what its columns seem to be.
type Head struct {
	Sheet   string
	Row     int // counted from 1, as a spreadsheet does
	Titles  []string
	Guesses []Guess
	Sample  [][]string
	Known   int  // columns that were recognised
	Rows    int  // below the head, of those that were looked at
	Filled  bool // something stands in the file
	Others  int  // further sheets that have such a table, too
	few     int  // that must be recognised
}

// Find reports whether a head was found at all.
func (h Head) Found() bool { return h.few > 0 && h.Known >= h.few }

// Count tells how many titles of a row the kind knows; the sheet package chooses a text's delimiter by it.
func (k *Kind) Count(titles []string) int {
	seen := map[string]bool{}
	for i, t := range titles {
		for _, c := range k.recognise(i, t) {
			field := c.Field
			if c.bare && seen[field] || field == pooled { // several are as good as one
				field += t
			}
			if field != nothing {
				seen[field] = true
				break
			}
		}
	}
	return len(seen)
}

// Head looks for the table in a file: the sheet and the row with most titles that the kind knows.
func (k *Kind) Head(src sheet.Source, also Known) (best Head, err error) {
	names := src.Sheets()
	if len(names) == 0 {
		names = []string{""}
	}
	for _, name := range names[:min(len(names), maxSheets)] {
		h, err := k.look(src, name, also)
		if err != nil {
			return best, err
		}
		others := best.Others
		if h.Found() && best.Found() {
			others++
		}
		// Of two sheets with the same table the one with rows is meant, and the first of those.
		if h.Known > best.Known && h.Rows > 0 || best.Rows == 0 && h.Known >= k.Fewest() && h.Rows > 0 {
			h.Filled = h.Filled || best.Filled
			best = h
		}
		if best.Known == 0 && h.Known > 0 {
			filled := best.Filled
			best = h
			best.Filled = best.Filled || filled
		}
		best.Filled = best.Filled || h.Filled
		best.Others = others
	}
	return best, nil
}

// look searches a sheet's first rows.
func (k *Kind) look(src sheet.Source, name string, also Known) (h Head, err error) {
	rs, err := src.Rows(name)
	if err != nil {
		return h, err
	}
	h.Sheet, h.few = name, k.Fewest()
	var above sheet.Record
	var body []sheet.Record
	for n := 0; n < sheet.HeaderDepth || h.Row > 0 && len(body) < lookAt; n++ {
		rec, err := rs.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return h, err
		}
		if rec.Blank() {
			continue
		}
		h.Filled = true
		rec.Cells = append([]sheet.Cell(nil), rec.Cells...)
		if n < sheet.HeaderDepth && !dataLike(rec) {
			titles, known := k.bestTitles(above, rec)
			if known > h.Known {
				h.Titles, h.Known, h.Row, body = titles, known, rec.N, nil
				above = rec
				continue
			}
		}
		above = rec
		if h.Row > 0 && len(body) < lookAt && !rec.Hidden {
			body = append(body, rec)
		}
	}
	if h.Known == 0 {
		return h, nil
	}
	values := make([][]sheet.Cell, len(h.Titles))
	for i := range values {
		values[i] = make([]sheet.Cell, len(body))
		for n, rec := range body {
			values[i][n] = rec.At(i)
		}
	}
	// A column without a title may hold something, too.
	h.Guesses, h.Rows = k.Find(h.Titles, values, also), len(body)
	for _, rec := range body[:min(len(body), sampleRows)] {
		line := sheet.Texts(rec)
		for len(line) < len(h.Titles) {
			line = append(line, "")
		}
		h.Sample = append(h.Sample, line[:len(h.Titles)])
	}
	return h, nil
}

// bestTitles are a row's titles, by themselves or below those of the row above: "Ship to" over Name, City and ZIP; or "Ship" over "Date".
func (k *Kind) bestTitles(above, rec sheet.Record) (titles []string, known int) {
	own := trimRight(sheet.Texts(rec))
	known = k.Count(own)
	if above.Blank() || dataLike(above) || len(above.Cells) < 2 {
		return own, known
	}
	groups := 0
	for _, c := range above.Cells {
		if len(c.Text) > 40 {
			return own, known
		}
		if c.Text != "" {
			groups++
		}
	}
	if groups == 0 || groups == 1 && above.At(0).Text != "" && known > 0 && len(own) > 3 && len(trimRight(sheet.Texts(above))) == 1 {
		return own, known
	}
	spread, stacked := make([]string, max(len(own), len(above.Cells))), make([]string, max(len(own), len(above.Cells)))
	last := ""
	for i := range spread {
		mine := rec.At(i).Text
		if t := above.At(i).Text; t != "" {
			last = t
		}
		spread[i] = strings.TrimSpace(last + " " + mine)
		if mine == "" {
			spread[i] = ""
		}
		stacked[i] = strings.TrimSpace(above.At(i).Text + " " + mine)
	}
	for _, t := range [][]string{spread, stacked} {
		mixed := make([]string, len(t))
		for i := range t {
			mixed[i] = t[i]
			// A title that is known by itself does not need the one above: "Order" over "Order No" and "Date".
			if i < len(own) && len(k.recognise(0, t[i])) == 0 {
				mixed[i] = own[i]
			}
		}
		if n := k.Count(mixed); n > known {
			titles, known = trimRight(mixed), n
		}
	}
	if titles == nil {
		return own, known
	}
	return titles, known
}

// dataLike is a row with numbers in it: a head has words.
func dataLike(rec sheet.Record) bool {
	numbers := 0
	for _, c := range rec.Cells {
		if c.Number || strings.Trim(c.Text, "0123456789.,-/: ") == "" && c.Text != "" {
			numbers++
		}
	}
	return numbers > 1
}

func trimRight(ss []string) []string {
	for len(ss) > 0 && ss[len(ss)-1] == "" {
		ss = ss[:len(ss)-1]
	}
	return ss
}
