package sheet

import (
	"archive/zip"
	"errors"
	"io"
	"strconv"
	"strings"
)

// openWord reads the tables of a Word document. Text around them, fields and what stands in headers is left alone.
func openWord(f *zip.File) (Source, error) {
	in, err := f.Open()
	if err != nil {
		return nil, damaged(err)
	}
	defer func() { _ = in.Close() }()
	w := &wordTables{g: &grids{kind: DOCX}, m: newMarkup(in)}
	if err := w.read(); err != nil {
		return nil, damaged(err)
	}
	if len(w.g.pages) == 0 {
		return nil, unsupported("docx")
	}
	return w.g, w.g.joined()
}

type wordTables struct {
	g    *grids
	m    *markup
	open []*wordTable
}

type wordTable struct {
	page    *page
	rec     Record
	text    strings.Builder
	above   []Cell // for cells that go on downward
	column  int
	across  int
	goesOn  bool
	reading bool
}

func (w *wordTables) read() error {
	for {
		t, err := w.m.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if t == opening && w.m.name == "tbl" {
			if len(w.open) > 20 || len(w.g.pages) > 500 {
				return unsupported("docx")
			}
			w.open = append(w.open, &wordTable{page: w.g.page("Table " + strconv.Itoa(len(w.g.pages)+1))})
			continue
		}
		if len(w.open) == 0 {
			continue
		}
		if err := w.step(t, w.open[len(w.open)-1]); err != nil {
			return err
		}
	}
}

func (w *wordTables) step(t token, now *wordTable) error {
	switch name := w.m.name; {
	case t == words:
		if now.reading && now.text.Len() < maxCell {
			now.text.WriteString(w.m.value())
		}
	case t == opening && name == "tr":
		now.rec, now.column = Record{}, 0
	case t == opening && name == "tc":
		now.text.Reset()
		now.across, now.goesOn = 1, false
	case t == opening && name == "gridSpan":
		now.across = max(1, min(number(w.m, "w:val"), maxColumns))
	case t == opening && name == "vMerge":
		v, _ := w.m.attr("w:val")
		now.goesOn = v != "restart"
	case name == "t":
		now.reading = t == opening
	case t == opening && (name == "br" || name == "tab"), t == closing && name == "p":
		now.text.WriteByte('\n')
	case t == closing && name == "tc":
		c := plain(lines(now.text.String()))
		if now.goesOn && now.column < len(now.above) {
			c = now.above[now.column]
		}
		now.rec.Cells = put(now.rec.Cells, now.column, c)
		now.column += now.across
	case t == closing && name == "tr":
		now.above = now.rec.Cells
		return w.g.add(now.page, now.rec)
	case t == closing && name == "tbl":
		w.open = w.open[:len(w.open)-1]
	}
	return nil
}
