package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lading/server/dock"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// stranger asks as nobody in particular, with what the sign or the ticket holds.
func (f *front) stranger(path string, req any) (int, []byte, string) {
	f.T.Helper()
	body, err := json.Marshal(req)
	if err != nil {
		f.T.Fatal(err)
	}
	status, out := request(f.Kit, "POST", "/api/DockGate/"+path, "", body, "User-Agent", "Phone/1", "Accept-Language", "es")
	var p struct{ Code string }
	_ = json.Unmarshal(out, &p)
	return status, out, p.Code
}

func (f *front) sign(anew bool) string {
	f.T.Helper()
	status, out := f.call("admin@demo.test", "DockView/GateLink", fmt.Sprintf(`{"Warehouse":"ATL","Anew":%v}`, anew))
	if status != 200 {
		f.T.Fatalf("sign: %d %s", status, out)
	}
	return testkit.Into[dock.GateResp](f.T, out).Token
}

// A driver says at the gate, on a phone of the driver's own, who is here and for which load, and is told where to go.
func TestGate_ADriverArrivesByTheSign(t *testing.T) {
	f := newFront(t)
	f.call("admin@demo.test", "DockView/SettingsSiteRules", `{"Warehouse":"ATL","Rules":{"en":"Chocks first.","es":"Primero los calzos."}}`)
	token := f.sign(false)
	if again := f.sign(false); again != token {
		t.Fatal("another sign hangs there, though nobody asked for one")
	}
	status, out, _ := f.stranger("Open", map[string]any{"Token": token})
	if site := testkit.Into[dock.GateSite](t, out); status != 200 || site.Name == "" || site.Rules.Es != "Primero los calzos." {
		t.Fatalf("the sign: %d %s", status, out)
	}
	_, list := f.call("dock@demo.test", "DockView/GetShipmentList", `{"States":["waiting"]}`)
	var load dock.Shipment
	for _, s := range testkit.Into[[]dock.Shipment](t, list) {
		if s.Warehouse == "ATL" && s.DriverName == "" && s.Trailer == "" {
			load = s
			break
		}
	}
	spoken := load.BOL[:4] + " " + load.BOL[4:8] + "-" + load.BOL[8:] // as it is printed, and as a thumb types it
	said := map[string]any{"Token": token, "Number": spoken, "Name": "Luis Ortega", "Carrier": "Old Dominion", "Trailer": "53021", "Phone": "404 555 0100", "Language": "es"}
	if _, _, code := f.stranger("Arrive", said); code != "invalid-fields" {
		t.Errorf("without a word on the rules: %q", code)
	}
	said["Agrees"] = true
	status, out, _ = f.stranger("Arrive", said)
	here := testkit.Into[dock.GateStand](t, out)
	if status != 200 || here.BOL != load.BOL || here.State != dock.Arrived || here.Driver != "Luis Ortega" || here.Ticket == "" || here.Came.IsZero() || here.Site.Rules.Es == "" {
		t.Fatalf("arrived: %d %s", status, out)
	}
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		var data, trailer string
		if err := tx.QueryRowContext(ctx, `SELECT data FROM shipment_event WHERE shipment_id = ? AND kind = 'gate-arrival'`, load.ID).Scan(&data); err != nil {
			return err
		}
		for _, want := range []string{`"carrier":"Old Dominion"`, `"rulesAgreed":true`, `"language":"es"`, `"agent":"Phone/1"`} {
			if !strings.Contains(data, want) {
				t.Errorf("the history lacks %s: %s", want, data)
			}
		}
		if strings.Contains(data, "0100") {
			t.Error("the phone number stands in the history")
		}
		err := tx.QueryRowContext(ctx, `SELECT trailer FROM dock_shipment WHERE id = ?`, load.ID).Scan(&trailer)
		if trailer != "53021" {
			t.Errorf("trailer %q", trailer)
		}
		return err
	})

	// The dock sends the truck to a door: the phone is told.
	f.call("dock@demo.test", "DockView/AssignDoor", fmt.Sprintf(`{"ShipmentId":%q,"Door":"07"}`, load.ID))
	status, out, _ = f.stranger("Stand", map[string]any{"Token": here.Ticket})
	if now := testkit.Into[dock.GateStand](t, out); status != 200 || now.Door != "07" || now.Ticket != "" {
		t.Fatalf("where to go: %d %s", status, out)
	}

	// What the dock knows stays: a stranger at the gate changes no driver and no trailer.
	said["Name"], said["Trailer"] = "Somebody Else", "99999"
	status, out, _ = f.stranger("Arrive", said)
	if status != 409 || strings.Contains(string(out), "Luis") {
		t.Fatalf("a second one by another name: %d %s", status, out)
	}
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		refused, _, err := store.Get[string](ctx, tx, `SELECT data FROM shipment_event WHERE shipment_id = ? AND kind = 'gate-refused'`, load.ID)
		if !strings.Contains(refused, "Somebody Else") {
			t.Errorf("the history of who was refused: %q", refused)
		}
		return err
	})
	said["Name"] = "luis ortega"
	status, out, _ = f.stranger("Arrive", said)
	if twice := testkit.Into[dock.GateStand](t, out); status != 200 || twice.Driver != "Luis Ortega" || !twice.Came.Equal(here.Came.Time) {
		t.Fatalf("the same again: %d %s", status, out)
	}
}

func TestGate_RefusesWhatItDoesNotKnow(t *testing.T) {
	f := newFront(t)
	token := f.sign(false)
	arrive := func(token, number string) string {
		_, _, code := f.stranger("Arrive", map[string]any{"Token": token, "Number": number, "Name": "Ada", "Carrier": "ODFL", "Language": "en", "Agrees": true})
		return code
	}
	var elsewhere string
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT bol FROM dock_shipment WHERE warehouse <> 'ATL' AND bol <> '' LIMIT 1`).Scan(&elsewhere)
	})
	for number, want := range map[string]string{"NO-SUCH-LOAD": "gate-load-unknown", " - ": "gate-load-unknown", elsewhere: "gate-load-unknown"} {
		if got := arrive(token, number); got != want {
			t.Errorf("%q of another warehouse or none: %q", number, got)
		}
	}
	if _, _, code := f.stranger("Stand", map[string]any{"Token": token}); code != "gate-code-unknown" {
		t.Errorf("the sign as a ticket: %q", code)
	}
	for _, bad := range []string{"", "1", "1." + strings.Repeat("A", 43), "2" + token[1:], "99999." + strings.Repeat("A", 43)} {
		if status, out, _ := f.stranger("Open", map[string]any{"Token": bad}); status == 200 {
			t.Errorf("%q opens %s", bad, out)
		}
	}
	if f.sign(true) == token {
		t.Fatal("the new sign is the old one")
	}
	if status, _, code := f.stranger("Open", map[string]any{"Token": token}); status != 404 || code != "gate-code-unknown" {
		t.Errorf("the old sign: %d %q", status, code)
	}
	if status, out := f.call("dock2@demo.test", "DockView/GateLink", `{"Warehouse":"ATL"}`); status != 404 && status != 403 {
		t.Errorf("another warehouse's sign: %d %s", status, out)
	}
}
