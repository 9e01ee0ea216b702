-- +goose Up
-- Who did what to which load, as the shipment area lets reports join it. What was done is in it, and none of its data.
CREATE VIEW shipment_acted AS
SELECT e.id, e.shipment_id, s.number, s.bol, e.warehouse, e.kind, e.user_id, e.user_name, e.device <> '' AS by_device, e.at, e.logged_at FROM shipment_event e JOIN shipment s ON s.id = e.shipment_id;
CREATE INDEX shipment_event_at ON shipment_event (at);
-- +goose Down
SELECT 1;
