-- +goose Up
-- Which organisation a device belongs to, as it asks for a token by its number alone; rebuilt from the organisations' own devices.
-- A number may be claimed by several: only the one whose kept key fits the signature counts.
CREATE TABLE system_device (device TEXT NOT NULL, org TEXT NOT NULL, PRIMARY KEY (device, org)) STRICT, WITHOUT ROWID;
CREATE INDEX system_session_device ON system_session (org, device) WHERE ended_at IS NULL AND device <> '';
CREATE INDEX system_refresh_session ON system_refresh (session);
-- +goose Down
SELECT 1;
