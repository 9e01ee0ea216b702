-- +goose Up
-- Where another system is told of what happens to shipments, as it happens.
CREATE TABLE integration_postback (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,    -- JSON, at least one
  warehouse TEXT REFERENCES warehouse_site (id), -- NULL is all
  paused INTEGER NOT NULL DEFAULT 0,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- What its messages are signed with. Kept apart: no list or export ever has it.
CREATE TABLE integration_postback_key (
  postback_id TEXT PRIMARY KEY,
  key TEXT NOT NULL, -- locked by the server's vault
  made_at INTEGER NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
