-- +goose Up
-- When the person acted, as it counts: no later action of the same device is taken to be earlier. 0 where it was not carried out by its own clock.
ALTER TABLE sync_outcome ADD COLUMN acted_at INTEGER NOT NULL DEFAULT 0;
-- +goose Down
SELECT 1;
