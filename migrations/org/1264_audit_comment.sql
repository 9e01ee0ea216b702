-- +goose Up
-- What people noted about the anomalies of a weekly batch: about one invoice's charge, or about the batch.
CREATE TABLE audit_comment (
  id TEXT PRIMARY KEY,
  week TEXT NOT NULL,
  invoice_id TEXT REFERENCES audit_invoice (id), -- NULL is the batch as a whole
  code TEXT NOT NULL,                   -- of the charge; empty for none
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE INDEX audit_comment_week ON audit_comment (week, at);
CREATE INDEX audit_comment_invoice ON audit_comment (invoice_id) WHERE invoice_id IS NOT NULL;
-- +goose Down
SELECT 1;
