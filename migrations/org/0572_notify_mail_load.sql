-- +goose Up
-- The further shipments of a mail that is about several, each with the link that the mail has for it.
CREATE TABLE notify_mail_load (
  mail_id TEXT NOT NULL REFERENCES notify_mail (id),
  shipment_id TEXT NOT NULL,
  link_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (mail_id, shipment_id)
) STRICT;
CREATE INDEX notify_mail_load_shipment ON notify_mail_load (shipment_id);
-- +goose Down
SELECT 1;
