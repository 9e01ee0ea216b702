-- +goose Up
-- Open orders that a planner has confirmed for the organisation's own trucks.
CREATE TABLE routing_fleet_order (
  order_id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE INDEX routing_fleet_order_warehouse ON routing_fleet_order (warehouse);
-- +goose Down
SELECT 1;
