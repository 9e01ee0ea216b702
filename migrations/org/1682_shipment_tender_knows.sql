-- +goose Up
-- A carrier that accepted a load and is asked anew, since it was changed, knows of it whether that mail has left or not.
ALTER TABLE shipment_tender ADD COLUMN knows INTEGER NOT NULL DEFAULT 0;
-- +goose Down
SELECT 1;
