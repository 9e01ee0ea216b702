package store

import "context"

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

// KeepBlob notes a file whose bytes are in the blob store. The same content again is the same file.
func KeepBlob(ctx context.Context, tx *Tx, hash string, size int64, kind string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO blob (hash, size, type, by_user, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING`, hash, size, kind, tx.By.User, At(tx.Now))
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
