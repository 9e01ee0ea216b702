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

	"github.com/superfly/ltx"
)

// ltxFiles are the files of an organisation's newest life in a folder replica, by path, with the last transaction of each.
func ltxFiles(t *testing.T, replica string) map[string]ltx.TXID {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(replica, "org", "1", "*", "ltx", "*", "*.ltx"))
	if err != nil || len(all) == 0 {
		t.Fatalf("no files in the replica: %v", err)
	}
	out := map[string]ltx.TXID{}
	for _, name := range all {
		_, hi, err := ltx.ParseFilename(filepath.Base(name))
		if err != nil {
			t.Fatal(err)
		}
		out[name] = hi
	}
	return out
}

func TestRestore_NeverLessThanTheReplicaPromises(t *testing.T) {
	for name, stop := range map[string]func(*testing.T, *Store){"ended": end, "killed": lose} {
		t.Run(name, func(t *testing.T) { lessThanPromised(t, stop) })
	}
}

// lessThanPromised stops a server, takes the replica's newest object away, and looks what the next start says.
func lessThanPromised(t *testing.T, stop func(*testing.T, *Store)) {
	t.Helper()
	replica := t.TempDir()
	s := begin(t, Options{Dir: t.TempDir(), Replica: replica})
	db := org(t, s, "1")
	for i := range 5 {
		replicated(t, db, mustPut(t, db, fmt.Sprint("row", i)))
	}
	stop(t, s)
	var newest ltx.TXID
	list := ltxFiles(t, replica)
	for _, hi := range list {
		newest = max(newest, hi)
	}
	for name, hi := range list {
		if hi == newest {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}

	dir := t.TempDir()
	s = begin(t, Options{Dir: dir, Replica: replica})
	_, err := s.Org(context.Background(), "1")
	var loss *LossError
	if !errors.As(err, &loss) || loss.Promised <= loss.Reached.Version || loss.Reached.Version == 0 || loss.Reached.At.IsZero() || !strings.Contains(err.Error(), "--accept-loss") {
		t.Fatalf("restored less than the replica promises: %v", err)
	}
	out := filepath.Join(t.TempDir(), "copy.db")
	if _, err := Restore(context.Background(), replica, "1", out, time.Time{}, false); !errors.As(err, &loss) {
		t.Errorf("restored less by hand: %v", err)
	}
	end(t, s)
	s = begin(t, Options{Dir: dir, Replica: replica, AcceptLoss: true})
	if got := keys(t, org(t, s, "1")); len(got) != 4 {
		t.Fatalf("%d of 4 rows that are left", len(got))
	}
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "goes on"))
	end(t, s)
	s = begin(t, Options{Dir: t.TempDir(), Replica: replica}) // accepted once is enough
	if got := keys(t, org(t, s, "1")); !got["goes on"] {
		t.Fatalf("after the loss was accepted: %v", got)
	}
}

func TestRestore_ADamagedSnapshotIsMadeUpForByWhatItWasMadeFrom(t *testing.T) {
	replica := t.TempDir()
	s := begin(t, Options{Dir: t.TempDir(), Replica: replica})
	db := org(t, s, "1")
	replicated(t, db, mustPut(t, db, "early"))
	eventually(t, "a snapshot", func() bool {
		list, _ := filepath.Glob(filepath.Join(replica, "org", "1", "*", "ltx", "9", "*.ltx"))
		return len(list) > 0
	})
	replicated(t, db, mustPut(t, db, "late"))
	lose(t, s)
	spoiled := 0
	for name := range ltxFiles(t, replica) {
		if filepath.Base(filepath.Dir(name)) != "9" {
			continue
		}
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := len(body) / 2; i < len(body)/2+200; i++ {
			body[i] ^= 0x5a
		}
		if err := os.WriteFile(name, body, 0o600); err != nil {
			t.Fatal(err)
		}
		spoiled++
	}
	if spoiled == 0 {
		t.Fatal("there is no snapshot")
	}
	out := filepath.Join(t.TempDir(), "copy.db")
	r, err := Restore(context.Background(), replica, "1", out, time.Time{}, false)
	if err != nil || len(r.Passed) != spoiled || r.At.IsZero() {
		t.Fatalf("%+v, %v", r, err)
	}
	s = begin(t, Options{Dir: t.TempDir(), Replica: replica})
	if got := keys(t, org(t, s, "1")); !got["early"] || !got["late"] {
		t.Fatalf("restored %v", got)
	}
}

// Nothing of the newest life can be read: an older one must not be served in its place without a word.
func TestRestore_ALifeThatIsGoneIsNotPassedOver(t *testing.T) {
	replica, dir := t.TempDir(), t.TempDir()
	s := begin(t, Options{Dir: dir, Replica: replica})
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "old life"))
	lose(t, s)
	_ = os.RemoveAll(dir)
	s = begin(t, Options{Dir: dir, Replica: replica})
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "new life"))
	life := org(t, s, "1").Epoch()
	end(t, s)
	if err := os.RemoveAll(filepath.Join(replica, "org", "1", life, "ltx")); err != nil {
		t.Fatal(err)
	}
	s = begin(t, Options{Dir: t.TempDir(), Replica: replica})
	var loss *LossError
	if _, err := s.Org(context.Background(), "1"); !errors.As(err, &loss) || loss.Life != life {
		t.Fatalf("served an older life: %v", err)
	}
	end(t, s)
	s = begin(t, Options{Dir: t.TempDir(), Replica: replica, AcceptLoss: true})
	if got := keys(t, org(t, s, "1")); !got["old life"] || got["new life"] {
		t.Fatalf("restored %v", got)
	}
}
