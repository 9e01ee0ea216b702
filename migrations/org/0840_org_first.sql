-- +goose Up
-- What an organisation is asked first, and whether it is suspended.
ALTER TABLE org_setup ADD COLUMN zone TEXT NOT NULL DEFAULT '';        -- IANA; what a new warehouse begins with
ALTER TABLE org_setup ADD COLUMN units TEXT NOT NULL DEFAULT 'us';     -- us or metric: what a new weight or length begins with
ALTER TABLE org_setup ADD COLUMN language TEXT NOT NULL DEFAULT 'en';  -- of a new user
ALTER TABLE org_setup ADD COLUMN suspended_at INTEGER;
ALTER TABLE org_setup ADD COLUMN suspended_why TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
