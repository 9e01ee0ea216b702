package op

import (
	"context"
	"net/http"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"

	"golang.org/x/time/rate"
)

type told struct {
	Name string `json:"Name"`
}

// desk is an area with one command.
type desk struct{}

func (desk) Ops() []Op {
	return []Op{Command("Desk/Tell", func(context.Context, *store.Tx, told) (None, error) { return None{}, nil }).SignedIn()}
}

// logged is an organisation in which three things were done, a minute after another.
func logged(t *testing.T) (db *store.DB, began time.Time) {
	t.Helper()
	ctx := context.Background()
	began = time.UnixMilli(1_800_000_000_000)
	now := began
	s, err := store.Open(ctx, store.Options{Dir: t.TempDir(), Replica: "off", Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(ctx) })
	r := NewRegistry(map[string]Area{"desk": desk{}})
	r.Orgs = s.Org
	for _, name := range []string{"one", "two", "three"} {
		if _, err := r.Run(ctx, &Call{Op: r.All()[0], Org: "1", By: store.Actor{User: "U"}, Args: []byte(`{"Name":"` + name + `"}`)}); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
	}
	if db, err = s.Org(ctx, "1"); err != nil {
		t.Fatal(err)
	}
	return db, began
}

func TestVerifyLog_NamesTheFirstEntryThatDoesNotFollow(t *testing.T) {
	for name, c := range map[string]struct {
		sql    string
		broken int64
		n      int64
	}{
		"as it was written":                     {`SELECT 1`, 0, 3},
		"somebody else is said to have done it": {`UPDATE op_log SET user_id = 'V' WHERE id = 2`, 2, 1},
		"it is said to follow from another":     {`UPDATE op_log SET prev = x'00' WHERE id = 3`, 3, 2},
		"the first is left out":                 {`DELETE FROM op_log WHERE id = 1`, 2, 0},
		"one in the middle is left out":         {`DELETE FROM op_log WHERE id = 2`, 3, 1},
	} {
		db, _ := logged(t)
		err := change(db, c.sql)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
			broken, n, err := VerifyLog(ctx, tx)
			if broken != c.broken || n != c.n {
				t.Errorf("%s: breaks at %d after %d, want %d after %d", name, broken, n, c.broken, c.n)
			}
			return err
		}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// change writes as somebody does who has the file in hand: whatever guards the log is taken out first.
func change(db *store.DB, sql string) error {
	_, err := db.Write(context.Background(), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		guards, err := store.Select[string](ctx, tx, `SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'op_log'`)
		for _, g := range guards {
			if err == nil {
				_, err = tx.ExecContext(ctx, `DROP TRIGGER `+g)
			}
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, sql)
		}
		return err
	}})
	return err
}

func TestLoggedBefore_IsTheLastThatWasLoggedEarlier(t *testing.T) {
	db, began := logged(t)
	if err := db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
		versions, err := store.Select[int64](ctx, tx, `SELECT version FROM op_log ORDER BY id`)
		if err != nil {
			return err
		}
		for after, want := range map[time.Duration]int64{0: 0, 1: 0, time.Millisecond: versions[0], time.Minute: versions[0], time.Minute + time.Millisecond: versions[1], time.Hour: versions[2]} {
			if got, err := LoggedBefore(ctx, tx, began.Add(after)); err != nil || got != want {
				t.Errorf("%s after the first: %d, want %d (%v)", after, got, want, err)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestLimiter_ForgetsWhoDidNotComeForTenMinutes(t *testing.T) {
	l, limit := NewLimiter(), Limit{Name: "x", Every: time.Hour, Burst: 1}
	if err := l.Take(limit, "a"); err != nil {
		t.Fatal(err)
	}
	if f, ok := fail.As(l.Take(limit, "a")); !ok || f.Status != http.StatusTooManyRequests || f.Params["seconds"].(int) < 3_590 {
		t.Fatalf("the second call: %+v", f)
	}
	if err := l.Take(limit, "b"); err != nil {
		t.Fatalf("somebody else: %v", err)
	}
	ago := time.Now().Add(-11 * time.Minute)
	for _, key := range []string{"x|a", "x|c"} {
		l.buckets[key] = &bucket{Limiter: rate.NewLimiter(0, 0), used: ago}
	}
	l.buckets["x|d"] = &bucket{Limiter: rate.NewLimiter(0, 0), used: ago.Add(2 * time.Minute)}
	_ = l.Take(limit, "b")
	if len(l.buckets) != 4 {
		t.Fatalf("looked for those who stay away again at once: %d are known", len(l.buckets))
	}
	l.swept = ago
	_ = l.Take(limit, "b")
	if len(l.buckets) != 2 || l.buckets["x|b"] == nil || l.buckets["x|d"] == nil {
		t.Fatalf("after ten minutes %d are known", len(l.buckets))
	}
}

func TestDecode_AULIDOfATimeThatThereIsNot(t *testing.T) {
	type req struct {
		ID string `json:"Id" validate:"ulid"`
	}
	o := Command("X/Y", func(context.Context, *store.Tx, req) (None, error) { return None{}, nil }).SignedIn()
	for id, code := range map[string]string{"7ZZZZZZZZZZZZZZZZZZZZZZZZZ": "", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ": "invalid-fields", "01J0000000000000000000000": "invalid-fields", "01J0000000000000000000000U": "invalid-fields"} {
		if _, err := Decode(&o, []byte(`{"Id":"`+id+`"}`), nil); fail.CodeOf(err) != code {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func TestStrangers_AnOrganisationThatThereIsNotIsNotOpened(t *testing.T) {
	s := PublicLinks{Exists: func(context.Context, string) (bool, error) { return false, nil }, Orgs: func(context.Context, string) (*store.DB, error) {
		t.Error("a stranger had a database opened")
		return nil, context.Canceled
	}}
	if err := s.Shown(context.Background(), "nobody", "offer-unknown", nil); fail.CodeOf(err) != "offer-unknown" {
		t.Fatal(err)
	}
}
