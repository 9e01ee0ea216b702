-- +goose Up
-- What the hourly work and the dock's history ask for, without reading all that ever was.
CREATE INDEX document_window ON document (at) WHERE left_at IS NULL;
CREATE INDEX dock_shipment_past ON dock_shipment (ship_on, id) WHERE state IN ('signed', 'left', 'void');
-- +goose Down
SELECT 1;
