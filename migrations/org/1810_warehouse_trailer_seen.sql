-- +goose Up
-- When somebody last said that a trailer still stands where it is known to stand, and the visit by whose coming a trailer counts as gone: its driver may have named it in error.
ALTER TABLE warehouse_trailer ADD COLUMN seen_at INTEGER;
ALTER TABLE warehouse_trailer ADD COLUMN gone_by TEXT NOT NULL DEFAULT '';
CREATE INDEX warehouse_trailer_gone_by ON warehouse_trailer (gone_by) WHERE gone_by <> '';
-- +goose Down
SELECT 1;
