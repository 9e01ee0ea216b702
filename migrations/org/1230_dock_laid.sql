-- +goose Up
-- Whether all lines of a load were laid on pallets: one that stands on none any more is not aboard then. Pallets that were added later have nothing that was planned.
ALTER TABLE dock_shipment ADD COLUMN laid INTEGER NOT NULL DEFAULT 0;
UPDATE dock_shipment SET laid = 1 WHERE EXISTS (SELECT 1 FROM dock_pallet p, json_each(p.contents) c WHERE p.shipment_id = dock_shipment.id AND json_extract(c.value, '$.pieces') > 0);
-- A pallet that a tablet added had null in its lists, which no screen can go through.
UPDATE dock_pallet SET contents = '[]' WHERE contents = 'null';
UPDATE dock_pallet SET short_photos = '[]' WHERE short_photos = 'null';
