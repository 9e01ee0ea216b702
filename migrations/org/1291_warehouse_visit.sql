-- +goose Up
-- A driver who said at a gate, with an own phone, who is here and for what, until the driver has left.
CREATE TABLE warehouse_visit (
  id TEXT PRIMARY KEY,         -- which the driver's phone made: said again after a lost reply, it is the same
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  appointment_id TEXT NOT NULL DEFAULT '',
  shipment_id TEXT NOT NULL DEFAULT '',
  number TEXT NOT NULL,        -- as the driver typed it
  name TEXT NOT NULL,
  carrier TEXT NOT NULL,
  plate TEXT NOT NULL,
  trailer TEXT NOT NULL,
  seal TEXT NOT NULL,
  phone TEXT NOT NULL,
  language TEXT NOT NULL,
  at INTEGER NOT NULL,
  left_at INTEGER,
  left_seal TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX warehouse_visit_open ON warehouse_visit (appointment_id, shipment_id) WHERE left_at IS NULL;
CREATE INDEX warehouse_visit_here ON warehouse_visit (warehouse, at);
-- +goose Down
SELECT 1;
