package store

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path"
	"time"

	_ "github.com/benbjohnson/litestream/s3" // replica in a bucket
	"github.com/goccy/go-json"
)

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
			if f.replaced() {
				return
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
	if err := f.db.store.fence.holds(); err != nil {
		return err
	}
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
	if err := f.writeHead(ctx, version); err != nil { // what is told as replicated can be missed if it goes
		return err
	}
	if err := f.db.store.fence.confirm(ctx); err != nil {
		return err
	}
	f.arrived(version, at)
	return nil
}

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
	f.lastHead = body
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
