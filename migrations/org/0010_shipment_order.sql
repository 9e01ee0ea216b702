-- +goose Up
-- Events and costs leave the devices together with their shipment, so they carry the moment themselves: a scope is a function of the row alone.
ALTER TABLE shipment_cost ADD COLUMN left_at INTEGER;
ALTER TABLE shipment_event ADD COLUMN left_at INTEGER;
-- SHA-256 of what the device signed. The chain covers this instead of the text, so a device can check it without carrying every mutation.
ALTER TABLE shipment_event ADD COLUMN proof TEXT NOT NULL DEFAULT '';

-- What an event says stays as it was written; only its place in the devices' window may change.
DROP TRIGGER shipment_event_no_update;
-- +goose StatementBegin
CREATE TRIGGER shipment_event_no_update
BEFORE UPDATE OF id, shipment_id, n, warehouse, kind, data, user_id, user_name, device, at, at_raw, logged_at, mutation, sig, proof, prev, hash ON shipment_event
BEGIN SELECT RAISE(ABORT, 'shipment_event is append-only'); END;
-- +goose StatementEnd
-- REPLACE deletes without asking the delete trigger.
-- +goose StatementBegin
CREATE TRIGGER shipment_event_no_replace BEFORE INSERT ON shipment_event
WHEN EXISTS (SELECT 1 FROM shipment_event WHERE id = NEW.id OR (shipment_id = NEW.shipment_id AND n = NEW.n))
BEGIN SELECT RAISE(ABORT, 'shipment_event is append-only'); END;
-- +goose StatementEnd

CREATE TABLE shipment_sequence (id INTEGER PRIMARY KEY CHECK (id = 1), next INTEGER NOT NULL) STRICT;
INSERT INTO shipment_sequence (id, next) VALUES (1, 1000001);

-- Every number that people look a shipment up by, in capitals: one index answers the search by prefix.
CREATE TABLE shipment_ref (value TEXT NOT NULL, shipment_id TEXT NOT NULL, PRIMARY KEY (value, shipment_id)) STRICT, WITHOUT ROWID;
CREATE INDEX shipment_ref_shipment ON shipment_ref (shipment_id);
-- +goose StatementBegin
CREATE TRIGGER shipment_ref_insert AFTER INSERT ON shipment BEGIN
  INSERT OR IGNORE INTO shipment_ref (value, shipment_id)
  SELECT upper(v), NEW.id FROM (SELECT NEW.number AS v UNION SELECT NEW.bol UNION SELECT NEW.pro
    UNION SELECT CAST(value AS TEXT) FROM json_each(NEW.orders) UNION SELECT CAST(value AS TEXT) FROM json_each(NEW.refs)) WHERE v <> '';
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shipment_ref_update AFTER UPDATE OF number, bol, pro, orders, refs ON shipment BEGIN
  DELETE FROM shipment_ref WHERE shipment_id = NEW.id;
  INSERT OR IGNORE INTO shipment_ref (value, shipment_id)
  SELECT upper(v), NEW.id FROM (SELECT NEW.number AS v UNION SELECT NEW.bol UNION SELECT NEW.pro
    UNION SELECT CAST(value AS TEXT) FROM json_each(NEW.orders) UNION SELECT CAST(value AS TEXT) FROM json_each(NEW.refs)) WHERE v <> '';
END;
-- +goose StatementEnd
INSERT OR IGNORE INTO shipment_ref (value, shipment_id)
SELECT upper(v), id FROM (SELECT id, number AS v FROM shipment UNION SELECT id, bol FROM shipment UNION SELECT id, pro FROM shipment
  UNION SELECT shipment.id, CAST(value AS TEXT) FROM shipment, json_each(orders) UNION SELECT shipment.id, CAST(value AS TEXT) FROM shipment, json_each(refs)) WHERE v <> '';
CREATE INDEX shipment_count ON shipment (status, warehouse, ship_on);
CREATE INDEX shipment_delivered ON shipment (delivered_at) WHERE left_at IS NULL AND delivered_at IS NOT NULL;

INSERT OR IGNORE INTO shipment_exception_code (id, text) VALUES
  ('ADDRESS', 'Address wrong or incomplete'), ('CARRIER-REFUSED', 'Carrier refused the load'), ('CLOSED', 'Consignee closed'),
  ('DAMAGED', 'Damaged'), ('LATE', 'Carrier late'), ('MISSED-PICKUP', 'Pickup missed'), ('REFUSED', 'Refused by consignee'),
  ('SHORT', 'Short'), ('WEATHER', 'Weather'), ('OTHER', 'Other');

-- An order waits (pending) until its items are set, is open until it is built into a shipment, and knows the shipment's number for whoever asks.
CREATE TABLE order_open_next (
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
  instruction TEXT NOT NULL DEFAULT '',
  items TEXT NOT NULL,
  pieces INTEGER NOT NULL,
  pallets INTEGER NOT NULL,
  weight TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('pending', 'open', 'built', 'archived')),
  shipment_id TEXT NOT NULL DEFAULT '',
  shipment_number TEXT NOT NULL DEFAULT '',
  import_id TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL
) STRICT;
INSERT INTO order_open_next (id, number, warehouse, customer, consignee, refs, ship_on, due_on, terms, carrier, items, pieces, pallets, weight, state, shipment_id, import_id, created_at, created_by)
SELECT id, number, warehouse, customer, consignee, refs, ship_on, due_on, terms, carrier, items, pieces, pallets, weight, state, shipment_id, import_id, created_at, created_by FROM order_open;
DROP TABLE order_open;
ALTER TABLE order_open_next RENAME TO order_open;
CREATE UNIQUE INDEX order_open_number ON order_open (warehouse, number) WHERE state <> 'archived';
CREATE INDEX order_open_by_number ON order_open (number);
CREATE INDEX order_open_list ON order_open (state, warehouse, ship_on);
CREATE INDEX order_open_shipment ON order_open (shipment_id) WHERE shipment_id <> '';

-- A file of orders is read in pieces; reading says that the rows are not all there yet. The file itself stays, in pieces too, until its orders are saved.
DROP TABLE order_import_row;
DROP TABLE order_import;
CREATE TABLE order_import (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,                  -- what the person calls the file
  customer TEXT NOT NULL,
  hash TEXT NOT NULL,                  -- SHA-256 of the file
  size INTEGER NOT NULL,
  sheet TEXT NOT NULL,                 -- what was found in it
  mapping TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reading', 'preview', 'saved', 'dropped')),
  counts TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX order_import_hash ON order_import (hash);
CREATE TABLE order_import_file (
  import_id TEXT NOT NULL REFERENCES order_import (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  piece BLOB NOT NULL,
  PRIMARY KEY (import_id, n)
) STRICT;
CREATE TABLE order_import_row (
  import_id TEXT NOT NULL REFERENCES order_import (id) ON DELETE CASCADE,
  row INTEGER NOT NULL,                -- the order's first line in the file
  number TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  entry TEXT NOT NULL,
  errors TEXT NOT NULL,
  bad INTEGER NOT NULL,
  saved_as TEXT NOT NULL DEFAULT '',
  refused TEXT NOT NULL DEFAULT '',    -- why a good row could not be saved
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_import_row_waiting ON order_import_row (import_id, row) WHERE bad = 0 AND saved_as = '' AND refused = '';
-- +goose Down
SELECT 1;
