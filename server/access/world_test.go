package access_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lading/server/access"
	"lading/server/app"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/testkit/signer"

	"github.com/goccy/go-json"
	"github.com/gofiber/fiber/v3"
	"github.com/oklog/ulid/v2"
)

const password = "lading-demo"

type obj = map[string]any

// world is an organisation with its people, behind the real front door.
type world struct {
	t   *testing.T
	app *app.App
	now time.Time
	dir string
}

func newWorld(t *testing.T) *world { return newWorldOf(t, false) }

// newWorldOf is newWorld where limits refuse who asks too often, as they do outside of the tests.
func newWorldOf(t *testing.T, limits bool) *world {
	t.Helper()
	w := &world{t: t, now: time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC), dir: t.TempDir()}
	from, err := first()
	w.must(err)
	w.must(os.CopyFS(filepath.Join(w.dir, "data"), from))
	w.must(os.WriteFile(filepath.Join(w.dir, "lading.secret"), []byte("the secret of the world of these tests"), 0o600))
	ctx := context.Background()
	a, err := app.New(ctx, app.Config{Data: filepath.Join(w.dir, "data"), Replica: "off", SecretFile: filepath.Join(w.dir, "lading.secret"), Limits: limits, Clock: func() time.Time { return w.now }})
	w.must(err)
	w.app = a
	t.Cleanup(func() { _ = a.Close(ctx) })
	return w
}

// first is what every world begins with.
var first = testkit.Folder(func(ctx context.Context, a *app.App) error {
	hash, err := demoHash(a.Access)
	if err != nil {
		return err
	}
	if err := a.Access.CreateOrg(ctx, "1", "DEMO", "Demo"); err != nil {
		return err
	}
	db, err := a.Store.Org(ctx, "1")
	if err != nil {
		return err
	}
	_, err = db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if err := a.Org.Create(ctx, tx, "DEMO", "Demo", "0614141"); err != nil {
			return err
		}
		for _, u := range []access.NewUser{
			{ID: "U-ADMIN", Login: "admin@demo.test", First: "Ana", Last: "Admin", Group: "admin", Hash: hash},
			{ID: "U-OFFICE", Login: "office@demo.test", First: "Olive", Last: "Office", Group: "office", Hash: hash},
			{ID: "U-DOCK", Login: "dock@demo.test", First: "Dan", Last: "Dock", Group: "dock", Hash: hash, Warehouses: []string{"ATL"}, Warehouse: "ATL"},
		} {
			if _, err := a.Access.CreateUser(ctx, tx, u); err != nil {
				return err
			}
		}
		return nil
	}})
	return err
})

// other adds the second organisation, for the tests that look across.
func (w *world) other() {
	w.t.Helper()
	w.must(w.app.Access.CreateOrg(context.Background(), "2", "OTHER", "Other"))
	w.write("2", func(ctx context.Context, tx *store.Tx) error {
		_, err := w.app.Access.CreateUser(ctx, tx, access.NewUser{ID: "U-OTHER", Login: "admin@other.test", First: "Otto", Last: "Other", Group: "admin", Hash: hashed(w.t, w.app.Access)})
		return err
	})
}

// demoHash is the hash of the tests' password.
func demoHash(a *access.Area) (string, error) {
	return a.HashPassword(context.Background(), password)
}

func hashed(t *testing.T, a *access.Area) string {
	t.Helper()
	h, err := demoHash(a)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) pass(d time.Duration) { w.now = w.now.Add(d) }

func (w *world) write(org string, f func(ctx context.Context, tx *store.Tx) error) {
	w.t.Helper()
	ctx := context.Background()
	db := w.app.Store.System
	if org != "system" {
		var err error
		db, err = w.app.Store.Org(ctx, org)
		w.must(err)
	}
	_, err := db.Write(ctx, store.Command{By: store.System(), Do: f})
	w.must(err)
}

// answer is what came back over the wire.
type answer struct {
	status  int
	header  http.Header
	body    []byte
	cookies []*http.Cookie
}

func (a answer) code() string { s, _ := a.json()["code"].(string); return s }

func (a answer) json() obj {
	m := obj{}
	_ = json.Unmarshal(a.body, &m)
	return m
}

func (a answer) result() obj { m, _ := a.json()["result"].(obj); return m }

func (a answer) text(name string) string { s, _ := a.result()[name].(string); return s }

type request struct {
	method, path, bearer, host string
	body                       any
	header                     map[string]string
	cookies                    []*http.Cookie
}

// send goes through the adapter that the network reaches.
func (w *world) send(r request) answer {
	w.t.Helper()
	var body io.Reader
	if r.body != nil {
		b, err := json.Marshal(r.body)
		w.must(err)
		body = bytes.NewReader(b)
	}
	if r.method == "" {
		r.method = http.MethodPost
	}
	if r.host == "" {
		r.host = "localhost:8080"
	}
	req := httptest.NewRequest(r.method, "http://"+r.host+"/api/"+r.path, body)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.bearer != "" {
		req.Header.Set("Authorization", "Bearer "+r.bearer)
	}
	for k, v := range r.header {
		if v == "-" {
			req.Header.Del(k)
		} else {
			req.Header.Set(k, v)
		}
	}
	for _, c := range r.cookies {
		req.AddCookie(c)
	}
	resp, err := w.app.Web.Test(req, fiber.TestConfig{})
	w.must(err)
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	w.must(err)
	return answer{resp.StatusCode, resp.Header, b, resp.Cookies()}
}

func (w *world) call(bearer, path string, body any) answer {
	w.t.Helper()
	if body == nil {
		body = obj{}
	}
	return w.send(request{path: path, bearer: bearer, body: body})
}

func (w *world) token(body obj) answer {
	w.t.Helper()
	return w.send(request{path: "token", body: body})
}

func (w *world) refresh(token string) answer {
	w.t.Helper()
	return w.token(obj{"grantType": "refresh_token", "refreshToken": token})
}

// signIn gives a person's tokens.
func (w *world) signIn(login string) (accessToken, refreshToken string) {
	w.t.Helper()
	a := w.token(obj{"grantType": "password", "userName": login, "password": password})
	w.expect(a, 200, "")
	return a.text("accessToken"), a.text("refreshToken")
}

func (w *world) expect(a answer, status int, code string) answer {
	w.t.Helper()
	if a.status != status || a.code() != code {
		w.t.Fatalf("want %d %q, got %d %s", status, code, a.status, a.body)
	}
	return a
}

// device is a tablet with a key of its own.
type device struct {
	w   *world
	id  string
	key signer.Key
}

// enrol makes a new device known; the session becomes the device's.
func (w *world) enrol(bearer string) *device {
	w.t.Helper()
	d := &device{w, ulid.Make().String(), signer.New()}
	w.expect(d.enrol(bearer), 200, "")
	return d
}

func (d *device) enrol(bearer string) answer {
	d.w.t.Helper()
	return d.w.call(bearer, "sync/enrol", d.proof(obj{"name": "Dock 4", "publicKey": json.RawMessage(d.key.JWK())}))
}

func (d *device) nonce() string {
	d.w.t.Helper()
	a := d.w.expect(d.w.call("", "sync/nonce", obj{"device": d.id}), 200, "")
	return a.json()["nonce"].(string)
}

func (d *device) sign(text string) string { return d.key.Sign(text) }

// proof is a request signed by the device.
func (d *device) proof(body obj) obj {
	d.w.t.Helper()
	n := d.nonce()
	body["device"], body["nonce"], body["signature"] = d.id, n, d.sign(n)
	return body
}
