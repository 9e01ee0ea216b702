-- +goose Up
-- A kind of truck that a warehouse takes, and on which terms. Times are what the clock on the warehouse's wall says; 0 and empty are no limit.
CREATE TABLE warehouse_load_type (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  direction TEXT NOT NULL,      -- outbound, inbound, transfer
  name TEXT NOT NULL,
  minutes INTEGER NOT NULL,     -- how long it takes; 0 is as long as a slot
  lead_hours INTEGER NOT NULL,  -- before its start by which it is booked
  cut_off TEXT NOT NULL,        -- HH:MM of the day before, after which nothing is booked for a day
  requires TEXT NOT NULL,       -- JSON: PO, BOL, LOAD
  checked INTEGER NOT NULL,     -- references are compared with our orders and loads
  bookers TEXT NOT NULL,        -- JSON: partners that may book it
  change_hours INTEGER NOT NULL,-- before its start until which it may be moved
  changes INTEGER NOT NULL,     -- times that it may be moved
  cancel_hours INTEGER NOT NULL,-- before its start until which it may be cancelled
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  UNIQUE (warehouse, direction, name)
) STRICT;
ALTER TABLE warehouse_appointment ADD COLUMN load_type TEXT NOT NULL DEFAULT ''; -- empty for a truck of no kind
ALTER TABLE warehouse_appointment ADD COLUMN po TEXT NOT NULL DEFAULT '';        -- as whoever booked says
ALTER TABLE warehouse_appointment ADD COLUMN said_bol TEXT NOT NULL DEFAULT '';
ALTER TABLE warehouse_appointment ADD COLUMN said_load TEXT NOT NULL DEFAULT '';
ALTER TABLE warehouse_appointment ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;   -- times that it was given another time
-- Numbers of purchase orders by the warehouse that their goods come to.
CREATE VIEW order_bought AS SELECT id, number, warehouse, open FROM order_purchase;
-- +goose Down
SELECT 1;
