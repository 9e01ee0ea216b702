package store

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// ErrClosed is what a database answers after its Store was closed.
var ErrClosed = errors.New("store: database is closed")

// DB is one organisation's database, or the system's. Its file opens on first use, closes when nobody has used it
// for a while and opens again by itself: whoever holds a DB need not know.
type DB struct {
	Name string // organisation id, or "system"

	store *Store
	path  string

	mu     sync.Mutex
	file   *file         // nil while closed
	busy   chan struct{} // closed when the opening or closing at hand is over
	err    error         // why it could not be opened
	tries  int
	again  time.Time // no further attempt before this
	closed bool      // for good

	epoch      atomic.Value // string
	version    atomic.Int64 // last committed
	replicated atomic.Int64 // last that the replica holds
	lastUsed   atomic.Int64
	suspended  atomic.Pointer[string] // why no commands are taken
}

// Command is one unit of writing. Do runs in a savepoint of its own and gets a version of its own; Settle, if there, runs
// after it and outside that savepoint, in the same COMMIT, and learns how Do ended: what it writes stays although Do was rolled back.
type Command struct {
	Name   string // what it is, for the log: the call's path
	By     Actor
	At     time.Time // when the person acted; zero means now
	Do     func(ctx context.Context, tx *Tx) error
	Settle func(ctx context.Context, tx *Tx, err error) error
	// Quiet writes nothing that a device may see, such as what a device told of itself: it takes no version and wakes nobody.
	// Its Tx has version 0, and a write to a synced table fails, since it would be announced under a version that devices already have.
	Quiet bool
	// Long may hold the writer for as long as it takes: nobody is served yet.
	Long bool
	// Always runs in a suspended organisation, too: what reading needs, such as a device's enrolment.
	Always bool
}

// Result is how one command ended. Version is zero where nothing was committed.
type Result struct {
	Version int64
	Err     error
}

// Epoch names this life of the database; it changes with every restore.
func (db *DB) Epoch() string { e, _ := db.epoch.Load().(string); return e }

// Version is that of the last committed command.
func (db *DB) Version() int64 { return db.version.Load() }

// Replicated is the highest version that the replica is known to hold; without a replica, that of the last committed command.
func (db *DB) Replicated() int64 { return db.replicated.Load() }

// LastUsed tells when a command or query last ran.
func (db *DB) LastUsed() time.Time { return time.UnixMilli(db.lastUsed.Load()) }

// QueueDepth is how many writers wait.
func (db *DB) QueueDepth() int {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.file == nil {
		return 0
	}
	return len(db.file.queue)
}

// Write runs one command and waits until it is on disk.
func (db *DB) Write(ctx context.Context, c Command) (Result, error) {
	results, err := db.WriteAll(ctx, []Command{c})
	if err != nil {
		return Result{}, err
	}
	return results[0], results[0].Err
}

// WriteAll runs commands in order, each judged by itself, and waits until they are on disk.
// Others may run between them. A failed COMMIT fails all that it held.
func (db *DB) WriteAll(ctx context.Context, commands []Command) ([]Result, error) {
	if len(commands) == 0 {
		return nil, nil // nothing would ever tell that it is done
	}
	f, err := db.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer db.leave(f)
	return f.write(ctx, commands)
}

// Read runs f on one moment of the database. A write inside it is refused by SQLite.
func (db *DB) Read(ctx context.Context, by Actor, f func(ctx context.Context, tx *Tx) error) error {
	file, err := db.enter(ctx)
	if err != nil {
		return err
	}
	defer db.leave(file)
	var r *conn
	select {
	case r = <-file.readers:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { file.readers <- r }()
	if err := r.begin(ctx, file.reader); err != nil {
		return mapError(err)
	}
	defer r.end()
	now := db.store.opt.Clock().UTC().Truncate(time.Millisecond)
	tx := &Tx{db: file, q: r, Org: db.Name, By: by, At: now, Now: now, bus: db.store.opt.Bus}
	return mapError(f(ctx, tx))
}

// WaitReplicated waits until the replica holds this version, hurrying it; the context's end is the way out of an outage. A server
// that another has replaced refuses at once.
func (db *DB) WaitReplicated(ctx context.Context, version int64) error {
	fence := db.store.fence
	for db.Replicated() < version {
		if err := fence.refusal(); err != nil {
			return err
		}
		f, err := db.enter(ctx)
		if err != nil {
			return err
		}
		moved := f.moved()
		if db.Replicated() >= version {
			db.leave(f)
			return nil
		}
		f.hurryUp()
		select {
		case <-moved:
			db.leave(f)
		case <-f.retiring:
			db.leave(f)
		case <-fence.gone:
			db.leave(f)
		case <-ctx.Done():
			db.leave(f)
			return ctx.Err()
		}
	}
	return nil
}

// enter gives the open file and counts its user, so that it is not closed under anybody. It opens the file if need be.
func (db *DB) enter(ctx context.Context) (*file, error) {
	db.lastUsed.Store(time.Now().UnixMilli())
	for {
		db.mu.Lock()
		switch {
		case db.busy != nil: // being opened or closed
			wait := db.busy
			db.mu.Unlock()
			select {
			case <-wait:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			continue
		case db.closed:
			db.mu.Unlock()
			return nil, ErrClosed
		case db.file != nil:
			f := db.file
			f.uses++
			db.mu.Unlock()
			return f, nil
		case db.err != nil && time.Now().Before(db.again):
			err := db.err
			db.mu.Unlock()
			return nil, err
		}
		done := make(chan struct{})
		db.busy = done
		db.mu.Unlock()
		go db.unlock(context.WithoutCancel(ctx), done) // who asked first may hang up, others wait too
	}
}

// unlock opens the file for those who wait in enter.
func (db *DB) unlock(ctx context.Context, done chan struct{}) {
	f, err := db.store.open(ctx, db)
	db.mu.Lock()
	defer db.mu.Unlock()
	if err != nil {
		db.tries++
		pause := min(time.Minute, 500*time.Millisecond<<min(db.tries, 10))
		db.err, db.again = &Disabled{Name: db.Name, Err: err}, time.Now().Add(pause)
		logOpenFailed(db.Name, err, pause)
	} else {
		db.file, db.err, db.tries = f, nil, 0
	}
	db.busy = nil
	close(done)
}

func (db *DB) leave(f *file) {
	db.lastUsed.Store(time.Now().UnixMilli())
	db.mu.Lock()
	f.uses--
	if f.uses == 0 && f.idle != nil {
		close(f.idle)
		f.idle = nil
	}
	db.mu.Unlock()
}

// renew closes a file that cannot go on as it is, and opens it again.
func (db *DB) renew(f *file) {
	if wait, ok := db.retire(f, context.Background(), nil); ok {
		<-wait
		for {
			f, err := db.enter(context.Background())
			if err == nil {
				db.leave(f)
			}
			if err == nil || errors.Is(err, ErrClosed) {
				return
			}
			time.Sleep(time.Second) // what was lost may not wait for somebody to ask
		}
	}
}

// retire closes this file when its last user has left it; those who come meanwhile wait and get a freshly opened one.
func (db *DB) retire(f *file, ctx context.Context, unless func() bool) (<-chan struct{}, bool) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.file != f || f == nil || db.busy != nil || (unless != nil && unless()) {
		return db.busy, false
	}
	done := make(chan struct{})
	db.busy = done
	close(f.retiring)
	var idle chan struct{}
	if f.uses > 0 {
		idle = make(chan struct{})
		f.idle = idle
	}
	go func() {
		if idle != nil {
			<-idle
		}
		f.halt(ctx)
		db.mu.Lock()
		db.file, db.busy = nil, nil
		db.mu.Unlock()
		close(done)
	}()
	return done, true
}
