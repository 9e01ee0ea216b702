-- +goose Up
-- What papers say of a shipment beside its goods: what each order is known by, the services by their names, and the clauses
-- that the shipper chose.
ALTER TABLE shipment ADD COLUMN order_notes TEXT NOT NULL DEFAULT '[]';
ALTER TABLE shipment ADD COLUMN service_names TEXT NOT NULL DEFAULT '[]';
ALTER TABLE shipment ADD COLUMN clauses TEXT NOT NULL DEFAULT '{}';
-- +goose Down
SELECT 1;
