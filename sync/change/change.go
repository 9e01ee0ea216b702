// Package change announces writes. Every synced table is declared once; triggers generated from the declaration
// append to the change log, so no code path can forget to.
//
// The log has one entry per live row and scope, plus tombstones: it is as long as the data, never as its history.
package change

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/right"
	"lading/server/store"

	"database/sql/driver"

	"github.com/goccy/go-json"
	"modernc.org/sqlite"
)

// Table is one synced table: SQL table, entity and the device's table share the name.
type Table struct {
	Name string
	// Key is the key column; a row's key never changes.
	Key string
	// Right is what a user must hold to have the rows on a device. It is a part of the row's scopes, so that devices of users who hold other rights
	// follow other scopes, and one whose user lost a right drops what came with it.
	Right right.Right
	// Scopes are SQL expressions over {row} that each give the place the row is in, or NULL: "'wh:' || {row}.warehouse".
	Scopes []string
	// Index is the device's index string, in Dexie's spelling.
	Index string
	// First orders the first load: lower comes sooner.
	First int
	// Row is the type that the wire carries.
	Row reflect.Type

	query string
	load  func(ctx context.Context, tx *store.Tx, keys string) ([]any, []string, error)
}

// Of declares a synced table with the query that reads its rows: SELECT … WHERE key IN (SELECT value FROM json_each(?)).
// key tells a row's key.
func Of[Row any](t Table, query string, key func(Row) string) Table {
	if !t.Right.Known() {
		panic("synced table declares no right: " + t.Name)
	}
	t.Row = reflect.TypeFor[Row]()
	if first, _, _ := strings.Cut(t.Index, ","); t.Index != "" && !hasMember(t.Row, strings.Trim(first, "&+ ")) {
		panic("rows of " + t.Name + " have no member " + first + ": no device could store one")
	}
	t.query = query
	t.load = func(ctx context.Context, tx *store.Tx, keys string) ([]any, []string, error) {
		rows, err := store.Select[Row](ctx, tx, query, keys)
		if err != nil {
			return nil, nil, fmt.Errorf("load rows of %s: %w", t.Name, err)
		}
		out, names := make([]any, len(rows)), make([]string, len(rows))
		for i, r := range rows {
			out[i], names[i] = r, key(r)
		}
		return out, names, nil
	}
	return t
}

// Masked has the rows of a table reach devices as show gives them: the rows of a scope are the same for every device that follows it, so what only some of its readers
// may know is in none. how names the mask; another name announces all rows anew, so that devices replace what they hold.
func Masked[Row any](t Table, how string, show func(Row) Row) Table {
	whole := t.load
	t.query += " -- " + how
	t.load = func(ctx context.Context, tx *store.Tx, keys string) ([]any, []string, error) {
		rows, names, err := whole(ctx, tx, keys)
		for i, r := range rows {
			rows[i] = show(r.(Row))
		}
		return rows, names, err
	}
	return t
}

// hasMember reports whether the JSON object of a row's type has a member of this name.
func hasMember(row reflect.Type, name string) bool {
	return slices.ContainsFunc(reflect.VisibleFields(row), func(f reflect.StructField) bool {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return tag == name || tag == "" && f.Name == name
	})
}

// Rows reads the rows of these keys as JSON objects, without version and scopes.
func (t Table) Rows(ctx context.Context, tx *store.Tx, keys []string) (map[string]json.RawMessage, error) {
	list, err := json.Marshal(keys)
	if err != nil {
		return nil, err
	}
	rows, names, err := t.load(ctx, tx, string(list))
	if err != nil {
		return nil, err
	}
	out := make(map[string]json.RawMessage, len(rows))
	for i, r := range rows {
		b, err := json.Marshal(r)
		if err != nil {
			return nil, fmt.Errorf("write row %s of %s: %w", names[i], t.Name, err)
		}
		out[names[i]] = b
	}
	return out, nil
}

// Hash is the weight of one live entry in a scope's digest.
func Hash(entity, key string, version int64) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(entity))
	_, _ = h.Write([]byte{0})
	_, _ = h.Write([]byte(key))
	_, _ = h.Write([]byte{0})
	_, _ = h.Write(strconv.AppendInt(nil, version, 10))
	return int64(h.Sum64())
}

// Digest is what a device must arrive at for a scope: the number of live rows and the wrapping sum of their hashes.
func Digest(n, sum int64) string { return fmt.Sprintf("%d:%016x", n, uint64(sum)) }

func init() {
	// digest_add(sum, entity, key, version, sign): addition that wraps, which SQL has none of. A row that is gone has the sign 0.
	sqlite.MustRegisterDeterministicScalarFunction("digest_add", 5, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		sum, ok1 := args[0].(int64)
		entity, ok2 := args[1].(string)
		key, ok3 := args[2].(string)
		version, ok4 := args[3].(int64)
		sign, ok5 := args[4].(int64)
		if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 {
			return nil, errors.New("digest_add: wrong types")
		}
		if version < 0 { // a command that said that it would be quiet has no version to announce anything under
			return nil, errors.New("a quiet command wrote to a synced table")
		}
		if sign == 0 {
			return sum, nil
		}
		return sum + sign*Hash(entity, key, version), nil
	})
}

// One trigger for each kind of write: SQLite sets a frame up for every trigger of a table, whether its condition holds or not.
const digestTriggers = `
CREATE TRIGGER change_entered AFTER INSERT ON change BEGIN
  INSERT INTO change_digest (scope, n, sum) VALUES (NEW.scope, 1 - NEW.gone, digest_add(0, NEW.entity, NEW.key, NEW.version, 1 - NEW.gone))
  ON CONFLICT (scope) DO UPDATE SET n = n + 1 - NEW.gone, sum = digest_add(sum, NEW.entity, NEW.key, NEW.version, 1 - NEW.gone);
END;
CREATE TRIGGER change_altered AFTER UPDATE ON change BEGIN
  UPDATE change_digest SET n = n + OLD.gone - NEW.gone,
    sum = digest_add(digest_add(sum, OLD.entity, OLD.key, OLD.version, OLD.gone - 1), NEW.entity, NEW.key, NEW.version, 1 - NEW.gone) WHERE scope = NEW.scope;
END;
CREATE TRIGGER change_dropped AFTER DELETE ON change WHEN OLD.gone = 0 BEGIN
  UPDATE change_digest SET n = n - 1, sum = digest_add(sum, OLD.entity, OLD.key, OLD.version, -1) WHERE scope = OLD.scope;
END;`

// former are triggers that older databases have instead.
var former = []string{"change_added", "change_moved", "change_left", "change_returned", "change_dropped", "change_quiet_insert", "change_quiet_update"}

// expr is the scope of a row in SQL: NULL where the place is NULL.
func (t Table) expr(place, row string) string {
	e := "(" + strings.ReplaceAll(place, "{row}", row) + ")"
	if suffix := Scope("", t.Right); suffix != "" {
		e = "(" + e + " || '" + suffix + "')"
	}
	return e
}

// Scope names the rows of a place that a right opens. What everyone signed in may see is in the place's own scope.
func Scope(place string, r right.Right) string {
	if r == right.SignedIn {
		return place
	}
	return place + "/" + string(r)
}

// kinds are the places that a table's rows may be in.
var kinds = []string{"org", "user:", "wh:"}

// Kind reports the kind of a scope or a place: what stands before its name.
func Kind(scope string) string {
	for _, k := range kinds {
		if strings.HasPrefix(scope, k) {
			return k
		}
	}
	return ""
}

// Kinds lists the kinds of places that the table's rows may be in.
func (t Table) Kinds() []string {
	var in []string
	for _, k := range kinds {
		if strings.Contains(strings.Join(t.Scopes, " "), "'"+k) {
			in = append(in, k)
		}
	}
	return in
}

// In reports whether rows of the table may be in a scope.
func (t Table) In(scope string) bool {
	suffix := Scope("", t.Right)
	if suffix == "" && strings.Contains(scope, "/") && right.Right(scope[strings.LastIndexByte(scope, '/')+1:]).Known() || !strings.HasSuffix(scope, suffix) {
		return false
	}
	return slices.Contains(t.Kinds(), Kind(scope))
}

// triggers writes the table's three triggers.
func (t Table) triggers() []string {
	put := func(row string) string {
		var b strings.Builder
		for _, s := range t.Scopes {
			e := t.expr(s, row)
			fmt.Fprintf(&b, `
  INSERT INTO change (scope, entity, key, version, gone)
  SELECT %s, '%s', %s.%s, (SELECT version FROM store_version WHERE id = 1), 0 WHERE %s IS NOT NULL
  ON CONFLICT (scope, entity, key) DO UPDATE SET version = excluded.version, gone = 0;`, e, t.Name, row, t.Key, e)
		}
		return b.String()
	}
	leave := func(unless string) string {
		var b strings.Builder
		for _, s := range t.Scopes {
			e := t.expr(s, "OLD")
			fmt.Fprintf(&b, `
  UPDATE change SET gone = 1, version = (SELECT version FROM store_version WHERE id = 1)
  WHERE scope = %s AND entity = '%s' AND key = OLD.%s AND gone = 0%s;`, e, t.Name, t.Key, unless)
		}
		return b.String()
	}
	var now []string
	for _, s := range t.Scopes {
		now = append(now, "COALESCE("+t.expr(s, "NEW")+", '')")
	}
	return []string{
		fmt.Sprintf("CREATE TRIGGER sync_%s_insert AFTER INSERT ON %s BEGIN%s\nEND;", t.Name, t.Name, put("NEW")),
		fmt.Sprintf("CREATE TRIGGER sync_%s_update AFTER UPDATE ON %s BEGIN%s%s\nEND;", t.Name, t.Name, leave(" AND scope NOT IN ("+strings.Join(now, ", ")+")"), put("NEW")),
		fmt.Sprintf("CREATE TRIGGER sync_%s_delete AFTER DELETE ON %s BEGIN%s\nEND;", t.Name, t.Name, leave("")),
	}
}

func (t Table) signature() string {
	sum := sha256.Sum256([]byte(strings.Join(t.triggers(), "\n") + t.query + t.Row.String()))
	return hex.EncodeToString(sum[:8])
}

// backfill announces every row anew under a version of its own, and tells scopes of rows that are no longer theirs.
func (t Table) backfill() []string {
	var out, cur []string
	for _, s := range t.Scopes {
		e := t.expr(s, "t")
		out = append(out, fmt.Sprintf(`INSERT INTO change (scope, entity, key, version, gone)
SELECT %s, '%s', t.%s, (SELECT version FROM store_version WHERE id = 1), 0 FROM %s AS t WHERE %s IS NOT NULL
ON CONFLICT (scope, entity, key) DO UPDATE SET version = excluded.version, gone = 0`, e, t.Name, t.Key, t.Name, e))
		cur = append(cur, fmt.Sprintf("SELECT %s FROM %s AS t WHERE t.%s = change.key", e, t.Name, t.Key))
	}
	out = append(out, fmt.Sprintf(`UPDATE change SET gone = 1, version = (SELECT version FROM store_version WHERE id = 1)
WHERE entity = '%s' AND gone = 0 AND scope NOT IN (SELECT * FROM (%s) WHERE 1 IS NOT NULL)`, t.Name, strings.Join(cur, " UNION ALL ")))
	return out
}

// Install brings a database's triggers in line with the declarations; the migrated writer connection calls it before anybody else may write.
func Install(tables []Table) func(ctx context.Context, db *sql.DB) error {
	return func(ctx context.Context, db *sql.DB) error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		var has int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name = 'change_altered'`).Scan(&has); err != nil {
			return err
		}
		if has == 0 {
			for _, name := range former {
				if _, err := tx.ExecContext(ctx, "DROP TRIGGER IF EXISTS "+name); err != nil {
					return err
				}
			}
			if _, err := tx.ExecContext(ctx, digestTriggers); err != nil {
				return fmt.Errorf("digest triggers: %w", err)
			}
		}
		bumped := false
		for _, t := range tables {
			var known string
			err := tx.QueryRowContext(ctx, `SELECT value FROM store_meta WHERE key = ?`, "change:"+t.Name).Scan(&known)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return err
			}
			if known == t.signature() {
				continue
			}
			if !bumped {
				bumped = true
				if _, err := tx.ExecContext(ctx, `UPDATE store_version SET version = version + 1 WHERE id = 1`); err != nil {
					return err
				}
			}
			for _, suffix := range []string{"insert", "update", "delete"} {
				if _, err := tx.ExecContext(ctx, fmt.Sprintf("DROP TRIGGER IF EXISTS sync_%s_%s", t.Name, suffix)); err != nil {
					return err
				}
			}
			for _, q := range append(t.triggers(), t.backfill()...) {
				if _, err := tx.ExecContext(ctx, q); err != nil {
					return fmt.Errorf("declare %s: %w\n%s", t.Name, err, q)
				}
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO store_meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, "change:"+t.Name, t.signature()); err != nil {
				return err
			}
		}
		return tx.Commit()
	}
}
