-- +goose Up
-- The pallets of which something is damaged or short: few of many, and what claims begin with.
CREATE INDEX dock_pallet_found ON dock_pallet (shipment_id) WHERE state = 'damaged' OR short > 0;
-- +goose Down
SELECT 1;
