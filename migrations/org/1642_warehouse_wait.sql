-- +goose Up
-- Who waits for a time at a warehouse, and until when one that came free is held for them.
CREATE TABLE warehouse_wait (
  id TEXT PRIMARY KEY,          -- by the sender
  n INTEGER NOT NULL,           -- the order in which times are offered
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  direction TEXT NOT NULL,
  load_type TEXT NOT NULL,
  from_day TEXT NOT NULL,
  until_day TEXT NOT NULL,
  from_time TEXT NOT NULL,      -- HH:MM, by the warehouse's clock
  until_time TEXT NOT NULL,     -- HH:MM, the latest start
  shipment_id TEXT NOT NULL,
  reference TEXT NOT NULL,
  carrier TEXT NOT NULL,
  booker TEXT NOT NULL,         -- carrier or broker; empty for the office
  booker_id TEXT NOT NULL,      -- SCAC
  asked_by TEXT NOT NULL,       -- a user, or the name that was given by the link
  asked_at INTEGER NOT NULL,
  state TEXT NOT NULL,          -- waiting, offered, taken, removed, over
  hold_id TEXT NOT NULL,        -- of the time that is offered
  day TEXT NOT NULL,
  start TEXT NOT NULL,
  until INTEGER                 -- of the offer
) STRICT;
CREATE INDEX warehouse_wait_open ON warehouse_wait (warehouse, n) WHERE state IN ('waiting', 'offered');
CREATE INDEX warehouse_wait_booker ON warehouse_wait (booker_id) WHERE booker_id <> '';
-- Times that were offered to who waits and not taken: nobody is offered the same one twice.
CREATE TABLE warehouse_wait_passed (
  wait_id TEXT NOT NULL REFERENCES warehouse_wait (id),
  day TEXT NOT NULL,
  start TEXT NOT NULL,
  PRIMARY KEY (wait_id, day, start)
) STRICT;
-- +goose Down
SELECT 1;
