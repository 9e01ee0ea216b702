-- +goose Up
CREATE TABLE order_open (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  customer TEXT NOT NULL DEFAULT '',
  consignee TEXT NOT NULL,
  refs TEXT NOT NULL,                  -- Reference1 to Reference5
  ship_on TEXT NOT NULL,
  due_on TEXT NOT NULL DEFAULT '',
  terms TEXT NOT NULL CHECK (terms IN ('P', 'C', 'T')),
  carrier TEXT NOT NULL DEFAULT '',
  items TEXT NOT NULL,
  pieces INTEGER NOT NULL,
  pallets INTEGER NOT NULL,
  weight TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'built', 'archived')),
  shipment_id TEXT NOT NULL DEFAULT '',
  import_id TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX order_open_number ON order_open (warehouse, number) WHERE state <> 'archived';
CREATE INDEX order_open_list ON order_open (state, warehouse, ship_on);

CREATE TABLE order_import (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  customer TEXT NOT NULL,
  blob TEXT NOT NULL,
  mapping TEXT NOT NULL,
  sheet TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('preview', 'saved', 'dropped')),
  counts TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE TABLE order_import_row (
  import_id TEXT NOT NULL REFERENCES order_import (id) ON DELETE CASCADE,
  row INTEGER NOT NULL,
  number TEXT NOT NULL,
  entry TEXT NOT NULL,
  errors TEXT NOT NULL,
  saved_as TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;
-- The mapping that a customer's files were read with, offered again for the same headers.
CREATE TABLE order_mapping (
  customer TEXT NOT NULL,
  headers TEXT NOT NULL,
  mapping TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (customer, headers)
) STRICT, WITHOUT ROWID;
-- +goose Down
SELECT 1;
