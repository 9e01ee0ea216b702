//go:build linux

package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/testkit/smalldisk"
)

func TestDisk_FullRefusesWritesAndResumes(t *testing.T) {
	disk := smalldisk.New(t, 6)
	s, err := Open(context.Background(), Options{Dir: filepath.Join(disk.Dir, "data"), Replica: t.TempDir(), Pace: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer end(t, s)
	db := org(t, s, "1")
	replicated(t, db, mustPut(t, db, "first"))
	disk.Fill()
	kept := map[string]bool{"first": true}
	full := false
	for i := 0; i < 2000 && !full; i++ {
		// three commands share a COMMIT: all fail with it or none
		var list []Command
		for j := range 3 {
			list = append(list, put(fmt.Sprint(i, "-", j), strings.Repeat("z", 3000)))
		}
		results, err := db.WriteAll(context.Background(), list)
		if err != nil {
			t.Fatal(err)
		}
		for j, r := range results {
			if r.Err == nil {
				kept[fmt.Sprint(i, "-", j)] = true
			} else if fail.CodeOf(r.Err) != "server-storage-full" {
				t.Fatalf("full disk: %v", r.Err)
			} else {
				full = true
			}
		}
	}
	if !full {
		t.Fatal("the disk took everything")
	}
	if got := keys(t, db); len(got) != len(kept) {
		t.Fatalf("reads while full: %d rows, %d were acknowledged", len(got), len(kept))
	}
	disk.Free()
	last := mustPut(t, db, "afterwards")
	replicated(t, db, last)
	got := keys(t, db)
	for k := range kept {
		if !got[k] {
			t.Fatalf("lost %s", k)
		}
	}
	if len(got) != len(kept)+1 {
		t.Fatalf("%d rows, %d were acknowledged", len(got), len(kept)+1)
	}
}

// The log's descriptor is exchanged for one that cannot be written: a real failure of a write system call.
func TestDisk_AnUnconfirmedWriteStopsTheDatabase(t *testing.T) {
	dir := t.TempDir()
	died := make(chan error, 1)
	s, err := Open(context.Background(), Options{Dir: dir, Fatal: func(err error) { died <- err }})
	if err != nil {
		t.Fatal(err)
	}
	db := org(t, s, "1")
	mustPut(t, db, "before")
	sink, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	list, _ := os.ReadDir("/proc/self/fd")
	var taken [][2]int
	for _, e := range list {
		if to, _ := os.Readlink("/proc/self/fd/" + e.Name()); to == filepath.Join(dir, "org", "1.db-wal") {
			var fd int
			_, _ = fmt.Sscan(e.Name(), &fd)
			spare, err := syscall.Dup(fd)
			if err != nil {
				t.Fatal(err)
			}
			if err := syscall.Dup3(int(sink.Fd()), fd, 0); err != nil {
				t.Fatal(err)
			}
			taken = append(taken, [2]int{fd, spare})
		}
	}
	if len(taken) == 0 {
		t.Fatal("no descriptor of the log")
	}
	_, err = db.Write(context.Background(), put("lost", ""))
	if !errors.Is(err, ErrDisk) {
		t.Fatalf("a failed write: %v", err)
	}
	for _, p := range taken { // the disk works again, but nobody knows what it holds
		_ = syscall.Dup3(p[1], p[0], 0)
		_ = syscall.Close(p[1])
	}
	if _, err := db.Write(context.Background(), put("later", "")); !errors.Is(err, ErrDisk) {
		t.Fatalf("accepted a write after that: %v", err)
	}
	select {
	case err := <-died:
		if !errors.Is(err, ErrDisk) {
			t.Fatal(err)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("nobody was told")
	}
	mustPut(t, org(t, s, "2"), "others go on until the program ends")
	end(t, s)
	s = begin(t, Options{Dir: dir})
	if got := keys(t, org(t, s, "1")); !got["before"] || got["later"] {
		t.Fatalf("after the restart: %v", got)
	}
}
