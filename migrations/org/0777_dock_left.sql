-- +goose Up
-- A pallet that was left behind waits for the load that its back order is built into, and goes on with its label.
ALTER TABLE dock_pallet ADD COLUMN next_id TEXT NOT NULL DEFAULT '';      -- itself on the later load
CREATE INDEX dock_pallet_next ON dock_pallet (next_id) WHERE next_id <> '';
CREATE TABLE dock_pallet_waits (
  pallet_id TEXT NOT NULL,
  place INTEGER NOT NULL,               -- among the pallet's contents
  warehouse TEXT NOT NULL,
  number TEXT NOT NULL,                 -- of the back order
  code TEXT NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (pallet_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX dock_pallet_waits_number ON dock_pallet_waits (warehouse, number);
-- By how many percent a pallet's weight may differ from its order's before somebody is asked.
ALTER TABLE dock_setting ADD COLUMN weight_tolerance INTEGER NOT NULL DEFAULT 10;
-- +goose Down
SELECT 1;
