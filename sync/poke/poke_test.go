package poke

import (
	"context"
	"fmt"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"

	lhttp "lading/server/http"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
	"lading/sync/device"
	"lading/sync/pull"

	"github.com/fasthttp/websocket"
	"github.com/goccy/go-json"
	"github.com/gofiber/fiber/v3"
)

type site struct {
	ID   string `db:"id" json:"id"`
	Name string `db:"name" json:"name"`
}

type profile struct {
	ID string `db:"id" json:"id"`
}

func tables() []change.Table {
	return []change.Table{
		change.Of(change.Table{Name: "warehouse_site", Key: "id", Right: right.SignedIn, Scopes: []string{"'wh:' || {row}.id"}, Row: reflect.TypeFor[site]()},
			`SELECT id, name FROM warehouse_site WHERE id IN (SELECT value FROM json_each(?))`, func(s site) string { return s.ID }),
		change.Of(change.Table{Name: "access_user", Key: "id", Right: right.SignedIn, Scopes: []string{"'user:' || {row}.id"}, Row: reflect.TypeFor[profile]()},
			`SELECT id FROM access_user WHERE id IN (SELECT value FROM json_each(?))`, func(p profile) string { return p.ID }),
		change.Of(change.Table{Name: "org_video", Key: "id", Right: right.SignedIn, Scopes: []string{"'user:' || {row}.by_user"}, Row: reflect.TypeFor[profile]()},
			`SELECT id FROM org_video WHERE id IN (SELECT value FROM json_each(?))`, func(p profile) string { return p.ID }),
	}
}

// yard is a server with its hub, on the network.
type yard struct {
	t      testing.TB
	db     *store.DB
	hub    *lhttp.Hub
	device *device.Area
	poker  *Poker
	addr   string
	ready  chan *lhttp.Peer
}

func open(t testing.TB) *yard {
	t.Helper()
	ctx := context.Background()
	y := &yard{t: t, device: &device.Area{Puller: pull.New(tables())}, ready: make(chan *lhttp.Peer, 1000)}
	y.poker = &Poker{Device: y.device, Anyone: func(org string) bool { return y.hub.Anyone(org) }, Peers: func(org string) []Peer {
		var out []Peer
		for _, p := range y.hub.Peers(org) {
			out = append(out, Peer{p.By.User, p.Device, func(m any) { p.Write(lhttp.Invocation("SyncPoke", m)) }})
		}
		return out
	}}
	s, err := store.Open(ctx, store.Options{Dir: t.TempDir(), Install: change.Install(tables()), OnCommit: func(db *store.DB, from, to int64) { y.poker.Committed(db, from, to) }})
	if err != nil {
		t.Fatal(err)
	}
	y.device.Orgs = s.Org
	registry := op.NewRegistry(map[string]op.Area{})
	y.hub = lhttp.NewHub(lhttp.HubOptions{Registry: registry, TakeTicket: func(ticket string) (store.Actor, string, bool) { return store.Actor{User: ticket}, "1", true },
		Connected: func(p *lhttp.Peer) { y.ready <- p }})
	app := lhttp.New(lhttp.Options{Registry: registry, Mount: func(app *fiber.App) { y.hub.Mount(app) }})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	y.addr = l.Addr().String()
	go func() { _ = lhttp.Listen(app, l) }()
	if y.db, err = s.Org(ctx, "1"); err != nil {
		t.Fatal(err)
	}
	y.exec(`INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES ('ATL', 'Atlanta', '{}', 'UTC', '[]'), ('DAL', 'Dallas', '{}', 'UTC', '[]')`)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
		defer cancel()
		y.poker.Close()
		_ = y.hub.Close(ctx)
		_ = app.ShutdownWithContext(ctx)
		_ = s.Close(ctx)
	})
	return y
}

func (y *yard) exec(query string, args ...any) int64 {
	y.t.Helper()
	r, err := y.db.Write(context.Background(), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	}})
	if err != nil {
		y.t.Fatal(err)
	}
	return r.Version
}

// tablet is one device of one person at one warehouse.
type tablet struct {
	y        *yard
	user, id string
	sites    []string
	cursor   string
	conn     *websocket.Conn
	told     []heard // and not asked for yet
}

func (y *yard) tablet(user, id string, sites ...string) *tablet {
	y.t.Helper()
	d := &tablet{y: y, user: user, id: id, sites: sites}
	d.pull()
	c, _, err := websocket.DefaultDialer.Dial("ws://"+y.addr+"/hub?guid="+id+"&access_token="+user, nil)
	if err != nil {
		y.t.Fatal(err)
	}
	d.conn = c
	y.t.Cleanup(func() { _ = c.Close() })
	if err := c.WriteMessage(websocket.TextMessage, []byte("{\"protocol\":\"json\",\"version\":1}\x1e")); err != nil {
		y.t.Fatal(err)
	}
	if _, b, err := c.ReadMessage(); err != nil || string(b) != "{}\x1e" {
		y.t.Fatalf("%s %v", b, err)
	}
	<-y.ready
	stop := make(chan struct{})
	y.t.Cleanup(func() { close(stop) })
	go func() { // as a client does
		for {
			select {
			case <-stop:
				return
			case <-time.After(15 * time.Second):
				if c.WriteMessage(websocket.TextMessage, []byte("{\"type\":6}\x1e")) != nil {
					return
				}
			}
		}
	}()
	return d
}

func (d *tablet) pull() *pull.Page {
	d.y.t.Helper()
	for {
		page, err := d.y.device.Pull(context.Background(), &op.Call{Org: "1", By: store.Actor{User: d.user, Device: d.id}}, pull.Req{Device: d.id, Schema: pull.Schema, Cursor: d.cursor, Warehouses: d.sites})
		if err != nil {
			d.y.t.Fatal(err)
		}
		d.cursor = page.Cursor
		if !page.More {
			return page
		}
	}
}

type heard struct {
	Version int64
	Epoch   string
	From    string
	Page    *pull.Page
}

// next is the next poke, or ok false if there is none for a while.
func (d *tablet) next(wait time.Duration) (heard, bool) {
	for {
		if len(d.told) > 0 {
			p := d.told[0]
			d.told = d.told[1:]
			return p, true
		}
		_ = d.conn.SetReadDeadline(time.Now().Add(wait))
		_, b, err := d.conn.ReadMessage()
		if err != nil {
			return heard{}, false
		}
		for frame := range strings.SplitSeq(strings.TrimSuffix(string(b), "\x1e"), "\x1e") { // several may travel together
			var f struct {
				Type      int
				Target    string
				Arguments []heard
			}
			if err := json.Unmarshal([]byte(frame), &f); err != nil {
				d.y.t.Error(err)
			}
			if f.Type == 1 && f.Target == "SyncPoke" {
				d.told = append(d.told, f.Arguments[0])
			}
		}
	}
}

// patience is for what must come: the machine may be busy with other things.
const patience = 2 * time.Minute

func TestPoke_BringsASmallChangeToThoseItConcerns(t *testing.T) {
	y := open(t)
	atl, dal := y.tablet("U1", "D1", "ATL"), y.tablet("U2", "D2", "DAL")
	v := y.exec(`UPDATE warehouse_site SET name = 'Atlanta West' WHERE id = 'ATL'`)
	p, ok := atl.next(patience)
	if !ok || p.Version != v || p.From != atl.cursor || p.Page == nil || p.Page.More || len(p.Page.Put["warehouse_site"]) != 1 || !strings.Contains(string(p.Page.Put["warehouse_site"][0]), "Atlanta West") {
		t.Fatalf("ATL heard %+v %+v", p, p.Page)
	}
	// what came inline is what a pull would have brought, digest and all
	pulled := *atl
	if got := pulled.pull(); !reflect.DeepEqual(got.Digest, p.Page.Digest) || got.Cursor != p.Page.Cursor || !reflect.DeepEqual(got.Put, p.Page.Put) {
		t.Fatalf("pull: %+v\npoke: %+v", got, p.Page)
	}
	atl.cursor = p.Page.Cursor
	// the next one starts where that one ended, without a pull between
	y.exec(`UPDATE warehouse_site SET name = 'Atlanta' WHERE id = 'ATL'`)
	if p, ok := atl.next(patience); !ok || p.From != atl.cursor {
		t.Fatalf("second poke: %+v", p)
	}
	if p, ok := dal.next(150 * time.Millisecond); ok {
		t.Fatalf("DAL heard of ATL: %+v", p)
	}
}

func TestPoke_IsBareWhereMuchChangedOrNothingIsKnown(t *testing.T) {
	y := open(t)
	known := y.tablet("U1", "D1", "ATL")
	fresh := y.tablet("U2", "D2", "ATL")
	y.device.Forget("1", "D2")
	v := y.exec(`UPDATE warehouse_site SET name = ? WHERE id = 'ATL'`, strings.Repeat("x", most))
	for _, d := range []*tablet{known, fresh} {
		if p, ok := d.next(patience); !ok || p.Version != v || p.Page != nil || p.From != "" || p.Epoch != y.db.Epoch() {
			t.Fatalf("%s heard %+v", d.id, p)
		}
	}
}

func TestPoke_NeverBringsDataOnRightsOfBefore(t *testing.T) {
	y := open(t)
	d := y.tablet("U1", "D1", "ATL")
	y.exec(`INSERT INTO access_group (id, code, name) VALUES ('G', 'G', 'G')`)
	y.exec(`INSERT INTO access_user (id, login, password, first_name, last_name, email, group_id, default_page, changed_at) VALUES ('U1', 'l', 'p', 'f', 'l', 'e', 'G', 1, 0)`)
	if p, ok := d.next(patience); !ok || p.Page != nil {
		t.Fatalf("heard %+v", p)
	}
	y.exec(`UPDATE warehouse_site SET name = 'secret' WHERE id = 'ATL'`)
	if p, ok := d.next(patience); !ok || p.Page != nil {
		t.Fatalf("before it pulled with its new rights it heard %+v", p)
	}
}

// round has a poker of the test's own tell one person on a device what was committed since a version, and gives what it said.
func (y *yard) round(user, device string, from int64) (said []message) {
	y.t.Helper()
	p := &Poker{Device: y.device, Peers: func(string) []Peer {
		return []Peer{{user, device, func(m any) { said = append(said, m.(message)) }}}
	}}
	if _, err := p.round(context.Background(), y.db, from); err != nil {
		y.t.Fatal(err)
	}
	return said
}

// On a tablet that two share, what was pulled for one is nothing to go by for the other.
func TestPoke_BringsNothingByThePullOfThePersonBefore(t *testing.T) {
	y := open(t)
	d := &tablet{y: y, user: "U1", id: "D1", sites: []string{"ATL"}}
	d.pull()
	v := y.exec(`UPDATE warehouse_site SET name = 'Atlanta West' WHERE id = 'ATL'`)
	if said := y.round("U2", d.id, v-1); len(said) != 1 || said[0].Version != v || said[0].Page != nil || said[0].From != "" {
		t.Errorf("the next person hears %+v", said)
	}
	if said := y.round("U1", d.id, v-1); len(said) != 1 || said[0].Page == nil {
		t.Errorf("the person who pulled hears %+v", said)
	}
	d.pull()
	for user, n := range map[string]int{"U1": 0, "U2": 1} { // who has all of it, and who has none
		greeted := 0
		if y.poker.Greet(y.db, Peer{user, d.id, func(any) { greeted++ }}); greeted != n {
			t.Errorf("%s is greeted %d times", user, greeted)
		}
	}
}

// Of what is a person's own, the row with their rights alone has the device pull.
func TestPoke_BringsWhatIsAPersonsOwn(t *testing.T) {
	y := open(t)
	d := &tablet{y: y, user: "U1", id: "D1", sites: []string{"ATL"}}
	d.pull()
	v := y.exec(`INSERT INTO org_video (id, title, page, url, language, at, by_user) VALUES ('V', '', '', '', 'en', 1, 'U1')`)
	if said := y.round("U1", d.id, v-1); len(said) != 1 || said[0].Page == nil {
		t.Errorf("it hears %+v", said)
	}
}

func TestPoke_IsBareWhereMoreRowsChangedThanGoInline(t *testing.T) {
	y := open(t)
	d := &tablet{y: y, user: "U1", id: "D1"}
	for n := range entries + 40 {
		d.sites = append(d.sites, fmt.Sprint("W", n))
	}
	d.pull()
	add := func(from, to int) int64 {
		return y.exec(`WITH RECURSIVE s (n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM s WHERE n + 1 < ?2)
INSERT INTO warehouse_site (id, name, address, zone, doors) SELECT 'W' || n, '', '{}', 'UTC', '[]' FROM s`, from, to)
	}
	first := add(0, 10)
	if said := y.round(d.user, d.id, first-1); len(said) != 1 || said[0].Page == nil {
		t.Fatalf("of few rows it hears %+v", said)
	}
	d.pull()
	long := add(10, entries-40) // rows that would go inline, were it not for the digests of so many places
	if said := y.round(d.user, d.id, long-1); len(said) != 1 || said[0].Version != long || said[0].Page != nil {
		t.Errorf("of many places it hears %+v", said)
	}
	d.pull()
	begun := y.exec(`UPDATE warehouse_site SET name = 'x' WHERE id LIKE 'W%'`)
	then := add(entries-40, entries+40)
	if said := y.round(d.user, d.id, begun-1); len(said) != 1 || said[0].Version != then || said[0].Page != nil {
		t.Errorf("of more than a page it hears %+v", said)
	}
}

func TestPoke_GreetsWhoIsBehind(t *testing.T) {
	y := open(t)
	d := y.tablet("U1", "D1", "ATL")
	var got []message
	peer := Peer{"U1", "D1", func(m any) { got = append(got, m.(message)) }}
	y.poker.Greet(y.db, peer)
	y.hub.EndUser("1", "U1")
	for _, more := d.next(patience); more; _, more = d.next(patience) { // to its end
	}
	for end := time.Now().Add(patience); y.hub.Anyone("1"); time.Sleep(time.Millisecond) { // nobody is there to hear of the next commit
		if time.Now().After(end) {
			t.Fatal("the socket stays open")
		}
	}
	v := y.exec(`UPDATE warehouse_site SET name = 'x' WHERE id = 'ATL'`)
	y.poker.Greet(y.db, peer)
	if len(got) != 1 || got[0].Version != v {
		t.Fatalf("greeted with %+v", got)
	}
}

// Each of 200 connected devices hears of each commit, with the change inside, and nobody else does. How soon is the benchmark's business.
func TestPoke_ReachesTwoHundredDevices(t *testing.T) {
	y := open(t)
	all := make([]*tablet, 200)
	for i := range all {
		all[i] = y.tablet(fmt.Sprint("U", i), fmt.Sprint("D", i), "ATL")
	}
	bystander := y.tablet("U-DAL", "D-DAL", "DAL")
	for n := range 3 {
		v := y.exec(`UPDATE warehouse_site SET name = ? WHERE id = 'ATL'`, fmt.Sprint("Atlanta ", n))
		for _, d := range all {
			p, ok := d.next(patience)
			if !ok || p.Version != v || p.Page == nil || p.From != d.cursor {
				t.Fatalf("%s heard of commit %d: %+v", d.id, n, p)
			}
			d.cursor = p.Page.Cursor
		}
	}
	if p, ok := bystander.next(50 * time.Millisecond); ok {
		t.Errorf("a bystander heard %+v", p)
	}
}
