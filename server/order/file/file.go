// Package file reads the order files that customers send: whatever their system exports, CSV or Excel, in their own words and formats.
// Sniff looks at a file and proposes which column is what; Read turns the rows into orders, with a list of what is wrong in which cell.
//
// A file is taken by its content, never by its name, and never trusted: it is read in a stream with bounded memory, and what could
// be a trap (a zip that unpacks to gigabytes, a formula that computes something else tomorrow) is refused or reported.
package file

import (
	"io"

	"lading/server/kit/sheet"
)

const (
	// MaxSize is the largest file that is opened at all.
	MaxSize = sheet.MaxSize
	// MaxRows keeps a file of tiny rows from filling the memory with order numbers.
	MaxRows = 200_000
)

// Sheet is what Sniff found in a file.
type Sheet struct {
	Kind       sheet.Kind `json:"kind"`
	Name       string     `json:"name"` // the sheet with the orders; empty in CSV
	Sheets     []string   `json:"sheets"`
	Others     int        `json:"others,omitempty"` // further sheets that hold such a table, and are not read
	Encoding   string     `json:"encoding"`         // CSV
	Delimiter  string     `json:"delimiter"`        // CSV
	HeaderRow  int        `json:"headerRow"`        // counted from 1, as a spreadsheet does
	Headers    []string   `json:"headers"`
	Sample     [][]string `json:"sample"`
	Mapping    Mapping    `json:"mapping"`    // proposed
	Confidence []int      `json:"confidence"` // of each column's field, in percent
	Missing    []Field    `json:"missing"`    // needed, and no column found for it
}

// What a file is read by, in the words of this package.
type (
	cell   = sheet.Cell
	record = sheet.Record
)

// open finds out what the file is; the delimiter of a CSV is the one under which most headers are known.
func (d *dictionary) open(org string, r io.ReaderAt, size int64) (sheet.Source, error) {
	return sheet.Open(org, r, size, d.kind.Count)
}
