package app

import (
	"database/sql"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lading/migrations"
	"lading/server/store"
)

func TestSchema_ATableStandsInOnePlaceWithTheCommentsOfItsColumns(t *testing.T) {
	schema := fstest.MapFS{
		"0001_a.sql": {Data: []byte(`-- +goose Up
-- Spots of a yard.
CREATE TABLE yard_spot_next (
  id TEXT PRIMARY KEY, -- by hand, it says
  -- Where it is;
  -- empty for none.
  row TEXT NOT NULL DEFAULT '(a, b)',
  CHECK (row <> 'x' AND id IN ('a', 'b'))
) STRICT;
ALTER TABLE yard_spot_next RENAME TO yard_spot;
-- +goose Down
SELECT 1;
`)},
		"0002_b.sql": {Data: []byte(`-- +goose Up
ALTER TABLE yard_spot ADD COLUMN at INTEGER NOT NULL DEFAULT 0; -- ms, of the server
-- Who saw it last.
ALTER TABLE yard_spot ADD COLUMN by_user TEXT NOT NULL DEFAULT '';
ALTER TABLE yard_spot ADD COLUMN n INTEGER;
-- +goose Down
SELECT 1;
`)},
	}
	list, err := store.Definitions(t.Context(), schema)
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	n, err := notesOf(schema)
	if err != nil {
		t.Fatal(err)
	}
	want := `-- Spots of a yard.
CREATE TABLE "yard_spot" (
  id TEXT PRIMARY KEY, -- by hand, it says
  -- Where it is;
  -- empty for none.
  row TEXT NOT NULL DEFAULT '(a, b)',
  at INTEGER NOT NULL DEFAULT 0, -- ms, of the server
  by_user TEXT NOT NULL DEFAULT '', -- Who saw it last.
  n INTEGER,
  CHECK (row <> 'x' AND id IN ('a', 'b'))
) STRICT;
`
	if got := n.write(list[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSchema_WhatIsWrittenMakesTheSameTables(t *testing.T) {
	for folder, files := range map[string]fs.FS{"org": migrations.Org, "system": migrations.System} {
		schema, err := fs.Sub(files, folder)
		if err != nil {
			t.Fatal(err)
		}
		list, err := store.Definitions(t.Context(), schema)
		if err != nil || len(list) == 0 {
			t.Fatalf("%d, %v", len(list), err)
		}
		n, err := notesOf(schema)
		if err != nil {
			t.Fatal(err)
		}
		columns := func(text func(store.Definition) string) (out []string) {
			db, err := sql.Open("sqlite", ":memory:")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			db.SetMaxOpenConns(1)
			for _, d := range list {
				if d.Type == "view" {
					continue // of tables that may come later
				}
				if _, err := db.Exec(text(d)); err != nil {
					t.Fatalf("%s: %v\n%s", d.Name, err, text(d))
				}
			}
			rows, err := db.Query(`SELECT concat_ws(' ', m.name, x.name, x.type, x."notnull", x.dflt_value, x.pk, x.hidden) FROM sqlite_schema m, pragma_table_xinfo(m.name) x`)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = rows.Close() }()
			for rows.Next() {
				var line string
				if err := rows.Scan(&line); err != nil {
					t.Fatal(err)
				}
				out = append(out, line)
			}
			return slices.Sorted(slices.Values(out))
		}
		want, got := columns(func(d store.Definition) string { return d.SQL }), columns(n.write)
		if len(want) < 20 || !slices.Equal(want, got) {
			t.Errorf("%s:\n%s\nwant\n%s", folder, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
