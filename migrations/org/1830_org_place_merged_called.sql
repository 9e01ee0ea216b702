-- +goose Up
-- What a merged row was called before the merge, to mean it again when the merge is taken back.
ALTER TABLE org_place_merged ADD COLUMN called TEXT NOT NULL DEFAULT '[]';
-- +goose Down
SELECT 1;
