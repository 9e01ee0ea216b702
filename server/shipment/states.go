package shipment

import (
	"lading/server/kit/fail"
	"lading/server/kit/state"
)

// Status is where a shipment stands. The letters are the product's own.
type Status string

// The statuses. The documents give no letter to exceptions and archived shipments; X and V are ours.
const (
	Open      Status = "O"
	Saved     Status = "S"
	Quoted    Status = "Q" // Rate & Route
	Deferred  Status = "H"
	Tendered  Status = "T" // Schedule
	Confirmed Status = "M"
	InTransit Status = "A"
	Delivered Status = "D"
	Exception Status = "X"
	Archived  Status = "V"
)

// Values lists the statuses.
func (Status) Values() []string {
	return []string{"O", "S", "Q", "H", "T", "M", "A", "D", "X", "V"}
}

// Transition is one permitted move.
type Transition = state.Transition[Status]

const (
	byStatus    = "Shipment/UpdateStatusCode"
	byException = "Shipment/ExceptionShipment"
	byVoid      = "Shipment/Void"
	byArchive   = "Shipment/ArchiveShipment"
)

// machine is the whole state machine. Void is for T, A and D; whatever else ends is archived (so is M, as the
// documents have it). Neither has a way back. An exception goes back only to the status that it came from.
var machine = state.Machine[Status, Shipment]{
	Moves: []Transition{
		state.Move(Open, "save", Saved, byStatus, "", ""),
		state.Move(Open, "rate", Quoted, byStatus, "", ""),
		state.Move(Saved, "rate", Quoted, byStatus, "", ""),
		state.Move(Saved, "reopen", Open, byStatus, "", ""),
		state.Move(Quoted, "defer", Deferred, byStatus, "", ""),
		state.Move(Quoted, "reopen", Open, byStatus, "", ""),
		state.Move(Quoted, "save", Saved, byStatus, "", ""),
		state.Move(Quoted, "tender", Tendered, byStatus, "", "carrier"),
		state.Move(Deferred, "resume", Quoted, byStatus, "", ""),
		state.Move(Tendered, "confirm", Confirmed, byStatus, "", ""),
		state.Move(Tendered, "requote", Quoted, byStatus, "", "not-on-dock"),
		state.Move(Tendered, "in-transit", InTransit, byStatus, "", ""),
		state.Move(Tendered, "depart", InTransit, "", "", "signed"),
		state.Move(Tendered, "retender", Tendered, "", "", ""),        // the carrier said no, or nothing: the next one is asked
		state.Move(Tendered, "reject", Quoted, "", "", "not-on-dock"), // and nobody is left
		state.Move(Confirmed, "tender", Tendered, byStatus, "", "carrier"),
		state.Move(Confirmed, "in-transit", InTransit, byStatus, "", ""),
		state.Move(Confirmed, "depart", InTransit, "", "", "signed"),
		state.Move(Tendered, "take-back", Quoted, "", "", "not-left"), // what it rides goes to nobody
		state.Move(Confirmed, "take-back", Quoted, "", "", "not-left"),
		state.Move(Exception, "take-back", Quoted, "", "", "not-left"),
		state.Move(InTransit, "deliver", Delivered, byStatus, "", ""),

		state.Move(Tendered, "except", Exception, byException, "reason", ""),
		state.Move(Confirmed, "except", Exception, byException, "reason", ""),
		state.Move(InTransit, "except", Exception, byException, "reason", ""),
		state.Move(Exception, "restore", Tendered, byStatus, "", "came-from"),
		state.Move(Exception, "restore", Confirmed, byStatus, "", "came-from"),
		state.Move(Exception, "restore", InTransit, byStatus, "", "came-from"),

		state.Move(Tendered, "void", Archived, byVoid, "reason", ""),
		state.Move(InTransit, "void", Archived, byVoid, "reason", ""),
		state.Move(Delivered, "void", Archived, byVoid, "reason", ""),
		state.Move(Open, "archive", Archived, byArchive, "reason", ""),
		state.Move(Saved, "archive", Archived, byArchive, "reason", ""),
		state.Move(Quoted, "archive", Archived, byArchive, "reason", ""),
		state.Move(Deferred, "archive", Archived, byArchive, "reason", ""),
		state.Move(Confirmed, "archive", Archived, byArchive, "reason", ""),
		state.Move(Exception, "archive", Archived, byArchive, "reason", ""),
	},
	Guards: map[string]func(Shipment, Transition) *fail.Error{
		"carrier": func(s Shipment, _ Transition) *fail.Error {
			return unless(s.Carrier != "", "shipment-without-carrier", s)
		},
		"signed": func(s Shipment, _ Transition) *fail.Error {
			return unless(!s.SignedAt.IsZero(), "shipment-not-signed", s)
		},
		"not-on-dock": func(s Shipment, _ Transition) *fail.Error {
			return unless(!s.OnDock, "shipment-on-dock", s)
		},
		"not-left": func(s Shipment, _ Transition) *fail.Error {
			if s.Back == string(InTransit) || !s.SignedAt.IsZero() {
				return unless(false, "shipment-status-refused", s)
			}
			return unless(!s.OnDock, "shipment-on-dock", s)
		},
		"came-from": func(s Shipment, t Transition) *fail.Error {
			return unless(s.Back == string(t.To), "shipment-status-refused", s)
		},
	},
	At: func(s Shipment) Status { return s.Status },
	Refuse: func(s Shipment) *fail.Error {
		return unless(false, "shipment-status-refused", s)
	},
}

// States lists all permitted moves, for the web's copy of the table.
func States() []Transition { return machine.Moves }

func unless(ok bool, code string, s Shipment) *fail.Error {
	if ok {
		return nil
	}
	return fail.Conflict(code, "number", s.Number, "status", string(s.Status)).With(s)
}
