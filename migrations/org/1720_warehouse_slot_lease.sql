-- +goose Up
-- A door that one device at a gate may send a truck to by itself for a time. While it runs, nobody else is given the door.
CREATE TABLE warehouse_slot_lease (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  door TEXT NOT NULL,
  device TEXT NOT NULL,
  stay INTEGER NOT NULL,        -- minutes that its truck is at the door
  at INTEGER NOT NULL,          -- when it was given out first
  admit_until INTEGER NOT NULL, -- the last moment at which the device sends a truck
  until INTEGER NOT NULL,       -- when that truck has left, and a margin for the device's clock: from then on the door is anybody's
  day TEXT NOT NULL,            -- the time from its last renewal until then on the warehouse's clock, as a booking has it
  start TEXT NOT NULL,          -- HH:MM
  minutes INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  ended_at INTEGER,
  ended_how TEXT NOT NULL DEFAULT '',   -- used, returned, withdrawn
  admission_id TEXT NOT NULL DEFAULT '' -- the visit that it was used for
) STRICT;
CREATE INDEX warehouse_slot_lease_open ON warehouse_slot_lease (warehouse, until) WHERE ended_at IS NULL;
-- How many trucks a gate may admit by itself, and for how long after its last contact.
ALTER TABLE warehouse_booking_terms ADD COLUMN gate_trucks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE warehouse_booking_terms ADD COLUMN gate_minutes INTEGER NOT NULL DEFAULT 120;
-- +goose Down
SELECT 1;
