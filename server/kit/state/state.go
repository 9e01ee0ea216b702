// Package state is the table of what a row may do next. The program asks it, and the web has the same table.
package state

import (
	"slices"

	"lading/server/kit/fail"
)

// Transition is one permitted move. Op is the call that makes it, empty where only the program itself does; Asks is what the person must give; Guard names a condition
// on the row beyond its state.
type Transition[S ~string] struct {
	From   S      `json:"from"`
	Action string `json:"action"`
	To     S      `json:"to"`
	Op     string `json:"op,omitempty"`
	Asks   string `json:"asks,omitempty"`
	Guard  string `json:"guard,omitempty"`
}

// Move writes a transition in one line of a table.
func Move[S ~string](from S, action string, to S, op, asks, guard string) Transition[S] {
	return Transition[S]{From: from, Action: action, To: to, Op: op, Asks: asks, Guard: guard}
}

// Machine is all that rows of one kind may do. A guard gives the refusal, or nil.
type Machine[S ~string, R any] struct {
	Moves  []Transition[S]
	Guards map[string]func(R, Transition[S]) *fail.Error
	At     func(R) S           // where a row stands
	Refuse func(R) *fail.Error // no move leads on from there
}

// Next finds the first move among those that pick takes which the row may make now; otherwise the refusal of the last guard that was met, or Refuse.
// A caller that is about to meet a move's guard itself names it in met.
func (m Machine[S, R]) Next(row R, pick func(Transition[S]) bool, met ...string) (Transition[S], error) {
	var no *fail.Error
	for _, t := range m.Moves {
		if t.From != m.At(row) || !pick(t) {
			continue
		}
		if t.Guard == "" || slices.Contains(met, t.Guard) {
			return t, nil
		}
		if no = m.Guards[t.Guard](row, t); no == nil {
			return t, nil
		}
	}
	if no == nil {
		no = m.Refuse(row)
	}
	return Transition[S]{}, no
}

// Open lists the moves that a call could make with the row now.
func (m Machine[S, R]) Open(row R) []Transition[S] {
	open := []Transition[S]{}
	for _, t := range m.Moves {
		if t.From == m.At(row) && t.Op != "" && (t.Guard == "" || m.Guards[t.Guard](row, t) == nil) {
			open = append(open, t)
		}
	}
	return open
}
