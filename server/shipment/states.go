package shipment

import (
	"slices"

	"lading/server/kit/fail"
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

// Transition is one permitted move. Op is the call that makes it, empty where only the program itself does; Asks is what
// the person must give; Guard names a condition on the shipment beyond its status.
type Transition struct {
	From   Status `json:"from"`
	Action string `json:"action"`
	To     Status `json:"to"`
	Op     string `json:"op,omitempty"`
	Asks   string `json:"asks,omitempty"`
	Guard  string `json:"guard,omitempty"`
}

const (
	byStatus    = "Shipment/UpdateStatusCode"
	byException = "Shipment/ExceptionShipment"
	byVoid      = "Shipment/Void"
	byArchive   = "Shipment/ArchiveShipment"
)

// transitions is the whole state machine. Void is for T, A and D; whatever else ends is archived (so is M, as the
// documents have it). Neither has a way back. An exception goes back only to the status that it came from.
var transitions = []Transition{
	{Open, "save", Saved, byStatus, "", ""},
	{Open, "rate", Quoted, byStatus, "", ""},
	{Saved, "rate", Quoted, byStatus, "", ""},
	{Saved, "reopen", Open, byStatus, "", ""},
	{Quoted, "defer", Deferred, byStatus, "", ""},
	{Quoted, "reopen", Open, byStatus, "", ""},
	{Quoted, "save", Saved, byStatus, "", ""},
	{Quoted, "tender", Tendered, byStatus, "", "carrier"},
	{Deferred, "resume", Quoted, byStatus, "", ""},
	{Tendered, "confirm", Confirmed, byStatus, "", ""},
	{Tendered, "requote", Quoted, byStatus, "", "not-on-dock"},
	{Tendered, "in-transit", InTransit, byStatus, "", ""},
	{Tendered, "depart", InTransit, "", "", "signed"},
	{Tendered, "retender", Tendered, "", "", ""},        // the carrier said no, or nothing: the next one is asked
	{Tendered, "reject", Quoted, "", "", "not-on-dock"}, // and nobody is left
	{Confirmed, "tender", Tendered, byStatus, "", "carrier"},
	{Confirmed, "in-transit", InTransit, byStatus, "", ""},
	{Confirmed, "depart", InTransit, "", "", "signed"},
	{InTransit, "deliver", Delivered, byStatus, "", ""},

	{Tendered, "except", Exception, byException, "reason", ""},
	{Confirmed, "except", Exception, byException, "reason", ""},
	{InTransit, "except", Exception, byException, "reason", ""},
	{Exception, "restore", Tendered, byStatus, "", "came-from"},
	{Exception, "restore", Confirmed, byStatus, "", "came-from"},
	{Exception, "restore", InTransit, byStatus, "", "came-from"},

	{Tendered, "void", Archived, byVoid, "reason", ""},
	{InTransit, "void", Archived, byVoid, "reason", ""},
	{Delivered, "void", Archived, byVoid, "reason", ""},
	{Open, "archive", Archived, byArchive, "reason", ""},
	{Saved, "archive", Archived, byArchive, "reason", ""},
	{Quoted, "archive", Archived, byArchive, "reason", ""},
	{Deferred, "archive", Archived, byArchive, "reason", ""},
	{Confirmed, "archive", Archived, byArchive, "reason", ""},
	{Exception, "archive", Archived, byArchive, "reason", ""},
}

// States lists all permitted moves, for the web's copy of the table.
func States() []Transition { return transitions }

// guards are the conditions beside the status.
var guards = map[string]func(s Shipment, t Transition) *fail.Error{
	"carrier": func(s Shipment, _ Transition) *fail.Error {
		return unless(s.Carrier != "", "shipment-without-carrier", s)
	},
	"signed": func(s Shipment, _ Transition) *fail.Error {
		return unless(!s.SignedAt.IsZero(), "shipment-not-signed", s)
	},
	"not-on-dock": func(s Shipment, _ Transition) *fail.Error {
		return unless(!s.OnDock, "shipment-on-dock", s)
	},
	"came-from": func(s Shipment, t Transition) *fail.Error {
		return unless(s.Back == string(t.To), "shipment-status-refused", s)
	},
}

func unless(ok bool, code string, s Shipment) *fail.Error {
	if ok {
		return nil
	}
	return fail.Conflict(code, "number", s.Number, "status", string(s.Status)).With(s)
}

// next finds the move that a shipment may make now, among those that pick takes; otherwise the refusal, with the row as it stands.
// A caller that is about to meet a move's guard itself names it in met.
func next(s Shipment, pick func(Transition) bool, met ...string) (Transition, error) {
	var no *fail.Error
	for _, t := range transitions {
		if t.From != s.Status || !pick(t) {
			continue
		}
		if t.Guard == "" || slices.Contains(met, t.Guard) {
			return t, nil
		}
		if no = guards[t.Guard](s, t); no == nil {
			return t, nil
		}
	}
	if no == nil {
		no = unless(false, "shipment-status-refused", s)
	}
	return Transition{}, no
}
