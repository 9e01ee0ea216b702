package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"time"

	"github.com/benbjohnson/litestream"
	folder "github.com/benbjohnson/litestream/file"
	_ "github.com/benbjohnson/litestream/s3" // replica in a bucket
	sqlite3 "modernc.org/sqlite/lib"
)

// busyTries is how often the log may be found busy in a row before somebody is told.
const busyTries = 5

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
			if f.replaced() {
				return
			}
			// The log is written at this very moment: that is no trouble with the replica, unless it never ends.
			if code(err) != sqlite3.SQLITE_BUSY || fails > busyTries {
				f.note(err)
			}
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
		err = fmt.Errorf("stage: %w", err)
		if !f.begun {
			return errors.Join(err, f.detach(), f.cutAlone(ctx))
		}
		return err
	}
	f.begun = true
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
	if err := s.fence.holds(); err != nil {
		return err
	}
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

// detach takes Litestream off a file that it has not staged anything of: where its set-up was cut off half-way, it takes
// itself for set up, and each further attempt would fail.
func (f *file) detach() error {
	done, cancel := context.WithCancel(context.Background())
	cancel() // nothing is to be sent
	lst := f.lst
	f.mu.Lock()
	f.ldb, f.lst, f.gate = nil, nil, nil
	f.mu.Unlock()
	if err := lst.Close(done); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
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
