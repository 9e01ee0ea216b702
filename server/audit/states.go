package audit

import (
	"lading/server/kit/fail"
)

// State is where an invoice stands.
type State string

// The states, as the documents name them.
const (
	Entered       State = "entered"
	Errors        State = "audit-errors"
	CarrierReview State = "carrier-review"
	ClientResolve State = "client-resolve"
	Complete      State = "audit-complete"
	Invoiced      State = "invoiced" // released for payment
)

// Values lists the states in the order of the work.
func (State) Values() []string {
	return []string{"entered", "audit-errors", "carrier-review", "client-resolve", "audit-complete", "invoiced"}
}

// Transition is one permitted move. Op is the call that makes it, empty where only the program itself does; Asks is what the person must give; Guard names a condition
// on the invoice beyond its state.
type Transition struct {
	From   State  `json:"from"`
	Action string `json:"action"`
	To     State  `json:"to"`
	Op     string `json:"op,omitempty"`
	Asks   string `json:"asks,omitempty"`
	Guard  string `json:"guard,omitempty"`
}

const (
	byMove    = "Audit/Move"
	byRelease = "Audit/Release"
)

// transitions is the whole state machine. An invoice with exceptions is never approved from the errors themselves: either the carrier answers for them or the client
// decides, and the history says which.
var transitions = []Transition{
	{Entered, "pass", Complete, "", "", "clean"},
	{Entered, "flag", Errors, "", "", ""},
	{Errors, "dispute", CarrierReview, byMove, "reason", ""},
	{Errors, "resolve", ClientResolve, byMove, "", ""},
	{CarrierReview, "resolve", ClientResolve, byMove, "", ""},
	{CarrierReview, "approve", Complete, byMove, "reason", "payable"},
	{CarrierReview, "return", Errors, byMove, "reason", ""},
	{ClientResolve, "dispute", CarrierReview, byMove, "reason", ""},
	{ClientResolve, "approve", Complete, byMove, "reason", "payable"},
	{Complete, "release", Invoiced, byRelease, "", "checked"},
}

// States lists all permitted moves, for the web's copy of the table.
func States() []Transition { return transitions }

// guards are the conditions beside the state.
var guards = map[string]func(i *Invoice) *fail.Error{
	"clean": func(i *Invoice) *fail.Error {
		return unless(len(i.open()) == 0, "invoice-has-exceptions", i)
	},
	// What must not be paid at all is not paid by approving it: it is solved, waived by name, or approved at nothing.
	"payable": func(i *Invoice) *fail.Error {
		return unless(i.PayMinor == 0 || !i.stopped(), "invoice-stopped", i)
	},
	"checked": func(i *Invoice) *fail.Error { return unless(!i.CheckedAt.IsZero(), "invoice-state-refused", i) },
}

func unless(ok bool, code string, i *Invoice) *fail.Error {
	if ok {
		return nil
	}
	return fail.Conflict(code, "number", i.Number, "state", string(i.State)).With(i)
}

// next finds the move that an invoice may make now; otherwise the refusal, with the row as it stands.
func next(i *Invoice, action, by string) (Transition, error) {
	for _, t := range transitions {
		if t.From != i.State || t.Action != action || t.Op != by {
			continue
		}
		if t.Guard != "" {
			if no := guards[t.Guard](i); no != nil {
				return Transition{}, no
			}
		}
		return t, nil
	}
	return Transition{}, unless(false, "invoice-state-refused", i)
}
