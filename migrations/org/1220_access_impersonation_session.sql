-- +goose Up
-- The session that the administrator looks from, and goes on with afterwards: what ends it ends the look.
ALTER TABLE access_impersonation ADD COLUMN session TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
