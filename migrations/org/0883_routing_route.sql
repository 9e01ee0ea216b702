-- +goose Up
-- Routes that are driven on the same days of every week.
CREATE TABLE routing_route (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  depot TEXT NOT NULL REFERENCES routing_depot (code) ON UPDATE CASCADE,
  days TEXT NOT NULL,
  departs TEXT NOT NULL,
  stops TEXT NOT NULL,
  vehicle TEXT REFERENCES routing_vehicle (code) ON UPDATE CASCADE,
  driver TEXT REFERENCES routing_driver (code) ON UPDATE CASCADE,
  note TEXT NOT NULL,
  disabled INTEGER NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX routing_route_depot ON routing_route (depot);
CREATE INDEX routing_route_vehicle ON routing_route (vehicle);
CREATE INDEX routing_route_driver ON routing_route (driver);
-- +goose Down
SELECT 1;
