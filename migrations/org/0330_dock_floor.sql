-- +goose Up
-- What was measured in the trailer when its doors closed, where the goods ask for a temperature.
ALTER TABLE dock_shipment ADD COLUMN measured TEXT NOT NULL DEFAULT '{}';

-- What each person did on a dock on each of its days. Kept as it happens: a sum over all pallets of a year would hold the readers up.
CREATE TABLE dock_usage (
  warehouse TEXT NOT NULL,
  day TEXT NOT NULL,                   -- the warehouse's own
  user_id TEXT NOT NULL,
  user_name TEXT NOT NULL DEFAULT '',
  scans INTEGER NOT NULL DEFAULT 0,    -- pallets loaded, less those taken off again
  loads INTEGER NOT NULL DEFAULT 0,    -- trailers closed
  signatures INTEGER NOT NULL DEFAULT 0,
  exceptions INTEGER NOT NULL DEFAULT 0, -- pallets noted short or damaged
  photos INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (warehouse, day, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dock_usage_day ON dock_usage (day);

-- What was scanned before this was kept. Its days are those of UTC: SQL knows no time zones, and a scan at an evening's edge is worth no more.
INSERT INTO dock_usage (warehouse, day, user_id, scans, exceptions, photos)
SELECT warehouse, date(scanned_at / 1000, 'unixepoch'), scanned_by, count(*), sum(state IN ('short', 'damaged')), sum(json_array_length(photos))
FROM dock_pallet WHERE scanned_at IS NOT NULL AND scanned_by <> '' GROUP BY 1, 2, 3;
-- +goose Down
SELECT 1;
