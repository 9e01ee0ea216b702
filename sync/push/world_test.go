package push_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"lading/server/kit/envelope"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit/signer"
	"lading/sync/change"
	"lading/sync/device"
	"lading/sync/pull"
	"lading/sync/push"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// yard is the smallest area: it puts warehouses on the map, refuses some and breaks on others.
type yard struct {
	faults  int
	trouble map[string]error // by name; what a put of it meets for the time being
}

// errRollback stands for a full disk, which makes SQLite roll back the whole transaction and not the command alone.
var errRollback = errors.New("the disk is full")

type putReq struct {
	ID   string `json:"Id" validate:"required,max=20"`
	Name string `json:"Name"`
}

func (y *yard) Ops() []op.Op {
	return []op.Op{
		op.Command("Yard/Put", y.put).SignedIn().Offline(op.Subject("site", "Id")),
		op.Command("Yard/Prove", y.put).SignedIn().Offline(op.Subject("site", "Id")).Evidence(),
		op.Command("Yard/OnlineOnly", y.put).SignedIn(),
	}
}

func (y *yard) put(ctx context.Context, tx *store.Tx, req putReq) (op.None, error) {
	switch req.Name {
	case "no":
		return op.None{}, fail.Conflict("no-room", "id", req.ID).With(site{req.ID, "taken"})
	case "break":
		y.faults++
		return op.None{}, errors.New("the handler broke")
	case "panic":
		panic("the handler panicked")
	}
	if err := y.trouble[req.Name]; err != nil {
		if errors.Is(err, errRollback) {
			_, _ = tx.ExecContext(ctx, "ROLLBACK")
		}
		return op.None{}, err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES (?1, ?2, '{}', 'UTC', '[]') ON CONFLICT (id) DO UPDATE SET name = warehouse_site.name || ?2`, req.ID, req.Name)
	return op.None{}, err
}

type site struct {
	ID   string `db:"id" json:"id"`
	Name string `db:"name" json:"name"`
}

type world struct {
	t    *testing.T
	yard *yard
	area *device.Area
	db   *store.DB
	ada  store.Actor
	off  map[string]bool
	read atomic.Int64 // rows that pulls had read from the database

	dir    string
	tables []change.Table
	store  *store.Store
}

func (w *world) Actor(_ context.Context, _ *store.Tx, user string) (store.Actor, error) {
	if w.off[user] {
		return store.Actor{}, fail.Forbidden("user-disabled")
	}
	return store.Actor{User: user, Name: user, Office: true}, nil
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, yard: &yard{trouble: map[string]error{}}, ada: store.Actor{User: "ada", Office: true}, off: map[string]bool{}}
	// A warehouse's rows are of the place that its id begins with, of the organisation where it ends with "!", and of the place that its name points at.
	w.tables = []change.Table{change.Of(change.Table{Name: "warehouse_site", Key: "id", Right: right.SignedIn, Scopes: []string{"'wh:' || substr({row}.id, 1, 1)", "CASE WHEN {row}.id LIKE '%!' THEN 'org' END", "CASE WHEN {row}.name LIKE '%>_' THEN 'wh:' || substr({row}.name, -1) END"}},
		`SELECT id, name FROM warehouse_site WHERE id IN (SELECT value FROM json_each(?))`, func(s site) string {
			w.read.Add(1)
			return s.ID
		})}
	w.dir = t.TempDir()
	w.open()
	t.Cleanup(func() { _ = w.store.Close(context.Background()) })
	w.area = &device.Area{Puller: pull.New(w.tables), Orgs: func(context.Context, string) (*store.DB, error) { return w.db, nil }}
	r := op.NewRegistry(map[string]op.Area{"yard": w.yard, "sync": w.area})
	w.area.Pusher, w.area.Sessions = &push.Pusher{Ops: r, Actors: w}, w
	return w
}

// open opens the data folder, which may be one that was put back.
func (w *world) open() {
	w.t.Helper()
	ctx := context.Background()
	var err error
	if w.store, err = store.Open(ctx, store.Options{Dir: w.dir, Install: change.Install(w.tables)}); err != nil {
		w.t.Fatal(err)
	}
	if w.db, err = w.store.Org(ctx, "1"); err != nil {
		w.t.Fatal(err)
	}
}

// tablet is a device of the test: it signs what it sends.
type tablet struct {
	w     *world
	id    string
	key   signer.Key
	seq   int64
	of    string // the identity whose work the next mutation replaces
	doing string // the id of the next action, where it is one that there is already

	subjects []string // as the device declares them; the server goes by the op's own where it knows the op
}

// TakeNonce and Bind stand for the sign-ins: here every nonce is good, and every session becomes the device's.
func (w *world) TakeNonce(string, string) bool { return true }

// Bind is TakeNonce's other half.
func (w *world) Bind(context.Context, string, string, string, string, func(string) bool) error {
	return nil
}

func (w *world) tablet(users ...string) *tablet {
	w.t.Helper()
	d := &tablet{w: w, id: ulid.Make().String(), key: signer.New()}
	for _, u := range append(users, "ada") {
		d.enrol(u, nil)
	}
	return d
}

func (d *tablet) enrol(user string, inherits *device.Inheritance) {
	d.w.t.Helper()
	o, _ := d.w.area.Pusher.Ops.Find("sync/enrol")
	if _, err := d.w.area.Enrol(context.Background(), &op.Call{Op: o, Org: "1", By: store.Actor{User: user}},
		device.EnrolReq{Device: d.id, PublicKey: json.RawMessage(d.key.JWK()), Name: "Dock 4", Nonce: "n", Signature: d.key.Sign("n"), Inherits: inherits}); err != nil {
		d.w.t.Fatal(err)
	}
}

func (d *tablet) mutation(path, user string, args any, replaces *int64) json.RawMessage {
	d.seq++
	m := map[string]any{"seq": d.seq, "id": ulid.Make().String(), "op": path, "args": args, "subjects": append([]string{}, d.subjects...), "at": "2026-11-20T10:00:00.000Z", "atRaw": "2026-11-20T10:00:00.000Z", "user": user, "replaces": replaces}
	if d.doing != "" {
		m["id"] = d.doing
	}
	if d.of != "" {
		m["replacesDevice"] = d.of
	}
	return d.sealed(m)
}

// sealed signs a mutation as it is given.
func (d *tablet) sealed(m map[string]any) json.RawMessage {
	delete(m, "sig")
	raw, err := json.Marshal(m)
	if err != nil {
		d.w.t.Fatal(err)
	}
	text, err := envelope.Canonical(raw)
	if err != nil {
		d.w.t.Fatal(err)
	}
	m["sig"] = d.key.Sign(text)
	raw, err = json.Marshal(m)
	if err != nil {
		d.w.t.Fatal(err)
	}
	return raw
}

func (d *tablet) put(id, name string) json.RawMessage {
	return d.mutation("Yard/Put", "ada", map[string]string{"Id": id, "Name": name}, nil)
}

func (d *tablet) push(list ...json.RawMessage) (*push.Resp, error) {
	by := d.w.ada
	by.Device = d.id
	return d.w.area.Push(context.Background(), &op.Call{Org: "1", By: by}, push.Req{Device: d.id, Epoch: d.w.db.Epoch(), Mutations: list})
}

func (d *tablet) must(list ...json.RawMessage) *push.Resp {
	d.w.t.Helper()
	r, err := d.push(list...)
	if err != nil {
		d.w.t.Fatal(err)
	}
	return r
}

func statuses(r *push.Resp) string {
	s := ""
	for _, x := range r.Results {
		s += string(x.Status[0])
	}
	return s
}

func (w *world) name(id string) (name string) {
	w.t.Helper()
	err := w.db.Read(context.Background(), w.ada, func(ctx context.Context, tx *store.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT name FROM warehouse_site WHERE id = ?`, id).Scan(&name)
		if store.IsNotFound(err) {
			return nil
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return name
}
