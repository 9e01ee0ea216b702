-- +goose Up
-- A container or rail car that carries a shipment. Where it is and when it comes follows from its events.
CREATE TABLE tracking_unit (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('container', 'car')),
  number TEXT NOT NULL,                -- ISO 6346 of a container; reporting mark and number of a car
  shipment_id TEXT NOT NULL,
  shipment TEXT NOT NULL,              -- its number
  warehouse TEXT NOT NULL,
  zone TEXT NOT NULL,                  -- IANA, of the warehouse
  line TEXT NOT NULL,                  -- SCAC of the ocean carrier or railroad
  bill TEXT NOT NULL,                  -- master bill of lading, or waybill
  booking TEXT NOT NULL,
  size TEXT NOT NULL,
  seal TEXT NOT NULL,
  origin TEXT NOT NULL,                -- UN/LOCODE of a port, or a station's name
  port TEXT NOT NULL,                  -- of discharge; empty for a car
  final TEXT NOT NULL,                 -- where it goes to from there
  last_code TEXT NOT NULL,             -- of its latest event
  last_at INTEGER,
  last_place TEXT NOT NULL,
  last_zone TEXT NOT NULL,
  vessel TEXT NOT NULL,
  voyage TEXT NOT NULL,
  eta INTEGER,
  eta_code TEXT NOT NULL,              -- what is expected then
  eta_zone TEXT NOT NULL,
  eta_place TEXT NOT NULL,
  eta_was INTEGER,                     -- before its last change
  eta_why TEXT NOT NULL,
  eta_note TEXT NOT NULL,
  eta_told INTEGER,
  arrived_at INTEGER,
  free_until TEXT NOT NULL,            -- last free day at the terminal
  provider TEXT NOT NULL,              -- who tells of it; empty where nobody was asked
  provider_state TEXT NOT NULL,
  provider_why TEXT NOT NULL,
  provider_id TEXT NOT NULL,           -- its key at the provider, once told
  rev INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  UNIQUE (shipment_id, number)
) STRICT;
CREATE INDEX tracking_unit_number ON tracking_unit (number);
CREATE INDEX tracking_unit_provider ON tracking_unit (provider_id) WHERE provider_id <> '';

-- What was told of a unit, by whom. Rows are only added: a correction is a row that another one is replaced by.
CREATE TABLE tracking_event (
  id TEXT PRIMARY KEY,
  unit_id TEXT NOT NULL REFERENCES tracking_unit (id),
  shipment_id TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  source TEXT NOT NULL,
  source_id TEXT NOT NULL,             -- the event's key there; corrections have the same
  code TEXT NOT NULL,
  estimated INTEGER NOT NULL,          -- it is expected then
  event_at INTEGER NOT NULL,
  zone TEXT NOT NULL,                  -- IANA, of the place
  place TEXT NOT NULL,
  locode TEXT NOT NULL,
  lat REAL,
  lon REAL,
  vessel TEXT NOT NULL,
  voyage TEXT NOT NULL,
  said_by TEXT NOT NULL,               -- whom the source has it from: line, terminal, ais
  note TEXT NOT NULL,
  told_at INTEGER NOT NULL,            -- when the source came to know it
  logged_at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  replaced_by TEXT NOT NULL
) STRICT;
CREATE INDEX tracking_event_unit ON tracking_event (unit_id, event_at);
CREATE INDEX tracking_event_source ON tracking_event (source, source_id);
CREATE INDEX tracking_event_shipment ON tracking_event (shipment_id);

-- Each notice of a provider, once, as it came.
CREATE TABLE tracking_notice (
  source TEXT NOT NULL,
  notice_id TEXT NOT NULL,
  number TEXT NOT NULL,                -- of the container that it is about
  state TEXT NOT NULL CHECK (state IN ('applied', 'ignored', 'waiting')),
  body TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (source, notice_id)
) STRICT;
CREATE INDEX tracking_notice_waiting ON tracking_notice (number) WHERE state = 'waiting';

-- The organisation's account at a provider. Key and secret are locked with the server's own.
CREATE TABLE tracking_account (
  id TEXT PRIMARY KEY,                 -- the provider's name
  api_key TEXT NOT NULL,
  secret TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
