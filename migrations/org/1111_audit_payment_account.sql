-- +goose Up
-- The account that a check is drawn on: each has numbers of its own.
ALTER TABLE audit_payment ADD COLUMN account TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
