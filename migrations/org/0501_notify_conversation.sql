-- +goose Up
CREATE INDEX notify_mail_shipment ON notify_mail (shipment_id, id) WHERE shipment_id <> '';
-- +goose Down
SELECT 1;
