// Package sheet reads tables as people send them, row by row with bounded memory, and writes spreadsheets: CSV and fixed-width text, Excel of three
// generations, HTML and XML that call themselves Excel, JSON, tables in Word and in the text of a PDF.
//
// A file is taken by its content, never by its name, and never trusted: what could be a trap (a zip that unpacks to gigabytes,
// a formula that computes something else tomorrow) is refused or marked. What the rows mean is for the areas.
package sheet

import (
	"errors"
	"fmt"
	"io"

	"lading/server/kit/fail"
)

const (
	// MaxSize is the largest file that is opened at all. Fifty thousand orders are some ten megabytes.
	MaxSize = 50 << 20
	// HeaderDepth is how many rows a header is looked for in, below titles and addresses.
	HeaderDepth = 60

	maxColumns = 512     // more are ignored
	maxCell    = 1 << 16 // bytes; Excel itself stops at 32,767 characters
)

// Kind is what a file is inside.
type Kind string

// The kinds.
const (
	CSV   Kind = "csv"
	Fixed Kind = "txt" // columns by position
	XLSX  Kind = "xlsx"
	XLS   Kind = "xls"
	HTML  Kind = "html"
	XML   Kind = "xml" // SpreadsheetML of Excel 2003
	JSON  Kind = "json"
	DOCX  Kind = "docx"
	PDF   Kind = "pdf"
)

// Values lists the kinds.
func (Kind) Values() []string {
	return []string{string(CSV), string(Fixed), string(XLSX), string(XLS), string(HTML), string(XML), string(JSON), string(DOCX), string(PDF)}
}

// Cell is one value with what its text alone does not tell.
type Cell struct {
	Text     string
	Formula  bool // a formula whose value nobody stored
	Computed bool // the text is what a program computed when it saved the file
	Broken   bool // #REF!, #N/A and the like
	Number   bool // a number in the file, not digits in a text: decimal point, no grouping
}

// Record is one row: N counts from 1 as a spreadsheet does, blank rows included.
type Record struct {
	N      int
	Cells  []Cell
	Short  bool // the last row of a CSV, without an end of line
	Hidden bool // by a filter or by hand: whoever sent it did not see it
}

// Blank tells whether nothing stands in the row.
func (r Record) Blank() bool {
	for _, c := range r.Cells {
		if c.Text != "" || c.Formula {
			return false
		}
	}
	return true
}

// At is the cell of a column, blank beyond the row's end.
func (r Record) At(column int) Cell {
	if column < len(r.Cells) {
		return r.Cells[column]
	}
	return Cell{}
}

// Rows is a stream of records; io.EOF ends it. A record's cells are valid until the next call.
type Rows interface {
	Next() (Record, error)
}

// Source is an opened file, which can be read more than once.
type Source interface {
	Kind() Kind
	Sheets() []string
	Rows(sheet string) (Rows, error)
}

// Open finds out what the file is. Nothing is read of a file that is too large. known counts the words of a row that the reader
// knows as headers: the delimiter of a CSV is the one under which most are known. It may be nil.
func Open(org string, r io.ReaderAt, size int64, known func(headers []string) int) (Source, error) {
	if size > MaxSize {
		return nil, fail.New(413, "file-too-large", "size", size, "max", int64(MaxSize))
	}
	if size <= 0 {
		return nil, fail.Malformed("file-empty")
	}
	head := make([]byte, min(size, 4096))
	n, err := r.ReadAt(head, 0)
	if n < len(head) {
		if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, truncated(0)
		}
		return nil, fmt.Errorf("read file: %w", err)
	}
	switch kind := magic(head); kind {
	case "zip":
		return openWorkbook(r, size)
	case "text":
		return openText(r, size, head, known)
	case "html":
		return openMarkup(r, size, head)
	case "json":
		return openJSON(r, size, head)
	case "xls":
		return openXLS(r, size)
	case "pdf":
		return openPDF(org, r, size)
	default:
		return nil, unsupported(kind)
	}
}

func unsupported(what string) error {
	return fail.New(415, "file-not-supported", "kind", what)
}

func tooManyRows(most int) error { return fail.New(413, "file-too-many-rows", "max", most) }

// truncated is a file that ends too early; row is where, or 0 where that is not known.
func truncated(row int) error {
	return fail.Malformed("file-truncated", "row", row)
}
