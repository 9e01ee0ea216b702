package sheet

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// records reads CSV as it is found, not as it is specified: any end of line, quotes inside of words (5" pipe), text after a closing
// quote, rows of uneven length. It counts rows as a spreadsheet does, blank ones too, so that an error can be found again.
type records struct {
	r         *bufio.Reader
	delimiter byte
	row       int
	buf       []byte
	ends      []int // where each cell ends in buf
	cells     []Cell
	done      bool
}

func newRecords(r io.Reader, delimiter byte, sepLine bool) *records {
	c := &records{r: bufio.NewReaderSize(r, 64<<10), delimiter: delimiter}
	if mark, err := c.r.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = c.r.Discard(3)
	}
	if sepLine {
		_, _ = c.Next()
	}
	return c
}

func (c *records) Next() (Record, error) {
	if c.done {
		return Record{}, io.EOF
	}
	c.row++
	c.buf, c.ends = c.buf[:0], c.ends[:0]
	quoted, fresh, cellStart, any := false, true, 0, false // fresh: nothing but blanks in this cell so far
	endCell := func() { c.ends = append(c.ends, len(c.buf)); cellStart, fresh = len(c.buf), true }
	for {
		b, err := c.r.ReadByte()
		if errors.Is(err, io.EOF) {
			c.done = true
			if quoted {
				return Record{}, truncated(c.row)
			}
			if !any {
				return Record{}, io.EOF
			}
			endCell()
			rec := c.record()
			rec.Short = true
			return rec, nil
		}
		if err != nil {
			return Record{}, fmt.Errorf("read row %d: %w", c.row, err)
		}
		if b == 0x1a && !quoted { // the end of a file, to old programs
			if _, err := c.r.Peek(1); errors.Is(err, io.EOF) {
				continue
			}
		}
		any = true
		if len(c.buf)-cellStart > maxCell { // a quote that never closes swallows the file
			return Record{}, truncated(c.row)
		}
		switch {
		case quoted && b == '"':
			next, err := c.r.Peek(1)
			if err == nil && next[0] == '"' {
				_, _ = c.r.ReadByte()
				c.buf = append(c.buf, '"')
			} else {
				quoted = false
			}
		case quoted && b == '\r':
			if next, err := c.r.Peek(1); err != nil || next[0] != '\n' {
				c.buf = append(c.buf, '\n')
			}
		case quoted:
			c.buf = append(c.buf, b)
		case b == '"' && fresh:
			c.buf, quoted, fresh = c.buf[:cellStart], true, false
		case b == c.delimiter:
			endCell()
		case b == '\n':
			endCell()
			return c.record(), nil
		case b == '\r':
			if next, err := c.r.Peek(1); err == nil && next[0] == '\n' {
				_, _ = c.r.ReadByte()
			}
			endCell()
			return c.record(), nil
		default:
			c.buf = append(c.buf, b)
			fresh = fresh && (b == ' ' || b == '\t')
		}
	}
}

func (c *records) record() Record {
	whole := string(c.buf)
	c.cells = c.cells[:0]
	start := 0
	for _, end := range c.ends {
		if len(c.cells) < maxColumns {
			c.cells = append(c.cells, plain(whole[start:end]))
		}
		start = end
	}
	return Record{N: c.row, Cells: c.cells}
}

var (
	// ="00417" is how careful systems keep Excel from dropping the zeros.
	kept = regexp.MustCompile(`^="([^"]*)"$`)
	// A call, a reference, or the old way to start a program; +1 404 555 0100 and @dock are neither.
	computed = regexp.MustCompile(`^(?:=\s*[+-]?\s*\$?[A-Za-z]{1,3}\$?[0-9]+(?:[^A-Za-z0-9]|$)|[=+@-][^()"']*?[A-Za-z_.][A-Za-z0-9_.]*\(|[=+@-].*\|.*!|=\s*[0-9.]+\s*[-+*/^&]|=\s*'?[^'!]*'?!\$?[A-Za-z])`)
)

// plain is a cell of a text file.
func plain(s string) Cell {
	s = Tidy(s)
	if s == "" {
		return Cell{}
	}
	switch s[0] {
	case '=', '+', '-', '@':
		if m := kept.FindStringSubmatch(s); m != nil {
			return Cell{Text: Tidy(m[1])}
		}
		return Cell{Text: s, Formula: computed.MatchString(s)}
	case '#':
		return Cell{Text: s, Broken: brokenTexts[s]}
	}
	return Cell{Text: s}
}

var brokenTexts = map[string]bool{"#REF!": true, "#N/A": true, "#VALUE!": true, "#DIV/0!": true, "#NAME?": true, "#NUM!": true, "#NULL!": true, "#N/D": true, "#BEZUG!": true, "#WERT!": true}

// Tidy trims what surrounds a value, hard spaces and invisible marks of web pages among it.
func Tidy(s string) string {
	return strings.Trim(s, " \t\r\n\f\v\u00a0\u2007\u202f\u200b\ufeff\x1a")
}
