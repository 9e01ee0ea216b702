-- +goose Up
-- What a warehouse that works for others tells of each client's load: the client is the load's customer, and its items are there for their classes.
CREATE VIEW shipment_client AS
SELECT d.*, s.customer, s.arrive_by, s.items, s.orders, s.created_at FROM shipment_daily d JOIN shipment s ON s.id = d.id;
-- +goose Down
SELECT 1;
