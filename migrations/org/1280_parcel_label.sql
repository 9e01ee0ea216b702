-- +goose Up
-- What the organisation has at a parcel carrier's own API. What is secret of it is locked with the server's own key.
CREATE TABLE parcel_account (
  id TEXT PRIMARY KEY,        -- the carrier: ups, stamps, amazon
  scac TEXT NOT NULL,         -- of our list, by which its shipments are known
  number TEXT NOT NULL,
  client TEXT NOT NULL,       -- the application's public name
  test INTEGER NOT NULL,      -- in the carrier's test environment: its labels carry nothing
  enabled INTEGER NOT NULL,
  secret TEXT NOT NULL,       -- the application's
  refresh TEXT NOT NULL,      -- what a person's consent is renewed with
  consent TEXT NOT NULL,      -- digest of the state that a consent on its way must bring back
  rev INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;

-- A label that is bought of a carrier, from the moment that somebody asks for it.
CREATE TABLE parcel_label (
  id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  scac TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  shipment TEXT NOT NULL,     -- its number
  warehouse TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('buying', 'bought', 'refused', 'unclear', 'voiding', 'void', 'dropped')),
  why TEXT NOT NULL,          -- the carrier's words, or the code of ours
  service TEXT NOT NULL,
  service_name TEXT NOT NULL,
  offer TEXT NOT NULL,        -- what the carrier sells by, where it keeps its rates
  reference TEXT NOT NULL UNIQUE, -- by which the carrier finds it again
  keys TEXT NOT NULL,         -- JSON: one of a request, each the same at every attempt
  load TEXT NOT NULL,         -- JSON: what is bought for
  currency TEXT NOT NULL,
  rated_minor INTEGER NOT NULL,
  total_minor INTEGER NOT NULL, -- what the carrier charges; the rate where it did not say
  days INTEGER NOT NULL,
  carrier_id TEXT NOT NULL,   -- the carrier's name of the shipment
  numbers TEXT NOT NULL,      -- JSON: tracking numbers, one a package
  asked_at INTEGER,           -- of the last attempt whose answer nobody has
  awarded INTEGER NOT NULL,   -- the shipment is the carrier's
  last_code TEXT NOT NULL,    -- of its latest scan
  last_text TEXT NOT NULL,
  last_at INTEGER,
  last_place TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE INDEX parcel_label_carrier ON parcel_label (carrier, at);
-- Of one shipment no second label is bought while there may be a first.
CREATE UNIQUE INDEX parcel_label_once ON parcel_label (shipment_id) WHERE state IN ('buying', 'bought', 'unclear', 'voiding');

-- What a carrier tells of a package, once.
CREATE TABLE parcel_scan (
  label_id TEXT NOT NULL REFERENCES parcel_label (id),
  number TEXT NOT NULL,
  at INTEGER NOT NULL,
  code TEXT NOT NULL,
  text TEXT NOT NULL,
  place TEXT NOT NULL,
  PRIMARY KEY (label_id, number, at, code)
) STRICT;
-- +goose Down
SELECT 1;
