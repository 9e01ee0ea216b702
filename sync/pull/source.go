package pull

import (
	"context"
	"maps"
	"strings"

	"lading/server/kit/right"
	"lading/server/store"
	"lading/sync/change"

	"github.com/goccy/go-json"
)

// Batch pulls for many devices at one moment of the database and asks for nothing twice: two hundred tablets of a
// warehouse differ in their cursors, hardly in what they get.
type Batch struct {
	puller *Puller
	src    source
}

// Batch begins one; it lasts as long as the transaction and belongs to one goroutine.
func (p *Puller) Batch(tx *store.Tx) *Batch {
	return &Batch{p, source{tx: tx, memo: &memo{changes: map[span][]logged{}, rows: map[entry]json.RawMessage{}, standing: map[place]standing{}, digest: map[string]string{}}}}
}

// Pull answers one page for a person, as Puller.Pull does for who asks.
func (b *Batch) Pull(ctx context.Context, by store.Actor, req Req) (*Page, error) {
	return b.puller.pull(ctx, &b.src, by, req)
}

// Wanted are a device's scopes.
func (b *Batch) Wanted(ctx context.Context, by store.Actor, warehouses []string) ([]string, error) {
	return b.src.want(ctx, b.puller, by, warehouses)
}

// source is where a pull reads: the transaction, in a batch what was read before, and otherwise what others got a moment ago.
type source struct {
	tx     *store.Tx
	memo   *memo
	recent *recent
}

type (
	span struct {
		scope string
		from  int64
		limit int
	}
	entry    struct{ table, key string }
	place    struct{ scope, table, key string }
	standing struct {
		version int64
		in      bool
	}
	memo struct {
		now, floor *int64
		known      []string
		changes    map[span][]logged
		rows       map[entry]json.RawMessage
		standing   map[place]standing
		digest     map[string]string
	}
)

// want gives a device's scopes. One that chose no warehouses takes all that have any rows and that its person may see.
func (s *source) want(ctx context.Context, p *Puller, by store.Actor, warehouses []string) ([]string, error) {
	if len(warehouses) > 0 {
		return p.Scopes(by, warehouses), nil
	}
	if s.memo != nil && s.memo.known != nil {
		return p.Scopes(by, s.memo.known), nil
	}
	known, err := store.Select[string](ctx, s.tx, `SELECT substr(scope, 4) FROM change_digest WHERE scope >= 'wh:' AND scope < 'wh;'`)
	for i, k := range known { // of each warehouse there are several scopes, one for each right
		if at := strings.LastIndexByte(k, '/'); at >= 0 && right.Right(k[at+1:]).Known() {
			known[i] = k[:at]
		}
	}
	if err == nil && s.memo != nil {
		s.memo.known = known
	}
	return p.Scopes(by, known), err
}

func (s *source) version(ctx context.Context) (v int64, err error) {
	if s.memo != nil && s.memo.now != nil {
		return *s.memo.now, nil
	}
	err = s.tx.QueryRowContext(ctx, `SELECT version FROM store_version WHERE id = 1`).Scan(&v)
	if err == nil && s.memo != nil {
		s.memo.now = &v
	}
	return v, err
}

// floor is the version up to which tombstones are gone.
func (s *source) floor(ctx context.Context) (v int64, err error) {
	if s.memo != nil && s.memo.floor != nil {
		return *s.memo.floor, nil
	}
	err = s.tx.QueryRowContext(ctx, `SELECT COALESCE((SELECT CAST(value AS INTEGER) FROM store_meta WHERE key = 'tombstone_floor'), 0)`).Scan(&v)
	if err == nil && s.memo != nil {
		s.memo.floor = &v
	}
	return v, err
}

func (s *source) changes(ctx context.Context, scope string, from int64, limit int) ([]logged, error) {
	at := span{scope, from, limit}
	if s.memo != nil {
		if rows, ok := s.memo.changes[at]; ok {
			return rows, nil
		}
	}
	rows, err := store.Select[logged](ctx, s.tx, `SELECT entity, key, version, gone, scope FROM change WHERE scope = ? AND version > ? ORDER BY version LIMIT ?`, scope, from, limit)
	if err == nil && s.memo != nil {
		s.memo.changes[at] = rows
	}
	return rows, err
}

// standings tells which of the rows are in a scope, and since which version.
func (s *source) standings(ctx context.Context, scope, table string, keys []string) (map[string]int64, error) {
	in, ask := make(map[string]int64, len(keys)), keys
	if s.memo != nil {
		ask = nil
		for _, k := range keys {
			if known, ok := s.memo.standing[place{scope, table, k}]; !ok {
				ask = append(ask, k)
			} else if known.in {
				in[k] = known.version
			}
		}
	}
	if len(ask) == 0 {
		return in, nil
	}
	list, err := json.Marshal(ask)
	if err != nil {
		return nil, err
	}
	found, err := store.Select[logged](ctx, s.tx, `SELECT key, version FROM change WHERE scope = ? AND entity = ? AND gone = 0 AND key IN (SELECT value FROM json_each(?))`, scope, table, string(list))
	if err != nil {
		return nil, err
	}
	for _, l := range found {
		in[l.Key] = l.Version
	}
	if s.memo != nil {
		for _, k := range ask {
			version, ok := in[k]
			s.memo.standing[place{scope, table, k}] = standing{version, ok}
		}
	}
	return in, nil
}

func (s *source) rows(ctx context.Context, t change.Table, keys []string, versions map[string]int64) (map[string]json.RawMessage, error) {
	if s.memo == nil {
		out, missing := s.recent.get(s.tx.Epoch(), t.Name, versions, keys)
		if len(missing) == 0 {
			return out, nil
		}
		rows, err := t.Rows(ctx, s.tx, missing)
		if err != nil {
			return nil, err
		}
		s.recent.put(s.tx.Now, s.tx.Epoch(), t.Name, versions, rows)
		maps.Copy(out, rows)
		return out, nil
	}
	var missing []string
	for _, k := range keys {
		if _, ok := s.memo.rows[entry{t.Name, k}]; !ok {
			missing = append(missing, k)
		}
	}
	if len(missing) > 0 {
		rows, err := t.Rows(ctx, s.tx, missing)
		if err != nil {
			return nil, err
		}
		for k, r := range rows {
			s.memo.rows[entry{t.Name, k}] = r
		}
	}
	out := make(map[string]json.RawMessage, len(keys))
	for _, k := range keys {
		if r, ok := s.memo.rows[entry{t.Name, k}]; ok {
			out[k] = r
		}
	}
	return out, nil
}

func (s *source) digests(ctx context.Context, scopes []string) (map[string]string, error) {
	out := make(map[string]string, len(scopes))
	for _, scope := range scopes {
		if s.memo != nil {
			if d, ok := s.memo.digest[scope]; ok {
				out[scope] = d
				continue
			}
		}
		var n, sum int64
		err := s.tx.QueryRowContext(ctx, `SELECT n, sum FROM change_digest WHERE scope = ?`, scope).Scan(&n, &sum)
		if err != nil && !store.IsNotFound(err) {
			return nil, err
		}
		out[scope] = change.Digest(n, sum)
		if s.memo != nil {
			s.memo.digest[scope] = out[scope]
		}
	}
	return out, nil
}
