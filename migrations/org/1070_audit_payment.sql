-- +goose Up
-- A file of payments or of checks that was recorded whole. The same bytes are recorded once.
CREATE TABLE audit_payment_file (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('payment', 'check')),
  name TEXT NOT NULL,
  sha TEXT NOT NULL,                   -- SHA-256 of its bytes
  payments INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX audit_payment_file_sha ON audit_payment_file (kind, sha);
CREATE INDEX audit_payment_file_by ON audit_payment_file (kind, by_user, id);

-- What was paid of an invoice. An invoice is paid once.
CREATE TABLE audit_payment (
  invoice_id TEXT PRIMARY KEY REFERENCES audit_invoice (id),
  file_id TEXT NOT NULL REFERENCES audit_payment_file (id),
  kind TEXT NOT NULL CHECK (kind IN ('payment', 'check')),
  reference TEXT NOT NULL,             -- the payment's own number, or the check's
  paid_on TEXT NOT NULL,               -- day
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_payment_in ON audit_payment (file_id);
CREATE INDEX audit_payment_check ON audit_payment (reference) WHERE kind = 'check';
-- +goose Down
SELECT 1;
