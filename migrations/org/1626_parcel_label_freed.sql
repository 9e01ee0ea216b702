-- +goose Up
-- The shipment was taken from the carrier while its label was being bought: the label is given back as soon as it is known.
ALTER TABLE parcel_label ADD COLUMN freed INTEGER NOT NULL DEFAULT 0;
-- +goose Down
SELECT 1;
