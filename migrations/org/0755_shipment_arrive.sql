-- +goose Up
ALTER TABLE shipment ADD COLUMN arrive_by TEXT NOT NULL DEFAULT ''; -- the first due day of its orders, a day
UPDATE shipment SET arrive_by = COALESCE((SELECT MIN(o.due_on) FROM order_open o WHERE o.shipment_id = shipment.id AND o.due_on <> ''), '');
-- +goose Down
SELECT 1;
