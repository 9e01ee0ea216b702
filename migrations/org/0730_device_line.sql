-- +goose Up
-- The identity that a device had before, whose key signed for this one: its people and its leased numbers are this one's too.
ALTER TABLE sync_device ADD COLUMN inherits TEXT REFERENCES sync_device (id);
-- +goose Down
SELECT 1;
