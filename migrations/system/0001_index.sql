-- +goose Up
CREATE TABLE store_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE store_version (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL) STRICT;
INSERT INTO store_version (id, version) VALUES (1, 0);
CREATE TABLE op_log (id INTEGER PRIMARY KEY, hash BLOB NOT NULL) STRICT;

CREATE TABLE system_org (id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
-- Which organisation a login name belongs to; rebuilt from the organisations' own users.
CREATE TABLE system_login (login TEXT PRIMARY KEY COLLATE NOCASE, org TEXT NOT NULL, user_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
-- A family of refresh tokens. Only hashes are kept.
CREATE TABLE system_session (
  id TEXT PRIMARY KEY,
  org TEXT NOT NULL,
  user_id TEXT NOT NULL,
  device TEXT NOT NULL DEFAULT '',
  agent TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended_why TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX system_session_user ON system_session (org, user_id) WHERE ended_at IS NULL;
CREATE TABLE system_refresh (
  hash TEXT PRIMARY KEY,
  session TEXT NOT NULL REFERENCES system_session (id),
  used_at INTEGER,
  successor TEXT NOT NULL DEFAULT '',  -- sealed, for a repeat within the grace time
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- +goose Down
SELECT 1;
