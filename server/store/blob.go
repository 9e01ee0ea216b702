package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lading/server/kit/right"

	"github.com/goccy/go-json"
)

// Blob is a file of the organisation, known by the SHA-256 of its content. The bytes stand in the blob store.
type Blob struct {
	Hash string `db:"hash"`
	Size int64  `db:"size"`
	Type string `db:"type"`
	By   string `db:"by_user"`
	At   Time   `db:"at"`
}

// FindBlob tells whether a file is the organisation's and has arrived in full.
func FindBlob(ctx context.Context, tx *Tx, hash string) (Blob, bool, error) {
	return Get[Blob](ctx, tx, `SELECT hash, size, type, by_user, at FROM blob WHERE hash = ?`, hash)
}

// KeepBlob notes a file of the actor's whose bytes are in the blob store. The same content again is the same file.
func KeepBlob(ctx context.Context, tx *Tx, hash string, size int64, kind string) error {
	return keepBlob(ctx, tx, Blob{hash, size, kind, tx.By.User, At(tx.Now)})
}

// KeepFoundBlob notes a file whose bytes were found in the blob store. Nobody knows who sent them.
func KeepFoundBlob(ctx context.Context, tx *Tx, hash string, size int64, kind string) error {
	return keepBlob(ctx, tx, Blob{hash, size, kind, "", At(tx.Now)})
}

func keepBlob(ctx context.Context, tx *Tx, b Blob) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO blob (hash, size, type, by_user, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING`, b.Hash, b.Size, b.Type, b.By, b.At)
	return err
}

// BlobsAfter lists files in the order of their hashes, some at a time.
func BlobsAfter(ctx context.Context, tx *Tx, hash string) ([]Blob, error) {
	return Select[Blob](ctx, tx, `SELECT hash, size, type, by_user, at FROM blob WHERE hash > ? ORDER BY hash LIMIT 500`, hash)
}

// LatestBlobs lists the files that came last.
func LatestBlobs(ctx context.Context, tx *Tx, n int) ([]Blob, error) {
	return Select[Blob](ctx, tx, `SELECT hash, size, type, by_user, at FROM blob ORDER BY at DESC, hash LIMIT ?`, n)
}

// Naming is a kind of row that names files. Triggers note its rows in blob_name.
type Naming struct {
	Entity string
	Right  right.Right // to see the rows
	// Places gives the warehouses of the rows among ?1, a JSON list of keys, that name the file ?2 at present.
	Places string
}

// SeesBlob tells whether a user may see a row that names a file, or sent it and no row ever named it.
func SeesBlob(ctx context.Context, tx *Tx, namings []Naming, hash string) (bool, error) {
	type named struct {
		Entity string `db:"entity"`
		Key    string `db:"key"`
	}
	rows, err := Select[named](ctx, tx, `SELECT entity, key FROM blob_name WHERE hash = ? LIMIT 1000`, hash)
	if err != nil {
		return false, err
	}
	if len(rows) == 0 {
		b, ok, err := FindBlob(ctx, tx, hash)
		return ok && b.By != "" && b.By == tx.By.User, err
	}
	keys := map[string][]string{}
	for _, r := range rows {
		keys[r.Entity] = append(keys[r.Entity], r.Key)
	}
	for _, n := range namings {
		if len(keys[n.Entity]) == 0 || !tx.By.May(n.Right) {
			continue
		}
		list, err := json.Marshal(keys[n.Entity])
		if err != nil {
			return false, err
		}
		places, err := Select[string](ctx, tx, n.Places, string(list), hash)
		if err != nil {
			return false, fmt.Errorf("rows of %s that name a file: %w", n.Entity, err)
		}
		if slices.ContainsFunc(places, tx.By.SeesWarehouse) {
			return true, nil
		}
	}
	return false, nil
}

// NamelessAfter is how long a file may wait for a row that names it: as long as a device may be away.
const NamelessAfter = 90 * 24 * time.Hour

// DropNameless forgets, in one small piece, files that no row ever named, and gives their hashes: their bytes can go once the command is on disk.
// A refused action that waits for a person may still name one.
func DropNameless(ctx context.Context, tx *Tx) ([]string, error) {
	return Select[string](ctx, tx, `DELETE FROM blob WHERE hash IN (SELECT hash FROM blob b WHERE at < ? AND NOT EXISTS (SELECT 1 FROM blob_name n WHERE n.hash = b.hash)
AND NOT EXISTS (SELECT 1 FROM sync_tray t WHERE t.resolved_at IS NULL AND instr(t.args, b.hash)) LIMIT 200) RETURNING hash`, tx.Now.Add(-NamelessAfter).UnixMilli())
}
