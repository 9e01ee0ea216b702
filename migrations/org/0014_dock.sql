-- +goose Up
-- A pallet that was built on the floor has measures of its own.
ALTER TABLE dock_pallet ADD COLUMN item_code TEXT NOT NULL DEFAULT '';
ALTER TABLE dock_pallet ADD COLUMN length TEXT NOT NULL DEFAULT '{}';
ALTER TABLE dock_pallet ADD COLUMN width TEXT NOT NULL DEFAULT '{}';
ALTER TABLE dock_pallet ADD COLUMN height TEXT NOT NULL DEFAULT '{}';
CREATE INDEX dock_shipment_list ON dock_shipment (warehouse, ship_on);
CREATE INDEX dock_shipment_window ON dock_shipment (state, signed_at) WHERE left_at IS NULL;

-- The bill as it was signed: its text does not change afterwards, and the signed paper is made from it alone.
CREATE TABLE document_signing (
  shipment_id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL,
  bill TEXT NOT NULL,
  image TEXT NOT NULL,                 -- blob hash of the signature
  language TEXT NOT NULL,
  mail_to TEXT NOT NULL,
  at INTEGER NOT NULL,
  document_id TEXT NOT NULL DEFAULT '' -- the paper, once it is made
) STRICT;
CREATE INDEX document_signing_image ON document_signing (image) WHERE document_id = '';
CREATE INDEX document_signing_open ON document_signing (at) WHERE document_id = '';
-- +goose Down
SELECT 1;
