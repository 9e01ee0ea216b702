package order_test

import (
	"context"
	"testing"

	"lading/server/op"
	"lading/server/order"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

func TestUndoImport_TakesAllOrdersOfAFileBackAndFreesTheirNumbers(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	up := upload(t, office, testkit.OrderFile(250))
	id := fields{"ImportId": up.Import.ID}
	equal(t, "before it is saved", office.Refused("Order/UndoImport", id).Code, "import-undo-not-saved")
	office.Call("Order/SaveImport", id)
	equal(t, "saved", count(k, `SELECT count(*) FROM order_open WHERE state = 'open'`), 250)
	equal(t, "a stranger to the office", k.As("dock@demo.test").Refused("Order/UndoImport", id).Code, "import-unknown")

	// Cut off after its first piece, it goes on where it stood.
	undo, _ := k.App.Registry.Find("Order/UndoImport")
	args, _ := json.Marshal(id)
	ctx := &stopping{Context: context.Background()}
	ctx.left.Store(2)
	if _, err := k.App.Registry.Run(ctx, &op.Call{Op: undo, Org: "1", By: office.By, Args: args}); err == nil {
		t.Fatal("was not cut off")
	}
	half := count(k, `SELECT count(*) FROM order_open WHERE state = 'open'`)
	if half == 0 || half == 250 {
		t.Fatalf("cut off with %d orders left", half)
	}
	left := func() int { return testkit.Into[order.PreviewResp](t, office.Call("Order/Preview", id)).UndoLeft }
	equal(t, "told as left", left(), half)
	for range 2 { // the second time it answers the same
		im := testkit.Into[order.Import](t, office.Call("Order/UndoImport", id))
		equal(t, "undone", []any{im.UndoneAt.IsZero(), im.UndoneBy, im.ByName}, "[false "+office.By.Name+" "+office.By.Name+"]")
		equal(t, "nothing is told as left", left(), 0)
		equal(t, "left open", count(k, `SELECT count(*) FROM order_open WHERE state <> 'archived'`), 0)
	}
	equal(t, "gone from the warehouse's devices", count(k, `SELECT count(*) FROM change WHERE entity = 'order_open' AND scope = 'wh:ATL/see-orders' AND gone = 0`), 0)
	equal(t, "what came of each row", count(k, `SELECT count(*) FROM order_import_row WHERE import_id = ? AND saved_as <> ''`, up.Import.ID), 250)

	again := upload(t, office, testkit.OrderFile(250))
	equal(t, "the same file once more is no repeat", again.Earlier, "")
	im := testkit.Into[order.Import](t, office.Call("Order/SaveImport", fields{"ImportId": again.Import.ID}))
	equal(t, "and is saved", []any{im.Counts.V.Saved, im.Counts.V.Refused}, "[250 0]")
}

func TestUndoImport_StaysWhereSomethingWasDoneSince(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	up := upload(t, office, testkit.OrderFile(3))
	id := fields{"ImportId": up.Import.ID}
	office.Call("Order/SaveImport", id)
	o := testkit.Into[order.Order](t, office.Call("Shipment/GetOrderByOrderNumber", fields{"OrderNumber": "SO-00001"}))
	office.Call("Shipment/UpdatePendingOrder", fields{"OrderId": o.ID})
	r := office.Refused("Order/UndoImport", id)
	equal(t, "refused", []any{r.Code, r.Params["count"], r.Params["order"]}, "[import-undo-touched 1 SO-00001]")
	equal(t, "nothing was taken back", count(k, `SELECT count(*) FROM order_open WHERE state = 'archived'`), 0)
	equal(t, "and it is not called undone", count(k, `SELECT count(*) FROM order_import WHERE undone_at IS NOT NULL`), 0)

	po := laid(t, office, purchaseTitles+purchaseRow("PO-1", "10", "ATL", 40))
	office.Call("Order/SaveImport", fields{"ImportId": po.Import.ID})
	equal(t, "purchase orders", office.Refused("Order/UndoImport", fields{"ImportId": po.Import.ID}).Code, "import-undo-orders-only")
}
