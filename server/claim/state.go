package claim

import (
	"lading/server/kit/fail"
	"lading/server/kit/state"
)

// State is where a claim stands.
type State string

// The states, as the documents name them.
const (
	Preparing  State = "preparing"
	Validating State = "validating"
	Submitted  State = "submitted"
	InReview   State = "in review"
	Payment    State = "payment"
	Closed     State = "closed"
	Archived   State = "archived"
)

// Values lists the states.
func (State) Values() []string {
	return []string{"preparing", "validating", "submitted", "in review", "payment", "closed", "archived"}
}

// Outcome is how a closed claim ended.
type Outcome string

// The outcomes. A claim that is not closed has none.
const (
	Paid      Outcome = "paid"
	Declined  Outcome = "declined"
	Withdrawn Outcome = "withdrawn"
)

// Values lists the outcomes.
func (Outcome) Values() []string { return []string{"", "paid", "declined", "withdrawn"} }

// Transition is one permitted step.
type Transition = state.Transition[State]

const (
	byValidate    = "Claim/Validate"
	byCorrect     = "Claim/Correct"
	byFile        = "Claim/File"
	byAcknowledge = "Claim/Acknowledge"
	bySettle      = "Claim/Settle"
	byDecline     = "Claim/Decline"
	byWithdraw    = "Claim/Withdraw"
	byPay         = "Claim/Pay"
	byDispute     = "Claim/Dispute"
	byArchive     = "Claim/Archive"
)

// machine is the whole state machine. The documents name the states and no step; the steps are those of 49 CFR 370: a claim is filed
// (370.3), acknowledged (370.5), and then paid, declined or settled for less (370.9). A carrier may decide without acknowledging first.
var machine = state.Machine[State, Case]{
	Moves: []Transition{
		state.Move(Preparing, "validate", Validating, byValidate, "", "complete"),
		state.Move(Validating, "file", Submitted, byFile, "day", "complete"),
		state.Move(Validating, "correct", Preparing, byCorrect, "", ""),
		state.Move(Submitted, "acknowledge", InReview, byAcknowledge, "carrier-number", ""),
		state.Move(Submitted, "settle", Payment, bySettle, "amount", ""),
		state.Move(Submitted, "decline", Closed, byDecline, "reason", ""),
		state.Move(Submitted, "withdraw", Closed, byWithdraw, "reason", ""),
		state.Move(InReview, "settle", Payment, bySettle, "amount", ""),
		state.Move(InReview, "decline", Closed, byDecline, "reason", ""),
		state.Move(InReview, "withdraw", Closed, byWithdraw, "reason", ""),
		state.Move(Payment, "pay", Closed, byPay, "amount", ""),
		state.Move(Payment, "pay-part", Payment, "", "", ""), // less than was agreed came in
		state.Move(Payment, "dispute", InReview, byDispute, "reason", ""),
		state.Move(Closed, "dispute", InReview, byDispute, "reason", "declined"),
		state.Move(Closed, "archive", Archived, byArchive, "", ""),
		state.Move(Preparing, "archive", Archived, byArchive, "", ""),
	},
	Guards: map[string]func(Case, Transition) *fail.Error{
		"complete": func(c Case, _ Transition) *fail.Error {
			if len(c.missing()) == 0 {
				return nil
			}
			return fail.Conflict("claim-incomplete", "number", c.Number).With(c)
		},
		"declined": func(c Case, _ Transition) *fail.Error {
			if c.Outcome == Declined {
				return nil
			}
			return fail.Conflict("claim-not-declined", "number", c.Number).With(c)
		},
	},
	At: func(c Case) State { return c.State },
	Refuse: func(c Case) *fail.Error {
		return fail.Conflict("claim-state-refused", "number", c.Number, "state", string(c.State)).With(c)
	},
}

// States lists all permitted steps, for the web's copy of the table.
func States() []Transition { return machine.Moves }
