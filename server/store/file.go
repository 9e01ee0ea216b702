package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"lading/server/kit/fail"
)

const (
	readerCount = 4
	maxBatch    = 128                   // commands in one COMMIT
	maxHold     = 20 * time.Millisecond // a batch takes no further command after this
	tooLong     = 50 * time.Millisecond // for one command: all others of the organisation wait for it
)

// file is one SQLite file while it is open: one writer that commits waiting commands together, and a read-only pool.
type file struct {
	db    *DB
	epoch string

	writer  *sql.DB
	reader  *sql.DB
	readers chan *conn // idle ones
	conn    *conn      // the writer's one connection
	queue   chan *work
	stop    chan struct{}
	done    chan struct{}

	version int64       // last committed; the writer's own
	chain   []byte      // hash of the op_log's last row; the writer's own
	inode   os.FileInfo // of the file that was opened
	newest  string      // life in the replica, that a new epoch must sort after
	lives   int         // in the replica when the file was opened
	broken  atomic.Pointer[error]

	uses     int           // guarded by DB.mu
	idle     chan struct{} // closed when the last user leaves; guarded by DB.mu
	retiring chan struct{} // closed when the file is about to close

	*shipping // nil without a replica
}

type work struct {
	ctx      context.Context
	commands []Command
	results  []Result
	done     chan struct{}
}

// dsn builds a file: URI. Pragmas stand only here: a pool is many connections.
func dsn(path string, readOnly, checkpoint bool) string {
	q := url.Values{}
	for _, p := range []string{"busy_timeout(5000)", "foreign_keys(ON)", "temp_store(MEMORY)", "cache_size(-16000)", "mmap_size(0)"} {
		q.Add("_pragma", p)
	}
	q.Set("_dqs", "0")
	if readOnly {
		q.Set("mode", "ro")
		q.Add("_pragma", "query_only(ON)")
	} else {
		q.Set("_txlock", "immediate")
		q.Add("_pragma", "journal_mode(WAL)")
		q.Add("_pragma", "synchronous(FULL)")
		if !checkpoint {
			q.Add("_pragma", "wal_autocheckpoint(0)") // Litestream checkpoints; a checkpoint that it did not see costs it frames
		}
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

// start opens the connections that serve, once the file is migrated.
func (f *file) start(ctx context.Context) error {
	var err error
	if f.reader, err = sql.Open("sqlite", dsn(f.db.path, true, false)); err != nil {
		return err
	}
	f.reader.SetMaxOpenConns(readerCount)
	f.reader.SetMaxIdleConns(readerCount)
	f.readers = make(chan *conn, readerCount)
	for range readerCount {
		f.readers <- newConn(nil) // connects when first used
	}
	only, err := f.writer.Conn(ctx)
	if err != nil {
		return err
	}
	f.conn = newConn(only)
	if err := f.conn.QueryRowContext(ctx, `SELECT version FROM store_version WHERE id = 1`).Scan(&f.version); err != nil {
		return fmt.Errorf("read version of %s: %w", f.db.Name, err)
	}
	if err := f.conn.QueryRowContext(ctx, `SELECT value FROM store_meta WHERE key = 'epoch'`).Scan(&f.epoch); err != nil {
		return fmt.Errorf("read epoch of %s: %w", f.db.Name, err)
	}
	if err := f.conn.QueryRowContext(ctx, `SELECT hash FROM op_log ORDER BY id DESC LIMIT 1`).Scan(&f.chain); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read op_log head of %s: %w", f.db.Name, err)
	}
	if f.inode, err = os.Stat(f.db.path); err != nil {
		return err
	}
	var why string
	switch err := f.conn.QueryRowContext(ctx, `SELECT value FROM store_meta WHERE key = ?`, suspendedNote).Scan(&why); {
	case err == nil:
		f.db.suspended.Store(&why)
	case errors.Is(err, sql.ErrNoRows):
		f.db.suspended.Store(nil)
	default:
		return fmt.Errorf("read notes of %s: %w", f.db.Name, err)
	}
	f.queue = make(chan *work, 1024)
	f.stop, f.done = make(chan struct{}), make(chan struct{})
	f.retiring = make(chan struct{})
	f.db.version.Store(f.version)
	f.db.epoch.Store(f.epoch)
	go f.loop()
	return nil
}

// fault is why the file takes no more writes, or nil.
func (f *file) fault() error {
	if p := f.broken.Load(); p != nil {
		return *p
	}
	return nil
}

func (f *file) fail(err error) { f.broken.CompareAndSwap(nil, &err) }

// present tells whether the path still leads to the file that is open: what is written to a deleted one is lost.
func (f *file) present() bool {
	now, err := os.Stat(f.db.path)
	return err == nil && os.SameFile(now, f.inode)
}

func (f *file) write(ctx context.Context, commands []Command) ([]Result, error) {
	w := &work{ctx: ctx, commands: commands, results: make([]Result, len(commands)), done: make(chan struct{})}
	select {
	case f.queue <- w:
	case <-f.done:
		return nil, ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case <-w.done: // once queued it will run; a caller who hung up must not be told that it did not
		return w.results, nil
	case <-f.done:
	}
	select {
	case <-w.done:
		return w.results, nil
	default:
		return nil, ErrClosed
	}
}

func (f *file) loop() {
	defer close(f.done)
	for {
		select {
		case w := <-f.queue:
			f.drain(w)
		case <-f.stop:
			for {
				select {
				case w := <-f.queue:
					f.drain(w)
				default:
					return
				}
			}
		}
	}
}

// slot is one command of the batch at hand.
type slot struct {
	w *work
	i int
}

// drain commits what waits, many to a COMMIT. There is no timer: alone, a command waits for nobody.
func (f *file) drain(first *work) {
	waiting := []*work{first}
	var carry []slot
	for i := range first.commands {
		carry = append(carry, slot{first, i})
	}
	var finished []*work
	for len(carry) > 0 {
		batch := carry
		carry = nil
		for len(batch) < maxBatch {
			select {
			case w := <-f.queue:
				waiting = append(waiting, w)
				for i := range w.commands {
					batch = append(batch, slot{w, i})
				}
				continue
			default:
			}
			break
		}
		ran := f.commit(batch)
		carry = batch[ran:]
		// whoever has all results may go
		rest := waiting[:0]
		for _, w := range waiting {
			open := false
			for _, s := range carry {
				if s.w == w {
					open = true
					break
				}
			}
			if open {
				rest = append(rest, w)
			} else {
				finished = append(finished, w)
			}
		}
		waiting = rest
		for _, w := range finished {
			close(w.done)
		}
		finished = finished[:0]
	}
}

// commit runs as many of the batch as fit into one transaction and returns their number (at least one).
func (f *file) commit(batch []slot) int {
	ctx := context.Background()
	began := time.Now()
	refuse := func(n int, err error) int {
		for _, s := range batch[:n] {
			s.w.results[s.i] = Result{Err: err}
		}
		return n
	}
	if err := f.fault(); err != nil {
		return refuse(len(batch), err)
	}
	if err := f.db.store.fence.refusal(); err != nil {
		return refuse(len(batch), err)
	}
	if !f.present() {
		f.fail(fail.New(http.StatusServiceUnavailable, "server-busy"))
		slog.Error("store", "db", f.db.Name, "err", errGone)
		go f.db.renew(f) // from the replica
		return refuse(len(batch), f.fault())
	}
	// undo ends a transaction that cannot be kept: all in it failed, whatever each of them thought
	undo := func(n int, err error) int {
		_, _ = f.conn.exec(ctx, "ROLLBACK")
		slog.Error("commit failed", "db", f.db.Name, "err", err)
		err = mapError(err)
		if errors.Is(err, ErrDisk) {
			f.fail(err)
			f.db.store.fatal(fmt.Errorf("%s: %w", f.db.Name, err))
		}
		return refuse(n, err)
	}
	if _, err := f.conn.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return undo(len(batch), err)
	}
	from := f.version
	version, chain := from, f.chain
	own := from // what the database's version stands at
	var after []func()
	ran := 0
	for _, s := range batch {
		ran++
		c := &s.w.commands[s.i]
		if err := f.db.barred(c); err != nil {
			s.w.results[s.i] = Result{Err: err}
			continue
		}
		own = unheard
		if !c.Quiet {
			version++
			own = version
		}
		started := time.Now()
		result, hooks, head, err := f.runOne(s.w.ctx, c, own, chain)
		if took := time.Since(started); took > tooLong && !c.Long {
			slowCommands.Inc()
			slog.Warn("a command held the writer for too long", "db", f.db.Name, "command", c.Name, "ms", took.Milliseconds())
		}
		if err != nil {
			return undo(ran, err)
		}
		s.w.results[s.i] = result
		if head != nil {
			chain = head
		}
		after = append(after, hooks...)
		if ran >= maxBatch || time.Since(began) > maxHold {
			break
		}
	}
	if own != version { // a quiet command was the last
		if _, err := f.conn.exec(ctx, `UPDATE store_version SET version = ? WHERE id = 1`, version); err != nil {
			return undo(ran, err)
		}
	}
	if _, err := f.conn.exec(ctx, "COMMIT"); err != nil {
		return undo(ran, err)
	}
	f.version, f.chain = version, chain
	f.db.version.Store(version)
	f.committed(version, f.conn.written())
	observe(time.Since(began), ran)
	for _, f := range after {
		f()
	}
	if on := f.db.store.opt.OnCommit; on != nil && f.db != f.db.store.System && version > from {
		on(f.db, from, version)
	}
	return ran
}

// unheard stands for the version of a command that takes none; the change log refuses it.
const unheard = -1

// runOne runs a command in a savepoint: Do, and Settle behind it, which finds nothing of a Do that failed.
// err is trouble of the whole transaction: a full or failing disk makes SQLite roll back all of it, not a savepoint only.
func (f *file) runOne(ctx context.Context, c *Command, version int64, chain []byte) (result Result, after []func(), head []byte, err error) {
	now := f.db.store.opt.Clock().UTC().Truncate(time.Millisecond)
	at := c.At
	if at.IsZero() {
		at = now
	}
	tx := &Tx{db: f, q: f.conn, Org: f.db.Name, By: c.By, At: at, Now: now, Version: max(0, version), chain: chain, bus: f.db.store.opt.Bus}
	bg := context.WithoutCancel(ctx)
	var why error // what a command met last; a lost transaction is its doing
	run := func(query string, args ...any) {
		if err == nil {
			if _, err = f.conn.exec(bg, query, args...); err != nil && why != nil && code(why) != 0 {
				err = why
			}
		}
	}
	run(`UPDATE store_version SET version = ? WHERE id = 1`, version)
	run("SAVEPOINT command")
	if err != nil {
		return Result{}, nil, nil, err
	}
	doErr := protect(func() error { return c.Do(bg, tx) })
	if doErr != nil {
		why = doErr
		run("ROLLBACK TO command")
		tx.after, tx.chain = nil, chain
		doErr = mapError(doErr)
		if errors.Is(doErr, ErrDisk) {
			return Result{}, nil, nil, why
		}
	}
	if err != nil {
		return Result{}, nil, nil, err
	}
	if c.Settle != nil {
		if settleErr := protect(func() error { return c.Settle(bg, tx, doErr) }); settleErr != nil {
			why = settleErr
			run("ROLLBACK TO command")
			run("RELEASE command")
			return Result{Err: mapError(settleErr)}, nil, nil, err
		}
	}
	run("RELEASE command")
	if err != nil {
		return Result{}, nil, nil, err
	}
	if doErr != nil {
		return Result{Version: tx.Version, Err: doErr}, tx.after, tx.chain, nil
	}
	return Result{Version: tx.Version}, tx.after, tx.chain, nil
}

// protect turns a panic of a handler into a fault: one bad command must not stop the writer.
func protect(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			slog.Error("command panicked", "panic", r, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

// close closes both pools, once the writer has ended.
func (f *file) close() error {
	var errs []error
	for range len(f.readers) { // nobody reads any more
		errs = append(errs, (<-f.readers).close())
	}
	if f.conn != nil {
		errs = append(errs, f.conn.close())
	}
	if f.reader != nil {
		errs = append(errs, f.reader.Close())
	}
	return errors.Join(append(errs, f.writer.Close())...)
}

// checkpoint moves the whole log into the file, by a connection of its own.
func checkpoint(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", dsn(path, false, false))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return errors.Join(err, db.Close())
}
