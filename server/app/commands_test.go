package app

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/fixtures"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/gofiber/fiber/v3"
)

// folders is where one program keeps its things.
type folders struct{ data, replica, secret string }

func newFolders(t *testing.T) folders {
	dir := t.TempDir()
	return folders{filepath.Join(dir, "data"), filepath.Join(dir, "replica"), filepath.Join(dir, "lading.secret")}
}

func (f folders) args(more ...string) []string {
	return append([]string{"-data", f.data, "-replica", f.replica, "-secret-file", f.secret}, more...)
}

// lading runs a command as the shell would, and gives what it printed.
func lading(args ...string) (string, error) {
	var out bytes.Buffer
	err := run(context.Background(), &out, args)
	return out.String(), err
}

func must(t *testing.T, args ...string) string {
	t.Helper()
	out, err := lading(args...)
	if err != nil {
		t.Fatalf("lading %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func wantLine(t *testing.T, out, line string) {
	t.Helper()
	if !strings.Contains(out, line) {
		t.Fatalf("no %q in:\n%s", line, out)
	}
}

// open starts the program on the folders, without listening.
func (f folders) open(t *testing.T) *App {
	t.Helper()
	a, err := New(context.Background(), Config{Data: f.data, Replica: f.replica, SecretFile: f.secret})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (f folders) close(t *testing.T, a *App) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := a.Close(ctx); err != nil {
		t.Fatal(err)
	}
}

func post(t *testing.T, a *App, path, token string, body any) (int, map[string]any) {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(b))
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := a.Web.Test(r, fiber.TestConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var out map[string]any
	_ = json.NewDecoder(resp.Body).Decode(&out)
	return resp.StatusCode, out
}

func signIn(t *testing.T, a *App, login string) string {
	t.Helper()
	status, out := post(t, a, "/api/token", "", map[string]any{"grantType": "password", "userName": login, "password": demoPassword})
	if status != 200 {
		t.Fatalf("sign in as %s: %d %v", login, status, out)
	}
	return out["result"].(map[string]any)["accessToken"].(string)
}

func TestCommands_HelpAndNonsense(t *testing.T) {
	out := must(t, "--help")
	for _, c := range commands {
		wantLine(t, out, c.name)
		if _, err := lading(c.name, "--help"); err != nil {
			t.Errorf("%s --help: %v", c.name, err)
		}
		if _, err := lading(c.name, "--nonsense"); err == nil {
			t.Errorf("%s takes --nonsense", c.name)
		}
	}
	if _, err := lading("swim"); err == nil {
		t.Error("an unknown command passes")
	}
	if _, err := lading("verify", "data"); err == nil {
		t.Error("a word without its flag passes")
	}
	if must(t, "version") == "" {
		t.Error("no version")
	}
}

func TestSettings_TheDemoIsFullSmallOrNone(t *testing.T) {
	for said, want := range map[string]fixtures.Size{"": {}, "0": {}, "1": fixtures.Full, "small": fixtures.Small} {
		t.Setenv("LADING_DEMO", said)
		cfg, err := settings(io.Discard, nil)
		if err != nil || cfg.Demo != (want != fixtures.Size{}) || cfg.Demo && cfg.DemoSize != want {
			t.Errorf("LADING_DEMO=%s: demo %v of %+v, %v", said, cfg.Demo, cfg.DemoSize, err)
		}
	}
	if cfg, err := settings(io.Discard, []string{"--demo"}); err != nil || cfg.DemoSize != fixtures.Full {
		t.Errorf("--demo: %+v, %v", cfg.DemoSize, err)
	}
	if cfg, err := settings(io.Discard, []string{"--demo=small"}); err != nil || cfg.DemoSize != fixtures.Small {
		t.Errorf("--demo=small: %+v, %v", cfg.DemoSize, err)
	}
	t.Setenv("LADING_DEMO", "tiny")
	if _, err := settings(io.Discard, nil); err == nil || !strings.Contains(err.Error(), "tiny") {
		t.Errorf("LADING_DEMO=tiny: %v", err)
	}
}

// One folder goes through all commands: loaded, verified, migrated, restored as it was, damaged in each way and found out.
func TestCommands_OnRealFolders(t *testing.T) {
	f := newFolders(t)
	small := []string{"-orders", "6", "-shipments", "6"}
	wantLine(t, must(t, append([]string{"demo"}, f.args(small...)...)...), "demo loaded")
	if out, err := lading(append([]string{"demo"}, f.args()...)...); err == nil || !strings.Contains(err.Error(), "data already") {
		t.Fatalf("demo twice: %v %s", err, out)
	}

	a := f.open(t)
	ctx := context.Background()
	db, err := a.Store.Org(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	hash, err := a.Blobs.Put(ctx, "1", "text/plain", []byte("a paper"))
	if err != nil {
		t.Fatal(err)
	}
	var shipment string
	if _, err := db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		return store.KeepBlob(ctx, tx, hash, 7, "text/plain")
	}}); err != nil {
		t.Fatal(err)
	}
	token := signIn(t, a, "admin@demo.test")
	for i := range 3 {
		if status, out := post(t, a, "/api/Org/SaveIdentity", token, map[string]any{"name": "Northgate", "units": "us", "language": "en", "Rev": i + 1}); status != 200 {
			t.Fatal(status, out)
		}
	}
	if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT shipment_id FROM shipment_event GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`).Scan(&shipment)
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.WaitReplicated(ctx, db.Version()); err != nil {
		t.Fatal(err)
	}
	// what the replica holds by now is of before, by the replica's own times, which are those of its upload
	before := time.Now()
	wantLine(t, must(t, "verify", "-data", f.data, "-replica", f.replica), "organisation 1: sound; 3 operations") // beside the running server
	time.Sleep(1100 * time.Millisecond)                                                                           // times in the replica are no finer than that
	if status, out := post(t, a, "/api/Org/SaveIdentity", token, map[string]any{"name": "Southgate", "units": "us", "language": "en", "Rev": 4}); status != 200 {
		t.Fatal(status, out)
	}
	f.close(t, a)

	wantLine(t, must(t, append([]string{"migrate"}, f.args()...)...), "organisation 2: schema")

	// a copy as it is, one as it was, one of a single organisation
	copied := filepath.Join(t.TempDir(), "copy")
	out := must(t, "restore", "-replica", f.replica, "-to", copied)
	wantLine(t, out, "organisation 1: restored, 2 files")
	wantLine(t, out, "system: restored")
	wantLine(t, must(t, "verify", "-data", copied, "-replica", "off"), "organisation 1: sound; 4 operations")
	if _, err := lading("restore", "-replica", f.replica, "-to", copied); err == nil {
		t.Fatal("a restore writes over what is there")
	}
	was := filepath.Join(t.TempDir(), "was")
	must(t, "restore", "-replica", f.replica, "-to", was, "-org", "1", "-at", before.Add(time.Second/2).UTC().Format(time.RFC3339Nano))
	wantLine(t, must(t, "verify", "-data", was, "-org", "1", "-files=false"), "sound; 3 operations")
	if _, err := lading("restore", "-replica", f.replica, "-to", filepath.Join(t.TempDir(), "x"), "-org", "77"); err == nil {
		t.Fatal("an organisation that is not there is restored")
	}
	if _, err := lading("restore", "-replica", f.replica, "-to", filepath.Join(t.TempDir(), "x"), "-at", "yesterday"); err == nil {
		t.Fatal("yesterday is a time")
	}

	// served on the same replica, the copy as it was counts from then on
	back := folders{was, f.replica, f.secret}
	a = back.open(t)
	token = signIn(t, a, "admin@demo.test")
	if _, out := post(t, a, "/api/v1/clients/me", token, map[string]any{}); out["clientName"] != "Northgate" {
		t.Fatalf("went back to %v", out)
	}
	back.close(t, a)

	broken := func(t *testing.T, what string, damage func(dir string), want string) {
		t.Helper()
		dir := filepath.Join(t.TempDir(), "copy")
		must(t, "restore", "-replica", f.replica, "-to", dir)
		damage(dir)
		out, err := lading("verify", "-data", dir, "-replica", "off")
		if err == nil {
			t.Fatalf("%s passes", what)
		}
		wantLine(t, out, want)
		wantLine(t, out, "organisation 2: sound")
	}
	change := func(dir, q string, args ...any) {
		t.Helper()
		s, err := store.Open(ctx, store.Options{Dir: dir, Replica: "off"})
		if err != nil {
			t.Fatal(err)
		}
		db, err := s.Org(ctx, "1")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, q, args...)
			return err
		}}); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(ctx); err != nil {
			t.Fatal(err)
		}
	}
	broken(t, "a changed operation", func(dir string) { change(dir, `UPDATE op_log SET user_id = 'U-EVE' WHERE id = 2`) }, "organisation 1: broken: log of operations: entry 2")
	broken(t, "a deleted operation", func(dir string) { change(dir, `DELETE FROM op_log WHERE id = 1`) }, "organisation 1: broken: log of operations: entry 2")
	broken(t, "a changed event", func(dir string) {
		change(dir, `DROP TRIGGER shipment_event_no_update`)
		change(dir, `UPDATE shipment_event SET user_name = 'Eve' WHERE shipment_id = ? AND n = 1`, shipment)
	}, "organisation 1: broken: shipment "+shipment+": event 1")
	broken(t, "a damaged file", func(dir string) {
		if err := os.WriteFile(filepath.Join(dir, "blobs", "1", hash[:2], hash), []byte("a pager"), 0o600); err != nil {
			t.Fatal(err)
		}
	}, "organisation 1: broken: file "+hash)
	broken(t, "a lost file", func(dir string) {
		if err := os.Remove(filepath.Join(dir, "blobs", "1", hash[:2], hash)); err != nil {
			t.Fatal(err)
		}
	}, "organisation 1: broken: file "+hash)
	broken(t, "a damaged database", func(dir string) {
		name := filepath.Join(dir, "org", "1.db")
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		copy(b[len(b)/2:], bytes.Repeat([]byte{0xA5}, 16<<10))
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}, "organisation 1: broken: the database")
}

// The whole loss, twice: of the data folder, and of the index over all organisations in the replica as well.
func TestIndex_IsMadeAgainAfterALoss(t *testing.T) {
	f := newFolders(t)
	ctx := context.Background()
	a := f.open(t)
	if err := a.LoadDemo(ctx, fixtures.Size{Orders: 3, Shipments: 3}); err != nil {
		t.Fatal(err)
	}
	hash, err := a.Blobs.Put(ctx, "1", "text/plain", []byte("a paper"))
	if err != nil {
		t.Fatal(err)
	}
	db, err := a.Store.Org(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if err := store.KeepBlob(ctx, tx, hash, 7, "text/plain"); err != nil {
			return err
		}
		res, err := tx.ExecContext(ctx, `UPDATE dock_pallet SET photos = json_array(?) WHERE id = (SELECT min(id) FROM dock_pallet)`, hash)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n != 1 {
			t.Errorf("%d rows name the file: %v", n, err)
		}
		return nil
	}}); err != nil {
		t.Fatal(err)
	}
	token := signIn(t, a, "dock@demo.test")
	epoch := db.Epoch()
	f.close(t, a)

	for _, lost := range [][]string{{f.data}, {f.data, filepath.Join(f.replica, "system")}, {filepath.Join(f.data, "system.db"), filepath.Join(f.data, "system.ship"), filepath.Join(f.replica, "system")}} {
		for _, name := range lost {
			if err := os.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
		}
		a := f.open(t)
		orgs, err := a.Access.Orgs(ctx)
		if err != nil || len(orgs) != 2 {
			t.Fatalf("index: %v %v", orgs, err)
		}
		if err := a.LoadDemo(ctx, fixtures.Size{Orders: 1, Shipments: 1}); err != nil { // finds everything there
			t.Fatal(err)
		}
		if len(lost) == 1 { // sessions have a replica, too
			if status, out := post(t, a, "/api/user-info", token, map[string]any{}); status != 200 {
				t.Fatalf("the session is gone: %d %v", status, out)
			}
		}
		for _, login := range []string{"dock@demo.test", "admin@other.test"} {
			if status, out := post(t, a, "/api/user-info", signIn(t, a, login), map[string]any{}); status != 200 {
				t.Fatalf("%s: %d %v", login, status, out)
			}
		}
		r := httptest.NewRequest(http.MethodGet, "/api/blob/"+hash, nil)
		r.Header.Set("Authorization", "Bearer "+signIn(t, a, "office@demo.test"))
		resp, err := a.Web.Test(r, fiber.TestConfig{})
		if err != nil || resp.StatusCode != 200 {
			t.Fatalf("file: %v %v", resp, err)
		}
		_ = resp.Body.Close()
		db, err := a.Store.Org(ctx, "1")
		if err != nil {
			t.Fatal(err)
		}
		if lost[0] == f.data && db.Epoch() <= epoch {
			t.Fatalf("epoch %s after %s", db.Epoch(), epoch)
		}
		epoch = db.Epoch()
		if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
			_, _, err := op.VerifyLog(ctx, tx)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		f.close(t, a)
	}
}

func TestSettings_PrintHostsAreAddresses(t *testing.T) {
	cfg, err := settings(io.Discard, []string{"--print-hosts", "http://192.168.1.20:8632, https://pack.yard.test"})
	if err != nil || !slices.Equal(cfg.PrintHosts, []string{"http://192.168.1.20:8632", "https://pack.yard.test"}) {
		t.Errorf("%v %v", cfg.PrintHosts, err)
	}
	for _, bad := range []string{"192.168.1.20:8632", "http://*:8632", "http://a/b", "http://a; script-src *", "ftp://a", "http://"} {
		if _, err := settings(io.Discard, []string{"--print-hosts", bad}); err == nil {
			t.Errorf("%q passes", bad)
		}
	}
}
