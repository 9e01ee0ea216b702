-- +goose Up
-- How far the list of first steps is: {"done": bool, "skipped": [..]}. An organisation from before it has had its first steps.
ALTER TABLE org_setup ADD COLUMN started TEXT NOT NULL DEFAULT '{"done":true,"skipped":[]}';
-- +goose Down
SELECT 1;
