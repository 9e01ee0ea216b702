package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"

	"lading/migrations"
	"lading/server/kit/bucket"
	"lading/server/kit/localfile"
)

// Options say where databases live and what is done when one opens.
type Options struct {
	Dir     string           // databases; losing it loses nothing
	Replica string           // folder or s3://bucket/prefix?endpoint=…; empty or "off" keeps none
	Bus     *Bus             // events between areas
	Clock   func() time.Time // server clock, time.Now if nil
	Idle    time.Duration    // an organisation that nobody used for so long is closed; ten minutes if zero
	Pace    time.Duration    // what is committed within it goes to the replica as one piece; a second if zero
	Lease   time.Duration    // a server that has not renewed its lease on the replica for so long has ended; fifteen seconds if zero
	Wait    time.Duration    // how long Open waits for another server that holds the replica; without end if zero
	// TakeOver takes the replica from a server that holds it; that server stops writing.
	TakeOver bool
	// NoFence asks for no lease: only one server is ever started on the replica, and somebody else sees to it.
	NoFence bool
	// AcceptLoss restores what there is where the replica has lost something, instead of refusing.
	AcceptLoss bool
	// Install brings an organisation's triggers in line with the synced tables.
	Install func(ctx context.Context, db *sql.DB) error
	// OnCommit is told of every COMMIT of an organisation: versions in (from, to].
	OnCommit func(db *DB, from, to int64)
	// OnReplicated is told when an organisation's replica has reached a version.
	OnReplicated func(db *DB, version int64)
	// Fatal is told once of a disk that does not confirm writes: the program should exit without closing
	// anything, so that it starts again and looks at what the disk really holds.
	Fatal func(err error)

	orgSchema fs.FS // what a test migrates organisations with
}

// Store is all databases of this process.
type Store struct {
	System *DB

	opt     Options
	replica *bucket.Bucket // nil when off
	fence   *fence
	lock    *localfile.Lock
	mu      sync.Mutex
	dbs     map[string]*DB
	closed  bool
	stop    chan struct{}
	swept   chan struct{}
	died    sync.Once
}

// names of organisations stand in paths of the data folder and of the replica
var orgID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Open opens the system database; an organisation's opens on first use.
func Open(ctx context.Context, opt Options) (*Store, error) {
	if opt.Clock == nil {
		opt.Clock = time.Now
	}
	if opt.Bus == nil {
		opt.Bus = NewBus()
	}
	if opt.Idle == 0 {
		opt.Idle = 10 * time.Minute
	}
	if opt.Pace == 0 {
		opt.Pace = time.Second
	}
	if opt.Lease == 0 {
		opt.Lease = leaseTerm
	}
	if opt.orgSchema == nil {
		opt.orgSchema, _ = fs.Sub(migrations.Org, "org")
	}
	replica, err := bucket.Parse(opt.Replica)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(opt.Dir, "org"), 0o700); err != nil {
		return nil, err
	}
	lock, err := lockFolder(ctx, opt.Dir)
	if err != nil {
		return nil, err
	}
	s := &Store{opt: opt, replica: replica, lock: lock, dbs: map[string]*DB{}, stop: make(chan struct{}), swept: make(chan struct{})}
	s.System = &DB{Name: "system", store: s, path: filepath.Join(opt.Dir, "system.db")}
	if s.fence, err = newFence(replica, opt, s.shut); err == nil {
		err = s.fence.begin(ctx, opt)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	f, err := s.System.enter(ctx)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open system database: %w", err), s.fence.end(ctx), lock.Close())
	}
	s.System.leave(f)
	track(s)
	go s.sweep()
	return s, nil
}

// Org gives an organisation's database, opening it if need be. It may be kept: it closes and opens by itself.
func (s *Store) Org(ctx context.Context, id string) (*DB, error) {
	if !orgID.MatchString(id) {
		return nil, fmt.Errorf("store: %q is no name of an organisation", id)
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, ErrClosed
	}
	db, ok := s.dbs[id]
	if !ok {
		db = &DB{Name: id, store: s, path: filepath.Join(s.opt.Dir, "org", id+".db")}
		s.dbs[id] = db
	}
	s.mu.Unlock()
	f, err := db.enter(ctx)
	if err != nil {
		return nil, err
	}
	db.leave(f)
	return db, nil
}

// LastUsed tells when an organisation was last used since the program started, and a zero time if it was not. It opens nothing.
func (s *Store) LastUsed(id string) (t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if db, ok := s.dbs[id]; ok {
		t = db.LastUsed()
	}
	return t
}

// Known lists the organisations that have a database here or in the replica, so that an index over them can be made again.
// Where the replica does not answer, those that are here come along with the error.
func (s *Store) Known(ctx context.Context) ([]string, error) {
	list, err := filepath.Glob(filepath.Join(s.opt.Dir, "org", "*.db"))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range list {
		out = append(out, filepath.Base(name[:len(name)-len(".db")]))
	}
	if s.replica != nil {
		var more []string
		if more, err = s.replica.Dirs(ctx, "org"); err != nil {
			err = fmt.Errorf("list organisations of the replica: %w", err)
		}
		out = append(out, more...)
	}
	return organisations(out), err
}

// organisations are the names of a list that can be one's, each once and in order.
func organisations(list []string) []string {
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(id string) bool { return !orgID.MatchString(id) })
}

func (s *Store) all() []*DB {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []*DB{s.System}
	for _, db := range s.dbs {
		out = append(out, db)
	}
	return out
}

// sweep closes what nobody has used for a while, once the replica holds all of it.
func (s *Store) sweep() {
	defer close(s.swept)
	tick := time.NewTicker(max(10*time.Millisecond, min(s.opt.Idle/4, time.Minute)))
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
		}
		var wg sync.WaitGroup
		few := make(chan struct{}, 8) // closing is no hurry, and serving is; but a slow replica must not hold it up
		for _, db := range s.all()[1:] {
			db.mu.Lock()
			f := db.file
			db.mu.Unlock()
			wait, ok := db.retire(f, context.Background(), func() bool {
				return f.uses > 0 || time.Since(db.LastUsed()) < s.opt.Idle || db.Replicated() < db.Version()
			})
			if ok {
				few <- struct{}{}
				wg.Go(func() { <-wait; <-few })
			}
		}
		wg.Wait()
	}
}

// Close lets every writer finish what waits, sends the rest to the replica and closes all files.
func (s *Store) Close(ctx context.Context) error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.mu.Unlock()
	close(s.stop)
	<-s.swept
	var wg sync.WaitGroup
	few := make(chan struct{}, 8)
	for _, db := range s.all() {
		wg.Go(func() {
			few <- struct{}{}
			defer func() { <-few }()
			db.end(ctx)
		})
	}
	wg.Wait()
	untrack(s)
	var err error
	if n := s.behind(); n > 0 {
		err = fmt.Errorf("store: %d databases closed with commits that the replica does not hold; they are sent at the next start", n)
	}
	return errors.Join(err, s.fence.end(ctx), s.lock.Close())
}

// shut has nothing further reach the replica from the files that are open: another server goes on from it.
func (s *Store) shut() {
	for _, db := range s.all() {
		db.mu.Lock()
		if f := db.file; f != nil && f.shipping != nil {
			f.mu.Lock()
			f.gate.close()
			f.mu.Unlock()
		}
		db.mu.Unlock()
	}
}

func (s *Store) behind() (n int) {
	for _, db := range s.all() {
		if db.Replicated() < db.Version() {
			n++
		}
	}
	return n
}

func (s *Store) fatal(err error) {
	s.died.Do(func() {
		slog.Error("the disk does not confirm writes", "err", err)
		if s.opt.Fatal != nil {
			go s.opt.Fatal(err)
		}
	})
}

// open makes a database ready: restored if it is missing, damaged or older than its replica, then migrated.
func (s *Store) open(ctx context.Context, db *DB) (*file, error) {
	if err := os.MkdirAll(filepath.Dir(db.path), 0o700); err != nil {
		return nil, err
	}
	lives, offline := s.lives(ctx, db)
	restored := false
	if _, err := os.Stat(db.path); errors.Is(err, fs.ErrNotExist) {
		if offline != nil {
			// to begin an empty database here could hide a full one
			return nil, fmt.Errorf("no local file, and the replica does not answer: %w", offline)
		}
		var err error
		if restored, err = s.restore(ctx, db, lives, "the local file is missing"); err != nil {
			return nil, err
		}
		if !restored {
			if err := db.begin(s.schema(db)); err != nil {
				return nil, err
			}
		}
	}
	f, err := s.examine(ctx, db, lives, offline, restored)
	if why := (*stale)(nil); errors.As(err, &why) {
		if offline != nil {
			return nil, fmt.Errorf("%w; the replica does not answer: %w", why, offline)
		}
		found, rerr := s.restore(ctx, db, lives, why.why)
		switch {
		case rerr != nil:
			return nil, errors.Join(why, rerr)
		case !found && !why.unborn:
			return nil, fmt.Errorf("%w, and the replica has nothing to restore it from", why)
		}
		known := lives
		if !found {
			known = nil // none of them was of use
		}
		f, err = s.examine(ctx, db, known, nil, found)
	}
	if err != nil {
		return nil, err
	}
	if len(lives) > 0 {
		f.newest, f.lives = lives[0], len(lives)
	}
	if err := s.prepare(ctx, f, offline); err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

// schema is what a database is migrated with.
func (s *Store) schema(db *DB) fs.FS {
	if db != s.System {
		return s.opt.orgSchema
	}
	system, _ := fs.Sub(migrations.System, "system")
	return system
}

// prepare migrates an examined file and starts serving it.
func (s *Store) prepare(ctx context.Context, f *file, offline error) error {
	install := s.opt.Install
	if f.db == s.System {
		install = nil
	}
	if err := os.WriteFile(f.marker(), nil, 0o600); err != nil {
		slog.Warn("a crash of this session would not be noticed", "db", f.db.Name, "err", err) // a full disk still serves readers
	}
	if err := migrate(ctx, f.writer, s.schema(f.db)); err != nil {
		return fmt.Errorf("migrate %s: %w", f.db.Name, err)
	}
	if f.epoch == "" {
		f.epoch = newEpoch(f.newest)
		if _, err := f.writer.ExecContext(ctx, `INSERT INTO store_meta (key, value) VALUES ('epoch', ?)`, f.epoch); err != nil {
			return err
		}
		epochs.Inc()
	}
	if install != nil {
		if err := install(ctx, f.writer); err != nil {
			return fmt.Errorf("declare synced tables of %s: %w", f.db.Name, err)
		}
	}
	if f.shipping != nil {
		if err := f.chooseLife(ctx, offline); err != nil {
			return err
		}
	}
	if err := f.start(ctx); err != nil {
		return err
	}
	f.ship()
	return nil
}

// halt closes the file and sends what is left to the replica.
func (f *file) halt(ctx context.Context) {
	close(f.stop)
	<-f.done
	if f.shipping != nil {
		f.lastStage(ctx)
	}
	if err := f.close(); err != nil {
		slog.Error("close database", "db", f.db.Name, "err", err)
	}
	clean := f.fault() == nil
	if f.shipping != nil {
		f.endShipping(ctx)
	}
	if clean {
		_ = os.Remove(f.marker())
	}
}

// marker is the file that stands while the database is open: found at the next opening, it tells of a crash.
func (f *file) marker() string { return f.db.path + ".open" }

// lockFolder keeps a second server off the data folder: two that replicate one file destroy its replica.
// One that is just leaving is waited for.
func lockFolder(ctx context.Context, dir string) (*localfile.Lock, error) {
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		l, err := localfile.Take(filepath.Join(dir, "lock"))
		switch {
		case !errors.Is(err, localfile.ErrLocked):
			return l, err
		case time.Since(began) > 3*time.Second || ctx.Err() != nil:
			return nil, fmt.Errorf("store: another server uses the data folder %s", dir)
		}
	}
}
