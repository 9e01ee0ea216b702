// Package poke tells devices that there is something to pull. Where little changed it brings the change along, so
// that what one dock does stands on the others' screens without their asking.
//
// A lost poke costs only time: a device whose cursor is not the one a page starts from pulls as ever.
package poke

import (
	"context"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"lading/server/store"
	"lading/sync/device"
	"lading/sync/pull"

	"github.com/goccy/go-json"
	"github.com/prometheus/client_golang/prometheus"
)

const (
	window  = 20 * time.Millisecond // commits of this long go out together, but for the first after a silence
	most    = 16 << 10              // bytes of a page that travels inline
	entries = 200                   // rows of one
)

// Peer is a connected device of a person.
type Peer struct {
	User, Device string
	// Send queues the arguments of SyncPoke and never waits.
	Send func(args any)
}

// Poker watches commits.
type Poker struct {
	Device *device.Area
	// Peers are an organisation's connected devices.
	Peers func(org string) []Peer
	// Anyone tells cheaply whether there are any.
	Anyone func(org string) bool

	mu   sync.Mutex
	orgs map[string]*span
	stop bool
	work sync.WaitGroup
}

// span is what was committed and not yet told.
type span struct {
	db      *store.DB
	from    int64
	pending bool // commits wait
	running bool
}

// message is the argument of SyncPoke.
type message struct {
	Version int64           `json:"version"`
	Epoch   string          `json:"epoch"`
	From    string          `json:"from,omitempty"`
	Page    json.RawMessage `json:"page,omitempty"`
	Ask     bool            `json:"ask,omitempty"` // something is asked of the device: it should report
}

// Committed notes that an organisation's versions in (from, to] are on disk. The writer calls it, so it only makes a note.
func (p *Poker) Committed(db *store.DB, from, _ int64) {
	if !p.Anyone(db.Name) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop {
		return
	}
	if p.orgs == nil {
		p.orgs = map[string]*span{}
	}
	s := p.orgs[db.Name]
	if s == nil {
		s = &span{}
		p.orgs[db.Name] = s
	}
	if !s.pending {
		s.db, s.from, s.pending = db, from, true
	}
	if !s.running {
		s.running = true
		p.work.Go(func() { p.run(db.Name, s) })
	}
}

// Greet tells a device that has just connected if it is behind: what was committed between its last pull and now had nobody to tell.
func (p *Poker) Greet(db *store.DB, peer Peer) {
	if seen, ok := p.Device.LastSeen(db.Name, peer.Device); ok && seen.By.User == peer.User && seen.Version >= db.Version() {
		return
	}
	peer.Send(message{Version: db.Version(), Epoch: db.Epoch()})
}

// Nudge has a device pull although none of its rows has changed: what an answer says beside them has, or something is asked of it.
func (p *Poker) Nudge(db *store.DB, device string) {
	for _, peer := range p.Peers(db.Name) {
		if peer.Device == device {
			peer.Send(message{Version: db.Version(), Epoch: db.Epoch(), Ask: true})
		}
	}
}

// Close lets the round at hand end.
func (p *Poker) Close() {
	p.mu.Lock()
	p.stop = true
	p.mu.Unlock()
	p.work.Wait()
}

func (p *Poker) run(org string, s *span) {
	// The first commit after a silence is told at once; what follows within the window goes together.
	for ; ; time.Sleep(window) {
		p.mu.Lock()
		if !s.pending || p.stop {
			s.running = false
			delete(p.orgs, org)
			p.mu.Unlock()
			return
		}
		db, from := s.db, s.from
		s.pending = false
		p.mu.Unlock()
		began := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		told, err := p.round(ctx, db, from)
		cancel()
		if err != nil {
			slog.Error("poke", "org", org, "from", from, "err", err)
		}
		pokeSeconds.Observe(time.Since(began).Seconds())
		pokes.Add(float64(told))
	}
}

// target is a connected device, with what it last pulled if we know.
type target struct {
	Peer
	seen   device.Seen
	known  bool
	scopes []string
}

// round tells every device in whose scopes something changed since version from.
func (p *Poker) round(ctx context.Context, db *store.DB, from int64) (told int, err error) {
	peers := p.Peers(db.Name)
	if len(peers) == 0 {
		return 0, nil
	}
	targets := make([]target, 0, len(peers))
	for _, peer := range peers {
		t := target{Peer: peer}
		t.seen, t.known = p.Device.LastSeen(db.Name, peer.Device)
		t.known = t.known && t.seen.By.User == peer.User
		targets = append(targets, t)
	}
	changed, version, err := p.changed(ctx, db, targets, from)
	if err != nil {
		return 0, err
	}
	bare := message{Version: version, Epoch: db.Epoch()}
	var inline []target
	for _, t := range targets {
		if !t.known { // it has not pulled since it connected, or since we started: it shall
			t.Send(bare)
			told++
			continue
		}
		touched, rights := false, false
		for _, s := range t.scopes {
			if entities, ok := changed[s]; ok {
				touched = true
				// the person's own row carries their rights: what they may have is found anew by a pull, not by what we remember
				rights = rights || strings.HasPrefix(s, "user:") && entities["access_user"]
			}
		}
		switch {
		case rights:
			p.Device.Forget(db.Name, t.Device)
			t.Send(bare)
			told++
		case touched:
			inline = append(inline, t)
		}
	}
	return told + len(inline), p.inline(ctx, db, inline, changed, bare)
}

// changed reads each device's scopes, in which of them something was written, and which entities: one query for all devices.
func (p *Poker) changed(ctx context.Context, db *store.DB, targets []target, from int64) (map[string]map[string]bool, int64, error) {
	out := map[string]map[string]bool{}
	var version int64
	err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		batch := p.Device.Puller.Batch(tx)
		watched := map[string]bool{}
		for i := range targets {
			t := &targets[i]
			if !t.known {
				continue
			}
			var err error
			if t.scopes, err = batch.Wanted(ctx, t.seen.By, t.seen.Warehouses); err != nil {
				return err
			}
			for _, s := range t.scopes {
				watched[s] = true
			}
		}
		list, err := json.Marshal(slices.Sorted(maps.Keys(watched)))
		if err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, `SELECT version FROM store_version WHERE id = 1`).Scan(&version); err != nil {
			return err
		}
		rows, err := store.Select[struct {
			Scope  string `db:"scope"`
			Entity string `db:"entity"`
		}](ctx, tx, `SELECT DISTINCT c.scope, c.entity FROM json_each(?) AS s CROSS JOIN change AS c ON c.scope = s.value AND c.version > ?`, string(list), from)
		for _, r := range rows {
			if out[r.Scope] == nil {
				out[r.Scope] = map[string]bool{}
			}
			out[r.Scope][r.Entity] = true
		}
		return err
	})
	return out, version, err
}

// inline sends each device the page that it would pull, or a bare poke where that is long.
func (p *Poker) inline(ctx context.Context, db *store.DB, targets []target, changed map[string]map[string]bool, bare message) error {
	if len(targets) == 0 {
		return nil
	}
	hands := min(runtime.GOMAXPROCS(0), 4, len(targets))
	errs := make(chan error, hands)
	for h := range hands {
		p.work.Go(func() {
			errs <- db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
				batch := p.Device.Puller.Batch(tx)
				for i := h; i < len(targets); i += hands {
					t := targets[i]
					m, to, err := p.page(ctx, batch, tx, db, t, bare)
					if err != nil {
						t.Send(bare)
						return err
					}
					t.Send(m)
					if m.From != "" {
						p.Device.Advance(db.Name, t.Device, m.From, to, m.Version)
					}
				}
				return nil
			})
		})
	}
	var first error
	for range hands {
		if err := <-errs; err != nil && first == nil {
			first = err
		}
	}
	return first
}

func (p *Poker) page(ctx context.Context, batch *pull.Batch, tx *store.Tx, db *store.DB, t target, bare message) (message, string, error) {
	page, err := batch.Pull(ctx, t.seen.By, pull.Req{Device: t.Device, Schema: pull.Schema, Cursor: t.seen.Cursor, Warehouses: t.seen.Warehouses, Limit: entries})
	if err != nil {
		return bare, "", err
	}
	if page.More || len(page.Loading) > 0 || len(page.Drop) > 0 {
		return bare, "", nil
	}
	if err := device.Acknowledge(ctx, tx, t.Device, db.Replicated(), page); err != nil {
		return bare, "", err
	}
	size := 0
	for _, rows := range page.Put {
		for _, r := range rows {
			if size += len(r); size > most {
				return bare, "", nil
			}
		}
	}
	b, err := json.Marshal(page)
	if err != nil || len(b) > most {
		return bare, "", err
	}
	return message{Version: page.Version, Epoch: page.Epoch, From: t.seen.Cursor, Page: b}, page.Cursor, nil
}

var (
	pokeSeconds = prometheus.NewHistogram(prometheus.HistogramOpts{Name: "poke_seconds", Help: "Time to tell an organisation's devices of a window of commits.", Buckets: prometheus.ExponentialBuckets(0.0005, 2, 12)})
	pokes       = prometheus.NewCounter(prometheus.CounterOpts{Name: "pokes_total", Help: "Pokes sent."})
)

func init() { prometheus.MustRegister(pokeSeconds, pokes) }
