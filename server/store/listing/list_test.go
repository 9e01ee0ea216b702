package listing_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"lading/server/store"
	"lading/server/store/listing"
	"lading/server/testkit"
)

var things = listing.Table{Name: "thing", State: "state", ByDay: "thing_day", Days: []string{"on_day", "name", "id"}, Sample: "thing_sample",
	Group: "thing_group", Groups: []string{"colour", "COALESCE(maker, '')"}, Tally: "thing_tally", Told: func(condition string) string { return strings.ReplaceAll(condition, "colour", "hue") }}

// world has 1,500 things in three states, with keys that repeat, keys that are numbers, and some that are not there.
func world(t *testing.T) *testkit.Kit {
	t.Helper()
	k := testkit.New(t)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, statement := range []string{
			`CREATE TABLE thing (id TEXT PRIMARY KEY, state TEXT, on_day TEXT, name TEXT, size INTEGER, colour TEXT, maker TEXT) STRICT`,
			`CREATE INDEX thing_day ON thing (state, on_day, name, id, size, colour, maker)`,
			`CREATE INDEX thing_group ON thing (state, colour, COALESCE(maker, ''), size, on_day, name, id)`,
			`CREATE INDEX thing_sample ON thing (state, on_day, name, id, size, colour, maker) WHERE rowid % 17 = 0`,
			`INSERT INTO thing WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
SELECT printf('%05d', i * 7919 % 15013), substr('abb', 1 + i % 3, 1), 'day ' || (i % 7), 'name ' || (i * 31 % 97), i * 13 % 400, 'red', 'ann' FROM n`,
			`CREATE TABLE thing_tally (state TEXT, hue TEXT, maker TEXT, n INTEGER, PRIMARY KEY (state, hue, maker)) STRICT, WITHOUT ROWID`,
			`INSERT INTO thing_tally SELECT state, colour, maker, count(*) FROM thing GROUP BY 1, 2, 3`,
			`CREATE TRIGGER thing_tally_insert AFTER INSERT ON thing BEGIN
INSERT INTO thing_tally VALUES (NEW.state, NEW.colour, COALESCE(NEW.maker, ''), 1) ON CONFLICT DO UPDATE SET n = n + 1; END`,
			`CREATE TRIGGER thing_tally_update AFTER UPDATE ON thing BEGIN
UPDATE thing_tally SET n = n - 1 WHERE state = OLD.state AND hue = OLD.colour AND maker = COALESCE(OLD.maker, '');
INSERT INTO thing_tally VALUES (NEW.state, NEW.colour, COALESCE(NEW.maker, ''), 1) ON CONFLICT DO UPDATE SET n = n + 1; END`,
			`CREATE TRIGGER thing_tally_delete AFTER DELETE ON thing BEGIN
UPDATE thing_tally SET n = n - 1 WHERE state = OLD.state AND hue = OLD.colour AND maker = COALESCE(OLD.maker, ''); END`,
		} {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	return k
}

func TestPage_IsThatOfThePlainQueryWhateverTheSampleSays(t *testing.T) {
	k := world(t)
	for i, places := range []int{0, 1, 20, 1000} { // taken at its word, which is often wrong; as if it said nothing
		stop, unsorted := listing.Spare(places), listing.Sorted(int64(i%2*1000))
		for _, states := range [][]string{{"a"}, {"b"}, {"a", "b"}, {"none"}, {"a", "none"}} {
			for condition, args := range map[string][]any{"TRUE": nil, "size < ?": {int64(150)}, "colour = ?": {"blue"}, "colour <> ?": {"blue"}} {
				for column, then := range map[string]string{"on_day": "name", "name": "id", "size": "id", "colour": "id", "COALESCE(NULLIF(size, 8), -1)": "id"} {
					for _, down := range []bool{false, true} {
						k.Read("1", func(ctx context.Context, tx *store.Tx) error {
							word := " ASC"
							if down {
								word = " DESC"
							}
							want, err := store.Select[string](ctx, tx, "SELECT id FROM thing NOT INDEXED WHERE state IN (SELECT value FROM json_each(?)) AND "+condition+" ORDER BY "+column+word+", "+then+word+", id"+word, append([]any{listing.Texts(states)}, args...)...)
							if err != nil {
								return err
							}
							for _, offset := range []int{0, 3, 300, len(want) / 2, max(0, len(want)-5), len(want) + 10} {
								l := listing.List{Table: things, States: states, Column: column, Down: down}
								if strings.Contains(condition, "size") {
									l.Rest.And(condition, args...)
								} else {
									l.And(condition, args...)
								}
								keys, total, err := l.Page(ctx, tx, 10, offset)
								if err != nil {
									return err
								}
								if rest := want[min(offset, len(want)):min(offset+10, len(want))]; !slices.Equal(keys, rest) || total != int64(len(want)) {
									return fmt.Errorf("%d places, %v %s %v by %s%s from %d: %v of %d, want %v of %d", places, states, condition, args, column, word, offset, keys, total, rest, len(want))
								}
							}
							return nil
						})
					}
				}
			}
		}
		unsorted()
		stop()
	}
}

// TestPage_IsExactWhileThingsComeAndGo narrows and orders at random, the same each time but in a soak, and changes things between the pages: each page is that of the plain query of its moment.
func TestPage_IsExactWhileThingsComeAndGo(t *testing.T) {
	k := world(t)
	defer listing.Few()()
	seed := uint64(1)
	if os.Getenv("LADING_SOAK") != "" {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	day := func() string { return fmt.Sprint("day ", r.IntN(7)) }
	maker := func() any { return []any{"ann", "ann", "bob", nil}[r.IntN(4)] }
	for round := range 600 {
		stop := listing.Sorted(int64(round % 3 * 150))
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			for range r.IntN(4) {
				id := fmt.Sprintf("%05d", r.IntN(15013))
				statement, args := `INSERT OR IGNORE INTO thing VALUES (?, ?, ?, ?, ?, ?, ?)`, []any{id, one("a", "a", "b", "b", "few"), day(), fmt.Sprint("name ", r.IntN(97)), r.IntN(400), one("red", "red", "blue"), maker()}
				switch r.IntN(4) {
				case 0:
					statement, args = `DELETE FROM thing WHERE id >= ? AND id < ? || 'x'`, []any{id, id[:4]}
				case 1:
					statement, args = `UPDATE thing SET state = ?, on_day = ?, size = ?, colour = ?, maker = ? WHERE id >= ? AND id < ? || 'x'`, []any{one("a", "b", "c"), day(), r.IntN(400), one("red", "blue"), maker(), id, id[:3]}
				}
				if _, err := tx.ExecContext(ctx, statement, args...); err != nil {
					return err
				}
			}
			return nil
		})
		l := listing.List{Table: things, States: [][]string{{"a"}, {"b"}, {"a", "b"}, {"c"}, {"a", "c"}, {"few"}}[r.IntN(6)], Column: one("on_day", "name", "size", "colour"), Down: r.IntN(2) == 0}
		switch r.IntN(8) {
		case 0:
			l.Tally, l.Group = "", ""
		case 1:
			l.Group = ""
		}
		if r.IntN(8) == 0 {
			l.Between("day 5", "day 2") // there is none
		}
		for range r.IntN(4) {
			switch r.IntN(4) {
			case 0:
				l.And("colour = ?", one("red", "blue"))
			case 1:
				l.Any("maker", []string{"ann", "bob"}[:1+r.IntN(2)])
			case 2:
				l.Between([]string{"", "day 0", day()}[r.IntN(3)], []string{"", "day 6", day()}[r.IntN(3)])
			case 3:
				if r.IntN(3) == 0 {
					l.Rest.And("name < ?", fmt.Sprint("name ", r.IntN(97)))
				} else {
					l.Rest.And("size = ?", r.IntN(400)) // the index of groups has it before the day
				}
			}
		}
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			all := l.All()
			all.In("state", l.States)
			want, err := store.Select[string](ctx, tx, "SELECT id FROM thing NOT INDEXED WHERE "+all.String()+l.Ordered(), all.Args...)
			if err != nil {
				return err
			}
			total, err := l.Total(ctx, tx)
			if err != nil || total != int64(len(want)) {
				return fmt.Errorf("round %d: %d of %d: %+v %w", round, total, len(want), l, err)
			}
			for _, offset := range []int{0, r.IntN(len(want) + 2), max(0, len(want)-r.IntN(12))} {
				size := 1 + r.IntN(30)
				keys, total, err := l.Page(ctx, tx, size, offset)
				if err != nil {
					return err
				}
				if rest := want[min(offset, len(want)):min(offset+size, len(want))]; !slices.Equal(keys, rest) || total != int64(len(want)) {
					return fmt.Errorf("round %d, %d from %d: %v of %d, want %v of %d: %+v", round, size, offset, keys, total, rest, len(want), l)
				}
			}
			return nil
		})
		stop()
	}
}
