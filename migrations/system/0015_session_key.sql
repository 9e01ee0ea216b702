-- +goose Up
-- The public key of the device that a session is bound to. The organisation's own record of the device may be lost with a restore; the session still is
-- nobody's who does not hold the key.
ALTER TABLE system_session ADD COLUMN device_key TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
