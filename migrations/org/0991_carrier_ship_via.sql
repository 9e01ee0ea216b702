-- +goose Up
-- What order files and customers write for a way to ship, and the carrier and services that it stands for.
CREATE TABLE carrier_ship_via (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE, -- in capitals, without what separates its words
  label TEXT NOT NULL,       -- as it is written
  carrier TEXT NOT NULL REFERENCES carrier (id),
  services TEXT NOT NULL,    -- codes of accessorials
  note TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX carrier_ship_via_carrier ON carrier_ship_via (carrier);
-- The services that an order asks for by its ship-via code, until its load is built.
CREATE TABLE order_service (
  order_id TEXT PRIMARY KEY REFERENCES order_open (id) ON DELETE CASCADE,
  services TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
