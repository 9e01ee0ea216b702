package sheet

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Table is one sheet: a row of headers and the rows below it.
type Table struct {
	Name string     `json:"name"`
	Head []string   `json:"head"`
	Rows [][]string `json:"rows"`
}

// WriteXLSX writes each table on a sheet of its own. What is a number by its text becomes one, so that a spreadsheet can count with it;
// ZIP codes keep their zeros as text.
func WriteXLSX(w io.Writer, tables []Table) (err error) {
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	for i, t := range tables {
		if i == 0 {
			err = f.SetSheetName("Sheet1", t.Name)
		} else {
			_, err = f.NewSheet(t.Name)
		}
		if err != nil {
			return fmt.Errorf("sheet %s: %w", t.Name, err)
		}
		for n, row := range append([][]string{t.Head}, t.Rows...) {
			cells := make([]any, len(row))
			for k, text := range row {
				cells[k] = value(text)
			}
			if err := f.SetSheetRow(t.Name, "A"+strconv.Itoa(n+1), &cells); err != nil {
				return err
			}
		}
		if err := f.SetRowStyle(t.Name, 1, 1, bold); err != nil {
			return err
		}
		if err := f.SetColWidth(t.Name, "A", "H", 16); err != nil {
			return err
		}
		if err := f.SetPanes(t.Name, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
			return err
		}
	}
	return f.Write(w)
}

// value is the number that a text spells without loss, or the text.
func value(text string) any {
	if n, err := strconv.ParseFloat(text, 64); err == nil && len(text) < 15 && strconv.FormatFloat(n, 'f', -1, 64) == text {
		return n
	}
	return text
}

// defused is a text that no spreadsheet runs as a formula. Tables takes the quote off again.
func defused(text string) string {
	if text == "" || !strings.ContainsAny(text[:1], "=+-@\t\r") && !wasDefused(text) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil { // a negative price
		return text
	}
	return "'" + text
}

// wasDefused reports whether a text is a formula behind quotes.
func wasDefused(text string) bool {
	rest := strings.TrimLeft(text, "'")
	return rest != "" && len(rest) < len(text) && strings.ContainsAny(rest[:1], "=+-@\t\r")
}

// fused is the text that was defused.
func fused(text string) string {
	if wasDefused(text) {
		return text[1:]
	}
	return text
}

// WriteCSV writes all tables into one file, each below a line with its name in brackets; a single one without a name stands alone. The file says that it is
// UTF-8, or a spreadsheet reads it by the machine's own code page. Whatever leaves as CSV is written here.
func WriteCSV(w io.Writer, tables []Table) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	c := csv.NewWriter(w)
	for i, t := range tables {
		rows := append([][]string{t.Head}, t.Rows...)
		if t.Name != "" {
			rows = append([][]string{{"[" + t.Name + "]"}}, rows...)
		}
		if i > 0 {
			rows = append([][]string{{""}}, rows...)
		}
		for _, row := range rows {
			out := make([]string, len(row))
			for k, text := range row {
				out[k] = defused(text)
			}
			if err := c.Write(out); err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}

// Grid is a table as it was read, with the place of each row.
type Grid struct {
	Name string
	Head []Cell
	Rows []Record // of which the cells are its own
}

// Column finds a header without regard to case; -1 where there is none.
func (g *Grid) Column(name string) int {
	for i, h := range g.Head {
		if strings.EqualFold(h.Text, name) {
			return i
		}
	}
	return -1
}

// Tables reads a file as WriteXLSX and WriteCSV write it: a table a sheet, or several below lines with a name in brackets. most limits the rows.
func Tables(org string, raw []byte, most int) ([]Grid, error) {
	src, err := Open(org, bytes.NewReader(raw), int64(len(raw)), nil)
	if err != nil {
		return nil, err
	}
	sheets := src.Sheets()
	if src.Kind() == CSV {
		sheets = []string{""}
	}
	var out []Grid
	total := 0
	for _, name := range sheets {
		rows, err := src.Rows(name)
		if err != nil {
			return nil, err
		}
		g := -1 // no table yet in this sheet
		open := func(name string) { out = append(out, Grid{Name: name}); g = len(out) - 1 }
		for {
			rec, err := rows.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, err
			}
			if rec.Blank() {
				continue
			}
			if total++; total > most {
				return nil, tooManyRows(most)
			}
			if first := rec.At(0).Text; strings.HasPrefix(first, "[") && strings.HasSuffix(first, "]") {
				open(strings.TrimSpace(first[1 : len(first)-1]))
				continue
			}
			if g < 0 {
				open(name)
			}
			rec.Cells = append([]Cell(nil), rec.Cells...)
			for i := range rec.Cells {
				if src.Kind() == CSV {
					rec.Cells[i].Text = fused(rec.Cells[i].Text)
				}
			}
			if out[g].Head == nil {
				out[g].Head = rec.Cells
			} else {
				out[g].Rows = append(out[g].Rows, rec)
			}
		}
	}
	return out, nil
}
