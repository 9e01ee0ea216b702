// Package pdfform lists and fills the fields of other people's PDF forms (AcroForm, ISO 32000-1, 12.7). A file is read in a process of its own, which may end
// without harm; pdfcpu takes it apart and writes it.
package pdfform

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"

	"lading/server/kit/apart"
	"lading/server/kit/fail"
)

// What a form may come to. Carriers' claim forms have some dozens of fields on one to four pages.
const (
	MaxSize   = 10 << 20 // bytes
	MaxFields = 500
	maxPages  = 200
	maxText   = 4000 // characters of a value
	maxOption = 100  // of a choice
)

// Type is what a field takes.
type Type string

// The types. Push buttons take nothing, and signatures are given by people: neither is listed.
const (
	Text   Type = "text"
	Date   Type = "date"
	Check  Type = "check"
	Radio  Type = "radio"
	Choice Type = "choice"
)

// Values lists the types.
func (Type) Values() []string { return []string{"text", "date", "check", "radio", "choice"} }

// Option is what a choice or a group of radio buttons offers. Value is what the form keeps, Label what it shows.
type Option struct {
	Value string `json:"Value"`
	Label string `json:"Label"`
}

// Field is a field of a form. Its full name is unique in the form.
type Field struct {
	Name    string   `json:"Name"`
	Label   string   `json:"Label"` // what the form says of it; may be empty
	Type    Type     `json:"Type"`
	Page    int      `json:"Page"`   // from 1; 0 where no page shows it
	Lines   bool     `json:"Lines"`  // takes text of several lines
	Max     int      `json:"Max"`    // characters; 0 without a limit
	Format  string   `json:"Format"` // of a date, such as mm/dd/yyyy
	Must    bool     `json:"Must"`
	Locked  bool     `json:"Locked"` // nobody changes it by hand
	Value   string   `json:"Value"`  // that the form has already; of a button the state, Off where it is not set
	Options []Option `json:"Options"`
}

// Form is what a PDF holds.
type Form struct {
	Pages  int     `json:"Pages"`
	Fields []Field `json:"Fields"` // as they are read: by page, from the top, from the left
}

// On is the value of a check box that is checked.
const On = "yes"

// Filled is a form that was filled in.
type Filled struct {
	PDF []byte
	Cut []string // names of fields whose text has more characters than they take, or does not fit into them
}

// Why a PDF is no form that can be filled in.
const (
	unreadable  = "pdf-form-unreadable"
	protected   = "pdf-form-protected"
	onlyXFA     = "pdf-form-xfa"
	noFields    = "pdf-form-no-fields"
	tooMany     = "pdf-form-too-many-fields"
	tooLarge    = "blob-too-large"
	maxAnswered = 3*MaxSize + 4<<20
)

// ask is what the other process is asked; a nil Values asks for the fields alone.
type ask struct {
	File   []byte
	Values map[string]string
}

// answer is what it says.
type answer struct {
	Code string
	Form Form
	PDF  []byte
	Cut  []string
}

var reader apart.Reader

func init() {
	reader = apart.Declare("pdf-form", MaxSize+4<<20, maxAnswered, func(in []byte) ([]byte, error) {
		var asked ask
		if err := gob.NewDecoder(bytes.NewReader(in)).Decode(&asked); err != nil {
			return nil, err
		}
		var out bytes.Buffer
		err := gob.NewEncoder(&out).Encode(work(asked))
		return out.Bytes(), err
	})
}

// Read lists the fields of an organization's PDF form, and fills it in once for a trial: a form that could not be is refused.
func Read(org string, file []byte) (Form, error) {
	said, err := run(org, ask{File: file})
	return said.Form, err
}

// Fill gives an organization's form with values by the names of its fields: text, a day as the form writes days, On for a check box, the value of an option. Fields that are not
// named stay as they are.
func Fill(org string, file []byte, values map[string]string) (Filled, error) {
	if values == nil {
		values = map[string]string{}
	}
	said, err := run(org, ask{file, values})
	return Filled{said.PDF, said.Cut}, err
}

func run(org string, a ask) (said answer, err error) {
	if len(a.File) > MaxSize {
		return said, fail.New(413, tooLarge, "max", int64(MaxSize))
	}
	var in bytes.Buffer
	if err := gob.NewEncoder(&in).Encode(a); err != nil {
		return said, fmt.Errorf("hand a PDF form on: %w", err)
	}
	out, err := reader.Run(org, &in)
	if errors.Is(err, apart.ErrEnded) {
		return said, fail.New(415, unreadable)
	}
	if err != nil {
		return said, err
	}
	if err := gob.NewDecoder(bytes.NewReader(out)).Decode(&said); err != nil {
		return said, fmt.Errorf("take what a PDF form holds: %w", err)
	}
	for i := range said.Form.Fields {
		if f := &said.Form.Fields[i]; f.Options == nil { // gob sends no empty list
			f.Options = []Option{}
		}
	}
	if said.Code != "" {
		return answer{}, fail.New(415, said.Code, "max", MaxFields)
	}
	return said, nil
}
