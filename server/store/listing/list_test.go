package listing_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lading/server/store"
	"lading/server/store/listing"
	"lading/server/testkit"
)

var things = listing.Table{Name: "thing", State: "state", Days: []string{"on_day", "name", "id"}, Narrow: "thing_narrow", Has: []string{"name"}, Order: "thing_order", Sample: "thing_sample",
	Tally: "thing_tally", Told: func(condition string) string { return strings.ReplaceAll(condition, "colour", "hue") }}

// world has 1,500 things in three states, with keys that repeat, keys that are numbers, and some that are not there.
func world(t *testing.T) *testkit.Kit {
	t.Helper()
	k := testkit.New(t)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, statement := range []string{
			`CREATE TABLE thing (id TEXT PRIMARY KEY, state TEXT, on_day TEXT, name TEXT, size INTEGER, colour TEXT) STRICT`,
			`CREATE INDEX thing_narrow ON thing (state, on_day, name, id)`,
			`CREATE INDEX thing_order ON thing (state, on_day, name, id, size, colour)`,
			`CREATE INDEX thing_sample ON thing (state, on_day, name, id, size, colour) WHERE rowid % 17 = 0`,
			`INSERT INTO thing WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
SELECT printf('%05d', i * 7919 % 15013), substr('abb', 1 + i % 3, 1), 'day ' || (i % 7), 'name ' || (i * 31 % 97), i * 13 % 400, 'red' FROM n`,
			`CREATE TABLE thing_tally AS SELECT state, colour AS hue, count(*) AS n FROM thing GROUP BY state, colour`,
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
	for _, places := range []int{0, 1, 20, 1000} { // taken at its word, which is often wrong; as if it said nothing
		stop := listing.Spare(places)
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
								l := listing.List{Table: things, States: states, Column: column, Down: down, Tallied: condition != "size < ?"}
								l.And(condition, args...)
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
		stop()
	}
}
