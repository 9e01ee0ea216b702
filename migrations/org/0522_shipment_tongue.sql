-- +goose Up
-- In which language a carrier was written to last.
CREATE INDEX shipment_tender_carrier ON shipment_tender (carrier, id);
-- +goose Down
SELECT 1;
