-- +goose Up
-- The second factor of a user: the secret of an authenticator app (RFC 6238), locked with the server's own.
CREATE TABLE access_factor (
  user_id TEXT PRIMARY KEY REFERENCES access_user (id),
  secret BLOB NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Codes that were shown to us, by their 30 s step: none counts a second time.
CREATE TABLE access_factor_code (
  user_id TEXT NOT NULL REFERENCES access_user (id),
  step INTEGER NOT NULL,
  PRIMARY KEY (user_id, step)
) STRICT, WITHOUT ROWID;
-- Recovery codes, each good once. Only hashes are kept.
CREATE TABLE access_recovery (
  user_id TEXT NOT NULL REFERENCES access_user (id),
  hash TEXT NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;
-- Users of the group must have a second factor.
ALTER TABLE access_group ADD COLUMN second_factor INTEGER NOT NULL DEFAULT 0;
-- +goose Down
SELECT 1;
