-- +goose Up
-- The organisation's own table of NMFC items, as it was licensed and uploaded: the product has none. An upload is an edition, so that half of a file never counts.
CREATE TABLE order_nmfc (
  edition TEXT NOT NULL,
  nmfc TEXT NOT NULL,
  description TEXT NOT NULL,
  class TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (edition, nmfc)
) STRICT, WITHOUT ROWID;
CREATE TABLE order_nmfc_table (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  edition TEXT NOT NULL,
  name TEXT NOT NULL,
  items INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
