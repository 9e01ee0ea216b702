-- +goose Up
-- Links that strangers hold. Their secret is not here: hash is the SHA-256 of what the holder shows.
CREATE TABLE access_link (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  object TEXT NOT NULL,
  warehouse TEXT NOT NULL DEFAULT '',
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  device TEXT NOT NULL DEFAULT '',
  made_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  openings INTEGER NOT NULL DEFAULT 0,
  opened_at INTEGER,
  used_at INTEGER,
  ended_at INTEGER                     -- another took its place
) STRICT;
CREATE INDEX access_link_object ON access_link (kind, object) WHERE used_at IS NULL AND ended_at IS NULL;
-- +goose Down
SELECT 1;
