-- +goose Up
ALTER TABLE tracking_unit ADD COLUMN pieces INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tracking_unit ADD COLUMN weight TEXT NOT NULL DEFAULT '{"milli":0,"unit":""}';

-- Rail cars that shipments go in, by their reporting mark and number.
CREATE TABLE tracking_car (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  owner TEXT NOT NULL,                 -- SCAC or name of whose car it is
  capacity TEXT NOT NULL,              -- load limit
  note TEXT NOT NULL,
  disabled INTEGER NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;

-- What a rail shipment has beside every other: the waybill and its route.
CREATE TABLE tracking_rail (
  shipment_id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL,
  railroad TEXT NOT NULL,              -- SCAC
  waybill TEXT NOT NULL,
  origin TEXT NOT NULL,                -- station
  destination TEXT NOT NULL,
  route TEXT NOT NULL,                 -- railroads and junctions, in their order
  commodity TEXT NOT NULL,             -- STCC
  note TEXT NOT NULL,
  rev INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
