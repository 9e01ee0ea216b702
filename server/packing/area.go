// Package packing is how goods get into cartons, onto pallets and into other handling units: what there is to pack into, what must not
// travel together, the plan for an order with a picture of each box, and the check at the packing table that the right goods went in.
// It writes the packing_* tables. The geometry is in engine.
//
// A packing table is often without a network, so a scan is a command that bears being late; a box's work is a subject of its own.
package packing

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
)

// Orders gives orders without taking them, by key or by number.
type Orders interface {
	Look(ctx context.Context, tx *store.Tx, ids []string) ([]freight.Order, error)
	Find(ctx context.Context, tx *store.Tx, number string) (freight.Order, error)
}

// Area serves the packing pages.
type Area struct {
	Orders Orders
	Orgs   func(ctx context.Context, id string) (*store.DB, error)
}

var box = op.Subject("box", "BoxId")

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return []op.Op{
		op.Direct("Cartonization/GetAndBuildPackVerifyOrderData", a.Build, right.Pack),
		op.Query("Packing/Plan", a.Plan, right.Pack),
		op.Command("Packing/DropPlan", a.Drop, right.Plan),
		op.Command("Packing/Scan", a.Scan, right.Pack).Offline(box),
		op.Command("Packing/CloseBox", a.Close, right.Pack).Offline(box),
		op.Command("Packing/OpenBox", a.Reopen, right.Pack).Offline(box),

		op.Command("Truck/Build", a.BuildTruck, right.Plan),
		op.Query("Truck/Plan", a.Truck, right.Plan),
		op.Query("Truck/Plans", a.TruckPlans, right.Plan),
		op.Command("Truck/Move", a.MoveOnTruck, right.Plan),
		op.Command("Truck/Drop", a.DropTruck, right.Plan),

		op.Query("Packing/Types", a.Types, right.Pack, right.ManagePacking),
		op.Command("Packing/SaveType", a.SaveType, right.ManagePacking),
		op.Query("Packing/Rules", a.Rules, right.ManagePacking),
		op.Command("Packing/SaveRules", a.SaveRules, right.ManagePacking),
		op.Query("Packing/Items", a.Items, right.ManagePacking),
		op.Command("Packing/SaveItem", a.SaveItem, right.ManagePacking),
		op.Command("Packing/DeleteItem", a.DeleteItem, right.ManagePacking),
	}
}

// Tables are what packing has on the devices of a warehouse: its plans and their boxes, without money.
func Tables() []change.Table {
	const scope = `CASE WHEN {row}.left_at IS NULL THEN 'wh:' || {row}.warehouse END`
	return []change.Table{
		change.Of(change.Table{Name: "packing_plan", Key: "id", Right: right.Pack, Scopes: []string{scope}, Index: "id, orderNumber", First: 25},
			`SELECT * FROM packing_plan WHERE id IN (SELECT value FROM json_each(?))`, func(p Plan) string { return p.ID }),
		change.Of(change.Table{Name: "packing_box", Key: "id", Right: right.Pack, Scopes: []string{scope}, Index: "id, planId", First: 25},
			`SELECT * FROM packing_box WHERE id IN (SELECT value FROM json_each(?))`, func(b Box) string { return b.ID }),
	}
}
