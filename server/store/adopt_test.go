package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A database that comes from elsewhere begins a life of its own here, with all that it holds, and never takes the place of one that there is.
func TestAdopt_BeginsALifeOfItsOwnAndTakesNobodysPlace(t *testing.T) {
	ctx, elsewhere, dir, replica := context.Background(), t.TempDir(), t.TempDir(), t.TempDir()
	s := begin(t, Options{Dir: elsewhere, Replica: "off"})
	mustPut(t, org(t, s, "1"), "K")
	was := org(t, s, "1").Epoch()
	end(t, s)
	whole, err := os.ReadFile(filepath.Join(elsewhere, "org", "1.db"))
	if err != nil {
		t.Fatal(err)
	}
	s = begin(t, Options{Dir: dir, Replica: replica})
	bring := func(id string) error {
		t.Helper()
		scratch, err := s.Scratch("bring")
		if err != nil {
			t.Fatal(err)
		}
		from := filepath.Join(scratch, "1.db")
		if err := os.WriteFile(from, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		return s.Adopt(ctx, id, from)
	}
	if err := bring("7"); err != nil {
		t.Fatal(err)
	}
	db := org(t, s, "7")
	now := db.Epoch()
	if !keys(t, db)["K"] || now == was || now == "" {
		t.Errorf("holds %v, in the life %q, which was %q", keys(t, db), now, was)
	}
	replicated(t, db, mustPut(t, db, "L"))
	if err := bring("7"); !errors.Is(err, ErrThere) {
		t.Errorf("where there is one: %v", err)
	}
	end(t, s)
	if err := os.RemoveAll(filepath.Join(dir, "org")); err != nil {
		t.Fatal(err)
	}
	s = begin(t, Options{Dir: dir, Replica: replica})
	if err := bring("7"); !errors.Is(err, ErrThere) {
		t.Errorf("where the replica has one: %v", err)
	}
	if db := org(t, s, "7"); !keys(t, db)["L"] {
		t.Errorf("restored with %v", keys(t, db))
	}
	if err := s.Adopt(ctx, "8", filepath.Join(dir, "nothing.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of no file: %v", err)
	}
	if err := bring("../9"); err == nil {
		t.Error("a name that leads elsewhere was taken")
	}
}

// What is dropped is nowhere any more, and its name is free; others stay.
func TestDrop_LeavesNothingHereOrInTheReplica(t *testing.T) {
	ctx, dir, replica := context.Background(), t.TempDir(), t.TempDir()
	s := begin(t, Options{Dir: dir, Replica: replica})
	gone, stays := org(t, s, "1"), org(t, s, "2")
	replicated(t, gone, mustPut(t, gone, "K"))
	replicated(t, stays, mustPut(t, stays, "L"))
	if err := s.Drop(ctx, "1"); err != nil {
		t.Fatal(err)
	}
	if _, err := gone.Write(ctx, put("M", "x")); !errors.Is(err, ErrClosed) {
		t.Errorf("who holds it still writes: %v", err)
	}
	if list, err := filepath.Glob(filepath.Join(dir, "org", "1.db*")); err != nil || len(list) > 0 {
		t.Errorf("left here: %v, %v", list, err)
	}
	if known, err := s.lives(ctx, gone); err != nil || len(known) > 0 {
		t.Errorf("left in the replica: %v, %v", known, err)
	}
	if !keys(t, stays)["L"] {
		t.Error("the other is empty")
	}
	if again := org(t, s, "1"); len(keys(t, again)) > 0 {
		t.Errorf("begun anew with %v", keys(t, again))
	}
	if err := s.Drop(ctx, "3"); err != nil { // cut off half-way and asked again, there may be nothing left to do
		t.Errorf("where there is none: %v", err)
	}
	if err := s.Drop(ctx, "../2"); err == nil {
		t.Error("a name that leads elsewhere was taken")
	}
}
