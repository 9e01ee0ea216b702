package app_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lading/server/access"
	"lading/server/app"
	"lading/server/kit/event"
	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/store"
	"lading/server/testkit"
	"lading/sync/pull"

	"github.com/goccy/go-json"
)

type fields map[string]any

// someone adds a user with a page list of their own.
func someone(k *testkit.Kit, login, group, pages string, warehouses ...string) *testkit.Person {
	k.T.Helper()
	hash, err := k.App.Access.HashPassword(context.Background(), "lading-demo")
	if err != nil {
		k.T.Fatal(err)
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := k.App.Access.CreateUser(ctx, tx, access.NewUser{ID: "U-" + strings.ToUpper(login[:4]), Login: login, First: "Some", Last: "One", Group: group, PageList: pages, Warehouses: warehouses, Hash: hash, Agreed: true})
		return err
	})
	return k.As(login)
}

func contactUs(k *testkit.Kit) *testkit.Person {
	return someone(k, "contact@demo.test", "dock", fmt.Sprint(int(page.ContactUs)), "DAL")
}

func one(k *testkit.Kit, query string) (s string) {
	k.T.Helper()
	k.Read("1", func(ctx context.Context, tx *store.Tx) error { return tx.QueryRowContext(ctx, query).Scan(&s) })
	return s
}

// pulled is everything that a user's device gets.
func pulled(k *testkit.Kit, p *testkit.Person, cursor string) (rows map[string][]json.RawMessage, drop []string, next string) {
	k.T.Helper()
	rows = map[string][]json.RawMessage{}
	for range 100 {
		var got *pull.Page
		k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			tx.By = p.By
			got, err = k.App.Device.Puller.Pull(ctx, tx, pull.Req{Device: "01M86KSM8W9TG26TAM1Q48ZMQG", Schema: pull.Schema, Cursor: cursor})
			return err
		})
		for table, list := range got.Put {
			rows[table] = append(rows[table], list...)
		}
		drop = append(drop, got.Drop...)
		if cursor = got.Cursor; !got.More {
			return rows, drop, cursor
		}
	}
	k.T.Fatal("a pull without end")
	return nil, nil, ""
}

func TestRights_DefaultPagesNeitherTenderNorAmendNorOpenPapers(t *testing.T) {
	k := testkit.Demo(t)
	p := contactUs(k)
	id := one(k, `SELECT id FROM shipment WHERE warehouse = 'DAL' LIMIT 1`)
	for path, req := range map[string]fields{
		"Shipment/CollectTender":              {"ShipmentId": id, "Carrier": "ABFS", "Ask": true, "Email": "anyone@else.test"},
		"Shipment/SaveandReprint":             {"ShipmentId": id},
		"Shipment/BulkPickupRequest":          {"ShipmentIds": []string{id}},
		"Document/Bill":                       {"ShipmentId": id},
		"Document/Evidence":                   {"ShipmentId": id},
		"Shipment/GetShipmentWiseAttachments": {"ShipmentId": id},
		"Shipment/ShipmentDetails":            {"shipmentId": id},
		"Shipment/GlobalSearch":               {"searchText": "SO-"},
		"LogIn/GetCarrierList":                {},
	} {
		if f := p.Refused(path, req); f.Code != "no-right" {
			t.Errorf("%s: %s", path, f.Code)
		}
	}
}

func TestRights_AnAuditorReadsAndDoesNotVoid(t *testing.T) {
	k := testkit.Demo(t)
	audit := k.As("audit@demo.test")
	id := one(k, `SELECT id FROM shipment WHERE status = 'T' LIMIT 1`)
	audit.Call("Shipment/ShipmentDetails", fields{"shipmentId": id})
	for _, path := range []string{"Shipment/Void", "Shipment/ArchiveShipment"} {
		if f := audit.Refused(path, fields{"ShipmentId": id, "Reason": "no"}); f.Code != "no-right" {
			t.Errorf("%s: %s", path, f.Code)
		}
	}
}

func TestRights_APullHoldsWhatTheRightsOpenAndNoMore(t *testing.T) {
	k := testkit.Demo(t)
	rows, _, _ := pulled(k, contactUs(k), "")
	for table := range rows {
		switch table {
		case "access_user", "document_certificate", "notify_notification", "org_setup", "warehouse_site":
		default:
			t.Errorf("default pages pull %d of %s", len(rows[table]), table)
		}
	}
	rows, _, _ = pulled(k, someone(k, "siteless@demo.test", "dock", "", "NONE"), "")
	for _, table := range []string{"shipment", "dock_driver", "order_open", "document", "document_agent", "shipment_cost"} {
		if len(rows[table]) > 0 {
			t.Errorf("a user of a warehouse without work pulls %d of %s", len(rows[table]), table)
		}
	}
	rows, _, _ = pulled(k, k.As("dock@demo.test"), "")
	for _, table := range []string{"dock_shipment", "dock_pallet", "dock_driver", "dock_setting", "shipment", "carrier", "shipment_event"} {
		if len(rows[table]) == 0 {
			t.Errorf("the dock lacks %s", table)
		}
	}
	for _, table := range []string{"shipment_cost", "shipment_tender", "quote"} {
		if len(rows[table]) > 0 {
			t.Errorf("the dock pulls %d of %s", len(rows[table]), table)
		}
	}
}

func TestRights_WhatAUserLosesLeavesTheDevice(t *testing.T) {
	k := testkit.Demo(t)
	p := k.As("office@demo.test")
	rows, _, cursor := pulled(k, p, "")
	if len(rows["shipment_cost"]) == 0 || len(rows["dock_driver"]) == 0 {
		t.Fatalf("the office has %d costs, %d drivers", len(rows["shipment_cost"]), len(rows["dock_driver"]))
	}
	p.By.Pages = page.Parse(fmt.Sprint(int(page.OpenOrders)))
	rows, drop, cursor := pulled(k, p, cursor)
	if all := strings.Join(drop, " "); !strings.Contains(all, "/see-money") || !strings.Contains(all, "/see-drivers") || strings.Contains(all, "/see-orders") {
		t.Errorf("dropped %s", all)
	}
	if len(rows["order_open"]) > 0 {
		t.Errorf("%d orders came again", len(rows["order_open"]))
	}
	p.By.Pages = k.As("office@demo.test").By.Pages
	if rows, _, _ = pulled(k, p, cursor); len(rows["shipment_cost"]) == 0 || len(rows["order_open"]) > 0 {
		t.Errorf("with the rights back: %d costs, %d orders", len(rows["shipment_cost"]), len(rows["order_open"]))
	}
}

func TestRights_MoneyAndMailsStayInTheWarehouse(t *testing.T) {
	k := testkit.Demo(t)
	p := someone(k, "dallas@demo.test", "office", "", "DAL")
	atlanta := one(k, `SELECT s.id FROM shipment s JOIN shipment_cost USING (id) WHERE s.warehouse = 'ATL' LIMIT 1`)
	rows, _, _ := pulled(k, p, "")
	if len(rows["shipment_cost"]) == 0 {
		t.Error("no cost of its own warehouse")
	}
	for _, table := range []string{"shipment_cost", "shipment_tender", "quote_request", "quote"} {
		for _, r := range rows[table] {
			if bytes.Contains(r, []byte(`"wh:ATL/`)) || bytes.Contains(r, []byte(atlanta)) {
				t.Errorf("%s of Atlanta: %s", table, r)
			}
		}
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for id, place := range map[string]string{"01M86KSM8W9TG26TAM1Q48ZMQA": "ATL", "01M86KSM8W9TG26TAM1Q48ZMQD": "DAL"} {
			if _, err := tx.ExecContext(ctx, `INSERT INTO notify_mail (id, key, recipients, subject, body, shipment_id, warehouse, at, state, message_id) VALUES (?1, ?1, '["a@carrier.test"]', 's', 'letter', 'S', ?2, 1, 'sent', '')`, id, place); err != nil {
				return err
			}
		}
		return nil
	})
	mails := string(p.Call("Notify/Mails", fields{}))
	if strings.Contains(mails, "ZMQA") || !strings.Contains(mails, "ZMQD") {
		t.Errorf("mails: %s", mails)
	}
	if f := p.Refused("Notify/Mail", fields{"MailId": "01M86KSM8W9TG26TAM1Q48ZMQA"}); f.Code != "no-such-mail" {
		t.Errorf("a mail of Atlanta: %s", f.Code)
	}
}

func TestRights_OpenOrdersAloneGivesNoPrice(t *testing.T) {
	k := testkit.Demo(t)
	p := someone(k, "orders@demo.test", "office", fmt.Sprint(int(page.OpenOrders)))
	order := one(k, `SELECT id FROM order_open LIMIT 1`)
	for path, req := range map[string]fields{
		"Rating/RateOrders":               {"OrderIds": []string{order}},
		"Shipment/GETLTLRates":            {},
		"Shipment/UpdateDefaultServices":  {"Services": []string{}},
		"Shipment/GetShipmentPricesheets": {"ShipmentId": "x"},
	} {
		if f := p.Refused(path, req); f.Code != "no-right" {
			t.Errorf("%s: %s", path, f.Code)
		}
	}
	p.Call("Shipment/GetOrders", fields{})
}

func TestRights_AGroupWithAnEmptyListHasTheDefaultPages(t *testing.T) {
	k := testkit.New(t)
	admin := k.As("admin@demo.test")
	admin.Call("Access/SaveGroup", fields{"GroupCode": "temps", "GroupName": "Temps", "pageList": "", "Office": true})
	p := someone(k, "temp@demo.test", "temps", "")
	if held := p.By.Rights(); len(held) > 0 || len(p.By.Pages) != len(page.Defaults()) {
		t.Errorf("holds %v, opens %v", held, p.By.Pages.List())
	}
}

func TestRights_BulkCallsTellNothingOfAForeignShipment(t *testing.T) {
	k := testkit.Demo(t)
	p := someone(k, "dallas@demo.test", "office", "", "DAL")
	var id, number, carrier string
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT id, number, carrier_name FROM shipment WHERE warehouse = 'ATL' AND carrier <> '' LIMIT 1`).Scan(&id, &number, &carrier)
	})
	for path, req := range map[string]fields{
		"Shipment/BulkSchedule":      {"Shipments": []fields{{"ShipmentId": id}}},
		"Shipment/BulkPickupRequest": {"ShipmentIds": []string{id}},
	} {
		out, err := p.Try(path, req)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if bytes.Contains(out, []byte(number)) || bytes.Contains(out, []byte(carrier)) || !bytes.Contains(out, []byte("shipment-unknown")) {
			t.Errorf("%s: %s", path, out)
		}
	}
}

func TestRights_RejectedWorkIsSettledByWhoSeesIt(t *testing.T) {
	k := testkit.Demo(t)
	device := "01M86KSM8W9TG26TAM1Q48ZMQG"
	user := func(login string) string { return k.As(login).By.User }
	tray := map[string]int{user("dock@demo.test"): 1, user("dock2@demo.test"): 2, user("office@demo.test"): 3} // of Atlanta, of Dallas, of all warehouses
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for user, seq := range tray {
			if _, err := tx.ExecContext(ctx, `INSERT INTO sync_tray (device, seq, id, op, args, subjects, user_id, acted_at, status, code, params, at) VALUES (?, ?, ?, 'DockView/NoteDamage', '{}', '[]', ?, 1, 'rejected', 'x', '{}', 1)`, device, seq, fmt.Sprint("work ", seq), user); err != nil {
				return err
			}
		}
		// A user who has left is a user of Dallas all the same.
		_, err := tx.ExecContext(ctx, `UPDATE access_user SET disabled_at = 1 WHERE login = 'dock2@demo.test'`)
		return err
	})
	item := func(seq int) fields { return fields{"device": device, "seq": seq} }
	supervisor := someone(k, "dallas@demo.test", "office", "", "DAL")
	for _, c := range []struct {
		who     *testkit.Person
		sees    string
		refused map[int]string
	}{
		{k.As("dock@demo.test"), "1", map[int]string{1: "no-right", 2: "no-right", 3: "no-right"}},
		{supervisor, "2", map[int]string{1: "no-such-item", 3: "no-such-item", 4: "no-such-item"}},
		{k.As("office@demo.test"), "1 2 3", map[int]string{4: "no-such-item"}},
	} {
		var seen []string
		for _, i := range testkit.Into[[]struct{ Seq int }](t, c.who.Call("Sync/Tray", fields{})) {
			seen = append(seen, fmt.Sprint(i.Seq))
		}
		if slices.Sort(seen); strings.Join(seen, " ") != c.sees {
			t.Errorf("%s sees %v, not %s", c.who.By.Login, seen, c.sees)
		}
		for seq, code := range c.refused {
			if f := c.who.Refused("Sync/Settle", item(seq)); f.Code != code {
				t.Errorf("%s settles %d: %s", c.who.By.Login, seq, f.Code)
			}
		}
	}
	supervisor.Call("Sync/Settle", item(2))
	if left := one(k, `SELECT group_concat(seq) FROM sync_tray WHERE resolved_at IS NULL`); left != "1,3" {
		t.Errorf("left: %s", left)
	}
}

func TestPages_OneThatIsNewIsDealtOnceToTheGroupsThatAreToHaveIt(t *testing.T) {
	data := testkit.DemoFolder(t, t.TempDir())
	pages := func(k *testkit.Kit) string { return one(k, `SELECT pages FROM access_group WHERE code = 'dock'`) }
	takeAway := `UPDATE access_group SET pages = trim(replace(',' || pages || ',', ',109,', ','), ',') WHERE code = 'dock'`
	reopened := func(before ...string) *testkit.Kit {
		k := testkit.With(t, app.Config{Data: data, Replica: "off"})
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			for _, q := range before {
				if _, err := tx.ExecContext(ctx, q); err != nil {
					return err
				}
			}
			return nil
		})
		if err := k.App.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		return testkit.With(t, app.Config{Data: data, Replica: "off"})
	}
	k := reopened(takeAway, `DELETE FROM access_page_dealt WHERE page = 109`) // as an older release left it
	if list := "," + pages(k) + ","; strings.Count(list, ",109,") != 1 {
		t.Errorf("the dock has %s", list)
	}
	if err := k.App.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if list := pages(reopened(takeAway)); strings.Contains(","+list+",", ",109,") {
		t.Errorf("what an administrator took away came back: %s", list)
	}
}

// The pages that show what users did and that set up views bring nothing else: who has them may neither delete a device's data nor change users or the organisation.
func TestRights_ActivityAndViewsBringNothingElse(t *testing.T) {
	k := testkit.Demo(t)
	p := someone(k, "watch@demo.test", "office", fmt.Sprint(int(page.InternalDashboard), ",", int(page.DynamicTemplatesConfiguration), ",", int(page.Dashboard)), "ATL")
	p.Call("InternalDashboard/Acts", fields{"From": "2025-10-01", "To": "2025-10-31"})
	p.Call("v1/templates", nil)
	for _, path := range []string{"Sync/Devices", "Sync/Order", "Sync/Revoke"} {
		if f := p.Refused(path, fields{}); f.Code != "no-right" {
			t.Errorf("%s: %+v", path, f)
		}
	}
	for _, r := range []right.Right{right.ManageUsers, right.ManageOrganisation} {
		if p.By.May(r) {
			t.Errorf("the pages bring %s", r)
		}
	}
	keeper := someone(k, "keep@demo.test", "office", fmt.Sprint(int(page.ManageUsers)), "ATL")
	for path, req := range map[string]fields{"Sync/Order": {"kind": "wipe"}, "Sync/Revoke": {"revoked": true}} {
		req["device"] = "01M86KSM8W9TG26TAM1Q48ZMQG"
		if f := keeper.Refused(path, req); f.Code != "administrators-only" {
			t.Errorf("%s by no administrator: %+v", path, f)
		}
	}
}

// A notice tells of loads, orders and mails: those of the office who may not see them are told nothing, whatever their group.
func TestRights_ANoticeIsForWhoMaySeeWhatItIsAbout(t *testing.T) {
	k := testkit.Demo(t)
	bare := someone(k, "bare@demo.test", "office", fmt.Sprint(int(page.ContactUs)))
	orders := someone(k, "just@demo.test", "office", fmt.Sprint(int(page.OpenOrders)))
	office, auditor := k.As("office@demo.test"), k.As("audit@demo.test")
	for _, c := range []struct {
		link string
		told []*testkit.Person
		not  []*testkit.Person
	}{
		{"/ShipmentDetails/S", []*testkit.Person{office, auditor, orders}, []*testkit.Person{bare}}, // open orders bring loads, too
		{"/OpenOrders", []*testkit.Person{office, orders}, []*testkit.Person{bare, auditor}},
		{"/IntegrationSetup", []*testkit.Person{office, orders}, []*testkit.Person{bare, auditor}},
		{"/DockScheduler?warehouse=ATL", []*testkit.Person{office}, []*testkit.Person{bare, orders}},
		{"/InboundShipments", []*testkit.Person{office}, []*testkit.Person{bare, orders}},
		{"/PostBack", []*testkit.Person{k.As("admin@demo.test")}, []*testkit.Person{bare, orders, office}},
		{"/Printing?mail=true", []*testkit.Person{office, auditor}, []*testkit.Person{bare, orders}},
	} {
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.Emit(ctx, event.OfficeTold{Warehouse: "ATL", Code: "notify-postback-gone", Params: map[string]any{"name": c.link}, Link: c.link})
		})
		for _, p := range append(c.told, c.not...) {
			rows, _, _ := pulled(k, p, "")
			if got, want := bytes.Contains(bytes.Join(asBytes(rows["notify_notification"]), nil), []byte(`"link":"`+c.link+`"`)), slices.Contains(c.told, p); got != want {
				t.Errorf("%s: %s is told %v", c.link, p.By.Login, got)
			}
		}
	}
}

func asBytes(rows []json.RawMessage) (out [][]byte) {
	for _, r := range rows {
		out = append(out, r)
	}
	return out
}
