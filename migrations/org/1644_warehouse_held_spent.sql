-- +goose Up
-- What a partner held of a time before its last hold, which began at since: only minutes that it was held count.
ALTER TABLE warehouse_held ADD COLUMN spent INTEGER NOT NULL DEFAULT 0; -- ms
-- +goose Down
SELECT 1;
