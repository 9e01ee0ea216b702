package dock

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// StartReq puts a trailer at a door.
type StartReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Door       string `json:"Door" validate:"max=20"`
}

// StartLoading notes the door and that loading has begun. A trailer may be moved to another door meanwhile.
func (a *Area) StartLoading(ctx context.Context, tx *store.Tx, req StartReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil || s.signed() && same(s.Door, req.Door) {
		return s, err
	}
	if err := a.workable(ctx, tx, s); err != nil {
		return s, err
	}
	if s.State == Waiting || s.State == Arrived {
		s.State = Loading
	}
	if req.Door != "" {
		s.Door = req.Door
	}
	if err := s.save(ctx, tx); err != nil {
		return s, err
	}
	if err := a.Yard.TrailerToDoor(ctx, tx, s.Warehouse, s.Door, s.ID, s.Trailer, s.Carrier, s.CarrierName); err != nil {
		return s, err
	}
	return s, a.Shipments.Record(ctx, tx, s.ID, "loading-started", map[string]any{"door": s.Door})
}

// same tells that a late step of a second tablet says nothing new of a load that is signed by now: it did no harm, and
// refusing it would only hold up what comes behind it, which is the signature that must be told who signed.
func same(known, said string) bool {
	said = strings.TrimSpace(said)
	return said == "" || said == known
}

// FinishReq closes the doors.
type FinishReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Seal       string `json:"Seal" validate:"max=60"` // several are parted by commas
	Trailer    string `json:"Trailer" validate:"max=40"`
	// Left is how many pallets the worker knowingly leaves behind without a note on them.
	Left int64 `json:"Left" validate:"gte=0"`
	// Temperature is what was measured in the trailer; asked for where the goods ask for one.
	Temperature *freight.Measure `json:"Temperature,omitempty"`
}

// Check knows two scales, and no goods below absolute zero.
func (r *FinishReq) Check() []fail.Field {
	t := r.Temperature
	switch {
	case t == nil:
		return nil
	case t.Unit != "C" && t.Unit != "F":
		return []fail.Field{fail.Of("Temperature", "temperature-unit-unknown", "unit", t.Unit)}
	case t.Milli < -100_000 || t.Milli > 200_000:
		return []fail.Field{fail.Of("Temperature", "field-malformed")}
	}
	return nil
}

// FinishLoading closes the trailer. Who leaves pallets behind must have said how many; fewer than said is fine, because another
// tablet's scans may have come in between.
func (a *Area) FinishLoading(ctx context.Context, tx *store.Tx, req FinishReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil || s.signed() && same(s.Seal, req.Seal) && same(s.Trailer, req.Trailer) {
		return s, err
	}
	if err := a.workable(ctx, tx, s); err != nil {
		return s, err
	}
	if !same(s.Seal, req.Seal) {
		if err := s.sealed(ctx, tx, req.Seal); err != nil {
			return s, err
		}
	}
	var left int64
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM dock_pallet WHERE shipment_id = ? AND state = 'staged'`, s.ID).Scan(&left); err != nil {
		return s, err
	}
	if left > req.Left {
		return s, fail.Conflict("pallets-left", "left", left, "said", req.Left).With(s)
	}
	if s.Temperature != "" && req.Temperature == nil && s.Measured.V == (freight.Measure{}) {
		return s, fail.Invalid(fail.Of("Temperature", "temperature-asked", "temperature", s.Temperature, "bol", s.BOL)).With(s)
	}
	if req.Temperature != nil {
		s.Measured.V = *req.Temperature
	}
	closed := s.State != Loaded && !s.signed()
	if closed || !same(s.Seal, req.Seal) || !same(s.Trailer, req.Trailer) {
		s.withdraw(tx)
	}
	if !s.signed() {
		s.State = Loaded
	}
	if v := strings.TrimSpace(req.Seal); v != "" {
		s.Seal = v
	}
	if v := strings.TrimSpace(req.Trailer); v != "" {
		s.Trailer = v
	}
	if err := s.save(ctx, tx); err != nil {
		return s, err
	}
	if closed {
		if err := a.tally(ctx, tx, s.Warehouse, Usage{Loads: 1}); err != nil {
			return s, err
		}
	}
	told := map[string]any{"door": s.Door, "seal": s.Seal, "trailer": s.Trailer, "loaded": s.LoadedPallets, "left": left}
	if s.Measured.V != (freight.Measure{}) {
		told["temperature"], told["asked"] = s.Measured.V, s.Temperature
	}
	return s, a.Shipments.Record(ctx, tx, s.ID, "loading-finished", told)
}

// ShipmentReq names a load.
type ShipmentReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// Reopen takes a closed load up again. The documents name the step and no rule for it; here it opens the doors
// of a load that was finished and not yet signed, and leaves a load that is being worked on as it is.
func (a *Area) Reopen(ctx context.Context, tx *store.Tx, req ShipmentReq) (Shipment, error) {
	s, err := a.open(ctx, tx, req.ShipmentID)
	if err != nil || s.State != Loaded {
		return s, err
	}
	s.State = Loading
	s.withdraw(tx)
	if err := s.save(ctx, tx); err != nil {
		return s, err
	}
	return s, a.Shipments.Record(ctx, tx, s.ID, "loading-reopened", map[string]any{"seal": s.Seal})
}

// StatusReq carries the dock view's flag. With "active" the order is named, not the shipment.
type StatusReq struct {
	OrderNumber string `json:"OrderNumber" validate:"max=60"`
	ShipmentID  string `json:"ShipmentId" validate:"max=40"`
	Stage       string `json:"Stage" validate:"omitempty,oneof=live"`
	Flag        string `json:"Flag" validate:"required,oneof=active"` // no other is documented
}

// Check wants one of the two names.
func (r *StatusReq) Check() []fail.Field {
	if r.OrderNumber == "" && r.ShipmentID == "" {
		return []fail.Field{fail.Of("OrderNumber", "field-required")}
	}
	return nil
}

// UpdateStatus reopens the load that an order is on.
func (a *Area) UpdateStatus(ctx context.Context, tx *store.Tx, req StatusReq) (Shipment, error) {
	id := req.ShipmentID
	if id == "" {
		var err error
		id, _, err = store.Get[string](ctx, tx, `SELECT id FROM dock_shipment WHERE left_at IS NULL
AND EXISTS (SELECT 1 FROM json_each(orders) WHERE value = ?) ORDER BY state = 'void', ship_on DESC LIMIT 1`, req.OrderNumber)
		if err != nil {
			return Shipment{}, err
		}
		if id == "" {
			return Shipment{}, fail.NotFound("dock-shipment-unknown", "shipment", req.OrderNumber)
		}
	}
	return a.Reopen(ctx, tx, ShipmentReq{id})
}
