-- +goose Up
-- A shipper's signature that came when the driver had signed, once, however often it is sent.
CREATE TABLE dock_certified_late (
  shipment_id TEXT NOT NULL,
  ink TEXT NOT NULL,      -- SHA-256 over the hashes of image and strokes
  at INTEGER NOT NULL,
  PRIMARY KEY (shipment_id, ink)
) STRICT;
-- +goose Down
SELECT 1;
