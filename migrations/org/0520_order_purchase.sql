-- +goose Up
-- What we have bought and a vendor ships to us, line by line and in parts. The lines, with what of them is shipped already, are one document.
CREATE TABLE order_purchase (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id), -- where the goods go
  vendor TEXT NOT NULL,                                   -- whose dock they leave from
  ship_on TEXT NOT NULL DEFAULT '',
  due_on TEXT NOT NULL DEFAULT '',
  terms TEXT NOT NULL CHECK (terms IN ('P', 'C')),
  carrier TEXT NOT NULL DEFAULT '',
  lines TEXT NOT NULL,
  open INTEGER NOT NULL CHECK (open >= 0),                -- pieces that no shipment has
  rev INTEGER NOT NULL DEFAULT 1,
  changed_by TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX order_purchase_number ON order_purchase (warehouse, number);

-- Which purchase order a shipment is of.
CREATE TABLE order_purchase_shipment (
  shipment_id TEXT PRIMARY KEY,
  purchase_id TEXT NOT NULL REFERENCES order_purchase (id)
) STRICT, WITHOUT ROWID;

-- A shipment that comes to its warehouse instead of leaving it.
ALTER TABLE shipment ADD COLUMN inbound INTEGER NOT NULL DEFAULT 0;
-- +goose Down
SELECT 1;
