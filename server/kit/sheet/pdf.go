package sheet

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/ledongthuc/pdf"
)

// What a PDF may come to. A list of fifty thousand lines has some thousand pages.
const (
	maxPages   = 3000
	maxContent = 128 << 20 // bytes of all pages' drawing, unpacked
)

// openPDF reads the text of a PDF as one table: what stands at one height is a row, what stands below one another is a column. Pictures of text have none.
func openPDF(org string, r io.ReaderAt, size int64) (Source, error) {
	rows, err := readApart(org, r, size)
	if err != nil {
		return nil, err
	}
	g := &grids{kind: PDF}
	p := g.page("")
	for _, texts := range rows {
		cells := make([]Cell, len(texts))
		for i, t := range texts {
			cells[i] = Cell{Text: t}
		}
		if err := g.add(p, Record{Cells: cells}); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// What can be said against a PDF.
const (
	pdfCut       = "file-truncated"
	pdfProtected = "file-pdf-protected"
	pdfNoText    = "file-pdf-no-text"
	pdfTooLarge  = "file-too-large"
	pdfNonsense  = "file-not-supported"
)

// readPDF gives the rows of a PDF's text, or the code of what is wrong with it.
func readPDF(r io.ReaderAt, size int64) (rows [][]string, code string) {
	defer func() {
		if recover() != nil { // the library's way to say that a file is not as the format demands
			rows, code = nil, pdfNonsense
		}
	}()
	doc, err := pdf.NewReader(r, size)
	switch {
	case errors.Is(err, pdf.ErrInvalidPassword):
		return nil, pdfProtected
	case err != nil: // it begins as a PDF, and its end, which tells where all is, is not there
		return nil, pdfCut
	case doc.NumPage() > maxPages:
		return nil, pdfTooLarge
	}
	left := int64(maxContent)
	var lines []pdfLine
	for n := 1; n <= doc.NumPage(); n++ {
		page := doc.Page(n)
		if left -= contentSize(page.V.Key("Contents"), left); left <= 0 {
			return nil, pdfTooLarge
		}
		lines = append(lines, linesOf(page.Content().Text, n)...)
	}
	if len(lines) == 0 {
		return nil, pdfNoText
	}
	return tableOf(withoutEdges(lines, doc.NumPage())), ""
}

// contentSize unpacks what a page draws, up to most bytes, and counts it: a page of a few bytes may hold gigabytes.
func contentSize(v pdf.Value, most int64) (n int64) {
	switch v.Kind() {
	case pdf.Array:
		for i := range v.Len() {
			n += contentSize(v.Index(i), most-n)
		}
	case pdf.Stream:
		in := v.Reader()
		defer func() { _ = in.Close() }()
		n, _ = io.Copy(io.Discard, io.LimitReader(in, max(most, 0)))
	}
	return n
}

// chunk is text that stands together in a row, from left to right in points.
type chunk struct {
	left, right float64
	text        string
}

// pdfLine is what stands at one height of a page.
type pdfLine struct {
	page   int
	y      float64
	size   float64 // of the type
	chunks []chunk
}

// linesOf puts the letters of a page together, from the top.
func linesOf(letters []pdf.Text, page int) (lines []pdfLine) {
	letters = slices.DeleteFunc(letters, func(l pdf.Text) bool { return l.S == "\n" || l.S == "" })
	// Letters stand in the order in which they were drawn; the sorts keep it where a font does not tell its widths and letters are all in one place.
	slices.SortStableFunc(letters, func(a, b pdf.Text) int { return cmp.Compare(b.Y, a.Y) })
	for len(letters) > 0 {
		first, n := letters[0], 0
		size := max(math.Abs(first.FontSize), 1)
		for n < len(letters) && first.Y-letters[n].Y <= 0.35*size {
			n++
		}
		row := letters[:n]
		letters = letters[n:]
		slices.SortStableFunc(row, func(a, b pdf.Text) int { return cmp.Compare(a.X, b.X) })
		l := pdfLine{page: page, y: first.Y, size: size}
		for _, letter := range row {
			l.write(letter)
		}
		if l.tidy(); len(l.chunks) > 0 {
			lines = append(lines, l)
		}
	}
	return lines
}

// write adds a letter to the text before it, or begins another text where there is a gap.
func (l *pdfLine) write(letter pdf.Text) {
	const cellGap, wordGap = 0.75, 0.18 // of the size of the type
	if n := len(l.chunks); n > 0 {
		last := &l.chunks[n-1]
		switch gap := letter.X - last.right; {
		case letter.W == 0 && letter.X-last.left < 0.01: // a font without widths
			last.text += letter.S
			return
		case letter.W > 0 && gap < cellGap*l.size:
			if gap > wordGap*l.size {
				last.text += " "
			}
			last.text += letter.S
			last.right = max(last.right, letter.X+letter.W)
			return
		}
	}
	l.chunks = append(l.chunks, chunk{letter.X, letter.X + letter.W, letter.S})
}

// tidy trims a line's texts, and estimates how wide they are where the font does not say.
func (l *pdfLine) tidy() {
	for i := range l.chunks {
		c := &l.chunks[i]
		if c.right <= c.left {
			c.right = c.left + 0.5*l.size*float64(len([]rune(c.text)))
			if i+1 < len(l.chunks) {
				c.right = min(c.right, l.chunks[i+1].left-1)
			}
		}
		c.text = spaced(c.text)
	}
	l.chunks = slices.DeleteFunc(l.chunks, func(c chunk) bool { return c.text == "" })
}

// withoutEdges leaves out what stands at the same height of all pages: their titles and numbers. The first page keeps its own, and a head stays on each.
func withoutEdges(lines []pdfLine, pages int) []pdfLine {
	const few = 3 // texts in a page's title
	if pages < 2 {
		return lines
	}
	key := func(l pdfLine) string {
		var b strings.Builder
		fmt.Fprintf(&b, "%.0f", l.y/2)
		for _, c := range l.chunks {
			b.WriteString(strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' {
					return -1
				}
				return r
			}, c.text))
		}
		return b.String()
	}
	on := map[string]int{}
	for _, l := range lines {
		if len(l.chunks) <= few {
			on[key(l)]++
		}
	}
	return slices.DeleteFunc(lines, func(l pdfLine) bool {
		return len(l.chunks) <= few && on[key(l)] >= max(2, pages-1) && l.page > 1
	})
}

// tableOf puts lines into columns: where texts of several lines lie above one another there is one, and between columns runs a gap through the whole table.
func tableOf(lines []pdfLine) (rows [][]string) {
	bands := joinedBands(bandsOf(lines), lines)
	typical := pitch(lines)
	for i, l := range lines {
		goes := i > 0 && len(rows) > 0 && goesOn(lines[i-1], l, typical) && bandAt(bands, l.chunks[0]) > 0
		if !goes {
			rows = append(rows, nil)
		}
		row := &rows[len(rows)-1]
		for _, c := range l.chunks {
			at := bandAt(bands, c)
			for len(*row) <= at {
				*row = append(*row, "")
			}
			(*row)[at] = strings.TrimSpace((*row)[at] + " " + c.text)
		}
	}
	return rows
}

// goesOn tells a second line of one row's text: it is nearer to the one above than rows are, and says less.
func goesOn(above, l pdfLine, typical float64) bool {
	return above.page == l.page && len(l.chunks)*2 < len(above.chunks) && typical > 0 && (above.y-l.y)*1.15 < typical
}

// pitch is how far rows of the table are apart: the middle of all distances between lines that are both rows.
func pitch(lines []pdfLine) float64 {
	var all []float64
	last := -1
	for i, l := range lines {
		if len(l.chunks) < 3 {
			continue
		}
		if last >= 0 && lines[last].page == l.page {
			all = append(all, lines[last].y-l.y)
		}
		last = i
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// bandsOf are the columns of all lines that have several texts, from left to right.
func bandsOf(lines []pdfLine) (bands []chunk) {
	var all []chunk
	for _, l := range lines {
		if len(l.chunks) >= 3 {
			all = append(all, l.chunks...)
		}
	}
	if len(all) == 0 { // a list of one or two columns
		for _, l := range lines {
			all = append(all, l.chunks...)
		}
	}
	slices.SortFunc(all, func(a, b chunk) int { return cmp.Compare(a.left, b.left) })
	for _, c := range all {
		if n := len(bands); n > 0 && c.left < bands[n-1].right {
			bands[n-1].right = max(bands[n-1].right, c.right)
			continue
		}
		bands = append(bands, chunk{left: c.left, right: c.right})
	}
	return bands
}

// joinedBands makes one of neighbours that no line fills both of: a title to the left over figures to the right.
func joinedBands(bands []chunk, lines []pdfLine) []chunk {
	both := make([]bool, len(bands)) // of a band and the next one
	for _, l := range lines {
		last := -1
		for _, c := range l.chunks {
			at := bandAt(bands, c)
			if last >= 0 && at == last+1 {
				both[last] = true
			}
			last = at
		}
	}
	out := bands[:0:0]
	for i, b := range bands {
		if i > 0 && !both[i-1] {
			last := &out[len(out)-1]
			last.right = max(last.right, b.right)
			continue
		}
		out = append(out, b)
	}
	return out
}

// bandAt is the column that a text lies in most.
func bandAt(bands []chunk, c chunk) int {
	best, most := 0, math.Inf(-1)
	for i, b := range bands {
		if over := min(b.right, c.right) - max(b.left, c.left); over > most {
			best, most = i, over
		}
	}
	return best
}
