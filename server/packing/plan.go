package packing

import (
	"context"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/packing/engine"
	"lading/server/store"
)

// PlanState is where an order's packing stands.
type PlanState string

// The states of a plan.
const (
	Planned  PlanState = "planned"
	Packing  PlanState = "packing" // a piece was scanned
	Verified PlanState = "verified"
	Dropped  PlanState = "dropped"
)

// Values lists the states.
func (PlanState) Values() []string { return []string{"planned", "packing", "verified", "dropped"} }

// Plan is how an order is packed. What it costs is for the office and asked for by a call; devices of a warehouse have no money.
type Plan struct {
	ID          string                      `json:"id" db:"id"`
	OrderID     string                      `json:"orderId" db:"order_id"`
	OrderNumber string                      `json:"orderNumber" db:"order_number"`
	Warehouse   string                      `json:"warehouse" db:"warehouse"`
	Customer    string                      `json:"customer" db:"customer"`
	Kind        Kind                        `json:"kind" db:"kind"`
	State       PlanState                   `json:"state" db:"state"`
	Boxes       int64                       `json:"boxes" db:"boxes"`
	Packed      int64                       `json:"packed" db:"packed"` // boxes that are closed
	Pieces      int64                       `json:"pieces" db:"pieces"` // in boxes
	Scanned     int64                       `json:"scanned" db:"scanned"`
	Left        store.JSON[[]LeftOver]      `json:"left" db:"left_over"`
	Weight      store.JSON[freight.Measure] `json:"weight" db:"weight"`
	Cube        int64                       `json:"cube" db:"cube"` // thousandths of a cubic foot, outside
	Billable    int64                       `json:"billable" db:"billable"`
	Minor       int64                       `json:"-" db:"cost_minor"`
	Currency    string                      `json:"-" db:"currency"`
	Digest      string                      `json:"-" db:"digest"`
	MadeAt      store.Time                  `json:"madeAt" db:"made_at"`
	MadeBy      string                      `json:"madeBy" db:"made_by"`
	VerifiedAt  store.Time                  `json:"verifiedAt" db:"verified_at"`
	LeftAt      store.Time                  `json:"-" db:"left_at"`
}

// Place is the warehouse that the plan lies in.
func (p Plan) Place() string { return p.Warehouse }

// LeftOver is goods that found no box, and why.
type LeftOver struct {
	Code        string        `json:"code"`
	Description string        `json:"description"`
	Count       int64         `json:"count"`
	Reason      engine.Reason `json:"reason"`
}

// BoxState is where a box stands.
type BoxState string

// The states of a box.
const (
	Open   BoxState = "open"
	Closed BoxState = "packed"
	Short  BoxState = "short" // closed with fewer pieces than planned, and a note that says why
	Gone   BoxState = "dropped"
)

// Values lists the states.
func (BoxState) Values() []string { return []string{"open", "packed", "short", "dropped"} }

// Content is how many of an item belong into a box, and how many were scanned into it.
type Content struct {
	Code        string   `json:"code"`
	Description string   `json:"description"`
	Barcodes    []string `json:"barcodes"`
	Count       int64    `json:"count"`
	Scanned     int64    `json:"scanned"`
}

// Piece is where one piece stands: which content it is, its corner and its size as it is turned, in thousandths of an inch.
type Piece struct {
	I int   `json:"i"`
	X int64 `json:"x"`
	Y int64 `json:"y"`
	Z int64 `json:"z"`
	L int64 `json:"l"`
	W int64 `json:"w"`
	H int64 `json:"h"`
}

// Room is the inside of a box in thousandths of an inch.
type Room struct {
	L int64 `json:"l"`
	W int64 `json:"w"`
	H int64 `json:"h"`
}

// Box is one carton, pallet or unit of a plan: what goes in and where, in the order of packing.
type Box struct {
	ID        string                      `json:"id" db:"id"`
	PlanID    string                      `json:"planId" db:"plan_id"`
	Warehouse string                      `json:"warehouse" db:"warehouse"`
	N         int64                       `json:"n" db:"n"`
	Type      string                      `json:"type" db:"type"`
	Name      string                      `json:"name" db:"name"`
	Room      store.JSON[Room]            `json:"room" db:"room"`
	Contents  store.JSON[[]Content]       `json:"contents" db:"contents"`
	Placed    store.JSON[[]Piece]         `json:"placed" db:"placed"`
	Weight    store.JSON[freight.Measure] `json:"weight" db:"weight"` // with the box itself
	Fill      int64                       `json:"fill" db:"fill"`     // thousandths of the room
	State     BoxState                    `json:"state" db:"state"`
	Note      string                      `json:"note" db:"note"`
	PackedAt  store.Time                  `json:"packedAt" db:"packed_at"`
	PackedBy  string                      `json:"packedBy" db:"packed_by"`
	Device    string                      `json:"device" db:"device"`
	LeftAt    store.Time                  `json:"-" db:"left_at"`
}

// findPlan loads a plan that the person may see.
func findPlan(ctx context.Context, tx *store.Tx, id string) (Plan, error) {
	p, err := store.Find[Plan](ctx, tx, fail.NotFound("packing-plan-unknown"), `SELECT * FROM packing_plan WHERE id = ?`, id)
	return p, err
}

func boxesOf(ctx context.Context, tx *store.Tx, plan string) ([]Box, error) {
	return store.Select[Box](ctx, tx, `SELECT * FROM packing_box WHERE plan_id = ? ORDER BY n`, plan)
}

// PlanReq names a plan.
type PlanReq struct {
	PlanID string `json:"PlanId" validate:"required,max=40"`
}

// Cost is what a plan comes to, for the office.
type Cost struct {
	Minor    int64  `json:"minor"`
	Currency string `json:"currency"`
}

// PlanResp is a plan with its boxes; Stale says that the order, an item, a box or a rule has changed since it was made.
type PlanResp struct {
	Plan  Plan   `json:"plan"`
	Boxes []Box  `json:"boxes"`
	Cost  *Cost  `json:"cost"` // none for who may not see money
	Stale bool   `json:"stale"`
	Code  string `json:"code"` // why there is no box at all, empty where there is one
}

// Plan gives a plan, and tells whether what it was made from still stands.
func (a *Area) Plan(ctx context.Context, tx *store.Tx, req PlanReq) (PlanResp, error) {
	p, err := findPlan(ctx, tx, req.PlanID)
	if err != nil {
		return PlanResp{}, err
	}
	resp, err := a.answer(ctx, tx, p)
	if err != nil || p.State == Dropped {
		return resp, err
	}
	orders, err := a.Orders.Look(ctx, tx, []string{p.OrderID})
	if fail.CodeOf(err) != "" { // the order is gone; what was packed stays
		resp.Stale = true
		return resp, nil
	}
	if err != nil {
		return resp, err
	}
	w, err := gather(ctx, tx, orders[0], p.Kind)
	resp.Stale = w.digest != p.Digest
	return resp, err
}

func (a *Area) answer(ctx context.Context, tx *store.Tx, p Plan) (PlanResp, error) {
	boxes, err := boxesOf(ctx, tx, p.ID)
	resp := PlanResp{Plan: p, Boxes: boxes}
	if tx.By.May(right.SeeMoney) {
		resp.Cost = &Cost{p.Minor, p.Currency}
	}
	if len(boxes) == 0 {
		resp.Code = "packing-impossible"
	}
	return resp, err
}

// Drop takes a plan back. Its boxes leave the packing tables; a scan that comes later is refused and says why.
func (a *Area) Drop(ctx context.Context, tx *store.Tx, req PlanReq) (Plan, error) {
	p, err := findPlan(ctx, tx, req.PlanID)
	if err != nil || p.State == Dropped {
		return p, err
	}
	if p.State == Verified {
		return p, fail.Conflict("packing-verified", "order", p.OrderNumber).With(p)
	}
	return p, drop(ctx, tx, &p)
}

func drop(ctx context.Context, tx *store.Tx, p *Plan) error {
	p.State, p.LeftAt = Dropped, store.At(tx.Now)
	if _, err := tx.ExecContext(ctx, `UPDATE packing_box SET state = 'dropped', left_at = ? WHERE plan_id = ?`, tx.Now.UnixMilli(), p.ID); err != nil {
		return err
	}
	return store.Put(ctx, tx, "packing_plan", "id", *p)
}

const (
	keepVerified = 7 * 24 * time.Hour
	keepIdle     = 60 * 24 * time.Hour
)

// LeaveWindow takes plans that are long past from the tablets, in one small piece; call it until it returns 0. Nothing is deleted.
func (a *Area) LeaveWindow(ctx context.Context, tx *store.Tx) (int, error) {
	ids, err := store.Select[string](ctx, tx, `UPDATE packing_plan SET left_at = ?1 WHERE id IN (
SELECT id FROM packing_plan WHERE left_at IS NULL AND (verified_at < ?2 OR made_at < ?3) LIMIT 50) RETURNING id`,
		tx.Now.UnixMilli(), tx.Now.Add(-keepVerified).UnixMilli(), tx.Now.Add(-keepIdle).UnixMilli())
	for _, id := range ids {
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE packing_box SET left_at = ? WHERE plan_id = ? AND left_at IS NULL`, tx.Now.UnixMilli(), id)
		}
	}
	return len(ids), err
}
