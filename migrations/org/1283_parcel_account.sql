-- +goose Up
-- The account and the environment that a label is bought in: no other one knows of it.
ALTER TABLE parcel_label ADD COLUMN test INTEGER NOT NULL DEFAULT 0;
ALTER TABLE parcel_label ADD COLUMN account TEXT NOT NULL DEFAULT '';
UPDATE parcel_label SET test = COALESCE((SELECT a.test FROM parcel_account a WHERE a.id = parcel_label.carrier), 0), account = COALESCE((SELECT a.number FROM parcel_account a WHERE a.id = parcel_label.carrier), '');
-- +goose Down
SELECT 1;
