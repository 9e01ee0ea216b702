package org_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/document"
	"lading/server/kit/fail"
	"lading/server/kit/record"
	"lading/server/op"
	"lading/server/org"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func ask[T any](k *testkit.Kit, sql string, args ...any) (out T) {
	k.T.Helper()
	k.Write("1", func(ctx context.Context, tx *store.Tx) (err error) {
		out, _, err = store.Get[T](ctx, tx, sql, args...)
		return err
	})
	return out
}

func details(t *testing.T, p *testkit.Person, req org.DataReq) org.DataResp {
	return testkit.Into[org.DataResp](t, p.Call("DataAdmin/GetOrderDetailsByShipment", req))
}

func value(t *testing.T, r record.Entry, path string) string {
	t.Helper()
	v, ok := record.Value(r.Fields, path)
	if !ok {
		t.Fatalf("%s %s has no %s", r.Kind, r.Number, path)
	}
	return v
}

func TestDataAdmin_AnyFieldOfAnOrderIsCorrectedSeenAsItWasAndUndone(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	number := ask[string](k, `SELECT number FROM order_open WHERE state = 'open' AND together = '' LIMIT 1`)
	o := details(t, admin, org.DataReq{OrderNumber: number}).Orders[0]
	city, before := value(t, o, "Consignee.city"), k.Now()
	k.Pass(time.Hour)

	r := testkit.Into[org.CorrectedResp](t, admin.Call("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "order", ID: o.ID, Seen: o.Seen, Reason: "Typed wrong",
		Fields: []record.Set{{Path: "Consignee.city", Value: "Sparks"}, {Path: "References[4]", Value: "REF-5"}, {Path: "Items[0].weight", Value: "812.5 lb"}, {Path: "Items[0].CBM", Value: "2"}, {Path: "Items[0].linearFeet", Value: "4.5 ft"}}}))
	if value(t, r.Record, "Items[0].CBM") != "2 m3" || value(t, r.Record, "Items[0].linearFeet") != "4.5 ft" {
		t.Errorf("the room: %v", r.Record.Fields)
	}
	if value(t, r.Record, "Consignee.city") != "Sparks" || value(t, r.Record, "References[4]") != "REF-5" || value(t, r.Record, "Items[0].weight") != "812.5 lb" {
		t.Errorf("%v", r.Record.Fields)
	}
	if got := ask[string](k, `SELECT weight FROM order_open WHERE id = ?`, o.ID); got == "" {
		t.Error("no weight")
	}

	f := admin.Refused("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "order", ID: o.ID, Seen: o.Seen, Reason: "Late", Fields: []record.Set{{Path: "Customer", Value: "Another"}}})
	if f.Code != "order-changed-meanwhile" || f.Row == nil {
		t.Errorf("a second correction of what was seen before: %s, row %v", f.Code, f.Row)
	}

	was := testkit.Into[record.Entry](t, admin.Call("DataAdmin/AsOf", org.AsOfReq{RecordReq: org.RecordReq{Kind: "order", ID: o.ID}, At: before.Format(time.RFC3339)}))
	now := testkit.Into[record.Entry](t, admin.Call("DataAdmin/AsOf", org.AsOfReq{RecordReq: org.RecordReq{Kind: "order", ID: o.ID}, At: k.Now().Format(time.RFC3339)}))
	if value(t, was, "Consignee.city") != city || value(t, now, "Consignee.city") != "Sparks" {
		t.Errorf("as of before %q, now %q", value(t, was, "Consignee.city"), value(t, now, "Consignee.city"))
	}

	undo := org.UndoDataReq{CorrectionID: r.Correction.ID, Seen: r.Record.Seen, Reason: "It was right"}
	back := testkit.Into[org.CorrectedResp](t, admin.Call("DataAdmin/Undo", undo))
	if len(record.Diff(o.Fields, back.Record.Fields)) != 0 {
		t.Errorf("undone, it differs by %v", record.Diff(o.Fields, back.Record.Fields))
	}
	undo.Seen = back.Record.Seen
	if f := admin.Refused("DataAdmin/Undo", undo); f.Code != "data-correction-undone" {
		t.Errorf("undone twice: %s", f.Code)
	}
	all := testkit.Into[[]org.Changed](t, admin.Call("DataAdmin/History", org.RecordReq{Kind: "order", ID: o.ID}))
	if len(all) != 2 || all[0].Correction == nil || all[1].Correction == nil || !all[1].Undone || all[0].Undone || all[1].Correction.Reason != "Typed wrong" || all[1].By == "" {
		t.Errorf("history %+v", all)
	}
}

func TestDataAdmin_ACorrectionIsJudgedAsAnyWayIn(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	o := details(t, admin, org.DataReq{OrderNumber: ask[string](k, `SELECT number FROM order_open WHERE state = 'open' LIMIT 1`)}).Orders[0]
	s := details(t, admin, org.DataReq{ShipmentID: ask[string](k, `SELECT number FROM shipment WHERE status = 'A' AND inbound = 0 LIMIT 1`)}).Shipment
	for _, c := range []struct {
		of          record.Entry
		path, value string
		code        string
	}{
		{o, "Consignee.zip", "ABC", "zip-malformed"}, {o, "Consignee.name", "", "field-required"}, {o, "Items[0].weight", "", "item-without-weight"}, {o, "Items[0].weight", "12 stone", "weight-unit-unknown"},
		{o, "PaymentType", "X", "field-not-offered"}, {o, "ShipOn", "yesterday", "field-not-day"}, {o, "WHSE", "DAL", "field-not-here"}, {o, "Items[99].weight", "1 lb", "field-not-here"},
		{o, "Items[0].classBy", "density", "field-not-here"}, {o, "OrderNumber", "", "field-required"}, {o, "Items[0].pieces", "many", "field-malformed"},
		{*s, "Destination.zip", "ABC", "zip-malformed"}, {*s, "BOL", "", "field-required"}, {*s, "Carrier", "NONE", "carrier-unknown"}, {*s, "PickupByFromTime", "25:00", "field-not-clock"},
		{*s, "Status", "D", "field-not-here"}, {*s, "EmergencyPhone", "call me", "emergency-phone-invalid"},
		{o, "Items[0].CBM", "2 gal", "field-malformed"}, {*s, "Items[0].linearFeet", "2 kg", "field-malformed"},
	} {
		f := admin.Refused("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: c.of.Kind, ID: c.of.ID, Seen: c.of.Seen, Reason: "Trial", Fields: []record.Set{{Path: "Customer", Value: "Half"}, {Path: c.path, Value: c.value}}})
		if !slices.ContainsFunc(f.Fields, func(x fail.Field) bool { return x.Field == c.path && x.Code == c.code }) {
			t.Errorf("%s %s = %q: %v", c.of.Kind, c.path, c.value, f)
		}
	}
	again := details(t, admin, org.DataReq{OrderNumber: o.Number}).Orders[0]
	if len(record.Diff(o.Fields, again.Fields)) > 0 || again.Seen != o.Seen {
		t.Error("a refused correction left something behind")
	}
}

func TestDataAdmin_AShipmentIsCorrectedWhereverItIs(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	for _, status := range []string{"S", "Q", "T", "M", "A", "D"} {
		number := ask[string](k, `SELECT number FROM shipment WHERE status = ? AND inbound = 0 AND on_dock = 0 LIMIT 1`, status)
		if number == "" {
			continue
		}
		s := details(t, admin, org.DataReq{ShipmentID: number}).Shipment
		r := testkit.Into[org.CorrectedResp](t, admin.Call("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "shipment", ID: s.ID, Seen: s.Seen, Reason: "Consignee moved",
			Fields: []record.Set{{Path: "Destination.street", Value: "77 New Street"}, {Path: "References[0]", Value: "CORRECTED"}, {Path: "Items[0].description", Value: "Corrected goods"}}}))
		if value(t, r.Record, "Destination.street") != "77 New Street" || value(t, r.Record, "Items[0].description") != "Corrected goods" || r.Record.State != status && status != "M" {
			t.Errorf("%s: %+v", status, r.Record)
		}
		event := ask[string](k, `SELECT kind FROM shipment_event WHERE shipment_id = ? AND kind = 'data-corrected'`, s.ID)
		if event == "" {
			t.Errorf("%s: its chain of events does not say so", status)
		}
		if found := details(t, admin, org.DataReq{ShipmentID: number}); found.Shipment.Seen != r.Record.Seen {
			t.Errorf("%s: %s is not %s", status, found.Shipment.Seen, r.Record.Seen)
		}
	}
	archived := ask[string](k, `SELECT number FROM shipment WHERE status IN ('S', 'Q', 'O') LIMIT 1`)
	s := details(t, admin, org.DataReq{ShipmentID: archived}).Shipment
	admin.Call("Shipment/ArchiveShipment", map[string]any{"ShipmentId": s.ID, "Reason": "Wrong"})
	s = details(t, admin, org.DataReq{ShipmentID: archived}).Shipment
	if f := admin.Refused("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "shipment", ID: s.ID, Seen: s.Seen, Reason: "Late", Fields: []record.Set{{Path: "Customer", Value: "X"}}}); f.Code != "shipment-status-refused" {
		t.Errorf("a void shipment: %s", f.Code)
	}
}

// What was entered under an earlier rule, and is not touched, does not stand in the way of another field.
func TestDataAdmin_AFieldThatStaysIsNotJudgedAnew(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	number := ask[string](k, `SELECT number FROM shipment WHERE status = 'A' AND inbound = 0 LIMIT 1`)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET pickup_from = '09:00', pickup_to = '09:00', emergency_phone = '555-0100 555-0100' WHERE number = ?`, number)
		return err
	})
	s := details(t, admin, org.DataReq{ShipmentID: number}).Shipment
	correct := func(path, value string) org.CorrectDataReq {
		return org.CorrectDataReq{Kind: "shipment", ID: s.ID, Seen: s.Seen, Reason: "Trial", Fields: []record.Set{{Path: path, Value: value}}}
	}
	for path, value := range map[string]string{"PickupTo": "08:59", "EmergencyPhone": "555-0100 555-0101"} {
		if f := admin.Refused("DataAdmin/SaveAllDataFields", correct(path, value)); len(f.Fields) != 1 || f.Fields[0].Field != path {
			t.Errorf("%s: %+v", path, f)
		}
	}
	admin.Call("DataAdmin/SaveAllDataFields", correct("Customer", "Named"))
}

func TestDataAdmin_AnotherCarrierOfAnOfferedLoadTakesItOver(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	number := ask[string](k, `SELECT number FROM shipment WHERE status = 'T' AND inbound = 0 AND signed_at IS NULL LIMIT 1`)
	s := details(t, admin, org.DataReq{ShipmentID: number}).Shipment
	was := value(t, *s, "Carrier")
	other := ask[string](k, `SELECT id FROM carrier WHERE id <> ? AND id IN (SELECT carrier FROM shipment) LIMIT 1`, was)
	r := testkit.Into[org.CorrectedResp](t, admin.Call("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "shipment", ID: s.ID, Seen: s.Seen, Reason: "Another truck came", Fields: []record.Set{{Path: "Carrier", Value: other}}}))
	if value(t, r.Record, "Carrier") != other || value(t, r.Record, "PRONumber") != "" || value(t, r.Record, "BOL") == "" {
		t.Errorf("%v", record.Diff(s.Fields, r.Record.Fields))
	}
	f := admin.Refused("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "shipment", ID: s.ID, Seen: r.Record.Seen, Reason: "No day", Fields: []record.Set{{Path: "ShipOn", Value: ""}}})
	if len(f.Fields) != 1 || f.Fields[0].Field != "ShipOn" {
		t.Errorf("a load without its day: %v", f)
	}
}

func TestDataAdmin_AsksForItsRightAndStaysInItsOrganisation(t *testing.T) {
	k := testkit.Demo(t)
	number := ask[string](k, `SELECT id FROM shipment LIMIT 1`)
	for _, who := range []string{"office@demo.test", "dock@demo.test", "audit@demo.test"} {
		p := k.As(who)
		if f := p.Refused("DataAdmin/GetOrderDetailsByShipment", org.DataReq{ShipmentID: number}); f.Code != "no-right" {
			t.Errorf("%s: %s", who, f.Code)
		}
		if testkit.Into[org.DataAdminResp](t, p.Call("DataAdmin/IsDataAdminEnabled", op.None{})).Enabled {
			t.Errorf("%s may correct data", who)
		}
	}
	if !testkit.Into[org.DataAdminResp](t, k.As("admin@demo.test").Call("DataAdmin/IsDataAdminEnabled", op.None{})).Enabled {
		t.Error("the administrator may not")
	}
	if f := k.As("admin@other.test").Refused("DataAdmin/GetOrderDetailsByShipment", org.DataReq{ShipmentID: number}); f.Code != "shipment-unknown" {
		t.Errorf("another organisation: %s", f.Code)
	}
}

func TestDataAdmin_AGroupSeesTheFieldsThatItsHeadersShow(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	group := admin.By.Group
	h := testkit.Into[org.HeadersResp](t, admin.Call("DataAdmin/GetConfigurableHeaders", org.HeadersReq{Role: group, Kind: "order"}))
	if len(h.Headers) < 20 || slices.ContainsFunc(h.Headers, func(x org.Header) bool { return x.Hidden || x.Label != "" }) {
		t.Fatalf("%+v", h)
	}
	save := org.SaveHeadersReq{HeadersReq: org.HeadersReq{Role: group, Kind: "order"}, Headers: []org.Header{{Field: "Customer", Label: "Account"}, {Field: "Items[].description", Hidden: true}}}
	for _, bad := range []org.SaveHeadersReq{
		{HeadersReq: org.HeadersReq{Role: "nobody", Kind: "order"}},
		{HeadersReq: save.HeadersReq, Headers: []org.Header{{Field: "Status"}}},
		{HeadersReq: save.HeadersReq, Headers: []org.Header{{Field: "Customer"}, {Field: "Customer"}}},
	} {
		if f := admin.Refused("DataAdmin/SaveConfigurableHeaders", bad); len(f.Fields) == 0 {
			t.Errorf("%+v: %v", bad, f)
		}
	}
	admin.Call("DataAdmin/SaveConfigurableHeaders", save)
	if f := admin.Refused("DataAdmin/SaveConfigurableHeaders", save); f.Code != "row-changed-meanwhile" || f.Row == nil {
		t.Errorf("two at a time: %v", f)
	}
	own := testkit.Into[[]org.HeadersResp](t, admin.Call("DataAdmin/GetConfigurableHeadersByUser", op.None{}))
	if own[1].Kind != "order" || !slices.Contains(own[1].Headers, org.Header{Field: "Customer", Label: "Account"}) {
		t.Errorf("own headers %+v", own)
	}
	o := details(t, admin, org.DataReq{OrderNumber: ask[string](k, `SELECT number FROM order_open WHERE state = 'open' LIMIT 1`)}).Orders[0]
	if _, shown := record.Value(o.Fields, "Items[0].description"); shown {
		t.Error("a hidden field is shown")
	}
	if _, shown := record.Value(o.Fields, "Items[0].class"); !shown {
		t.Error("a class is not shown")
	}
	off := false
	admin.Call("DataAdmin/EnableLtlItem", org.EnableReq{Enable: &off})
	o = details(t, admin, org.DataReq{OrderNumber: o.Number}).Orders[0]
	if _, shown := record.Value(o.Fields, "Items[0].class"); shown {
		t.Error("a class is shown although LTL items are off")
	}
	for _, path := range []string{"Items[0].description", "Items[0].class"} {
		f := admin.Refused("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "order", ID: o.ID, Seen: o.Seen, Reason: "Trial", Fields: []record.Set{{Path: path, Value: "70"}}})
		if len(f.Fields) != 1 || f.Fields[0].Code != "field-not-here" {
			t.Errorf("%s: %v", path, f)
		}
	}
}

func TestDataAdmin_ACorrectedClassIsUndoneWithWhatProposedIt(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	number := ask[string](k, `SELECT number FROM order_open WHERE state = 'open' LIMIT 1`)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE order_open SET items = json_set(items, '$[0].class', '') WHERE number = ?`, number)
		return err
	})
	kept := func() string {
		return ask[string](k, `SELECT (items ->> '$[0].class') || ' ' || coalesce(items ->> '$[0].classBy', '') FROM order_open WHERE number = ?`, number)
	}
	o := details(t, admin, org.DataReq{OrderNumber: number}).Orders[0]
	admin.Call("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "order", ID: o.ID, Seen: o.Seen, Reason: "Named", Fields: []record.Set{{Path: "Customer", Value: "Named"}}}) // the class is proposed
	was := kept()
	if strings.HasSuffix(was, " ") {
		t.Fatalf("nothing proposed it: %s", was)
	}
	o = details(t, admin, org.DataReq{OrderNumber: number}).Orders[0]
	r := testkit.Into[org.CorrectedResp](t, admin.Call("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "order", ID: o.ID, Seen: o.Seen, Reason: "Weighed", Fields: []record.Set{{Path: "Items[0].class", Value: "125"}}}))
	if kept() == was {
		t.Fatalf("corrected, it is %s", kept())
	}
	admin.Call("DataAdmin/Undo", org.UndoDataReq{CorrectionID: r.Correction.ID, Seen: r.Record.Seen, Reason: "It was right"})
	if kept() != was {
		t.Errorf("undone, it is %s, not %s", kept(), was)
	}
}

func TestDataAdmin_UndoLeavesWhatWasChangedSince(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	o := details(t, admin, org.DataReq{OrderNumber: ask[string](k, `SELECT number FROM order_open WHERE state = 'open' AND together = '' LIMIT 1`)}).Orders[0]
	first := testkit.Into[org.CorrectedResp](t, admin.Call("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "order", ID: o.ID, Seen: o.Seen, Reason: "First", Fields: []record.Set{{Path: "Consignee.street", Value: "1 First"}}}))
	second := testkit.Into[org.CorrectedResp](t, admin.Call("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "order", ID: o.ID, Seen: first.Record.Seen, Reason: "Second", Fields: []record.Set{{Path: "Consignee.street", Value: "2 Second"}}}))
	f := admin.Refused("DataAdmin/Undo", org.UndoDataReq{CorrectionID: first.Correction.ID, Seen: second.Record.Seen, Reason: "No"})
	if f.Code != "data-changed-since" || f.Row == nil {
		t.Errorf("%v", f)
	}
}

func TestDataAdmin_DocumentsAreMadeAnewAndTheFormerStay(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	number := ask[string](k, `SELECT number FROM shipment WHERE status IN ('T', 'M') AND bol <> '' AND inbound = 0 AND signed_at IS NULL LIMIT 1`)
	req := document.RegenerateReq{ShipmentID: number, Reason: "Consignee corrected"}
	admin.Call("DataAdmin/RegenerateAllDocuments", req)
	s := details(t, admin, org.DataReq{ShipmentID: number}).Shipment
	admin.Call("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "shipment", ID: s.ID, Seen: s.Seen, Reason: "Consignee corrected", Fields: []record.Set{{Path: "Destination.name", Value: "Corrected Stores"}}})
	out := testkit.Into[[]document.Regenerated](t, admin.Call("DataAdmin/RegenerateAllDocuments", req))
	made := slices.IndexFunc(out, func(r document.Regenerated) bool { return r.Paper == document.BillPaper })
	if made < 0 || out[made].Outcome != document.Made || len(out[made].Superseded) != 1 {
		t.Fatalf("%+v", out)
	}
	docs := testkit.Into[[]document.Document](t, admin.Call("Shipment/GetShipmentWiseAttachments", document.ShipmentReq{ShipmentID: s.ID}))
	at := slices.IndexFunc(docs, func(d document.Document) bool { return d.Name == out[made].Superseded[0] })
	if at < 0 {
		t.Fatalf("the former is gone: %+v", docs)
	}
	if f := admin.Refused("Shipment/DeleteFile", document.DocumentReq{DocumentID: docs[at].ID}); f.Code != "document-superseded" {
		t.Errorf("deleted: %s", f.Code)
	}
}

func TestDataAdmin_NamesTheStepsThatAUserMayTake(t *testing.T) {
	k := testkit.Demo(t)
	for _, s := range testkit.Into[[]shipment.StatusOf](t, k.As("admin@demo.test").Call("DataAdmin/GetUserBasedStatuses", op.None{})) {
		if s.Status == shipment.Tendered && !slices.Contains(s.Steps, shipment.Step{Action: "void", To: shipment.Archived}) {
			t.Errorf("%+v", s)
		}
	}
	n := testkit.Into[[]org.OrderCategory](t, k.As("admin@demo.test").Call("DataAdmin/GetOrdersCategory", op.None{}))
	if len(n) != 3 || n[1].Category != "open" || n[1].Count == 0 {
		t.Errorf("%+v", n)
	}
}
