-- +goose Up
-- A list of orders is read in the order of its days, found and counted from this index, whatever it is narrowed to or ordered by; only the rows of the page itself are looked at.
CREATE INDEX order_open_page ON order_open (state, ship_on, number, id, warehouse, customer, carrier, created_by, bill_to ->> 'name', due_on, created_at);
-- One entry in seventeen, which tells where a page begins in another order than that of the days.
CREATE INDEX order_open_sample ON order_open (state, ship_on, number, id, warehouse, customer, carrier, created_by, bill_to ->> 'name', due_on, created_at) WHERE rowid % 17 = 0;
-- +goose Down
DROP INDEX order_open_sample;
DROP INDEX order_open_page;
