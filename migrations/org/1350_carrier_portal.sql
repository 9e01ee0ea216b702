-- +goose Up
-- The link by which a carrier sees its tenders, loads and quotes without an account.
CREATE TABLE carrier_portal (
  carrier TEXT PRIMARY KEY REFERENCES carrier (id),
  email TEXT NOT NULL,      -- where the link was mailed
  language TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  sent_by TEXT NOT NULL,
  sent_by_name TEXT NOT NULL,
  opened_at INTEGER,
  openings INTEGER NOT NULL DEFAULT 0,
  places INTEGER NOT NULL DEFAULT 0, -- from how many places it was opened
  revoked_at INTEGER
) STRICT;
-- What a carrier told of a load by its link.
CREATE TABLE carrier_told (
  id TEXT PRIMARY KEY,      -- by the sender: sent twice, it is told once
  carrier TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  what TEXT NOT NULL,       -- picked-up, delivered, problem or update
  code TEXT NOT NULL DEFAULT '',
  place TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,       -- who at the carrier
  happened_at INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX carrier_told_shipment ON carrier_told (shipment_id, carrier, happened_at);
-- A carrier's file of one of its loads.
CREATE TABLE carrier_file (
  id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  proof INTEGER NOT NULL DEFAULT 0, -- of delivery
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  blob TEXT NOT NULL,
  size INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX carrier_file_shipment ON carrier_file (shipment_id, carrier);
-- +goose StatementBegin
CREATE TRIGGER carrier_file_file_named AFTER INSERT ON carrier_file WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'carrier_file', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER carrier_file_file_renamed AFTER UPDATE OF blob ON carrier_file WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'carrier_file', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- A carrier's page asks for its loads by the carrier.
CREATE INDEX shipment_hauled ON shipment (carrier, status) WHERE carrier <> '';
CREATE INDEX shipment_tender_asked ON shipment_tender (carrier) WHERE state = 'open';
-- +goose Down
SELECT 1;
