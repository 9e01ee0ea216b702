-- +goose Up
-- Reports that users put together: what is summed up, by what, and of which rows. Each is its user's own.
CREATE TABLE analytics_custom (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  subject TEXT NOT NULL,
  group_by TEXT NOT NULL,
  then_by TEXT NOT NULL,                -- within the first; empty for none
  conditions TEXT NOT NULL,
  period TEXT NOT NULL,
  rev INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX analytics_custom_by ON analytics_custom (by_user);
-- +goose Down
SELECT 1;
