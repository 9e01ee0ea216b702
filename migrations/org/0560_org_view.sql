-- +goose Up
-- A view of a list that somebody shared: how it is narrowed, ordered and cut to columns. It holds no rows: what it shows is each person's own to see.
CREATE TABLE org_view (
  id TEXT PRIMARY KEY,
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  page INTEGER NOT NULL DEFAULT 0, -- whoever may open it sees the view; 0 is everybody
  view TEXT NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX org_view_name ON org_view (list, name);
-- +goose Down
SELECT 1;
