-- +goose Up
-- What an organisation marks carriers with: preferred, on hold.
CREATE TABLE carrier_flag (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  color TEXT NOT NULL,
  warns INTEGER NOT NULL, -- whoever tenders is warned
  note TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
ALTER TABLE carrier ADD COLUMN contact TEXT NOT NULL DEFAULT '';
ALTER TABLE carrier ADD COLUMN dot TEXT NOT NULL DEFAULT '';           -- number at the US Department of Transportation
ALTER TABLE carrier ADD COLUMN mc TEXT NOT NULL DEFAULT '';            -- docket number of its operating authority
ALTER TABLE carrier ADD COLUMN insurer TEXT NOT NULL DEFAULT '';
ALTER TABLE carrier ADD COLUMN policy TEXT NOT NULL DEFAULT '';
ALTER TABLE carrier ADD COLUMN insured_until TEXT NOT NULL DEFAULT ''; -- last day of the cargo insurance; empty where nobody has entered it
ALTER TABLE carrier ADD COLUMN flag TEXT REFERENCES carrier_flag (id);
ALTER TABLE carrier ADD COLUMN rev INTEGER NOT NULL DEFAULT 1;
ALTER TABLE carrier ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE carrier ADD COLUMN by_user TEXT NOT NULL DEFAULT '';
CREATE INDEX carrier_flagged ON carrier (flag) WHERE flag IS NOT NULL;
-- An account at a freight carrier: by whom, and where, a mode's loads of some warehouses are taken.
CREATE TABLE carrier_account (
  id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL REFERENCES carrier (id),
  mode TEXT NOT NULL,
  location TEXT NOT NULL,     -- the carrier's terminal or office
  warehouses TEXT NOT NULL,   -- JSON list; empty for all
  account TEXT NOT NULL,
  contact TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  tender_email TEXT NOT NULL, -- tenders go there, and not to the carrier's own address
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX carrier_account_of ON carrier_account (carrier, mode);
-- Account numbers at parcel carriers that freight is billed to.
CREATE TABLE carrier_parcel_account (
  id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,      -- UPS, FEDEX
  account TEXT NOT NULL,
  location TEXT NOT NULL,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  payment TEXT NOT NULL,      -- collect, third-party
  sold_to TEXT NOT NULL,      -- the customer whose account it is
  ship_via TEXT NOT NULL,     -- as order files write it
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX carrier_parcel_account_of ON carrier_parcel_account (warehouse, carrier, sold_to, ship_via, payment);
-- +goose Down
SELECT 1;
