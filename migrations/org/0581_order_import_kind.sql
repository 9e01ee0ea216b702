-- +goose Up
-- Files of purchase orders are looked at before they count, as files of orders are; their columns are remembered apart, since they call the same things
-- the other way round.
ALTER TABLE order_import ADD COLUMN kind TEXT NOT NULL DEFAULT 'order' CHECK (kind IN ('order', 'purchase'));
CREATE TABLE order_mapping_new (
  kind TEXT NOT NULL CHECK (kind IN ('order', 'purchase')),
  customer TEXT NOT NULL,
  headers TEXT NOT NULL,
  mapping TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (kind, customer, headers)
) STRICT, WITHOUT ROWID;
INSERT INTO order_mapping_new SELECT 'order', customer, headers, mapping, used_at FROM order_mapping;
DROP TABLE order_mapping;
ALTER TABLE order_mapping_new RENAME TO order_mapping;
-- +goose Down
SELECT 1;
