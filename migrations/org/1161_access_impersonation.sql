-- +goose Up
-- Who looked at the product as another user, and why. The session of the same id reads only.
CREATE TABLE access_impersonation (
  id TEXT PRIMARY KEY,
  by_user TEXT NOT NULL REFERENCES access_user (id),
  user_id TEXT NOT NULL REFERENCES access_user (id),
  reason TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX access_impersonation_user ON access_impersonation (user_id, id);
-- +goose Down
SELECT 1;
