-- +goose Up
-- A bucket is read in its order and counted from one index, whatever it is filtered by: none of its rows is looked at before it is shown.
DROP INDEX shipment_list;
CREATE INDEX shipment_list ON shipment (status, ship_on, id, warehouse, carrier, customer, mode, created_by, bill_to ->> 'name');
-- +goose Down
SELECT 1;
