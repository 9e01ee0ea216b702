-- +goose Up
-- A row stands for the code and name that it had before, too. A code that it gave up itself, and not by a merge, may be another's.
ALTER TABLE org_place_former ADD COLUMN merged INTEGER NOT NULL DEFAULT 1;
-- +goose Down
SELECT 1;
