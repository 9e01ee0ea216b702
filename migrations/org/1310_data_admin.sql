-- +goose Up
-- What an order or a shipment said before each change of a field that people fill in: the row before, under the version of the command that changed it. Only triggers
-- write here, so no way in can forget to.
CREATE TABLE order_history (
  order_id TEXT NOT NULL,
  version INTEGER NOT NULL, -- of the command in op_log
  was TEXT NOT NULL,        -- JSON, by column
  PRIMARY KEY (order_id, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE shipment_history (
  shipment_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  was TEXT NOT NULL,
  PRIMARY KEY (shipment_id, version)
) STRICT, WITHOUT ROWID;
-- +goose StatementBegin
CREATE TRIGGER order_history_update AFTER UPDATE OF number, customer, consignee, refs, ship_on, due_on, terms, bill_to, carrier, instruction, items ON order_open
WHEN OLD.number <> NEW.number OR OLD.customer <> NEW.customer OR OLD.consignee <> NEW.consignee OR OLD.refs <> NEW.refs OR OLD.ship_on <> NEW.ship_on OR OLD.due_on <> NEW.due_on
  OR OLD.terms <> NEW.terms OR OLD.bill_to <> NEW.bill_to OR OLD.carrier <> NEW.carrier OR OLD.instruction <> NEW.instruction OR OLD.items <> NEW.items
BEGIN
  INSERT INTO order_history (order_id, version, was) VALUES (OLD.id, (SELECT version FROM store_version WHERE id = 1),
    json_object('number', OLD.number, 'warehouse', OLD.warehouse, 'customer', OLD.customer, 'consignee', json(OLD.consignee), 'refs', json(OLD.refs), 'shipOn', OLD.ship_on, 'dueOn', OLD.due_on,
      'terms', OLD.terms, 'billTo', json(OLD.bill_to), 'carrier', OLD.carrier, 'instruction', OLD.instruction, 'items', json(OLD.items)))
  ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shipment_history_update AFTER UPDATE OF bol, pro, customer, terms, carrier, ship_on, pickup_from, pickup_to, arrive_by, origin, destination, bill_to, refs, order_notes, instruction, emergency_phone,
  trailer, seal, items ON shipment
WHEN OLD.bol <> NEW.bol OR OLD.pro <> NEW.pro OR OLD.customer <> NEW.customer OR OLD.terms <> NEW.terms OR OLD.carrier <> NEW.carrier OR OLD.ship_on <> NEW.ship_on
  OR OLD.pickup_from <> NEW.pickup_from OR OLD.pickup_to <> NEW.pickup_to OR OLD.arrive_by <> NEW.arrive_by OR OLD.origin <> NEW.origin OR OLD.destination <> NEW.destination
  OR OLD.bill_to <> NEW.bill_to OR OLD.refs <> NEW.refs OR OLD.order_notes <> NEW.order_notes OR OLD.instruction <> NEW.instruction OR OLD.emergency_phone <> NEW.emergency_phone
  OR OLD.trailer <> NEW.trailer OR OLD.seal <> NEW.seal OR OLD.items <> NEW.items
BEGIN
  INSERT INTO shipment_history (shipment_id, version, was) VALUES (OLD.id, (SELECT version FROM store_version WHERE id = 1),
    json_object('bol', OLD.bol, 'pro', OLD.pro, 'customer', OLD.customer, 'terms', OLD.terms, 'carrier', OLD.carrier, 'shipOn', OLD.ship_on, 'pickupFrom', OLD.pickup_from, 'pickupTo', OLD.pickup_to,
      'arriveBy', OLD.arrive_by, 'origin', json(OLD.origin), 'destination', json(OLD.destination), 'billTo', json(OLD.bill_to), 'refs', json(OLD.refs), 'orderNotes', json(OLD.order_notes),
      'instruction', OLD.instruction, 'emergencyPhone', OLD.emergency_phone, 'trailer', OLD.trailer, 'seal', OLD.seal, 'items', json(OLD.items)))
  ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

-- Corrections of data: which fields, by whom and why. Nothing changes one afterwards; to undo it is a correction of its own.
CREATE TABLE org_data_correction (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,        -- order or shipment
  record_id TEXT NOT NULL,
  number TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  reason TEXT NOT NULL,
  deltas TEXT NOT NULL,      -- JSON: [{Field, Was, Now}]
  undoes TEXT REFERENCES org_data_correction (id),
  version INTEGER NOT NULL,  -- of the command in op_log
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE INDEX org_data_correction_record ON org_data_correction (kind, record_id, at);
CREATE UNIQUE INDEX org_data_correction_undone ON org_data_correction (undoes) WHERE undoes IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER org_data_correction_no_update BEFORE UPDATE ON org_data_correction BEGIN SELECT RAISE(ABORT, 'org_data_correction is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER org_data_correction_no_delete BEFORE DELETE ON org_data_correction BEGIN SELECT RAISE(ABORT, 'org_data_correction is append-only'); END;
-- +goose StatementEnd

-- How the fields are headed on Data Admin for a group, and which it does not see. A group without rows sees all under their own names.
CREATE TABLE org_data_header (
  role TEXT NOT NULL,
  kind TEXT NOT NULL,
  field TEXT NOT NULL,  -- a path without places in lists: Items[].weight
  label TEXT NOT NULL,  -- empty: its own name
  hidden INTEGER NOT NULL,
  PRIMARY KEY (role, kind, field)
) STRICT, WITHOUT ROWID;
CREATE TABLE org_data_header_set (
  role TEXT NOT NULL,
  kind TEXT NOT NULL,
  rev INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  PRIMARY KEY (role, kind)
) STRICT, WITHOUT ROWID;
-- Whether lines show what LTL freight is classed by.
CREATE TABLE org_data_admin (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  ltl_items INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;

-- Files that were made anew: the former stays, and is not offered to be printed.
CREATE TABLE document_superseded (
  document_id TEXT PRIMARY KEY,
  by_document TEXT NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
