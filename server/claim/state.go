package claim

import (
	"lading/server/kit/fail"
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

// Transition is one permitted step. Op is the call that makes it; Asks is what the user must give; Guard names a condition on the claim beyond its state.
type Transition struct {
	From   State  `json:"from"`
	Action string `json:"action"`
	To     State  `json:"to"`
	Op     string `json:"op,omitempty"`
	Asks   string `json:"asks,omitempty"`
	Guard  string `json:"guard,omitempty"`
}

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

// transitions is the whole state machine. The documents name the states and no step; the steps are those of 49 CFR 370: a claim is filed
// (370.3), acknowledged (370.5), and then paid, declined or settled for less (370.9). A carrier may decide without acknowledging first.
var transitions = []Transition{
	{Preparing, "validate", Validating, byValidate, "", "complete"},
	{Validating, "file", Submitted, byFile, "day", "complete"},
	{Validating, "correct", Preparing, byCorrect, "", ""},
	{Submitted, "acknowledge", InReview, byAcknowledge, "carrier-number", ""},
	{Submitted, "settle", Payment, bySettle, "amount", ""},
	{Submitted, "decline", Closed, byDecline, "reason", ""},
	{Submitted, "withdraw", Closed, byWithdraw, "reason", ""},
	{InReview, "settle", Payment, bySettle, "amount", ""},
	{InReview, "decline", Closed, byDecline, "reason", ""},
	{InReview, "withdraw", Closed, byWithdraw, "reason", ""},
	{Payment, "pay", Closed, byPay, "amount", ""},
	{Payment, "pay-part", Payment, "", "", ""}, // less than was agreed came in
	{Payment, "dispute", InReview, byDispute, "reason", ""},
	{Closed, "dispute", InReview, byDispute, "reason", "declined"},
	{Closed, "archive", Archived, byArchive, "", ""},
	{Preparing, "archive", Archived, byArchive, "", ""},
}

// States lists all permitted steps, for the web's copy of the table.
func States() []Transition { return transitions }

// guards are the conditions beside the state.
var guards = map[string]func(c Case) *fail.Error{
	"complete": func(c Case) *fail.Error {
		if len(c.missing()) == 0 {
			return nil
		}
		return fail.Conflict("claim-incomplete", "number", c.Number).With(c)
	},
	"declined": func(c Case) *fail.Error {
		if c.Outcome == Declined {
			return nil
		}
		return fail.Conflict("claim-not-declined", "number", c.Number).With(c)
	},
}

// next finds the step that a call makes from where the claim stands; otherwise the refusal, with the claim as it is.
func next(c Case, op string) (Transition, error) {
	for _, t := range transitions {
		if t.From != c.State || t.Op != op {
			continue
		}
		if t.Guard != "" {
			if no := guards[t.Guard](c); no != nil {
				return t, no
			}
		}
		return t, nil
	}
	return Transition{}, fail.Conflict("claim-state-refused", "number", c.Number, "state", string(c.State)).With(c)
}
