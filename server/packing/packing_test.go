package packing_test

import (
	"context"
	"fmt"
	"testing"

	"lading/server/kit/fail"
	"lading/server/order"
	"lading/server/packing"
	"lading/server/packing/engine"
	"lading/server/store"
	"lading/server/testkit"
)

type obj = map[string]any

func milli(v float64, unit string) obj { return obj{"milli": int64(v * 1000), "unit": unit} }

func item(code string, pieces int, l, w, h, pounds float64) obj {
	return obj{"code": code, "description": code + " in its box", "pieces": pieces, "packageType": "CTN", "pallets": 0, "weight": milli(pounds*float64(pieces), "lb"),
		"length": milli(l, "in"), "width": milli(w, "in"), "height": milli(h, "in")}
}

func add(t *testing.T, office *testkit.Person, number string, items ...obj) order.Order {
	t.Helper()
	return testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", obj{"OrderNumber": number, "WHSE": "ATL", "ShipOn": "2026-11-24", "Items": items,
		"Consignee": obj{"name": "Harbor Hardware", "street": "9 Mill Street", "city": "Mobile", "zip": "36602"}}))
}

func build(t *testing.T, who *testkit.Person, req packing.BuildReq) packing.PlanResp {
	t.Helper()
	return testkit.Into[packing.PlanResp](t, who.Call("Cartonization/GetAndBuildPackVerifyOrderData", req))
}

func TestBuild_AnOrderIsPackedAndWhatIsLeftIsNamed(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	o := add(t, office, "PK-1", item("MUG", 8, 5, 5, 5, 1), item("SKI", 1, 70, 4, 4, 6), obj{"code": "ODD", "description": "Odd thing", "pieces": 2, "weight": milli(3, "lb")})
	r := build(t, office, packing.BuildReq{Number: " PK-1 "})
	if r.Plan.OrderID != o.ID || r.Plan.State != packing.Planned || r.Plan.Pieces != 8 || r.Plan.Boxes != int64(len(r.Boxes)) || len(r.Boxes) == 0 || r.Cost == nil || r.Cost.Minor <= 0 || r.Stale {
		t.Fatalf("plan: %+v", r)
	}
	left := map[string]engine.Reason{}
	for _, l := range r.Plan.Left.V {
		left[l.Code] = l.Reason
	}
	if len(left) != 2 || left["SKI"] != engine.TooLarge || left["ODD"] != engine.NoSize {
		t.Fatalf("left over: %+v", r.Plan.Left.V)
	}
	again := build(t, office, packing.BuildReq{OrderID: o.ID})
	if again.Plan.ID != r.Plan.ID {
		t.Fatal("asked twice, planned twice")
	}
	admin := k.As("admin@demo.test")
	admin.Call("Packing/SaveItem", obj{"Code": "odd", "Size": obj{"length": milli(10, "cm"), "width": milli(8, "cm"), "height": milli(5, "cm")}, "Barcodes": []string{"036000291452"}})
	if seen := testkit.Into[packing.PlanResp](t, office.Call("Packing/Plan", obj{"PlanId": r.Plan.ID})); !seen.Stale {
		t.Fatal("an item was measured, and the plan is as fresh as before")
	}
	if now := build(t, office, packing.BuildReq{OrderID: o.ID}); now.Plan.ID == r.Plan.ID || now.Plan.Pieces != 10 || len(now.Plan.Left.V) != 1 {
		t.Fatalf("planned anew: %+v", now.Plan)
	}
	if old := testkit.Into[packing.PlanResp](t, office.Call("Packing/Plan", obj{"PlanId": r.Plan.ID})); old.Plan.State != packing.Dropped {
		t.Fatalf("the former plan: %+v", old.Plan)
	}
	if f := office.Refused("Packing/Scan", obj{"PlanId": r.Plan.ID, "BoxId": r.Boxes[0].ID, "Code": "MUG"}); f.Code != "packing-dropped" {
		t.Fatalf("scan into the former plan: %v", f)
	}
}

func TestBuild_NothingFits(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	add(t, office, "PK-2", item("POLE", 2, 200, 4, 4, 20), item("POLE", 1, 200, 4, 4, 20))
	if r := build(t, office, packing.BuildReq{Number: "PK-2"}); r.Code != "packing-impossible" || len(r.Boxes) != 0 || len(r.Plan.Left.V) != 1 || r.Plan.Left.V[0].Count != 3 {
		t.Fatalf("poles: %+v", r)
	}
	if f := office.Refused("Cartonization/GetAndBuildPackVerifyOrderData", packing.BuildReq{Number: "nobody's"}); f.Code != "order-unknown" {
		t.Fatalf("unknown order: %v", f)
	}
	if f := office.Refused("Cartonization/GetAndBuildPackVerifyOrderData", packing.BuildReq{}); f.Status != 422 {
		t.Fatalf("no order: %v", f)
	}
	add(t, office, "PK-3", item("PIN", 2001, 1, 1, 1, 0.1))
	if f := office.Refused("Cartonization/GetAndBuildPackVerifyOrderData", packing.BuildReq{Number: "PK-3"}); f.Code != "packing-too-many-pieces" {
		t.Fatalf("too many: %v", f)
	}
}

func TestBuild_HazardousGoodsKeepToThemselves(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	paint := item("PAINT", 2, 4, 4, 4, 2)
	paint["hazmat"] = obj{"un": "UN1263", "properName": "Paint", "class": "3", "packingGroup": "II", "emergencyPhone": "800-555-0100"}
	glue := item("GLUE", 2, 4, 4, 4, 2)
	glue["hazmat"] = obj{"un": "UN1133", "properName": "Adhesives", "class": "3", "packingGroup": "II", "emergencyPhone": "800-555-0100"}
	add(t, office, "PK-4", paint, glue, item("MUG", 2, 4, 4, 4, 1))
	r := build(t, office, packing.BuildReq{Number: "PK-4"})
	if len(r.Boxes) != 3 || len(r.Plan.Left.V) != 0 {
		t.Fatalf("three that may not meet: %d boxes, %+v", len(r.Boxes), r.Plan.Left.V)
	}
	for _, b := range r.Boxes {
		if len(b.Contents.V) != 1 {
			t.Errorf("together in a box: %+v", b.Contents.V)
		}
	}
}

// A group of the settings does not make hazardous goods ordinary: each UN number keeps to itself also within one, and goods of one number travel together.
func TestBuild_AGroupDoesNotMixHazardousGoods(t *testing.T) {
	k := testkit.Demo(t)
	office, admin := k.As("office@demo.test"), k.As("admin@demo.test")
	goods := func(code, un string) obj {
		it := item(code, 2, 4, 4, 4, 2)
		it["hazmat"] = obj{"un": un, "properName": "Liquid", "class": "3", "packingGroup": "II", "emergencyPhone": "800-555-0100"}
		return it
	}
	for _, code := range []string{"RED", "GLUE", "MUG"} {
		admin.Call("Packing/SaveItem", obj{"Code": code, "Group": "SHELF"})
	}
	add(t, office, "PK-6", goods("RED", "UN1263"), goods("BLUE", "1263"), goods("GLUE", "UN1133"), item("MUG", 2, 4, 4, 4, 1))
	in := map[string]string{}
	r := build(t, office, packing.BuildReq{Number: "PK-6"})
	for _, b := range r.Boxes {
		for _, c := range b.Contents.V {
			in[c.Code] = b.ID
		}
	}
	if len(r.Boxes) != 3 || in["RED"] != in["BLUE"] || in["RED"] == in["GLUE"] || in["MUG"] == in["RED"] || in["MUG"] == in["GLUE"] {
		t.Fatalf("%d boxes: %v", len(r.Boxes), in)
	}
}

// More kinds of danger than the engine tells apart still never meet.
func TestBuild_ManyKindsOfDanger(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	var items []obj
	for n := range 70 {
		it := item(fmt.Sprintf("H%d", n), 1, 3, 3, 3, 1)
		it["hazmat"] = obj{"un": fmt.Sprintf("UN%d", 1100+n), "properName": "Liquid", "class": "3", "packingGroup": "II", "emergencyPhone": "800-555-0100"}
		items = append(items, it)
	}
	add(t, office, "PK-7", items...)
	r := build(t, office, packing.BuildReq{Number: "PK-7"})
	if len(r.Boxes) != 70 || len(r.Plan.Left.V) != 0 {
		t.Fatalf("%d boxes, left %+v", len(r.Boxes), r.Plan.Left.V)
	}
}

// As much as a box may weigh is not too much; the least bit more is.
func TestBuild_WeightExactlyMet(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	add(t, office, "PK-8", item("FULL", 1, 20, 16, 14, 67.4), item("OVER", 1, 20, 16, 14, 67.401))
	r := build(t, office, packing.BuildReq{Number: "PK-8"})
	if len(r.Boxes) != 1 || r.Boxes[0].Contents.V[0].Code != "FULL" || r.Boxes[0].Weight.V.Milli != 70_000 || len(r.Plan.Left.V) != 1 || r.Plan.Left.V[0].Reason != engine.TooHeavy {
		t.Fatalf("boxes %+v, left %+v", r.Boxes, r.Plan.Left.V)
	}
}

func TestVerify_RightGoodsOnly(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	k.As("admin@demo.test").Call("Packing/SaveItem", obj{"Code": "MUG", "Barcodes": []string{"036000291452"}})
	add(t, office, "PK-5", item("MUG", 2, 5, 5, 5, 1), item("LAMP", 1, 17, 13, 11, 9), item("POLE", 1, 200, 4, 4, 20))
	r := build(t, office, packing.BuildReq{Number: "PK-5"})
	var mugs, lamp packing.Box
	for _, b := range r.Boxes {
		if b.Contents.V[0].Code == "MUG" {
			mugs = b
		} else {
			lamp = b
		}
	}
	if len(r.Boxes) != 2 || mugs.ID == "" || lamp.ID == "" {
		t.Fatalf("boxes: %+v", r.Boxes)
	}
	scan := func(b packing.Box, code string, count int64) (string, packing.Box) {
		raw, err := office.Try("Packing/Scan", packing.ScanReq{PlanID: r.Plan.ID, BoxID: b.ID, Code: code, Count: count})
		if err != nil {
			return fail.CodeOf(err), packing.Box{}
		}
		return "", testkit.Into[packing.Box](t, raw)
	}
	for _, s := range []struct {
		box  packing.Box
		code string
		n    int64
		want string
	}{
		{mugs, "mug", -1, "packing-not-in-yet"}, {mugs, "LAMP", 0, "packing-other-box"}, {mugs, "SPOON", 0, "packing-wrong-item"}, {mugs, "pole", 0, "packing-left-over"},
		{mugs, "]C10100036000291452", 0, ""}, {mugs, "0036000291452", 0, ""}, {mugs, "MUG", 0, "packing-too-many"}, {mugs, "MUG", -1, ""},
	} {
		if code, _ := scan(s.box, s.code, s.n); code != s.want {
			t.Errorf("%s × %d: %q, want %q", s.code, s.n, code, s.want)
		}
	}
	if f := office.Refused("Packing/CloseBox", packing.CloseReq{PlanID: r.Plan.ID, BoxID: mugs.ID}); f.Status != 422 {
		t.Fatalf("closed with one missing: %v", f)
	}
	if b := testkit.Into[packing.Box](t, office.Call("Packing/CloseBox", packing.CloseReq{PlanID: r.Plan.ID, BoxID: mugs.ID, Note: "one broke"})); b.State != packing.Short || b.PackedBy == "" {
		t.Fatalf("short box: %+v", b)
	}
	if code, _ := scan(mugs, "MUG", 0); code != "packing-box-closed" {
		t.Fatalf("scan into a closed box: %q", code)
	}
	office.Call("Packing/OpenBox", packing.BoxReq{PlanID: r.Plan.ID, BoxID: mugs.ID})
	scan(mugs, "MUG", 0)
	if _, b := scan(lamp, "LAMP", 0); b.Contents.V[0].Scanned != 1 {
		t.Fatalf("lamp: %+v", b)
	}
	for _, b := range []packing.Box{mugs, lamp} {
		office.Call("Packing/CloseBox", packing.CloseReq{PlanID: r.Plan.ID, BoxID: b.ID})
	}
	done := testkit.Into[packing.PlanResp](t, office.Call("Packing/Plan", obj{"PlanId": r.Plan.ID}))
	if done.Plan.State != packing.Verified || done.Plan.Scanned != 3 || done.Plan.Packed != 2 || done.Boxes[0].State != packing.Closed {
		t.Fatalf("verified: %+v", done.Plan)
	}
	if f := office.Refused("Packing/DropPlan", obj{"PlanId": r.Plan.ID}); f.Code != "packing-verified" {
		t.Fatalf("dropped what is packed: %v", f)
	}
	k.Pass(8 * 24 * 3600e9)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		n, err := k.App.Packing.LeaveWindow(ctx, tx)
		if n != 1 || err != nil {
			t.Errorf("plans that left: %d %v", n, err)
		}
		return nil
	})
}

// Of two contents that one code names, the one that still takes a piece gets it. The twin is in web/src/packing/verify/scanned.test.ts.
func TestVerify_OneCodeTwoContents(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	k.As("admin@demo.test").Call("Packing/SaveItem", obj{"Code": "PIN", "Barcodes": []string{"CUP"}})
	add(t, office, "PK-9", item("PIN", 1, 3, 3, 3, 1), item("CUP", 1, 3, 3, 3, 1))
	r := build(t, office, packing.BuildReq{Number: "PK-9"})
	scan := packing.ScanReq{PlanID: r.Plan.ID, BoxID: r.Boxes[0].ID, Code: "CUP"}
	office.Call("Packing/Scan", scan)
	if b := testkit.Into[packing.Box](t, office.Call("Packing/Scan", scan)); len(b.Contents.V) != 2 || b.Contents.V[0].Scanned != 1 || b.Contents.V[1].Scanned != 1 {
		t.Fatalf("two scans: %+v", b.Contents.V)
	}
	if f := office.Refused("Packing/Scan", scan); f.Code != "packing-too-many" {
		t.Fatalf("a third: %v", f)
	}
}

func TestSettings(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	size := func(l, w, h float64) obj {
		return obj{"length": milli(l, "in"), "width": milli(w, "in"), "height": milli(h, "in")}
	}
	tube := obj{"Code": "tube-1", "Kind": "carton", "Name": "Tube", "Inner": size(30, 4, 4), "Tare": milli(0.5, "lb"), "Gross": milli(20, "lb"), "PriceMinor": 80, "New": true}
	if got := testkit.Into[packing.Type](t, admin.Call("Packing/SaveType", tube)); got.ID != "TUBE-1" || got.Outer.V != got.Inner.V {
		t.Fatalf("tube: %+v", got)
	}
	if f := admin.Refused("Packing/SaveType", tube); f.Code != "packing-type-exists" {
		t.Fatalf("twice: %v", f)
	}
	for name, bad := range map[string]obj{
		"no size": {"Inner": size(0, 4, 4)}, "thicker inside": {"Outer": size(20, 4, 4)}, "heavier empty": {"Gross": milli(0.4, "lb")}, "no name": {"Name": " "}, "a code of signs": {"Code": "??"}} {
		req := obj{}
		for k, v := range tube {
			req[k] = v
		}
		for k, v := range bad {
			req[k] = v
		}
		if f := admin.Refused("Packing/SaveType", req); f.Status != 422 {
			t.Errorf("%s: %v", name, f)
		}
	}
	rules := testkit.Into[packing.Rules](t, admin.Call("Packing/Rules", obj{}))
	if rules.Goal != engine.Cheapest || rules.Divisor != 139 {
		t.Fatalf("rules: %+v", rules)
	}
	rules.Rates = []packing.Rate{{UpTo: 5, Minor: 900}, {UpTo: 5, Minor: 800}}
	if f := admin.Refused("Packing/SaveRules", rules); f.Status != 422 {
		t.Fatalf("weights that do not rise: %v", f)
	}
	if f := k.As("office@demo.test").Refused("Packing/SaveRules", rules); f.Status != 403 {
		t.Fatalf("office sets rules: %v", f)
	}
	admin.Call("Packing/SaveItem", obj{"Code": "x1", "Group": "food", "Upright": true})
	if f := admin.Refused("Packing/SaveItem", obj{"Code": "x1", "New": true}); f.Code != "packing-type-exists" {
		t.Fatalf("a new item that there is: %v", f)
	}
	admin.Call("Packing/SaveItem", obj{"Code": "x2", "Barcodes": []string{"036000291452"}})
	if f := admin.Refused("Packing/SaveItem", obj{"Code": "X1", "Barcodes": []string{"00036000291452"}}); f.Status != 422 || f.Fields[0].Code != "packing-barcode-taken" {
		t.Fatalf("one bar code of two items: %v", f)
	}
	admin.Call("Packing/SaveItem", obj{"Code": "x2", "Barcodes": []string{"036000291452", "ALSO"}})
	admin.Call("Packing/DeleteItem", obj{"Code": "X1"})
	if f := admin.Refused("Packing/DeleteItem", obj{"Code": "X1"}); f.Code != "packing-item-unknown" {
		t.Fatalf("deleted twice: %v", f)
	}
}
