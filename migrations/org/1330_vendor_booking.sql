-- +goose Up
-- What an international booking has beside every shipment. Its id is the shipment's, its row in vendor_shipment says who sent it.
CREATE TABLE vendor_booking (
  id TEXT PRIMARY KEY,
  vendor_id TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('FCL', 'LCL', 'INTLAIR')),
  incoterm TEXT NOT NULL CHECK (incoterm IN ('EXW', 'FCA', 'FOB', 'DAP', 'DDP')),
  place TEXT NOT NULL,            -- that the incoterm names
  origin TEXT NOT NULL,           -- UN/LOCODE of loading
  origin_zone TEXT NOT NULL,      -- IANA; empty where nobody knows
  port TEXT NOT NULL,             -- UN/LOCODE of discharge
  carrier TEXT NOT NULL,          -- SCAC, or as it was written; empty where the office chooses
  booking TEXT NOT NULL,          -- number at the carrier
  bill TEXT NOT NULL,             -- master bill of lading, or air waybill
  vessel TEXT NOT NULL,           -- or flight
  voyage TEXT NOT NULL,
  departs_on TEXT NOT NULL,
  arrives_on TEXT NOT NULL,
  cargo_cutoff TEXT NOT NULL,     -- 2026-11-25T14:30 on the clock of the port of loading
  docs_cutoff TEXT NOT NULL,
  vgm_cutoff TEXT NOT NULL,
  volume INTEGER NOT NULL,        -- thousandths of a cubic metre
  containers TEXT NOT NULL,       -- what was booked of which size; numbers where they were known
  lines TEXT NOT NULL,            -- the tariff code of each line
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX vendor_booking_vendor ON vendor_booking (vendor_id, at);
CREATE INDEX vendor_booking_at ON vendor_booking (at);
-- +goose Down
SELECT 1;
