-- +goose Up
-- The code with which a server that has no organisation is set up. Only its hash is kept, and one at a time.
CREATE TABLE system_setup (hash TEXT PRIMARY KEY, made_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, used_at INTEGER) STRICT, WITHOUT ROWID;
-- Organisations that an operator has deleted: a start that finds something of one left goes on deleting it.
CREATE TABLE system_deleted (id TEXT PRIMARY KEY, code TEXT NOT NULL, name TEXT NOT NULL, deleted_at INTEGER NOT NULL, done_at INTEGER) STRICT, WITHOUT ROWID;
-- +goose Down
SELECT 1;
