-- +goose Up
-- What a signed load was last told to leave behind of an order, and the orders that have held any of it since: a corrected bill changes what is open by the
-- difference alone, wherever the rest has gone meanwhile.
CREATE TABLE order_parting (
  key TEXT PRIMARY KEY,                 -- the load, and the order's number there
  warehouse TEXT NOT NULL,
  number TEXT NOT NULL,                 -- the order's
  goods TEXT NOT NULL                   -- JSON, a list of items
) STRICT, WITHOUT ROWID;
CREATE INDEX order_parting_number ON order_parting (warehouse, number);
CREATE TABLE order_holder (
  key TEXT NOT NULL,
  order_id TEXT NOT NULL,
  PRIMARY KEY (key, order_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_holder_order ON order_holder (order_id);
-- +goose Down
DROP TABLE order_holder;
DROP TABLE order_parting;
