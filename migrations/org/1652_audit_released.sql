-- +goose Up
-- What was to be paid of a bill when it was released. Accounts payable may pay that although a credit note came meanwhile.
ALTER TABLE audit_invoice ADD COLUMN released_minor INTEGER NOT NULL DEFAULT 0;
UPDATE audit_invoice SET released_minor = COALESCE((SELECT after_minor FROM audit_step WHERE invoice_id = audit_invoice.id AND action = 'release' ORDER BY n DESC LIMIT 1), pay_minor) WHERE state = 'invoiced';
CREATE INDEX audit_invoice_credited ON audit_invoice (carrier, currency) WHERE credit_minor > 0;
-- +goose Down
SELECT 1;
