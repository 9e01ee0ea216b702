-- +goose Up
-- When what is known of a trailer was last said: what was seen before that is in its history alone.
ALTER TABLE warehouse_trailer ADD COLUMN noted_at INTEGER;
UPDATE warehouse_trailer SET noted_at = came_at;
-- +goose Down
SELECT 1;
