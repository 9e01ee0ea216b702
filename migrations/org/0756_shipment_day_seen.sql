-- +goose Up
ALTER TABLE shipment ADD COLUMN day_seen TEXT NOT NULL DEFAULT ''; -- the pickup day that a person confirmed although carriers do not run on it
-- +goose Down
SELECT 1;
