-- +goose Up
-- Whether the images of a label stand with its shipment's documents, and how the carrier was asked to take a label back: 0 not, 1 its answer was lost, 2 it refused.
ALTER TABLE parcel_label ADD COLUMN pictured INTEGER NOT NULL DEFAULT 1;
ALTER TABLE parcel_label ADD COLUMN void_asked INTEGER NOT NULL DEFAULT 0;
-- +goose Down
SELECT 1;
