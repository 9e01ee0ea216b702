-- +goose Up
-- The link by which a forwarder tells of what is on the water, without an account.
CREATE TABLE vendor_forwarder (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,       -- where the link was mailed
  language TEXT NOT NULL,
  lines TEXT NOT NULL,       -- SCACs of the ocean carriers whose containers it sees; all of them where it names none
  warehouses TEXT NOT NULL,  -- those that the sender saw; null for all
  sent_at INTEGER NOT NULL,
  sent_by TEXT NOT NULL,
  sent_by_name TEXT NOT NULL,
  opened_at INTEGER,
  openings INTEGER NOT NULL DEFAULT 0,
  places INTEGER NOT NULL DEFAULT 0, -- from how many places it was opened
  revoked_at INTEGER
) STRICT;
CREATE INDEX vendor_file_shipment ON vendor_file (shipment_id) WHERE shipment_id <> '';
-- +goose Down
SELECT 1;
