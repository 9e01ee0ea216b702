-- +goose Up
-- What a program may do of what its person may, until when, and when it last came in.
ALTER TABLE access_application ADD COLUMN scopes TEXT NOT NULL DEFAULT 'null'; -- JSON list of area:read and area:write; null is all
ALTER TABLE access_application ADD COLUMN until_on TEXT NOT NULL DEFAULT '';   -- last day on which it comes in, UTC; empty is without end
ALTER TABLE access_application ADD COLUMN used_at INTEGER;
-- +goose Down
SELECT 1;
