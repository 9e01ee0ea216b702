-- +goose Up
-- What a driver is told who arrives, in three languages; and that the driver agrees when the truck came and when it was let go, which detention is paid by.
ALTER TABLE dock_setting ADD COLUMN rules TEXT NOT NULL DEFAULT '{"en":"","es":"","fr":""}';
ALTER TABLE dock_shipment ADD COLUMN arrival_agreed_at INTEGER;
ALTER TABLE dock_shipment ADD COLUMN release_agreed_at INTEGER;
-- +goose Down
SELECT 1;
