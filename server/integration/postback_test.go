package integration_test

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/integration"
	"lading/server/job"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// receiver is another company's system. It answers as told, and keeps what came.
type receiver struct {
	*httptest.Server
	mu      sync.Mutex
	answers []int // for the next ones; then 204
	got     []received
}

type received struct {
	header http.Header
	body   []byte
}

func receive(t *testing.T) *receiver {
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.got = append(r.got, received{q.Header.Clone(), body})
		status := http.StatusNoContent
		if len(r.answers) > 0 {
			status, r.answers = r.answers[0], r.answers[1:]
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

type posting struct {
	*testkit.Kit
	admin *testkit.Person
	to    *receiver
	back  integration.PostBack
	key   string
	id    string
}

func posts(t *testing.T, events ...integration.Told) *posting {
	k := testkit.Demo(t)
	w := &posting{Kit: k, admin: k.As("admin@demo.test"), to: receive(t)}
	k.App.Integration.Private, k.App.Integration.Client = true, w.to.Client()
	w.back = testkit.Into[integration.PostBack](t, w.admin.Call("Integration/SavePostBack", integration.PostBackReq{Name: "ERP", URL: w.to.URL + "/lading", Events: events}))
	w.key = testkit.Into[integration.Key](t, w.admin.Call("Integration/NewPostBackKey", integration.KeyReq{ID: w.back.ID})).Key
	k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		w.id, _, err = store.Get[string](ctx, tx, `SELECT id FROM shipment WHERE status = 'M' AND signed_at IS NULL ORDER BY id LIMIT 1`)
		return err
	})
	return w
}

func (w *posting) drain(t *testing.T) {
	t.Helper()
	if _, err := w.App.Jobs.Drain(t.Context(), "1"); err != nil {
		t.Fatal(err)
	}
}

func (w *posting) move(status shipment.Status) {
	w.As("office@demo.test").Call("Shipment/UpdateStatusCode", shipment.UpdateStatusReq{ShipmentID: w.id, StatusCode: status})
}

func TestPostBack_ASystemIsToldOnceOfWhatItAskedForInASignedMessage(t *testing.T) {
	w := posts(t, "departed", "delivered")
	w.move(shipment.InTransit)
	w.move(shipment.Delivered)
	w.drain(t)
	got := w.to.all()
	if len(got) != 2 {
		t.Fatalf("%d messages", len(got))
	}
	hook, err := standardwebhooks.NewWebhook(w.key)
	if err != nil {
		t.Fatal(err)
	}
	types := []string{}
	for _, r := range got {
		if err := hook.VerifyIgnoringTimestamp(r.body, r.header); err != nil {
			t.Errorf("signature: %v", err)
		}
		if err := hook.VerifyIgnoringTimestamp(append(r.body, ' '), r.header); err == nil {
			t.Error("another text has the same signature")
		}
		var m integration.Message
		if err := json.Unmarshal(r.body, &m); err != nil {
			t.Fatal(err)
		}
		types = append(types, m.Type)
		if s := m.Data.Shipment; s.ID != w.id || s.Number == "" || s.Carrier == "" || s.Status == "" || len(s.Orders) == 0 {
			t.Errorf("%+v", s)
		}
		if e := m.Data.Event; e.N == 0 || e.By == "" || e.At != m.Timestamp {
			t.Errorf("%+v", e)
		}
	}
	if slices.Sort(types); !slices.Equal(types, []string{"shipment.delivered", "shipment.departed"}) {
		t.Error(types)
	}
	w.drain(t)
	if n := len(w.to.all()); n != 2 {
		t.Errorf("%d messages after another look", n)
	}
}

func TestPostBack_IsSentAgainUnderTheSameIdUntilItIsTaken(t *testing.T) {
	w := posts(t, "departed")
	w.to.answers = []int{503}
	w.move(shipment.InTransit)
	w.drain(t)
	log := func() job.Entry {
		for _, e := range testkit.Into[[]job.Entry](t, w.admin.Call("Integration/Logs", op.None{})) {
			if e.Kind == "postback" {
				return e
			}
		}
		t.Fatal("no entry")
		return job.Entry{}
	}
	if e := log(); e.State != "waiting" || e.Attempts != 1 || !strings.Contains(e.Error, "answered 503") {
		t.Errorf("%+v", e)
	}
	w.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE job SET due_at = 0 WHERE kind LIKE 'postback%'`)
		return err
	})
	w.drain(t)
	got := w.to.all()
	if len(got) != 2 || got[0].header.Get("webhook-id") != got[1].header.Get("webhook-id") || string(got[0].body) != string(got[1].body) {
		t.Fatalf("%d messages, %v", len(got), got)
	}
	if e := log(); e.State != "done" {
		t.Errorf("%+v", e)
	}
}

func TestPostBack_WhoTakesNoMoreIsLeftForAPerson(t *testing.T) {
	w := posts(t, "departed", "delivered")
	w.to.answers = []int{410}
	w.move(shipment.InTransit)
	w.drain(t)
	for _, e := range testkit.Into[[]job.Entry](t, w.admin.Call("Integration/Logs", op.None{})) {
		if e.Kind == "postback" && (e.State == "dead" || !strings.Contains(e.Error, "410")) {
			t.Errorf("%+v", e)
		}
	}
	p := testkit.Into[[]integration.PostBackShown](t, w.admin.Call("Integration/PostBacks", op.None{}))[0]
	if !p.Paused || p.GoneAt.IsZero() {
		t.Errorf("after 410 it is %+v", p)
	}
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM notify_notification WHERE code = 'notify-postback-gone'`)
		if n == 0 {
			t.Error("nobody was told")
		}
		return err
	})
	w.move(shipment.Delivered)
	w.drain(t)
	if got := w.to.all(); len(got) != 1 {
		t.Errorf("%d messages to who wants none", len(got))
	}
	p.Paused = false
	w.admin.Call("Integration/SavePostBack", p.PostBackReq)
	if p = testkit.Into[[]integration.PostBackShown](t, w.admin.Call("Integration/PostBacks", op.None{}))[0]; p.Paused || !p.GoneAt.IsZero() {
		t.Errorf("taken up again it is %+v", p)
	}
	w.dueNow()
	w.drain(t)
	if got := w.to.all(); len(got) != 3 {
		t.Errorf("%d messages once it is taken up again", len(got))
	}
}

func TestPostBack_OneThatIsPausedEndedOrOfAnotherWarehouseIsToldNothing(t *testing.T) {
	w := posts(t, "departed")
	other := "DAL"
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		at, _, err := store.Get[string](ctx, tx, `SELECT warehouse FROM shipment WHERE id = ?`, w.id)
		if at == other {
			other = "ATL"
		}
		return err
	})
	w.admin.Call("Integration/SavePostBack", integration.PostBackReq{Name: "Other", URL: w.to.URL, Events: []integration.Told{"departed"}, Warehouse: &other})
	w.admin.Call("Integration/SavePostBack", integration.PostBackReq{Name: "Paused", URL: w.to.URL, Events: []integration.Told{"departed"}, Paused: true})
	w.admin.Call("Integration/EndPostBack", resource.Key{ID: w.back.ID})
	w.move(shipment.InTransit)
	w.drain(t)
	if got := w.to.all(); len(got) != 0 {
		t.Errorf("%d messages", len(got))
	}
}

// verifies tells whether a receiver that holds a key takes a message.
func verifies(t *testing.T, key string, r received) bool {
	t.Helper()
	hook, err := standardwebhooks.NewWebhook(key)
	if err != nil {
		t.Fatal(err)
	}
	return hook.VerifyIgnoringTimestamp(r.body, r.header) == nil
}

func TestPostBack_NothingIsSentBeforeAKeyWasShown(t *testing.T) {
	w := posts(t, "departed")
	second := testkit.Into[integration.PostBack](t, w.admin.Call("Integration/SavePostBack", integration.PostBackReq{Name: "WMS", URL: w.to.URL + "/wms", Events: []integration.Told{"departed"}}))
	listed := func() (p integration.PostBackShown) {
		for _, p = range testkit.Into[[]integration.PostBackShown](t, w.admin.Call("Integration/PostBacks", op.None{})) {
			if p.ID == second.ID {
				return p
			}
		}
		t.Fatal("not in the list")
		return p
	}
	if listed().Keyed {
		t.Error("it has a key that nobody was shown")
	}
	w.move(shipment.InTransit)
	w.drain(t)
	if got := w.to.all(); len(got) != 1 || !verifies(t, w.key, got[0]) {
		t.Fatalf("%d messages", len(got))
	}
	key := testkit.Into[integration.Key](t, w.admin.Call("Integration/NewPostBackKey", integration.KeyReq{ID: second.ID}))
	if !key.FormerUntil.IsZero() || !listed().Keyed {
		t.Errorf("%+v", key)
	}
	w.dueNow()
	w.drain(t)
	if got := w.to.all(); len(got) != 2 || !verifies(t, key.Key, got[1]) {
		t.Errorf("what waited for the key: %d messages", len(got))
	}
}

func (w *posting) dueNow() {
	w.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE job SET due_at = 0 WHERE kind LIKE 'postback%'`)
		return err
	})
}

func TestPostBack_TheEndOfAnExceptionAndATenderThatIsOffAreTold(t *testing.T) {
	w := posts(t, "exception", "resumed", "rejected", "requoted")
	w.As("office@demo.test").Call("Shipment/ExceptionShipment", map[string]any{"ShipmentId": w.id, "Reason": "late", "ExceptionCode": "LATE"})
	w.move(shipment.Confirmed)
	w.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, kind := range []string{"reject", "requote"} {
			if err := w.App.Shipment.Record(ctx, tx, w.id, kind, nil); err != nil {
				return err
			}
		}
		return nil
	})
	w.drain(t)
	types := []string{}
	for _, r := range w.to.all() {
		var m integration.Message
		if err := json.Unmarshal(r.body, &m); err != nil {
			t.Fatal(err)
		}
		types = append(types, m.Type)
	}
	if slices.Sort(types); !slices.Equal(types, []string{"shipment.exception", "shipment.rejected", "shipment.requoted", "shipment.resumed"}) {
		t.Error(types)
	}
}

func TestPostBack_AReceiverThatHangsHoldsUpNoOther(t *testing.T) {
	w := posts(t, "departed")
	hang := make(chan struct{})
	stuck := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	t.Cleanup(stuck.Close)
	t.Cleanup(func() { close(hang) })
	p := testkit.Into[integration.PostBack](t, w.admin.Call("Integration/SavePostBack", integration.PostBackReq{Name: "Hangs", URL: stuck.URL, Events: []integration.Told{"departed"}}))
	w.admin.Call("Integration/NewPostBackKey", integration.KeyReq{ID: p.ID})
	w.move(shipment.InTransit)
	kinds := map[string]bool{}
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		list, err := store.Select[string](ctx, tx, `SELECT kind FROM job WHERE kind LIKE 'postback%'`)
		for _, k := range list {
			kinds[k] = true
		}
		return err
	})
	if !kinds["postback:"+p.ID] || !kinds["postback:"+w.back.ID] {
		t.Errorf("lanes: %v", kinds)
	}
}

func TestPostBack_ASecondKeyAndTheFirstCountForADayAndNoListHasEither(t *testing.T) {
	w := posts(t, "departed", "delivered", "exception")
	made := testkit.Into[integration.Key](t, w.admin.Call("Integration/NewPostBackKey", integration.KeyReq{ID: w.back.ID}))
	second := made.Key
	if left := made.FormerUntil.Sub(w.Now()); left < 23*time.Hour || left > 25*time.Hour {
		t.Errorf("the former key counts for %v", left)
	}
	w.move(shipment.InTransit)
	w.drain(t)
	w.Write("1", func(ctx context.Context, tx *store.Tx) error { // a day later
		_, err := tx.ExecContext(ctx, `UPDATE integration_postback_key SET former_until = ?`, store.At(tx.Now.Add(-time.Second)))
		return err
	})
	w.move(shipment.Delivered)
	w.drain(t)
	third := testkit.Into[integration.Key](t, w.admin.Call("Integration/NewPostBackKey", integration.KeyReq{ID: w.back.ID, End: true}))
	if !third.FormerUntil.IsZero() {
		t.Errorf("a key in wrong hands counts until %v", third.FormerUntil)
	}
	got := w.to.all()
	if len(got) != 2 {
		t.Fatalf("%d messages", len(got))
	}
	for i, want := range [][2]bool{{true, true}, {false, true}} {
		if a, b := verifies(t, w.key, got[i]), verifies(t, second, got[i]); a != want[0] || b != want[1] {
			t.Errorf("message %d by the first key %v, by the second %v", i, a, b)
		}
	}
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(second, "whsec_"))
	if err != nil || len(raw) != 32 {
		t.Fatal(err)
	}
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		kept, _, err := store.Get[string](ctx, tx, `SELECT key FROM integration_postback_key`)
		if strings.Contains(kept, base64.StdEncoding.EncodeToString(raw)) {
			t.Error("the key is kept in clear")
		}
		return err
	})
}

func TestPostBack_WhoSeesOneWarehouseHasItToldOfThatOneAlone(t *testing.T) {
	w := posts(t, "departed")
	w.admin.Call("LogIn/UserManagement", map[string]any{"actions": 3, "UserID": "U-OFFICE", "GroupID": "admin", "AllWarehouses": false, "Warehouses": []string{"ATL"}})
	office := w.As("office@demo.test")
	if list := testkit.Into[[]integration.PostBack](t, office.Call("Integration/PostBacks", op.None{})); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	other, own := "DAL", "ATL"
	for _, at := range []*string{nil, &other} {
		f := office.Refused("Integration/SavePostBack", integration.PostBackReq{Name: "Mine", URL: w.to.URL, Events: []integration.Told{"departed"}, Warehouse: at})
		if len(f.Fields) != 1 || f.Fields[0].Field != "WarehouseId" {
			t.Errorf("%+v", f)
		}
	}
	office.Call("Integration/SavePostBack", integration.PostBackReq{Name: "Mine", URL: w.to.URL, Events: []integration.Told{"departed"}, Warehouse: &own})
	office.Refused("Integration/NewPostBackKey", integration.KeyReq{ID: w.back.ID})
}

func TestPostBack_AnAddressThatIsNoneIsRefusedAtItsField(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	for _, url := range []string{"http://erp.example.com/in", "https://user:secret@erp.example.com", "ftp://erp.example.com", "https://", "erp"} {
		f := admin.Refused("Integration/SavePostBack", integration.PostBackReq{Name: "ERP", URL: url, Events: []integration.Told{"departed"}})
		if len(f.Fields) != 1 || f.Fields[0].Field != "Url" {
			t.Errorf("%s: %+v", url, f)
		}
	}
	if f := admin.Refused("Integration/SavePostBack", integration.PostBackReq{Name: "ERP", URL: "https://erp.example.com"}); len(f.Fields) != 1 || f.Fields[0].Field != "Events" {
		t.Errorf("%+v", f)
	}
	if got := k.As("office@demo.test").Refused("Integration/PostBacks", op.None{}).Code; got != "no-right" {
		t.Errorf("the office: %s", got)
	}
}

func TestPostBack_ANewKeyTwiceWithinADayKeepsTheOneThatTheReceiverHas(t *testing.T) {
	w := posts(t, "departed")
	second := testkit.Into[integration.Key](t, w.admin.Call("Integration/NewPostBackKey", integration.KeyReq{ID: w.back.ID})).Key
	third := testkit.Into[integration.Key](t, w.admin.Call("Integration/NewPostBackKey", integration.KeyReq{ID: w.back.ID})).Key
	w.move(shipment.InTransit)
	w.drain(t)
	got := w.to.all()
	if len(got) != 1 {
		t.Fatalf("%d messages", len(got))
	}
	if a, b, c := verifies(t, w.key, got[0]), verifies(t, second, got[0]), verifies(t, third, got[0]); !a || b || !c {
		t.Errorf("by the first key %v, the second %v, the third %v", a, b, c)
	}
}
