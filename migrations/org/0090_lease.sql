-- +goose Up
-- Numbers that a carrier gave the organisation to use up, in order.
CREATE TABLE org_pro_range (
  id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  prefix TEXT NOT NULL DEFAULT '',
  digits INTEGER NOT NULL,             -- of the serial
  rule TEXT NOT NULL DEFAULT '' CHECK (rule IN ('', 'mod7', 'luhn')),
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  next INTEGER NOT NULL,
  added_at INTEGER NOT NULL,
  added_by TEXT NOT NULL
) STRICT;
CREATE INDEX org_pro_range_carrier ON org_pro_range (carrier);

-- A block of numbers that one device may use up without asking. One that was given back belongs to no device until it is taken again.
CREATE TABLE org_lease (
  id TEXT PRIMARY KEY,
  device TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('sscc', 'bol', 'pro')),
  carrier TEXT NOT NULL DEFAULT '',
  prefix TEXT NOT NULL,
  digits INTEGER NOT NULL,
  rule TEXT NOT NULL CHECK (rule IN ('', 'gs1', 'mod7', 'luhn')),
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  spent_at INTEGER                     -- used up, or the rest given back
) STRICT;
CREATE INDEX org_lease_device ON org_lease (device, kind, carrier);

-- What was used of the leases: a number stands on one thing for ever.
CREATE TABLE org_number (
  kind TEXT NOT NULL,
  carrier TEXT NOT NULL,
  number TEXT NOT NULL,
  lease TEXT NOT NULL,
  serial INTEGER NOT NULL,
  subject TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (kind, carrier, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX org_number_lease ON org_number (lease, serial);
-- +goose Down
SELECT 1;
