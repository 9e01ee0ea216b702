-- +goose Up
-- What the dispatcher sees of a load: until when the truck was promised, when it came, who has loaded on it, and when somebody last did.
ALTER TABLE dock_shipment ADD COLUMN due_by INTEGER;
ALTER TABLE dock_shipment ADD COLUMN arrived_at INTEGER;
ALTER TABLE dock_shipment ADD COLUMN worked_at INTEGER;
ALTER TABLE dock_shipment ADD COLUMN crew TEXT NOT NULL DEFAULT '[]';
CREATE INDEX dock_shipment_door ON dock_shipment (warehouse, door) WHERE door <> '' AND left_at IS NULL;
-- +goose Down
SELECT 1;
