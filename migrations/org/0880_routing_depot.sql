-- +goose Up
-- Places where the organisation's own trucks stand. Others name a depot by its code, as people do; a code that changes goes along.
CREATE TABLE routing_depot (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  street TEXT NOT NULL,
  city TEXT NOT NULL,
  state TEXT NOT NULL,
  zip TEXT NOT NULL,
  phone TEXT NOT NULL,
  hours TEXT NOT NULL,
  warehouse TEXT REFERENCES warehouse_site (id),
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
