-- +goose Up
-- The last day of a user's access, the instant at which it ends in the zone of the user's site, and whether the user was told that it will.
ALTER TABLE access_user ADD COLUMN until_on TEXT NOT NULL DEFAULT '';
ALTER TABLE access_user ADD COLUMN until_at INTEGER;
ALTER TABLE access_user ADD COLUMN until_told INTEGER NOT NULL DEFAULT 0;
-- +goose Down
SELECT 1;
