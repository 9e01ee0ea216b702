-- +goose Up
-- A carrier's contract. What it says is in its versions; a version is never changed, so that an old price can be found again.
CREATE TABLE rating_tariff (
  id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  mode TEXT NOT NULL,
  name TEXT NOT NULL,
  disabled INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL
) STRICT;
CREATE INDEX rating_tariff_carrier ON rating_tariff (carrier, mode);
CREATE TABLE rating_version (
  tariff_id TEXT NOT NULL REFERENCES rating_tariff (id),
  n INTEGER NOT NULL,
  from_on TEXT NOT NULL,
  to_on TEXT NOT NULL DEFAULT '',       -- empty is open
  body TEXT NOT NULL,
  hash TEXT NOT NULL,                   -- SHA-256 of body
  source TEXT NOT NULL,                 -- the file that it came in
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  PRIMARY KEY (tariff_id, n)
) STRICT;
-- +goose StatementBegin
CREATE TRIGGER rating_version_no_update BEFORE UPDATE ON rating_version BEGIN SELECT RAISE(ABORT, 'rating_version is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER rating_version_no_delete BEFORE DELETE ON rating_version BEGIN SELECT RAISE(ABORT, 'rating_version is append-only'); END;
-- +goose StatementEnd

-- A file that was uploaded and is looked at before anything of it counts.
CREATE TABLE rating_import (
  id TEXT PRIMARY KEY,
  tariff_id TEXT NOT NULL DEFAULT '',   -- empty makes a new tariff
  base INTEGER NOT NULL DEFAULT 0,      -- the version that it is compared with
  name TEXT NOT NULL,
  body TEXT NOT NULL,
  errors TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('preview', 'saved', 'dropped')),
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;

-- The fuel index, a price for each week's Monday, in ten-thousandths.
CREATE TABLE rating_fuel (monday TEXT PRIMARY KEY, price INTEGER NOT NULL, at INTEGER NOT NULL, by_user TEXT NOT NULL) STRICT;

CREATE TABLE rating_service (code TEXT PRIMARY KEY) STRICT;  -- asked for where nobody says otherwise

CREATE TABLE rating_markup (
  id TEXT PRIMARY KEY,
  customer TEXT NOT NULL DEFAULT '',    -- empty is every customer that has none of its own
  mode TEXT NOT NULL DEFAULT '',        -- empty is every mode
  kind TEXT NOT NULL,
  value INTEGER NOT NULL,               -- ten-thousandths of a percent or of a unit of money
  floor INTEGER NOT NULL DEFAULT 0,     -- cents
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX rating_markup_of ON rating_markup (customer, mode);

-- The last rating of a shipment, with all that it was made from: from request and engine the answer can be made again.
CREATE TABLE rating_result (
  shipment_id TEXT PRIMARY KEY,
  engine INTEGER NOT NULL,
  request TEXT NOT NULL,
  answer TEXT NOT NULL,
  digest TEXT NOT NULL,
  chosen TEXT NOT NULL DEFAULT '',      -- the price sheet that counts
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
