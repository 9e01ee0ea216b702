package vendor

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/store"
)

// SlotsReq asks for the times at which a warehouse takes deliveries: of one that the vendor has an order for, or of a shipment of its own.
type SlotsReq struct {
	Held
	Warehouse  string `json:"WarehouseId" validate:"max=20"`
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
	Day        string `json:"SlotDate" validate:"required,day"`
	Days       int64  `json:"Days" validate:"min=0,max=31"` // none is one
	LoadType   string `json:"LoadTypeId" validate:"max=40"` // of those that are offered; empty while none is chosen
}

// Check wants to know where.
func (r *SlotsReq) Check() []fail.Field {
	if (r.Warehouse == "") == (r.ShipmentID == "") {
		return []fail.Field{fail.Of("WarehouseId", "field-required")}
	}
	return nil
}

// SlotsShown is the time that a shipment has, and those that are free.
type SlotsShown struct {
	Site    Site               `json:"site"`
	Current *freight.Appointed `json:"current"`
	Kinds   []freight.LoadKind `json:"kinds"` // load types that a vendor may book; times are free for the chosen one, or the only one
	Free    []freight.SlotFree `json:"free"`
}

// Slots lists the free times.
func (a *Area) Slots(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req SlotsReq) (out SlotsShown, err error) {
	warehouse := req.Warehouse
	if req.ShipmentID != "" {
		r, err := a.shipment(ctx, tx, of, req.ShipmentID)
		if err != nil {
			return out, err
		}
		warehouse, out.Current = r.Warehouse, r.Delivery
	} else {
		orders, err := a.Orders.PurchasesFrom(ctx, tx, of.Vendor.Party, true)
		if err != nil {
			return out, err
		}
		if !slices.ContainsFunc(orders, func(o freight.PurchaseOrder) bool { return o.Warehouse == warehouse }) {
			return out, fail.NotFound("warehouse-unknown", "warehouse", warehouse)
		}
	}
	within(tx, warehouse)
	if out.Site, err = a.site(ctx, tx, warehouse); err != nil {
		return out, err
	}
	offer, err := a.Sites.FreeSlots(ctx, tx, freight.SlotsAsked{Warehouse: warehouse, Inbound: true, From: req.Day, Days: int(max(1, req.Days)), Booker: "vendor", LoadType: req.LoadType})
	out.Kinds, out.Free = offer.Kinds, offer.Free
	return out, err
}

// shipment gives one of the vendor's own; any other is as unknown as one that is not there.
func (a *Area) shipment(ctx context.Context, tx *store.Tx, of Holder, id string) (Row, error) {
	ids, _, err := a.own(ctx, tx, of)
	if err != nil {
		return Row{}, err
	}
	rows := []Row{}
	if slices.Contains(ids, id) {
		rows, err = a.rows(ctx, tx, of, []string{id})
	}
	if err == nil && len(rows) == 0 {
		err = fail.NotFound("shipment-unknown")
	}
	if err != nil {
		return Row{}, err
	}
	return rows[0], nil
}

// DockReq asks where the truck of a shipment goes.
type DockReq struct {
	Held
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// DockShown is where the truck of a shipment goes, and when.
type DockShown struct {
	Site     Site               `json:"site"`
	Delivery *freight.Appointed `json:"delivery"` // with its door, once one is given
}

// Dock tells the driver's way: the warehouse, the time and the door.
func (a *Area) Dock(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req DockReq) (DockShown, error) {
	r, err := a.shipment(ctx, tx, of, req.ShipmentID)
	if err != nil {
		return DockShown{}, err
	}
	within(tx, r.Warehouse)
	s, err := a.site(ctx, tx, r.Warehouse)
	return DockShown{s, r.Delivery}, err
}
