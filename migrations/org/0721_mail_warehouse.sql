-- +goose Up
-- A mail is read by users who see the warehouse of the load that it is about; one that is about no load, by those who see them all.
ALTER TABLE notify_mail ADD COLUMN warehouse TEXT NOT NULL DEFAULT '';
UPDATE notify_mail SET warehouse = COALESCE((SELECT warehouse FROM shipment WHERE shipment.id = notify_mail.shipment_id), '') WHERE shipment_id <> '';
-- +goose Down
SELECT 1;
