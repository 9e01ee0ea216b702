// Package file reads the order files that customers send: whatever their system exports, CSV or Excel, in their own words and formats.
// Sniff looks at a file and proposes which column is what; Read turns the rows into orders, with a list of what is wrong in which cell.
//
// A file is taken by its content, never by its name, and never trusted: it is read in a stream with bounded memory, and what could
// be a trap (a zip that unpacks to gigabytes, a formula that computes something else tomorrow) is refused or reported.
package file

import (
	"errors"
	"fmt"
	"io"

	"lading/server/kit/fail"
)

const (
	// MaxSize is the largest file that is opened at all. Fifty thousand orders are some ten megabytes.
	MaxSize = 50 << 20
	// MaxRows keeps a file of tiny rows from filling the memory with order numbers.
	MaxRows = 200_000

	maxColumns = 512     // more are ignored
	maxCell    = 1 << 16 // bytes; Excel itself stops at 32,767 characters

	headerDepth = 60 // rows in which the header is looked for, below titles and addresses
	sampleRows  = 10
)

// Kind is what a file is inside.
type Kind string

const (
	CSV  Kind = "csv"
	XLSX Kind = "xlsx"
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{string(CSV), string(XLSX)} }

// Sheet is what Sniff found in a file.
type Sheet struct {
	Kind       Kind       `json:"kind"`
	Name       string     `json:"name"` // the sheet with the orders; empty in CSV
	Sheets     []string   `json:"sheets"`
	Encoding   string     `json:"encoding"`  // CSV
	Delimiter  string     `json:"delimiter"` // CSV
	HeaderRow  int        `json:"headerRow"` // counted from 1, as a spreadsheet does
	Headers    []string   `json:"headers"`
	Sample     [][]string `json:"sample"`
	Mapping    Mapping    `json:"mapping"`    // proposed
	Confidence []int      `json:"confidence"` // of each column's field, in percent
	Missing    []Field    `json:"missing"`    // needed, and no column found for it
}

// cell is one value with what its text alone does not tell.
type cell struct {
	text    string
	formula bool // the text is what a program computed last
	broken  bool // #REF!, #N/A and the like
	number  bool // a number in the file, not digits in a text: decimal point, no grouping
}

// record is one row: n counts from 1 as a spreadsheet does, blank rows included.
type record struct {
	n     int
	cells []cell
	short bool // the last row of a CSV, without an end of line
}

func (r record) blank() bool {
	for _, c := range r.cells {
		if c.text != "" || c.formula {
			return false
		}
	}
	return true
}

// at is the cell of a column, blank beyond the row's end.
func (r record) at(column int) cell {
	if column < len(r.cells) {
		return r.cells[column]
	}
	return cell{}
}

// rows is a stream of records; io.EOF ends it. A record's cells are valid until the next call.
type rows interface {
	next() (record, error)
}

// source is an opened file, which can be read more than once.
type source interface {
	kind() Kind
	sheets() []string
	rows(sheet string) (rows, error)
}

// open finds out what the file is. Nothing is read of a file that is too large.
func open(r io.ReaderAt, size int64) (source, error) {
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
		return openText(r, size, head)
	default:
		return nil, unsupported(kind)
	}
}

func unsupported(what string) error {
	return fail.New(415, "file-not-supported", "kind", what)
}

// truncated is a file that ends too early; row is where, or 0 where that is not known.
func truncated(row int) error {
	return fail.Malformed("file-truncated", "row", row)
}
