-- +goose Up
-- On which terms partners book times at a warehouse by their links. A warehouse without a row has the usual ones.
CREATE TABLE warehouse_booking_terms (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL UNIQUE REFERENCES warehouse_site (id),
  most INTEGER NOT NULL,          -- that a link has at once: times without a load, held or booked, and places on the waiting list
  ahead INTEGER NOT NULL,         -- days ahead of today that a time is booked for
  hold_minutes INTEGER NOT NULL,  -- that a time is held in all, however often the hold is renewed
  offer_minutes INTEGER NOT NULL, -- that a freed time is held for who waits for one
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- Since when a partner has held a time, so that a hold that is renewed, or given back and taken again, is not held for ever.
CREATE TABLE warehouse_held (
  booker_id TEXT NOT NULL,      -- SCAC
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  direction TEXT NOT NULL,
  day TEXT NOT NULL,
  start TEXT NOT NULL,          -- HH:MM
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,       -- the end of the last hold
  PRIMARY KEY (booker_id, warehouse, direction, day, start)
) STRICT;
-- +goose Down
SELECT 1;
