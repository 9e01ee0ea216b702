package app_test

import (
	"fmt"
	"strings"
	"testing"

	"lading/server/dock"
	"lading/server/testkit"
	"lading/sync/pull"
	"lading/sync/push"

	"github.com/goccy/go-json"
)

// tablet is an enrolled device that queues what a person does.
type tablet struct {
	*testkit.Device
	t   *testing.T
	id  string
	out []json.RawMessage
}

func enrol(t *testing.T, p *testkit.Person) *tablet {
	t.Helper()
	d := p.Enrol()
	return &tablet{Device: d, t: t, id: d.ID}
}

// queue keeps an action in the outbox, signed.
func (d *tablet) queue(op string, args map[string]any) {
	d.t.Helper()
	d.out = append(d.out, d.Signed(op, args))
}

// push sends the outbox and gives each action's outcome as "op status code".
func (d *tablet) push() (outcomes []string) {
	d.t.Helper()
	resp := testkit.Into[push.Resp](d.t, d.Call("sync/push", map[string]any{"device": d.id, "mutations": d.out}))
	for _, r := range resp.Results {
		outcomes = append(outcomes, strings.TrimSpace(fmt.Sprint(r.Seq, " ", r.Status, " ", r.Code)))
	}
	d.out = nil
	return outcomes
}

// Two tablets worked the same door without a network; one scanned a pallet of the next load.
func TestQueue_ARefusedScanDoesNotHoldUpTheSignature(t *testing.T) {
	k := testkit.Demo(t)
	worker := k.As("dock@demo.test")
	loads := testkit.Into[[]dock.Shipment](t, worker.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting"}}))
	if len(loads) < 2 {
		t.Fatalf("%d loads wait", len(loads))
	}
	mine, next := loads[0].ID, loads[1].ID
	pallets := testkit.Into[[]dock.Pallet](t, worker.Call("DockView/GetLpnNumbers", dock.ShipmentReq{ShipmentID: mine}))
	wrong := testkit.Into[[]dock.Pallet](t, worker.Call("DockView/GetLpnNumbers", dock.ShipmentReq{ShipmentID: next}))[0]
	hash := strings.Repeat("ab", 32)
	sign := func(by string) map[string]any {
		return map[string]any{"ShipmentId": mine, "SignedBy": by, "Image": hash, "Strokes": fmt.Sprintf("%064x", len(by)), "Consent": "1", "Language": "en", "Pieces": loads[0].Pieces, "Pallets": len(pallets)}
	}
	first, second := enrol(t, worker), enrol(t, worker)
	second.At = "2026-11-20T13:55:00.000Z" // it is a little behind, and does not know that the driver has signed
	first.queue("DockView/LoadPallet", map[string]any{"ShipmentId": mine, "PalletId": wrong.ID, "Lpn": wrong.LPN})
	for _, p := range pallets {
		for _, d := range []*tablet{first, second} {
			d.queue("DockView/LoadPallet", map[string]any{"ShipmentId": mine, "PalletId": p.ID, "Lpn": p.LPN})
		}
	}
	for _, d := range []*tablet{first, second} {
		d.queue("DockView/FinishLoading", map[string]any{"ShipmentId": mine, "Seal": "UL-1", "Trailer": "533182"})
	}
	first.queue("DockView/GetSaveSignature", sign("Ada"))
	second.queue("DockView/GetSaveSignature", sign("Robert"))

	got := first.push()
	if got[0] != "1 rejected pallet-other-shipment" {
		t.Errorf("wrong pallet: %s", got[0])
	}
	for _, o := range got[1:] {
		if !strings.HasSuffix(o, " applied") {
			t.Errorf("first tablet: %s", o)
		}
	}
	got = second.push()
	for _, o := range got[:len(got)-1] {
		if !strings.HasSuffix(o, " applied") {
			t.Errorf("second tablet: %s", o)
		}
	}
	if last := got[len(got)-1]; !strings.HasSuffix(last, "rejected bol-already-signed") {
		t.Errorf("second signature: %s", last)
	}
	after := testkit.Into[[]dock.Shipment](t, worker.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"signed"}}))
	signed := 0
	for _, s := range after {
		if s.ID == mine && s.SignedBy == "Ada" && s.LoadedPallets == int64(len(pallets)) && s.Seal == "UL-1" {
			signed++
		}
	}
	if signed != 1 {
		t.Errorf("signed loads: %+v", after)
	}
}

// pull gives the rows that changed for a device since it last asked.
func (d *tablet) pull(cursor string) (rows map[string][]json.RawMessage, next string) {
	d.t.Helper()
	rows = map[string][]json.RawMessage{}
	for more := true; more; {
		page := testkit.Into[struct {
			Put    map[string][]json.RawMessage `json:"put"`
			Cursor string                       `json:"cursor"`
			More   bool                         `json:"more"`
		}](d.t, d.Call("sync/pull", map[string]any{"device": d.id, "schema": pull.Schema, "cursor": cursor, "warehouses": []string{"ATL"}, "limit": 2000}))
		for entity, list := range page.Put {
			rows[entity] = append(rows[entity], list...)
		}
		cursor, more = page.Cursor, page.More
	}
	return rows, cursor
}

func TestQueue_TwoTabletsOnOneTrailerSeeEachOthersScans(t *testing.T) {
	k := testkit.Demo(t)
	worker := k.As("dock@demo.test")
	load := testkit.Into[[]dock.Shipment](t, worker.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting"}}))[0]
	pallets := testkit.Into[[]dock.Pallet](t, worker.Call("DockView/GetLpnNumbers", dock.ShipmentReq{ShipmentID: load.ID}))
	first, second := enrol(t, worker), enrol(t, worker)
	_, atFirst := first.pull("")
	_, atSecond := second.pull("")
	scans := func(by *tablet, p dock.Pallet) {
		by.queue("DockView/LoadPallet", map[string]any{"ShipmentId": load.ID, "PalletId": p.ID, "Lpn": p.LPN})
		if got := by.push()[0]; !strings.HasSuffix(got, " applied") {
			t.Fatalf("scan: %s", got)
		}
	}
	sees := func(on *tablet, cursor string, p dock.Pallet, by *tablet, loaded int64) string {
		t.Helper()
		rows, next := on.pull(cursor)
		seen := false
		for _, raw := range rows["dock_pallet"] {
			if one := testkit.Into[dock.Pallet](t, raw); one.ID == p.ID {
				seen = one.State == dock.OnTruck && one.Device == by.id
			}
		}
		counted := false
		for _, raw := range rows["dock_shipment"] {
			if one := testkit.Into[dock.Shipment](t, raw); one.ID == load.ID {
				counted = one.LoadedPallets == loaded && one.State == dock.Loading
			}
		}
		if !seen || !counted {
			t.Errorf("pallet seen %v, load counted %v", seen, counted)
		}
		return next
	}
	scans(first, pallets[0])
	sees(second, atSecond, pallets[0], first, 1)
	scans(second, pallets[1])
	sees(first, atFirst, pallets[1], second, 2)
	// Both scanned the same label before they heard of each other: it is on the trailer once.
	scans(first, pallets[2%len(pallets)])
	scans(second, pallets[2%len(pallets)])
	after := testkit.Into[[]dock.Pallet](t, worker.Call("DockView/GetLpnNumbers", dock.ShipmentReq{ShipmentID: load.ID}))
	n := 0
	for _, p := range after {
		if !p.ScannedAt.IsZero() {
			n++
		}
	}
	if want := min(3, len(pallets)); n != want {
		t.Errorf("%d pallets are on the trailer, want %d", n, want)
	}
}
