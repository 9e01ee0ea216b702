-- +goose Up
-- Days on which a warehouse is closed, beside the public holidays of its country.
CREATE TABLE warehouse_holiday (
  id TEXT PRIMARY KEY,
  day TEXT NOT NULL,
  name TEXT NOT NULL,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX warehouse_holiday_day ON warehouse_holiday (warehouse, day);
-- +goose Down
SELECT 1;
