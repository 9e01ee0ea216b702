package org_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/record"
	"lading/server/org"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
)

// Other systems, files and people go on writing what a customer was called; what was ended before the merge comes back after it.
func TestStanding_AFormerCodeIsUnderstoodWhereverACustomerIsNamed(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	stays, ends := customer(t, admin, "C1", "Acme", "1 Mill Lane"), customer(t, admin, "C2", "Beta Inc", "1 Mill Ln")
	account := obj{"Carrier": ask[string](k, `SELECT id FROM carrier ORDER BY id LIMIT 1`), "RateMode": "LTL", "AccountNumber": "777", "PaymentType": "collect", "Customer": "Beta Inc"}
	markup := func(customer, mode string) obj {
		return obj{"Customer": customer, "Mode": mode, "Kind": "percent", "Value": 5}
	}
	admin.Call("Carriers/SaveFreightAccount", account)
	admin.Call("Initial/CustomerMarkup", markup("Beta Inc", "TL"))
	was, gone := resource.Key{ID: one(k, `SELECT id FROM carrier_account WHERE account = '777'`)}, resource.Key{ID: one(k, `SELECT id FROM rating_markup WHERE customer = 'Beta Inc'`)}
	admin.Call("Carriers/EndFreightAccount", was)
	admin.Call("Initial/DeleteCustomerMarkup", obj{"MarkupId": gone.ID})
	admin.Call("Org/MergePlaces", merging(stays, ends))

	admin.Call("Carriers/RestoreFreightAccount", was)
	admin.Call("Initial/RestoreCustomerMarkup", gone)
	admin.Call("Initial/CustomerMarkup", markup("Beta Inc", "LTL"))
	admin.Call("Carriers/SaveParcelAccount", obj{"SoldTo": "C2", "PaymentType": "collect", "ShipVia": "GROUND", "SCAC": "UPS", "AccountNumber": "1A2B3C", "WarehouseLabel": "ATL"})
	admin.Call("Integration/SaveOrderTransfer", obj{"Name": "Beta's files", "Customer": "c2"})
	admin.Call("RulesEngine/SaveRuleConfiguration", obj{"Name": "Of Beta", "Action": "stop-tender", "Values": []string{"Ask Beta first"}, "Active": true,
		"Conditions": []obj{{"Field": "customer", "Operator": "is", "Values": []string{"C2", "C1"}}}})
	item := obj{"flag": "addToCommon", "ItemCode": "CAP-1", "Customer": "C2", "Description": "Caps", "Weight": obj{"milli": 1000, "unit": "lb"}}
	admin.Call("Shipment/TlxTmsExtraInfoDetails", item)
	admin.Upload("Shipment/InsertBoundItem", "items.csv", []byte("Item code,Customer,Description\nCAP-2,C2,Caps\n"), map[string]string{"flag": "add"})
	order := ask[string](k, `SELECT number FROM order_open WHERE state = 'open' AND together = '' LIMIT 1`)
	o := details(t, admin, org.DataReq{OrderNumber: order}).Orders[0]
	admin.Call("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "order", ID: o.ID, Seen: o.Seen, Reason: "Beta's", Fields: []record.Set{{Path: "Customer", Value: "C2"}}})
	load := ask[string](k, `SELECT number FROM shipment WHERE status = 'Q' AND inbound = 0 AND on_dock = 0 LIMIT 1`)
	s := details(t, admin, org.DataReq{ShipmentID: load}).Shipment
	admin.Call("DataAdmin/SaveAllDataFields", org.CorrectDataReq{Kind: "shipment", ID: s.ID, Seen: s.Seen, Reason: "Beta's", Fields: []record.Set{{Path: "Customer", Value: "Beta Inc"}}})

	for what, sql := range map[string]string{
		"Acme":      `SELECT customer FROM carrier_account WHERE account = '777'`,
		"Acme ":     `SELECT customer FROM rating_markup WHERE mode = 'TL' AND customer <> ''`,
		"Acme  ":    `SELECT customer FROM rating_markup WHERE mode = 'LTL' AND customer <> ''`,
		"C1":        `SELECT sold_to FROM carrier_parcel_account WHERE account = '1A2B3C'`,
		"C1 ":       `SELECT customer FROM integration_transfer WHERE name = 'Beta''s files'`,
		`["C1"]`:    `SELECT conditions ->> '$[0].Values' FROM rule_configuration WHERE name = 'Of Beta'`,
		"C1  ":      `SELECT customer FROM order_item WHERE code = 'CAP-1'`,
		"C1   ":     `SELECT customer FROM order_item WHERE code = 'CAP-2'`,
		"C1    ":    `SELECT customer FROM order_open WHERE number = '` + order + `'`,
		"Acme     ": `SELECT customer FROM shipment WHERE number = '` + load + `'`,
	} {
		if got := one(k, sql); got != strings.TrimSpace(what) {
			t.Errorf("%q, want %q: %s", got, strings.TrimSpace(what), sql)
		}
	}
	if f := admin.Refused("Initial/CustomerMarkup", markup("C1", "TL")); f.Code != "markup-exists" {
		t.Errorf("a second markup of one customer: %+v", f)
	}
}

// An item that is deleted does not come back: two of one code that differ are left to a person.
func TestMerge_IsRefusedWhereItemsOfOneCodeDiffer(t *testing.T) {
	k := testkit.Demo(t)
	admin, office := k.As("admin@demo.test"), k.As("office@demo.test")
	stays, ends := customer(t, admin, "C1", "Acme", "1 Mill Lane"), customer(t, admin, "C2", "Beta Inc", "1 Mill Ln")
	item := func(p *testkit.Person, flag, customer, code, description string) {
		p.Call("Shipment/TlxTmsExtraInfoDetails", obj{"flag": flag, "ItemCode": code, "Customer": customer, "Description": description, "Weight": obj{"milli": 1000, "unit": "lb"}})
	}
	for _, c := range []string{"C1", "C2"} {
		item(admin, "addToCommon", c, "SAME", "Caps")
		item(admin, "addToCommon", c, "CAP-1", "Caps of "+c)
		item(office, "add", c, "OWN", "Mine for "+c)
	}
	for _, path := range []string{"Org/PreviewMerge", "Org/MergePlaces"} {
		if f := admin.Refused(path, merging(stays, ends)); f.Code != "place-merge-items" || f.Params["codes"] != "CAP-1" {
			t.Errorf("%s: %+v", path, f)
		}
	}
	admin.Call("Shipment/TlxTmsExtraInfoDetails", obj{"flag": "delete", "ItemId": one(k, `SELECT id FROM order_item WHERE code = 'CAP-1' AND customer = 'C2'`), "ItemCode": "CAP-1"})
	admin.Call("Org/MergePlaces", merging(stays, ends))
	if got := one(k, `SELECT group_concat(customer || ' ' || code, ', ') FROM (SELECT * FROM order_item WHERE customer IN ('C1', 'C2') ORDER BY customer, code)`); got != "C1 CAP-1, C1 OWN, C1 SAME, C2 OWN" {
		t.Error(got) // what the office keeps for itself is the office's to decide
	}
}

// The order system goes on sending the code that it has, and accounts and markups stay under it.
func TestStanding_ACustomerIsKnownByTheCodeThatItHadBefore(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	stays, ends := customer(t, admin, "C1", "Acme", "1 Mill Lane"), customer(t, admin, "C2", "Beta Inc", "1 Mill Ln")
	now := testkit.Into[org.MergeResp](t, admin.Call("Org/MergePlaces", merging(stays, ends))).Place
	now.Code, now.Name = "C9", "Acme Holding"
	now = testkit.Into[org.Place](t, admin.Call("Org/SaveCustomer", now.PlaceReq))
	named := func(text string) (out []string) {
		k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			out, err = k.App.Org.Named(ctx, tx, text)
			return err
		})
		return out
	}
	for _, text := range []string{"C1", "Acme", "C2", "Beta Inc", "C9"} {
		got := named(text)
		for _, want := range []string{"C9", "Acme Holding", "C1", "C2", "Acme", "Beta Inc"} {
			if !slices.Contains(got, want) {
				t.Errorf("%s is %q, without %s", text, got, want)
			}
		}
	}
	sent := yard(org.PlaceCustomer, "C1")
	sent.Name = "ACME, Inc."
	got := testkit.Into[org.IntegrateResp](t, admin.Call("Address/AddressIntegration", org.IntegrateReq{Addresses: []org.PlaceReq{sent}}))
	if got.Merged != 1 || got.Added != 0 || len(got.Over) != 1 || got.Over[0] != (org.PassedOver{Row: 0, Code: "C1", Stands: "C9"}) {
		t.Errorf("the nightly delivery: %+v", got)
	}
	admin.Call("Org/SaveCustomer", yard(org.PlaceCustomer, "C1")) // a person gives the code to another
	if got := named("C9"); slices.Contains(got, "C1") || !slices.Contains(got, "C2") {
		t.Errorf("%q", got)
	}
	if f := admin.Refused("Org/SaveCustomer", yard(org.PlaceCustomer, "C2")); f.Fields[0].Code != "place-merged" {
		t.Errorf("%+v", f)
	}
	now.Code = "C1"
	if f := admin.Refused("Org/SaveCustomer", now.PlaceReq); f.Fields[0].Code != "place-exists" {
		t.Errorf("%+v", f)
	}
}

// A code that was given up is another's when the order system sends it for a customer of another name and address.
func TestIntegrate_ACodeThatWasGivenUpIsFree(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	deliver := func(list ...org.PlaceReq) org.IntegrateResp {
		t.Helper()
		return testkit.Into[org.IntegrateResp](t, admin.Call("Address/AddressIntegration", org.IntegrateReq{Addresses: list}))
	}
	a := customer(t, admin, "A1", "Acme", "1 Mill Lane")
	renamed := a.PlaceReq
	renamed.Code = "A2"
	admin.Call("Org/SaveCustomer", renamed)
	same, moved := a.PlaceReq, a.PlaceReq
	same.ID, same.Name = "", "Acme Trading"
	moved.ID, moved.Street = "", "9 Far Road"
	if got := deliver(same, moved); got.Merged != 2 || got.Added != 0 || got.Over[1].Code != "A1" || got.Over[1].Stands != "A2" {
		t.Errorf("the same customer by its place, and by its name: %+v", got)
	}
	fresh := yard(org.PlaceCustomer, "A1")
	if got := deliver(fresh, fresh); got.Added != 1 || got.Changed != 1 || got.Merged != 0 || len(got.Over) != 0 {
		t.Errorf("a new customer: %+v", got)
	}
	for code, name := range map[string]string{"A1": "Yard A1", "A2": "Acme"} {
		if got := testkit.Into[org.Place](t, admin.Call("Address/GetAddress", org.GetAddressReq{Kind: org.PlaceCustomer, Code: code})); got.Name != name {
			t.Errorf("%s: %+v", code, got)
		}
	}
	// With its key a row takes a code that another gave up.
	b, c := customer(t, admin, "B1", "Beta", "2 Mill Lane").PlaceReq, customer(t, admin, "X1", "Gamma", "3 Mill Lane").PlaceReq
	b.Code = "B2"
	admin.Call("Org/SaveCustomer", b)
	c.Code, c.Rev = "B1", 0
	if got := deliver(c); got.Changed != 1 {
		t.Errorf("%+v", got)
	}
	if got := testkit.Into[org.Place](t, admin.Call("Address/GetAddress", org.GetAddressReq{Kind: org.PlaceCustomer, Code: "B1"})); got.ID != c.ID {
		t.Errorf("%+v", got)
	}
}

// What two customers were called in turn names neither of them: the records that name it are of both.
func TestStanding_WhatTwoGaveUpInTurnIsNeithersOwn(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	rename := func(p org.Place, code, name string) org.Place {
		t.Helper()
		p.Code, p.Name = code, name
		return testkit.Into[org.Place](t, admin.Call("Org/SaveCustomer", p.PlaceReq))
	}
	standing := func(text string) (now string, named []string) {
		k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			if now, err = k.App.Org.Standing(ctx, tx, text); err != nil {
				return err
			}
			named, err = k.App.Org.Named(ctx, tx, now)
			return err
		})
		return now, named
	}
	first := rename(customer(t, admin, "D1", "Delta", "1 Mill Lane"), "E1", "Delta East")
	if now, named := standing("Delta"); now != "Delta East" || !slices.Contains(named, "D1") {
		t.Fatalf("%s: %q", now, named)
	}
	second := rename(customer(t, admin, "D1", "Delta", "2 Mill Lane"), "W1", "Delta West")
	third := customer(t, admin, "D3", "Delta", "3 Mill Lane")
	neither := func(when string) {
		t.Helper()
		for _, text := range []string{"D1", "Delta"} {
			if now, named := standing(text); now != text || slices.Contains(named, "E1") || slices.Contains(named, "W1") {
				t.Errorf("%s: %s is %s: %q", when, text, now, named)
			}
		}
		for _, text := range []string{"E1", "W1"} {
			if _, named := standing(text); slices.Contains(named, "D1") || slices.Contains(named, "Delta") {
				t.Errorf("%s: %s is %q", when, text, named)
			}
		}
	}
	neither("a third has it")
	admin.Call("Org/DeleteCustomer", resource.Key{ID: third.ID})
	neither("the third is gone")
	// nor is it handed on by a merge of one of them, or of one that had it last
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE order_open SET customer = 'Delta' WHERE id IN (SELECT id FROM order_open WHERE state = 'open' LIMIT 2)`)
		return err
	})
	last := customer(t, admin, "D4", "Delta", "4 Mill Lane")
	got := testkit.Into[org.MergeResp](t, admin.Call("Org/MergePlaces", merging(second, last)))
	if !slices.Equal(got.Shared, []string{"Delta"}) || counted(k, `SELECT count(*) FROM order_open WHERE customer = 'Delta'`) != 2 {
		t.Errorf("%+v", got)
	}
	neither("merged")
	if now, _ := standing("D4"); now != "W1" {
		t.Errorf("the code of one alone: %s", now)
	}
	admin.Call("Org/DeleteCustomer", resource.Key{ID: first.ID})
	neither("the first is gone")
}

// Of two that have a name at a time the last to give it up does not inherit what the other left.
func TestStanding_WhatTwoHadTogetherIsNeithersOwn(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	for i, p := range []org.Place{customer(t, admin, "S1", "Stores", "1 Mill Lane"), customer(t, admin, "S2", "Stores", "2 Mill Lane")} {
		p.Name = []string{"Stores East", "Stores West"}[i]
		admin.Call("Org/SaveCustomer", p.PlaceReq)
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		if now, err := k.App.Org.Standing(ctx, tx, "Stores"); err != nil || now != "Stores" {
			t.Errorf("%s: %v", now, err)
		}
		return nil
	})
}

// A delivery brought a double of a customer under the code that it had given up: the code is of both, until they are merged. Then it is of one again, with the markup and
// the account under it.
func TestMerge_WhatAllThatHadItAreCalledIsOwnAgain(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	carrier := ask[string](k, `SELECT id FROM carrier ORDER BY id LIMIT 1`)
	rename := func(p org.Place, code string) org.Place {
		p.Code = code
		return testkit.Into[org.Place](t, admin.Call("Org/SaveCustomer", p.PlaceReq))
	}
	state := func(code string) string {
		return one(k, `SELECT count(*) || ' ' || max(shared) FROM org_place_former WHERE kind = 'customer' AND text = '`+code+`'`)
	}
	standing := func(text string) (now string) {
		k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			now, err = k.App.Org.Standing(ctx, tx, text)
			return err
		})
		return now
	}
	a := rename(customer(t, admin, "C1", "Acme", "1 Mill Lane"), "C2")
	admin.Call("Initial/CustomerMarkup", obj{"Customer": "C1", "Mode": "LTL", "Kind": "percent", "Value": 5})
	admin.Call("Carriers/SaveFreightAccount", obj{"Carrier": carrier, "RateMode": "LTL", "AccountNumber": "777", "PaymentType": "collect", "Customer": "C1"})
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // as records were kept before a former code was understood
		if _, err := tx.ExecContext(ctx, `UPDATE rating_markup SET customer = 'C1' WHERE customer = 'C2'`); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE carrier_account SET customer = 'C1' WHERE account = '777'`)
		return err
	})
	sent := yard(org.PlaceCustomer, "C1")
	sent.Name, sent.Street = "Akme", "1 Mill Ln"
	if got := testkit.Into[org.IntegrateResp](t, admin.Call("Address/AddressIntegration", org.IntegrateReq{Addresses: []org.PlaceReq{sent}})); got.Added != 1 {
		t.Fatalf("%+v", got)
	}
	b := testkit.Into[org.Place](t, admin.Call("Address/GetAddress", org.GetAddressReq{Kind: org.PlaceCustomer, Code: "C1"}))
	if got := state("C1"); got != "1 1" || standing("C1") != "C1" {
		t.Errorf("of both: %s, %s", got, standing("C1"))
	}
	preview := testkit.Into[org.MergeResp](t, admin.Call("Org/PreviewMerge", merging(a, b)))
	done := testkit.Into[org.MergeResp](t, admin.Call("Org/MergePlaces", merging(a, b)))
	for _, got := range []org.MergeResp{preview, done} {
		if len(got.Shared) != 0 {
			t.Errorf("nobody else has it: %+v", got)
		}
	}
	if got := state("C1"); got != "1 0" || standing("C1") != "C2" {
		t.Errorf("of one again: %s, %s", got, standing("C1"))
	}
	if got := one(k, `SELECT (SELECT customer FROM rating_markup WHERE mode = 'LTL' AND customer <> '') || ' ' || (SELECT customer FROM carrier_account WHERE account = '777')`); got != "C2 C2" {
		t.Errorf("the records under it: %s", got)
	}

	// A third had the code as well, and is neither of the two, although it is gone by now.
	d := rename(customer(t, admin, "D1", "Delta", "2 Mill Lane"), "D2")
	e := rename(customer(t, admin, "D1", "Epsilon", "3 Mill Lane"), "D3")
	f := customer(t, admin, "D1", "Zeta", "4 Mill Lane")
	admin.Call("Org/DeleteCustomer", resource.Key{ID: f.ID})
	admin.Call("Org/MergePlaces", merging(d, e))
	if got := state("D1"); got != "1 1" || standing("D1") != "D1" {
		t.Errorf("of three: %s, %s", got, standing("D1"))
	}
}

// A system that keeps keys gives one of its customers a code that another was merged away from here: that one address is passed over by name, and the rest is taken.
func TestIntegrate_AMergedCodeWithAnothersKeyIsPassedOver(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	stays, ends, other := customer(t, admin, "M1", "Mill", "1 Mill Lane"), customer(t, admin, "M2", "Mill Inc", "1 Mill Lane"), customer(t, admin, "O1", "Other", "5 Mill Lane")
	admin.Call("Org/MergePlaces", merging(stays, ends))
	asks := other.PlaceReq
	asks.Code, asks.Rev = "M2", 0
	got := testkit.Into[org.IntegrateResp](t, admin.Call("Address/AddressIntegration", org.IntegrateReq{Addresses: []org.PlaceReq{asks, yard(org.PlaceCustomer, "N1")}}))
	if got.Merged != 1 || got.Added != 1 || len(got.Over) != 1 || got.Over[0] != (org.PassedOver{Row: 0, Code: "M2", Stands: "M1"}) {
		t.Errorf("%+v", got)
	}
	if now := testkit.Into[org.Place](t, admin.Call("Address/GetAddress", org.GetAddressReq{Kind: org.PlaceCustomer, Code: "O1"})); now.ID != other.ID {
		t.Errorf("%+v", now)
	}
}
