package state_test

import (
	"errors"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/state"
)

type stage string

type parcel struct {
	At     stage
	Weight int
	Paid   bool
}

var machine = state.Machine[stage, parcel]{
	Moves: []state.Transition[stage]{
		{From: "packed", Action: "send", To: "sent", Op: "Parcel/Send", Guard: "weighed"},
		{From: "packed", Action: "send", To: "held", Op: "Parcel/Send", Guard: "paid"},
		{From: "packed", Action: "lose", To: "lost"},
	},
	Guards: map[string]func(parcel, state.Transition[stage]) *fail.Error{
		"weighed": func(p parcel, _ state.Transition[stage]) *fail.Error {
			if p.Weight > 0 {
				return nil
			}
			return fail.Conflict("not-weighed")
		},
		"paid": func(p parcel, _ state.Transition[stage]) *fail.Error {
			if p.Paid {
				return nil
			}
			return fail.Conflict("not-paid")
		},
	},
	At:     func(p parcel) stage { return p.At },
	Refuse: func(parcel) *fail.Error { return fail.Conflict("no-way-on") },
}

func TestMachine_Next(t *testing.T) {
	send := func(t state.Transition[stage]) bool { return t.Action == "send" }
	for name, c := range map[string]struct {
		row  parcel
		met  []string
		to   stage
		code string
	}{
		"the first whose guard lets it through": {row: parcel{At: "packed", Weight: 3, Paid: true}, to: "sent"},
		"a later one where the first may not":   {row: parcel{At: "packed", Paid: true}, to: "held"},
		"why the last one may not":              {row: parcel{At: "packed"}, code: "not-paid"},
		"a guard that the caller meets":         {row: parcel{At: "packed"}, met: []string{"weighed"}, to: "sent"},
		"nowhere from there":                    {row: parcel{At: "sent", Weight: 3}, code: "no-way-on"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := machine.Next(c.row, send, c.met...)
			var no *fail.Error
			if errors.As(err, &no) != (c.code != "") || no != nil && no.Code != c.code || got.To != c.to {
				t.Errorf("to %q, %v", got.To, err)
			}
		})
	}
}

func TestMachine_Open(t *testing.T) {
	if got := machine.Open(parcel{At: "packed", Weight: 3}); len(got) != 1 || got[0].To != "sent" {
		t.Errorf("a guard that refuses or a move without a call is listed: %v", got)
	}
	if got := machine.Open(parcel{At: "sent"}); got == nil || len(got) != 0 {
		t.Errorf("not an empty list: %v", got)
	}
}
