-- +goose Up
-- What a supplier's label says beside the pallet's number. Days are text; empty means that no label said so.
ALTER TABLE dock_pallet ADD COLUMN lot TEXT NOT NULL DEFAULT '';
ALTER TABLE dock_pallet ADD COLUMN expires_on TEXT NOT NULL DEFAULT '';
ALTER TABLE dock_pallet ADD COLUMN best_before TEXT NOT NULL DEFAULT '';
-- How a supplier writes labels of its own, taught once by whoever met one first.
CREATE TABLE dock_label_rule (
  id TEXT PRIMARY KEY,
  supplier TEXT NOT NULL,
  starts TEXT NOT NULL DEFAULT '',
  length INTEGER NOT NULL DEFAULT 0,
  separator TEXT NOT NULL DEFAULT '',
  fields INTEGER NOT NULL DEFAULT 0,
  parts TEXT NOT NULL DEFAULT '[]',
  days TEXT NOT NULL DEFAULT '',
  sample TEXT NOT NULL,
  taught_by TEXT NOT NULL DEFAULT '',
  taught_at INTEGER
) STRICT;
-- +goose Down
DROP TABLE dock_label_rule;
ALTER TABLE dock_pallet DROP COLUMN best_before;
ALTER TABLE dock_pallet DROP COLUMN expires_on;
ALTER TABLE dock_pallet DROP COLUMN lot;
