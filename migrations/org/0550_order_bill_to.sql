-- +goose Up
-- Who pays the freight of a third-party order; null where nobody has said so yet.
ALTER TABLE order_open ADD COLUMN bill_to TEXT NOT NULL DEFAULT 'null';
-- +goose Down
ALTER TABLE order_open DROP COLUMN bill_to;
