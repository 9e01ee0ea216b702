-- +goose Up
-- The numbers of bills, loads and checks are the same in capitals and in small letters.
CREATE INDEX audit_invoice_named ON audit_invoice (carrier, number COLLATE NOCASE);
DROP INDEX audit_invoice_found;
CREATE INDEX audit_invoice_found ON audit_invoice (number COLLATE NOCASE);
DROP INDEX audit_invoice_bol;
CREATE INDEX audit_invoice_bol ON audit_invoice (bol COLLATE NOCASE) WHERE bol <> '';
DROP INDEX audit_payment_check;
CREATE INDEX audit_payment_check ON audit_payment (reference COLLATE NOCASE) WHERE kind = 'check';
UPDATE audit_invoice SET pro = upper(pro) WHERE pro <> upper(pro);
-- +goose Down
SELECT 1;
