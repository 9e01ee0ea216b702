// Package packing is how goods get into cartons, onto pallets and into other handling units: what there is to pack into, what must not
// travel together, the plan for an order with a picture of each box, and the check at the packing table that the right goods went in.
// It writes the packing_* tables. The geometry is in engine.
//
// A packing table is often without a network, so a scan is a command that bears being late; a box's work is a subject of its own.
package packing

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/kit/page"
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

var (
	plans    = []page.ID{page.PackVerify, page.ReviewPacking}
	settings = []page.ID{page.Cartonization, page.Pallets, page.HandlingUnits}
)

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	all := append(append([]page.ID{}, plans...), settings...)
	return []op.Op{
		op.Direct("Cartonization/GetAndBuildPackVerifyOrderData", a.Build, plans...),
		op.Query("Packing/Plan", a.Plan, plans...),
		op.Command("Packing/DropPlan", a.Drop, page.ReviewPacking),
		op.Command("Packing/Scan", a.Scan, plans...).Offline(box),
		op.Command("Packing/CloseBox", a.Close, plans...).Offline(box),
		op.Command("Packing/OpenBox", a.Reopen, plans...).Offline(box),

		op.Query("Packing/Types", a.Types, all...),
		op.Command("Packing/SaveType", a.SaveType, settings...),
		op.Query("Packing/Rules", a.Rules, settings...),
		op.Command("Packing/SaveRules", a.SaveRules, page.Cartonization),
		op.Query("Packing/Items", a.Items, settings...),
		op.Command("Packing/SaveItem", a.SaveItem, page.Cartonization),
		op.Command("Packing/DeleteItem", a.DeleteItem, page.Cartonization),
	}
}

// Tables are what packing has on the devices of a warehouse: its plans and their boxes, without money.
func Tables() []change.Table {
	const scope = `CASE WHEN {row}.left_at IS NULL THEN 'wh:' || {row}.warehouse END`
	return []change.Table{
		change.Of(change.Table{Name: "packing_plan", Key: "id", Scopes: []string{scope}, Index: "id, orderNumber", First: 25},
			`SELECT * FROM packing_plan WHERE id IN (SELECT value FROM json_each(?))`, func(p Plan) string { return p.ID }),
		change.Of(change.Table{Name: "packing_box", Key: "id", Scopes: []string{scope}, Index: "id, planId", First: 25},
			`SELECT * FROM packing_box WHERE id IN (SELECT value FROM json_each(?))`, func(b Box) string { return b.ID }),
	}
}
