-- +goose Up
-- What the organisation seals its papers with, and the timestamp servers whose word it took, by SHA-256 of the certificate.
-- A certificate that is no longer used stays: papers that it sealed are checked against it for ever.
CREATE TABLE document_certificate (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('seal', 'stamp')),
  name TEXT NOT NULL,                  -- whom it names
  chain TEXT NOT NULL,                 -- JSON list of DER in base64, its own first
  key TEXT NOT NULL DEFAULT '',        -- PKCS #8, locked with the server's secret; base64
  brought INTEGER NOT NULL DEFAULT 0,  -- by an administrator; otherwise made here
  from_at INTEGER NOT NULL,
  until_at INTEGER NOT NULL,
  since INTEGER NOT NULL,
  ended_at INTEGER                     -- another took its place
) STRICT;
CREATE UNIQUE INDEX document_certificate_current ON document_certificate (kind) WHERE kind = 'seal' AND ended_at IS NULL;

CREATE TABLE document_sealing (
  id TEXT PRIMARY KEY CHECK (id = 'sealing'),
  stamp_url TEXT NOT NULL DEFAULT ''   -- timestamp server (RFC 3161); without one the seal's time is ours alone
) STRICT;

-- Each sealed paper. The bill that it shows stands in document_signing.
CREATE TABLE document_seal (
  document_id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL,
  blob TEXT NOT NULL,
  digest TEXT NOT NULL,                -- of the bill's text, as printed on it
  certificate TEXT NOT NULL REFERENCES document_certificate (id),
  level TEXT NOT NULL CHECK (level IN ('B-B', 'B-T')),
  sealed_at INTEGER NOT NULL,
  superseded_by TEXT NOT NULL DEFAULT '',
  voided_at INTEGER
) STRICT;
CREATE INDEX document_seal_shipment ON document_seal (shipment_id);
CREATE INDEX document_seal_blob ON document_seal (blob);
-- +goose Down
SELECT 1;
