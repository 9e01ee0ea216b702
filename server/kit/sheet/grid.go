package sheet

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"lading/server/kit/fail"
)

// What a file that is held whole may come to. Fifty thousand lines of thirty columns stay below it; a bomb does not.
const (
	maxGridRows = 210_000
	maxGridText = 64 << 20
	maxGridCell = 6_000_000
)

// grids is an opened file whose tables had to be read whole, because the format does not tell them row by row.
type grids struct {
	kind  Kind
	pages []*page
	size  int // bytes of text
	cells int
}

type page struct {
	name string
	rows []Record
}

func (g *grids) Kind() Kind { return g.kind }

func (g *grids) Sheets() []string {
	names := make([]string, len(g.pages))
	for i, p := range g.pages {
		names[i] = p.name
	}
	return names
}

func (g *grids) Rows(sheet string) (Rows, error) {
	for _, p := range g.pages {
		if p.name == sheet || sheet == "" {
			return &gridRows{rows: p.rows}, nil
		}
	}
	return nil, fail.NotFound("file-no-sheet", "sheet", sheet)
}

type gridRows struct {
	rows []Record
	at   int
}

func (g *gridRows) Next() (Record, error) {
	if g.at >= len(g.rows) {
		return Record{}, io.EOF
	}
	g.at++
	return g.rows[g.at-1], nil
}

// page opens a table. Two of one name are told apart by a number, as a spreadsheet would.
func (g *grids) page(name string) *page {
	base := name
	for n := 2; slices.ContainsFunc(g.pages, func(p *page) bool { return p.name == name }); n++ {
		name = fmt.Sprintf("%s (%d)", base, n)
	}
	p := &page{name: name}
	g.pages = append(g.pages, p)
	return p
}

// add puts a row under a page's others, within what a file may come to.
func (g *grids) add(p *page, rec Record) error {
	if len(rec.Cells) > maxColumns {
		rec.Cells = rec.Cells[:maxColumns]
	}
	for _, c := range rec.Cells {
		g.size += len(c.Text)
	}
	g.cells += len(rec.Cells)
	if g.size > maxGridText || g.cells > maxGridCell || len(p.rows) >= maxGridRows {
		return fail.New(413, "file-too-large", "size", g.size, "max", maxGridText)
	}
	if rec.N == 0 {
		rec.N = len(p.rows) + 1
	}
	p.rows = append(p.rows, rec)
	return nil
}

// joined puts tables under one another that have the same first row: a report repeats its head on each page. Tables of nothing are left out.
func (g *grids) joined() error {
	var kept []*page
	for _, p := range g.pages {
		if !slices.ContainsFunc(p.rows, func(r Record) bool { return !r.Blank() }) {
			continue
		}
		if n := len(kept); n > 0 && len(p.rows) > 0 && sameHead(kept[n-1], p) {
			last := kept[n-1]
			at := last.rows[len(last.rows)-1].N
			for i, r := range p.rows {
				r.N = at + i + 1
				last.rows = append(last.rows, r)
			}
			continue
		}
		kept = append(kept, p)
	}
	g.pages = kept
	if len(kept) == 0 {
		return fail.Malformed("file-empty")
	}
	return nil
}

func sameHead(a, b *page) bool {
	if len(a.rows) == 0 || len(a.rows[0].Cells) < 2 {
		return false
	}
	return slices.Equal(Texts(a.rows[0]), Texts(b.rows[0]))
}

// put sets a cell of a row that is being made.
func put(cells []Cell, column int, c Cell) []Cell {
	if column >= maxColumns {
		return cells
	}
	for len(cells) <= column {
		cells = append(cells, Cell{})
	}
	cells[column] = c
	return cells
}

// decoded is a text file as UTF-8, whatever it is written in.
func decoded(r io.ReaderAt, size int64, head []byte) (io.Reader, error) {
	t, err := newText(r, size, head)
	if err != nil {
		return nil, err
	}
	return t.reader(), nil
}

func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }
