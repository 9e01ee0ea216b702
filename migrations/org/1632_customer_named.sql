-- +goose Up
-- What names a customer is found without reading all of it: a merge of customers counts it and changes it while nobody else writes.
CREATE INDEX order_open_by_customer ON order_open (customer COLLATE NOCASE);
CREATE INDEX shipment_by_customer ON shipment (customer COLLATE NOCASE);
CREATE INDEX order_import_by_customer ON order_import (customer COLLATE NOCASE);
CREATE INDEX packing_plan_by_customer ON packing_plan (customer COLLATE NOCASE);
CREATE INDEX org_place_by_code ON org_place (kind, code COLLATE NOCASE);
CREATE INDEX org_place_by_name ON org_place (kind, name COLLATE NOCASE);
-- +goose Down
SELECT 1;
