-- +goose Up
-- Parcels follow their linehaul after the command that moves it: each keeps the day that it has followed, and whether the office was told that it leaves too late.
ALTER TABLE shipment_ride ADD COLUMN haul_on TEXT NOT NULL DEFAULT ''; -- day on which the linehaul is at the hub
ALTER TABLE shipment_ride ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
UPDATE shipment_ride SET haul_on = COALESCE((SELECT arrives_on FROM shipment WHERE id = linehaul_id), '');
-- +goose Down
SELECT 1;
