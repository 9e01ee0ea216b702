-- +goose Up
-- What the loads that a carrier was given cost, as the shipment area lets reports join it. Money is in it. A cost that is stale is no longer the load's price.
CREATE VIEW shipment_spent AS
SELECT d.*, c.currency, c.total_minor, c.stale FROM shipment_daily d JOIN shipment_cost c ON c.id = d.id WHERE d.status IN ('T', 'M', 'A', 'D', 'X') AND d.carrier <> '';

-- Which load a tender, a bill, a claim or a rating is about.
CREATE VIEW shipment_named AS
SELECT s.id, s.number, s.bol, s.warehouse, s.carrier, s.carrier_name, s.mode, COALESCE(s.destination ->> 'name', '') AS to_name, COALESCE(s.destination ->> 'city', '') AS to_city,
  COALESCE(s.destination ->> 'state', '') AS to_state, s.pieces, s.pallets, s.weight
FROM shipment s;

CREATE VIEW shipment_offered_price AS SELECT id, currency, total_minor FROM shipment_tender WHERE offered_at IS NOT NULL AND currency <> '';

CREATE VIEW claim_worth AS
SELECT id, number, shipment_id, shipment, bol, warehouse, carrier, carrier_name, state, outcome, filed_on, currency, claimed_minor, paid_minor FROM claim_case WHERE filed_on <> '' AND outcome <> 'withdrawn';
CREATE INDEX claim_case_filed ON claim_case (filed_on) WHERE filed_on <> '';

CREATE VIEW rating_made AS SELECT shipment_id || '/' || n AS id, shipment_id, n, occasion, at, by_name FROM rating_kept;
CREATE INDEX rating_kept_at ON rating_kept (at);

-- Reports that are made by the clock, with the rights of the user who saved them last.
CREATE TABLE analytics_report (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  subject TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  carrier TEXT NOT NULL,
  period TEXT NOT NULL,                 -- which days, seen from the day on which it is made
  every TEXT NOT NULL CHECK (every IN ('daily', 'weekly', 'monthly')),
  weekday INTEGER NOT NULL,             -- of a weekly one, 0 is Sunday
  monthday INTEGER NOT NULL,            -- of a monthly one, from 1 to 28
  hour INTEGER NOT NULL,                -- by the clock of the zone
  zone TEXT NOT NULL,                   -- IANA
  recipients TEXT NOT NULL,
  columns TEXT NOT NULL,
  rev INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX analytics_report_by ON analytics_report (by_user);

-- Each making of a report, with the file that came of it.
CREATE TABLE analytics_run (
  id TEXT PRIMARY KEY,
  once TEXT NOT NULL UNIQUE,            -- what it was made for: a scheduled time is used once
  name TEXT NOT NULL,
  subject TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  carrier TEXT NOT NULL,
  from_day TEXT NOT NULL,
  to_day TEXT NOT NULL,
  recipients TEXT NOT NULL,
  columns TEXT NOT NULL,
  sight TEXT,                           -- warehouses that the user saw when it was made; NULL for all
  state TEXT NOT NULL CHECK (state IN ('waiting', 'made', 'failed', 'deleted')),
  trouble TEXT NOT NULL,                -- code of why it failed
  n INTEGER NOT NULL,                   -- rows
  size INTEGER NOT NULL,
  blob TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  made_at INTEGER,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX analytics_run_by ON analytics_run (by_user, asked_at);
-- +goose StatementBegin
CREATE TRIGGER analytics_run_named AFTER UPDATE OF blob ON analytics_run WHEN NEW.blob <> OLD.blob BEGIN
  DELETE FROM blob_name WHERE hash = OLD.blob AND entity = 'analytics_run' AND key = OLD.id;
  INSERT INTO blob_name SELECT NEW.blob, 'analytics_run', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose Down
SELECT 1;
