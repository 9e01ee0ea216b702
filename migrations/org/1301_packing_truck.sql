-- +goose Up
-- Load plans: which pallets of which orders stand where in a trailer, in the order in which they are loaded.
CREATE TABLE packing_truck (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  trailer TEXT NOT NULL,
  gap INTEGER NOT NULL,                -- inches left free at the nose
  orders TEXT NOT NULL,                -- in the order of delivery
  pallets TEXT NOT NULL,               -- as they were when the plan was made
  puts TEXT NOT NULL,                  -- steps of loading
  rev INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  by_name TEXT NOT NULL,
  at INTEGER NOT NULL,
  changed_by TEXT NOT NULL
) STRICT;
CREATE INDEX packing_truck_new ON packing_truck (created_at);
CREATE TABLE packing_truck_sequence (id INTEGER PRIMARY KEY CHECK (id = 1), next INTEGER NOT NULL) STRICT;
INSERT INTO packing_truck_sequence (id, next) VALUES (1, 1);
-- +goose Down
SELECT 1;
