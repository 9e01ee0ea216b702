-- +goose Up
-- Where a truck stood when somebody asked. The shipment's history, which every device of the warehouse holds, names it alone: who reads it asks for it, and that is written down.
CREATE TABLE dock_place (
  id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL,
  latitude_e6 INTEGER NOT NULL,
  longitude_e6 INTEGER NOT NULL,
  metres INTEGER NOT NULL,
  salt TEXT NOT NULL,                  -- with it the history's digest proves the place without telling it
  at INTEGER NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
