package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"lading/migrations"
)

// What a new database begins as is what the migrations make of an empty file.
func TestBlank_IsWhatTheMigrationsMake(t *testing.T) {
	dump := func(name string) (all []string) {
		db, err := sql.Open("sqlite", dsn(name, false, true))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		rows, err := db.Query(`SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema UNION ALL SELECT 'version ' || version_id FROM goose_db_version ORDER BY 1`)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				t.Fatal(err)
			}
			all = append(all, s)
		}
		return all
	}
	org, _ := fs.Sub(migrations.Org, "org")
	system, _ := fs.Sub(migrations.System, "system")
	for _, schema := range []fs.FS{org, system} {
		dir := t.TempDir()
		slow, err := sql.Open("sqlite", dsn(filepath.Join(dir, "slow.db"), false, true))
		if err != nil {
			t.Fatal(err)
		}
		if err := migrate(context.Background(), slow, schema); err != nil {
			t.Fatal(err)
		}
		_ = slow.Close()
		db := &DB{path: filepath.Join(dir, "new.db")}
		if err := db.begin(schema); err != nil {
			t.Fatal(err)
		}
		want, got := dump(filepath.Join(dir, "slow.db")), dump(db.path)
		if len(want) < 20 || len(want) != len(got) {
			t.Fatalf("%d statements, and %d of the blank", len(want), len(got))
		}
		for i := range want {
			if want[i] != got[i] {
				t.Fatalf("%q is %q", want[i], got[i])
			}
		}
	}
}

// A process that is started after another takes what that one made, and what a killed one wrote of it in halves is not taken.
func TestBlank_IsKeptForTheNextProcess(t *testing.T) {
	dir := t.TempDir()
	KeepBlanks(dir)
	defer KeepBlanks("")
	schema := fstest.MapFS{"1_a.sql": {Data: []byte("-- +goose Up\nCREATE TABLE a (id TEXT PRIMARY KEY);\n")}}
	hash := [32]byte{1}
	half := filepath.Join(dir, fmt.Sprintf("%x.blank.1", hash))
	if err := os.WriteFile(half, []byte("SQLite"), 0o600); err != nil {
		t.Fatal(err)
	}
	first, err := keptBlank(schema, hash)
	if err != nil || len(first) < 4096 {
		t.Fatalf("%d bytes: %v", len(first), err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.blank"))
	if err != nil || len(names) != 1 {
		t.Fatalf("%v, %v", names, err)
	}
	second, err := keptBlank(fstest.MapFS{}, hash) // of nothing, it could only be made wrongly
	if err != nil || !bytes.Equal(first, second) {
		t.Fatalf("%d bytes, then %d: %v", len(first), len(second), err)
	}
}
