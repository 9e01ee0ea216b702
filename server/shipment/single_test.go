package shipment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/rule"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// entry is a single order that can be shipped; more changes members of it.
func entry(kind string, more any1) any1 {
	e := any1{"Kind": kind, "WHSE": "ATL", "OrderNumber": "SO-1", "ShipOn": "2026-11-24",
		"Destination": any1{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"},
		"Items":       []any1{item(nil)}}
	for k, v := range more {
		e[k] = v
	}
	return e
}

func item(more any1) any1 {
	it := any1{"Description": "Bolts", "Qty": 40, "packageType": "CTN", "Pallets": 2, "Weight": any1{"milli": 1_250_000, "unit": "lb"}, "itemClass": "70", "NMFCCode": "156600", "isNmfcValid": true}
	for k, v := range more {
		it[k] = v
	}
	return it
}

func save(kind, then string, more any1) any1 {
	return any1{"Then": then, "Shipment": entry(kind, more)}
}

func TestSaveShipment_CollectGoesToTheChosenCarrierInTheProductsWindow(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", save("collect", "ship", any1{"Carrier": "odfl", "Origin": any1{"email": "office@demo.test", "country": "US"}, "PO_Number": "PO-9", "References": []string{"R1", "PO-9"}})))
	equal(t, "status, terms and carrier", fmt.Sprintf("%s %s %s", s.Status, s.Terms, s.Carrier), "T C ODFL")
	equal(t, "window", s.PickupFrom+" "+s.PickupTo, "11:00 15:30")
	equal(t, "the consignee pays", s.BillTo.V.Name, "Globex")
	equal(t, "leaves from the warehouse", s.Origin.V.City, "Atlanta")
	equal(t, "references", s.Refs.V, []string{"PO-9", "R1"})
	if s.BOL == "" {
		t.Error("no bill")
	}
	f := office.Refused("Shipment/SaveShipment", save("collect", "ship", any1{"Carrier": rule.The.NewCarrier}))
	equal(t, "a carrier that is not there yet", f.Fields[0].Field+" "+f.Fields[0].Code, "Shipment.Carrier carrier-is-new")
	f = office.Refused("Shipment/SaveShipment", save("collect", "ship", nil))
	equal(t, "no carrier", f.Fields[0].Field+" "+f.Fields[0].Code, "Shipment.Carrier field-required")
}

func TestBookCollect_ComesFromADeviceUnderItsOwnID(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	const id = "01JD0000000000000000000550"
	book := func(kind string, more any1) any1 { return any1{"ShipmentId": id, "Shipment": entry(kind, more)} }
	f := office.Refused("Shipment/BookCollect", book("prepaid", any1{"Carrier": "ODFL"}))
	equal(t, "prepaid needs a price", f.Fields[0].Field+" "+f.Fields[0].Code, "Shipment.Kind field-not-offered")
	f = office.Refused("Shipment/BookCollect", book("collect", any1{"Carrier": "GONE"}))
	equal(t, "a carrier switched off meanwhile", f.Fields[0].Field+" "+f.Fields[0].Code, "Shipment.Carrier carrier-unknown")
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BookCollect", book("collect", any1{"Carrier": "odfl"})))
	equal(t, "booked", fmt.Sprintf("%s %s %s %s", s.ID, s.Status, s.Carrier, s.PickupFrom), id+" T ODFL 11:00")
	f = office.Refused("Shipment/BookCollect", book("collect", any1{"Carrier": "odfl"}))
	equal(t, "twice", f.Code, "shipment-made-already")
}

func TestBookCollect_WhatComesAfterItsPickupDayIsForAPersonToDecide(t *testing.T) {
	k := world(t)
	db, _ := k.App.Store.Org(context.Background(), "1")
	by := k.As("office@demo.test").By
	book := func(at time.Time) error {
		e := shipment.Entry{Kind: shipment.Collect, Warehouse: "ATL", OrderNumber: "SO-1", ShipOn: k.Now().Add(-24 * time.Hour).Format(time.DateOnly)}
		_, err := db.Write(context.Background(), store.Command{By: by, At: at, Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := k.App.Shipment.BookCollect(ctx, tx, shipment.BookReq{ShipmentID: "01JD0000000000000000000551", Entry: e})
			return err
		}})
		return err
	}
	equal(t, "booked in time", fail.CodeOf(book(k.Now().Add(-30*time.Hour))), "collect-came-late")
	if code := fail.CodeOf(book(k.Now())); code == "collect-came-late" {
		t.Error("what is written down afterwards is refused as late")
	}
}

func TestBookCollect_WhatARuleOrThePayerIsAgainstMeanwhileIsLeftToTheOffice(t *testing.T) {
	k := world(t)
	accounts(t, k)
	db, _ := k.App.Store.Org(context.Background(), "1")
	by := k.As("office@demo.test").By
	book := func(id string, waited time.Duration, more any1) (s shipment.Shipment, err error) {
		raw, _ := json.Marshal(entry("collect", more))
		var e shipment.Entry
		if err := json.Unmarshal(raw, &e); err != nil {
			t.Fatal(err)
		}
		_, err = db.Write(context.Background(), store.Command{By: by, At: k.Now().Add(-waited), Do: func(ctx context.Context, tx *store.Tx) (err error) {
			s, err = k.App.Shipment.BookCollect(ctx, tx, shipment.BookReq{ShipmentID: id, Entry: e})
			return err
		}})
		return s, err
	}
	told := func(code string) (n int) {
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM notify_notification WHERE code = ?`, code).Scan(&n)
		})
		return n
	}
	s, err := book("01JD0000000000000000000561", time.Hour, any1{"Carrier": "ODFL", "AccountNumber": "10001"})
	equal(t, "on our account", fmt.Sprint(err, " ", s.Status, s.Carrier, s.BOL), "<nil> QODFL")
	if told("notify-kept-by-payer") == 0 {
		t.Error("the office does not hear of the payer")
	}
	k.As("admin@demo.test").Call("RulesEngine/SaveRuleConfiguration", any1{"Name": "Not ODFL", "Conditions": []any1{}, "Action": "exclude-carrier", "Values": []string{"ODFL"}, "Active": true})
	_, err = book("01JD0000000000000000000562", 0, any1{"Carrier": "ODFL"})
	equal(t, "with a connection the form says it", fail.CodeOf(err), "rule-bars-carrier")
	s, err = book("01JD0000000000000000000562", time.Hour, any1{"Carrier": "ODFL"})
	equal(t, "it waited", fmt.Sprint(err, " ", s.Status, s.Carrier, s.BOL, s.Clauses.V.Account), "<nil> QODFL")
	if told("notify-kept-by-rule") == 0 {
		t.Error("the office does not hear of the rule")
	}
	_, err = book("01JD0000000000000000000563", time.Hour, any1{"Carrier": "GONE"})
	equal(t, "a carrier that is switched off is refused still", err == nil, false)
}

func TestSaveShipment_IsKeptChangedAndReadAgain(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", save("prepaid", "save", any1{"internalnotes": "call Ann", "AdditionalService": []string{"LFTD"},
		"Items": []any1{item(any1{"Qty": 4, "WeightEach": true, "Weight": any1{"milli": 10_000, "unit": "kg"}})}})))
	equal(t, "status", s.Status, "S")
	equal(t, "four of ten kilos", s.Weight.V.String(), "40 kg")
	p := testkit.Into[shipment.Opened](t, office.Call("Shipment/LoadShipmentPage", any1{"ShipmentId": s.ID}))
	equal(t, "note", p.Entry.Internal, "call Ann")
	equal(t, "services", p.Entry.Services, []string{"LFTD"})
	equal(t, "weight as it was typed", p.Entry.Items[0].Weight.String(), "10 kg")
	if !p.Editable || p.Row == nil {
		t.Fatalf("page: %+v", p)
	}
	at, _ := p.Row.ChangedAt.MarshalText()
	again := any1{"ShipmentId": s.ID, "ChangedAt": string(at), "Then": "rate", "Shipment": entry("prepaid", any1{"Destination": any1{"name": "Initech", "street": "1 A St", "city": "Reno", "state": "NV", "zip": "89502"}})}
	two := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", again))
	equal(t, "the same shipment, on to rating", fmt.Sprintf("%t %s %s", two.ID == s.ID, two.Status, two.Destination.V.Name), "true Q Initech")
	f := office.Refused("Shipment/SaveShipment", any1{"ShipmentId": s.ID, "ChangedAt": "2020-01-01T00:00:00Z", "Then": "save", "Shipment": entry("prepaid", nil)})
	equal(t, "somebody else was faster", f.Code, "shipment-changed-meanwhile")
	if row, ok := f.Row.(shipment.Shipment); !ok || row.Destination.V.Name != "Initech" {
		t.Errorf("the row that stands: %+v", f.Row)
	}
	if f := k.As("admin@other.test").Refused("Shipment/LoadShipmentPage", any1{"ShipmentId": s.ID}); f.Code != "shipment-unknown" {
		t.Errorf("another organisation: %v", f)
	}
}

func TestSaveShipment_ShippedOneIsNotChanged(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", save("collect", "ship", any1{"Carrier": "ODFL"})))
	at, _ := s.ChangedAt.MarshalText()
	f := office.Refused("Shipment/SaveShipment", any1{"ShipmentId": s.ID, "ChangedAt": string(at), "Then": "save", "Shipment": entry("collect", nil)})
	equal(t, "code", f.Code, "shipment-status-refused")
}

func TestTemplates_LastOneIsMineAndNamedOnesAreTheOffices(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	office.Call("Shipment/SaveShipment", save("prepaid", "save", any1{"PO_Number": "PO-9"}))
	equal(t, "the last one is mine", scopes(k, "shipment_template", "last-prepaid-U-OFFICE"), "[user:U-OFFICE/plan]")
	tm := testkit.Into[shipment.Template](t, office.Call("Shipment/SaveTemplate", any1{"Name": "To Memphis", "Shipment": entry("prepaid", any1{"Items": []any1{}})}))
	equal(t, "a named one is the office's", scopes(k, "shipment_template", tm.ID), "[org/plan]")
	equal(t, "without its order's number", tm.Entry.V.OrderNumber, "")
	equal(t, "lists that nobody filled in are empty ones", tm.Entry.V.Services != nil && tm.Entry.V.Stops != nil && tm.Entry.V.Refs != nil, true)
	two := testkit.Into[shipment.Template](t, office.Call("Shipment/SaveTemplate", any1{"Name": "To Memphis", "Shipment": entry("prepaid", nil)}))
	equal(t, "the same name replaces", two.ID, tm.ID)
	office.Call("Shipment/DropTemplate", any1{"Id": tm.ID})
	equal(t, "gone", scopes(k, "shipment_template", tm.ID), "[]")
}

func TestEntry_NamesTheFieldThatIsWrong(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	to := func(more any1) any1 {
		p := any1{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"}
		for k, v := range more {
			p[k] = v
		}
		return any1{"Destination": p}
	}
	hazmat := func(more any1) any1 {
		h := any1{"un": "UN1263", "properName": "Paint", "class": "3", "packingGroup": "II", "emergencyPhone": "800-424-9300"}
		for k, v := range more {
			h[k] = v
		}
		return any1{"Items": []any1{item(any1{"HazmatDetails": h})}}
	}
	line := func(more any1) any1 { return any1{"Items": []any1{item(nil), item(more)}} }
	for _, c := range []struct {
		name, want string
		more       any1
	}{
		{"order number", "OrderNumber field-required", any1{"OrderNumber": ""}},
		{"day", "ShipOn field-not-day", any1{"ShipOn": "24.11.2026"}},
		{"time", "PickupByFromTime field-not-clock", any1{"PickupByFromTime": "24:00"}},
		{"window", "PickupByToTime pickup-window-backwards", any1{"PickupByFromTime": "12:00", "PickupByToTime": "11:00"}},
		{"consignee", "Destination.name field-required", to(any1{"name": " "})},
		{"zip", "Destination.zip field-too-long", to(any1{"zip": "12345678901"})},
		{"zip shape", "Destination.zip zip-malformed", to(any1{"zip": "381"})},
		{"state", "Destination.state field-too-long", to(any1{"state": "ILL"})},
		{"contact", "Destination.contact field-too-long", to(any1{"contact": "A very long contact name of a person"})},
		{"phone", "Destination.phone phone-invalid", to(any1{"phone": "12345"})},
		{"e-mail", "Destination.email emails-wrong", to(any1{"email": "ann@example"})},
		{"e-mails to tell", "ConsigneeEmailID emails-wrong", any1{"ConsigneeEmailID": "a@example.com,bad"}},
		{"terms", "PaymentType field-not-offered", any1{"PaymentType": "C"}},
		{"third party", "Billto third-party-needs-bill-to", any1{"PaymentType": "T"}},
		{"half an origin", "Origin.street field-required", any1{"Origin": any1{"name": "Acme"}}},
		{"half a bill-to", "Billto.name field-required", any1{"PaymentType": "T", "Billto": any1{"country": "US"}}},
		{"no items", "Items field-too-short", any1{"Items": []any1{}}},
		{"weight", "Items[1].Weight weight-not-positive", line(any1{"Weight": any1{"milli": 0, "unit": "lb"}})},
		{"negative weight", "Items[1].Weight weight-not-positive", line(any1{"Weight": any1{"milli": -3000, "unit": "lb"}})},
		{"class", "Items[1].itemClass field-not-offered", line(any1{"itemClass": "71"})},
		{"NMFC", "Items[1].NMFCCode nmfc-malformed", line(any1{"NMFCCode": "bad"})},
		{"two sides", "Items[1].Height field-required", line(any1{"Length": any1{"milli": 1000, "unit": "in"}, "Width": any1{"milli": 1000, "unit": "in"}})},
		{"pallets", "Items too-many-pallets", line(any1{"Pallets": 119})},
		{"UN", "Items[0].HazmatDetails.un un-malformed", hazmat(any1{"un": "UX1263"})},
		{"hazard class", "Items[0].HazmatDetails.class hazard-class-unknown", hazmat(any1{"class": "10"})},
		{"packing group", "Items[0].HazmatDetails.packingGroup field-not-offered", hazmat(any1{"packingGroup": "IV"})},
		{"emergency phone", "Items[0].HazmatDetails.emergencyPhone emergency-phone-missing", hazmat(any1{"emergencyPhone": ""})},
		{"stop", "ShipmentStops[0].DropOffAddress.zip field-required", any1{"ShipmentStops": []any1{{"DropOffAddress": any1{"name": "A", "street": "B", "city": "C", "state": "TN"}}}}},
		{"stop's goods", "ShipmentStops[0].Items stop-items-wrong", any1{"ShipmentStops": []any1{{"DropOffAddress": any1{"name": "A", "street": "B", "city": "C", "state": "TN", "zip": "38101"}, "Items": []int{2}}}}},
	} {
		f := office.Refused("Shipment/SaveShipment", save("prepaid", "save", c.more))
		if len(f.Fields) == 0 {
			t.Errorf("%s: %v", c.name, f)
			continue
		}
		equal(t, c.name, f.Fields[0].Field+" "+f.Fields[0].Code, "Shipment."+c.want)
	}
	f := office.Refused("Shipment/SaveShipment", save("parcel", "save", any1{"Items": []any1{item(any1{"Length": any1{"milli": 9000, "unit": "in"}, "Width": any1{"milli": 9000, "unit": "in"}})}}))
	equal(t, "a parcel's third side", f.Fields[0].Field, "Shipment.Items[0].Height")
}

// loads are the rules of what a page begins with; the screen's tests run the same cases.
func TestLoadPage_BringsAnEntryIntoShape(t *testing.T) {
	b, err := os.ReadFile("../../sync/testdata/shipment-load.json")
	if err != nil {
		t.Fatal(err)
	}
	var sets []struct {
		Rule           string
		Accept, Reject []struct {
			In  any `json:"in"`
			Out any `json:"out"`
		}
	}
	if err := json.Unmarshal(b, &sets); err != nil {
		t.Fatal(err)
	}
	text := func(v any) string { s, _ := v.(string); return s }
	member := func(v any, name string) any { m, _ := v.(map[string]any); return m[name] }
	shown := func(e shipment.Entry) map[string]any {
		b, _ := json.Marshal(e)
		var m map[string]any
		_ = json.Unmarshal(b, &m)
		return m
	}
	first := func(e shipment.Entry) any { return shown(e)["Items"].([]any)[0] }
	run := map[string]func(in any) any{
		"shipment-zero-quantity": func(in any) any {
			n, _ := in.(float64)
			if q, ok := member(first(shipment.Loaded(shipment.Entry{Items: []shipment.EntryItem{{Pieces: int64(n)}}}, "", "")), "Qty").(float64); ok {
				return q
			}
			return "" // nothing on the wire is an empty field on the screen
		},
		"item-class-fallback": func(in any) any {
			e := shipment.Loaded(shipment.Entry{Items: []shipment.EntryItem{{Class: text(member(in, "itemClass"))}}}, "", text(member(in, "userDefined")))
			return e.Items[0].Class
		},
		"missing-billto": func(in any) any {
			var e shipment.Entry
			if m, ok := in.(map[string]any); ok {
				e.BillTo = shipment.PartyOf(text(m["CompanyName"]), text(m["Street"]), text(m["City"]), text(m["State"]), text(m["Zip"]), text(m["CountryCode"]))
			}
			p := shipment.Loaded(e, "", "").BillTo
			return map[string]any{"CompanyName": p.Name, "Street": p.Street, "City": p.City, "State": p.State, "CountryCode": p.Country, "Zip": p.Zip}
		},
		"origin-email-fallback": func(in any) any {
			e := shipment.Entry{}
			e.Origin.Email = text(member(in, "origin"))
			return shipment.Loaded(e, text(member(in, "user")), "").Origin.Email
		},
		"nmfc-valid-on-load": func(in any) any {
			valid, _ := member(in, "isNmfcValid").(bool)
			return map[string]any{"isNmfcValid": member(first(shipment.Loaded(shipment.Entry{Items: []shipment.EntryItem{{NMFCValid: valid}}}, "", "")), "isNmfcValid")}
		},
		"special-carrier-display": func(in any) any { return shipment.NewCarrier(text(in)) },
		"empty-items-on-load": func(in any) any {
			list, _ := in.([]any)
			e := shipment.Loaded(shipment.Entry{Items: make([]shipment.EntryItem, len(list))}, "", "")
			return map[bool]string{true: "1 item", false: fmt.Sprintf("%d items", len(e.Items))}[len(e.Items) == 1]
		},
	}
	if len(sets) != len(run) {
		t.Fatalf("%d sets of cases for %d rules", len(sets), len(run))
	}
	for _, s := range sets {
		for _, c := range s.Accept {
			if got := run[s.Rule](c.In); fmt.Sprint(got) != fmt.Sprint(c.Out) {
				t.Errorf("%s of %v: got %v, want %v", s.Rule, c.In, got, c.Out)
			}
		}
		for _, c := range s.Reject {
			if got := run[s.Rule](c.In); fmt.Sprint(got) == fmt.Sprint(c.Out) {
				t.Errorf("%s of %v gives the wrong %v", s.Rule, c.In, got)
			}
		}
	}
}

func TestUpdateServices_ChangesThemUntilTheLoadIsOnItsWay(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	id := newOrder(t, office, "SV-1", "ATL", nil)
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}}))
	equal(t, "built without", len(s.Services.V), 0)
	ask := any1{"ShipmentId": s.ID, "Services": []string{"LFTD", "APTD"}}
	for range 2 {
		s = testkit.Into[shipment.Shipment](t, office.Call("Shipment/UpdateServices", ask))
		equal(t, "services", s.Services.V, "[LFTD APTD]")
	}
	var changes int
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM shipment_event WHERE shipment_id = ? AND kind = 'services'`, s.ID).Scan(&changes)
	})
	equal(t, "told once", changes, 1)
	equal(t, "no service", office.Refused("Shipment/UpdateServices", any1{"ShipmentId": s.ID, "Services": []string{"NOPE"}}).Fields[0].Code, "service-unknown")
	// Nor by another way in: what nobody knows would stand on the bill and be in no price.
	entry := save("prepaid", "save", any1{"AdditionalService": []string{"NOPE"}})
	if f := office.Refused("Shipment/SaveShipment", entry).Fields[0]; f.Field != "Shipment.AdditionalService" || f.Code != "service-unknown" {
		t.Errorf("an entry: %+v", f)
	}
	if f := office.Refused("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, "SV-3", "ATL", nil)}, "SelectedServices": []string{"LFTD", "NOPE"}}).Fields[0]; f.Field != "SelectedServices" || f.Code != "service-unknown" {
		t.Errorf("a built load: %+v", f)
	}
	given := built(t, k, "SV-2")
	given = testkit.Into[shipment.Shipment](t, office.Call("Shipment/UpdateServices", any1{"ShipmentId": given.ID, "Services": []string{"LFTD"}}))
	equal(t, "a person speaks with the carrier again", string(given.Status)+" "+given.Services.V[0], "T LFTD")
	move(t, k, given.ID, "A")
	equal(t, "on its way", office.Refused("Shipment/UpdateServices", any1{"ShipmentId": given.ID, "Services": []string{"LFTD"}}).Code, "shipment-services-agreed")
}

// A load of years ago has a service that is offered no more: whoever changes its date, or takes that service off, is not refused for it.
func TestSaveShipment_TakesTheServicesThatALoadHasAlready(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", save("prepaid", "rate", any1{"AdditionalService": []string{"LFTD"}})))
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE shipment SET services = '["GONE","LFTD"]' WHERE id = ?`, s.ID); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE shipment_entry SET entry = json_set(entry, '$.AdditionalService', json('["GONE","LFTD"]')) WHERE shipment_id = ?`, s.ID)
		return err
	})
	put := func(services ...string) any1 {
		p := testkit.Into[shipment.Opened](t, office.Call("Shipment/LoadShipmentPage", any1{"ShipmentId": s.ID}))
		at, _ := p.Row.ChangedAt.MarshalText()
		return any1{"ShipmentId": s.ID, "ChangedAt": string(at), "Then": "rate", "Shipment": entry("prepaid", any1{"ShipOn": "2026-11-25", "AdditionalService": services})}
	}
	now := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", put("GONE", "LFTD")))
	equal(t, "another day", said(now.ShipOn, now.Services.V), "2026-11-25 [GONE LFTD]")
	if f := office.Refused("Shipment/SaveShipment", put("GONE", "NOPE")).Fields; len(f) != 1 || f[0].Field != "Shipment.AdditionalService" || f[0].Params["code"] != "NOPE" {
		t.Errorf("one more that nobody knows: %+v", f)
	}
	now = testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", put("LFTD")))
	equal(t, "without it", now.Services.V, []string{"LFTD"})
	if f := office.Refused("Shipment/SaveShipment", put("GONE", "LFTD")).Fields; len(f) != 1 || f[0].Params["code"] != "GONE" {
		t.Errorf("put on again: %+v", f)
	}
}

// A load that was built of orders is opened and saved as it is: nothing of it is other than before.
func TestSaveShipment_OfABuiltLoadThatIsSavedAsItIsLosesNothing(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	ids := []string{
		newOrder(t, office, "B-1", "ATL", any1{"References": []string{"", "PO-77", "DEPT-7"}, "DueOn": "2026-12-04"}),
		newOrder(t, office, "B-2", "ATL", any1{"References": []string{"PO-78"}, "Items": []any1{{"description": "Sheets", "pieces": 3, "packageType": "PLT", "pallets": 3, "weight": any1{"milli": 900000, "unit": "lb"},
			"length": any1{"milli": 48000, "unit": "in"}, "width": any1{"milli": 40000, "unit": "in"}, "height": any1{"milli": 48000, "unit": "in"}}}}),
	}
	built := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": ids, "SelectedServices": []string{"LFTD", "MNC"}, "PickupByFromTime": "09:00", "PickupByToTime": "15:00"}))
	built.Stops.V = []shipment.Stop{{ID: "1", Label: "Stop 1", To: built.Destination.V, Refs: []string{"R1", "R2", "R3"}, Items: built.Items.V[1:], Appointment: "AP-9"}}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET stops = ? WHERE id = ?`, built.Stops, built.ID)
		return err
	})
	if by := built.Items.V[1].ClassBy; by == "" {
		t.Fatal("nobody named a class, and none was proposed")
	}
	page := testkit.Into[shipment.Opened](t, office.Call("Shipment/LoadShipmentPage", any1{"ShipmentId": built.ID}))
	at, err := page.Row.ChangedAt.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", any1{"ShipmentId": built.ID, "ChangedAt": string(at), "Then": "rate", "Shipment": page.Entry}))
	equal(t, "services", s.Services.V, built.Services.V)
	equal(t, "must arrive by", s.ArriveBy, built.ArriveBy)
	equal(t, "references", s.Refs.V, built.Refs.V)
	equal(t, "what each order is known by", s.OrderNotes.V, built.OrderNotes.V)
	equal(t, "goods", s.Items.V, built.Items.V)
	equal(t, "stops", s.Stops.V, built.Stops.V)
	equal(t, "orders", s.Orders.V, built.Orders.V)
}
