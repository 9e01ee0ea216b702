-- +goose Up
-- The life of the database that a label was ordered in: in another one nobody knows whether its carrier was asked.
ALTER TABLE parcel_label ADD COLUMN epoch TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
