-- +goose Up
-- A carrier's own calendar: days on which it does not run although others do, or runs although it is a public holiday.
CREATE TABLE carrier_holiday (
  id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL REFERENCES carrier (id),
  day TEXT NOT NULL,
  name TEXT NOT NULL,
  runs INTEGER NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX carrier_holiday_day ON carrier_holiday (carrier, day);
CREATE INDEX carrier_holiday_on ON carrier_holiday (day);
-- The day on which the carrier has a load there, by its days of transit and all calendars; empty where nobody knows.
ALTER TABLE shipment ADD COLUMN arrives_on TEXT NOT NULL DEFAULT '';
DROP VIEW shipment_carried;
CREATE VIEW shipment_carried AS
SELECT s.id, s.number, s.bol, s.warehouse, s.carrier, s.carrier_name, s.status, s.back, s.mode, s.inbound, s.ship_on, s.pickup_from, s.pickup_to, s.arrive_by, s.service_days, s.arrives_on,
  COALESCE(s.origin ->> 'country', '') AS from_country, COALESCE(s.origin ->> 'zip', '') AS from_zip,
  COALESCE(s.destination ->> 'country', '') AS to_country, COALESCE(s.destination ->> 'zip', '') AS to_zip,
  COALESCE(s.signed_at, (SELECT MIN(e.at) FROM shipment_event e WHERE e.shipment_id = s.id AND e.kind IN ('depart', 'in-transit'))) AS departed_at, s.delivered_at
FROM shipment s WHERE s.status IN ('T', 'M', 'A', 'D', 'X') AND s.carrier <> '';
-- +goose Down
SELECT 1;
