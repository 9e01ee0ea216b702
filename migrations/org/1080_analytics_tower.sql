-- +goose Up
-- The loads that a control tower watches: those of a warehouse's day, and by when each has to be there.
CREATE VIEW shipment_tower AS SELECT d.*, s.arrive_by FROM shipment_daily d JOIN shipment s ON s.id = d.id;
-- +goose Down
SELECT 1;
