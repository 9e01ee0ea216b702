package audit

import (
	"lading/server/kit/fail"
	"lading/server/kit/state"
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

// Transition is one permitted move.
type Transition = state.Transition[State]

const (
	byMove     = "Audit/Move"
	byRelease  = "Audit/Release"
	byWithdraw = "Audit/WithdrawRelease"
)

// machine is the whole state machine. An invoice with exceptions is never approved from the errors themselves: either the carrier answers for them or the client
// decides, and the history says which.
var machine = state.Machine[State, *Invoice]{
	Moves: []Transition{
		state.Move(Entered, "pass", Complete, "", "", "clean"),
		state.Move(Entered, "flag", Errors, "", "", ""),
		state.Move(Errors, "dispute", CarrierReview, byMove, "reason", ""),
		state.Move(Errors, "resolve", ClientResolve, byMove, "", ""),
		state.Move(CarrierReview, "resolve", ClientResolve, byMove, "", ""),
		state.Move(CarrierReview, "approve", Complete, byMove, "reason", "payable"),
		state.Move(CarrierReview, "return", Errors, byMove, "reason", ""),
		state.Move(ClientResolve, "dispute", CarrierReview, byMove, "reason", ""),
		state.Move(ClientResolve, "approve", Complete, byMove, "reason", "payable"),
		state.Move(Complete, "release", Invoiced, byRelease, "", "checked"),
		state.Move(Complete, "return", Errors, byMove, "reason", ""),
		state.Move(Complete, "take-back", Errors, "", "", ""), // a credit for whose sake another bill was approved
		state.Move(Complete, "pay", Invoiced, "", "", ""),     // by a release that was withdrawn when the money had left
		state.Move(Invoiced, "withdraw", Complete, byWithdraw, "reason", ""),
	},
	Guards: map[string]func(*Invoice, Transition) *fail.Error{
		"clean": func(i *Invoice, _ Transition) *fail.Error {
			return unless(len(i.open()) == 0, "invoice-has-exceptions", i)
		},
		// What must not be paid at all is not paid by approving it: it is solved, waived by name, or approved at nothing.
		"payable": func(i *Invoice, _ Transition) *fail.Error {
			return unless(i.PayMinor == 0 || !i.stopped(), "invoice-stopped", i)
		},
		"checked": func(i *Invoice, _ Transition) *fail.Error {
			return unless(!i.CheckedAt.IsZero(), "invoice-state-refused", i)
		},
	},
	At: func(i *Invoice) State { return i.State },
	Refuse: func(i *Invoice) *fail.Error {
		return unless(false, "invoice-state-refused", i)
	},
}

// States lists all permitted moves, for the web's copy of the table.
func States() []Transition { return machine.Moves }

func unless(ok bool, code string, i *Invoice) *fail.Error {
	if ok {
		return nil
	}
	return fail.Conflict(code, "number", i.Number, "state", string(i.State)).With(i)
}
