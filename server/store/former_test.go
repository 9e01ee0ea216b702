package store

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/benbjohnson/litestream"
)

// older has a replica's only life of an organisation stand for earlier ones, too, whose files lie where programs before this one put them.
func older(t *testing.T, replica string, days ...int) (names []string) {
	t.Helper()
	now := filepath.Dir(held(t, replica, "org/1")[0])
	for _, d := range days {
		life := bornAgo(d)
		at := filepath.Join(filepath.Dir(now), life)
		if err := os.CopyFS(at, os.DirFS(now)); err != nil {
			t.Fatal(err)
		}
		ofOld(t, filepath.Join(at, "ltx"))
		names = append(names, life)
	}
	return names
}

// gone reports what is still there.
func gone(t *testing.T, at string) {
	t.Helper()
	if _, err := os.Stat(at); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", at, err)
	}
}

func TestDrop_LeavesNothingOfItAtTheOldPlace(t *testing.T) {
	replica := filepath.Join(t.TempDir(), "a b")
	data := filepath.Join(t.TempDir(), "data")
	s := begin(t, Options{Dir: data, Replica: replica})
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "a"))
	end(t, s)
	older(t, replica, 10, 20)
	ofOld(t, held(t, replica, "org/1")[0])
	s = begin(t, Options{Dir: data, Replica: replica})
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "b")) // its own life is moved
	if err := s.Drop(t.Context(), "1"); err != nil {
		t.Fatal(err)
	}
	gone(t, filepath.Join(replica, "org", "1"))
	gone(t, filepath.Join(filepath.Dir(replica), "a%20b", "org", "1"))
}

func TestReplica_AnOutlivedLifeIsDeletedFromTheOldPlace(t *testing.T) {
	replica, data := filepath.Join(t.TempDir(), "a b"), filepath.Join(t.TempDir(), "data")
	s := begin(t, Options{Dir: data, Replica: replica})
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "a"))
	end(t, s)
	lives := older(t, replica, 40, 200)
	s = begin(t, Options{Dir: data, Replica: replica})
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "b"))
	at := func(life string) string { return filepath.Join(filepath.Dir(replica), "a%20b", "org", "1", life) }
	eventually(t, "the outlived life is gone", func() bool {
		_, here := os.Stat(filepath.Join(replica, "org", "1", lives[1]))
		return errors.Is(here, os.ErrNotExist)
	})
	end(t, s)
	gone(t, at(lives[1]))
	if _, err := os.Stat(at(lives[0])); err != nil {
		t.Errorf("a life that may be gone back to: %v", err)
	}
}

// A folder can be called a%20b, and be another server's replica.
func TestDrop_SparesAReplicaWhoseNameIsSpelledAsTheOldPlace(t *testing.T) {
	parent := t.TempDir()
	one, other := filepath.Join(parent, "a b"), filepath.Join(parent, "a%20b")
	theirs := begin(t, Options{Dir: filepath.Join(t.TempDir(), "data"), Replica: other})
	replicated(t, org(t, theirs, "1"), mustPut(t, org(t, theirs, "1"), "theirs"))
	end(t, theirs)
	before := tree(t, other)
	ours := begin(t, Options{Dir: filepath.Join(t.TempDir(), "data"), Replica: one})
	replicated(t, org(t, ours, "1"), mustPut(t, org(t, ours, "1"), "ours"))
	if err := ours.Drop(t.Context(), "1"); err != nil {
		t.Fatal(err)
	}
	after := tree(t, other)
	for name, was := range before {
		if after[name] != was {
			t.Errorf("%s: %s, was %s", name, after[name], was)
		}
	}
}

// The replicating library made them from an address, and dropped the host of a share.
func TestFormerly_IsWhereTheAddressLed(t *testing.T) {
	for at, want := range map[string]string{
		"/srv/replica":            "/srv/replica",
		"/srv/a b":                "/srv/a%20b",
		"/srv/Größe/%20?#":        "/srv/Gr%C3%B6%C3%9Fe/%2520%3F%23",
		"//srv/r/org/1":           "/srv/r/org/1",
		"//srv/a b/org/1":         "/srv/a%20b/org/1",
		"C:/ProgramData/Lading/r": "C:/ProgramData/Lading/r", // a name with a colon could not be made at all
		"C:/a b":                  "C:/a b",
	} {
		if got := filepath.ToSlash(formerly(filepath.FromSlash(at))); got != want {
			t.Errorf("%s: %s; want %s", at, got, want)
		}
		address := (&url.URL{Scheme: "file", Path: at}).String()
		if _, _, led, err := litestream.ParseReplicaURL(address); at[0] == '/' && (err != nil || led != want) {
			t.Errorf("%s: the library has %s, %v; want %s", address, led, err, want)
		}
	}
}
