-- +goose Up
-- What names a customer is found without reading all of it: a merge of customers counts it and changes it while nobody else writes.
CREATE INDEX order_open_named ON order_open (customer COLLATE NOCASE);
CREATE INDEX shipment_named ON shipment (customer COLLATE NOCASE);
CREATE INDEX order_import_named ON order_import (customer COLLATE NOCASE);
CREATE INDEX packing_plan_named ON packing_plan (customer COLLATE NOCASE);
CREATE INDEX org_place_coded ON org_place (kind, code COLLATE NOCASE);
CREATE INDEX org_place_named ON org_place (kind, name COLLATE NOCASE);
-- +goose Down
SELECT 1;
