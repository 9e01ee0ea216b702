-- +goose Up
-- What a carrier was asked in one go is answered in one sheet.
CREATE INDEX quote_together ON quote (carrier, email, asked_at);
-- +goose Down
SELECT 1;
