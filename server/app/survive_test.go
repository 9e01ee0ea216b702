package app_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lading/server/app"
	"lading/server/dock"
	"lading/server/kit/blob"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/testkit/s3test"
	"lading/server/testkit/smalldisk"
	"lading/sync/push"
)

// surviving is a demo world that trouble comes to.
func surviving(t *testing.T, cfg app.Config) *front {
	t.Helper()
	testkit.DemoFolder(t, cfg.Data)
	return &front{Kit: testkit.With(t, cfg), bearer: map[string]string{}}
}

// call makes a call by its path, and tells whether it was answered as a refusal must be.
func (f *front) call(login, path, body string) (int, []byte) {
	f.T.Helper()
	o, ok := f.App.Registry.Find(path)
	if !ok {
		f.T.Fatalf("no call %s", path)
	}
	return f.as(login, o, body)
}

func newOrder(number string) string {
	return fmt.Sprintf(`{"OrderNumber":%q,"WHSE":"ATL","ShipOn":"2026-11-23","Consignee":{"name":"Globex","street":"9 Dock Rd","city":"Memphis","state":"TN","zip":"38101"},"Items":[{"description":"Bolts","pieces":4,"weight":{"milli":1000,"unit":"lb"}}]}`, number)
}

// load queues the loading of the first truck that waits.
func (d *tablet) load() (pallets int) {
	d.t.Helper()
	loads := testkit.Into[[]dock.Shipment](d.t, d.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting"}}))
	if len(loads) == 0 {
		d.t.Fatal("no load waits")
	}
	list := testkit.Into[[]dock.Pallet](d.t, d.Call("DockView/GetLpnNumbers", dock.ShipmentReq{ShipmentID: loads[0].ID}))
	for _, p := range list {
		d.queue("DockView/LoadPallet", map[string]any{"ShipmentId": loads[0].ID, "PalletId": p.ID, "Lpn": p.LPN})
	}
	return len(list)
}

func (f *front) count(query string, args ...any) (n int) {
	f.T.Helper()
	f.Read("1", func(ctx context.Context, tx *store.Tx) error { return tx.QueryRowContext(ctx, query, args...).Scan(&n) })
	return n
}

func (f *front) ready() (int, string) {
	f.T.Helper()
	status, out := request(f.Kit, "GET", "/readyz", "", nil)
	return status, string(out)
}

func TestSurvive_AFullDiskRefusesClearlyAndWorkGoesOnWithSpace(t *testing.T) {
	disk := smalldisk.New(t, 64)
	f := surviving(t, app.Config{Data: filepath.Join(disk.Dir, "data"), Replica: t.TempDir()})
	d := enrol(t, f.As("dock@demo.test"))
	pallets := d.load()
	f.call("office@demo.test", "user-info", `{}`) // in
	f.call("dock@demo.test", "user-info", `{}`)
	f.call("admin@demo.test", "user-info", `{}`)
	if status, out := f.ready(); status != 200 {
		t.Fatalf("before: %d %s", status, out)
	}

	disk.Fill()
	kept := map[string]bool{}
	for i := 0; ; i++ { // a log that was emptied by a checkpoint has room in itself, for a while
		number := fmt.Sprint("FULL-", i)
		status, out := f.call("office@demo.test", "Shipment/AddNewOrder", newOrder(number))
		if status == 507 && bytes.Contains(out, []byte(`"server-storage-full"`)) && bytes.Contains(out, []byte("Nothing was saved")) {
			break
		}
		if status != 200 || i > 3000 {
			t.Fatalf("order %d on a full disk: %d %s", i, status, out)
		}
		kept[number] = true
	}
	if status, _ := f.ready(); status != 503 {
		t.Errorf("ready on a full disk: %d", status)
	}
	if status, _ := request(f.Kit, "GET", "/healthz", "", nil); status != 200 {
		t.Errorf("the process is well: %d", status)
	}
	if status, out := f.call("office@demo.test", "Shipment/GetOrders", `{"pageSize":5}`); status != 200 {
		t.Errorf("reading on a full disk: %d %s", status, out)
	}
	if _, out := f.call("admin@demo.test", "Org/Health", `{}`); !bytes.Contains(out, []byte(`"disk-low"`)) {
		t.Errorf("the administrator is told: %s", out)
	}
	// a batch of a device shares one COMMIT: nothing of it may be told as done
	resp := testkit.Into[push.Resp](t, d.Call("sync/push", map[string]any{"device": d.id, "mutations": d.out}))
	for _, r := range resp.Results {
		if r.Status != push.Retry {
			t.Errorf("mutation %d on a full disk: %+v", r.Seq, r)
		}
	}
	if resp.Settled != 0 {
		t.Errorf("settled %d on a full disk", resp.Settled)
	}
	for _, what := range []struct{ name, body string }{{"a short file", string(testkit.OrderFile(3))}, {"a long file", string(testkit.OrderFile(20_000))}} {
		if status, out := f.upload("office@demo.test", "Shipment/UploadOrderFile", "o.csv", []byte(what.body)); status != 507 {
			t.Errorf("%s on a full disk: %d %.200s", what.name, status, out)
		}
	}
	photo := bytes.Repeat([]byte("photo"), 1000)
	if status, out := request(f.Kit, "PATCH", "/api/blob/"+blob.Hash(photo), f.bearer["dock@demo.test"], photo, "Upload-Offset", "0", "Upload-Length", fmt.Sprint(len(photo))); status != 507 {
		t.Errorf("a photo on a full disk: %d %s", status, out)
	}

	disk.Free()
	if status, out := f.ready(); status != 200 {
		t.Errorf("ready with space: %d %s", status, out)
	}
	if got := f.count(`SELECT count(*) FROM order_open WHERE number LIKE 'FULL-%'`); got != len(kept) {
		t.Errorf("%d orders, %d were acknowledged", got, len(kept))
	}
	if got := f.count(`SELECT count(*) FROM order_import WHERE state <> 'reading'`) + f.count(`SELECT count(*) FROM order_open WHERE number LIKE 'SO-0%' AND import_id <> ''`); got != 0 {
		t.Errorf("%d imports and their orders are half there", got)
	}
	applied := 0
	for _, o := range d.push() {
		if strings.HasSuffix(o, " applied") {
			applied++
		}
	}
	if applied != pallets || f.count(`SELECT count(*) FROM sync_outcome`) != pallets {
		t.Errorf("%d of %d pallets", applied, pallets)
	}
	if status, out := f.upload("office@demo.test", "Shipment/UploadOrderFile", "o.csv", testkit.OrderFile(3)); status != 200 {
		t.Errorf("a file with space: %d %s", status, out)
	}
	if status, out := request(f.Kit, "PATCH", "/api/blob/"+blob.Hash(photo), f.bearer["dock@demo.test"], photo, "Upload-Offset", "0", "Upload-Length", fmt.Sprint(len(photo))); status != 204 {
		t.Errorf("a photo with space: %d %s", status, out)
	}
	db, err := f.App.Store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := db.WaitReplicated(ctx, db.Version()); err != nil {
		t.Errorf("the replica does not catch up: %v", err)
	}
}

func TestSurvive_WithoutTheReplicaWorkGoesOnAndCatchesUp(t *testing.T) {
	server := s3test.Start(t)
	f := surviving(t, app.Config{Data: t.TempDir(), Replica: server.Setting("x")})
	ctx := context.Background()
	db, err := f.App.Store.Org(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.WaitReplicated(ctx, db.Version()); err != nil {
		t.Fatal(err)
	}
	d := enrol(t, f.As("dock@demo.test"))
	pallets := d.load()
	f.call("admin@demo.test", "user-info", `{}`)

	server.Cut(true)
	if status, out := f.call("admin@demo.test", "Shipment/AddNewOrder", newOrder("AWAY-1")); status != 200 {
		t.Fatalf("order without the replica: %d %s", status, out)
	}
	resp := testkit.Into[push.Resp](t, d.Call("sync/push", map[string]any{"device": d.id, "mutations": d.out}))
	if int(resp.Settled) != pallets || resp.Replicated >= resp.Settled {
		t.Errorf("settled %d, replicated %d of %d", resp.Settled, resp.Replicated, pallets)
	}
	said := func() string {
		status, out := f.ready()
		if status != 200 {
			t.Fatalf("an outage of the replica makes the program unready: %d %s", status, out)
		}
		return out
	}
	until(t, "readyz warns", func() bool { return strings.Contains(said(), "replica-unreached") })
	if age := unreplicated(t, said()); age <= 0 {
		t.Errorf("the oldest commit that the replica lacks is %v s old", age)
	}
	if _, out := f.call("admin@demo.test", "Org/Health", `{}`); !bytes.Contains(out, []byte(`"replica-unreached"`)) {
		t.Errorf("the administrator is told: %s", out)
	}
	photo := []byte("a photo that cannot be kept yet")
	if status, out := request(f.Kit, "PATCH", "/api/blob/"+blob.Hash(photo), f.bearer["admin@demo.test"], photo, "Upload-Offset", "0", "Upload-Length", fmt.Sprint(len(photo))); status != 503 {
		t.Errorf("a photo without the replica: %d %s", status, out)
	}

	server.Cut(false)
	until(t, "the replica catches up", func() bool { return db.Replicated() >= db.Version() })
	until(t, "readyz is content", func() bool { return !strings.Contains(said(), "replica-") && unreplicated(t, said()) == 0 })
	if status, out := request(f.Kit, "PATCH", "/api/blob/"+blob.Hash(photo), f.bearer["admin@demo.test"], photo, "Upload-Offset", "0", "Upload-Length", fmt.Sprint(len(photo))); status != 204 {
		t.Errorf("a photo with the replica: %d %s", status, out)
	}
	again := testkit.Into[push.Resp](t, d.Call("sync/push", map[string]any{"device": d.id, "mutations": d.out}))
	if int(again.Replicated) != pallets {
		t.Errorf("replicated %d of %d", again.Replicated, pallets)
	}
}

// unreplicated is the age in seconds, as readiness says it, of the oldest commit that the replica does not hold.
func unreplicated(t *testing.T, ready string) float64 {
	t.Helper()
	return testkit.Into[struct {
		Seconds float64 `json:"unreplicatedSeconds"`
	}](t, []byte(ready)).Seconds
}

// until is patient: the machine may be busy with other things.
func until(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if f() {
			return
		}
	}
	t.Fatal("did not happen: " + what)
}
