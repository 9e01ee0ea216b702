-- +goose Up
-- What of an order is to go later is a back order: an order of its own, with the number of the first and a code behind it.
ALTER TABLE order_open ADD COLUMN root TEXT NOT NULL DEFAULT '';          -- number of the order that it was parted from
ALTER TABLE order_open ADD COLUMN back_order TEXT NOT NULL DEFAULT '00';
ALTER TABLE order_open ADD COLUMN left_by TEXT NOT NULL DEFAULT '';       -- the load that left it behind, and the order's number on it
ALTER TABLE order_open ADD COLUMN clauses TEXT NOT NULL DEFAULT '{}';     -- of a bill: its part of COD and declared value
CREATE INDEX order_open_left ON order_open (left_by) WHERE left_by <> '';
-- +goose Down
SELECT 1;
