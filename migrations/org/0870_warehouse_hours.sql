-- +goose Up
-- When a warehouse works: spans of a day, each with the weekdays that it holds on. Without one it is not known, and no pickup is warned about.
CREATE TABLE warehouse_hours (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  days TEXT NOT NULL,   -- JSON: MON to SUN
  opens TEXT NOT NULL,  -- HH:MM on the warehouse's clock
  closes TEXT NOT NULL, -- not after opens: on the day after
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX warehouse_hours_warehouse ON warehouse_hours (warehouse);
-- +goose Down
SELECT 1;
