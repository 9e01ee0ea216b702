-- +goose Up
-- shipment_list gives a list in the order of its days and counts it, whatever it is filtered by. This one has what else a list may be ordered by beside all that
-- it may be filtered by, so that no row is read before it is shown. The index of one warehouse's list makes room for it: it answered for the order of the days
-- alone, and with any other filter it led to the rows one by one.
DROP INDEX shipment_warehouse;
CREATE INDEX shipment_order ON shipment (status, ship_on, id, warehouse, carrier, customer, mode, created_by, bill_to ->> 'name', number, bol, pro, carrier_name, created_at, due_at, pallets, pieces);
-- +goose Down
SELECT 1;
