-- +goose Up
-- How a warehouse gives out its time in one direction: how long a slot is, which doors take part, and how many trucks a door takes in a slot.
CREATE TABLE warehouse_slot_plan (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  direction TEXT NOT NULL, -- outbound, inbound, transfer
  minutes INTEGER NOT NULL,
  per_door INTEGER NOT NULL,
  doors TEXT NOT NULL,     -- JSON; empty is all doors of the warehouse
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  UNIQUE (warehouse, direction)
) STRICT;
-- The slots of a week, made from a plan and the hours of the warehouse.
CREATE TABLE warehouse_slot (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES warehouse_slot_plan (id) ON DELETE CASCADE,
  weekday TEXT NOT NULL, -- MON to SUN
  start TEXT NOT NULL,   -- HH:MM on the warehouse's clock
  minutes INTEGER NOT NULL,
  enabled INTEGER NOT NULL DEFAULT 1,
  UNIQUE (plan_id, weekday, start)
) STRICT;
-- A truck that is expected at a time. The time is what the clock on the warehouse's wall says.
CREATE TABLE warehouse_appointment (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  direction TEXT NOT NULL,
  day TEXT NOT NULL,
  start TEXT NOT NULL,
  minutes INTEGER NOT NULL,
  door TEXT NOT NULL DEFAULT '',
  shipment_id TEXT NOT NULL DEFAULT '', -- empty for a truck that no load of ours is on
  reference TEXT NOT NULL DEFAULT '',
  carrier TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL,                  -- booked, arrived, done, no-show, cancelled
  made_at INTEGER NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX warehouse_appointment_day ON warehouse_appointment (warehouse, day) WHERE state <> 'cancelled';
CREATE UNIQUE INDEX warehouse_appointment_load ON warehouse_appointment (shipment_id) WHERE shipment_id <> '' AND state IN ('booked', 'arrived', 'no-show');
-- +goose Down
SELECT 1;
