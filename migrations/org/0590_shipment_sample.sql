-- +goose Up
-- One entry in seventeen of shipment_order: where a page of a list begins and ends in an order that no index has is read from these, and the list itself is walked through once.
CREATE INDEX shipment_sample ON shipment (status, ship_on, id, warehouse, carrier, customer, mode, created_by, bill_to ->> 'name', number, bol, pro, carrier_name, created_at, due_at, pallets, pieces) WHERE rowid % 17 = 0;
-- +goose Down
SELECT 1;
