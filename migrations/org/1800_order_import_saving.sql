-- +goose Up
-- When the saving of a file began that is not through yet; it goes on without the page that asked for it.
ALTER TABLE order_import ADD COLUMN saving_at INTEGER;
-- +goose Down
SELECT 1;
