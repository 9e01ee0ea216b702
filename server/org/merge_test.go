package org_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/org"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
)

func customer(t *testing.T, p *testkit.Person, code, name, street string) org.Place {
	t.Helper()
	r := yard(org.PlaceCustomer, code)
	r.Name, r.Street = name, street
	return testkit.Into[org.Place](t, p.Call("Org/SaveCustomer", r))
}

func merging(stays org.Place, ends ...org.Place) org.MergeReq {
	req := org.MergeReq{Place: stays.PlaceReq, Addresses: true}
	for _, e := range ends {
		req.From = append(req.From, org.MergeFrom{ID: e.ID, Rev: e.Rev})
	}
	return req
}

// counted is the number that a query gives.
func counted(k *testkit.Kit, sql string, args ...any) (n int) {
	k.T.Helper()
	k.Read("1", func(ctx context.Context, tx *store.Tx) error { return tx.QueryRowContext(ctx, sql, args...).Scan(&n) })
	return n
}

// named gives records of several areas to a customer, by its code and by its name.
func named(k *testkit.Kit, admin *testkit.Person, p org.Place) {
	k.T.Helper()
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, sql := range []string{
			`UPDATE order_open SET customer = ?1 WHERE id IN (SELECT id FROM order_open WHERE state = 'open' AND customer NOT LIKE 'Acme%' AND together = '' ORDER BY id LIMIT 3)`,
			`UPDATE shipment SET customer = upper(?2), signed_at = 1 WHERE id IN (SELECT id FROM shipment WHERE customer NOT LIKE 'Acme%' ORDER BY id LIMIT 2)`,
		} {
			if _, err := tx.ExecContext(ctx, sql, p.Code, p.Name); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `UPDATE order_open SET consignee = ? WHERE id IN (SELECT id FROM order_open WHERE customer = ? ORDER BY id LIMIT 2)`, store.JSON[freight.Party]{V: p.Party()}, p.Code)
		return err
	})
	admin.Call("Initial/CustomerMarkup", obj{"Customer": p.Name, "Mode": "LTL", "Kind": "percent", "Value": 12})
	admin.Call("Initial/CustomerMarkup", obj{"Customer": p.Name, "Mode": "TL", "Kind": "percent", "Value": 9})
	admin.Call("Shipment/TlxTmsExtraInfoDetails", obj{"flag": "addToCommon", "ItemCode": "CAP-1", "Customer": p.Code, "Description": "Caps", "Weight": obj{"milli": 1000, "unit": "lb"}})
}

func TestMerge_WhatNamedAnyOfThemNamesTheOneThatStays(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	stays, ends := customer(t, admin, "ACME", "Acme Corp", "1 Mill Lane"), customer(t, admin, "0ACME-2", "Acme Corporation", "1 Mill Ln")
	named(k, admin, ends)
	admin.Call("Initial/CustomerMarkup", obj{"Customer": "Acme Corp", "Mode": "LTL", "Kind": "percent", "Value": 5})
	signed := one(k, `SELECT group_concat(id || items || destination) FROM shipment WHERE signed_at IS NOT NULL`)
	events := counted(k, `SELECT count(*) FROM shipment_event`)

	doubles := testkit.Into[[]org.Doubles](t, admin.Call("Org/LikelyDoubles", org.KindReq{Kind: org.PlaceCustomer}))
	if len(doubles) != 1 || doubles[0].Reason != "name" || !slices.Contains(doubles[0].IDs, stays.ID) || !slices.Contains(doubles[0].IDs, ends.ID) {
		t.Errorf("suggested: %+v", doubles)
	}
	req := merging(stays, ends)
	req.Place.Phone = "901-555-0100"
	preview := testkit.Into[org.MergeResp](t, admin.Call("Org/PreviewMerge", req))
	if counted(k, `SELECT count(*) FROM order_open WHERE customer = '0ACME-2'`) != 3 || counted(k, `SELECT count(*) FROM org_place WHERE kind = 'customer'`) != 2 {
		t.Fatal("a preview has changed something")
	}
	done := testkit.Into[org.MergeResp](t, admin.Call("Org/MergePlaces", req))
	want := map[freight.FollowNoun][2]int{freight.FollowOrders: {3, 0}, freight.FollowAddresses: {2, 0}, freight.FollowShipments: {2, 0}, freight.FollowItems: {1, 0}, freight.FollowMarkups: {1, 1}}
	for _, got := range []org.MergeResp{preview, done} {
		if len(got.Follows) != len(want) || !slices.Equal(got.Distinct, []string{"Code", "Name", "Street"}) {
			t.Errorf("%+v", got)
		}
		for _, f := range got.Follows {
			if want[f.Noun] != [2]int{f.Moved, f.Ended} {
				t.Errorf("%+v, want %v", f, want[f.Noun])
			}
		}
	}
	if done.Place.Phone != "901-555-0100" || done.Place.Rev != 2 {
		t.Errorf("%+v", done.Place)
	}
	for sql, want := range map[string]int{
		`SELECT count(*) FROM order_open WHERE customer = 'ACME'`:                                            3,
		`SELECT count(*) FROM order_open WHERE consignee ->> 'street' = '1 Mill Lane'`:                       2,
		`SELECT count(*) FROM shipment WHERE customer = 'Acme Corp'`:                                         2,
		`SELECT count(*) FROM order_item WHERE customer = 'ACME'`:                                            1,
		`SELECT count(*) FROM rating_markup WHERE customer = 'Acme Corp' AND mode = 'LTL' AND value = 50000`: 1,
		`SELECT count(*) FROM rating_markup WHERE customer = 'Acme Corp' AND mode = 'TL'`:                    1,
		`SELECT count(*) FROM rating_markup WHERE customer LIKE 'Acme Corporation'`:                          0,
		`SELECT count(*) FROM op_log WHERE op = 'Org/MergePlaces'`:                                           1,
	} {
		if got := counted(k, sql); got != want {
			t.Errorf("%s: %d, want %d", sql, got, want)
		}
	}
	if one(k, `SELECT group_concat(id || items || destination) FROM shipment WHERE signed_at IS NOT NULL`) != signed || counted(k, `SELECT count(*) FROM shipment_event`) != events {
		t.Error("what was signed has other words")
	}
	merged := testkit.Into[[]org.MergedShown](t, admin.Call("Org/MergedPlaces", org.KindReq{Kind: org.PlaceCustomer}))
	if len(merged) != 1 || merged[0].Code != "0ACME-2" || merged[0].IntoCode != "ACME" || merged[0].Was.V.Street != "1 Mill Ln" || merged[0].ByName == "" || len(merged[0].Followed.V) != len(want) {
		t.Errorf("%+v", merged)
	}
	if list := testkit.Into[[]org.Place](t, admin.Call("Org/Customers", op.None{})); len(list) != 1 || list[0].ID != stays.ID {
		t.Errorf("%+v", list)
	}
}

// one is the text that a query gives.
func one(k *testkit.Kit, sql string) (s string) {
	k.T.Helper()
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT COALESCE((`+sql+`), '')`).Scan(&s)
	})
	return s
}

// Order systems go on sending the code that they have.
func TestMerge_TheFormerCodeMeansTheOneThatStays(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	first, second, third := customer(t, admin, "C1", "Acme Corp", "1 Mill Lane"), customer(t, admin, "C2", "Acme East", "1 Mill Ln"), customer(t, admin, "C3", "Acme West", "1 Mill Ln.")
	admin.Call("Org/MergePlaces", merging(second, first))
	second.Rev++
	req := merging(third, second)
	req.Place.Code, req.Place.Name = "C2", "Acme" // the one that stays takes the code of one that ends
	third = testkit.Into[org.MergeResp](t, admin.Call("Org/MergePlaces", req)).Place

	order := func(customer string) string {
		t.Helper()
		number := fmt.Sprint("SO-", k.Now().UnixNano(), customer)[:20] + customer
		admin.Call("Shipment/AddNewOrder", obj{"OrderNumber": number, "WHSE": "ATL", "Customer": customer, "Consignee": third.Party(), "ShipOn": "2026-12-01"})
		return one(k, `SELECT customer FROM order_open WHERE number = '`+number+`'`)
	}
	for text, want := range map[string]string{"C1": "C2", "c3": "C2", "Acme Corp": "Acme", "acme west": "Acme", "C2": "C2", "Nobody": "Nobody", "": ""} {
		if got := order(text); got != want {
			t.Errorf("an order of %q is kept as %q, want %q", text, got, want)
		}
	}
	for code, want := range map[string]string{"C1": third.ID, "C2": third.ID, "C3": third.ID} {
		if got := testkit.Into[org.Place](t, admin.Call("Address/GetAddress", org.GetAddressReq{Kind: org.PlaceCustomer, Code: code})); got.ID != want {
			t.Errorf("%s: %+v", code, got)
		}
	}
	// the order system's next delivery of all addresses brings no double back
	got := testkit.Into[org.IntegrateResp](t, admin.Call("Address/AddressIntegration", org.IntegrateReq{Addresses: []org.PlaceReq{first.PlaceReq, second.PlaceReq, yard(org.PlaceCustomer, "C3"), yard(org.PlaceCustomer, "C9")}}))
	if got.Merged != 3 || got.Added != 1 || got.Changed != 0 {
		t.Errorf("%+v", got)
	}
	if f := admin.Refused("Org/SaveCustomer", yard(org.PlaceCustomer, "C1")); f.Fields[0].Field != "Code" || f.Fields[0].Code != "place-merged" || f.Fields[0].Params["code"] != "C2" {
		t.Errorf("%+v", f)
	}
	if f := admin.Refused("Org/SaveCustomer", first.PlaceReq); f.Code != "place-unknown" {
		t.Errorf("%+v", f)
	}
	admin.Call("Org/DeleteCustomer", resource.Key{ID: third.ID})
	admin.Call("Org/SaveCustomer", yard(org.PlaceCustomer, "C1")) // the code means nobody now
}

func TestMerge_IsRefusedWhole(t *testing.T) {
	k := testkit.Demo(t)
	admin, office := k.As("admin@demo.test"), k.As("office@demo.test")
	a, b := customer(t, admin, "A", "Acme A", "1 Mill Lane"), customer(t, admin, "B", "Acme B", "2 Mill Lane")
	c, place := customer(t, admin, "C", "Acme C", "3 Mill Lane"), testkit.Into[org.Place](t, admin.Call("Address/UpdateLocation", yard(org.PlaceLocation, "L")))
	other := testkit.Into[org.Place](t, k.As("admin@other.test").Call("Org/SaveCustomer", yard(org.PlaceCustomer, "X")))
	admin.Call("Org/MergePlaces", merging(a, c))
	a.Rev++
	named(k, admin, b)

	stale, itself := merging(a, b), merging(a, a)
	stale.From[0].Rev = 7
	staleInto := merging(a, b)
	staleInto.Place.Rev = 1
	taken := merging(a, b)
	customer(t, admin, "T", "Taken", "4 Mill Lane")
	was := one(k, `SELECT group_concat(code || rev || street) FROM org_place`)
	taken.Place.Code = "T"
	noZip := merging(a, b)
	noZip.Place.Zip = "1"
	vendor := merging(a, b)
	vendor.Place.Kind = org.PlaceVendor
	for name, x := range map[string]struct {
		req         org.MergeReq
		code, field string
	}{
		"itself":               {itself, "place-merge-itself", "From[0].PlaceId"},
		"twice":                {merging(a, b, b), "place-merge-twice", "From[1].PlaceId"},
		"merged already":       {merging(b, c), "place-merged", "From[0].PlaceId"},
		"into one merged":      {merging(c, b), "place-merged", "Place.PlaceId"},
		"another organisation": {merging(a, other), "place-unknown", "From[0].PlaceId"},
		"into another's":       {merging(other, a), "place-unknown", "Place.PlaceId"},
		"another kind":         {merging(a, place), "place-unknown", "From[0].PlaceId"},
		"a code that is taken": {taken, "place-exists", "Place.Code"},
		"a bad address":        {noZip, "zip-malformed", "Place.Zip"},
		"vendors":              {vendor, "field-not-offered", "Place.Kind"},
		"edited meanwhile":     {stale, "place-changed-meanwhile", ""},
		"the one that stays":   {staleInto, "place-changed-meanwhile", ""},
		"none":                 {merging(a), "field-required", "From"},
	} {
		for _, path := range []string{"Org/PreviewMerge", "Org/MergePlaces"} {
			f := admin.Refused(path, x.req)
			code, field := f.Code, ""
			if len(f.Fields) > 0 {
				code, field = f.Fields[0].Code, f.Fields[0].Field
			}
			if code != x.code || field != x.field {
				t.Errorf("%s, %s: %s of %q", path, name, code, field)
			}
		}
	}
	if _, err := k.As("dock@demo.test").Try("Org/MergePlaces", merging(a, b)); fail.CodeOf(err) != "no-right" {
		t.Errorf("the dock merges customers: %v", err)
	}
	program := k.As("admin@demo.test")
	program.By.Program = true // with whatever scopes: it would change orders, loads and prices
	if _, err := program.Try("Org/MergePlaces", merging(a, b)); fail.CodeOf(err) != "not-for-programs" {
		t.Errorf("a program merges customers: %v", err)
	}
	// whoever may not change prices does not change them by a merge
	lacks := testkit.Into[org.MergeResp](t, office.Call("Org/PreviewMerge", merging(a, b))).Lacking
	if !slices.Contains(lacks, right.ManagePrices) {
		t.Errorf("lacking: %v", lacks)
	}
	if _, err := office.Try("Org/MergePlaces", merging(a, b)); fail.CodeOf(err) != "no-right" {
		t.Errorf("the office merges markups: %v", err)
	}
	office.By.Warehouses = []string{"ATL"}
	if _, err := office.Try("Org/PreviewMerge", merging(a, b)); fail.CodeOf(err) != "place-merge-all-warehouses" {
		t.Errorf("of one warehouse: %v", err)
	}
	if now := one(k, `SELECT group_concat(code || rev || street) FROM org_place`); now != was {
		t.Errorf("half of a refused merge was saved:\n%s\n%s", now, was)
	}
	if counted(k, `SELECT count(*) FROM org_place_merged`) != 1 || counted(k, `SELECT count(*) FROM order_open WHERE customer = 'B'`) != 3 || counted(k, `SELECT count(*) FROM rating_markup WHERE customer = 'Acme B'`) != 2 {
		t.Error("half of a refused merge was saved")
	}
}

// copies adds rows of a table that are like one of its own, but for what tells them apart.
func copies(ctx context.Context, tx *store.Tx, table, of, customer string, n int) error {
	columns, err := store.Select[string](ctx, tx, `SELECT name FROM pragma_table_info(?)`, table)
	if err != nil {
		return err
	}
	values := make([]string, len(columns))
	for i, c := range columns {
		switch c {
		case "id", "number", "bol":
			values[i] = "'COPY-' || n.value"
		case "customer":
			values[i] = "?2"
		case "state":
			values[i] = "'built'"
		default:
			values[i] = "t." + c
		}
	}
	_, err = tx.ExecContext(ctx, `WITH n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?1) INSERT INTO `+table+` (`+strings.Join(columns, ", ")+`)
		SELECT `+strings.Join(values, ", ")+` FROM n, (SELECT * FROM `+table+` WHERE `+of+` LIMIT 1) t`, n, customer)
	return err
}

// A customer of years has loads by the thousand: nobody waits until all of them are renamed, and whoever asks meanwhile is told the one that stays.
func TestMerge_WhatIsManyFollowsInPieces(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	a, b, c := customer(t, admin, "C1", "Acme", "1 Mill Lane"), customer(t, admin, "C2", "Beta Inc", "1 Mill Ln"), customer(t, admin, "C3", "Gamma", "1 Mill Ln.")
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		if err := copies(ctx, tx, "order_open", "together = ''", "C2", 450); err != nil {
			return err
		}
		return copies(ctx, tx, "shipment", "true", "Beta Inc", 450)
	})
	left := func() string {
		return one(k, `SELECT (SELECT count(*) FROM order_open WHERE customer = 'C2') || ' ' || (SELECT count(*) FROM shipment WHERE customer = 'Beta Inc')`)
	}
	done := testkit.Into[org.MergeResp](t, admin.Call("Org/MergePlaces", merging(a, b)))
	if len(done.Follows) != 2 || done.Follows[0].Moved != 450 || done.Follows[1].Moved != 450 || left() != "250 250" {
		t.Errorf("left %s: %+v", left(), done.Follows)
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		if now, err := k.App.Org.Named(ctx, tx, "Beta Inc"); err != nil || !slices.Equal(now, []string{"Beta Inc", "Acme", "C1", "C2"}) {
			t.Errorf("meanwhile Beta Inc is %q: %v", now, err)
		}
		return nil
	})
	a.Rev++
	admin.Call("Org/MergePlaces", merging(c, a)) // before the first is done
	if _, err := k.App.Jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	if got := one(k, `SELECT (SELECT count(*) FROM order_open WHERE customer = 'C3') || ' ' || (SELECT count(*) FROM shipment WHERE customer = 'Gamma')`); got != "450 450" || left() != "0 0" {
		t.Errorf("%s followed, left %s", got, left())
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for _, table := range []string{"order_open", "shipment", "order_import", "packing_plan"} {
			var id, parent, unused int
			var plan string
			if err := tx.QueryRowContext(ctx, `EXPLAIN QUERY PLAN SELECT count(*) FROM `+table+` WHERE customer = 'x' COLLATE NOCASE AND customer <> 'y'`).Scan(&id, &parent, &unused, &plan); err != nil || !strings.Contains(plan, table+"_by_customer (customer=?)") {
				t.Errorf("%s is read whole: %s, %v", table, plan, err)
			}
		}
		return nil
	})
}

// A chain of shops has one name: what names the chain is left to it.
func TestMerge_ANameThatOthersHaveStays(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	a, b := customer(t, admin, "S1", "Shop Acme", "1 Mill Lane"), customer(t, admin, "S2", "Stores", "1 Mill Ln")
	customer(t, admin, "S3", "STORES", "9 Far Road")
	named(k, admin, b) // two signed loads name "STORES"
	got := testkit.Into[org.MergeResp](t, admin.Call("Org/MergePlaces", merging(a, b)))
	if !slices.Equal(got.Shared, []string{"Stores"}) || counted(k, `SELECT count(*) FROM shipment WHERE customer = 'STORES'`) != 2 || counted(k, `SELECT count(*) FROM order_open WHERE customer = 'S1'`) != 3 {
		t.Errorf("%+v", got)
	}
}

func TestMerge_OpenOrdersKeepTheirAddressWhereNobodySaysOtherwise(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	save := func(code, street string) org.Place {
		r := yard(org.PlaceLocation, code)
		r.Name, r.Street = "Yard", street
		return testkit.Into[org.Place](t, admin.Call("Address/UpdateLocation", r))
	}
	a, b := save("Y1", "1 Mill Lane"), save("Y2", "1 Mill Ln")
	to := b.Party()
	to.Contact = "Gate 4"
	admin.Call("Shipment/AddNewOrder", obj{"OrderNumber": "SO-Y", "WHSE": "ATL", "Customer": "Y2", "Consignee": to, "ShipOn": "2026-12-01"})
	req := merging(a, b)
	req.Addresses = false
	if got := testkit.Into[org.MergeResp](t, admin.Call("Org/PreviewMerge", req)); len(got.Follows) != 0 {
		t.Errorf("%+v", got.Follows)
	}
	admin.Call("Org/MergePlaces", merging(a, b))
	if got := one(k, `SELECT customer || (consignee ->> 'street') || (consignee ->> 'contact') || rev FROM order_open WHERE number = 'SO-Y'`); got != "Y21 Mill LaneGate 42" {
		t.Errorf("%s", got) // a location is no customer: what is called Y2 there is somebody else
	}
}

func TestLikelyDoubles_AMarkBetweenDigitsTellsCodesApart(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	ids := map[string]string{}
	for i, code := range []string{"10-1", "101", "0010.1", "AC-7", "AC7", "AC 70", "AC 7-0", "00-12", "12"} {
		ids[customer(t, admin, code, fmt.Sprint("Shop ", i), "1 Mill Lane").ID] = code
	}
	var got []string
	for _, d := range testkit.Into[[]org.Doubles](t, admin.Call("Org/LikelyDoubles", org.KindReq{Kind: org.PlaceCustomer})) {
		var codes []string
		for _, id := range d.IDs {
			codes = append(codes, ids[id])
		}
		slices.Sort(codes)
		got = append(got, strings.Join(codes, " = "))
	}
	slices.Sort(got)
	if want := []string{"00-12 = 12", "0010.1 = 10-1", "AC-7 = AC7"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// A merge that was a mistake is taken back: the row is there again under its code and name, and what was merged into it before leads to it. What followed stays.
func TestUnmerge_WhatTheRowWasCalledBeforeMeansItAgain(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	a, b, c := customer(t, admin, "A0", "Alder Old", "1 A St"), customer(t, admin, "B1", "Birch", "2 B St"), customer(t, admin, "C0", "Cedar", "3 C St")
	rename := func(p org.Place, code, name string) org.Place {
		t.Helper()
		r := p.PlaceReq
		r.Code, r.Name = code, name
		return testkit.Into[org.Place](t, admin.Call("Org/SaveCustomer", r))
	}
	a, b, c = rename(a, "A1", "Alder"), rename(b, "B2", "Birch"), rename(c, "C1", "Cedar")
	at := func(code string) org.Place {
		t.Helper()
		return testkit.Into[org.Place](t, admin.Call("Address/GetAddress", org.GetAddressReq{Kind: org.PlaceCustomer, Code: code}))
	}
	admin.Call("Org/MergePlaces", merging(a, c))
	admin.Call("Org/MergePlaces", merging(b, at("A1")))
	for _, code := range []string{"A0", "A1", "C0", "C1", "B1"} {
		if got := at(code); got.ID != b.ID {
			t.Fatalf("%s is %s before it is taken back", code, got.Code)
		}
	}
	admin.Call("Org/Unmerge", org.UnmergeReq{Kind: org.PlaceCustomer, ID: a.ID})
	for code, id := range map[string]string{"A0": a.ID, "C0": a.ID, "C1": a.ID, "B1": b.ID} {
		if got := at(code); got.ID != id {
			t.Errorf("%s is %s", code, got.Code)
		}
	}
	back := testkit.Into[org.Place](t, admin.Call("Org/Unmerge", org.UnmergeReq{Kind: org.PlaceCustomer, ID: c.ID}))
	if got := at("C0"); got.ID != back.ID {
		t.Errorf("C0 is %s", got.Code)
	}
	if got := at("A0"); got.ID != a.ID {
		t.Errorf("A0 is %s", got.Code)
	}
}

func TestUnmerge_TheRowIsThereAgain(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	a, b, c := customer(t, admin, "U1", "Umber", "1 Mill Lane"), customer(t, admin, "U2", "Ulna", "2 Mill Lane"), customer(t, admin, "U3", "Ulm", "3 Mill Lane")
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE order_open SET customer = 'U2' WHERE id IN (SELECT id FROM order_open WHERE state = 'open' LIMIT 1)`)
		return err
	})
	admin.Call("Org/MergePlaces", merging(b, c)) // Ulm is Ulna, and then both are Umber
	b = testkit.Into[org.Place](t, admin.Call("Address/GetAddress", org.GetAddressReq{Kind: org.PlaceCustomer, Code: "U2"}))
	admin.Call("Org/MergePlaces", merging(a, b))
	if f := admin.Refused("Org/Unmerge", org.UnmergeReq{Kind: org.PlaceLocation, ID: b.ID}); f.Code != "place-unknown" {
		t.Errorf("as a location: %+v", f)
	}
	back := testkit.Into[org.Place](t, admin.Call("Org/Unmerge", org.UnmergeReq{Kind: org.PlaceCustomer, ID: b.ID}))
	if back.ID != b.ID || back.Code != "U2" || back.Name != "Ulna" || back.Street != "2 Mill Lane" || back.Rev <= b.Rev {
		t.Errorf("%+v", back)
	}
	for code, want := range map[string]string{"U1": "Umber", "U2": "Ulna", "U3": "Ulna"} {
		if got := testkit.Into[org.Place](t, admin.Call("Address/GetAddress", org.GetAddressReq{Kind: org.PlaceCustomer, Code: code})); got.Name != want {
			t.Errorf("%s is %s", code, got.Name)
		}
	}
	if n := one(k, `SELECT count(*) FROM order_open WHERE customer = 'U1'`); n != "1" {
		t.Errorf("%s orders stayed", n)
	}
	if list := testkit.Into[[]org.MergedShown](t, admin.Call("Org/MergedPlaces", org.KindReq{Kind: org.PlaceCustomer})); len(list) != 1 || list[0].ID != c.ID || list[0].IntoCode != "U2" {
		t.Errorf("%+v", list)
	}
	if f := admin.Refused("Org/Unmerge", org.UnmergeReq{Kind: org.PlaceCustomer, ID: b.ID}); f.Code != "place-unknown" {
		t.Errorf("twice: %+v", f)
	}
	// Where another has the code by now, the row stays merged.
	req := merging(a, back)
	req.Place.Rev = testkit.Into[org.Place](t, admin.Call("Address/GetAddress", org.GetAddressReq{Kind: org.PlaceCustomer, Code: "U1"})).Rev
	req.Place.Code = "U2"
	admin.Call("Org/MergePlaces", req)
	if f := admin.Refused("Org/Unmerge", org.UnmergeReq{Kind: org.PlaceCustomer, ID: b.ID}); len(f.Fields) != 1 || f.Fields[0].Code != "place-exists" || f.Fields[0].Field != "PlaceId" {
		t.Errorf("%+v", f)
	}
	if list := testkit.Into[[]org.MergedShown](t, admin.Call("Org/MergedPlaces", org.KindReq{Kind: org.PlaceCustomer})); len(list) != 2 {
		t.Errorf("%+v", list)
	}
}
