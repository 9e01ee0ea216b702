-- +goose Up
-- The organisation's own drivers. What a carrier's driver shows at the dock is the dock's.
CREATE TABLE routing_driver (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  depot TEXT NOT NULL REFERENCES routing_depot (code) ON UPDATE CASCADE,
  vehicle TEXT REFERENCES routing_vehicle (code) ON UPDATE CASCADE,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  license TEXT NOT NULL,
  license_class TEXT NOT NULL,
  license_until TEXT NOT NULL,
  medical_until TEXT NOT NULL,
  disabled INTEGER NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX routing_driver_depot ON routing_driver (depot);
CREATE INDEX routing_driver_vehicle ON routing_driver (vehicle);
-- +goose Down
SELECT 1;
