package carrier

import (
	"context"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

// AwaitReq asks to be told of a time that comes free, for a load of the carrier or at a warehouse in one direction, by the key that the sender made.
type AwaitReq struct {
	Held
	ID         string `json:"WaitId" validate:"required,ulid"`
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
	Warehouse  string `json:"WarehouseId" validate:"max=20"`
	Direction  string `json:"Direction" validate:"omitempty,oneof=outbound inbound transfer"`
	LoadType   string `json:"LoadTypeId" validate:"max=40"`
	FromDay    string `json:"FromDate" validate:"required,day"`
	UntilDay   string `json:"UntilDate" validate:"required,day"`
	FromTime   string `json:"FromTime" validate:"max=5"`
	UntilTime  string `json:"UntilTime" validate:"max=5"` // the latest start
	Reference  string `json:"Reference" validate:"max=80" field:"trim"`
	Name       string `json:"Name" validate:"required,max=80" field:"trim"`
}

// By is who at the carrier asks.
func (r AwaitReq) By() string { return r.Name }

// Check wants days and times in order, and to know where.
func (r *AwaitReq) Check() []fail.Field {
	bad := freight.WindowBad(r.FromDay, r.UntilDay, r.FromTime, r.UntilTime)
	switch {
	case (r.ShipmentID == "") == (r.Warehouse == ""):
		bad = append(bad, fail.Of("WarehouseId", "field-required"))
	case (r.Warehouse == "") != (r.Direction == ""):
		bad = append(bad, fail.Of("Direction", "field-required"))
	}
	return bad
}

func (a *Area) askForSlot() publiclink.Answer[Holder, AwaitReq, freight.SlotWait] {
	return publiclink.Answer[Holder, AwaitReq, freight.SlotWait]{
		Stands: func(context.Context, *store.Tx, Holder, AwaitReq) (bool, error) { return false, nil }, // its key says so
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Holder, req AwaitReq) (Holder, error) {
			at := SlotReq{ShipmentID: req.ShipmentID, Warehouse: req.Warehouse, Direction: req.Direction}
			if err := a.place(ctx, tx, of, &at); err != nil {
				return of, err
			}
			b, err := a.booker(ctx, tx, of, req.Name)
			if err != nil {
				return of, err
			}
			w, err := a.Times.WaitForSlot(ctx, tx, b, freight.SlotAwaited{ID: req.ID, Warehouse: at.Warehouse, Direction: at.Direction, ShipmentID: req.ShipmentID, LoadType: req.LoadType, Reference: req.Reference,
				FromDay: req.FromDay, UntilDay: req.UntilDay, FromTime: req.FromTime, UntilTime: req.UntilTime})
			of.Waits = &w
			return of, err
		},
		Show: func(_ context.Context, _ *store.Tx, _ link.Link, of Holder, _ AwaitReq) (freight.SlotWait, error) {
			return *of.Waits, nil
		},
	}
}

// EndWaitReq says no to the time that is offered, or waits no more.
type EndWaitReq struct {
	Held
	ID      string `json:"WaitId" validate:"required,max=40"`
	Decline bool   `json:"Decline"`                   // the carrier waits for another time
	Offer   string `json:"OfferId" validate:"max=40"` // that is declined: another one that was made meanwhile stands
	Name    string `json:"Name" validate:"max=80" field:"trim"`
}

// By is who at the carrier answers.
func (r EndWaitReq) By() string { return r.Name }

// Check wants to know which offer is declined.
func (r *EndWaitReq) Check() []fail.Field {
	if r.Decline && r.Offer == "" {
		return []fail.Field{fail.Of("OfferId", "field-required")}
	}
	return nil
}

func (a *Area) endWait() publiclink.Answer[Holder, EndWaitReq, freight.SlotWait] {
	return publiclink.Answer[Holder, EndWaitReq, freight.SlotWait]{
		Stands: func(context.Context, *store.Tx, Holder, EndWaitReq) (bool, error) { return false, nil }, // said again it changes nothing
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Holder, req EndWaitReq) (Holder, error) {
			b, err := a.booker(ctx, tx, of, req.Name)
			if err != nil {
				return of, err
			}
			w, err := a.Times.EndWait(ctx, tx, b, req.ID, req.Offer, req.Decline)
			of.Waits = &w
			return of, err
		},
		Show: func(_ context.Context, _ *store.Tx, _ link.Link, of Holder, _ EndWaitReq) (freight.SlotWait, error) {
			return *of.Waits, nil
		},
	}
}

// mailOffer tells a carrier that has a link of a time that is held for it.
func (a *Area) mailOffer(ctx context.Context, tx *store.Tx, e event.SlotOffered) error {
	return a.mail(ctx, tx, e.Carrier, "slot", e.ID, "offered", map[string]any{"day": e.Day, "time": e.Start, "until": e.Until, "site": e.Site, "place": e.Place, "reference": e.Reference})
}

// mailWaitEnded tells a carrier that has a link that it is not on a waiting list any more.
func (a *Area) mailWaitEnded(ctx context.Context, tx *store.Tx, e event.SlotWaitEnded) error {
	return a.mail(ctx, tx, e.Carrier, "wait", e.ID, e.What, map[string]any{"from": e.From, "until": e.Until, "site": e.Site, "reference": e.Reference})
}
