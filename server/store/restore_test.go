package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/testkit/s3test"
)

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
		if _, err := Restore(context.Background(), replica, "1", out, time.Time{}, false); err != nil {
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

// The same, where the server stops and starts in between: what it wrote unseen does not make its copy the newer one.
func TestRestore_AnOldCopyThatWasWorkedOnIsFoundAtALaterStart(t *testing.T) {
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
	for i := range 30 {
		mustPut(t, org(t, s, "1"), fmt.Sprint("unseen", i))
	}
	lose(t, s)
	server.Cut(false)
	s = begin(t, opt)
	db := org(t, s, "1")
	if got := keys(t, db); len(got) != 6 || db.Epoch() <= epoch {
		t.Fatalf("%d rows, 6 were replicated; epoch %s after %s", len(got), db.Epoch(), epoch)
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
