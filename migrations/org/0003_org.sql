-- +goose Up
CREATE TABLE org_setup (
  id TEXT PRIMARY KEY CHECK (id = 'setup'),
  name TEXT NOT NULL,
  code TEXT NOT NULL,                  -- the documents' QBclientcode
  flags TEXT NOT NULL,                 -- typed in Go (org.Flags)
  gs1_prefix TEXT NOT NULL,            -- company prefix for BOL and SSCC numbers
  brand TEXT NOT NULL,                 -- primary and secondary colour
  next_bol INTEGER NOT NULL DEFAULT 1,
  next_sscc INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE org_customer (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  address TEXT NOT NULL
) STRICT;

CREATE TABLE warehouse_site (
  id TEXT PRIMARY KEY,                 -- the group code, e.g. ATL
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  zone TEXT NOT NULL,                  -- IANA
  doors TEXT NOT NULL,                 -- JSON list
  contact TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE carrier (
  id TEXT PRIMARY KEY,                 -- SCAC
  name TEXT NOT NULL,
  modes TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  url TEXT NOT NULL DEFAULT '',
  img TEXT NOT NULL DEFAULT '',
  disabled INTEGER NOT NULL DEFAULT 0
) STRICT;
-- +goose Down
SELECT 1;
