package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lading/server/kit/bucket"
	"lading/server/kit/fail"
	"lading/server/testkit/s3test"
)

const longLease = time.Hour // nobody waits for it

// told writes rows and gives those that the server said the replica holds.
func told(t *testing.T, s *Store, prefix string, n int) map[string]bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	out := map[string]bool{}
	for i := range n {
		key := fmt.Sprint(prefix, i)
		db, err := s.Org(ctx, "1")
		if err != nil {
			continue
		}
		r, err := db.Write(ctx, put(key, ""))
		if err == nil && db.WaitReplicated(ctx, r.Version) == nil {
			out[key] = true
		}
	}
	return out
}

// Two servers on one replica: what either of them says the replica holds is there at the next start.
func TestFence_NothingThatWasToldAsReplicatedIsLostBesideASecondServer(t *testing.T) {
	for _, takeOver := range []bool{false, true} {
		t.Run(fmt.Sprint("takeOver=", takeOver), func(t *testing.T) {
			replicas(t, func(t *testing.T, replica string) {
				first := begin(t, Options{Dir: t.TempDir(), Replica: replica, Lease: longLease})
				all := told(t, first, "before", 1)
				second, err := Open(context.Background(), Options{Dir: t.TempDir(), Replica: replica, Pace: 50 * time.Millisecond, Wait: 300 * time.Millisecond, TakeOver: takeOver, Lease: longLease})
				var held *HeldError
				switch {
				case !takeOver && !errors.As(err, &held):
					t.Fatalf("a second server started beside a living one: %v", err)
				case !takeOver && !strings.Contains(err.Error(), first.fence.me.Data):
					t.Errorf("does not say for whom it waited: %v", err)
				case takeOver && err != nil:
					t.Fatal(err)
				case takeOver:
					t.Cleanup(func() { end(t, second) })
					for k := range told(t, second, "second", 1) {
						all[k] = true
					}
				}
				for k := range told(t, first, "order", 5) {
					all[k] = true
				}
				if want := map[bool]int{false: 6, true: 2}[takeOver]; len(all) != want {
					t.Errorf("%d rows were told as replicated, not %d", len(all), want)
				}
				end(t, first)
				if second != nil {
					end(t, second)
				}
				third := begin(t, Options{Dir: t.TempDir(), Replica: replica, Lease: longLease})
				got := keys(t, org(t, third, "1"))
				for k := range all {
					if !got[k] {
						t.Errorf("%s was told as replicated and is gone", k)
					}
				}
			})
		})
	}
}

func TestFence_WhoWasReplacedReadsAndWritesNoMore(t *testing.T) {
	replica, dir := t.TempDir(), t.TempDir()
	first := begin(t, Options{Dir: dir, Replica: replica, Lease: longLease})
	db := org(t, first, "1")
	replicated(t, db, mustPut(t, db, "before"))
	var second *Store
	func() {
		first.fence.mu.Lock() // its system's file may still be on its way, and would notice at any time
		defer first.fence.mu.Unlock()
		second = begin(t, Options{Dir: t.TempDir(), Replica: replica, Lease: longLease, TakeOver: true})
		replicated(t, org(t, second, "1"), mustPut(t, org(t, second, "1"), "second"))
		mustPut(t, db, "alone") // it has not noticed yet
	}()
	eventually(t, "it notices when it sends", func() bool { return first.Health().Replaced != "" })
	if _, err := db.Write(context.Background(), put("refused", "")); fail.CodeOf(err) != "server-replaced" {
		t.Errorf("a write after that: %v", err)
	}
	if got := keys(t, db); !got["before"] || !got["alone"] || got["refused"] {
		t.Errorf("it reads %v", got)
	}
	if db.Replicated() >= db.Version() {
		t.Error("what it holds alone counts as replicated")
	}
	if first.Health().Lag == 0 {
		t.Error("the age of what it holds alone is not told")
	}
	end(t, first)
	end(t, second)
	// started again it follows the second, and keeps what it had beside
	again := begin(t, Options{Dir: dir, Replica: replica, Lease: longLease})
	if got := keys(t, org(t, again, "1")); !got["second"] || got["alone"] {
		t.Errorf("after the restart: %v", got)
	}
	if aside, _ := filepath.Glob(filepath.Join(dir, "org", "1.db.aside-*")); len(aside) == 0 {
		t.Error("what it held alone was not kept")
	}
}

// A server that stands still is replaced; awake again it says nothing that is not so.
func TestFence_AServerThatSleptIsReplaced(t *testing.T) {
	replicas(t, func(t *testing.T, replica string) {
		first := begin(t, Options{Dir: t.TempDir(), Replica: replica, Lease: 500 * time.Millisecond})
		replicated(t, org(t, first, "1"), mustPut(t, org(t, first, "1"), "before"))
		first.fence.cancel() // its beats stop; its process lives
		<-first.fence.done
		second := begin(t, Options{Dir: t.TempDir(), Replica: replica, Lease: 500 * time.Millisecond, Wait: 20 * time.Second})
		all := told(t, first, "late", 1)
		if len(all) != 0 || first.Health().Replaced == "" {
			t.Errorf("the first says that the replica holds %v; replaced by %q", all, first.Health().Replaced)
		}
		if len(told(t, second, "second", 1)) != 1 {
			t.Error("the second does not replicate")
		}
	})
}

func TestFence_NobodyWaitsForThemselvesOrForTheDead(t *testing.T) {
	quick := func(t *testing.T, opt Options) *Store {
		t.Helper()
		opt.Lease, opt.Wait = longLease, 5*time.Second
		began := time.Now()
		s := begin(t, opt)
		t.Logf("started in %v", time.Since(began).Round(time.Millisecond))
		return s
	}
	replicas(t, func(t *testing.T, replica string) {
		dir := t.TempDir()
		s := quick(t, Options{Dir: dir, Replica: replica})
		lose(t, s)
		s = quick(t, Options{Dir: dir, Replica: replica}) // killed, on the same folder
		first := s.fence.number.Load()
		end(t, s)
		s = quick(t, Options{Dir: t.TempDir(), Replica: replica}) // stopped, on another
		if n := s.fence.number.Load(); n <= first {
			t.Errorf("number %d after %d", n, first)
		}
		if s.replica.Folder != "" {
			lose(t, s)
			quick(t, Options{Dir: t.TempDir(), Replica: replica}) // killed on this machine, on another
		}
	})
}

// beat is the newest beat of a server's lease, which its own goroutine renews meanwhile.
func beat(s *Store) string {
	s.fence.mu.Lock()
	defer s.fence.mu.Unlock()
	return s.fence.me.Beat
}

// A machine was cloned with its data folder, while the original goes on.
func TestFence_ACloneWaitsForTheOriginal(t *testing.T) {
	replicas(t, func(t *testing.T, replica string) {
		dir, clone := t.TempDir(), filepath.Join(t.TempDir(), "clone")
		first := begin(t, Options{Dir: dir, Replica: replica, Lease: 900 * time.Millisecond})
		replicated(t, org(t, first, "1"), mustPut(t, org(t, first, "1"), "before"))
		copyTree(t, dir, clone)
		before := beat(first)
		for range 3 {
			if err := first.fence.renew(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if beat(first) == before {
			t.Fatal("no new beat")
		}
		_, err := Open(context.Background(), Options{Dir: clone, Replica: replica, Lease: longLease, Wait: 300 * time.Millisecond})
		var held *HeldError
		if !errors.As(err, &held) {
			t.Fatalf("a clone served beside the original: %v", err)
		}
		if len(told(t, first, "after", 1)) != 1 || first.Health().Replaced != "" {
			t.Error("the original was disturbed")
		}
	})
}

// A copy knows the beat that the original has written last until that writes the next one.
func TestFence_ACloneThatStartsAtOnceWaitsForTheOriginal(t *testing.T) {
	replicas(t, func(t *testing.T, replica string) {
		dir, clone := t.TempDir(), filepath.Join(t.TempDir(), "clone")
		first := begin(t, Options{Dir: dir, Replica: replica, Lease: longLease})
		replicated(t, org(t, first, "1"), mustPut(t, org(t, first, "1"), "before"))
		copyTree(t, dir, clone)
		_, err := Open(context.Background(), Options{Dir: clone, Replica: replica, Lease: longLease, Wait: 300 * time.Millisecond})
		var held *HeldError
		if !errors.As(err, &held) {
			t.Fatalf("a clone served beside the original: %v", err)
		}
		lose(t, first)
		moved := filepath.Join(t.TempDir(), "moved")
		if err := os.Rename(dir, moved); err != nil {
			t.Fatal(err)
		}
		begin(t, Options{Dir: moved, Replica: replica, Lease: longLease, Wait: 300 * time.Millisecond}) // the original waits for nothing, under whatever name
	})
}

func TestFence_AReplicaWithoutConditionalWrites(t *testing.T) {
	server := s3test.Start(t)
	server.Blind(true)
	opt := Options{Dir: t.TempDir(), Replica: server.Setting("x")}
	if _, err := Open(context.Background(), opt); !errors.Is(err, bucket.ErrUnconditional) || !strings.Contains(err.Error(), "--no-fence") {
		t.Fatalf("started on a service that knows no conditions: %v", err)
	}
	opt.NoFence = true
	s := begin(t, opt)
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "a"))
	if !s.Health().Unfenced {
		t.Error("health does not say so")
	}
}

// The replica is away at the start; when it comes back another server is on it.
func TestFence_StartedWithoutTheReplicaBesideALivingServer(t *testing.T) {
	server := s3test.Start(t)
	dir := t.TempDir()
	opt := Options{Dir: dir, Replica: server.Setting("x"), Lease: 600 * time.Millisecond}
	s := begin(t, opt)
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "a"))
	end(t, s)
	other := begin(t, Options{Dir: t.TempDir(), Replica: server.Setting("x"), Lease: 600 * time.Millisecond})
	replicated(t, org(t, other, "1"), mustPut(t, org(t, other, "1"), "b"))
	server.Cut(true)
	s = begin(t, opt)
	mustPut(t, org(t, s, "1"), "alone")
	if s.Health().Replaced != "" || org(t, s, "1").Replicated() >= org(t, s, "1").Version() {
		t.Errorf("without the replica: %+v", s.Health())
	}
	server.Cut(false)
	eventually(t, "it sees the other", func() bool { return s.Health().Replaced != "" })
	if !keys(t, org(t, s, "1"))["alone"] {
		t.Error("what it holds alone is gone")
	}
	eventually(t, "the other goes on", func() bool { return len(told(t, other, "more", 1)) == 1 })
}

// Who cannot renew its lease works on as in any outage: nothing counts as replicated meanwhile, though the rows themselves arrive.
func TestFence_WithTheLeaseAloneOutOfReachNothingCountsAsReplicated(t *testing.T) {
	server := s3test.Start(t)
	s := begin(t, Options{Dir: t.TempDir(), Replica: server.Setting("x"), Lease: 600 * time.Millisecond})
	db := org(t, s, "1")
	replicated(t, db, mustPut(t, db, "a"))
	server.CutPart("/x/lease")
	v := mustPut(t, db, "b")
	time.Sleep(2 * time.Second) // more than three leases
	if db.Replicated() >= v {
		t.Error("told as replicated without the lease")
	}
	if by := s.Health().Replaced; by != "" {
		t.Errorf("taken for replaced by %q", by)
	}
	server.CutPart("")
	replicated(t, db, v)
}
