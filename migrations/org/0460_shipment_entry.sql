-- +goose Up
-- What a person entered of a shipment beyond what the dock and the papers need: services, notes, the parcel's options. The office's own; it is not on the devices.
CREATE TABLE shipment_entry (
  shipment_id TEXT PRIMARY KEY REFERENCES shipment (id),
  kind TEXT NOT NULL CHECK (kind IN ('prepaid', 'collect', 'parcel')),
  entry TEXT NOT NULL
) STRICT;

-- What a new shipment can begin from: a template with a name is everybody's, and what each person entered last has none.
CREATE TABLE shipment_template (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('prepaid', 'collect', 'parcel')),
  name TEXT NOT NULL DEFAULT '',
  entry TEXT NOT NULL,
  used_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX shipment_template_name ON shipment_template (kind, name) WHERE name <> '';
