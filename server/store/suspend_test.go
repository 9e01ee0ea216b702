package store

import (
	"context"
	"errors"
	"testing"

	"lading/server/kit/fail"
)

func TestSuspend_RefusesUsersAndKeepsWhatReadingNeeds(t *testing.T) {
	dir := t.TempDir()
	s := begin(t, Options{Dir: dir})
	ctx := context.Background()
	db, err := s.Org(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	user := Actor{User: "U-1", Admin: true}
	run := func(db *DB, c Command) string {
		t.Helper()
		ran := false
		c.Do = func(context.Context, *Tx) error { ran = true; return nil }
		_, err := db.Write(ctx, c)
		if f, ok := fail.As(err); ok && !ran {
			return f.Code + ": " + f.Params["why"].(string)
		}
		if err != nil || !ran {
			t.Fatalf("ran %v, %v", ran, err)
		}
		return "ran"
	}
	set := func(db *DB, do func(ctx context.Context, tx *Tx) error) {
		t.Helper()
		if _, err := db.Write(ctx, Command{By: System(), Do: do}); err != nil {
			t.Fatal(err)
		}
	}
	set(db, func(ctx context.Context, tx *Tx) error { return Suspend(ctx, tx, "The bill is open.") })
	before := db.Version()
	refused := "organisation-suspended: The bill is open."
	for what, c := range map[string]struct {
		command Command
		want    string
	}{
		"an administrator":              {Command{By: user}, refused},
		"a stranger":                    {Command{By: Actor{Name: "Driver"}}, refused},
		"a device":                      {Command{By: Actor{Device: "D-1"}}, refused},
		"what reading needs":            {Command{By: user, Always: true}, "ran"},
		"what a device tells of itself": {Command{By: user, Quiet: true}, "ran"},
		"the program":                   {Command{By: System()}, "ran"},
	} {
		if got := run(db, c.command); got != c.want {
			t.Errorf("%s: %s", what, got)
		}
	}
	if db.Version() != before+2 {
		t.Errorf("version %d after %d: what was refused took a number", db.Version(), before)
	}
	if results, err := db.WriteAll(ctx, []Command{{By: user, Do: func(context.Context, *Tx) error { return errors.New("ran") }}, {By: System(), Do: func(context.Context, *Tx) error { return nil }}}); err != nil || fail.CodeOf(results[0].Err) != "organisation-suspended" || results[1].Err != nil {
		t.Errorf("beside others: %+v, %v", results, err)
	}
	end(t, s)

	s = begin(t, Options{Dir: dir})
	if db, err = s.Org(ctx, "1"); err != nil {
		t.Fatal(err)
	}
	if got := run(db, Command{By: user}); got != refused {
		t.Errorf("after a restart: %s", got)
	}
	set(db, Resume)
	if got := run(db, Command{By: user}); got != "ran" || db.Suspended() != nil {
		t.Errorf("after the end: %s", got)
	}
}
