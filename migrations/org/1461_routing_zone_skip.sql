-- +goose Up
-- Parcels that ride one linehaul to a parcel carrier's hub and enter its network there, at a lower zone.
CREATE TABLE routing_zone_skip (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,
  warehouse TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('built', 'tendered', 'undone')),
  hub TEXT NOT NULL,                   -- JSON: carrier, code and address
  ship_on TEXT NOT NULL,               -- day of the linehaul
  inject_on TEXT NOT NULL,             -- day on which it reaches the hub
  shipment_id TEXT NOT NULL UNIQUE,    -- the linehaul
  shipment TEXT NOT NULL,              -- its number
  currency TEXT NOT NULL,              -- the organisation's, in which the figures are
  linehaul TEXT NOT NULL,              -- JSON: the contract's price
  parcels INTEGER NOT NULL,
  packages INTEGER NOT NULL,
  pallets INTEGER NOT NULL,
  pounds INTEGER NOT NULL,
  door_minor INTEGER NOT NULL,         -- all parcels from the warehouse
  hub_minor INTEGER NOT NULL,          -- all parcels from the hub
  linehaul_minor INTEGER NOT NULL,
  saving_minor INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  ended_at INTEGER                     -- undone
) STRICT;
CREATE INDEX routing_zone_skip_new ON routing_zone_skip (at);
CREATE TABLE routing_zone_parcel (
  skip_id TEXT NOT NULL REFERENCES routing_zone_skip (id),
  shipment_id TEXT NOT NULL,
  shipment TEXT NOT NULL,              -- its number
  open INTEGER NOT NULL,               -- it rides; 0 once the zone skip is undone or the parcel ended
  asked TEXT NOT NULL,                 -- JSON: what it was priced for
  door TEXT NOT NULL,                  -- JSON: its price from the warehouse
  hub TEXT NOT NULL,                   -- JSON: its price from the hub
  PRIMARY KEY (skip_id, shipment_id)
) STRICT;
CREATE UNIQUE INDEX routing_zone_parcel_once ON routing_zone_parcel (shipment_id) WHERE open = 1;
CREATE TABLE routing_zone_sequence (id INTEGER PRIMARY KEY CHECK (id = 1), next INTEGER NOT NULL) STRICT;
INSERT INTO routing_zone_sequence (id, next) VALUES (1, 1001);
-- +goose Down
SELECT 1;
