-- +goose Up
-- One truck that several shipments of a warehouse go on together. Each of them keeps its own papers, carrier and status.
CREATE TABLE shipment_truck (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,
  warehouse TEXT NOT NULL,
  ship_on TEXT NOT NULL,
  closed_at INTEGER,                   -- full, or not to be added to any more
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE INDEX shipment_truck_day ON shipment_truck (ship_on DESC, number DESC);
CREATE TABLE shipment_truck_child (
  shipment_id TEXT PRIMARY KEY REFERENCES shipment (id), -- a shipment is on one truck
  truck_id TEXT NOT NULL REFERENCES shipment_truck (id),
  at INTEGER NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE INDEX shipment_truck_child_of ON shipment_truck_child (truck_id);

-- Shipments that belong together, however they travel: the parts of one project, a return with what went out.
CREATE TABLE shipment_batch (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE TABLE shipment_batch_member (
  shipment_id TEXT PRIMARY KEY REFERENCES shipment (id),
  batch_id TEXT NOT NULL REFERENCES shipment_batch (id)
) STRICT;
CREATE INDEX shipment_batch_member_of ON shipment_batch_member (batch_id);
CREATE TABLE shipment_truck_sequence (id INTEGER PRIMARY KEY CHECK (id = 1), next INTEGER NOT NULL) STRICT;
INSERT INTO shipment_truck_sequence (id, next) VALUES (1, 10001);
-- +goose Down
SELECT 1;
