package store

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"
)

// What the replica holds lies in the folder that was named, whatever its name, and is found where programs before this one put it.
func TestReplica_AFolderWithSpacesAndUmlautsHoldsAllOfIt(t *testing.T) {
	replica := filepath.Join(t.TempDir(), "Größe 1 %20")
	begun := func() *Store { return begin(t, Options{Dir: filepath.Join(t.TempDir(), "data"), Replica: replica}) }
	s := begun()
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "a"))
	lose(t, s)
	held, err := filepath.Glob(filepath.Join(replica, "org", "1", "*", "ltx"))
	if err != nil || len(held) != 1 {
		t.Fatalf("%v, %v", held, err)
	}

	lives, err := filepath.Glob(filepath.Join(replica, "*", "*", "*", "ltx"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join(replica, "system", "*", "ltx"))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range append(lives, more...) {
		escaped := filepath.FromSlash((&url.URL{Path: filepath.ToSlash(at)}).String())
		if err := os.MkdirAll(filepath.Dir(escaped), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(at, escaped); err != nil {
			t.Fatal(err)
		}
	}
	if !keys(t, org(t, begun(), "1"))["a"] {
		t.Error("what was replicated is not restored")
	}
	if held, _ := filepath.Glob(filepath.Join(replica, "org", "1", "*", "ltx")); len(held) == 0 {
		t.Error("it stays where it was")
	}
}
