package order_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lading/server/order"
	"lading/server/store"
	"lading/server/testkit"
)

func items(name string) []fields {
	return []fields{{"description": name, "pieces": 2, "weight": fields{"milli": 5000, "unit": "lb"}}}
}

func TestSave_OfTwoPeopleTheSecondIsAsked(t *testing.T) {
	k := world(t)
	office, admin := k.As("office@demo.test"), k.As("admin@demo.test")
	o := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", add("A-1", "ATL")))
	equal(t, "a new order", o.Rev, 1)
	first := testkit.Into[order.Order](t, office.Call("Shipment/SaveItemDetails", fields{"OrderId": o.ID, "Seen": 1, "Items": items("Nuts")}))
	equal(t, "saved", first.Rev, 2)
	f := admin.Refused("Shipment/UpdatePendingOrder", fields{"OrderId": o.ID, "Seen": 1, "Carrier": "saia"})
	equal(t, "the second", f.Code, "order-changed-meanwhile")
	stands, ok := f.Row.(order.Order)
	if !ok || stands.Rev != 2 || stands.Items.V[0].Description != "Nuts" || stands.ChangedBy != office.By.Name {
		t.Errorf("what stands goes along: %+v", f.Row)
	}
	second := testkit.Into[order.Order](t, admin.Call("Shipment/UpdatePendingOrder", fields{"OrderId": o.ID, "Seen": 2, "Carrier": "saia"}))
	equal(t, "decided", second.Carrier+" "+second.Items.V[0].Description, "SAIA Nuts")
	// A device of an older app says nothing of what it saw.
	office.Call("Shipment/SaveItemDetails", fields{"OrderId": o.ID, "Items": items("Bolts")})
}

func TestUpdate_AThirdPartyThatPaysIsNamed(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	o := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", add("A-1", "ATL")))
	update := func(f fields) string {
		f["OrderId"] = o.ID
		r := office.Refused("Shipment/UpdatePendingOrder", f)
		return r.Fields[0].Field + " " + r.Fields[0].Code
	}
	equal(t, "nobody", update(fields{"PaymentType": "T"}), "Billto third-party-needs-bill-to")
	payer := fields{"name": "Umbrella", "street": "1 Ledger Way", "city": "Boise", "state": "ID", "country": "US"}
	equal(t, "half an address", update(fields{"PaymentType": "T", "Billto": payer}), "Billto.zip field-required")
	payer["zip"] = "83702"
	n := testkit.Into[order.Order](t, office.Call("Shipment/UpdatePendingOrder", fields{"OrderId": o.ID, "PaymentType": "T", "Billto": payer}))
	equal(t, "who pays", n.BillTo.V.Name+" "+n.BillTo.V.Zip, "Umbrella 83702")
	equal(t, "taken away", update(fields{"Billto": fields{"name": " "}}), "Billto.name field-required")

	// Orders that somebody else pays for do not go together.
	other := add("A-2", "ATL")
	other["PaymentType"], other["Billto"] = "T", fields{"name": "Acme", "street": "2 Ledger Way", "city": "Boise", "zip": "83702"}
	b := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", other)).ID
	equal(t, "apart", office.Refused("Shipment/ConsolidateandDeconsolidateOrders", fields{"OrderIds": []string{o.ID, b}, "Flag": "consolidate"}).Code, "orders-differ-bill-to")
	delete(other["Billto"].(fields), "street")
	other["OrderNumber"] = "A-3"
	equal(t, "a new one", office.Refused("Shipment/AddNewOrder", other).Fields[0].Field, "Billto.street")
}

func TestUpdate_ChangesOnlyWhatIsNamed(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	o := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", add("A-1", "ATL")))
	n := testkit.Into[order.Order](t, office.Call("Shipment/UpdatePendingOrder", fields{"OrderId": o.ID, "ShipOn": "2026-11-25", "DueOn": "2026-11-30", "References": []string{"PO-7"}}))
	equal(t, "days", n.ShipOn+" "+n.DueOn, "2026-11-25 2026-11-30")
	equal(t, "the rest", n.Consignee.V.Name+" "+string(n.State)+" "+n.Refs.V[0], "Globex open PO-7")
	for field, req := range map[string]fields{
		"DueOn":          {"OrderId": o.ID, "DueOn": "2026-11-01"},
		"ShipOn":         {"OrderId": o.ID, "ShipOn": "25/11/2026"},
		"Consignee.city": {"OrderId": o.ID, "Consignee": fields{"name": "a", "street": "b", "zip": "1"}},
		"PaymentType":    {"OrderId": o.ID, "PaymentType": "Z"},
	} {
		if f := office.Refused("Shipment/UpdatePendingOrder", req); f.Status != 422 || f.Fields[0].Field != field {
			t.Errorf("%s: %v", field, f)
		}
	}
}

func TestEditItems_KeepsWhatIsNotCompleteYet(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	req := add("A-1", "ATL")
	delete(req, "Items")
	o := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", req))
	half := []fields{{"description": "Nuts", "weight": fields{"milli": 0}}}
	o = testkit.Into[order.Order](t, office.Call("Shipment/EditItemDetails", fields{"OrderId": o.ID, "Items": half}))
	equal(t, "still waits", string(o.State)+" "+o.Items.V[0].Description, "pending Nuts")
	equal(t, "to be set", office.Refused("Shipment/SaveItemDetails", fields{"OrderId": o.ID, "Items": half}).Fields[0].Code, "item-without-weight")
	o = testkit.Into[order.Order](t, office.Call("Shipment/SaveItemDetails", fields{"OrderId": o.ID, "Items": items("Nuts")}))
	equal(t, "set", o.State, "open")
	equal(t, "an open one stays complete", office.Refused("Shipment/EditItemDetails", fields{"OrderId": o.ID, "Items": half}).Fields[0].Code, "item-without-weight")
	equal(t, "and is not emptied", office.Refused("Shipment/EditItemDetails", fields{"OrderId": o.ID, "Items": []fields{}}).Fields[0].Code, "field-required")
}

func TestConsolidate_OrdersAreBuiltTogetherOrNotAtAll(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	id := func(number string, change func(fields)) string {
		req := add(number, "ATL")
		if change != nil {
			change(req)
		}
		return testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", req)).ID
	}
	a, b, c := id("A-1", nil), id("A-2", nil), id("A-3", nil)
	far := id("A-4", func(r fields) { r["PaymentType"] = "C" })
	both := func(flag string, ids ...string) fields { return fields{"OrderIds": ids, "Flag": flag} }
	equal(t, "one alone", office.Refused("Shipment/ConsolidateandDeconsolidateOrders", both("consolidate", a)).Fields[0].Code, "orders-too-few")
	equal(t, "other terms", office.Refused("Shipment/ConsolidateandDeconsolidateOrders", both("consolidate", a, far)).Code, "orders-differ-terms")
	office.Call("Shipment/ConsolidateandDeconsolidateOrders", both("consolidate", a, b))
	office.Call("Shipment/ConsolidateandDeconsolidateOrders", both("consolidate", c, a)) // the second of the first pair comes along
	group := testkit.Into[[]order.Order](t, office.Call("Shipment/GetConsolidateOrderData", fields{"OrderId": b}))
	equal(t, "all three", len(group), 3)

	f := office.Refused("Shipment/BuildShipment", fields{"OrderIds": []string{a}})
	equal(t, "a part", f.Code, "order-consolidated")
	equal(t, "the others", f.Params["others"], "A-2, A-3")
	equal(t, "elsewhere", office.Refused("Shipment/UpdatePendingOrder", fields{"OrderId": b, "PaymentType": "C"}).Code, "orders-differ-terms")

	office.Call("Shipment/ConsolidateandDeconsolidateOrders", both("deconsolidate", c))
	office.Call("Shipment/BuildShipment", fields{"OrderIds": []string{c}})
	office.Call("Shipment/BuildShipment", fields{"OrderIds": []string{b, a}})
	equal(t, "built", office.Refused("Shipment/ConsolidateandDeconsolidateOrders", both("deconsolidate", a)).Code, "order-already-built")
}

func TestConsolidate_WhoLeftAGroupDoesNotBringItIntoAnother(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	var id [5]string
	for i := range id {
		id[i] = testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", add(fmt.Sprint("B-", i), "ATL"))).ID
	}
	set := func(flag string, ids ...string) {
		office.Call("Shipment/ConsolidateandDeconsolidateOrders", fields{"OrderIds": ids, "Flag": flag})
	}
	set("consolidate", id[0], id[1], id[2])
	set("deconsolidate", id[0])
	set("consolidate", id[0], id[3])
	equal(t, "the new group", len(testkit.Into[[]order.Order](t, office.Call("Shipment/GetConsolidateOrderData", fields{"OrderId": id[0]}))), 2)
	equal(t, "the old one", len(testkit.Into[[]order.Order](t, office.Call("Shipment/GetConsolidateOrderData", fields{"OrderId": id[1]}))), 2)
}

// More than can be chosen or built at once, since whoever goes with one of them comes along: all of it is taken back in one call, or nothing.
func TestConsolidate_AJoinOfVeryManyIsTakenBackWhole(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	const n = 230
	ids := make([]string, n)
	for i := range ids {
		ids[i] = testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", add(fmt.Sprintf("C-%03d", i), "ATL"))).ID
	}
	const path = "Shipment/ConsolidateandDeconsolidateOrders"
	size := func(i int) int {
		return len(testkit.Into[[]order.Order](t, office.Call("Shipment/GetConsolidateOrderData", fields{"OrderId": ids[i]})))
	}
	join := func(ids ...string) (work uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		office.Call(path, fields{"OrderIds": ids, "Flag": "consolidate"})
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	join(ids[:100]...)
	if first, again := join(ids[100:228]...), join(ids[100:228]...); again > 3*first { // not each of them with all of them
		t.Errorf("what goes together already is joined with %d times the work", again/first)
	}
	office.Call(path, fields{"OrderIds": []string{ids[0], ids[100], ids[229]}, "Flag": "consolidate"})
	equal(t, "all that went with them", size(0), 229)

	back := fields{"OrderIds": slices.Concat(ids[:228], ids[229:]), "Flag": "deconsolidate", "Groups": [][]string{ids[:100], ids[100:228]}}
	// One of them cannot go with the others any more: nothing changes.
	office.Call(path, fields{"OrderIds": ids[5:6], "Flag": "deconsolidate"})
	office.Call("Shipment/UpdatePendingOrder", fields{"OrderId": ids[5], "PaymentType": "C"})
	equal(t, "not as it was", office.Refused(path, back).Code, "orders-differ-terms")
	equal(t, "nothing was done", size(0), 228)
	office.Call("Shipment/UpdatePendingOrder", fields{"OrderId": ids[5], "PaymentType": "P"})

	office.Call(path, back)
	equal(t, "each group again", fmt.Sprint(size(0), size(5), size(150), size(229)), "100 100 128 1")
	for _, wrong := range [][][]string{{{ids[0], ids[228]}}, {{ids[0], ids[1]}, {ids[1], ids[2]}}} {
		back["Groups"] = wrong
		equal(t, "a group of others", office.Refused(path, back).Fields[0].Code, "field-malformed")
	}
}

func TestConsolidate_TakingBackLeavesWhatSomebodyElseHasJoinedSince(t *testing.T) {
	k := world(t)
	office, other := k.As("office@demo.test"), k.As("admin@demo.test")
	var id [3]string
	for i := range id {
		id[i] = testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", add(fmt.Sprint("B-", i), "ATL"))).ID
	}
	const path = "Shipment/ConsolidateandDeconsolidateOrders"
	joined := testkit.Into[[]order.Order](t, office.Call(path, fields{"OrderIds": id[:2], "Flag": "consolidate"}))
	seen := map[string]string{id[0]: joined[0].Together, id[1]: joined[1].Together}
	other.Call(path, fields{"OrderIds": id[1:], "Flag": "consolidate"})
	back := fields{"OrderIds": id[:2], "Flag": "deconsolidate", "Seen": seen}
	equal(t, "joined anew", office.Refused(path, back).Code, "order-changed-meanwhile")
	group := testkit.Into[[]order.Order](t, office.Call("Shipment/GetConsolidateOrderData", fields{"OrderId": id[2]}))
	equal(t, "what the other has joined", len(group), 3)
	for _, o := range group {
		seen[o.ID] = o.Together
	}
	office.Call(path, back)
	equal(t, "as it was seen", len(testkit.Into[[]order.Order](t, office.Call("Shipment/GetConsolidateOrderData", fields{"OrderId": id[0]}))), 1)
}

func TestConsolidate_AGroupIsFoundInItsIndex(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	heard := testkit.Prepared(t, func() {
		var ids []string
		for _, number := range []string{"A-1", "A-2", "A-3"} {
			ids = append(ids, testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", add(number, "ATL"))).ID)
		}
		office.Call("Shipment/ConsolidateandDeconsolidateOrders", fields{"OrderIds": ids, "Flag": "consolidate"})
		office.Call("Shipment/GetConsolidateOrderData", fields{"OrderId": ids[0]})
		office.Call("Shipment/ConsolidateandDeconsolidateOrders", fields{"OrderIds": ids[:1], "Flag": "deconsolidate"})
	})
	heard = slices.DeleteFunc(heard, func(sql string) bool { return !strings.Contains(sql, "WHERE together ") })
	if len(heard) < 2 {
		t.Fatalf("overheard: %v", heard)
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for _, sql := range heard {
			plan, err := testkit.Plan(ctx, tx, sql)
			if err != nil {
				return err
			}
			for _, step := range plan {
				if strings.Contains(step.Detail, "order_open") && !strings.Contains(step.Detail, "order_open_together (together=?)") {
					t.Errorf("%s: %s", step.Detail, sql)
				}
			}
		}
		return nil
	})
}

func TestConsolidate_NobodyIsLeftAlone(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	a := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", add("A-1", "ATL")))
	b := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", add("A-2", "ATL")))
	office.Call("Shipment/ConsolidateandDeconsolidateOrders", fields{"OrderIds": []string{a.ID, b.ID}, "Flag": "consolidate"})
	taken := testkit.Into[[]order.Order](t, k.As("admin@demo.test").Call("Shipment/ConsolidateandDeconsolidateOrders", fields{"OrderIds": []string{a.ID}, "Flag": "deconsolidate"}))
	o := testkit.Into[order.Order](t, office.Call("Shipment/GetOrderByOrderNumber", fields{"OrderNumber": "A-2"}))
	equal(t, "the other", o.Together, "")
	equal(t, "whose doing", o.ChangedBy, taken[0].ChangedBy)
}

func master(t *testing.T, p *testkit.Person) []order.CatalogueItem {
	t.Helper()
	return testkit.Into[order.ItemsResp](t, p.Call("Shipment/TlxTmsExtraInfoDetails", fields{"flag": "load", "CLIENTID": "1", "USERID": "x"})).Items
}

func TestItems_OwnAndCommon(t *testing.T) {
	k := world(t)
	office, admin := k.As("office@demo.test"), k.As("admin@demo.test")
	paint := fields{"flag": "add", "ItemCode": "PNT", "Description": "Paint", "ItemClass": "55", "NMFCCode": "149980 sub 2", "Weight": fields{"milli": 43333, "unit": "lb"}}
	office.Call("Shipment/TlxTmsExtraInfoDetails", paint)
	equal(t, "one's own is nobody else's", len(master(t, admin)), 0)
	equal(t, "twice", office.Refused("Shipment/TlxTmsExtraInfoDetails", paint).Code, "item-code-taken")
	paint["flag"] = "addToCommon"
	office.Call("Shipment/TlxTmsExtraInfoDetails", paint)
	list := master(t, admin)
	equal(t, "a common one is", len(list), 1)
	equal(t, "number and package", list[0].NMFC+" "+list[0].PackageType, "149980-02 CTN")
	admin.Call("Shipment/TlxTmsExtraInfoDetails", fields{"flag": "update", "ItemId": list[0].ID, "ItemCode": "PNT", "Description": "Paint, white", "ItemClass": "60"})
	equal(t, "changed", master(t, admin)[0].Description, "Paint, white")
	v := testkit.Into[order.NMFCResp](t, office.Call("Shipment/IsValidNMFC", fields{"NMFC": "149980-2"}))
	equal(t, "its number", v, order.NMFCResp{Status: "success", Valid: true, NMFC: "149980-02", Items: []order.NMFCItem{{NMFC: "149980-02", Description: "Paint", Class: "55"}}})
	equal(t, "no number", testkit.Into[order.NMFCResp](t, office.Call("Shipment/IsValidNMFC", fields{"NMFC": "bad"})).Valid, false)
	rows := testkit.Into[order.NMFCResp](t, office.Call("Shipment/GetFilteredNMFCSubMasterDetails", fields{"NMFC": "1499", "Description": "pai"})).Items
	equal(t, "found", len(rows), 1)
	admin.Call("Shipment/TlxTmsExtraInfoDetails", fields{"flag": "delete", "ItemCode": "PNT"})
	equal(t, "deleted", len(master(t, admin)), 0)
	equal(t, "the own one stays", len(master(t, office)), 1)
	for field, change := range map[string]fields{"ItemCode": {"ItemCode": " "}, "Description": {"Description": ""}, "ItemClass": {"ItemClass": "71"}, "NMFCCode": {"NMFCCode": "x"}, "Weight": {"Weight": fields{"milli": 1, "unit": "stone"}}, "Length": {"Length": fields{"milli": 1, "unit": "lb"}}} {
		req := fields{"flag": "add", "ItemCode": "X", "Description": "Y"}
		for n, v := range change {
			req[n] = v
		}
		if f := office.Refused("Shipment/TlxTmsExtraInfoDetails", req); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %v", field, f)
		}
	}
}

func TestItemFile_GoodRowsComeInAndBadOnesAreNamed(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	head := "Item code,Customer,Description,Package type,Class,NMFC,Weight,Weight unit,Length,Width,Height,Size unit,Stackable\n"
	csv := head + "BLT,,Bolts,ctn,70,,1.25,lb,,,,,yes\nNUT,,Nuts,,71,,,,,,,,\nWSH,,Washers,,,,abc,,,,,,\nBLT,,Bolts again,,,,,,,,,,\n"
	r := testkit.Into[order.InsertResp](t, office.Upload("Shipment/InsertItem", "items.csv", []byte(csv), map[string]string{"flag": "add"}))
	equal(t, "in", r.Added, 1)
	var wrong []string
	for _, e := range r.Errors {
		wrong = append(wrong, e.Field+" "+e.Code)
	}
	equal(t, "named", strings.Join(wrong, "; "), "ItemClass order-class-invalid; Weight order-number-invalid; ItemCode rowfile-double")
	r = testkit.Into[order.InsertResp](t, office.Upload("Shipment/InsertItem", "items.csv", []byte(head+"BLT,,Bolts M8,,,,2,kg,,,,,\n"), map[string]string{"flag": "add"}))
	equal(t, "left alone", r.Kept, 1)
	r = testkit.Into[order.InsertResp](t, office.Upload("Shipment/InsertItem", "items.csv", []byte(head+"BLT,,Bolts M8,,,,2,kg,,,,,\n"), map[string]string{"flag": "update"}))
	equal(t, "changed", r.Changed, 1)
	list := master(t, office)
	equal(t, "as the file says", list[0].Description+" "+list[0].Weight.V.String(), "Bolts M8 2 kg")
	r = testkit.Into[order.InsertResp](t, office.Upload("Shipment/InsertBoundItem", "items.csv", []byte(head+"BLT,NGHS,Bolts for one,,,,2,kg,,,,,\nX,,Nobody's,,,,,,,,,,\n"), map[string]string{"flag": "add"}))
	equal(t, "bound", r.Added, 1)
	equal(t, "to nobody", r.Errors[0].Field, "Customer")
	if _, err := office.TryUpload("Shipment/InsertItem", "items.csv", []byte("a,b\n1,2\n"), map[string]string{"flag": "add"}); err == nil {
		t.Error("a file without the columns was taken")
	}
}

func TestTemplates(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	cols := func(keys ...string) (out []fields) {
		for _, k := range keys {
			out = append(out, fields{"key": k})
		}
		return out
	}
	made := testkit.Into[order.Template](t, office.Call("Order/SaveTemplate", fields{"Name": "Paint", "Columns": cols("number", "description", "weight")}))
	equal(t, "the same name", office.Refused("Order/SaveTemplate", fields{"Name": "Paint", "Columns": cols("number")}).Code, "template-name-taken")
	equal(t, "no number", office.Refused("Order/SaveTemplate", fields{"Name": "B", "Columns": cols("weight")}).Fields[0].Code, "template-without-number")
	equal(t, "no such column", office.Refused("Order/SaveTemplate", fields{"Name": "B", "Columns": cols("number", "colour")}).Fields[0].Code, "template-column-unknown")
	office.Call("Order/SaveTemplate", fields{"TemplateId": made.ID, "Name": "Paints", "Columns": cols("number", "weight")})
	r := testkit.Into[order.TemplatesResp](t, office.Call("Shipment/GetPendingOrderColumnDetails", fields{}))
	equal(t, "kept", r.Templates[0].Name, "Paints")
	equal(t, "its columns", len(r.Templates[0].Columns.V), 2)
	office.Call("Order/DropTemplate", fields{"TemplateId": made.ID})
	equal(t, "gone", office.Refused("Order/DropTemplate", fields{"TemplateId": made.ID}).Code, "template-unknown")
}
