-- +goose Up
-- Requests that are open and over: found without reading those that ended. The unique index has those of a shipment alone.
CREATE INDEX quote_request_until ON quote_request (valid_until) WHERE state = 'open';
-- +goose Down
SELECT 1;
