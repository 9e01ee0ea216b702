package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"lading/server/access"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
)

// front is the program's own front door, with people who have come in.
type front struct {
	*testkit.Kit
	bearer map[string]string
}

func newFront(t *testing.T) *front {
	t.Helper()
	return &front{Kit: testkit.Demo(t), bearer: map[string]string{}}
}

// nobody adds somebody whose pages open next to nothing.
func (f *front) nobody() (login string) {
	f.T.Helper()
	hash, err := f.App.Access.HashPassword(context.Background(), "lading-demo")
	if err != nil {
		f.T.Fatal(err)
	}
	f.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := f.App.Access.CreateUser(ctx, tx, access.NewUser{ID: "U-NONE", Login: "nobody@demo.test", First: "No", Last: "Pages", Group: "dock", PageList: fmt.Sprint(int(page.ContactUs)), Hash: hash, Agreed: true})
		return err
	})
	return "nobody@demo.test"
}

// as calls as somebody, who signs in first where the last call ended the session.
func (f *front) as(login string, o *op.Op, body string, headers ...string) (int, []byte) {
	f.T.Helper()
	if login != "" {
		if status, _ := request(f.Kit, "POST", "/api/user-info", f.bearer[login], []byte(`{}`)); status == 401 {
			f.Pass(time.Minute) // what was tried before must not slow this down
			status, out := request(f.Kit, "POST", "/api/token", "", fmt.Appendf(nil, `{"grantType":"password","userName":%q,"password":"lading-demo"}`, login))
			if status != 200 {
				f.T.Fatalf("sign in %s: %d %s", login, status, out)
			}
			f.bearer[login] = testkit.Into[struct{ Result access.Tokens }](f.T, out).Result.AccessToken
		}
	}
	return request(f.Kit, "POST", "/api/"+strings.ReplaceAll(o.Path, "{id}", "x"), f.bearer[login], []byte(body), headers...)
}

// named fills in every field that names something with a name of the demo organisation.
func (f *front) named(o *op.Op, shipment, pallet string) string {
	req := map[string]any{}
	if o.Req.Kind() == reflect.Struct {
		for i := range o.Req.NumField() {
			name, _, _ := strings.Cut(o.Req.Field(i).Tag.Get("json"), ",")
			low := strings.ToLower(name)
			if low == "" || low == "-" || !strings.HasSuffix(low, "id") && !strings.HasSuffix(low, "ids") {
				continue
			}
			id := shipment
			switch {
			case strings.Contains(low, "pallet"):
				id = pallet
			case strings.Contains(low, "user"):
				id = "U-OFFICE"
			}
			switch o.Req.Field(i).Type.Kind() {
			case reflect.String:
				req[name] = id
			case reflect.Slice:
				req[name] = []string{id}
			}
		}
	}
	b, err := json.Marshal(req)
	if err != nil {
		f.T.Fatal(err)
	}
	return string(b)
}

// state is what another organisation may not move: the version that each write raises, and the sessions.
func (f *front) state(org string) (version, logged int64) {
	f.Read(org, func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT (SELECT version FROM store_version), (SELECT count(*) FROM op_log)`).Scan(&version, &logged)
	})
	return version, logged
}

// asStranger calls as another organisation's administrator, who may change nothing of this one. A job that an earlier call has left may fall due meanwhile: what the
// stranger changes is changed each time.
func (f *front) asStranger(o *op.Op, body string) (status int, out []byte) {
	f.T.Helper()
	for tries := 1; ; tries++ {
		if _, err := f.App.Jobs.Drain(context.Background(), "1"); err != nil {
			f.T.Fatal(err)
		}
		version, _ := f.state("1")
		status, out = f.as("admin@other.test", o, body)
		after, _ := f.state("1")
		if after == version {
			return status, out
		}
		if tries == 3 {
			f.T.Errorf("another organisation's administrator changed something with %s: %d %.200s", body, status, out)
			return status, out
		}
	}
}

func TestRegistry_EveryCallHoldsTheHouseRules(t *testing.T) {
	f := newFront(t)
	nobody := f.nobody()
	var shipment, number, pallet string
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT s.id, s.number, p.id FROM shipment s JOIN dock_pallet p ON p.shipment_id = s.id LIMIT 1`).Scan(&shipment, &number, &pallet)
	})
	brackets := strings.Repeat("[", 1<<20)
	for _, o := range f.App.Registry.All() {
		t.Run(o.Path, func(t *testing.T) {
			f.T = t
			if status, out := f.as("admin@demo.test", o, `{}`); status >= 500 {
				t.Errorf("an empty request: %d %.200s", status, out)
			}
			if status, out := f.as("admin@demo.test", o, brackets); status < 400 || status >= 500 {
				t.Errorf("a megabyte of brackets: %d %.200s", status, out)
			}
			if o.Kind == op.KindCommand {
				if status, out := f.as("admin@demo.test", o, `{"thereIsNoSuchField":1}`); status != 400 {
					t.Errorf("an unknown field: %d %.200s", status, out)
				}
			}
			if !o.Public {
				if status, out := f.as("", o, `{}`); status != 401 {
					t.Errorf("a stranger: %d %.200s", status, out)
				}
				if !o.Everyone() {
					if status, out := f.as(nobody, o, `{}`); status != 403 {
						t.Errorf("somebody whose pages bring no right: %d %.200s", status, out)
					}
				}
			}

			body := f.named(o, shipment, pallet)
			status, out := f.asStranger(o, body)
			if status >= 500 || bytes.Contains(out, []byte(number)) || bytes.Contains(out, []byte("office@demo.test")) {
				t.Errorf("another organisation's administrator with %s: %d %.300s", body, status, out)
			}

			if o.Kind == op.KindCommand {
				_, logged := f.state("1")
				first, one := f.as("admin@demo.test", o, body, "Idempotency-Key", "K-"+o.Path)
				again, two := f.as("admin@demo.test", o, body, "Idempotency-Key", "K-"+o.Path)
				if first >= 500 || first != again || !sameAnswer(one, two) {
					t.Errorf("the same key twice with %s: %d %.200s, then %d %.200s", body, first, one, again, two)
				}
				if _, after := f.state("1"); after > logged+1 {
					t.Errorf("the same key was carried out %d times", after-logged)
				}
			}
		})
	}
}

// sameAnswer compares but for the request's own number.
func sameAnswer(a, b []byte) bool {
	var x, y map[string]any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return bytes.Equal(a, b)
	}
	delete(x, "instance")
	delete(y, "instance")
	return reflect.DeepEqual(x, y)
}
