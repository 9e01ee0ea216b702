package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"lading/server/kit/bucket"

	"github.com/benbjohnson/litestream"
	folder "github.com/benbjohnson/litestream/file"
	_ "github.com/benbjohnson/litestream/s3" // replica in a bucket
	"github.com/goccy/go-json"
	"github.com/superfly/ltx"
)

const (
	walSoft   = 4000  // pages of 4 KiB: so much new log is staged at once
	walMoved  = 4000  // pages: from here on the log is moved into the file, for which writers wait; seldom costs less than often
	walPages  = 15000 // pages: the log is cut when it reaches 60 MB
	headEvery = 10 * time.Second
	keepFor   = 7 * 24 * time.Hour
)

var levels = litestream.CompactionLevels{{Level: 0}, {Level: 1, Interval: 30 * time.Second}, {Level: 2, Interval: 5 * time.Minute}, {Level: 3, Interval: time.Hour}}

// quiet is the program's log without what Litestream tells of every file.
func quiet() *slog.Logger { return slog.New(atLeast{slog.Default().Handler(), slog.LevelWarn}) }

type atLeast struct {
	slog.Handler
	level slog.Level
}

func (a atLeast) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= a.level && a.Handler.Enabled(ctx, l)
}
func (a atLeast) WithAttrs(attrs []slog.Attr) slog.Handler {
	return atLeast{a.Handler.WithAttrs(attrs), a.level}
}
func (a atLeast) WithGroup(name string) slog.Handler {
	return atLeast{a.Handler.WithGroup(name), a.level}
}

// gate is a replica's client that can be shut: what is read from a file that was taken away must not arrive.
// Hiding the client's own type also spares the search for backups of an older format.
type gate struct {
	litestream.ReplicaClient
	shut atomic.Bool
}

func newGate(b *bucket.Bucket, key string) (*gate, error) {
	_ = os.Unsetenv("AWS_CA_BUNDLE") // Litestream's HTTP client cannot take it
	client, err := litestream.NewReplicaClientFromURL(b.URL(key))
	if err != nil {
		return nil, err
	}
	client.SetLogger(quiet())
	return &gate{ReplicaClient: client}, nil
}

func (g *gate) LTXFiles(ctx context.Context, level int, seek ltx.TXID, metadata bool) (ltx.FileIterator, error) {
	if g.shut.Load() {
		return nil, errGone
	}
	requests.Inc()
	return g.ReplicaClient.LTXFiles(ctx, level, seek, metadata)
}

func (g *gate) OpenLTXFile(ctx context.Context, level int, lo, hi ltx.TXID, offset, size int64) (io.ReadCloser, error) {
	requests.Inc()
	return g.ReplicaClient.OpenLTXFile(ctx, level, lo, hi, offset, size)
}

func (g *gate) WriteLTXFile(ctx context.Context, level int, lo, hi ltx.TXID, r io.Reader) (*ltx.FileInfo, error) {
	if g.shut.Load() {
		return nil, errGone
	}
	requests.Inc()
	return g.ReplicaClient.WriteLTXFile(ctx, level, lo, hi, r)
}

// shipping sends one open file to its replica. Litestream's own timers are off: one loop stages what was committed,
// another uploads it, and both sleep while nobody writes. An outage of the replica stops neither writing nor staging.
type shipping struct {
	life     string
	meta     string // where Litestream stages
	openedAt int64  // version before this session wrote
	verdict  int
	taken    []string // lives in the replica, where a new one must be begun
	lastHead []byte

	ldb      *litestream.DB
	lst      *litestream.Store
	gate     *gate
	spoiled  atomic.Bool // what is staged here is of no use any more
	kick     chan struct{}
	hurry    chan struct{}
	upload   chan struct{}
	cancel   context.CancelFunc
	wg       sync.WaitGroup
	headAt   time.Time
	headSoon atomic.Bool
	unstaged atomic.Int64 // pages that were written to the log since it was last staged

	mu       sync.Mutex
	change   chan struct{} // closed when the replica has moved on
	staged   int64
	stagedAt time.Time

	dirty   atomic.Int64 // when the oldest commit came that the replica does not hold; 0 when it holds all
	trouble atomic.Pointer[string]
}

func newShipping(db *DB, life string, version int64) *shipping {
	s := &shipping{openedAt: version, kick: make(chan struct{}, 1), hurry: make(chan struct{}, 1), upload: make(chan struct{}, 1), change: make(chan struct{})}
	s.live(db, life)
	return s
}

func (s *shipping) live(db *DB, life string) {
	s.life, s.meta = life, filepath.Join(db.metaRoot(), life)
}

func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// committed notes that there is something to send. The log's size does not tell how much: it is written from its start again.
func (f *file) committed(version, pages int64) {
	if f.shipping == nil {
		f.db.replicated.Store(version)
		return
	}
	f.dirty.CompareAndSwap(0, time.Now().UnixMilli())
	if f.unstaged.Add(pages) > walSoft {
		poke(f.hurry)
	}
	poke(f.kick)
}

// moved gives a channel that is closed when the replica has moved on.
func (f *file) moved() <-chan struct{} {
	if f.shipping == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.change
}

func (f *file) hurryUp() {
	if f.shipping != nil {
		poke(f.hurry)
		poke(f.kick)
	}
}

// chooseLife settles where the file's stream goes, before anybody may write. Without an answer from the replica that is put off.
func (f *file) chooseLife(ctx context.Context, offline error) error {
	if f.life == "" {
		f.live(f.db, f.epoch)
	}
	var err error
	switch {
	case offline != nil && f.verdict == unknown:
		_, err = f.writer.ExecContext(ctx, `INSERT INTO store_meta (key, value) VALUES ('unverified', ?) ON CONFLICT DO NOTHING`, fmt.Sprint(f.openedAt))
	case f.verdict == anew:
		f.live(f.db, f.nextLife())
		_, err = f.writer.ExecContext(ctx, `INSERT INTO store_meta (key, value) VALUES ('life', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, f.life)
		fallthrough
	default:
		if err == nil {
			_, err = f.writer.ExecContext(ctx, `DELETE FROM store_meta WHERE key = 'unverified'`)
		}
		f.tidy()
	}
	return err
}

// nextLife names a further life of the same epoch.
func (f *file) nextLife() string {
	last := f.life
	for _, l := range f.taken {
		if first(l, 26) == f.epoch {
			last = max(last, l)
		}
	}
	n := 1
	if len(last) == 29 {
		_, _ = fmt.Sscan(last[27:], &n)
	}
	if n >= 99 {
		return newEpoch(last) // its folder only; the epoch stays
	}
	return fmt.Sprintf("%s.%02d", f.epoch, n+1)
}

// tidy drops what was staged for other lives.
func (f *file) tidy() {
	list, _ := os.ReadDir(f.db.metaRoot())
	for _, e := range list {
		if e.Name() != f.life {
			_ = os.RemoveAll(filepath.Join(f.db.metaRoot(), e.Name()))
		}
	}
}

// ship begins sending.
func (f *file) ship() {
	if f.shipping == nil {
		f.db.replicated.Store(f.version)
		return
	}
	if f.verdict != inLine || f.db.replicated.Load() > f.version {
		f.db.replicated.Store(0)
	}
	if f.db.replicated.Load() < f.version {
		f.dirty.Store(time.Now().UnixMilli())
	}
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	f.wg.Go(func() { f.stageLoop(ctx) })
	f.wg.Go(func() { f.uploadLoop(ctx) })
	poke(f.hurry)
	poke(f.kick)
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// stageLoop turns the log into files to upload, one for all commits of an interval.
func (f *file) stageLoop(ctx context.Context) {
	var last time.Time
	fails := 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.kick:
		}
		pace := f.db.store.opt.Pace
		if f.trouble.Load() != nil && f.lst != nil {
			pace *= 10 // each interval is one more file to keep and to send later
		}
		if wait := pace - time.Since(last); wait > 0 {
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			case <-f.hurry:
			}
		}
		last = time.Now()
		if err := f.stage(ctx); err != nil && ctx.Err() == nil {
			fails++
			f.note(err)
			if f.hopeless(err) {
				return
			}
			sleep(ctx, min(5*time.Second, 250*time.Millisecond<<min(fails, 6)))
			poke(f.kick)
			continue
		}
		fails = 0
	}
}

func (f *file) stage(ctx context.Context) error {
	if err := f.fault(); err != nil {
		return err
	}
	if !f.present() {
		return errGone
	}
	if f.lst == nil {
		if err := f.attach(ctx); err != nil {
			return errors.Join(err, f.cutAlone(ctx))
		}
	}
	version, at, pages := f.db.version.Load(), time.Now(), f.unstaged.Load()
	if err := f.ldb.Sync(ctx); err != nil {
		return fmt.Errorf("stage: %w", err)
	}
	if !f.present() {
		return errGone
	}
	f.unstaged.Add(-pages)
	f.mu.Lock()
	f.staged, f.stagedAt = version, at
	f.mu.Unlock()
	poke(f.upload)
	return nil
}

// attach puts Litestream on the file, once it is known that the file is the newest there is.
func (f *file) attach(ctx context.Context) error {
	s := f.db.store
	if f.verdict == unknown {
		list, err := s.lives(ctx, f.db)
		if err == nil {
			err = f.compare(ctx, list)
		}
		if err != nil {
			return err
		}
		f.taken = list
		life := f.life
		if f.verdict == anew {
			life = f.nextLife()
		}
		results, err := f.write(ctx, []Command{{By: System(), Do: func(ctx context.Context, tx *Tx) error {
			if _, err := tx.ExecContext(ctx, `DELETE FROM store_meta WHERE key = 'unverified'`); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, `INSERT INTO store_meta (key, value) VALUES ('life', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, life)
			return err
		}}})
		if err == nil {
			err = results[0].Err
		}
		if err != nil {
			f.verdict = unknown
			return err
		}
		f.live(f.db, life)
		f.tidy()
	}
	gate, err := newGate(s.replica, path.Join(f.db.key(), f.life))
	if err != nil {
		return err
	}
	ldb := litestream.NewDB(f.db.path)
	ldb.SetMetaPath(f.meta)
	ldb.MonitorInterval = 0
	ldb.MinCheckpointPageN, ldb.TruncatePageN = walMoved, walPages
	ldb.BusyTimeout = 200 * time.Millisecond // a checkpoint that waits for a slow reader holds up writers so long
	ldb.Replica = litestream.NewReplicaWithClient(ldb, gate)
	ldb.Replica.MonitorEnabled = false
	if c, ok := gate.ReplicaClient.(*folder.ReplicaClient); ok {
		c.Replica = ldb.Replica // it takes the owner and mode of its files from the database
	}
	lst := litestream.NewStore([]*litestream.DB{ldb}, levels)
	lst.Logger = quiet()
	ldb.SetLogger(quiet())
	lst.SnapshotRetention = keepFor
	lst.L0RetentionCheckInterval = time.Minute
	lst.SetShutdownSyncTimeout(5 * time.Second)
	if err := lst.Open(ctx); err != nil {
		return err
	}
	f.mu.Lock()
	f.ldb, f.lst, f.gate = ldb, lst, gate
	f.mu.Unlock()
	return nil
}

// cutAlone keeps the log short while Litestream is not there to do it. It has not seen what is cut, so what it staged is of no use any more.
func (f *file) cutAlone(ctx context.Context) error {
	fi, err := os.Stat(f.db.path + "-wal")
	if err != nil || fi.Size() < 64<<20 {
		return nil
	}
	if err := os.RemoveAll(f.meta); err != nil {
		return err
	}
	return checkpoint(ctx, f.db.path)
}

// uploadLoop sends what is staged, and tries until it arrives.
func (f *file) uploadLoop(ctx context.Context) {
	var pruned time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.upload:
		}
		for fails := 0; ; fails++ {
			err := f.send(ctx)
			if ctx.Err() != nil {
				return
			}
			if err == nil {
				break
			}
			f.note(err)
			if f.hopeless(err) {
				return
			}
			sleep(ctx, min(5*time.Second, 250*time.Millisecond<<min(fails, 6)))
		}
		if f.lives > livesKept && time.Since(pruned) > pruneEvery {
			pruned = time.Now()
			f.wg.Go(func() {
				if err := f.prune(ctx); err != nil && ctx.Err() == nil {
					slog.Warn("outlived lives stay in the replica for today", "db", f.db.Name, "err", err)
				}
			})
		}
	}
}

func (f *file) send(ctx context.Context) error {
	f.mu.Lock()
	version, at := f.staged, f.stagedAt
	f.mu.Unlock()
	// a connection that hangs must end some day; a first snapshot may be large
	limit := 2 * time.Minute
	if fi, err := os.Stat(f.db.path); err == nil {
		limit += time.Duration(fi.Size()>>20) * time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err := f.ldb.Replica.Sync(ctx); err != nil {
		return fmt.Errorf("upload: %w", err)
	}
	pos, err := f.ldb.Pos()
	if err != nil {
		return err
	}
	if f.ldb.Replica.Pos().TXID > pos.TXID {
		return errOther
	}
	if f.headSoon.Swap(false) || time.Since(f.headAt) > headEvery {
		if err := f.writeHead(ctx, version); err != nil {
			return err
		}
	}
	f.arrived(version, at)
	return nil
}

// errOther is a replica that was emptied, set back or written by somebody else since we last wrote to it.
var errOther = errors.New("store: the replica is not as it was left")

// writeHead says in the life's folder how far it is. What we wrote last must still be there: a folder that was emptied
// takes further pieces without a word, and nothing could be restored from them.
func (f *file) writeHead(ctx context.Context, version int64) error {
	b, key := f.db.store.replica, path.Join(f.db.key(), f.life, "head")
	was, err := b.Get(ctx, key)
	if err != nil {
		return err
	}
	if f.lastHead != nil && string(was) != string(f.lastHead) {
		return errOther
	}
	body, err := json.Marshal(head{Version: version, TX: uint64(f.ldb.Replica.Pos().TXID), At: time.Now().UTC().Format(time.RFC3339Nano)})
	if err != nil {
		return err
	}
	if err := b.Put(ctx, key, body); err != nil {
		f.lastHead = nil // it may or may not have arrived
		return err
	}
	requests.Add(2)
	f.lastHead, f.headAt = body, time.Now()
	return nil
}

func (f *file) arrived(version int64, at time.Time) {
	if version > f.db.replicated.Load() {
		f.db.replicated.Store(version)
	}
	f.dirty.Store(0)
	if f.db.version.Load() > version {
		f.dirty.CompareAndSwap(0, at.UnixMilli())
	}
	if f.trouble.Swap(nil) != nil {
		slog.Info("replica is reached again", "db", f.db.Name)
	}
	f.mu.Lock()
	close(f.change)
	f.change = make(chan struct{})
	f.mu.Unlock()
	if on := f.db.store.opt.OnReplicated; on != nil && f.db != f.db.store.System {
		on(f.db, version)
	}
}

func (f *file) note(err error) {
	text := err.Error()
	if f.trouble.Swap(&text) == nil {
		slog.Warn("replica is not reached; work goes on", "db", f.db.Name, "err", err)
	}
}

// hopeless tells whether sending cannot go on in this session; then the file is opened afresh, which finds the way out.
func (f *file) hopeless(err error) bool {
	var why *stale
	var bad *litestream.LTXError
	switch {
	case errors.As(err, &why), errors.Is(err, errOther):
	case errors.Is(err, errGone):
		f.gate.close()
		f.spoiled.Store(true)
	case errors.As(err, &bad) && bad.IsAutoRecoverable():
		f.spoiled.Store(true)
	default:
		return false
	}
	slog.Error("replication begins anew", "db", f.db.Name, "err", err)
	go f.db.renew(f)
	return true
}

func (g *gate) close() {
	if g != nil {
		g.shut.Store(true)
	}
}

// lastStage ends the loops. A file that was closed sooner than they came to it is staged now, while its connections
// are still open: the last of them to close cuts the log.
func (f *file) lastStage(ctx context.Context) {
	f.cancel()
	f.wg.Wait()
	if f.lst == nil && f.verdict != unknown && ctx.Err() == nil && f.fault() == nil {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		if err := f.stage(ctx); err != nil {
			f.note(err)
		}
	}
}

// endShipping sends the rest and takes Litestream off the file, whose own connections are closed by now.
func (f *file) endShipping(ctx context.Context) {
	if f.lst != nil {
		gone := f.fault() != nil || !f.present() // or nobody knows what it holds
		if gone {
			f.gate.close()
			f.spoiled.Store(true)
		} else if err := f.ldb.Sync(ctx); err != nil {
			f.spoiled.Store(true) // closing it will cut a log that is not staged
			slog.Error("stage the rest", "db", f.db.Name, "err", err)
		}
		version := f.db.version.Load()
		err := f.lst.Close(ctx)
		switch {
		case gone || f.spoiled.Load():
		case err != nil:
			slog.Warn("closed with commits that the replica does not hold", "db", f.db.Name, "err", err)
		default:
			ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
			defer cancel()
			if err := f.writeHead(ctx, version); err == nil {
				f.arrived(version, time.Now())
			}
		}
	}
	if f.spoiled.Load() {
		_ = os.RemoveAll(f.meta)
	}
}
