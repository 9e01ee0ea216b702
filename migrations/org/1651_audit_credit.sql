-- +goose Up
-- Credit notes of carriers: what a bill comes to less. A bill is never paid beyond its total less its credits.
CREATE TABLE audit_credit (
  id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,               -- SCAC
  number TEXT NOT NULL,                -- the note's own
  invoice_id TEXT NOT NULL REFERENCES audit_invoice (id),
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  credited_on TEXT NOT NULL,           -- day
  upload TEXT REFERENCES audit_upload (id),
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX audit_credit_number ON audit_credit (carrier, number COLLATE NOCASE);
CREATE INDEX audit_credit_invoice ON audit_credit (invoice_id);
CREATE INDEX audit_credit_upload ON audit_credit (upload);
ALTER TABLE audit_invoice ADD COLUMN credit_minor INTEGER NOT NULL DEFAULT 0; -- of all its credit notes
-- +goose Down
SELECT 1;
