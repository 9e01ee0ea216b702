-- +goose Up
-- As what a carrier books times by its link: carrier or broker.
ALTER TABLE carrier_portal ADD COLUMN books_as TEXT NOT NULL DEFAULT 'carrier';
-- +goose Down
SELECT 1;
