// Package pull answers what has changed in a device's scopes since its cursor. The cost grows with the changes, never with the data.
package pull

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"

	"github.com/goccy/go-json"
)

// Schema is raised with the rows' shapes; a device of an older one must update before it pulls.
const Schema = 27

const (
	defaultLimit = 2000
	maxLimit     = 5000
	horizon      = 90 * 24 * time.Hour
)

// Req asks for a page. No warehouses means all that the person may see.
type Req struct {
	Device     string   `json:"device" validate:"required,ulid"`
	Schema     int      `json:"schema" validate:"required"`
	Cursor     string   `json:"cursor" validate:"max=20000"`
	Warehouses []string `json:"warehouses" validate:"max=200,dive,max=20"`
	Limit      int      `json:"limit" validate:"gte=0"`
	// Former is what still waits for the person on the device, of work that it sent under identities of before.
	Former []Item `json:"former" validate:"max=100,dive"`
}

// Item is work in the tray, by its number under an identity.
type Item struct {
	Device string `json:"device" db:"device" validate:"required,ulid"`
	Seq    int64  `json:"seq" db:"seq" validate:"gt=0"`
}

// Page is what a device gets.
type Page struct {
	Put        map[string][]json.RawMessage `json:"put"`
	Gone       map[string][]string          `json:"gone"`
	Drop       []string                     `json:"drop,omitempty"`
	Loading    []string                     `json:"loading,omitempty"`
	Cursor     string                       `json:"cursor"`
	More       bool                         `json:"more"`
	Epoch      string                       `json:"epoch"`
	Version    int64                        `json:"version"`
	Settled    int64                        `json:"settled"`
	Replicated int64                        `json:"replicated"`
	Safe       int64                        `json:"safe"`              // version that the replica holds
	Tray       []int64                      `json:"tray"`              // of the device's mutations, those that still wait for a person
	Dealt      []Item                       `json:"dealt,omitempty"`   // of the former items that were asked about, those that somebody has dealt with
	Applied    []Applied                    `json:"applied,omitempty"` // of the device's mutations, those that the page's rows hold and the cursor's did not
	Digest     map[string]string            `json:"digest,omitempty"`
	ServerNow  store.Time                   `json:"serverNow"`
	Replaced   bool                         `json:"replaced,omitempty"` // another server has taken over: this one may be behind it, and takes no work

	// Since is the version up to which the device had all of its scopes; 0 in a first load.
	Since int64 `json:"-"`
}

// Applied is a mutation that was applied, and the version since which the rows hold it. The rows may come before the answer to the push that brought it:
// a device that took one for news of somebody else would show its own work twice.
type Applied struct {
	Seq     int64  `json:"seq" db:"seq"`
	ID      string `json:"id" db:"id"`
	Version int64  `json:"version" db:"version"`
}

// cursor is opaque to devices: the epoch, how far each scope is, and where a first load stands.
type cursor struct {
	Epoch string           `json:"e"`
	Scope map[string]int64 `json:"s"`           // loaded scopes: the version that the device has
	Load  string           `json:"l,omitempty"` // the scope being loaded
	From  int64            `json:"f,omitempty"` // the version at which its load began
	Table int              `json:"t,omitempty"` // entity and key that the load stands before
	Key   string           `json:"k,omitempty"`
}

func (c cursor) encode() string {
	b, err := json.Marshal(c) // keys in order: equal cursors are equal strings, which pokes rely on
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

func decode(s string) (c cursor, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(s)
	return c, err == nil && json.Unmarshal(b, &c) == nil && c.Scope != nil
}

// fits tells whether a cursor of this life of the database can be ours: it is at hand for anybody to change.
func (c cursor) fits(now int64, tables int) bool {
	for _, v := range c.Scope {
		if v < 0 || v > now {
			return false
		}
	}
	if c.Load == "" {
		return c.From == 0 && c.Table == 0 && c.Key == ""
	}
	return c.From >= 0 && c.From <= now && c.Table >= 0 && c.Table < tables
}

// Puller knows the synced tables.
type Puller struct {
	tables map[string]change.Table
	order  []change.Table           // as a first load goes
	rights map[string][]right.Right // by kind of place, those that open any of its rows; in the order of a first load
	recent recent
}

// New makes a puller of the declared tables.
func New(tables []change.Table) *Puller {
	p := &Puller{tables: map[string]change.Table{}, order: slices.Clone(tables), rights: map[string][]right.Right{}}
	for _, t := range tables {
		p.tables[t.Name] = t
	}
	sort.SliceStable(p.order, func(i, j int) bool { return p.order[i].First < p.order[j].First })
	for _, t := range p.order {
		for _, kind := range t.Kinds() {
			if !slices.Contains(p.rights[kind], t.Right) {
				p.rights[kind] = append(p.rights[kind], t.Right)
			}
		}
	}
	return p
}

// Scopes are those that a user may have on a device: of the organisation, the user's own and the chosen warehouses what the user's rights open.
// They stand in the order of a first load.
func (p *Puller) Scopes(by store.Actor, warehouses []string) []string {
	places := []string{"org", "user:" + by.User}
	sites := slices.Clone(warehouses)
	sort.Strings(sites)
	for _, w := range slices.Compact(sites) {
		if by.SeesWarehouse(w) && w != "" {
			places = append(places, "wh:"+w)
		}
	}
	scopes := []string{}
	for _, place := range places {
		for _, r := range p.rights[change.Kind(place)] {
			if by.May(r) {
				scopes = append(scopes, change.Scope(place, r))
			}
		}
	}
	return scopes
}

// Current refuses a device whose app is older than the rows.
func Current(req Req) error {
	if req.Schema < Schema {
		return fail.New(426, "schema-too-old", "schema", Schema)
	}
	return nil
}

// Pull answers one page. The caller's transaction is the one moment that the page shows.
func (p *Puller) Pull(ctx context.Context, tx *store.Tx, req Req) (*Page, error) {
	return p.pull(ctx, &source{tx: tx, recent: &p.recent}, tx.By, req)
}

func (p *Puller) pull(ctx context.Context, src *source, by store.Actor, req Req) (*Page, error) {
	if err := Current(req); err != nil {
		return nil, err
	}
	limit := req.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	limit = min(limit, maxLimit)
	tx := src.tx
	want, err := src.want(ctx, p, by, req.Warehouses)
	if err != nil {
		return nil, err
	}
	now, err := src.version(ctx)
	if err != nil {
		return nil, err
	}
	page := &Page{Put: map[string][]json.RawMessage{}, Gone: map[string][]string{}, Epoch: tx.Epoch(), Version: now, ServerNow: store.At(tx.Now), Replaced: tx.Replaced()}
	c := cursor{Epoch: tx.Epoch(), Scope: map[string]int64{}}
	if req.Cursor != "" {
		known, ok := decode(req.Cursor)
		if !ok {
			return nil, fail.Malformed("cursor-malformed")
		}
		if known.Epoch != tx.Epoch() {
			return nil, fail.New(410, "start-again", "epoch", tx.Epoch())
		}
		if !known.fits(now, len(p.order)) {
			return nil, fail.Malformed("cursor-malformed")
		}
		c = known
	}
	if len(c.Scope) > 0 {
		page.Since = slices.Min(slices.Collect(maps.Values(c.Scope)))
	}
	if err := p.dropped(ctx, src, &c, want, page); err != nil {
		return nil, err
	}
	more, err := p.changes(ctx, src, &c, want, now, limit, page)
	if err != nil {
		return nil, err
	}
	if !more {
		if more, err = p.load(ctx, src, &c, want, now, limit, page); err != nil {
			return nil, err
		}
	}
	page.More, page.Cursor = more, c.encode()
	for _, s := range want {
		if _, ok := c.Scope[s]; !ok {
			page.Loading = append(page.Loading, s)
		}
	}
	if !more {
		page.Digest, err = src.digests(ctx, want)
	}
	return page, err
}

// dropped takes away scopes that the person no longer has, and those whose tombstones are gone for the device's age.
func (p *Puller) dropped(ctx context.Context, src *source, c *cursor, want []string, page *Page) error {
	floor, err := src.floor(ctx)
	if err != nil {
		return err
	}
	for s, v := range c.Scope {
		if !slices.Contains(want, s) || v < floor {
			page.Drop = append(page.Drop, s)
			delete(c.Scope, s)
		}
	}
	if c.Load != "" && (!slices.Contains(want, c.Load) || c.From < floor) {
		page.Drop = append(page.Drop, c.Load)
		c.Load, c.From, c.Table, c.Key = "", 0, 0, ""
	}
	sort.Strings(page.Drop)
	return nil
}

type logged struct {
	Entity  string `db:"entity"`
	Key     string `db:"key"`
	Version int64  `db:"version"`
	Gone    bool   `db:"gone"`
	Scope   string `db:"scope"`
}

// changes fills the page with what changed in the loaded scopes, in version order, cut only between versions.
func (p *Puller) changes(ctx context.Context, src *source, c *cursor, want []string, now int64, limit int, page *Page) (more bool, err error) {
	var all []logged
	cut := now
	for _, s := range want {
		from, loaded := c.Scope[s]
		if !loaded || from >= now {
			continue
		}
		rows, err := src.changes(ctx, s, from, limit+1)
		if err != nil {
			return false, err
		}
		if len(rows) > limit {
			last := rows[limit].Version - 1
			if last < rows[0].Version { // one command wrote more than a page: send it whole
				last = rows[0].Version
				if rows, err = store.Select[logged](ctx, src.tx, `SELECT entity, key, version, gone, scope FROM change WHERE scope = ? AND version = ?`, s, last); err != nil {
					return false, err
				}
			}
			cut = min(cut, last)
		}
		all = append(all, rows...)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Version < all[j].Version })
	if n := len(all); n > limit { // several scopes together
		last := all[limit].Version - 1
		if last >= all[0].Version {
			cut = min(cut, last)
		} else {
			cut = min(cut, all[0].Version)
		}
	}
	kept := all[:0]
	for _, l := range all {
		if l.Version <= cut {
			kept = append(kept, l)
		}
	}
	if err := p.fill(ctx, src, kept, c, want, page); err != nil {
		return false, err
	}
	for s, v := range c.Scope {
		c.Scope[s] = max(v, cut)
	}
	return cut < now, nil
}

// load goes on with first loads: entity by entity, newest key first.
func (p *Puller) load(ctx context.Context, src *source, c *cursor, want []string, now int64, limit int, page *Page) (more bool, err error) {
	room := limit
	for _, table := range page.Put {
		room -= len(table)
	}
	for {
		if c.Load == "" {
			next := ""
			for _, s := range want {
				if _, ok := c.Scope[s]; !ok {
					next = s
					break
				}
			}
			if next == "" {
				return false, nil
			}
			c.Load, c.From, c.Table, c.Key = next, now, 0, ""
		}
		for c.Table < len(p.order) {
			if room <= 0 {
				return true, nil
			}
			t := p.order[c.Table]
			if !t.In(c.Load) {
				c.Table, c.Key = c.Table+1, ""
				continue
			}
			before := c.Key
			if before == "" {
				before = "\U0010FFFF"
			}
			rows, err := store.Select[logged](ctx, src.tx, `SELECT entity, key, version, gone, scope FROM change WHERE scope = ? AND entity = ? AND key < ? AND gone = 0 ORDER BY key DESC LIMIT ?`, c.Load, t.Name, before, room)
			if err != nil {
				return false, err
			}
			if err := p.fill(ctx, src, rows, c, want, page); err != nil {
				return false, err
			}
			if len(rows) == room {
				c.Key = rows[len(rows)-1].Key
				return true, nil
			}
			room -= len(rows)
			c.Table, c.Key = c.Table+1, ""
		}
		// complete as of c.From; what changed since follows like any change
		c.Scope[c.Load] = c.From
		c.Load, c.From, c.Table, c.Key = "", 0, 0, ""
		if c.Scope[c.loadedLast()] < now {
			return true, nil
		}
	}
}

// loadedLast is the loaded scope that is furthest behind.
func (c cursor) loadedLast() string {
	name := ""
	for s, v := range c.Scope {
		if name == "" || v < c.Scope[name] {
			name = s
		}
	}
	return name
}

// fill reads the rows that the log names. A row that left one of the device's scopes but is in another stays.
func (p *Puller) fill(ctx context.Context, src *source, log []logged, c *cursor, want []string, page *Page) error {
	byTable := map[string][]logged{}
	for _, l := range log {
		byTable[l.Entity] = append(byTable[l.Entity], l)
	}
	for name, entries := range byTable {
		t, ok := p.tables[name]
		if !ok {
			continue // a table that is no longer synced
		}
		type state struct {
			version int64
			scopes  []string
		}
		live := map[string]*state{}
		var keys, gone []string
		for _, l := range entries {
			s := live[l.Key]
			if s == nil {
				s = &state{}
				live[l.Key] = s
				keys = append(keys, l.Key)
			}
			if l.Gone {
				continue
			}
			s.version = max(s.version, l.Version)
			s.scopes = append(s.scopes, l.Scope)
		}
		if len(t.Scopes) > 1 || hasGone(entries) { // ask the log for the other scopes
			for _, k := range keys {
				live[k] = &state{}
			}
			for _, scope := range want {
				if !t.In(scope) {
					continue
				}
				in, err := src.standings(ctx, scope, name, keys)
				if err != nil {
					return err
				}
				for k, version := range in {
					s := live[k]
					s.scopes, s.version = append(s.scopes, scope), max(s.version, version)
				}
			}
		}
		var load []string
		versions := make(map[string]int64, len(keys))
		for _, k := range keys {
			if len(live[k].scopes) == 0 {
				gone = append(gone, k)
			} else {
				load, versions[k] = append(load, k), live[k].version
			}
		}
		if len(load) > 0 {
			rows, err := src.rows(ctx, t, load, versions)
			if err != nil {
				return err
			}
			for _, k := range load {
				row, ok := rows[k]
				if !ok {
					return fmt.Errorf("%s %s is announced but not there", name, k)
				}
				page.Put[name] = append(page.Put[name], stamp(row, live[k].version, live[k].scopes))
			}
		}
		if len(gone) > 0 {
			page.Gone[name] = append(page.Gone[name], gone...)
		}
	}
	return nil
}

func hasGone(entries []logged) bool {
	for _, l := range entries {
		if l.Gone {
			return true
		}
	}
	return false
}

// stamp adds version and scopes to a row.
func stamp(row json.RawMessage, version int64, scopes []string) json.RawMessage {
	out := make([]byte, 0, len(row)+48)
	out = append(out, row[:len(row)-1]...)
	out = fmt.Appendf(out, `,"version":%d,"scopes":["%s"]}`, version, strings.Join(scopes, `","`))
	return out
}

// Sweep drops, in one small piece, tombstones older than 90 days; call it until it returns 0. A device whose cursor is older
// than one that is gone starts those scopes again.
func Sweep(ctx context.Context, tx *store.Tx) (int, error) {
	before, err := op.LoggedBefore(ctx, tx, tx.Now.Add(-horizon))
	if err != nil || before == 0 {
		return 0, err
	}
	res, err := tx.ExecContext(ctx, `DELETE FROM change WHERE (scope, entity, key) IN (SELECT scope, entity, key FROM change WHERE gone = 1 AND version <= ? LIMIT 500)`, before)
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	if err != nil || n == 0 {
		return 0, err
	}
	return int(n), store.SetNote(ctx, tx, "tombstone_floor", fmt.Sprint(before))
}
