-- +goose Up
-- A load that went with less than was planned keeps the plan beside what it carries: its pallets are laid by it, and a corrected bill is made of both.
ALTER TABLE shipment ADD COLUMN planned TEXT NOT NULL DEFAULT '[]';
-- Why a price is no longer that of the load; empty where it is.
ALTER TABLE shipment_cost ADD COLUMN stale TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
