// Package rowfile takes the rows that people keep (items, customers, carriers, users) from a table that somebody else's system wrote. What the columns are is found
// by the table package; a kind declares its fields, how a line of the file becomes a request, and how that is saved: by the very function that saves the form, so
// that every rule holds.
//
// Nothing is kept between the calls: the device sends the file with what its user said of it. Reading tries each row and takes it back; saving writes the good rows
// in pieces. A file that is sent again finds its rows there and leaves them as they are, so one that was cut off is sent again.
package rowfile

import (
	"context"

	"lading/server/kit/right"
	"lading/server/kit/table"
	"lading/server/op"
	"lading/server/store"
)

const (
	// MaxRows is how many rows a file may have: what people keep is thousands, not hundreds of thousands.
	MaxRows = 20_000
	// mostShown is how many rows are shown before they are saved; those with mistakes come first.
	mostShown = 500
	atOnce    = 100 // rows in one command: the writer is held for some milliseconds
)

// Choice is one of the values that a field can have, with what people call it.
type Choice struct {
	Value string `json:"value"`
	Label string `json:"label"`
	// Weighty is a value that a row gets newly by the answer of a person to this file alone: neither its name nor what was said of an earlier file is enough.
	Weighty bool `json:"-"`
}

// Found is the row that a line of a file is for.
type Found[Q any] struct {
	Row Q // as it stands; where there is none, what a new one begins with
	// Stands tells whether the row is there already.
	Stands bool
	// Passed is set where the line is of a row that another stands for, and names that one: the line is passed over.
	Passed string
}

// Spec declares a kind of rows that a file brings.
type Spec[Q any] struct {
	Read, Save string // the two calls
	Kind       *table.Kind
	Order      []string // the fields, as a person chooses among them; a field has the name that the request gives it
	Needed     []string // fields without which there is no row
	Either     [][]string
	Ids        []string // fields that are ids: zeros that a spreadsheet took from them are put back
	Numbers    []string // fields that are numbers: they tell the file's decimal sign
	Right      right.Right
	InPerson   bool              // no program may save such rows
	Defaults   map[string]string // what the caller says of all rows, where the file does not
	// AtOnce is how many rows are saved in one command; 0 is the usual number.
	AtOnce int
	Orgs   func(ctx context.Context, id string) (*store.DB, error)
	// May refuses who may not have such rows at all, beyond the right. It may be nil.
	May func(tx *store.Tx) error
	// Choices are the values of the fields that have a closed list. It may be nil.
	Choices func(ctx context.Context, tx *store.Tx) (map[string][]Choice, error)
	// Find gives the row that a line is for.
	Find func(ctx context.Context, tx *store.Tx, l *Line) (Found[Q], error)
	// Fill lays what a line says over a row. What the file has no column for stays as it is.
	Fill func(l *Line, q *Q)
	// Key tells rows apart; two lines of one file with the same key are a mistake.
	Key func(q *Q) string
	// Put saves a row.
	Put func(ctx context.Context, tx *store.Tx, q Q, stands bool) error
	// Try judges a row as Put would, where Put leaves traces that are not taken back with its transaction. It may be nil.
	Try func(ctx context.Context, tx *store.Tx, q Q, stands bool) error
}

// Ops are the two calls of the kind.
func (s *Spec[Q]) Ops() []op.Op {
	read := op.Upload(s.Read, func(ctx context.Context, c *op.Call, req Req) (Table, error) {
		return s.take(ctx, c, req, false, nil, nil)
	}, s.Right)
	save := op.Upload(s.Save, func(ctx context.Context, c *op.Call, req Req) (Table, error) {
		return s.take(ctx, c, req, true, nil, nil)
	}, s.Right)
	read.Person, save.Person = s.InPerson, s.InPerson
	return []op.Op{read, save}
}

// Reading is what is known of a file's columns: proposed first, and then as a person has it.
type Reading struct {
	Sheet      string                       `json:"sheet" validate:"max=200"`
	HeaderRow  int                          `json:"headerRow" validate:"gte=1"`
	Columns    []string                     `json:"columns" validate:"max=512,dive,max=60"` // by column; "" is not taken over
	Decimal    string                       `json:"decimal" validate:"max=1"`
	WeightUnit string                       `json:"weightUnit" validate:"max=8"`
	DimUnit    string                       `json:"dimUnit" validate:"max=8"`
	Defaults   map[string]string            `json:"defaults" validate:"max=40,dive,keys,max=60,endkeys,max=200"` // for what the file does not say
	Checked    []int                        `json:"checked" validate:"max=512"`                                  // unsure columns that a person has answered for
	Words      map[string]map[string]string `json:"words" validate:"max=40,dive,keys,max=60,endkeys,max=500,dive,keys,max=80,endkeys,max=200"`
	Edits      []table.Edit                 `json:"edits" validate:"max=5000,dive"`
	Replaces   []table.Replace              `json:"replaces" validate:"max=100,dive"`
}

// Req comes beside the file.
type Req struct {
	Reading *Reading `json:"Reading,omitempty"` // without one the file is looked at for the first time
	Keep    bool     `json:"Keep"`              // rows that are there already stay as they are
}

// State is what becomes of a row of the file.
type State string

// The states.
const (
	New     State = "new"
	Changed State = "changed"
	Same    State = "same"   // there already, and nothing differs
	Kept    State = "kept"   // there already, and left as it is because that was asked for
	Passed  State = "passed" // of a row that another stands for
	Bad     State = "bad"
)

// Values lists the states.
func (State) Values() []string {
	return []string{string(New), string(Changed), string(Same), string(Kept), string(Passed), string(Bad)}
}

// CellError is what is wrong with one cell. Row and Column count from 1, as a spreadsheet does; Column is 0 where the file has no such column.
type CellError struct {
	Row    int            `json:"row"`
	Column int            `json:"column"`
	Header string         `json:"header"`
	Field  string         `json:"field"`
	Code   string         `json:"code"`
	Params map[string]any `json:"params"`
	Value  string         `json:"value"`
}

// Row is a row of the file, with what becomes of it.
type Row struct {
	Row    int         `json:"row"`
	Cells  []string    `json:"cells"` // by column
	State  State       `json:"state"`
	Stands string      `json:"stands"` // of one that is passed over: what stands for it
	Errors []CellError `json:"errors"`
}

// Counts sums a file up.
type Counts struct {
	Rows    int `json:"rows"`
	New     int `json:"new"`
	Changed int `json:"changed"`
	Same    int `json:"same"`
	Kept    int `json:"kept"`
	Passed  int `json:"passed"`
	Bad     int `json:"bad"`
}

func (n *Counts) add(s State) {
	n.Rows++
	for _, c := range []struct {
		state State
		n     *int
	}{{New, &n.New}, {Changed, &n.Changed}, {Same, &n.Same}, {Kept, &n.Kept}, {Passed, &n.Passed}, {Bad, &n.Bad}} {
		if c.state == s {
			*c.n++
		}
	}
}

// Word is a word of the file that somebody must explain.
type Word struct {
	Field string `json:"field"`
	Word  string `json:"word"`
	Lines int    `json:"lines"`
}

// Table is a file as it was read, or as it was saved.
type Table struct {
	Name       string              `json:"name"`
	Headers    []string            `json:"headers"`
	Sample     [][]string          `json:"sample"`
	Proposed   []string            `json:"proposed"` // by column
	Confidence []int               `json:"confidence"`
	Reading    Reading             `json:"reading"`
	Fields     []string            `json:"fields"` // what a column can be
	Missing    []string            `json:"missing"`
	Unsure     []int               `json:"unsure"` // columns that a person must confirm
	Choices    map[string][]Choice `json:"choices"`
	Words      []Word              `json:"words"`
	Others     int                 `json:"others"` // further sheets with such a table, which are not read
	Hidden     int                 `json:"hidden"` // rows that a filter hides
	Sums       int                 `json:"sums"`   // rows of totals
	Restored   int                 `json:"restored"`
	Replaced   int                 `json:"replaced"`
	Counts     Counts              `json:"counts"`
	Rows       []Row               `json:"rows"`
	Saved      bool                `json:"saved"`
}
