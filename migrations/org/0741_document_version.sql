-- +goose Up
-- Each version of a bill is kept as it was signed, with the shipper's certificate beside the driver's signature.
CREATE TABLE document_signing_version (
  shipment_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  warehouse TEXT NOT NULL,
  bill TEXT NOT NULL,
  image TEXT NOT NULL,                  -- blob hash of the driver's signature
  shipper_image TEXT NOT NULL DEFAULT '', -- of the shipper's, where the shipper certified
  language TEXT NOT NULL,
  mail_to TEXT NOT NULL,
  at INTEGER NOT NULL,
  document_id TEXT NOT NULL DEFAULT '', -- the paper, once it is made
  times TEXT NOT NULL DEFAULT '{}',
  revision INTEGER NOT NULL DEFAULT 0,
  quiet INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (shipment_id, version)
) STRICT;
INSERT INTO document_signing_version (shipment_id, version, warehouse, bill, image, language, mail_to, at, document_id, times, revision, quiet)
SELECT shipment_id, 1, warehouse, bill, image, language, mail_to, at, document_id, times, revision, quiet FROM document_signing;
DROP TABLE document_signing;
ALTER TABLE document_signing_version RENAME TO document_signing;
CREATE INDEX document_signing_image ON document_signing (image) WHERE document_id = '';
CREATE INDEX document_signing_shipper ON document_signing (shipper_image) WHERE document_id = '';
CREATE INDEX document_signing_open ON document_signing (at) WHERE document_id = '';
-- +goose Down
SELECT 1;
