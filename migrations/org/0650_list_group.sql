-- +goose Up
-- The entries of a list once more, those together that the tally counts together, and of those each customer's by their days: a list that is narrowed is walked through without a look
-- at what it leaves out, and without a question to what it has. The smaller index of a shipment's days makes room for it; shipment_order has all that was in there.
CREATE INDEX shipment_group ON shipment (status, warehouse, carrier, mode, created_by, COALESCE(bill_to ->> 'name', ''), customer, ship_on, id, number, bol, pro, carrier_name, created_at, due_at, pallets, pieces);
DROP INDEX shipment_list;
-- An order's first two columns are those of order_open_list, which only counted by them.
CREATE INDEX order_open_group ON order_open (state, warehouse, carrier, created_by, COALESCE(bill_to ->> 'name', ''), customer, ship_on, number, id, due_on, created_at);
DROP INDEX order_open_list;
-- +goose Down
SELECT 1;
