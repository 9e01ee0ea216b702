-- +goose Up
-- What carriers paid back, or had set off against other bills, of bills that were paid beyond what is due of them.
CREATE TABLE audit_refund (
  id TEXT PRIMARY KEY,
  invoice_id TEXT NOT NULL REFERENCES audit_invoice (id),
  way TEXT NOT NULL CHECK (way IN ('refund', 'set-off')),
  reference TEXT NOT NULL,             -- of the carrier's payment, or of the bill or payment that it was set off in
  refunded_on TEXT NOT NULL,           -- day
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  reason TEXT NOT NULL,                -- empty where a file told it
  file_id TEXT REFERENCES audit_payment_file (id),
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  taken_back TEXT NOT NULL DEFAULT ''  -- reason; empty while it counts
) STRICT;
CREATE UNIQUE INDEX audit_refund_once ON audit_refund (invoice_id, reference COLLATE NOCASE) WHERE taken_back = '';
CREATE INDEX audit_refund_in ON audit_refund (file_id);
-- +goose Down
SELECT 1;
