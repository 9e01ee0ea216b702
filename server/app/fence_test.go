package app_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lading/server/app"
	"lading/server/kit/blob"
	"lading/server/kit/fail"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/testkit/s3test"
	"lading/sync/device"
	"lading/sync/pull"

	"github.com/goccy/go-json"
)

func TestFence_AServerThatWasReplacedSaysSo(t *testing.T) {
	replica := t.TempDir()
	f := surviving(t, app.Config{Data: t.TempDir(), Replica: replica})
	db, err := f.App.Store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	f.call("office@demo.test", "user-info", `{}`)
	until(t, "the replica has it", func() bool { return db.Replicated() >= db.Version() })
	if status, out := f.ready(); status != 200 || !strings.Contains(out, `"unreplicatedSeconds":`) {
		t.Errorf("before: %d %s", status, out)
	}
	if _, err := app.New(context.Background(), app.Config{Data: t.TempDir(), Replica: replica, Wait: 1}); err == nil || !strings.Contains(err.Error(), "--take-over") {
		t.Fatalf("a second server beside it: %v", err)
	}
	d := enrol(t, f.As("dock@demo.test"))
	first := func() pull.Page {
		return testkit.Into[pull.Page](t, d.Call("sync/pull", map[string]any{"device": d.id, "schema": pull.Schema, "cursor": "", "warehouses": []string{"ATL"}, "limit": 100}))
	}
	if first().Replaced {
		t.Error("a tablet is told of another server before there is one")
	}
	second := testkit.With(t, app.Config{Data: t.TempDir(), Replica: replica, TakeOver: true})

	f.call("office@demo.test", "Shipment/AddNewOrder", newOrder("ALONE-1")) // what it sends shows it the second
	until(t, "it notices", func() bool { return f.App.Store.Health().Replaced != "" })
	status, out := f.call("office@demo.test", "Shipment/AddNewOrder", newOrder("ALONE-2"))
	if status != 503 || !bytes.Contains(out, []byte(`"server-replaced"`)) || !bytes.Contains(out, []byte("Another server has taken over")) {
		t.Errorf("a write: %d %s", status, out)
	}
	if status, _ := f.call("office@demo.test", "Shipment/GetOrders", `{"pageSize":5}`); status != 200 {
		t.Errorf("a read: %d", status)
	}
	if page := first(); !page.Replaced {
		t.Error("a tablet's rows come without a word of it")
	}
	if status, out := f.ready(); status != 503 || !strings.Contains(out, "server-replaced") {
		t.Errorf("ready: %d %s", status, out)
	}
	if second.App.Store.Health().Replaced != "" {
		t.Error("the second was replaced")
	}
}

func TestFence_WithoutOneReadinessSaysSo(t *testing.T) {
	server := s3test.Start(t)
	server.Blind(true)
	cfg := app.Config{Data: t.TempDir(), Replica: server.Setting("x")}
	if _, err := app.New(context.Background(), cfg); err == nil || !strings.Contains(err.Error(), "--no-fence") {
		t.Fatalf("started on a service that knows no conditions: %v", err)
	}
	cfg.NoFence = true
	f := surviving(t, cfg)
	if status, out := f.ready(); status != 200 || !strings.Contains(out, "replica-unfenced") {
		t.Errorf("ready: %d %s", status, out)
	}
	if _, out := f.call("admin@demo.test", "Org/Health", `{}`); !bytes.Contains(out, []byte("replica-unfenced")) {
		t.Errorf("an administrator reads: %s", out)
	}
}

func TestSafe_NumbersAreGivenOutOnlyWhenTheReplicaKnowsOfThem(t *testing.T) {
	server := s3test.Start(t)
	f := surviving(t, app.Config{Data: t.TempDir(), Replica: server.Setting("x")})
	d := enrol(t, f.As("dock@demo.test"))
	ask := map[string]any{"Device": d.id, "Have": []any{}}
	server.CutPart("/x/org/")
	if refused := d.Refused("Org/LeaseNumbers", ask); refused.Status != 503 || refused.Code != "not-replicated-yet" {
		t.Errorf("numbers that a lost disk would give out again: %v", refused)
	}
	server.CutPart("")
	if out := d.Call("Org/LeaseNumbers", ask); bytes.Count(out, []byte(`"kind":"bol"`)) != 1 {
		t.Errorf("numbers with the replica: %s", out)
	}
	if got := f.count(`SELECT count(*) FROM org_lease WHERE device = ? AND kind = 'bol'`, d.id); got != 1 {
		t.Errorf("%d blocks of BOL numbers for one device", got)
	}
}

func TestSafe_ADriverIsToldOfASignatureOnlyWhenTheReplicaHasIt(t *testing.T) {
	server := s3test.Start(t)
	y := yardOf(t, surviving(t, app.Config{Data: t.TempDir(), Replica: server.Setting("x")}))
	token := y.offer(y.loads[0].ID)
	sign := y.signature(token, y.open(token))
	server.CutPart("/x/org/")
	for range 2 { // the second time it is signed already
		if status, out, code := y.phone("Sign", sign); status != 503 || code != "not-replicated-yet" {
			t.Errorf("a signature that a lost disk would take along: %d %s", status, out)
		}
	}
	server.CutPart("")
	if status, out, _ := y.phone("Sign", sign); status != 200 {
		t.Errorf("with the replica: %d %s", status, out)
	}
	if _, n, _ := y.signedEvent(y.loads[0].ID); n != 1 {
		t.Errorf("%d signatures", n)
	}
}

func TestSafe_AFileIsThereOnlyWhenTheReplicaKnowsOfIt(t *testing.T) {
	server := s3test.Start(t)
	f := surviving(t, app.Config{Data: t.TempDir(), Replica: server.Setting("x")})
	f.call("dock@demo.test", "user-info", `{}`)
	photo := []byte("a photo of a broken pallet")
	ask := func(method string) int {
		var body []byte
		var header []string
		if method == "PATCH" {
			body, header = photo, []string{"Upload-Offset", "0", "Upload-Length", fmt.Sprint(len(photo))}
		}
		status, _ := request(f.Kit, method, "/api/blob/"+blob.Hash(photo), f.bearer["dock@demo.test"], body, header...)
		return status
	}
	server.CutPart("/x/org/")
	for _, method := range []string{"PATCH", "HEAD"} {
		if status := ask(method); status != 503 {
			t.Errorf("%s before the replica knows of the file: %d", method, status)
		}
	}
	server.CutPart("")
	if status := ask("HEAD"); status != 200 {
		t.Errorf("HEAD once it does: %d", status)
	}
}

// The server's disk was lost after the bytes had reached the bucket and before the note of them had.
func TestFile_BytesThatAreKeptAreTakenInAgain(t *testing.T) {
	f := surviving(t, app.Config{Data: t.TempDir(), Replica: t.TempDir()})
	f.call("dock@demo.test", "user-info", `{}`)
	for _, method := range []string{"HEAD", "GET"} {
		photo := []byte("\x89PNG\r\n\x1a\n whose note was lost, " + method)
		hash, err := f.App.Blobs.Put(context.Background(), "1", "image/png", photo)
		if err != nil {
			t.Fatal(err)
		}
		f.Write("1", func(ctx context.Context, tx *store.Tx) error { // the device has sent the action that names it again
			_, err := tx.ExecContext(ctx, `UPDATE dock_pallet SET photos = json_array(?) WHERE id = (SELECT min(id) FROM dock_pallet WHERE warehouse = 'ATL')`, hash)
			return err
		})
		if status, out := request(f.Kit, method, "/api/blob/"+hash, f.bearer["dock@demo.test"], nil); status != 200 || method == "GET" && !bytes.Equal(out, photo) {
			t.Errorf("%s: %d %s", method, status, out)
		}
		if n := f.count(`SELECT count(*) FROM blob WHERE hash = ? AND type = 'image/png'`, hash); n != 1 {
			t.Errorf("%s: %d notes of the file", method, n)
		}
	}
	// who asks for bytes whose note was lost has not sent them
	nameless, err := f.App.Blobs.Put(context.Background(), "1", "image/png", []byte("\x89PNG\r\n\x1a\n that nothing names"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method string
		status int
	}{{"HEAD", 200}, {"GET", 404}} {
		if status, _ := request(f.Kit, c.method, "/api/blob/"+nameless, f.bearer["dock@demo.test"], nil); status != c.status {
			t.Errorf("%s of what nothing names: %d", c.method, status)
		}
	}
	damaged := blob.Hash([]byte("something else"))
	name := filepath.Join(f.App.Config.Replica, "blobs", "1", damaged[:2], damaged)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("not that"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _ := request(f.Kit, "HEAD", "/api/blob/"+damaged, f.bearer["dock@demo.test"], nil); status != 404 {
		t.Errorf("bytes that are not what their name says: %d", status)
	}
}

func TestSecret_ThatTheDataWasNotWrittenWithIsRefused(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	cfg := app.Config{Data: t.TempDir(), Replica: t.TempDir(), SecretFile: file("right")}
	start := func(what, wants string, change func(*app.Config)) {
		t.Helper()
		c := cfg
		change(&c)
		a, err := app.New(context.Background(), c)
		if wants == "" && err != nil || wants != "" && (err == nil || !strings.Contains(err.Error(), wants) || !strings.Contains(err.Error(), "--new-secret")) {
			t.Errorf("%s: %v", what, err)
		}
		if err == nil {
			if err := a.LoadPeople(context.Background(), "1", "DEMO", "Demo"); err != nil && what == "the first start" {
				t.Error(err)
			}
			if err := a.Close(context.Background()); err != nil {
				t.Error(err)
			}
		}
	}
	if err := os.WriteFile(file("wrong"), []byte("a secret of another installation"), 0o600); err != nil {
		t.Fatal(err)
	}
	lost := t.TempDir()
	start("the first start", "", func(*app.Config) {})
	start("again", "", func(*app.Config) {})
	start("a wrong file", "is not the one", func(c *app.Config) { c.SecretFile = file("wrong") })
	start("a missing file", "there is no secret file", func(c *app.Config) { c.SecretFile = file("missing") })
	if _, err := os.Stat(file("missing")); err == nil {
		t.Error("a refused start made a secret")
	}
	start("a wrong file on a restored folder", "is not the one", func(c *app.Config) { c.Data, c.SecretFile = lost, file("wrong") })
	start("the right file on it", "", func(c *app.Config) { c.Data = lost })
	start("meant", "", func(c *app.Config) { c.Data, c.SecretFile, c.NewSecret = lost, file("wrong"), true })
	start("and from then on", "", func(c *app.Config) { c.Data, c.SecretFile = lost, file("wrong") })
}

func TestUnshared_WhatAReplacedServerHoldsAloneReachesTheNewOneOnce(t *testing.T) {
	server, secret := s3test.Start(t), filepath.Join(t.TempDir(), "secret")
	replica := server.Setting("x")
	f := surviving(t, app.Config{Data: t.TempDir(), Replica: replica, SecretFile: secret, NewSecret: true}) // the demo's folder was made without one
	db, err := f.App.Store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	f.call("office@demo.test", "Shipment/AddNewOrder", newOrder("SHARED-1"))
	until(t, "the replica has it", func() bool { return db.Replicated() >= db.Version() })
	export := func() []string {
		t.Helper()
		name := filepath.Join(t.TempDir(), "work.json")
		if err := app.Main(context.Background(), []string{"unshared", "export", "--data", f.App.Config.Data, "--secret-file", secret, "--to", name}); err != nil {
			t.Fatal(err)
		}
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(body, []byte("ALONE")) || bytes.Contains(body, []byte("Globex")) {
			t.Error("the file can be read without the secret")
		}
		var file struct {
			Sets []struct{ Locked []byte }
		}
		if err := json.Unmarshal(body, &file); err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, s := range file.Sets {
			out = append(out, base64.StdEncoding.EncodeToString(s.Locked))
		}
		return out
	}
	shared := export()
	server.CutPart("/x/org/")
	for i := range 3 {
		f.call("office@demo.test", "Shipment/AddNewOrder", newOrder(fmt.Sprint("ALONE-", i)))
	}
	f.call("office@demo.test", "Shipment/AddNewOrder", newOrder("ALONE-0")) // refused there, and not handed on
	if err := f.App.Close(context.Background()); err == nil {
		t.Error("closed without a word though the replica lacks something")
	}
	server.CutPart("")
	second := testkit.With(t, app.Config{Data: t.TempDir(), Replica: replica, SecretFile: secret})
	bring := func(sets []string) (r device.UnsharedResp) {
		t.Helper()
		for _, s := range sets {
			one := testkit.Into[device.UnsharedResp](t, second.As("admin@demo.test").Call("sync/unshared", map[string]string{"locked": s}))
			r.Known, r.Applied, r.Refused, r.Deferred = r.Known+one.Known, r.Applied+one.Applied, r.Refused+one.Refused, r.Deferred+one.Deferred
		}
		return r
	}
	if r := bring(shared); r.Known == 0 || r.Applied+r.Refused+r.Deferred > 0 {
		t.Errorf("of what both have: %+v", r)
	}
	first := export()
	if r := bring(first); r.Applied != 3 || r.Refused+r.Deferred > 0 {
		t.Errorf("of what the first has alone: %+v", r)
	}
	if r := bring(first); r.Applied != 0 || r.Known != 3 || r.Refused+r.Deferred > 0 {
		t.Errorf("brought again: %+v", r)
	}
	bring(export())
	got := 0
	second.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM order_open WHERE number LIKE 'ALONE-%' OR number = 'SHARED-1'`).Scan(&got)
	})
	if got != 4 {
		t.Errorf("the second has %d of 4 orders", got)
	}
	if _, err := second.As("office@demo.test").Try("sync/unshared", map[string]string{"locked": first[0]}); err == nil {
		t.Error("somebody who is no administrator brought it")
	}
	if _, err := second.As("admin@demo.test").Try("sync/unshared", map[string]string{"locked": base64.StdEncoding.EncodeToString([]byte("what another secret locked, or nobody"))}); fail.CodeOf(err) != "unshared-unreadable" {
		t.Errorf("what another secret locked: %v", err)
	}
}
