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
	if opt.Lease == 0 {
		opt.Lease = 1500 * time.Millisecond // a server in a bucket that was killed is waited for so long
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
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
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
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
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
	if s.fence.bucket != nil {
		_ = s.fence.abandon()
		s.fence.number.Store(0) // it gives up nothing
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
	schema := fstest.MapFS{"9999_names.sql": {Data: []byte("-- +goose Up\nCREATE UNIQUE INDEX carrier_name ON carrier (name);\n-- +goose Down\nSELECT 1;\n")}}
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
	tries := map[*Disabled]bool{disabled: true} // each has its own error
	for range 1000 {
		_, err := s.Org(context.Background(), "2")
		if !errors.As(err, &disabled) {
			t.Fatalf("a failing migration: %v", err)
		}
		tries[disabled] = true
	}
	if len(tries) > 20 {
		t.Fatalf("tries again for everybody who asks: %d times", len(tries))
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
	for i := range 2000 { // a writer that waited for the reader would wait for ever
		mustPut(t, db, fmt.Sprint(i))
	}
	close(stop)
	if n := <-seen; n != 1 {
		t.Fatalf("the reader saw %d rows of one moment", n)
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
	end := time.Now().Add(2 * time.Minute)
	if soak {
		end = time.Now().Add(5 * time.Minute)
	}
	for open := s.Health().Open; open != active; open = s.Health().Open {
		if time.Now().After(end) {
			t.Fatalf("%d open, %d active", open, active)
		}
		time.Sleep(20 * time.Millisecond)
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
