-- +goose Up
-- What a pallet carries of which line and order: papers follow what is aboard, and a label names its own pallet's orders. What is short and what is damaged
-- are two findings, each with its own words, photos and finder.
ALTER TABLE dock_pallet ADD COLUMN contents TEXT NOT NULL DEFAULT '[]';
ALTER TABLE dock_pallet ADD COLUMN short_note TEXT NOT NULL DEFAULT '';
ALTER TABLE dock_pallet ADD COLUMN short_by TEXT NOT NULL DEFAULT '';
ALTER TABLE dock_pallet ADD COLUMN short_photos TEXT NOT NULL DEFAULT '[]';
ALTER TABLE dock_pallet ADD COLUMN damage_note TEXT NOT NULL DEFAULT '';
ALTER TABLE dock_pallet ADD COLUMN damage_by TEXT NOT NULL DEFAULT '';
UPDATE dock_pallet SET short_note = note, note = '' WHERE short > 0 AND state <> 'damaged';
UPDATE dock_pallet SET damage_note = note, note = '' WHERE state = 'damaged';
-- A bill that was signed is corrected as its next version, with the reason. The shipper certifies before the driver signs.
ALTER TABLE dock_shipment ADD COLUMN bill_version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE dock_shipment ADD COLUMN correction TEXT NOT NULL DEFAULT '';
ALTER TABLE dock_shipment ADD COLUMN certificate TEXT NOT NULL DEFAULT 'null';
-- +goose Down
SELECT 1;
