-- +goose Up
-- The links that a device showed end with it; those that none did name no device.
CREATE INDEX access_link_device ON access_link (device) WHERE device <> '' AND used_at IS NULL AND ended_at IS NULL;
-- +goose Down
SELECT 1;
