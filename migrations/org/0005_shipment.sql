-- +goose Up
CREATE TABLE shipment (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,         -- the documents' UniqueName
  bol TEXT NOT NULL DEFAULT '',
  pro TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL,                -- O S Q H T M A D, X exception, V archived
  back TEXT NOT NULL DEFAULT '',       -- the status that an exception came from
  mode TEXT NOT NULL,
  terms TEXT NOT NULL CHECK (terms IN ('P', 'C', 'T')),
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  customer TEXT NOT NULL DEFAULT '',
  carrier TEXT NOT NULL DEFAULT '',
  carrier_name TEXT NOT NULL DEFAULT '',
  service_days INTEGER NOT NULL DEFAULT 0,
  ship_on TEXT NOT NULL,
  pickup_from TEXT NOT NULL DEFAULT '',
  pickup_to TEXT NOT NULL DEFAULT '',
  due_at INTEGER,
  origin TEXT NOT NULL,
  destination TEXT NOT NULL,
  bill_to TEXT NOT NULL,
  items TEXT NOT NULL,
  stops TEXT NOT NULL DEFAULT '[]',
  refs TEXT NOT NULL DEFAULT '[]',
  orders TEXT NOT NULL DEFAULT '[]',
  instruction TEXT NOT NULL DEFAULT '',
  emergency_phone TEXT NOT NULL DEFAULT '',
  pieces INTEGER NOT NULL,
  pallets INTEGER NOT NULL,
  weight TEXT NOT NULL,
  trailer TEXT NOT NULL DEFAULT '',
  seal TEXT NOT NULL DEFAULT '',
  exception TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  on_dock INTEGER NOT NULL DEFAULT 0,
  signed_at INTEGER,
  signed_by TEXT NOT NULL DEFAULT '',
  delivered_at INTEGER,
  left_at INTEGER,                     -- left the devices' window
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX shipment_list ON shipment (status, ship_on, id);
CREATE INDEX shipment_bol ON shipment (bol) WHERE bol <> '';
CREATE INDEX shipment_pro ON shipment (pro) WHERE pro <> '';
CREATE INDEX shipment_window ON shipment (status, changed_at) WHERE left_at IS NULL;

CREATE TABLE shipment_cost (
  id TEXT PRIMARY KEY REFERENCES shipment (id),
  currency TEXT NOT NULL,
  total_minor INTEGER NOT NULL,
  charges TEXT NOT NULL
) STRICT;

CREATE TABLE shipment_event (
  id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL REFERENCES shipment (id),
  n INTEGER NOT NULL,                  -- place in the shipment's chain, from 1
  warehouse TEXT NOT NULL,
  kind TEXT NOT NULL,
  data TEXT NOT NULL,
  user_id TEXT NOT NULL,
  user_name TEXT NOT NULL,
  device TEXT NOT NULL,
  at INTEGER NOT NULL,                 -- when the person acted
  at_raw TEXT NOT NULL DEFAULT '',     -- the device's own clock
  logged_at INTEGER NOT NULL,          -- the server's clock
  mutation TEXT NOT NULL DEFAULT '',   -- what the device signed
  sig TEXT NOT NULL DEFAULT '',
  prev TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (shipment_id, n)
) STRICT;
-- +goose StatementBegin
CREATE TRIGGER shipment_event_no_update BEFORE UPDATE ON shipment_event BEGIN SELECT RAISE(ABORT, 'shipment_event is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shipment_event_no_delete BEFORE DELETE ON shipment_event BEGIN SELECT RAISE(ABORT, 'shipment_event is append-only'); END;
-- +goose StatementEnd

CREATE TABLE shipment_exception_code (id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
-- +goose Down
SELECT 1;
