-- +goose Up
-- The link by which a vendor ships our purchase orders without an account. The vendor is a row of the address book.
CREATE TABLE vendor_portal (
  vendor_id TEXT PRIMARY KEY,
  email TEXT NOT NULL,      -- where the link was mailed
  language TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  sent_by TEXT NOT NULL,    -- the user who hears of what the vendor ships
  sent_by_name TEXT NOT NULL,
  opened_at INTEGER,
  openings INTEGER NOT NULL DEFAULT 0,
  places INTEGER NOT NULL DEFAULT 0, -- from how many places it was opened
  revoked_at INTEGER
) STRICT;
-- What a vendor has shipped by its link.
CREATE TABLE vendor_shipment (
  id TEXT PRIMARY KEY,      -- of the shipment
  vendor_id TEXT NOT NULL,
  said TEXT NOT NULL,       -- SHA-256 of what was sent: the same, sent again after a lost reply, is the same shipment
  contact TEXT NOT NULL,    -- who at the vendor sent it
  carrier TEXT NOT NULL DEFAULT '', -- whom the vendor hired, as it wrote it
  lines TEXT NOT NULL,      -- what of which line
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX vendor_shipment_vendor ON vendor_shipment (vendor_id, at);
-- A vendor's file, of a shipment that it names later or now.
CREATE TABLE vendor_file (
  id TEXT PRIMARY KEY,
  vendor_id TEXT NOT NULL,
  shipment_id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  blob TEXT NOT NULL,
  size INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX vendor_file_vendor ON vendor_file (vendor_id) WHERE shipment_id = '';
-- +goose StatementBegin
CREATE TRIGGER vendor_file_file_named AFTER INSERT ON vendor_file WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'vendor_file', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vendor_file_file_renamed AFTER UPDATE OF blob ON vendor_file WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'vendor_file', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- What of a shipment may be told to whom its goods are bought from. It may be void.
CREATE VIEW shipment_vendor AS
SELECT s.id, s.number, s.status, s.warehouse, s.bol, s.pro, s.carrier_name, s.ship_on, s.pickup_from, s.pickup_to, s.pieces, s.pallets, s.weight, s.created_at,
  COALESCE(s.destination ->> 'name', '') AS to_name, COALESCE(s.destination ->> 'city', '') AS to_city, COALESCE(s.destination ->> 'state', '') AS to_state,
  COALESCE(s.signed_at, (SELECT MIN(e.at) FROM shipment_event e WHERE e.shipment_id = s.id AND e.kind IN ('depart', 'in-transit'))) AS departed_at, s.delivered_at
FROM shipment s;
-- Purchase orders are found by where their goods leave from.
CREATE INDEX order_purchase_from ON order_purchase (vendor ->> 'zip');
-- +goose Down
SELECT 1;
