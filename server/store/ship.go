package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/benbjohnson/litestream"
	_ "github.com/benbjohnson/litestream/s3" // replica in a bucket
)

const (
	walSoft  = 4000  // pages of 4 KiB: so much new log is staged at once
	walMoved = 4000  // pages: from here on the log is moved into the file, for which writers wait; seldom costs less than often
	walPages = 15000 // pages: the log is cut when it reaches 60 MB
	keepFor  = 7 * 24 * time.Hour
)

var levels = litestream.CompactionLevels{{Level: 0}, {Level: 1, Interval: 30 * time.Second}, {Level: 2, Interval: 5 * time.Minute}, {Level: 3, Interval: time.Hour}}

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
	begun    bool        // Litestream has staged something of this session
	spoiled  atomic.Bool // what is staged here is of no use any more
	kick     chan struct{}
	hurry    chan struct{}
	upload   chan struct{}
	cancel   context.CancelFunc
	wg       sync.WaitGroup
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

func (f *file) note(err error) {
	text := err.Error()
	if f.trouble.Swap(&text) == nil {
		slog.Warn("replica is not reached; work goes on", "db", f.db.Name, "err", err)
	}
}

// replaced tells whether another server has taken over, so that nothing more is sent in this session.
func (f *file) replaced() bool { return f.db.store.fence.lost.Load() != nil }

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

// endShipping sends the rest and takes Litestream off the file, whose own connections are closed by now.
func (f *file) endShipping(ctx context.Context) {
	if f.lst != nil {
		gone := f.fault() != nil || !f.present() || f.replaced() // or nobody knows what it holds
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
			if err := f.writeHead(ctx, version); err != nil {
				slog.Warn("closed without a word on how far the replica is", "db", f.db.Name, "err", err)
			} else if err := f.db.store.fence.confirm(ctx); err != nil {
				slog.Warn("closed without knowing whether the lease was held", "db", f.db.Name, "err", err)
			} else {
				f.arrived(version, time.Now())
			}
		}
	}
	if f.spoiled.Load() {
		_ = os.RemoveAll(f.meta)
	}
}
