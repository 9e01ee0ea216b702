-- +goose Up
-- The warehouses whose work the writer of a comment on a whole batch saw; null for all.
ALTER TABLE audit_comment ADD COLUMN warehouses TEXT NOT NULL DEFAULT 'null';
-- +goose Down
SELECT 1;
