-- +goose Up
-- What was paid of a bill is at most what it was released at, and a carrier owes of one that was released beyond what is due of it: for a credit, or by a release that was withdrawn.
UPDATE audit_invoice SET released_minor = MAX(released_minor, (SELECT amount_minor FROM audit_payment WHERE invoice_id = audit_invoice.id)) WHERE id IN (SELECT invoice_id FROM audit_payment);
DROP INDEX audit_invoice_credited;
CREATE INDEX audit_invoice_overpaid ON audit_invoice (carrier, currency) WHERE pay_minor < released_minor;
-- +goose Down
SELECT 1;
