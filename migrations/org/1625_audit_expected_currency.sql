-- +goose Up
-- What a load should cost stood in the bill's column although it was in another currency.
UPDATE audit_invoice SET expected_minor = 0, tolerance_minor = 0 WHERE expected ->> '$.currency' <> '' AND expected ->> '$.currency' <> currency;
-- +goose Down
SELECT 1;
