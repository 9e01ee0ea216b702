-- +goose Up
-- Where a carrier has its terminals. Which one counts for a postal code is what it says it serves, else how far it is.
CREATE TABLE rating_terminal (
  id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,                -- SCAC
  code TEXT NOT NULL,                   -- the carrier's own
  name TEXT NOT NULL,
  street TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '',
  zip TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  hours TEXT NOT NULL DEFAULT '',
  serves TEXT NOT NULL DEFAULT '[]',    -- ZIP prefixes; none is whatever is closest
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX rating_terminal_code ON rating_terminal (carrier, code);

-- How light freight is rated by its room where the carrier's contract has no rule of its own.
CREATE TABLE rating_cube (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  from_feet INTEGER NOT NULL,           -- cubic feet, in ten-thousandths like all below
  density INTEGER NOT NULL,             -- under so many pounds a cubic foot
  pounds INTEGER NOT NULL,              -- then so many are rated
  class INTEGER NOT NULL DEFAULT 0,     -- in tenths; 0 keeps the first item's
  discount INTEGER,                     -- percent, in place of the contract's own
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX rating_cube_name ON rating_cube (name);
CREATE TABLE rating_cube_carrier (
  carrier TEXT PRIMARY KEY,             -- empty is every carrier that has none of its own
  cube_id TEXT NOT NULL REFERENCES rating_cube (id),
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
