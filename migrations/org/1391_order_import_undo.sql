-- +goose Up
-- Whose file it was, and who took all of it back.
ALTER TABLE order_import ADD COLUMN by_name TEXT NOT NULL DEFAULT '';
ALTER TABLE order_import ADD COLUMN undone_at INTEGER;
ALTER TABLE order_import ADD COLUMN undone_by TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
