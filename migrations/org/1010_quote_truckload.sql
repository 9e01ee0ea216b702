-- +goose Up
-- A request may be for a truckload that is no shipment yet; then its shipment is empty.
ALTER TABLE quote_request ADD COLUMN kind TEXT NOT NULL DEFAULT 'spot' CHECK (kind IN ('spot', 'truckload'));
DROP INDEX quote_request_open;
CREATE UNIQUE INDEX quote_request_open ON quote_request (shipment_id) WHERE state = 'open' AND shipment_id <> '';
ALTER TABLE quote ADD COLUMN acknowledged_at INTEGER;                -- the carrier looks into it
ALTER TABLE quote ADD COLUMN acknowledged_by TEXT NOT NULL DEFAULT '';

-- Whom to ask for truckloads, and where.
CREATE TABLE quote_truckload_carrier (
  id TEXT PRIMARY KEY,
  scac TEXT NOT NULL,
  contact TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  language TEXT NOT NULL,
  equipment TEXT NOT NULL,              -- the trailer that it is asked for; empty is any
  note TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX quote_truckload_carrier_mail ON quote_truckload_carrier (scac, equipment);
-- +goose Down
SELECT 1;
