package store

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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

// tree is all that lies below a folder.
func tree(t *testing.T, at string) map[string]string {
	t.Helper()
	out := map[string]string{}
	if err := filepath.WalkDir(at, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			out[name] = fmt.Sprint(info.Mode(), info.Size(), info.ModTime())
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return out
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

// A server may hold the replica meanwhile, or it lies on a medium that nobody can write.
func TestRestore_ReadsWhereTheReplicaLiesAndChangesNothing(t *testing.T) {
	parent := t.TempDir()
	replica := filepath.Join(parent, "Größe 1")
	s := begin(t, Options{Dir: filepath.Join(t.TempDir(), "data"), Replica: replica})
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "a"))
	end(t, s)
	for _, at := range held(t, replica, "org/1") {
		ofOld(t, at)
	}
	before := tree(t, parent)
	to := filepath.Join(t.TempDir(), "1.db")
	if r, err := Restore(t.Context(), replica, "1", to, time.Time{}, false); err != nil || r.Version == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if after := tree(t, parent); !maps.Equal(before, after) {
		t.Errorf("before: %v\nafter: %v", before, after)
	}
}

// What lies at the old place may be all there is.
func TestRestore_SaysThatItCannotLookIntoTheOldPlace(t *testing.T) {
	replica := filepath.Join(t.TempDir(), "Größe 1")
	s := begin(t, Options{Dir: filepath.Join(t.TempDir(), "data"), Replica: replica})
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "a"))
	end(t, s)
	was := ofOld(t, held(t, replica, "org/1")[0])
	if err := os.RemoveAll(was); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Base(was), was); err != nil { // to itself
		t.Skip(err)
	}
	if _, err := Restore(t.Context(), replica, "1", filepath.Join(t.TempDir(), "1.db"), time.Time{}, false); err == nil || !strings.Contains(err.Error(), was) {
		t.Errorf("%v", err)
	}
}

// As an earlier version leaves it that was put back for a day.
func TestRestore_SaysWhereALifeLiesInTwoFolders(t *testing.T) {
	replica := filepath.Join(t.TempDir(), "Größe 1")
	s := begin(t, Options{Dir: filepath.Join(t.TempDir(), "data"), Replica: replica})
	replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "a"))
	end(t, s)
	at := held(t, replica, "org/1")[0]
	was := ofOld(t, at)
	if err := os.CopyFS(at, os.DirFS(was)); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&said, nil)))
	defer slog.SetDefault(before)
	if _, err := Restore(t.Context(), replica, "1", filepath.Join(t.TempDir(), "1.db"), time.Time{}, false); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{filepath.Dir(at), filepath.Dir(was)} {
		if !strings.Contains(said.String(), name) {
			t.Errorf("%s is not named in %q", name, said.String())
		}
	}
}
