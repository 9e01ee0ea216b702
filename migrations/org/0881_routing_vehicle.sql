-- +goose Up
-- The organisation's own trucks and trailers, by the number that is painted on them.
CREATE TABLE routing_vehicle (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  depot TEXT NOT NULL REFERENCES routing_depot (code) ON UPDATE CASCADE,
  plate TEXT NOT NULL,
  payload TEXT NOT NULL,
  pallets INTEGER NOT NULL,
  lift_gate INTEGER NOT NULL,
  note TEXT NOT NULL,
  disabled INTEGER NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX routing_vehicle_depot ON routing_vehicle (depot);
-- +goose Down
SELECT 1;
