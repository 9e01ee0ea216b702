package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"lading/migrations"
	"lading/server/kit/fail"
	"lading/server/testkit/s3test"
)

var soak = os.Getenv("LADING_SOAK") != ""

func TestMain(m *testing.M) {
	level := slog.LevelError + 4 // outages are what these tests are about
	if os.Getenv("LADING_LOG") != "" {
		level = slog.LevelInfo
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level})))
	if dir := os.Getenv("LADING_VICTIM"); dir != "" {
		victim(dir)
		return
	}
	os.Exit(m.Run())
}

func begin(t *testing.T, opt Options) *Store {
	t.Helper()
	if opt.Pace == 0 {
		opt.Pace = 50 * time.Millisecond
	}
	s, err := Open(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(t, s) })
	return s
}

func end(t *testing.T, s *Store) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		t.Log(err)
	}
}

func org(t *testing.T, s *Store, id string) *DB {
	t.Helper()
	db, err := s.Org(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// put is a command that may run once: its key is unique.
func put(key, value string) Command {
	return Command{Do: func(ctx context.Context, tx *Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO carrier (id, name, modes) VALUES (?, ?, '[]')`, key, value)
		return err
	}}
}

func mustPut(t *testing.T, db *DB, key string) int64 {
	t.Helper()
	r, err := db.Write(context.Background(), put(key, strings.Repeat("x", 200)))
	if err != nil {
		t.Fatalf("put %s: %v", key, err)
	}
	return r.Version
}

func keys(t *testing.T, db *DB) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	if err := db.Read(context.Background(), Actor{}, func(ctx context.Context, tx *Tx) error {
		list, err := Select[string](ctx, tx, `SELECT id FROM carrier`)
		for _, k := range list {
			out[k] = true
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func replicated(t *testing.T, db *DB, version int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := db.WaitReplicated(ctx, version); err != nil {
		t.Fatalf("version %d of %s is not replicated (%d is): %v; %+v", version, db.Name, db.Replicated(), err, db.store.Health())
	}
}

// lose drops a store as a crash with loss of the disk would, as far as one process can: nothing is flushed to the replica afterwards.
func lose(t *testing.T, s *Store) {
	t.Helper()
	for _, db := range s.all() {
		db.mu.Lock()
		if f := db.file; f != nil && f.shipping != nil {
			f.mu.Lock()
			f.gate.close()
			f.mu.Unlock()
			f.spoiled.Store(true)
		}
		db.mu.Unlock()
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_ = s.Close(ctx)
}

func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if f() {
			return
		}
	}
	t.Fatal("did not happen: " + what)
}

func replicas(t *testing.T, f func(t *testing.T, replica string)) {
	t.Run("folder", func(t *testing.T) { f(t, t.TempDir()) })
	t.Run("s3", func(t *testing.T) { f(t, s3test.Start(t).Setting("a/b")) })
}

func TestRestore_TheDataFolderIsLost(t *testing.T) {
	replicas(t, func(t *testing.T, replica string) {
		dir := filepath.Join(t.TempDir(), "data")
		s := begin(t, Options{Dir: dir, Replica: replica})
		db := org(t, s, "1")
		epoch := db.Epoch()
		for i := range 50 {
			mustPut(t, db, fmt.Sprint("k", i))
		}
		mustPut(t, org(t, s, "2"), "other")
		if _, err := s.System.Write(context.Background(), Command{Do: func(ctx context.Context, tx *Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO system_org (id, code, name, created_at) VALUES ('1', 'DEMO', 'Demo', 0)`)
			return err
		}}); err != nil {
			t.Fatal(err)
		}
		for _, db := range s.all() {
			replicated(t, db, db.Version())
		}
		lose(t, s)
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}

		s = begin(t, Options{Dir: dir, Replica: replica})
		var n int
		if err := s.System.Read(context.Background(), Actor{}, func(ctx context.Context, tx *Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM system_org`).Scan(&n)
		}); err != nil || n != 1 {
			t.Fatalf("organisations in the index: %d, %v", n, err)
		}
		if known, err := s.Known(context.Background()); err != nil || len(known) != 2 {
			t.Fatalf("known: %v, %v", known, err)
		}
		db = org(t, s, "1")
		if got := keys(t, db); len(got) != 50 {
			t.Fatalf("%d of 50 rows came back", len(got))
		}
		if db.Epoch() <= epoch {
			t.Fatalf("epoch %s after %s", db.Epoch(), epoch)
		}
		second := db.Epoch()
		last := mustPut(t, db, "afterwards")
		replicated(t, db, last)

		// and once more, from the new life
		lose(t, s)
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		s = begin(t, Options{Dir: dir, Replica: replica})
		db = org(t, s, "1")
		if got := keys(t, db); !got["afterwards"] || db.Epoch() <= second {
			t.Fatalf("second loss: %d rows, epoch %s after %s", len(got), db.Epoch(), second)
		}
	})
}

func TestReopen_KeepsEpochAndStream(t *testing.T) {
	replicas(t, func(t *testing.T, replica string) {
		dir := t.TempDir()
		var epoch string
		for round := range 4 {
			s := begin(t, Options{Dir: dir, Replica: replica})
			db := org(t, s, "1")
			if round > 0 && db.Epoch() != epoch {
				t.Fatalf("epoch changed by closing: %s, %s", epoch, db.Epoch())
			}
			epoch = db.Epoch()
			for i := range 20 {
				mustPut(t, db, fmt.Sprint(round, "-", i))
			}
			end(t, s)
			if db.Replicated() != db.Version() {
				t.Fatalf("closed at version %d with %d on the replica", db.Version(), db.Replicated())
			}
		}
		out := filepath.Join(t.TempDir(), "copy.db")
		if err := Restore(context.Background(), replica, "1", out, time.Time{}); err != nil {
			t.Fatal(err)
		}
		_ = os.RemoveAll(dir)
		s := begin(t, Options{Dir: dir, Replica: replica})
		if got := keys(t, org(t, s, "1")); len(got) != 80 {
			t.Fatalf("%d of 80 rows", len(got))
		}
	})
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

func TestRestore_AnOldCopyWasPutBack(t *testing.T) {
	for _, whole := range []bool{true, false} {
		t.Run(fmt.Sprintf("wholeFolder=%v", whole), func(t *testing.T) {
			replica, dir, old := t.TempDir(), t.TempDir(), t.TempDir()
			s := begin(t, Options{Dir: dir, Replica: replica})
			mustPut(t, org(t, s, "1"), "early")
			end(t, s)
			copyTree(t, dir, old)
			s = begin(t, Options{Dir: dir, Replica: replica})
			epoch := org(t, s, "1").Epoch()
			for i := range 20 {
				mustPut(t, org(t, s, "1"), fmt.Sprint("late", i))
			}
			end(t, s)

			_ = os.RemoveAll(dir)
			if whole {
				copyTree(t, old, dir)
			} else { // the database alone
				_ = os.MkdirAll(filepath.Join(dir, "org"), 0o700)
				body, err := os.ReadFile(filepath.Join(old, "org", "1.db"))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, "org", "1.db"), body, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s = begin(t, Options{Dir: dir, Replica: replica})
			db := org(t, s, "1")
			if got := keys(t, db); len(got) != 21 || db.Epoch() <= epoch {
				t.Fatalf("%d of 21 rows, epoch %s after %s", len(got), db.Epoch(), epoch)
			}
			if aside, _ := filepath.Glob(filepath.Join(dir, "org", "1.db.aside-*")); len(aside) == 0 {
				t.Fatal("the old copy was not kept")
			}
			replicated(t, db, mustPut(t, db, "new"))
		})
	}
}

// An old copy is put back while the replica is away, and worked on: what the replica holds must win as soon as it is seen,
// for devices offer again what it does not hold.
func TestRestore_AnOldCopyIsFoundWhenTheReplicaReturns(t *testing.T) {
	server := s3test.Start(t)
	dir, old := t.TempDir(), t.TempDir()
	opt := Options{Dir: dir, Replica: server.Setting("x")}
	s := begin(t, opt)
	mustPut(t, org(t, s, "1"), "early")
	end(t, s)
	copyTree(t, dir, old)
	s = begin(t, opt)
	epoch := org(t, s, "1").Epoch()
	for i := range 5 {
		mustPut(t, org(t, s, "1"), fmt.Sprint("late", i))
	}
	end(t, s)
	_ = os.RemoveAll(dir)
	copyTree(t, old, dir)

	server.Cut(true)
	s = begin(t, opt)
	db := org(t, s, "1")
	for i := range 30 {
		mustPut(t, db, fmt.Sprint("unseen", i))
	}
	if db.Epoch() != epoch {
		t.Fatal("the epoch changed without cause")
	}
	server.Cut(false)
	eventually(t, "a new epoch", func() bool { return db.Epoch() > epoch })
	if got := keys(t, db); len(got) != 6 {
		t.Fatalf("%d rows, 6 were replicated", len(got))
	}
}

func TestReplica_AwayAndBack(t *testing.T) {
	server := s3test.Start(t)
	dir := t.TempDir()
	s := begin(t, Options{Dir: dir, Replica: server.Setting("x")})
	db := org(t, s, "1")
	replicated(t, db, mustPut(t, db, "before"))

	server.Cut(true)
	var last int64
	for i := range 200 {
		last = mustPut(t, db, fmt.Sprint("during", i))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if err := db.WaitReplicated(ctx, last); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("replicated without a replica: %v", err)
	}
	if h := s.Health(); h.Behind == 0 || h.Lag == 0 {
		t.Fatalf("health says nothing: %+v", h)
	}
	eventually(t, "health names the trouble", func() bool { return s.Health().Trouble != "" })
	server.Cut(false)
	began := time.Now()
	eventually(t, "the replica catches up by itself", func() bool { return db.Replicated() >= last })
	t.Logf("caught up %v after the replica's return", time.Since(began).Round(time.Millisecond))
	eventually(t, "health is good", func() bool { h := s.Health(); return h.Behind == 0 && h.Trouble == "" })

	lose(t, s)
	_ = os.RemoveAll(dir)
	s = begin(t, Options{Dir: dir, Replica: server.Setting("x")})
	if got := keys(t, org(t, s, "1")); len(got) != 201 {
		t.Fatalf("%d of 201 rows", len(got))
	}
}

func TestStart_WithoutTheReplica(t *testing.T) {
	server := s3test.Start(t)
	dir := t.TempDir()
	opt := Options{Dir: dir, Replica: server.Setting("x")}
	s := begin(t, opt)
	epoch := org(t, s, "1").Epoch()
	mustPut(t, org(t, s, "1"), "a")
	end(t, s)
	server.Cut(true)
	s = begin(t, opt)
	db := org(t, s, "1")
	last := mustPut(t, db, "b")
	// what is not here might be there: an empty database must not hide it
	if _, err := s.Org(context.Background(), "2"); err == nil {
		t.Fatal("began a database that the replica may hold")
	}
	server.Cut(false)
	replicated(t, db, last+1) // finding the replica is a command of its own
	if db.Epoch() != epoch {
		t.Fatal("the epoch changed without cause")
	}
	eventually(t, "the second opens", func() bool { _, err := s.Org(context.Background(), "2"); return err == nil })
}

// A replica that was emptied would take further pieces without a word.
func TestReplica_EmptiedWhileWeRun(t *testing.T) {
	replica, dir := t.TempDir(), t.TempDir()
	s := begin(t, Options{Dir: dir, Replica: replica})
	db := org(t, s, "1")
	replicated(t, db, mustPut(t, db, "a"))
	epoch := db.Epoch()
	list, _ := os.ReadDir(replica)
	for _, e := range list {
		_ = os.RemoveAll(filepath.Join(replica, e.Name()))
	}
	db.mu.Lock()
	f := db.file
	db.mu.Unlock()
	f.headSoon.Store(true) // its turn comes every ten seconds
	mustPut(t, db, "b")
	eventually(t, "a new life", func() bool {
		l, _ := lives(context.Background(), s.replica, "org/1")
		return len(l) > 0 && l[0] == epoch+".02"
	})
	replicated(t, db, db.Version())
	if db.Epoch() != epoch {
		t.Fatal("the epoch changed though nothing was lost")
	}
	lose(t, s)
	_ = os.RemoveAll(dir)
	s = begin(t, Options{Dir: dir, Replica: replica})
	if got := keys(t, org(t, s, "1")); len(got) != 2 {
		t.Fatalf("%d of 2 rows", len(got))
	}
}

func TestFile_DeletedUnderUs(t *testing.T) {
	replica, dir := t.TempDir(), t.TempDir()
	s := begin(t, Options{Dir: dir, Replica: replica})
	db := org(t, s, "1")
	epoch := db.Epoch()
	replicated(t, db, mustPut(t, db, "a"))
	if err := os.RemoveAll(filepath.Join(dir, "org")); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Write(context.Background(), put("b", "")); err == nil && db.Epoch() == epoch {
		t.Fatal("acknowledged a write to a deleted file")
	}
	eventually(t, "it is back", func() bool { return db.Epoch() > epoch })
	if got := keys(t, db); !got["a"] {
		t.Fatal("what was replicated is not back")
	}
}

func TestFile_DamagedIsRestored(t *testing.T) {
	replica, dir := t.TempDir(), t.TempDir()
	s := begin(t, Options{Dir: dir, Replica: replica})
	for i := range 200 {
		mustPut(t, org(t, s, "1"), fmt.Sprint(i))
	}
	end(t, s)
	damage := func() {
		name := filepath.Join(dir, "org", "1.db")
		if err := checkpoint(context.Background(), name); err != nil { // the log would heal it
			t.Fatal(err)
		}
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := 4096 * 2; i < len(body); i += 97 {
			body[i] ^= 0x5a
		}
		if err := os.WriteFile(name, body, 0o600); err != nil {
			t.Fatal(err)
		}
		_ = os.WriteFile(name+".open", nil, 0o600) // as after a crash
	}
	damage()
	s = begin(t, Options{Dir: dir, Replica: replica})
	if got := keys(t, org(t, s, "1")); len(got) != 200 {
		t.Fatalf("%d of 200 rows", len(got))
	}
	end(t, s)
	damage()
	s = begin(t, Options{Dir: dir})
	_, err := s.Org(context.Background(), "1")
	var disabled *Disabled
	if !errors.As(err, &disabled) || fail.CodeOf(err) != "server-org-unavailable" {
		t.Fatalf("a damaged file without a replica: %v", err)
	}
	mustPut(t, org(t, s, "2"), "others go on")
}

func TestIdle_ClosesAndOpensAgain(t *testing.T) {
	s := begin(t, Options{Dir: t.TempDir(), Replica: t.TempDir(), Idle: 60 * time.Millisecond})
	db := org(t, s, "1")
	epoch := db.Epoch()
	for i := range 5 {
		mustPut(t, db, fmt.Sprint(i))
		eventually(t, "it closes", func() bool { return s.Health().Open == 0 })
	}
	if len(keys(t, db)) != 5 || db.Epoch() != epoch {
		t.Fatal("lost something by closing")
	}
	// used by many while it wants to close
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 20 {
				if _, err := db.Write(context.Background(), put(fmt.Sprint("g", g, "-", i), "")); err != nil {
					t.Error(err)
				}
				time.Sleep(time.Duration(i%7) * 15 * time.Millisecond)
			}
		})
	}
	wg.Wait()
	if n := len(keys(t, db)); n != 165 {
		t.Fatalf("%d of 165 rows", n)
	}
}

func TestMigration_ThatFailsDisablesOneOrganisation(t *testing.T) {
	dir := t.TempDir()
	s := begin(t, Options{Dir: dir})
	mustPut(t, org(t, s, "1"), "a")
	mustPut(t, org(t, s, "2"), "a")
	end(t, s)
	schema := fstest.MapFS{"0900_names.sql": {Data: []byte("-- +goose Up\nCREATE UNIQUE INDEX carrier_name ON carrier (name);\n-- +goose Down\nSELECT 1;\n")}}
	list, _ := fs.Glob(migrations.Org, "org/*.sql")
	for _, n := range list {
		body, _ := fs.ReadFile(migrations.Org, n)
		schema[filepath.Base(n)] = &fstest.MapFile{Data: body}
	}
	s = begin(t, Options{Dir: dir})
	if _, err := org(t, s, "2").Write(context.Background(), put("b", strings.Repeat("x", 200))); err != nil { // the name of a: the index will not be made
		t.Fatal(err)
	}
	end(t, s)
	s = begin(t, Options{Dir: dir, orgSchema: schema})
	if _, err := org(t, s, "1").Write(context.Background(), put("b", "another name")); err != nil {
		t.Fatal(err)
	}
	_, err := s.Org(context.Background(), "2")
	var disabled *Disabled
	if !errors.As(err, &disabled) {
		t.Fatalf("a failing migration: %v", err)
	}
	began := time.Now()
	for range 1000 {
		_, _ = s.Org(context.Background(), "2")
	}
	if time.Since(began) > 400*time.Millisecond {
		t.Fatal("tries again for everybody who asks")
	}
	if h := s.Health(); len(h.Disabled) != 1 || h.Open != 1 {
		t.Fatalf("health: %+v", h)
	}
}

func TestRead_ASlowReaderDoesNotBlockWriters(t *testing.T) {
	s := begin(t, Options{Dir: t.TempDir(), Replica: t.TempDir()})
	db := org(t, s, "1")
	mustPut(t, db, "first")
	reading, stop := make(chan struct{}), make(chan struct{})
	seen := make(chan int, 1)
	go func() {
		_ = db.Read(context.Background(), Actor{}, func(ctx context.Context, tx *Tx) error {
			var n int
			_ = tx.QueryRowContext(ctx, `SELECT count(*) FROM carrier`).Scan(&n)
			close(reading)
			<-stop
			_ = tx.QueryRowContext(ctx, `SELECT count(*) FROM carrier`).Scan(&n)
			seen <- n
			return nil
		})
	}()
	<-reading
	var slowest time.Duration
	for i := range 2000 {
		began := time.Now()
		mustPut(t, db, fmt.Sprint(i))
		slowest = max(slowest, time.Since(began))
	}
	close(stop)
	if n := <-seen; n != 1 {
		t.Fatalf("the reader saw %d rows of one moment", n)
	}
	t.Logf("slowest of 2,000 commits beside a reader: %v", slowest.Round(time.Millisecond))
	if slowest > 2*time.Second {
		t.Fatal("writers waited for the reader")
	}
	replicated(t, db, db.Version())
}

func TestWAL_StaysSmall(t *testing.T) {
	s := begin(t, Options{Dir: t.TempDir(), Replica: t.TempDir(), Pace: time.Second})
	db := org(t, s, "1")
	var peak int64
	var wg sync.WaitGroup
	rows := 3000
	if soak {
		rows = 30000
	}
	for g := range 32 {
		wg.Go(func() {
			for i := range rows / 32 {
				if _, err := db.Write(context.Background(), put(fmt.Sprint(g, "-", i), strings.Repeat("y", 8000))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for open := true; open; {
		select {
		case <-done:
			open = false
		case <-time.After(5 * time.Millisecond):
		}
		peak = max(peak, s.Health().WAL)
	}
	t.Logf("largest log %d MB for %d MB written", peak>>20, rows*8000>>20)
	if peak > 80<<20 {
		t.Fatalf("log grew to %d MB", peak>>20)
	}
	began := time.Now()
	replicated(t, db, db.Version())
	t.Logf("all on the replica %v later", time.Since(began).Round(time.Millisecond))
}

func TestStore_ManyOrganisations(t *testing.T) {
	n, active, idle, watched := 30, 6, time.Second, time.Second
	if testing.Short() { // to migrate one takes a second under the race detector
		n, active = 10, 3
	}
	if soak {
		n, active, idle, watched = 2000, 50, 2*time.Second, 3*time.Second
	}
	server := s3test.Start(t)
	s := begin(t, Options{Dir: t.TempDir(), Replica: server.Setting("many"), Idle: idle, Pace: time.Second})
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	sem := make(chan struct{}, 8)
	began := time.Now()
	for i := range n {
		sem <- struct{}{}
		wg.Go(func() {
			defer func() { <-sem }()
			db, err := s.Org(ctx, fmt.Sprint("o", i))
			if err == nil {
				_, err = db.Write(ctx, put("a", "x"))
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	t.Logf("%d organisations made in %v with %d requests", n, time.Since(began).Round(time.Millisecond), server.Requests.Load())
	for i := range active {
		db := org(t, s, fmt.Sprint("o", i))
		wg.Go(func() {
			for k := 0; ctx.Err() == nil; k++ {
				if _, err := db.Write(ctx, put(fmt.Sprint("k", k), "x")); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
				time.Sleep(100 * time.Millisecond)
			}
		})
	}
	end := time.Now().Add(20 * time.Second)
	if soak {
		end = time.Now().Add(5 * time.Minute)
	}
	for s.Health().Open != active && time.Now().Before(end) {
		time.Sleep(20 * time.Millisecond)
	}
	if h := s.Health(); h.Open != active {
		t.Fatalf("%d open, %d active", h.Open, active)
	}
	before := server.Requests.Load()
	time.Sleep(watched)
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	fds, _ := os.ReadDir("/proc/self/fd")
	rss := ""
	if b, err := os.ReadFile("/proc/self/status"); err == nil {
		for _, l := range strings.Split(string(b), "\n") {
			if strings.HasPrefix(l, "VmRSS") {
				rss = strings.Join(strings.Fields(l)[1:], " ")
			}
		}
	}
	t.Logf("%d of %d active: %d goroutines, heap %d MB, RSS %s, %d open files, %.1f replica requests/s", active, n, runtime.NumGoroutine(), m.HeapAlloc>>20, rss, len(fds), float64(server.Requests.Load()-before)/watched.Seconds())
	cancel()
	wg.Wait()
}
