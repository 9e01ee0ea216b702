-- +goose Up
-- Who asked for a door at a gate, as people call them.
ALTER TABLE warehouse_slot_lease ADD COLUMN by_name TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
