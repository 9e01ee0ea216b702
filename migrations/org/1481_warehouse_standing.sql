-- +goose Up
-- A time that a warehouse keeps for a carrier again and again. Times are what the clock on the warehouse's wall says.
CREATE TABLE warehouse_standing (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  direction TEXT NOT NULL,   -- outbound, inbound, transfer
  name TEXT NOT NULL,        -- what its appointments are known by
  carrier TEXT NOT NULL,
  load_type TEXT NOT NULL,   -- empty for none
  rule TEXT NOT NULL,        -- RFC 5545 RRULE by days
  from_day TEXT NOT NULL,
  until_day TEXT NOT NULL,   -- empty without an end
  start TEXT NOT NULL,       -- HH:MM
  minutes INTEGER NOT NULL,  -- 0 is the load type's length, or a slot's
  door TEXT NOT NULL,        -- empty until one is given
  ahead INTEGER NOT NULL,    -- days ahead for which appointments are made
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
ALTER TABLE warehouse_appointment ADD COLUMN standing_id TEXT NOT NULL DEFAULT '';
ALTER TABLE warehouse_appointment ADD COLUMN standing_day TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX warehouse_appointment_standing ON warehouse_appointment (standing_id, standing_day) WHERE standing_id <> '';
-- +goose Down
SELECT 1;
