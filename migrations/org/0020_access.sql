-- +goose Up
-- What the documents keep on a user and no rule of ours reads (typed in Go, access.Settings).
ALTER TABLE access_user ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';

-- A program that acts for a user. Only the hash of its secret is kept; the secret is shown once.
CREATE TABLE access_application (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES access_user (id),
  name TEXT NOT NULL,
  secret TEXT NOT NULL DEFAULT '',     -- SHA-256, empty until it was shown
  created_at INTEGER NOT NULL,
  shown_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE INDEX access_application_user ON access_application (user_id);
-- +goose Down
SELECT 1;
