package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"lading/server/store"
)

// grant is a block of numbers that a device was given.
type grant struct {
	ID      string `json:"id"`
	Device  string `json:"device"`
	Kind    string `json:"kind"`
	Carrier string `json:"carrier"`
	Prefix  string `json:"prefix"`
	First   int64  `json:"first"`
	Last    int64  `json:"last"`
}

// restored puts an organisation's newest life into a file of its own, as a start on an empty folder would, and tells what devices may rely on in it: outcomes,
// files with their bytes, blocks of numbers.
func (w *world) restored(ctx context.Context, org string, _ *http.Request) (any, error) {
	dir, err := os.MkdirTemp(w.dir, "restored-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	name := filepath.Join(dir, "org.db")
	reached, err := store.Restore(ctx, w.app.Config.Replica, org, name, time.Time{}, false)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+name+"?mode=ro")
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	r := struct {
		Version  int64    `json:"version"`
		Outcomes []string `json:"outcomes"`
		Files    []string `json:"files"`
		Unread   []string `json:"unread"` // files that are noted and whose bytes are not there
		Leases   []grant  `json:"leases"`
	}{Version: reached.Version, Outcomes: []string{}, Files: []string{}, Unread: []string{}, Leases: []grant{}}
	if r.Outcomes, err = texts(ctx, db, `SELECT id FROM sync_outcome`); err != nil {
		return nil, err
	}
	if r.Files, err = texts(ctx, db, `SELECT hash FROM blob`); err != nil {
		return nil, err
	}
	for _, hash := range r.Files {
		if _, err := w.app.Blobs.Get(ctx, org, hash); err != nil {
			r.Unread = append(r.Unread, fmt.Sprintf("%s: %v", hash, err))
		}
	}
	rows, err := db.QueryContext(ctx, `SELECT id, device, kind, carrier, prefix, first, last FROM org_lease`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var g grant
		if err := rows.Scan(&g.ID, &g.Device, &g.Kind, &g.Carrier, &g.Prefix, &g.First, &g.Last); err != nil {
			return nil, err
		}
		r.Leases = append(r.Leases, g)
	}
	return r, rows.Err()
}

func texts(ctx context.Context, db *sql.DB, query string) (list []string, err error) {
	list = []string{}
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return list, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return list, err
		}
		list = append(list, s)
	}
	return list, rows.Err()
}
