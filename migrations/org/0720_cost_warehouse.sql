-- +goose Up
-- A cost lies in its shipment's warehouse: devices have the costs of the warehouses that their user sees.
ALTER TABLE shipment_cost ADD COLUMN warehouse TEXT NOT NULL DEFAULT '';
UPDATE shipment_cost SET warehouse = (SELECT warehouse FROM shipment WHERE shipment.id = shipment_cost.id);
-- +goose Down
SELECT 1;
