package notify

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/job"
	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"

	"github.com/goccy/go-json"
)

type people struct{}

// OfficeUsers are two who see each warehouse, and one who sees Dallas alone.
func (people) OfficeUsers(_ context.Context, _ *store.Tx, warehouse string, _ right.Right) ([]string, error) {
	if warehouse == "" || warehouse == "DAL" {
		return []string{"U-OFFICE", "U-ADMIN", "U-DALLAS"}, nil
	}
	return []string{"U-OFFICE", "U-ADMIN"}, nil
}
func (people) Language(_ context.Context, _ *store.Tx, user string) (string, error) {
	if user == "U-ADMIN" {
		return "fr", nil
	}
	return "en", nil
}

func (people) Reach(_ context.Context, _ *store.Tx, user string) (string, bool, error) {
	if user == "U-GONE" {
		return "", false, nil
	}
	return strings.ToLower(user) + "@lading.test", true, nil
}

type shipments map[string]string

func (s shipments) Resolve(_ context.Context, _ *store.Tx, name string) (string, error) {
	if id, ok := s[name]; ok {
		return id, nil
	}
	return "", fail.NotFound("shipment-unknown")
}

func (shipments) PlaceOf(context.Context, *store.Tx, string) (string, error) { return "ATL", nil }

type sent struct {
	user, target string
	args         []any
}

type hub struct {
	mu   sync.Mutex
	sent []sent
}

func (h *hub) ToUser(_, user, target string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sent = append(h.sent, sent{user, target, args})
}

type files map[string]string

func (f files) Open(_ context.Context, org, hash string) (io.ReadCloser, error) {
	b, ok := f[org+"/"+hash]
	if !ok {
		return nil, errors.New("not there yet")
	}
	return io.NopCloser(strings.NewReader(b)), nil
}

type world struct {
	t    *testing.T
	area *Area
	hub  *hub
	jobs *job.Runner
	reg  *op.Registry
	db   *store.DB
	skew atomic.Int64
}

func (w *world) now() time.Time { return time.Now().Add(time.Duration(w.skew.Load())) }

func newWorld(t *testing.T, mailer *Mailer) *world {
	t.Helper()
	ctx := context.Background()
	w := &world{t: t, hub: &hub{}}
	w.area = &Area{Hub: w.hub, People: people{}, Shipments: shipments{"1000001": "S1", "S1": "S1", "1000002": "S2"}, Blobs: files{"1/b10b": "%PDF-1.7 signed"}, Mailer: mailer}
	bus := store.NewBus()
	w.jobs = job.NewRunner(bus)
	w.jobs.Clock = w.now
	w.jobs.All = func(context.Context) ([]string, error) { return []string{"1"}, nil }
	w.area.Listen(bus, w.jobs)
	s, err := store.Open(ctx, store.Options{Dir: t.TempDir(), Bus: bus, Clock: w.now, Install: change.Install(Tables())})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(ctx) })
	t.Cleanup(func() { _ = w.jobs.Stop(ctx) })
	w.jobs.Orgs = s.Org
	w.reg = op.NewRegistry(map[string]op.Area{"notify": w.area})
	w.reg.Orgs = s.Org
	if w.db, err = s.Org(ctx, "1"); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) emit(by store.Actor, e any) {
	w.t.Helper()
	_, err := w.db.Write(context.Background(), store.Command{By: by, Do: func(ctx context.Context, tx *store.Tx) error { return tx.Emit(ctx, e) }})
	if err != nil {
		w.t.Fatal(err)
	}
}

var (
	office = store.Actor{User: "U-OFFICE", Office: true, Language: "en", Pages: page.Set{page.UserNotification: true, page.Printing: true}}
	dock   = store.Actor{User: "U-DOCK", Language: "en", Pages: page.Set{page.UserNotification: true, page.Printing: true}}
)

func (w *world) call(by store.Actor, path string, req any) (json.RawMessage, error) {
	w.t.Helper()
	o, ok := w.reg.Find(path)
	if !ok {
		w.t.Fatalf("no call %s", path)
	}
	args, err := json.Marshal(req)
	if err != nil {
		w.t.Fatal(err)
	}
	a, err := w.reg.Run(context.Background(), &op.Call{Op: o, Org: "1", By: by, Args: args, RequestID: "test"})
	if err != nil {
		return nil, err
	}
	out, err := json.Marshal(a.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return out, nil
}

func (w *world) list(by store.Actor) []Received {
	w.t.Helper()
	raw, err := w.call(by, "Notify/Notifications", op.None{})
	if err != nil {
		w.t.Fatal(err)
	}
	var list []Received
	if err := json.Unmarshal(raw, &list); err != nil {
		w.t.Fatal(err)
	}
	return list
}

func (w *world) mail() Mail {
	w.t.Helper()
	raw, err := w.call(office, "Notify/Mails", MailsReq{})
	if err != nil {
		w.t.Fatal(err)
	}
	var l MailList
	if err := json.Unmarshal(raw, &l); err != nil {
		w.t.Fatal(err)
	}
	if len(l.Mails) != 1 {
		w.t.Fatalf("%d mails", len(l.Mails))
	}
	return l.Mails[0]
}

func (w *world) until(what string, f func() bool) {
	w.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if f() {
			return
		}
	}
	w.t.Fatal("never: " + what)
}
