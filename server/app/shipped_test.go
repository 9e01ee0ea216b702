package app_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"lading/fixtures"
	"lading/server/dock"
	"lading/server/order"
	"lading/server/packing"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// sync/testdata/mutations.json holds every action that a device may have in its outbox, in each shape that a released app ever wrote.
// A tablet may come back after months: what is in there is only ever added to. An action may be refused for what it wants by now;
// it may not be one that the server no longer understands.
func TestQueue_ActionsOfEveryReleasedAppAreUnderstood(t *testing.T) {
	raw, err := os.ReadFile("../../sync/testdata/mutations.json")
	if err != nil {
		t.Fatal(err)
	}
	var shipped []struct {
		Op   string         `json:"op"`
		Args map[string]any `json:"args"`
		As   string         `json:"as"`
	}
	if err := json.Unmarshal(raw, &shipped); err != nil {
		t.Fatal(err)
	}
	k := testkit.Empty(t)
	if err := k.App.LoadDemo(context.Background(), fixtures.Size{Orders: 10, Shipments: 60}); err != nil {
		t.Fatal(err)
	}
	worker := k.As("dock@demo.test")
	load := testkit.Into[[]dock.Shipment](t, worker.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting"}}))[0]
	pallet := testkit.Into[[]dock.Pallet](t, worker.Call("DockView/GetLpnNumbers", dock.ShipmentReq{ShipmentID: load.ID}))[0]
	open := testkit.Into[order.Page](t, k.As("office@demo.test").Call("Shipment/GetOrders", order.ListReq{}))
	plan := testkit.Into[packing.PlanResp](t, k.As("office@demo.test").Call("Cartonization/GetAndBuildPackVerifyOrderData", packing.BuildReq{OrderID: packable(t, open.Orders), Kind: packing.Pallet}))
	fill := strings.NewReplacer("{shipment}", load.ID, "{pallet}", pallet.ID, "{lpn}", pallet.LPN, "{order}", open.Orders[0].ID,
		"{plan}", plan.Plan.ID, "{box}", plan.Boxes[0].ID, "{item}", plan.Boxes[0].Contents.V[0].Code)
	people := map[string]*testkit.Person{"": worker, "office@demo.test": k.As("office@demo.test")}
	known := map[string]bool{}
	applied := 0
	for _, m := range shipped {
		known[m.Op] = true
		for name, v := range m.Args {
			if text, ok := v.(string); ok {
				m.Args[name] = fill.Replace(text)
			}
		}
		d := enrol(t, people[m.As]) // each its own: behind what was refused nothing would be tried
		d.queue(m.Op, m.Args)
		code := strings.Fields(d.push()[0])[1:]
		if code[0] == "applied" {
			applied++
		} else if code[0] != "rejected" || slices.Contains(misunderstood, code[1]) {
			t.Errorf("%s %v: %v", m.Op, m.Args, code)
		}
	}
	if applied < len(shipped)/2 {
		t.Errorf("%d of %d were carried out", applied, len(shipped))
	}
	for _, o := range k.App.Registry.All() {
		if len(o.Queue) > 0 && !known[o.Path] {
			t.Errorf("%s can be queued: add what a device writes to sync/testdata/mutations.json", o.Path)
		}
	}
}

// packable gives an order of which a product's own size is known.
func packable(t *testing.T, list []order.Order) string {
	t.Helper()
	for _, o := range list {
		for _, it := range o.Items.V {
			if o.Pieces <= 2000 && slices.ContainsFunc(fixtures.PackItems, func(p fixtures.PackItem) bool { return p.Code == it.Code && !p.Alone }) {
				return o.ID
			}
		}
	}
	t.Fatal("no order can be packed")
	return ""
}

// The codes of a server that does not know an action, or not its shape.
var misunderstood = []string{"no-such-op", "body-malformed", "invalid-fields", "signature-invalid", "no-page", "no-right"}
