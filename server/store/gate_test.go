package store

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"
)

// ofOld has a folder of the replica lie where programs before this one put it: under its name as an address spells it.
func ofOld(t *testing.T, at string) (was string) {
	t.Helper()
	was = filepath.FromSlash((&url.URL{Path: filepath.ToSlash(at)}).String())
	if err := os.MkdirAll(filepath.Dir(was), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(at, was); err != nil {
		t.Fatal(err)
	}
	return was
}

// held lists the folders of files that the replica has of a database.
func held(t *testing.T, replica, key string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(replica, filepath.FromSlash(key), "*", "ltx"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// What the replica holds lies in the folder that was named, whatever its name, and is found where programs before this one put it.
func TestReplica_AFolderWithSpacesAndUmlautsHoldsAllOfIt(t *testing.T) {
	replica := filepath.Join(t.TempDir(), "Größe 1 %20")
	data := filepath.Join(t.TempDir(), "data")
	begun := func(dir string) *Store { return begin(t, Options{Dir: dir, Replica: replica}) }
	s := begun(data)
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "a"))
	end(t, s)
	if n := len(held(t, replica, "org/1")); n != 1 {
		t.Fatalf("%d lives", n)
	}
	for _, at := range append(held(t, replica, "org/1"), held(t, replica, "system")...) {
		ofOld(t, at)
	}
	s = begun(data)
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "b"))
	lose(t, s)
	if n := len(held(t, replica, "org/1")); n != 1 {
		t.Errorf("of one life, %d are in the folder", n)
	}
	if got := keys(t, org(t, begun(filepath.Join(t.TempDir(), "data")), "1")); !got["a"] || !got["b"] {
		t.Errorf("restored: %v", got)
	}
}
