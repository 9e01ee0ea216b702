-- +goose Up
-- The address of a warehouse's calendar lives for a year.
UPDATE access_link SET expires_at = min(expires_at, made_at + 365 * 86400000) WHERE kind = 'site-calendar';
-- +goose Down
SELECT 1;
