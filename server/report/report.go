// Package report is a question with rows for an answer, declared once: a declaration gives the call that answers it on a screen and the call that answers it
// as a file, both with the same rights, scope and limits.
//
// A report is two structs: the request, which embeds Span and File, and the row.
//
//	type UsageReq struct {
//		Warehouse string `json:"Warehouse" validate:"max=20"`
//		report.Span
//		report.File
//	}
//
// Its rows are a plain Go function of a transaction. It asks for at most Most+1 of them.
package report

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/kit/sheet"
	"lading/server/op"
	"lading/server/store"
)

// Most is how many rows a report has. One with more is refused, never cut: a sum over half of the rows is a wrong figure.
const Most = 20_000

// longest is how many days a report spans: a leap year and the day before it.
const longest = 366

// Span is the days from From to To, both included.
type Span struct {
	From string `json:"From" validate:"required,day"`
	To   string `json:"To" validate:"required,day"`
}

// Check judges what tags cannot.
func (s *Span) Check() []fail.Field {
	from, err := time.Parse(time.DateOnly, s.From)
	to, err2 := time.Parse(time.DateOnly, s.To)
	if err != nil || err2 != nil { // the tags say so
		return nil
	}
	if to.Before(from) || to.Sub(from) > longest*24*time.Hour {
		return []fail.Field{fail.Of("To", "report-span")}
	}
	return nil
}

// File is what a file shows of the rows: the columns in their order, with the heads as the reader sees them.
type File struct {
	Columns []Column `json:"Columns,omitempty" validate:"max=60,dive"`
}

// Column is one column of a file. Key is the JSON name of a member of the row; a dot leads into a member: "pickup.n".
type Column struct {
	Key  string `json:"Key" validate:"required,max=60"`
	Head string `json:"Head" validate:"required,max=120"`
}

func (f File) columns() []Column { return f.Columns }

// Asked is a request that embeds File.
type Asked interface{ columns() []Column }

// Spec declares a report with requests Q and rows R.
type Spec[Q Asked, R any] struct {
	Path string // of the call that answers on a screen; the file is at Path + "File"
	Name string // of the file
	// Rows answers the request with what the user may see of it.
	Rows   func(ctx context.Context, tx *store.Tx, req Q) ([]R, error)
	Rights []right.Right
	// Orgs opens an organisation: a file is no answer of rows, so it opens its own transaction.
	Orgs func(ctx context.Context, id string) (*store.DB, error)
}

// Ops are the two calls of a report.
func Ops[Q Asked, R any](s Spec[Q, R]) []op.Op {
	return []op.Op{op.Query(s.Path, s.answer, s.Rights...), op.Direct(s.Path+"File", s.file, s.Rights...).ForViewing()}
}

func (s Spec[Q, R]) answer(ctx context.Context, tx *store.Tx, req Q) ([]R, error) {
	if len(req.columns()) > 0 {
		return nil, fail.Invalid(fail.Of("Columns", "report-columns"))
	}
	return s.rows(ctx, tx, req)
}

func (s Spec[Q, R]) rows(ctx context.Context, tx *store.Tx, req Q) ([]R, error) {
	rows, err := s.Rows(ctx, tx, req)
	if err == nil && len(rows) > Most {
		return nil, TooMany()
	}
	return rows, err
}

// TooMany refuses a request that takes in more than a report holds.
func TooMany() error { return fail.New(422, "report-too-many", "most", int64(Most)) }

func (s Spec[Q, R]) file(ctx context.Context, c *op.Call, req Q) (op.Download, error) {
	db, err := s.Orgs(ctx, c.Org)
	if err != nil {
		return op.Download{}, err
	}
	var rows []R
	if _, _, err := reader[R](req.columns()); err != nil { // before anything is read
		return op.Download{}, err
	}
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		rows, err = s.rows(ctx, tx, req)
		return err
	})
	if err != nil {
		return op.Download{}, err
	}
	out, err := CSV(rows, req.columns())
	if err != nil {
		return op.Download{}, fmt.Errorf("write %s: %w", s.Name, err)
	}
	return op.Download{Name: s.Name + ".csv", Type: FileType, Body: bytes.NewReader(out)}, nil
}

// FileType is the media type of a report's file.
const FileType = "text/csv; charset=utf-8"

// CSV writes rows as a file with these columns; without any, all members are written.
func CSV[R any](rows []R, columns []Column) ([]byte, error) {
	cells, heads, err := reader[R](columns)
	if err != nil {
		return nil, err
	}
	table := sheet.Table{Head: heads}
	for i := range rows {
		table.Rows = append(table.Rows, cells(&rows[i]))
	}
	var out bytes.Buffer
	err = sheet.WriteCSV(&out, []sheet.Table{table})
	return out.Bytes(), err
}
