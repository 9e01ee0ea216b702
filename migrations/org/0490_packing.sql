-- +goose Up
-- What goods are packed into: cartons, pallets, other handling units. Measures are JSON as entered: integer thousandths and a unit.
CREATE TABLE packing_type (
  id TEXT PRIMARY KEY,                 -- its code, as people say it
  kind TEXT NOT NULL CHECK (kind IN ('carton', 'pallet', 'unit')),
  name TEXT NOT NULL,
  inner TEXT NOT NULL,                 -- room for goods; of a pallet its top and how high it may be loaded
  outer TEXT NOT NULL,
  tare TEXT NOT NULL,
  gross TEXT NOT NULL,
  price_minor INTEGER NOT NULL DEFAULT 0,
  disabled INTEGER NOT NULL DEFAULT 0
) STRICT;
-- What is known of an item for packing it. It goes before what the order says.
CREATE TABLE packing_item (
  id TEXT PRIMARY KEY,                 -- item code
  description TEXT NOT NULL DEFAULT '',
  size TEXT NOT NULL,
  weight TEXT NOT NULL,
  barcodes TEXT NOT NULL,
  upright INTEGER NOT NULL DEFAULT 0,
  top INTEGER NOT NULL DEFAULT 0,
  alone INTEGER NOT NULL DEFAULT 0,
  grp TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE packing_rules (id INTEGER PRIMARY KEY CHECK (id = 1), body TEXT NOT NULL) STRICT;

CREATE TABLE packing_plan (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  order_number TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  customer TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('carton', 'pallet', 'unit')),
  state TEXT NOT NULL CHECK (state IN ('planned', 'packing', 'verified', 'dropped')),
  boxes INTEGER NOT NULL,
  packed INTEGER NOT NULL DEFAULT 0,
  pieces INTEGER NOT NULL,
  scanned INTEGER NOT NULL DEFAULT 0,
  left_over TEXT NOT NULL,
  weight TEXT NOT NULL,
  cube INTEGER NOT NULL,               -- thousandths of a cubic foot, outside
  billable INTEGER NOT NULL,           -- pounds
  cost_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  digest TEXT NOT NULL,                -- of all that it was made from
  made_at INTEGER NOT NULL,
  made_by TEXT NOT NULL,
  verified_at INTEGER,
  left_at INTEGER
) STRICT;
CREATE UNIQUE INDEX packing_plan_order ON packing_plan (order_id, kind) WHERE state <> 'dropped';
CREATE INDEX packing_plan_list ON packing_plan (state, made_at);
CREATE TABLE packing_box (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES packing_plan (id),
  warehouse TEXT NOT NULL,
  n INTEGER NOT NULL,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  room TEXT NOT NULL,
  contents TEXT NOT NULL,
  placed TEXT NOT NULL,
  weight TEXT NOT NULL,
  fill INTEGER NOT NULL,               -- thousandths of the room
  state TEXT NOT NULL CHECK (state IN ('open', 'packed', 'short', 'dropped')),
  note TEXT NOT NULL DEFAULT '',
  packed_at INTEGER,
  packed_by TEXT NOT NULL DEFAULT '',
  device TEXT NOT NULL DEFAULT '',
  left_at INTEGER
) STRICT;
CREATE INDEX packing_box_plan ON packing_box (plan_id, n);
-- +goose Down
SELECT 1;
