-- +goose Up
-- Whose account pays a shipment's freight, as it was decided when its carrier was booked.
CREATE TABLE shipment_payer (
  shipment_id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  terms TEXT NOT NULL,     -- P, C, T
  account TEXT NOT NULL,
  source TEXT NOT NULL,    -- typed, registered; empty where no account is known
  billed TEXT NOT NULL,    -- JSON, the party
  why TEXT NOT NULL,       -- code of the reason
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
