package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"lading/server/kit/bucket"
	"lading/server/kit/localfile"

	"github.com/benbjohnson/litestream"
	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
	"github.com/superfly/ltx"
)

// A life is one unbroken stretch of replication, and a folder of the replica: <epoch>, or <epoch>.02 and so on where the
// stream had to begin anew though the database did not. Names sort by age.
var lifeName = regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{26}(\.\d\d)?$`)

// head is what a life's folder says of itself, written before what it counts is told as replicated.
type head struct {
	Version int64  `json:"version"`
	TX      uint64 `json:"tx"`
	At      string `json:"at"`
}

// stale is a local file that must not be served.
type stale struct {
	why    string
	unborn bool // it never came to its first migration
}

func (s *stale) Error() string { return s.why }

// newEpoch makes an epoch that sorts after another, whatever the clock says.
func newEpoch(after string) string {
	id := ulid.Make()
	if prev, err := ulid.ParseStrict(first(after, 26)); err == nil && id.Time() <= prev.Time() {
		_ = id.SetTime(prev.Time() + 1)
	}
	return id.String()
}

func first(s string, n int) string { return s[:min(n, len(s))] }

// key is the database's folder in the replica.
func (db *DB) key() string {
	if db == db.store.System {
		return "system"
	}
	return "org/" + db.Name
}

// lives lists the lives of a database in the replica, newest first.
func (s *Store) lives(ctx context.Context, db *DB) ([]string, error) {
	if s.replica == nil {
		return nil, nil
	}
	if err := s.fence.holds(); err != nil { // nothing may be taken out or begun there
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	return lives(ctx, s.replica, db.key())
}

func lives(ctx context.Context, b *bucket.Bucket, key string) ([]string, error) {
	list, err := b.Dirs(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("list replica of %s: %w", key, err)
	}
	list = slices.DeleteFunc(list, func(n string) bool { return !lifeName.MatchString(n) })
	slices.Sort(list)
	slices.Reverse(list)
	return list, nil
}

// examine opens the writer of a local file and judges it: sound, whole, and not older than its replica.
// The file returned has no reader yet and is not migrated.
func (s *Store) examine(ctx context.Context, db *DB, lives []string, offline error, checked bool) (*file, error) {
	f := &file{db: db}
	db.replicated.Store(0)
	var err error
	if f.writer, err = sql.Open("sqlite", dsn(db.path, false, s.replica == nil)); err != nil {
		return nil, err
	}
	f.writer.SetMaxOpenConns(1)
	give := func(err error) (*file, error) {
		if corrupt(err) {
			err = &stale{why: "the local file is damaged: " + err.Error()}
		}
		return nil, errors.Join(err, f.writer.Close())
	}
	var tables int
	if err := f.writer.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master WHERE name IN ('store_meta', 'store_version')`).Scan(&tables); err != nil {
		return give(err)
	}
	var version int64
	var life string
	if tables == 2 {
		meta := map[string]string{}
		rows, err := f.writer.QueryContext(ctx, `SELECT key, value FROM store_meta WHERE key IN ('epoch', 'life', 'unverified') UNION ALL SELECT 'version', CAST(version AS TEXT) FROM store_version`)
		if err != nil {
			return give(err)
		}
		for rows.Next() {
			var k, v string
			if err := rows.Scan(&k, &v); err != nil {
				_ = rows.Close()
				return give(err)
			}
			meta[k] = v
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return give(err)
		}
		f.epoch, life = meta["epoch"], meta["life"]
		if life == "" {
			life = f.epoch
		}
		_, _ = fmt.Sscan(meta["version"], &version)
		if v, ok := meta["unverified"]; ok { // since when it was written without a look at the replica
			_, _ = fmt.Sscan(v, &version)
		}
	}
	if f.epoch == "" && len(lives) > 0 {
		return give(&stale{why: "the local file was never finished", unborn: true})
	}
	if s.replica == nil {
		// the file will be checkpointed behind Litestream's back: if it is ever replicated again, then anew
		_ = os.RemoveAll(db.metaRoot())
	}
	_, crashed := os.Stat(f.marker())
	_, noted := os.Stat(filepath.Join(db.metaRoot(), life))
	if !checked && (crashed == nil || (s.replica != nil && noted != nil && f.epoch != "")) {
		var verdict string
		if err := f.writer.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&verdict); err != nil {
			return give(err)
		}
		if verdict != "ok" {
			return give(&stale{why: "the local file is damaged: " + verdict})
		}
	}
	if s.replica == nil {
		return f, nil
	}
	f.shipping = newShipping(db, life, version)
	if f.epoch == "" {
		f.verdict = inLine
		return f, nil
	}
	if offline != nil {
		return f, nil
	}
	if err := f.compare(ctx, lives); err != nil {
		return give(err)
	}
	return f, nil
}

// What comparing with the replica may find, besides a stale file.
const (
	unknown = iota
	inLine  // the replica's stream can be continued
	anew    // the file is newest, but the stream has a gap or is another's: begin a new one
)

// compare sets the file against its replica. Versions are those that the file had before it was written in this session.
func (f *file) compare(ctx context.Context, lives []string) error {
	b := f.db.store.replica
	for _, l := range lives {
		if l <= f.life {
			break
		}
		later, err := restorable(ctx, b, f.db.key(), l)
		if err == nil && !later {
			var h head
			h, err = promise(ctx, b, path.Join(f.db.key(), l))
			later = h.Version > 0 // something arrived, and is damaged or gone: that is told, not passed over
		}
		if err != nil {
			return err
		}
		if later {
			return &stale{why: "the replica has a later life, " + l}
		}
	}
	h, body, err := f.readHead(ctx)
	if err != nil {
		return err
	}
	if f.db.store.fence.holds() == nil {
		bring(b, path.Join(f.db.key(), f.life))
	}
	client, err := newGate(b, path.Join(f.db.key(), f.life))
	if err != nil {
		return err
	}
	info, err := litestream.NewReplicaWithClient(nil, client).MaxLTXFileInfo(ctx, 0)
	if err != nil {
		return fmt.Errorf("ask the replica for its position: %w", err)
	}
	remote := info.MaxTXID
	local, next := localTX(f.meta, remote+1)
	switch {
	case h != nil && h.Version > f.openedAt:
		return &stale{why: fmt.Sprintf("the local file is at version %d, the replica at %d or later", f.openedAt, h.Version)}
	case local > 0 && remote > local:
		return &stale{why: fmt.Sprintf("the local file is at transaction %d, the replica at %d", local, remote)}
	case remote == 0 && local == 0 && h == nil,
		local > 0 && (local == remote || next) && (h != nil || remote == 0):
		f.verdict, f.lastHead = inLine, body
		if h != nil {
			f.db.replicated.Store(min(h.Version, f.openedAt))
		}
	default:
		f.verdict = anew
		f.taken = lives
	}
	return nil
}

func (f *file) readHead(ctx context.Context) (*head, []byte, error) {
	body, err := f.db.store.replica.Get(ctx, path.Join(f.db.key(), f.life, "head"))
	if err != nil || body == nil {
		return nil, nil, err
	}
	var h head
	if json.Unmarshal(body, &h) != nil {
		return nil, nil, nil // torn by a power cut; as good as none
	}
	return &h, body, nil
}

// localTX reads the newest transaction that was staged here, and whether a certain one is still there.
func localTX(meta string, want ltx.TXID) (newest ltx.TXID, has bool) {
	list, _ := os.ReadDir(filepath.Join(meta, "ltx", "0"))
	for _, e := range list {
		lo, hi, err := ltx.ParseFilename(e.Name())
		if err != nil {
			continue
		}
		newest = max(newest, hi)
		has = has || (lo <= want && want <= hi)
	}
	return newest, has
}

// metaRoot is where Litestream keeps what it has staged, a folder for each life.
func (db *DB) metaRoot() string { return strings.TrimSuffix(db.path, ".db") + ".ship" }

// restore puts the newest life of the replica in the local file's place and gives it a new epoch. It tells whether there
// was one. Killed at any point, it leaves either the old state or the new: the last step is a rename.
func (s *Store) restore(ctx context.Context, db *DB, lives []string, why string) (bool, error) {
	tmp := db.path + ".restoring"
	for _, life := range lives {
		for _, suffix := range []string{"", "-wal", "-shm", ".tmp"} {
			_ = os.Remove(tmp + suffix)
		}
		began := time.Now()
		reached, err := take(ctx, s.replica, db.Name, db.key(), life, tmp, newEpoch(lives[0]), s.opt.AcceptLoss)
		if errors.Is(err, ErrNothing) {
			continue
		}
		if err != nil {
			return false, fmt.Errorf("restore %s from %s: %w", db.Name, life, err)
		}
		if err := db.install(tmp); err != nil {
			return false, fmt.Errorf("restore %s from %s: %w", db.Name, life, err)
		}
		epochs.Inc()
		slog.Warn("database restored from its replica", "db", db.Name, "why", why, "from", life, "version", reached.Version, "until", reached.At, "ms", time.Since(began).Milliseconds())
		return true, nil
	}
	return false, nil
}

// take restores one life to a file, as a life of its own with that epoch. ErrNothing says that nothing ever arrived of it; where
// more did than can be restored, it refuses, unless the loss is accepted.
func take(ctx context.Context, b *bucket.Bucket, name, key, life, to, epoch string, acceptLoss bool) (Reached, error) {
	promised, err := promise(ctx, b, path.Join(key, life))
	if err != nil {
		return Reached{}, err
	}
	reached, err := fetch(ctx, b, path.Join(key, life), to, time.Time{})
	ok := err == nil
	switch {
	case errors.Is(err, litestream.ErrTxNotAvailable) || errors.Is(err, litestream.ErrNoSnapshots):
	case err != nil:
		return reached, err
	default:
		if ok, reached.Version, err = rename(ctx, to, epoch, life); err != nil {
			return reached, err
		}
	}
	if reached.gap || promised.Version > reached.Version {
		loss := &LossError{Name: name, Life: life, Reached: reached, Promised: promised.Version, PromisedAt: promised.At}
		if !acceptLoss {
			return reached, loss
		}
		slog.Warn("a loss was accepted", "db", name, "err", loss)
	}
	if !ok {
		return reached, ErrNothing // it ended before anything of it arrived
	}
	return reached, nil
}

// promise is what a life's folder says of itself.
func promise(ctx context.Context, b *bucket.Bucket, key string) (h head, err error) {
	body, err := b.Get(ctx, path.Join(key, "head"))
	if err == nil && json.Unmarshal(body, &h) != nil {
		h = head{} // torn by a power cut; as good as none
	}
	return h, err
}

// rename gives a restored file its new epoch. ok is false for one whose first migration never arrived.
func rename(ctx context.Context, name, epoch, from string) (ok bool, version int64, err error) {
	db, err := sql.Open("sqlite", dsn(name, false, true))
	if err != nil {
		return false, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	var n int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master WHERE name = 'store_meta'`).Scan(&n); err != nil || n == 0 {
		return false, 0, err
	}
	if err := db.QueryRowContext(ctx, `SELECT version FROM store_version`).Scan(&version); err != nil {
		return false, 0, err
	}
	r, err := db.ExecContext(ctx, `UPDATE store_meta SET value = ? WHERE key = 'epoch'`, epoch)
	if err != nil {
		return false, 0, err
	}
	if n, _ := r.RowsAffected(); n == 0 {
		return false, 0, nil
	}
	for _, q := range []string{
		`DELETE FROM store_meta WHERE key IN ('life', 'unverified')`,
		`INSERT INTO store_meta (key, value) VALUES ('restored', '` + from + `') ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
		`PRAGMA wal_checkpoint(TRUNCATE)`,
	} {
		if _, err := db.ExecContext(ctx, q); err != nil {
			return false, 0, err
		}
	}
	return true, version, nil
}

// install moves what stood in the file's place aside, for somebody to look at, and the restored file into it.
func (db *DB) install(tmp string) error {
	_ = os.Remove(tmp + "-wal")
	_ = os.Remove(tmp + "-shm")
	if err := localfile.Flush(tmp); err != nil {
		return err
	}
	aside := db.path + ".aside-" + time.Now().UTC().Format("20060102T150405.000")
	for _, suffix := range []string{"", "-wal", "-shm"} { // a log that is left would be replayed onto the new file
		if err := localfile.Rename(db.path+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.RemoveAll(db.metaRoot()); err != nil {
		return err
	}
	_ = os.Remove(db.path + ".open")
	if err := localfile.Rename(tmp, db.path); err != nil {
		return err
	}
	return localfile.FlushFolder(filepath.Dir(db.path))
}

// Replicated lists the organisations that a replica holds.
func Replicated(ctx context.Context, replica string) ([]string, error) {
	b, err := bucket.Parse(replica)
	if err != nil {
		return nil, err
	}
	if b == nil {
		return nil, errNoReplica
	}
	list, err := b.Dirs(ctx, "org")
	return organisations(list), err
}

var errNoReplica = errors.New("there is no replica to restore from")

// ErrNothing is a replica that holds nothing of a database, or nothing so old.
var ErrNothing = errors.New("the replica has nothing of it")

// Restore writes a database as the replica holds it, or held it at a time, to a new file: name is an organisation's id, or "system".
// The copy is a life of its own with an epoch of its own, later than all others: served on the same replica it is the one that counts.
func Restore(ctx context.Context, replica, name, to string, at time.Time, acceptLoss bool) (r Reached, err error) {
	b, err := bucket.Parse(replica)
	if err != nil {
		return r, err
	}
	if b == nil {
		return r, errNoReplica
	}
	key := "org/" + name
	if name == "system" {
		key = name
	}
	list, err := lives(ctx, b, key)
	if err != nil {
		return r, err
	}
	tmp := to + ".restoring"
	for _, life := range list {
		if !at.IsZero() {
			if id, err := ulid.ParseStrict(first(life, 26)); err == nil && ulid.Time(id.Time()).After(at) {
				continue
			}
		}
		for _, suffix := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(tmp + suffix)
		}
		if at.IsZero() {
			r, err = take(ctx, b, name, key, life, tmp, newEpoch(list[0]), acceptLoss)
		} else {
			r, err = takeAt(ctx, b, key, life, tmp, newEpoch(list[0]), at)
		}
		if errors.Is(err, ErrNothing) {
			continue
		}
		if err == nil {
			err = localfile.Flush(tmp)
		}
		if err != nil {
			return r, err
		}
		return r, errors.Join(localfile.Rename(tmp, to), localfile.FlushFolder(filepath.Dir(to)))
	}
	return r, ErrNothing
}

// takeAt restores one life as it was at a time.
func takeAt(ctx context.Context, b *bucket.Bucket, key, life, to, epoch string, at time.Time) (Reached, error) {
	r, err := fetch(ctx, b, path.Join(key, life), to, at)
	if errors.Is(err, litestream.ErrTxNotAvailable) || errors.Is(err, litestream.ErrNoSnapshots) {
		return r, ErrNothing
	}
	if err != nil {
		return r, err
	}
	var ok bool
	if ok, r.Version, err = rename(ctx, to, epoch, life); err == nil && !ok {
		err = ErrNothing
	}
	return r, err
}
