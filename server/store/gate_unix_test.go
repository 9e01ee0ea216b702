//go:build unix

package store

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The old place may be another disk, where a rename does not lead out of.
func TestReplica_IsBroughtFromAnotherDisk(t *testing.T) {
	for _, c := range []struct {
		name  string
		stays bool
	}{
		{"all of it", false},
		{"not where something of it cannot be copied", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			other, err := os.MkdirTemp("/dev/shm", "lading-test-")
			if err != nil {
				t.Skip(err)
			}
			t.Cleanup(func() { _ = os.RemoveAll(other) })
			probe := filepath.Join(other, "probe")
			if err := os.Mkdir(probe, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(probe, filepath.Join(t.TempDir(), "probe")); !errors.Is(err, syscall.EXDEV) {
				t.Skip("it is not another disk: ", err)
			}
			parent := t.TempDir()
			replica, data := filepath.Join(parent, "a b"), filepath.Join(t.TempDir(), "data")
			s := begin(t, Options{Dir: data, Replica: replica})
			replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "a"))
			end(t, s)
			at := held(t, replica, "org/1")[0]
			sent := times(t, at)

			old := filepath.Join(parent, "a%20b")
			if err := os.Rename(at, filepath.Join(parent, "ltx")); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(other, old); err != nil {
				t.Fatal(err)
			}
			was := strings.Replace(at, replica, old, 1)
			if err := os.MkdirAll(filepath.Dir(was), 0o700); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("cp", "-Rp", filepath.Join(parent, "ltx"), was).CombinedOutput(); err != nil {
				t.Fatal(string(out), err)
			}
			if c.stays {
				if err := syscall.Mkfifo(filepath.Join(was, "pipe"), 0o600); err != nil {
					t.Fatal(err)
				}
			}

			s = begin(t, Options{Dir: data, Replica: replica})
			replicated(t, org(t, s, "1"), mustPut(t, org(t, s, "1"), "b"))
			end(t, s)
			from, to := at, was
			if !c.stays {
				from, to = was, at
			}
			if _, err := os.Stat(from); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("at %s: %v", from, err)
			}
			if _, err := os.Stat(at + ".moving"); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("what was copied of it: %v", err)
			}
			now := times(t, to)
			for name, when := range sent {
				if !now[name].Equal(when) {
					t.Errorf("%s is of %s, was of %s", name, now[name], when)
				}
			}
			if r, err := Restore(t.Context(), replica, "1", filepath.Join(t.TempDir(), "1.db"), time.Time{}, false); err != nil || r.Version < 2 {
				t.Errorf("%+v, %v", r, err)
			}
			if n := len(held(t, replica, "org/1")) + len(held(t, old, "org/1")); n != 1 {
				t.Errorf("one life goes on as %d", n)
			}
		})
	}
}

// times tells when each file of a folder was made, by which a database is restored as of a time.
func times(t *testing.T, at string) map[string]time.Time {
	t.Helper()
	out := map[string]time.Time{}
	list, err := filepath.Glob(filepath.Join(at, "*", "*.ltx"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range list {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		rel, _ := filepath.Rel(at, name)
		out[rel] = info.ModTime()
	}
	if len(out) == 0 {
		t.Fatalf("nothing lies at %s", at)
	}
	return out
}
