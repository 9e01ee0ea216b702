package dock

import (
	"context"
	"strings"

	"lading/server/store"
)

// NobodyReq says that nobody was there to sign, or takes that back.
type NobodyReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Nobody     bool   `json:"Nobody"`
	Note       string `json:"Note" validate:"max=200"`
}

// NoteNobody has the bill say that nobody was available to sign. It stays there, whoever signs later: that the trailer waited unsigned is a fact of its own.
// Only who noted it by mistake takes it back, before the signature.
func (a *Area) NoteNobody(ctx context.Context, tx *store.Tx, req NobodyReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	text := ""
	if req.Nobody {
		text = nobody(req.Note)
	}
	switch {
	case s.Nobody == text:
		return s, nil
	case s.State == Void:
		return s, ended(s)
	case s.signed():
		return s, a.alreadySigned(ctx, tx, s)
	}
	s.Nobody = text
	s.withdraw(tx)
	if err := s.save(ctx, tx); err != nil {
		return s, err
	}
	return s, a.Shipments.Record(ctx, tx, s.ID, "nobody-to-sign", map[string]any{"nobody": req.Nobody, "note": strings.TrimSpace(req.Note)})
}

// nobody is the line on the bill; the web's dock has its twin (sign/nobodyLine.ts).
func nobody(note string) string {
	if note = strings.TrimSpace(note); note != "" {
		note = ": " + note
	}
	return word("bill-nobody", "note", note)
}

// noted are the reservations of a load: those of its pallets, and that nobody was there.
func (s Shipment) noted(pallets []Pallet, over bool) []string {
	out := reservations(pallets, over)
	if s.Nobody != "" {
		out = append(out, s.Nobody)
	}
	return out
}
