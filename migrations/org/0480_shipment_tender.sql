-- +goose Up
-- A load as it was offered to one carrier. Those of one shipment stand in a line: whoever says no, or nothing, is followed by the next.
CREATE TABLE shipment_tender (
  id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL REFERENCES shipment (id),
  warehouse TEXT NOT NULL,
  n INTEGER NOT NULL,                  -- place in the shipment's line, from 1
  carrier TEXT NOT NULL,
  carrier_name TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  sheet TEXT NOT NULL DEFAULT '',      -- the price sheet, empty where the consignee pays
  currency TEXT NOT NULL DEFAULT '',
  total_minor INTEGER NOT NULL DEFAULT 0,
  charges TEXT NOT NULL DEFAULT '[]',
  days INTEGER NOT NULL DEFAULT 0,
  why TEXT NOT NULL DEFAULT '',        -- why this carrier at this place: a code of the choice
  why_value TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('waiting', 'open', 'accepted', 'rejected', 'expired', 'withdrawn', 'passed')),
  minutes INTEGER NOT NULL,            -- how long the carrier has
  offered_at INTEGER,
  expires_at INTEGER,
  seen_at INTEGER,                     -- the carrier first opened the link
  answered_at INTEGER,
  answered_by TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',     -- code
  note TEXT NOT NULL DEFAULT '',
  pro TEXT NOT NULL DEFAULT '',
  driver TEXT NOT NULL DEFAULT '',
  driver_phone TEXT NOT NULL DEFAULT '',
  pickup_at INTEGER,
  language TEXT NOT NULL DEFAULT 'en', -- that the carrier is written to in
  link_id TEXT NOT NULL DEFAULT '',
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  left_at INTEGER                      -- left the devices' window
) STRICT;
-- Nobody is asked while somebody else is: a load is never out twice.
CREATE UNIQUE INDEX shipment_tender_open ON shipment_tender (shipment_id) WHERE state = 'open';
CREATE INDEX shipment_tender_of ON shipment_tender (shipment_id, n);
-- +goose Down
SELECT 1;
