-- +goose Up
-- Plans of trucks with several stops, by carriers (mtl) or by the organisation's own (fleet): what was to be planned, as it was then, and what came of it.
CREATE TABLE routing_scenario (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  ship_on TEXT NOT NULL,
  state TEXT NOT NULL,
  round INTEGER NOT NULL,
  done INTEGER NOT NULL,
  code TEXT NOT NULL,
  currency TEXT NOT NULL,
  values_used TEXT NOT NULL,
  orders TEXT NOT NULL,
  routes TEXT NOT NULL,
  left_out TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at INTEGER NOT NULL,
  changed_by TEXT NOT NULL
) STRICT;
CREATE INDEX routing_scenario_new ON routing_scenario (kind, created_at);
CREATE TABLE routing_scenario_sequence (id INTEGER PRIMARY KEY CHECK (id = 1), next INTEGER NOT NULL) STRICT;
INSERT INTO routing_scenario_sequence (id, next) VALUES (1, 1);
-- Which shipment was made of which route, so that a plan knows its shipments and a shipment its plan.
CREATE TABLE routing_shipment (
  shipment_id TEXT PRIMARY KEY,
  scenario TEXT NOT NULL REFERENCES routing_scenario (id),
  route TEXT NOT NULL,
  stop INTEGER NOT NULL,
  number TEXT NOT NULL,
  ended INTEGER NOT NULL DEFAULT 0,
  at INTEGER NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE INDEX routing_shipment_scenario ON routing_shipment (scenario, route);
-- +goose Down
SELECT 1;
