-- +goose Up
-- How often an order was changed, and by whom last: who saves names the state that was seen, so that of two people one is asked.
ALTER TABLE order_open ADD COLUMN rev INTEGER NOT NULL DEFAULT 1;
ALTER TABLE order_open ADD COLUMN changed_by TEXT NOT NULL DEFAULT '';
-- Orders that were consolidated share a name, the first one's id; they are built together or not at all.
ALTER TABLE order_open ADD COLUMN together TEXT NOT NULL DEFAULT '';
CREATE INDEX order_open_together ON order_open (together) WHERE together <> '';

-- The item master. An item without an owner is common to all; one with a customer is bound to that customer's orders.
CREATE TABLE order_item (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL,
  owner TEXT NOT NULL DEFAULT '',
  customer TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL,
  package_type TEXT NOT NULL DEFAULT 'CTN',
  class TEXT NOT NULL DEFAULT '',
  nmfc TEXT NOT NULL DEFAULT '',
  weight TEXT NOT NULL,               -- of one piece
  length TEXT NOT NULL,
  width TEXT NOT NULL,
  height TEXT NOT NULL,
  stackable INTEGER NOT NULL DEFAULT 0,
  hazmat TEXT NOT NULL DEFAULT 'null',
  changed_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX order_item_code ON order_item (owner, customer, code);

-- Column sets of the order grid.
CREATE TABLE order_template (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  columns TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX order_template_name ON order_template (name);
-- +goose Down
SELECT 1;
