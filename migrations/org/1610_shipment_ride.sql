-- +goose Up
-- Parcels that ride a linehaul to their carrier's hub and enter its network there: when they arrive counts from that day and place.
CREATE TABLE shipment_ride (
  shipment_id TEXT PRIMARY KEY,   -- the parcel
  linehaul_id TEXT NOT NULL,      -- the shipment that takes it to the hub
  hub TEXT NOT NULL,              -- JSON: the hub's address
  inject_on TEXT NOT NULL         -- day for which the parcel was priced from the hub
) STRICT;
CREATE INDEX shipment_ride_linehaul ON shipment_ride (linehaul_id);
-- What was tendered with its linehaul before this table was there.
INSERT INTO shipment_ride (shipment_id, linehaul_id, hub, inject_on)
SELECT p.shipment_id, z.shipment_id, z.hub ->> '$.party', z.inject_on
FROM routing_zone_parcel p JOIN routing_zone_skip z ON z.id = p.skip_id
WHERE p.open = 1 AND z.state = 'tendered' AND z.hub ->> '$.party' IS NOT NULL;
-- +goose Down
SELECT 1;
