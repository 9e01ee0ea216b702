-- +goose Up
-- What a time is held for.
ALTER TABLE warehouse_hold ADD COLUMN shipment_id TEXT NOT NULL DEFAULT '';
ALTER TABLE warehouse_hold ADD COLUMN appointment_id TEXT NOT NULL DEFAULT ''; -- that would be given the time
ALTER TABLE warehouse_hold ADD COLUMN wait_id TEXT NOT NULL DEFAULT '';        -- of the waiting list that it is offered to
-- +goose Down
SELECT 1;
