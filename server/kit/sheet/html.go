package sheet

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"lading/server/kit/fail"
)

// openMarkup takes what many web programs call Excel: a page with a table, or the XML of Excel 2003. Other XML is nobody's table.
func openMarkup(r io.ReaderAt, size int64, head []byte) (Source, error) {
	text, err := decoded(r, size, head)
	if err != nil {
		return nil, err
	}
	start := strings.ToLower(string(bytes.ReplaceAll(head, []byte{0}, nil)))
	switch {
	case strings.Contains(start, "urn:schemas-microsoft-com:office:spreadsheet") && !strings.Contains(start, "<html"):
		return openSpreadsheetML(text)
	case strings.Contains(start, "<?xml") && !strings.Contains(start, "<html") && !strings.Contains(start, "<table"):
		return nil, unsupported("xml")
	}
	return openHTML(text)
}

// openHTML reads the tables of a page. Scripts, styles and forms are passed over as text that is not looked at; nothing is fetched or run.
func openHTML(r io.Reader) (Source, error) {
	h := &htmlTables{g: &grids{kind: HTML}, z: html.NewTokenizer(r)}
	h.z.SetMaxBuf(1 << 20)
	if err := h.read(); err != nil {
		return nil, err
	}
	if len(h.g.pages) == 0 {
		return nil, unsupported("html")
	}
	return h.g, h.g.joined()
}

type htmlTables struct {
	g      *grids
	z      *html.Tokenizer
	open   []*htmlTable // one in another's cell stands behind it
	silent int          // inside of what is no text
}

type htmlTable struct {
	page   *page
	rec    Record
	inRow  bool
	text   strings.Builder
	inCell bool
	across int
	down   int
	spans  []span // cells of rows above that reach down
	column int
}

type span struct {
	left int
	cell Cell
}

func (h *htmlTables) read() error {
	for {
		switch h.z.Next() {
		case html.ErrorToken:
			err := h.z.Err()
			switch {
			case errors.Is(err, html.ErrBufferExceeded):
				return unsupported("html")
			case !errors.Is(err, io.EOF):
				return err
			}
			for len(h.open) > 0 { // what was not closed ends with the file
				if err := h.end("table"); err != nil {
					return err
				}
			}
			return nil
		case html.TextToken:
			if t := h.table(); t != nil && t.inCell && h.silent == 0 && t.text.Len() < maxCell {
				t.text.WriteString(html.UnescapeString(string(h.z.Raw())))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			if err := h.start(h.z.Token()); err != nil {
				return err
			}
		case html.EndTagToken:
			name, _ := h.z.TagName()
			if err := h.end(string(name)); err != nil {
				return err
			}
		}
	}
}

func (h *htmlTables) table() *htmlTable {
	if len(h.open) == 0 {
		return nil
	}
	return h.open[len(h.open)-1]
}

func (h *htmlTables) start(t html.Token) error {
	now := h.table()
	switch t.DataAtom {
	case atom.Script, atom.Style, atom.Select, atom.Title:
		if t.Type == html.StartTagToken {
			h.silent++
		}
	case atom.Table:
		if len(h.open) > 20 || len(h.g.pages) > 500 {
			return unsupported("html")
		}
		h.open = append(h.open, &htmlTable{page: h.g.page("Table " + strconv.Itoa(len(h.g.pages)+1))})
	case atom.Tr:
		if now != nil {
			if err := h.endRow(now); err != nil {
				return err
			}
			now.inRow, now.column = true, 0
			now.rec = Record{Hidden: hiddenStyle(t.Attr)}
		}
	case atom.Td, atom.Th:
		if now == nil {
			break
		}
		now.endCell()
		now.inRow, now.inCell, now.across, now.down = true, true, 1, 1
		for _, a := range t.Attr {
			n, err := strconv.Atoi(strings.TrimSpace(a.Val))
			switch {
			case err != nil || n < 1:
			case a.Key == "colspan":
				now.across = min(n, maxColumns)
			case a.Key == "rowspan":
				now.down = min(n, 10_000)
			}
		}
	case atom.Br, atom.P, atom.Div, atom.Li:
		if now != nil && now.inCell {
			now.text.WriteByte('\n')
		}
	}
	return nil
}

func hiddenStyle(attrs []html.Attribute) bool {
	for _, a := range attrs {
		if a.Key == "hidden" || a.Key == "style" && strings.Contains(strings.ReplaceAll(strings.ToLower(a.Val), " ", ""), "display:none") {
			return true
		}
	}
	return false
}

func (h *htmlTables) end(name string) error {
	now := h.table()
	switch name {
	case "script", "style", "select", "title":
		h.silent = max(0, h.silent-1)
	case "td", "th":
		if now != nil {
			now.endCell()
		}
	case "tr":
		if now != nil {
			return h.endRow(now)
		}
	case "table":
		if now != nil {
			h.open = h.open[:len(h.open)-1]
			return h.endRow(now)
		}
	}
	return nil
}

// reach puts what a cell of a row above covers.
func (t *htmlTable) reach() {
	for t.column < len(t.spans) && t.spans[t.column].left > 0 {
		t.rec.Cells = put(t.rec.Cells, t.column, t.spans[t.column].cell)
		t.spans[t.column].left--
		t.column++
	}
}

func (t *htmlTable) endCell() {
	if !t.inCell {
		return
	}
	t.inCell = false
	t.reach()
	c := plain(lines(t.text.String()))
	t.text.Reset()
	for i := range t.across {
		own := c
		if i > 0 && t.down == 1 { // a title over several columns stands in the first; a cell that also reaches down is one value
			own = Cell{}
		}
		t.rec.Cells = put(t.rec.Cells, t.column, own)
		if t.down > 1 && t.column < maxColumns {
			for len(t.spans) <= t.column {
				t.spans = append(t.spans, span{})
			}
			t.spans[t.column] = span{t.down - 1, c}
		}
		t.column++
	}
}

// lines keeps the breaks of a cell and makes one blank of others.
func lines(s string) string {
	parts := strings.Split(s, "\n")
	kept := parts[:0]
	for _, p := range parts {
		if p = spaced(p); p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "\n")
}

func (h *htmlTables) endRow(t *htmlTable) error {
	t.endCell()
	if !t.inRow {
		return nil
	}
	t.inRow = false
	for n := t.column; n < len(t.spans); n++ {
		if t.spans[n].left > 0 {
			t.column = n
			t.reach()
		}
	}
	return h.g.add(t.page, t.rec)
}

// openSpreadsheetML reads the XML that Excel 2003 and many programs after it write.
func openSpreadsheetML(r io.Reader) (Source, error) {
	g := &grids{kind: XML}
	m := newMarkup(r)
	var p *page
	var rec Record
	var text strings.Builder
	column, row, across := 0, 0, 0
	kind, reading, formula := "", false, false
	for {
		t, err := m.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, damaged(err)
		}
		switch {
		case t == opening && m.name == "Worksheet":
			if len(g.pages) > 500 {
				return nil, unsupported("xml")
			}
			name, _ := m.attr("ss:Name")
			p, row = g.page(name), 0
		case t == opening && m.name == "Row":
			row++
			if n := number(m, "ss:Index"); n >= row && n < maxGridRows {
				row = n
			}
			hidden, _ := m.attr("ss:Hidden")
			rec, column = Record{N: row, Hidden: hidden == "1"}, -1
		case t == closing && m.name == "Row" && p != nil:
			if err := g.add(p, rec); err != nil {
				return nil, err
			}
		case t == opening && m.name == "Cell":
			column += 1 + across
			if n := number(m, "ss:Index"); n > 0 {
				column = n - 1
			}
			across = min(max(number(m, "ss:MergeAcross"), 0), maxColumns)
			f, _ := m.attr("ss:Formula")
			formula = f != ""
			if column > maxColumns {
				column = maxColumns
			}
		case t == closing && m.name == "Cell":
			if formula && column < len(rec.Cells) {
				rec.Cells[column].Computed = true
			}
		case t == opening && m.name == "Data":
			kind, _ = m.attr("ss:Type")
			reading = true
			text.Reset()
		case t == closing && m.name == "Data":
			reading = false
			rec.Cells = put(rec.Cells, max(column, 0), typed(text.String(), kind))
		case t == words && reading && text.Len() < maxCell:
			text.WriteString(m.value())
		}
		if t == closing && m.name == "Row" {
			across = 0
		}
	}
	if len(g.pages) == 0 {
		return nil, unsupported("xml")
	}
	for _, p := range g.pages {
		if len(p.rows) > 0 {
			return g, nil
		}
	}
	return nil, fail.Malformed("file-empty")
}

func number(m *markup, attr string) int {
	s, _ := m.attr(attr)
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// typed is a value of SpreadsheetML.
func typed(text, kind string) Cell {
	c := Cell{Text: Tidy(text)}
	switch kind {
	case "Number":
		c.Number = true
		if v, err := strconv.ParseFloat(c.Text, 64); err == nil {
			c.Text = strconv.FormatFloat(v, 'f', -1, 64)
		}
	case "DateTime":
		day, clock, _ := strings.Cut(c.Text, "T")
		c.Text = day
		if strings.Trim(clock, "0:.") != "" {
			c.Text += " " + clock
		}
	case "Boolean":
		c.Text = map[string]string{"1": "TRUE", "0": "FALSE"}[c.Text]
	case "Error":
		c.Broken = true
	}
	return c
}
