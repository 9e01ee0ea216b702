-- +goose Up
-- Under which key a time was offered that was not taken: what is booked under it later, while it is still free, is what was waited for.
ALTER TABLE warehouse_wait_passed ADD COLUMN hold_id TEXT NOT NULL DEFAULT '';
CREATE INDEX warehouse_wait_passed_hold ON warehouse_wait_passed (hold_id) WHERE hold_id <> '';
-- +goose Down
SELECT 1;
