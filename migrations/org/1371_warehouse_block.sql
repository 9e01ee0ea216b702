-- +goose Up
-- A time at which a warehouse or some of its doors take no truck, and why. The times are what the clock on the warehouse's wall says.
CREATE TABLE warehouse_block (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  doors TEXT NOT NULL,      -- JSON; empty is all doors of the warehouse
  from_day TEXT NOT NULL,
  from_time TEXT NOT NULL,  -- HH:MM
  until_day TEXT NOT NULL,
  until_time TEXT NOT NULL,
  reason TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX warehouse_block_day ON warehouse_block (warehouse, until_day);
-- +goose Down
SELECT 1;
