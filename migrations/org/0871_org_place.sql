-- +goose Up
-- The address book: customers, vendors and other locations that freight goes to and comes from.
DROP TABLE org_customer; -- was never written
CREATE TABLE org_place (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL, -- location, customer or vendor
  code TEXT NOT NULL, -- as the order system has it
  name TEXT NOT NULL,
  street TEXT NOT NULL,
  street2 TEXT NOT NULL,
  city TEXT NOT NULL,
  state TEXT NOT NULL,
  zip TEXT NOT NULL,
  country TEXT NOT NULL,
  contact TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX org_place_code ON org_place (kind, code);
-- +goose Down
SELECT 1;
