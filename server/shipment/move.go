package shipment

import (
	"context"
	"net/http"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/store"
)

// UpdateStatusReq moves a shipment by hand.
type UpdateStatusReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	StatusCode Status `json:"StatusCode" validate:"required,oneof=O S Q H T M A D X V"`
	Note       string `json:"Note" validate:"max=500"`
}

// UpdateStatus makes one of the moves that people make by hand. What the table does not know is refused, and the row that stands goes along.
func (a *Area) UpdateStatus(ctx context.Context, tx *store.Tx, req UpdateStatusReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	t, err := machine.Next(s, func(t Transition) bool { return t.Op == byStatus && t.To == req.StatusCode })
	if err != nil {
		return s, err
	}
	if t.From == Quoted && t.Action == "tender" { // the wished carrier is given the load: the rules and the payer are judged as with any other
		row := s
		if err := a.assign(ctx, tx, &s, s.Carrier, ""); err != nil {
			return row, withRow(err, row)
		}
		if err := a.setCarrier(ctx, tx, &s); err != nil {
			return row, err
		}
	}
	return a.apply(ctx, tx, s, t, map[string]any{"note": req.Note})
}

// withRow has a refusal tell of the row that stands, too. One of a field is said of the whole: nobody typed the field.
func withRow(err error, s Shipment) error {
	f, ok := fail.As(err)
	if !ok {
		return err
	}
	if len(f.Fields) > 0 {
		f = &fail.Error{Status: http.StatusConflict, Code: f.Fields[0].Code, Params: f.Fields[0].Params}
	}
	return f.With(s)
}

// ExceptReq stops a shipment for a reason.
type ExceptReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Reason     string `json:"Reason" validate:"required,max=500"`
	StatusCode string `json:"ExceptionCode" validate:"required,max=40"`
}

// Except moves a shipment to exception; it can go back only to where it came from.
func (a *Area) Except(ctx context.Context, tx *store.Tx, req ExceptReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	if _, ok, err := store.Get[string](ctx, tx, `SELECT id FROM shipment_exception_code WHERE id = ?`, req.StatusCode); err != nil || !ok {
		if err == nil {
			err = fail.Invalid(fail.Of("ExceptionCode", "exception-code-unknown"))
		}
		return s, err
	}
	t, err := machine.Next(s, func(t Transition) bool { return t.Op == byException })
	if err != nil {
		return s, err
	}
	s.Exception, s.Reason = req.StatusCode, req.Reason
	return a.apply(ctx, tx, s, t, map[string]any{"code": req.StatusCode, "reason": req.Reason})
}

// EndReq ends a shipment; there is no way back.
type EndReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Reason     string `json:"Reason" validate:"required,max=500"`
}

// Void ends a shipment that a carrier may know of. The documents let it archive what it does not apply to.
func (a *Area) Void(ctx context.Context, tx *store.Tx, req EndReq) (Shipment, error) {
	return a.end(ctx, tx, req, func(t Transition) bool { return t.Op == byVoid || t.Op == byArchive })
}

// Archive ends a shipment of any other status.
func (a *Area) Archive(ctx context.Context, tx *store.Tx, req EndReq) (Shipment, error) {
	return a.end(ctx, tx, req, func(t Transition) bool { return t.Op == byArchive })
}

func (a *Area) end(ctx context.Context, tx *store.Tx, req EndReq, pick func(Transition) bool) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	t, err := machine.Next(s, pick)
	if err != nil {
		return s, err
	}
	departed := s.Status == InTransit || s.Status == Delivered || s.Back == string(InTransit)
	s.Reason, s.OnDock = req.Reason, false
	if s, err = a.apply(ctx, tx, s, t, map[string]any{"reason": req.Reason}); err != nil {
		return s, err
	}
	if s, err = stepOff(ctx, tx, s, departed); err != nil {
		return s, err
	}
	if err := leave(ctx, tx, []string{s.ID}); err != nil {
		return s, err
	}
	return s, tx.Emit(ctx, event.ShipmentEnded{ShipmentID: s.ID, Reason: req.Reason, Departed: departed})
}

// Depart sends a signed shipment on its way: the dock's last step. The signature may come in late, from a tablet that was
// offline: a shipment that somebody moved on meanwhile stays where it is, for the driver has signed and gone in any case.
func (a *Area) Depart(ctx context.Context, tx *store.Tx, shipmentID string) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	switch {
	case s.Status == InTransit || s.Status == Delivered:
		return nil
	case s.Status == Exception && !s.SignedAt.IsZero(): // it stands still on the road now, not on the dock
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET back = 'A', on_dock = 0, changed_at = ? WHERE id = ?`, store.At(tx.Now), s.ID)
		return err
	}
	t, err := machine.Next(s, func(t Transition) bool { return t.Action == "depart" })
	if err != nil {
		return err
	}
	_, err = a.apply(ctx, tx, s, t, map[string]any{"trailer": s.Trailer, "seal": s.Seal})
	return err
}

// apply makes a move that next has allowed: the row, and the event that tells of it. Of one that is tendered, data says as "asked" whether its carrier is asked to accept it.
func (a *Area) apply(ctx context.Context, tx *store.Tx, s Shipment, t Transition, data map[string]any) (_ Shipment, err error) {
	if t.To == Tendered {
		if err := papers(s); err != nil {
			return s, err
		}
	}
	if t.To == Quoted && t.Action != "reject" && (s.Status == Tendered || s.Status == Confirmed || s.Status == Exception) { // that of a carrier's no is told before its carrier goes
		if err := freed(ctx, tx, s, t); err != nil {
			return s, err
		}
	}
	s.Back = ""
	if t.To == Exception {
		s.Back = string(t.From)
	} else if t.From == Exception && t.To != Archived {
		s.Exception, s.Reason = "", ""
	}
	if t.To == Delivered {
		s.DeliveredAt = store.At(tx.At)
	}
	if t.To == InTransit {
		s.OnDock = false
	}
	s.Status, s.ChangedAt = t.To, store.At(tx.Now)
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET status = ?, back = ?, exception = ?, reason = ?, on_dock = ?, delivered_at = ?, changed_at = ? WHERE id = ?`,
		string(s.Status), s.Back, s.Exception, s.Reason, s.OnDock, s.DeliveredAt, s.ChangedAt, s.ID); err != nil {
		return s, err
	}
	if t.Action == "tender" {
		if _, err := tx.ExecContext(ctx, `UPDATE shipment SET bol = ? WHERE id = ? AND bol = ''`, s.BOL, s.ID); err != nil {
			return s, err
		}
	}
	data["from"], data["to"] = t.From, t.To
	if err := Append(ctx, tx, s.ID, t.Action, data); err != nil {
		return s, err
	}
	if t.To == Tendered && t.From != Exception {
		if err := tx.Emit(ctx, event.ShipmentTendered{ShipmentID: s.ID, Carrier: s.Carrier}); err != nil {
			return s, err
		}
	}
	if s, err = a.follow(ctx, tx, s, t); err != nil {
		return s, err
	}
	asked, _ := data["asked"].(bool)
	if t.To == Confirmed || t.To == Tendered && t.From != Exception && !asked {
		err = tx.Emit(ctx, event.ShipmentTaken{ShipmentID: s.ID, Carrier: s.Carrier})
	}
	return s, err
}

// signed takes over what the driver signed for. The dock records the event itself: it knows what was on the glass.
func (a *Area) signed(ctx context.Context, tx *store.Tx, e event.BillSigned) error {
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET signed_at = ?, signed_by = ?, trailer = ?, seal = ?, changed_at = ? WHERE id = ?`,
		store.At(tx.At), e.SignedBy, e.Trailer, e.Seal, store.At(tx.Now), e.ShipmentID); err != nil {
		return err
	}
	return a.went(ctx, tx, e)
}
