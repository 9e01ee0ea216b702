-- +goose Up
-- Why an offer is over: declined, lapsed, or withdrawn, which leaves the time to whoever had the offer.
ALTER TABLE warehouse_wait_passed ADD COLUMN why TEXT NOT NULL DEFAULT 'lapsed';
-- +goose Down
SELECT 1;
