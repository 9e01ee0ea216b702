-- +goose Up
-- Where carriers send the bill of a third party.
CREATE TABLE carrier_bill_to (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  lines TEXT NOT NULL,      -- of the address, with a tilde between them
  city TEXT NOT NULL,
  state TEXT NOT NULL,
  zip TEXT NOT NULL,
  country TEXT NOT NULL,
  phone TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- Whose freight an account pays: our own (prepaid), a customer's (collect), somebody else's (third-party).
ALTER TABLE carrier_account ADD COLUMN terms TEXT NOT NULL DEFAULT 'prepaid';
ALTER TABLE carrier_account ADD COLUMN customer TEXT NOT NULL DEFAULT '';
ALTER TABLE carrier_account ADD COLUMN bill_to TEXT REFERENCES carrier_bill_to (id);
ALTER TABLE carrier_account ADD COLUMN users TEXT NOT NULL DEFAULT '[]'; -- sign-in names that may use it; empty for all
CREATE INDEX carrier_account_bill_to ON carrier_account (bill_to) WHERE bill_to IS NOT NULL;
-- The account at Old Dominion that calls to its own services are made with.
CREATE TABLE carrier_odfl (
  id TEXT PRIMARY KEY,      -- odfl
  user_name TEXT NOT NULL,
  password TEXT NOT NULL,   -- locked by the server's vault
  account TEXT NOT NULL,
  checked_at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
