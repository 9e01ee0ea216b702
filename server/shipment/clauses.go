package shipment

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// ClausesReq says what the bill of a load states of money, of the count and of who it is for.
type ClausesReq struct {
	ShipmentID string          `json:"ShipmentId" validate:"required,max=40"`
	Clauses    freight.Clauses `json:"Clauses"`
}

// Check judges what tags cannot.
func (r *ClausesReq) Check() (bad []fail.Field) {
	k := &r.Clauses
	if k.Currency == "" && (k.CodMinor > 0 || k.DeclaredMinor > 0) {
		k.Currency = "USD"
	}
	if k.CodMinor > 0 && strings.TrimSpace(k.CodRemit) == "" {
		bad = append(bad, fail.Of("Clauses.codRemit", "field-required"))
	}
	k.Underlying = slices.DeleteFunc(k.Underlying, func(n string) bool { return strings.TrimSpace(n) == "" })
	return bad
}

// tellAppointment mails the carrier that has a load, or is asked for it, the number of the delivery appointment. It changes nothing of what the carrier agreed to,
// so it is not asked again.
func (a *Area) tellAppointment(ctx context.Context, tx *store.Tx, s, before Shipment) error {
	if s.Clauses.V.Appointment == before.Clauses.V.Appointment || s.Clauses.V.Appointment == "" {
		return nil
	}
	d, ok, err := store.Get[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND state IN ('open', 'accepted') ORDER BY n DESC LIMIT 1`, s.ID)
	if err != nil || !ok {
		return err
	}
	return a.write(ctx, tx, s, d, appointed, "appointment", s.Clauses.V.Appointment)
}

// SaveClauses sets them, until the driver has signed. Section 7 has a meaning only where the consignee pays. A carrier that has the load is asked again where it is
// to collect or to answer for something else than it was told.
func (a *Area) SaveClauses(ctx context.Context, tx *store.Tx, req ClausesReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	req.Clauses.Account = s.Clauses.V.Account // decided when the carrier was booked
	switch {
	case s.Status == Archived || s.Status == InTransit || s.Status == Delivered:
		return s, unless(false, "shipment-status-refused", s)
	case s.stopped() && !reflect.DeepEqual(req.Clauses.ForCarrier(true), s.Clauses.V.ForCarrier(true)):
		return s, unless(false, "shipment-stopped-first", s)
	case !s.SignedAt.IsZero():
		return s, fail.Conflict("shipment-signed-stays").With(s)
	case req.Clauses.NoRecourse && s.Terms != "C":
		return s, fail.Invalid(fail.Of("Clauses.noRecourse", "bill-no-recourse-terms"))
	}
	before := s
	req.Clauses.Appointment = strings.TrimSpace(req.Clauses.Appointment)
	s.Clauses.V, s.ChangedAt = req.Clauses, store.At(tx.Now)
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET clauses = ?, changed_at = ? WHERE id = ?`, s.Clauses, s.ChangedAt, s.ID); err != nil {
		return s, err
	}
	if err := Append(ctx, tx, s.ID, "clauses", map[string]any{"clauses": s.Clauses.V}); err != nil {
		return s, err
	}
	if err := a.tellAppointment(ctx, tx, s, before); err != nil {
		return s, err
	}
	if s.Status != Tendered && s.Status != Confirmed || reflect.DeepEqual(s.Clauses.V.ForCarrier(true), before.Clauses.V.ForCarrier(true)) {
		return s, nil
	}
	if err := op.Need(tx, right.Tender); err != nil {
		return s, err
	}
	return a.changed(ctx, tx, s, before)
}
