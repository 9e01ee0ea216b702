-- +goose Up
-- That nobody was there to sign, as it stands on the bill; empty where somebody was.
ALTER TABLE dock_shipment ADD COLUMN nobody TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
