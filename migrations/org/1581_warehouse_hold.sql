-- +goose Up
-- A time that is held for a partner while it says the rest, or answers whether it wants it. It counts as a place taken until then.
CREATE TABLE warehouse_hold (
  id TEXT PRIMARY KEY,          -- by the sender; of the appointment that it becomes
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  direction TEXT NOT NULL,
  load_type TEXT NOT NULL,
  day TEXT NOT NULL,
  start TEXT NOT NULL,          -- HH:MM
  minutes INTEGER NOT NULL,
  booker_id TEXT NOT NULL,      -- SCAC
  made_at INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;
CREATE INDEX warehouse_hold_day ON warehouse_hold (warehouse, day);
-- Who booked an appointment where it was a partner, and what its carrier said of it.
ALTER TABLE warehouse_appointment ADD COLUMN booker TEXT NOT NULL DEFAULT '';    -- carrier or broker
ALTER TABLE warehouse_appointment ADD COLUMN booker_id TEXT NOT NULL DEFAULT ''; -- SCAC
ALTER TABLE warehouse_appointment ADD COLUMN confirmed_at INTEGER;
ALTER TABLE warehouse_appointment ADD COLUMN confirmed_by TEXT NOT NULL DEFAULT '';
ALTER TABLE warehouse_appointment ADD COLUMN reminded_at INTEGER;
CREATE INDEX warehouse_appointment_booker ON warehouse_appointment (booker_id, day) WHERE booker_id <> '';
-- +goose Down
SELECT 1;
