-- +goose Up
-- Where a program's secret was shown: it ends with that device's access.
ALTER TABLE access_application ADD COLUMN device TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
