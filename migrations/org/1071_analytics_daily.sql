-- +goose Up
-- The loads of a warehouse by the day on which they ship, scheduled or not. Archived ones are none. No money is in it.
CREATE VIEW shipment_daily AS
SELECT s.id, s.number, s.bol, s.pro, s.warehouse, s.inbound, s.status, s.mode, s.carrier, s.carrier_name, s.ship_on, s.pickup_from, s.pickup_to, s.pieces, s.pallets, s.weight,
  COALESCE(s.origin ->> 'name', '') AS from_name, COALESCE(s.destination ->> 'name', '') AS to_name, COALESCE(s.destination ->> 'city', '') AS to_city, COALESCE(s.destination ->> 'state', '') AS to_state,
  COALESCE(s.signed_at, (SELECT MIN(e.at) FROM shipment_event e WHERE e.shipment_id = s.id AND e.kind IN ('depart', 'in-transit'))) AS departed_at, s.delivered_at
FROM shipment s WHERE s.status IN ('O', 'S', 'Q', 'H', 'T', 'M', 'A', 'D', 'X');
-- +goose Down
SELECT 1;
