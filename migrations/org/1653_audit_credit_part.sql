-- +goose Up
-- A note credits several bills, or one in several parts, and one that was entered by mistake is taken back. The same amount of the same bill counts once.
ALTER TABLE audit_credit ADD COLUMN taken_back TEXT NOT NULL DEFAULT ''; -- reason; empty while it counts
DROP INDEX audit_credit_number;
CREATE UNIQUE INDEX audit_credit_part ON audit_credit (carrier, number COLLATE NOCASE, invoice_id, amount_minor) WHERE taken_back = '';
-- +goose Down
SELECT 1;
