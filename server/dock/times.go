package dock

import (
	"context"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// SiteRules are a warehouse's rules for who comes to its dock, in the languages that a driver may read.
type SiteRules struct {
	En string `json:"en" validate:"max=2000"`
	Es string `json:"es" validate:"max=2000"`
	Fr string `json:"fr" validate:"max=2000"`
}

// RulesReq says what a warehouse tells drivers.
type RulesReq struct {
	Warehouse string    `json:"Warehouse" validate:"max=20"`
	Rules     SiteRules `json:"Rules"`
}

// SetRules saves what drivers are told who arrive.
func (a *Area) SetRules(ctx context.Context, tx *store.Tx, req RulesReq) (op.None, error) {
	return a.change(ctx, tx, req.Warehouse, func(s *Setting) { s.Rules.V = req.Rules })
}

// TimesReq says that the driver agrees with a time: of the arrival, or of the release.
type TimesReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Released   bool   `json:"Released"`
}

// AgreeTimes notes that the driver has seen when the truck came, or when it was let go, and agrees. Detention is counted between the two, and what both
// sides saw at the dock is not argued about afterwards. A truck is let go when its bill is signed.
func (a *Area) AgreeTimes(ctx context.Context, tx *store.Tx, req TimesReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	switch {
	case err != nil:
		return s, err
	case s.State == Void:
		return s, ended(s)
	case s.ArrivedAt.IsZero():
		return s, fail.Conflict("driver-not-here", "bol", s.BOL)
	case req.Released && !s.signed():
		return s, fail.Conflict("driver-not-released", "bol", s.BOL)
	}
	told := map[string]any{"which": "arrival", "arrivedAt": s.ArrivedAt.UTC().Format(time.RFC3339)}
	agreed := &s.ArrivalAgreedAt
	if req.Released {
		agreed = &s.ReleaseAgreedAt
		told["which"], told["releasedAt"] = "release", s.SignedAt.UTC().Format(time.RFC3339)
		told["minutes"] = int64(s.SignedAt.Sub(s.ArrivedAt.Time).Minutes())
	}
	if !agreed.IsZero() {
		return s, nil
	}
	*agreed = store.At(tx.At)
	if err := s.save(ctx, tx); err != nil {
		return s, err
	}
	if err := a.Shipments.Record(ctx, tx, s.ID, "times-agreed", told); err != nil || !s.signed() {
		return s, err
	}
	return s, tx.Emit(ctx, event.TimesAgreed{ShipmentID: s.ID, Times: s.times()})
}

// times are what the paper says of the truck's stay.
func (s Shipment) times() event.DockTimes {
	if s.ArrivedAt.IsZero() {
		return event.DockTimes{}
	}
	return event.DockTimes{Arrived: s.ArrivedAt.UTC(), ArrivalAgreed: s.ArrivalAgreedAt.UTC(), Released: s.SignedAt.UTC(), ReleaseAgreed: s.ReleaseAgreedAt.UTC()}
}
