-- +goose Up
-- The sender that a shipment had before it went on a truck, where the papers of all that is on one name the warehouse; empty where they do not.
ALTER TABLE shipment_truck_child ADD COLUMN origin TEXT NOT NULL DEFAULT '';
-- +goose Down
ALTER TABLE shipment_truck_child DROP COLUMN origin;
