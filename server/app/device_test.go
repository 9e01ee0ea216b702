package app_test

import (
	"context"
	"strings"
	"testing"

	"lading/server/dock"
	"lading/server/store"
	"lading/server/testkit"
	"lading/sync/device"
	"lading/sync/pull"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// ask asks over real HTTP and gives the answer's code and body.
func ask(t *testing.T, k *testkit.Kit, path, token string, body any) (int, []byte) {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return request(k, "POST", "/api/"+path, token, b)
}

func signIn(t *testing.T, k *testkit.Kit, login string) string {
	t.Helper()
	return tokenOf(t, k, map[string]any{"grantType": "password", "userName": login, "password": "lading-demo"})
}

func tokenOf(t *testing.T, k *testkit.Kit, grant map[string]any) string {
	t.Helper()
	status, answer := ask(t, k, "token", "", grant)
	if status != 200 {
		t.Fatalf("token: %d %s", status, answer)
	}
	return testkit.Into[struct {
		Result struct {
			AccessToken string `json:"accessToken"`
		} `json:"result"`
	}](t, answer).Result.AccessToken
}

// alone has the device prove its key and gives its own token.
func (d *tablet) alone(k *testkit.Kit) string {
	d.t.Helper()
	return tokenOf(d.t, k, d.Proven(map[string]any{"grantType": "device"}))
}

// signIn signs a person in on the device: the session is bound to its key.
func (d *tablet) signIn(k *testkit.Kit, login string) string {
	d.t.Helper()
	return tokenOf(d.t, k, d.Proven(map[string]any{"grantType": "password", "userName": login, "password": "lading-demo"}))
}

func (d *tablet) report(k *testkit.Kit, token string, req map[string]any) device.StatusResp {
	d.t.Helper()
	req["device"] = d.id
	status, answer := ask(d.t, k, "sync/status", token, req)
	if status != 200 {
		d.t.Fatalf("status: %d %s", status, answer)
	}
	return testkit.Into[device.StatusResp](d.t, answer)
}

func listed(t *testing.T, k *testkit.Kit, token, id string) device.Known {
	t.Helper()
	_, answer := ask(t, k, "Sync/Devices", token, device.DevicesReq{ID: id})
	list := testkit.Into[device.DevicesResp](t, answer).Devices
	if len(list) != 1 {
		t.Fatalf("device %s: %s", id, answer)
	}
	return list[0]
}

func pulls(t *testing.T, k *testkit.Kit, token, id string) (int, string) {
	t.Helper()
	status, answer := ask(t, k, "sync/pull", token, map[string]any{"device": id, "schema": pull.Schema, "cursor": "", "warehouses": []string{}, "limit": 10})
	var problem struct{ Code string }
	_ = json.Unmarshal(answer, &problem)
	return status, problem.Code
}

func TestDevice_SendsItsLogAndSyncsAgainWhenItIsAsked(t *testing.T) {
	k := testkit.Demo(t)
	worker := k.As("dock@demo.test")
	d := enrol(t, worker)
	admin, dockToken := signIn(t, k, "admin@demo.test"), signIn(t, k, "dock@demo.test")
	if status, _ := ask(t, k, "Sync/Order", dockToken, device.OrderReq{Device: d.id, Kind: device.Log}); status != 403 {
		t.Fatalf("a dock worker asked a device: %d", status)
	}
	if status, _ := ask(t, k, "Sync/Order", signIn(t, k, "admin@other.test"), device.OrderReq{Device: d.id, Kind: device.Wipe}); status != 404 {
		t.Fatalf("another organisation's administrator asked our device: %d", status)
	}
	for range 2 {
		if status, answer := ask(t, k, "Sync/Order", admin, device.OrderReq{Device: d.id, Kind: device.Log}); status != 200 {
			t.Fatalf("ask: %d %s", status, answer)
		}
	}
	ask(t, k, "Sync/Order", admin, device.OrderReq{Device: d.id, Kind: device.Again})
	own := d.alone(k) // nobody is signed in on it: the report goes out under the device's own token
	told := d.report(k, own, map[string]any{"outbox": 2, "oldestAt": "2026-11-20T13:00:00Z", "build": "7", "storage": map[string]any{"persisted": false}, "battery": map[string]any{"percent": 41, "charging": true}, "lagMs": 90_000})
	if len(told.Orders) != 2 || told.Orders[0].Kind != device.Log || told.Orders[1].Kind != device.Again {
		t.Fatalf("orders: %+v", told.Orders)
	}
	if status, answer := ask(t, k, "sync/log", own, device.LogReq{Device: d.id, Order: ulid.Make().String(), Entries: []device.Entry{{At: 1, What: "unasked"}}}); status != 204 {
		t.Fatalf("log: %d %s", status, answer)
	}
	many := make([]device.Entry, 501)
	for i := range many {
		many[i] = device.Entry{At: 1_790_000_000_000, What: "pull", Detail: json.RawMessage(`{"ms":12}`)}
	}
	if status, _ := ask(t, k, "sync/log", own, device.LogReq{Device: d.id, Order: told.Orders[0].ID, Entries: many}); status != 422 {
		t.Fatalf("a log without end: %d", status)
	}
	ask(t, k, "sync/log", own, device.LogReq{Device: d.id, Order: told.Orders[0].ID, Entries: many[:500]})
	if left := d.report(k, own, map[string]any{"did": []string{told.Orders[1].ID}}).Orders; len(left) != 0 {
		t.Fatalf("left: %+v", left)
	}
	_, answer := ask(t, k, "Sync/DeviceLogs", admin, device.LogsReq{Device: d.id})
	logs := testkit.Into[[]device.SentLog](t, answer)
	if len(logs) != 1 || len(logs[0].Entries.V) != 500 || logs[0].Entries.V[0].What != "pull" {
		t.Fatalf("logs: %.300s", answer)
	}
	seen := listed(t, k, admin, d.id)
	if seen.LogAt.IsZero() || len(seen.Asked.V) != 0 {
		t.Fatalf("listed: %+v", seen)
	}
}

// A stolen tablet: nothing more is given to it, and what was done on it before is not lost.
func TestDevice_WithdrawnGivesUpItsWorkAndDeletesWhatItHas(t *testing.T) {
	k := testkit.Demo(t)
	worker := k.As("dock@demo.test")
	d, other := enrol(t, worker), enrol(t, worker)
	load := testkit.Into[[]dock.Shipment](t, worker.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting"}}))[0]
	d.queue("DockView/StartLoading", map[string]any{"ShipmentId": load.ID, "Door": "9"})
	admin, token := signIn(t, k, "admin@demo.test"), d.signIn(k, "dock@demo.test")
	if status, _ := pulls(t, k, token, d.id); status != 200 {
		t.Fatalf("pull before: %d", status)
	}
	own := d.alone(k)
	if status, answer := ask(t, k, "Sync/Revoke", admin, device.RevokeReq{Device: d.id, Revoked: true}); status != 204 {
		t.Fatalf("revoke: %d %s", status, answer)
	}
	if status, code := pulls(t, k, token, d.id); status != 401 || code != "no-session" {
		t.Fatalf("pull after: %d %s", status, code)
	}
	if status, _ := pulls(t, k, other.signIn(k, "dock@demo.test"), other.id); status != 200 {
		t.Fatalf("another device's pull: %d", status)
	}
	if status, answer := ask(t, k, "Sync/Order", admin, device.OrderReq{Device: d.id, Kind: device.Wipe, Cancel: true}); status != 409 {
		t.Fatalf("the deletion of a withdrawn device was taken back: %d %s", status, answer)
	}
	again := d.alone(k) // it may still prove itself
	for _, tok := range []string{own, again} {
		if status, _ := ask(t, k, "DockView/GetShipmentList", tok, dock.ListReq{}); status == 200 {
			t.Fatal("the device's own token reads")
		}
	}
	orders := d.report(k, again, map[string]any{"outbox": 1}).Orders
	if len(orders) != 1 || orders[0].Kind != device.Wipe {
		t.Fatalf("orders: %+v", orders)
	}
	status, answer := ask(t, k, "sync/push", again, map[string]any{"device": d.id, "mutations": d.out})
	if status != 200 || !strings.Contains(string(answer), `"parked"`) || !strings.Contains(string(answer), "device-revoked") {
		t.Fatalf("push: %d %s", status, answer)
	}
	if got := testkit.Into[dock.Door](t, worker.Call("WarehousesSlots/GetCurrentDock", dock.ShipmentReq{ShipmentID: load.ID})); got.Door == "9" || got.State != dock.Waiting {
		t.Fatalf("what a withdrawn device said was carried out: %+v", got)
	}
	_, answer = ask(t, k, "Sync/Tray", admin, map[string]any{})
	if !strings.Contains(string(answer), d.id) || !strings.Contains(string(answer), "DockView/StartLoading") {
		t.Fatalf("tray: %s", answer)
	}
	if left := d.report(k, again, map[string]any{"outbox": 0, "did": []string{orders[0].ID}, "lostFiles": 2}).Orders; len(left) != 0 {
		t.Fatalf("left: %+v", left)
	}
	seen := listed(t, k, admin, d.id)
	if seen.WipedAt.IsZero() || seen.LostFiles != 2 || seen.Tray != 1 {
		t.Fatalf("listed: %+v", seen)
	}
	if status, _ := ask(t, k, "sync/nonce", "", map[string]any{"device": d.id}); status != 200 {
		t.Fatalf("nonce: %d", status)
	}
	if status, _ := ask(t, k, "sync/status", again, map[string]any{"device": d.id}); status != 401 && status != 200 {
		t.Fatalf("status after: %d", status)
	}
}

func TestDevices_FiveThousandComeInPagesAndAreCountedOnce(t *testing.T) {
	k := testkit.Demo(t)
	const n = 5000
	now := k.Now()
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `WITH RECURSIVE i(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM i WHERE n < ?1 - 1)
INSERT INTO sync_device (id, public_key, name, user_id, enrolled_at, seen_at, build, outbox, oldest_at, protected, revoked_at, status)
SELECT '01KZ' || printf('%022d', n), '{}', 'Dock ' || n, 'U-DOCK', ?2, ?2, CASE WHEN n % 10 = 0 THEN 'old' ELSE 'new' END,
 CASE WHEN n % 100 < 2 THEN 3 ELSE 0 END, CASE WHEN n % 100 = 0 THEN ?2 - 1000000 ELSE ?2 END, n % 4 <> 0, CASE WHEN n % 1000 = 7 THEN ?2 END,
 '{"outbox":3,"holds":{"digest":{"wh:ATL":"' || printf('%0400d', n) || '"}}}' FROM i`, n, now.UnixMilli())
		return err
	})
	admin := signIn(t, k, "admin@demo.test")
	page := func(req device.DevicesReq) (device.DevicesResp, int) {
		t.Helper()
		status, answer := ask(t, k, "Sync/Devices", admin, req)
		if status != 200 {
			t.Fatalf("devices: %d %s", status, answer)
		}
		return testkit.Into[device.DevicesResp](t, answer), len(answer)
	}
	seen := map[string]bool{}
	after, calls := "", 0
	for {
		resp, size := page(device.DevicesReq{Build: "new", After: after, Limit: 500})
		if size > 400_000 || len(resp.Devices) > 500 {
			t.Fatalf("a page of %d devices has %d bytes", len(resp.Devices), size)
		}
		if (after == "") != (resp.Counts != nil) {
			t.Fatalf("counts behind %q: %+v", after, resp.Counts)
		}
		if resp.Counts != nil && *resp.Counts != (device.DeviceCounts{All: n, Stuck: 50, Old: 500, Unprotected: 1250, Revoked: 5}) {
			t.Fatalf("counts: %+v", *resp.Counts)
		}
		for _, d := range resp.Devices {
			if seen[d.ID] || d.Status.V.Holds != nil {
				t.Fatalf("twice, or with all that it holds: %+v", d)
			}
			seen[d.ID] = true
		}
		if calls++; resp.Next == "" {
			break
		}
		after = resp.Next
	}
	if len(seen) != n || calls != 10 {
		t.Fatalf("%d devices in %d calls", len(seen), calls)
	}
	for show, want := range map[device.Show]int{device.Stuck: 50, device.OldBuild: 500, device.Withdrawn: 5} {
		if resp, _ := page(device.DevicesReq{Show: show, Build: "new", Limit: 500}); len(resp.Devices) != want || resp.Next != "" {
			t.Errorf("%s: %d, next %q", show, len(resp.Devices), resp.Next)
		}
	}
	if resp, _ := page(device.DevicesReq{Find: "dock 499", Limit: 500}); len(resp.Devices) != 11 {
		t.Errorf("found by name: %d", len(resp.Devices))
	}
	if status, _ := ask(t, k, "Sync/Devices", admin, device.DevicesReq{Limit: 501}); status != 422 {
		t.Errorf("a page of 501: %d", status)
	}
}
