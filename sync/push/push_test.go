package push_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
	"lading/sync/device"
	"lading/sync/pull"
	"lading/sync/push"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// yard is the smallest area: it puts warehouses on the map, refuses some and breaks on others.
type yard struct{ faults int }

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
		return op.None{}, fail.Conflict("no-room", "id", req.ID)
	case "break":
		y.faults++
		return op.None{}, errors.New("the handler broke")
	case "panic":
		panic("the handler panicked")
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
}

func (w *world) Actor(_ context.Context, _ *store.Tx, user string) (store.Actor, error) {
	if w.off[user] {
		return store.Actor{}, fail.Forbidden("user-disabled")
	}
	return store.Actor{User: user, Name: user, Office: true}, nil
}

func newWorld(t *testing.T) *world {
	t.Helper()
	ctx := context.Background()
	w := &world{t: t, yard: &yard{}, ada: store.Actor{User: "ada", Office: true}, off: map[string]bool{}}
	tables := []change.Table{change.Of(change.Table{Name: "warehouse_site", Key: "id", Scopes: []string{"'wh:' || substr({row}.id, 1, 1)", "CASE WHEN {row}.id LIKE '%!' THEN 'org' END"}},
		`SELECT id, name FROM warehouse_site WHERE id IN (SELECT value FROM json_each(?))`, func(s site) string {
			w.read.Add(1)
			return s.ID
		})}
	s, err := store.Open(ctx, store.Options{Dir: t.TempDir(), Install: change.Install(tables)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(ctx) })
	if w.db, err = s.Org(ctx, "1"); err != nil {
		t.Fatal(err)
	}
	w.area = &device.Area{Puller: pull.New(tables), Orgs: func(context.Context, string) (*store.DB, error) { return w.db, nil }}
	r := op.NewRegistry(map[string]op.Area{"yard": w.yard, "sync": w.area})
	w.area.Pusher = &push.Pusher{Ops: r, Actors: w}
	return w
}

// tablet is a device of the test: it signs what it sends.
type tablet struct {
	w   *world
	id  string
	key *ecdsa.PrivateKey
	seq int64
	of  string // the identity whose work the next mutation replaces
}

func (w *world) tablet(users ...string) *tablet {
	w.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		w.t.Fatal(err)
	}
	d := &tablet{w: w, id: ulid.Make().String(), key: key}
	pub, err := key.PublicKey.Bytes()
	if err != nil {
		w.t.Fatal(err)
	}
	jwk := fmt.Sprintf(`{"kty":"EC","crv":"P-256","x":"%s","y":"%s"}`, base64.RawURLEncoding.EncodeToString(pub[1:33]), base64.RawURLEncoding.EncodeToString(pub[33:]))
	for _, u := range append(users, "ada") {
		_, err := w.db.Write(context.Background(), store.Command{By: store.Actor{User: u}, Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := w.area.Enrol(ctx, tx, device.EnrolReq{Device: d.id, PublicKey: json.RawMessage(jwk), Name: "Dock 4"})
			return err
		}})
		if err != nil {
			w.t.Fatal(err)
		}
	}
	return d
}

func (d *tablet) mutation(path, user string, args any, replaces *int64) json.RawMessage {
	d.seq++
	m := map[string]any{"seq": d.seq, "id": ulid.Make().String(), "op": path, "args": args, "subjects": []string{}, "at": "2026-11-20T10:00:00.000Z", "atRaw": "2026-11-20T10:00:00.000Z", "user": user, "replaces": replaces}
	if d.of != "" {
		m["replacesDevice"] = d.of
	}
	raw, err := json.Marshal(m)
	if err != nil {
		d.w.t.Fatal(err)
	}
	text, err := push.Canonical(raw)
	if err != nil {
		d.w.t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, d.key, sum[:])
	if err != nil {
		d.w.t.Fatal(err)
	}
	sig := make([]byte, 64)
	r.FillBytes(sig[:32])
	s.FillBytes(sig[32:])
	m["sig"] = base64.RawURLEncoding.EncodeToString(sig)
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
	return d.w.area.Push(context.Background(), &op.Call{Org: "1", By: d.w.ada}, push.Req{Device: d.id, Epoch: d.w.db.Epoch(), Mutations: list})
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

func TestPush_ARepeatRunsNothing(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	batch := []json.RawMessage{d.put("A1", "x"), d.put("A2", "y")}
	first := d.must(batch...)
	var wg sync.WaitGroup
	for range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			again, err := d.push(batch...)
			if err != nil || statuses(again) != "aa" || again.Results[0].Version != first.Results[0].Version {
				t.Errorf("repeat: %+v %v", again, err)
			}
		}()
	}
	wg.Wait()
	if w.name("A1") != "x" {
		t.Fatalf("ran more than once: %q", w.name("A1"))
	}
	if first.Settled != 2 || first.Replicated != 2 {
		t.Fatalf("marks: %d %d", first.Settled, first.Replicated)
	}
}

func TestPush_TheSamePushTenTimesAtOnceRunsOnce(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	batch := []json.RawMessage{d.put("A1", "x"), d.put("A2", "y"), d.put("A1", "z")}
	var wg sync.WaitGroup
	for range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if r, err := d.push(batch...); err != nil || statuses(r) != "aaa" {
				t.Errorf("push: %v %v", r, err)
			}
		}()
	}
	wg.Wait()
	if w.name("A1") != "xz" {
		t.Fatalf("A1 is %q", w.name("A1"))
	}
}

func TestPush_OfNothingIsAnswered(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if r, err := d.push(); err != nil || len(r.Results) != 0 {
			t.Errorf("push: %v %v", r, err)
		}
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("a push of nothing waits for ever")
	}
}

func TestPush_AGapIsRefusedWithTheExpectedNumber(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	first, _, third := d.put("A1", "x"), d.put("A2", "y"), d.put("A3", "z")
	d.must(first)
	_, err := d.push(third)
	f, ok := fail.As(err)
	if !ok || f.Code != "seq-gap" || f.Params["expected"] != int64(2) {
		t.Fatalf("gap: %v", err)
	}
	if w.name("A3") != "" {
		t.Fatal("the mutation behind the gap ran")
	}
}

func TestPush_AClonedDeviceIsToldSo(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "x"))
	d.seq = 0 // the copy counts from where the image was taken
	_, err := d.push(d.put("A9", "other work"))
	if fail.CodeOf(err) != "device-forked" {
		t.Fatalf("clone: %v", err)
	}
}

// Every answer lists what still waits for a person, so that a device learns what a supervisor has dealt with.
func TestPush_AnswersSayWhatTheTrayStillHolds(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	told := ""
	w.area.Settled = func(org, device string) { told = org + " " + device }
	if r := d.must(d.put("A0", "fine")); r.Tray == nil || len(r.Tray) != 0 {
		t.Fatalf("an empty tray: %v", r.Tray)
	}
	if r := d.must(d.put("A1", "no"), d.put("A1", "later"), d.put("A2", "no")); fmt.Sprint(r.Tray) != "[2 3 4]" {
		t.Fatalf("tray: %v", r.Tray)
	}
	settle := func(seq int64) error {
		_, err := w.db.Write(context.Background(), store.Command{By: store.Actor{User: "boss"}, Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := w.area.Settle(ctx, tx, device.SettleReq{Device: d.id, Seq: seq})
			return err
		}})
		return err
	}
	if err := settle(2); err != nil || told != "1 "+d.id {
		t.Fatal(err, told)
	}
	if err := settle(99); fail.CodeOf(err) != "no-such-item" {
		t.Fatal(err)
	}
	page, err := w.area.Pull(context.Background(), &op.Call{Org: "1", By: w.ada}, pull.Req{Device: d.id, Schema: pull.Schema})
	if err != nil || fmt.Sprint(page.Tray) != "[3 4]" {
		t.Fatal(page, err)
	}
	two := int64(3)
	if r := d.must(d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "mended"}, &two)); fmt.Sprint(r.Tray) != "[4]" {
		t.Fatalf("after an edit: %v", r.Tray)
	}
	if other := w.tablet(); len(other.must(other.put("A5", "x")).Tray) != 0 {
		t.Fatal("another device's tray")
	}
}

func TestPush_ARefusalParksOnlyWhatTouchesTheSame(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	r := d.must(d.put("A1", "no"), d.put("A1", "later"), d.put("A2", "fine"))
	if statuses(r) != "rpa" || r.Results[0].Code != "no-room" || r.Results[1].Code != "behind-rejected" {
		t.Fatalf("outcomes: %+v", r.Results)
	}
	if r.Settled != 3 {
		t.Fatalf("refused and parked are settled: %d", r.Settled)
	}
	one := int64(1)
	r = d.must(d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "mended"}, &one))
	if statuses(r) != "a" {
		t.Fatalf("the edit takes the place of what it replaces: %+v", r.Results)
	}
	if r = d.must(d.put("A1", "after")); statuses(r) != "p" {
		t.Fatalf("number 2 still waits in front: %+v", r.Results)
	}
	r = d.must(d.mutation("Sync/Discard", "ada", map[string]int64{"Seq": 2}, nil), d.mutation("Sync/Discard", "ada", map[string]int64{"Seq": 5}, nil), d.put("A1", " again"))
	if statuses(r) != "aaa" || w.name("A1") != "mended again" {
		t.Fatalf("after letting go: %+v, %q", r.Results, w.name("A1"))
	}
}

func TestPush_AnEditThatIsRefusedStandsInPlaceOfWhatItReplaces(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "no"))
	first, second := int64(1), int64(2)
	if r := d.must(d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "no"}, &first)); statuses(r) != "r" {
		t.Fatalf("a second no: %+v", r.Results)
	}
	if r := d.must(d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "mended"}, &second), d.put("A1", " and on")); statuses(r) != "aa" || w.name("A1") != "mended and on" {
		t.Fatalf("nobody can see number 1 any longer, so it may not hold up the rest: %+v, %q", r.Results, w.name("A1"))
	}
}

// A device that had to enrol anew answers, under its new number, what was refused under the old one.
func TestPush_AnEditOfAnotherIdentitysWorkAnswersThatWork(t *testing.T) {
	w := newWorld(t)
	old, other := w.tablet(), w.tablet("eve")
	old.must(old.put("A1", "no"), old.put("A1", "x"))
	eves, err := w.area.Push(context.Background(), &op.Call{Org: "1", By: store.Actor{Device: other.id}}, push.Req{Device: other.id, Epoch: w.db.Epoch(), Mutations: []json.RawMessage{other.mutation("Yard/Put", "eve", map[string]string{"Id": "E1", "Name": "no"}, nil)}})
	if err != nil || statuses(eves) != "r" {
		t.Fatal(eves, err)
	}
	now := w.tablet()
	edit := func(of string, seq int64) push.Result {
		t.Helper()
		now.of = of
		defer func() { now.of = "" }()
		return now.must(now.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "mended"}, &seq)).Results[0]
	}
	if r := edit(old.id, 1); r.Status != push.Applied {
		t.Fatalf("edit: %+v", r)
	}
	if r := old.must(); fmt.Sprint(r.Tray) != "[2]" {
		t.Fatalf("the old identity's tray: %v", r.Tray)
	}
	if r := edit(other.id, 1); r.Code != "no-such-item" {
		t.Fatalf("somebody else's work: %+v", r)
	}
	if r := other.must(); fmt.Sprint(r.Tray) != "[1]" {
		t.Fatalf("eve's tray: %v", r.Tray)
	}
	if r := edit("01J00000000000000000000000", 7); r.Status != push.Parked { // behind the refused one, like anything else
		t.Fatalf("work that nobody knows: %+v", r)
	}
}

func TestPush_APoisonMutationIsParkedAndOthersGoOn(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	bad := d.put("A1", "break")
	panics := d.put("A3", "panic")
	r := d.must(bad, panics, d.put("A1", "behind"), d.put("A2", "fine"))
	if statuses(r) != "rrra" || r.Results[0].Status != push.Retry || r.Settled != 0 {
		t.Fatalf("first try: %+v settled %d", r.Results, r.Settled)
	}
	for range 7 {
		r = d.must(bad, panics)
	}
	if statuses(r) != "pp" || r.Results[0].Code != "repeated-fault" || w.yard.faults != 8 {
		t.Fatalf("after eight faults: %+v, ran %d times", r.Results, w.yard.faults)
	}
}

func TestPush_WorkOfADisabledPersonWaitsForASupervisor(t *testing.T) {
	w := newWorld(t)
	d := w.tablet("bob")
	w.off["bob"] = true
	r, err := w.area.Push(context.Background(), &op.Call{Org: "1", By: store.Actor{Device: d.id}}, push.Req{Device: d.id, Mutations: []json.RawMessage{
		d.mutation("Yard/Put", "bob", map[string]string{"Id": "A1", "Name": "x"}, nil), d.put("A2", "y")}})
	if err != nil || statuses(r) != "pa" || r.Results[0].Code != "user-disabled" {
		t.Fatalf("outcomes: %+v %v", r, err)
	}
}

func TestPush_ChecksWhoSignedAndWhoWorked(t *testing.T) {
	w := newWorld(t)
	d, other := w.tablet(), w.tablet()
	other.id = d.id // signs with another key
	if r := d.must(other.mutation("Yard/Prove", "ada", map[string]string{"Id": "A1", "Name": "x"}, nil)); statuses(r) != "r" || r.Results[0].Code != "signature-invalid" {
		t.Fatalf("foreign signature: %+v", r.Results)
	}
	d.seq = 1
	if r := d.must(d.mutation("Yard/OnlineOnly", "ada", map[string]string{"Id": "A1", "Name": "x"}, nil)); r.Results[0].Code != "no-such-op" {
		t.Fatalf("not queueable: %+v", r.Results)
	}
	if _, err := d.push(d.mutation("Yard/Put", "eve", map[string]string{"Id": "A1", "Name": "x"}, nil)); fail.CodeOf(err) != "not-your-work" {
		t.Fatalf("another's work with ada's token: %v", err)
	}
	if w.name("A1") != "" {
		t.Fatal("something was stored")
	}
}

// Signatures are checked beside the writer, piece by piece: one that is wrong is refused wherever in a long push it stands.
func TestPush_AWrongSignatureIsFoundInEveryPiece(t *testing.T) {
	w := newWorld(t)
	d, other := w.tablet(), w.tablet()
	other.id = d.id
	var list []json.RawMessage
	want := make([]byte, 0, 200)
	for n := range 200 {
		by, status := d, byte('a')
		if n%63 == 0 { // 0, 63, 126, 189: at the ends of pieces and inside them
			by, status = other, 'r'
		}
		by.seq = int64(n)
		list = append(list, by.mutation("Yard/Prove", "ada", map[string]string{"Id": fmt.Sprintf("A%d", n), "Name": "x"}, nil))
		want = append(want, status)
	}
	r := d.must(list...)
	if got := statuses(r); got != string(want) {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
	for n, x := range r.Results {
		if got := w.name(fmt.Sprintf("A%d", n)); (got == "x") != (x.Status == push.Applied) {
			t.Fatalf("mutation %d is %s and left %q", n, x.Status, got)
		}
	}
}

func TestPush_AForeignEpochStartsAgain(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	_, err := w.area.Push(context.Background(), &op.Call{Org: "1", By: w.ada}, push.Req{Device: d.id, Epoch: ulid.Make().String(), Mutations: []json.RawMessage{d.put("A1", "x")}})
	if fail.CodeOf(err) != "start-again" {
		t.Fatalf("foreign epoch: %v", err)
	}
}

func TestPush_ADeviceClockThatIsWrongDoesNotMoveEvents(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	m := d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "x"}, nil)
	var text map[string]any
	if err := json.Unmarshal(m, &text); err != nil {
		t.Fatal(err)
	}
	text["at"], text["sig"] = time.Now().AddDate(1, 0, 0).UTC().Format(time.RFC3339), ""
	raw, _ := json.Marshal(text)
	if r := d.must(raw); statuses(r) != "a" {
		t.Fatalf("a year ahead: %+v", r.Results)
	}
}

// ---- pull ----

type shelf struct {
	t      *testing.T
	w      *world
	cursor string
	whs    []string
	rows   map[string]site
	scopes map[string][]string
	vers   map[string]int64
	limit  int
	pages  int
}

func (w *world) shelf(limit int, whs ...string) *shelf {
	return &shelf{t: w.t, w: w, whs: whs, limit: limit, rows: map[string]site{}, scopes: map[string][]string{}, vers: map[string]int64{}}
}

// page takes one page.
func (s *shelf) page() *pull.Page {
	s.t.Helper()
	page, err := s.w.area.Pull(context.Background(), &op.Call{Org: "1", By: s.w.ada}, pull.Req{Device: ulid.Make().String(), Schema: pull.Schema, Cursor: s.cursor, Warehouses: s.whs, Limit: s.limit})
	if err != nil {
		s.t.Fatal(err)
	}
	s.pages++
	for _, scope := range page.Drop {
		for id, list := range s.scopes {
			if len(list) == 1 && list[0] == scope {
				delete(s.rows, id)
				delete(s.scopes, id)
			}
		}
	}
	for _, raw := range page.Put["warehouse_site"] {
		var row struct {
			site
			Version int64    `json:"version"`
			Scopes  []string `json:"scopes"`
		}
		if err := json.Unmarshal(raw, &row); err != nil {
			s.t.Fatal(err)
		}
		s.rows[row.ID], s.scopes[row.ID], s.vers[row.ID] = row.site, row.Scopes, row.Version
	}
	for _, id := range page.Gone["warehouse_site"] {
		delete(s.rows, id)
		delete(s.scopes, id)
	}
	s.cursor = page.Cursor
	return page
}

// pull takes all of them, and compares what it has with the digest.
func (s *shelf) pull() *pull.Page {
	s.t.Helper()
	for {
		page := s.page()
		if !page.More {
			for scope, want := range page.Digest {
				var n, sum int64
				for id, list := range s.scopes {
					for _, x := range list {
						if x == scope {
							n++
							sum += change.Hash("warehouse_site", id, s.vers[id])
						}
					}
				}
				if got := change.Digest(n, sum); got != want {
					s.t.Fatalf("digest of %s: have %s, server %s", scope, got, want)
				}
			}
			return page
		}
		if s.pages > 10000 {
			s.t.Fatal("the pull does not end")
		}
	}
}

func TestPull_LoadsFollowsAndForgets(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	for i := range 25 {
		d.must(d.put(fmt.Sprintf("A%02d", i), "x"), d.put(fmt.Sprintf("B%02d", i), "x"))
	}
	s := w.shelf(7, "A")
	s.pull()
	if len(s.rows) != 25 {
		t.Fatalf("first load of A: %d rows", len(s.rows))
	}
	before := s.pages
	if s.pull(); s.pages != before+1 {
		t.Fatal("nothing new took more than one page")
	}
	d.must(d.put("A03", "y"), d.put("B03", "y"))
	s.pull()
	if s.rows["A03"].Name != "xy" {
		t.Fatalf("A03: %+v", s.rows["A03"])
	}
	s.whs = []string{"A", "B"}
	s.pull()
	if len(s.rows) != 50 {
		t.Fatalf("with B: %d rows", len(s.rows))
	}
	s.whs = []string{"B"}
	if page := s.pull(); len(s.rows) != 25 || len(page.Drop) != 0 && page.Drop[0] != "wh:A" {
		t.Fatalf("without A: %d rows", len(s.rows))
	}
}

func TestPull_ARowThatLeavesOneScopeStaysInTheOther(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1!", "x"))
	s := w.shelf(10, "A")
	s.pull()
	if len(s.scopes["A1!"]) != 2 {
		t.Fatalf("scopes: %v", s.scopes)
	}
	s.whs = nil
	s.pull()
	if len(s.rows) != 1 {
		t.Fatal("the organisation's row went with the warehouse")
	}
}

func TestPull_RowsThatChangeDuringTheFirstLoadEndAsTheServerHasThem(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	for i := range 30 {
		d.must(d.put(fmt.Sprintf("A%02d", i), "x"))
	}
	s := w.shelf(5, "A")
	s.page()
	s.page()
	d.must(d.put("A00", "y"), d.put("A29", "y"), d.put("A15", "y"))
	if _, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM warehouse_site WHERE id IN ('A01', 'A28')`)
		return err
	}}); err != nil {
		t.Fatal(err)
	}
	s.pull() // checks its digest at the end
	if len(s.rows) != 28 || s.rows["A29"].Name != "xy" || s.rows["A00"].Name != "xy" {
		t.Fatalf("rows: %d, A29 %+v, A00 %+v", len(s.rows), s.rows["A29"], s.rows["A00"])
	}
}

// Failure 33: after an outage a whole yard loads from the beginning at once.
func TestPull_TwoHundredFirstLoadsReadARowOnce(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	for i := range 40 {
		d.must(d.put(fmt.Sprintf("A%02d", i), "x"))
	}
	first := w.shelf(9, "A")
	first.pull()
	if n := w.read.Load(); n != 40 {
		t.Fatalf("the first tablet had %d rows read", n)
	}
	d.must(d.put("A07", "y"), d.put("A31", "y"))
	for range 199 {
		s := w.shelf(9, "A")
		if s.pull(); len(s.rows) != 40 || s.rows["A07"].Name != "xy" || s.rows["A31"].Name != "xy" {
			t.Fatalf("a later tablet has %d rows, A07 %+v, A31 %+v", len(s.rows), s.rows["A07"], s.rows["A31"])
		}
	}
	if n := w.read.Load(); n != 42 {
		t.Fatalf("two hundred tablets had %d rows read, two of which had changed", n)
	}
}

func TestPull_FirstLoadsAtOnceEndAsTheServerHasThem(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	for i := range 40 {
		d.must(d.put(fmt.Sprintf("A%02d", i), "x"))
	}
	t.Run("yard", func(t *testing.T) {
		for range 50 {
			t.Run("tablet", func(t *testing.T) {
				t.Parallel()
				s := w.shelf(9, "A")
				s.t = t
				s.pull() // checks its digest at the end
			})
		}
		t.Run("office", func(t *testing.T) {
			t.Parallel()
			d.w.t = t
			for i := range 40 {
				d.must(d.put(fmt.Sprintf("A%02d", i), "y"))
			}
		})
	})
	w.t = t
	last := w.shelf(9, "A")
	last.pull()
	for id, row := range last.rows {
		if row.Name != "xy" {
			t.Fatalf("%s is %+v", id, row)
		}
	}
}

func TestPull_OneLargeCommandIsNeverShownInHalves(t *testing.T) {
	w := newWorld(t)
	s := w.shelf(10, "A")
	s.pull()
	if _, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
		for i := range 100 {
			if _, err := tx.ExecContext(ctx, `INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES (?, 'x', '{}', 'UTC', '[]')`, fmt.Sprintf("A%03d", i)); err != nil {
				return err
			}
		}
		return nil
	}}); err != nil {
		t.Fatal(err)
	}
	before := s.pages
	s.pull()
	if len(s.rows) != 100 || s.pages != before+1 {
		t.Fatalf("rows %d in %d pages", len(s.rows), s.pages-before)
	}
}

func TestSweep_ADeviceThatWasAwayLongerThanTombstonesAreKeptStartsThatScopeAgain(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "x"), d.put("A2", "x"), d.put("A3", "x"))
	away, here := w.shelf(10, "A"), w.shelf(10, "A")
	away.pull()
	write := func(query string) {
		t.Helper()
		if _, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, query)
			return err
		}}); err != nil {
			t.Fatal(err)
		}
	}
	write(`DELETE FROM warehouse_site WHERE id = 'A2'`)
	d.must(d.put("A4", "x"))
	here.pull()
	sweep := func() {
		t.Helper()
		if _, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := pull.Sweep(ctx, tx)
			return err
		}}); err != nil {
			t.Fatal(err)
		}
	}
	tombstones := func() (n int) {
		if err := w.db.Read(context.Background(), w.ada, func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM change WHERE gone = 1`).Scan(&n)
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	sweep()
	if tombstones() != 1 {
		t.Fatal("a tombstone of today is gone")
	}
	write(`UPDATE op_log SET logged_at = logged_at - 91 * 86400000`)
	sweep()
	if tombstones() != 0 {
		t.Fatal("a tombstone of three months ago is still there")
	}
	pages := here.pages
	if page := here.pull(); len(page.Drop) != 0 || here.pages != pages+1 {
		t.Fatalf("a device that was here starts again: %v", page.Drop)
	}
	if away.pull(); len(away.rows) != 3 || away.rows["A2"].ID != "" {
		t.Fatalf("the device that was away has %v", away.rows)
	}
}
