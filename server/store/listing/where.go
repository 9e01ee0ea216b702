// Package listing reads long lists page by page: of hundreds of thousands of entries one page is shown, in any order, and all are counted.
package listing

import (
	"slices"
	"strings"

	"lading/server/store"

	"github.com/goccy/go-json"
)

// Where collects conditions and their arguments.
type Where struct {
	Text []string
	Args []any
}

// And adds a condition, with an argument for each of its question marks.
func (w *Where) And(text string, args ...any) {
	w.Text, w.Args = append(w.Text, text), append(w.Args, args...)
}

// In compares with a list of any length.
func (w *Where) In(column string, of []string) {
	w.And(column+" IN (SELECT value FROM json_each(?))", Texts(of))
}

// Any compares with each of a few: for a hundred thousand entries that is quicker than a look into a list.
func (w *Where) Any(column string, of []string) {
	if len(of) == 0 {
		w.And("FALSE")
		return
	}
	args := make([]any, len(of))
	for i, v := range of {
		args[i] = v
	}
	w.And("("+strings.Repeat(column+" = ? OR ", len(of)-1)+column+" = ?)", args...)
}

// Mine narrows to the warehouses that the person may see.
func (w *Where) Mine(by store.Actor) {
	switch {
	case len(by.Warehouses) == 1:
		w.And("warehouse = ?", by.Warehouses[0])
	case by.Warehouses != nil:
		w.In("+warehouse", by.Warehouses) // the plus: a list is read in its order, not gathered by warehouse and sorted
	}
}

func (w *Where) String() string {
	if len(w.Text) == 0 {
		return "TRUE"
	}
	return strings.Join(w.Text, " AND ")
}

func (w *Where) add(more Where) {
	w.Text, w.Args = append(slices.Clip(w.Text), more.Text...), append(slices.Clip(w.Args), more.Args...)
}

// apart is one condition, and all others.
func (w *Where) apart(n int) (others, one Where) {
	args := w.Args
	for i, text := range w.Text {
		count := strings.Count(text, "?")
		if i == n {
			one.And(text, args[:count]...)
		} else {
			others.And(text, args[:count]...)
		}
		args = args[count:]
	}
	return others, one
}

// Texts is texts as a statement's one argument.
func Texts(texts []string) string {
	b, err := json.Marshal(texts)
	if err != nil {
		panic(err) // texts always marshal
	}
	return string(b)
}
