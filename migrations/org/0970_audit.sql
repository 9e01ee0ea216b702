-- +goose Up
-- A carrier's file of freight invoices as it came in: what was taken and what was wrong, by row and column.
CREATE TABLE audit_upload (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  taken INTEGER NOT NULL DEFAULT 0,
  passed INTEGER NOT NULL DEFAULT 0,   -- without an exception
  wrong INTEGER NOT NULL DEFAULT 0,    -- rows
  errors TEXT NOT NULL DEFAULT '[]',
  ignored TEXT NOT NULL DEFAULT '[]',  -- headings that stand for nothing
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE INDEX audit_upload_by ON audit_upload (by_user, at);

-- A carrier's freight bill, with the shipment that it was matched to and what the audit found.
CREATE TABLE audit_invoice (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL,
  carrier TEXT NOT NULL,               -- SCAC
  carrier_name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('original', 'balance-due', 'corrected')),
  state TEXT NOT NULL CHECK (state IN ('entered', 'audit-errors', 'carrier-review', 'client-resolve', 'audit-complete', 'invoiced')),
  shipment_id TEXT NOT NULL DEFAULT '',
  shipment TEXT NOT NULL DEFAULT '',   -- its number
  warehouse TEXT NOT NULL DEFAULT '',  -- the shipment's; empty while there is none
  matched_by TEXT NOT NULL DEFAULT '', -- pro, bol, shipment, person
  pro TEXT NOT NULL DEFAULT '',
  bol TEXT NOT NULL DEFAULT '',
  ref TEXT NOT NULL DEFAULT '',        -- the shipment's number as the carrier has it
  invoiced_on TEXT NOT NULL,           -- day
  bill_to TEXT NOT NULL DEFAULT '',
  terms TEXT NOT NULL DEFAULT '' CHECK (terms IN ('', 'P', 'C', 'T')),
  weight TEXT NOT NULL,                -- as billed
  class TEXT NOT NULL DEFAULT '',
  fuel_percent INTEGER NOT NULL DEFAULT 0, -- thousandths of a percent; 0 where the bill does not say
  currency TEXT NOT NULL,
  charges TEXT NOT NULL,               -- as billed, in minor units
  total_minor INTEGER NOT NULL,
  expected TEXT NOT NULL DEFAULT 'null', -- what the last check compared with
  expected_minor INTEGER NOT NULL DEFAULT 0,
  tolerance_minor INTEGER NOT NULL DEFAULT 0,
  exceptions TEXT NOT NULL DEFAULT '[]',
  pay_minor INTEGER NOT NULL DEFAULT 0,
  short_minor INTEGER NOT NULL DEFAULT 0,
  set_by TEXT NOT NULL DEFAULT '',     -- who set what is paid, where it is not the audit's own figure
  reason TEXT NOT NULL DEFAULT '',     -- for which it is paid short
  first_pass INTEGER NOT NULL DEFAULT 0, -- approved by the first check
  upload TEXT REFERENCES audit_upload (id), -- empty where it was entered otherwise
  week TEXT NOT NULL,                  -- weekly batch in which it came: year and ISO week, 202648
  received_at INTEGER NOT NULL,
  checked_at INTEGER NOT NULL,
  decided_at INTEGER,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX audit_invoice_number ON audit_invoice (carrier, number, kind);
CREATE INDEX audit_invoice_pro ON audit_invoice (pro, carrier) WHERE pro <> '';
CREATE INDEX audit_invoice_bol ON audit_invoice (bol) WHERE bol <> '';
CREATE INDEX audit_invoice_found ON audit_invoice (number);
CREATE INDEX audit_invoice_shipment ON audit_invoice (shipment) WHERE shipment <> '';
CREATE INDEX audit_invoice_state ON audit_invoice (state, received_at, id);
CREATE INDEX audit_invoice_week ON audit_invoice (week, id);
CREATE INDEX audit_invoice_upload ON audit_invoice (upload);

-- Who did what to an invoice, from which state to which, and what was to be paid before and after.
CREATE TABLE audit_step (
  invoice_id TEXT NOT NULL REFERENCES audit_invoice (id),
  n INTEGER NOT NULL,
  action TEXT NOT NULL,
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  before_minor INTEGER NOT NULL,
  after_minor INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  PRIMARY KEY (invoice_id, n)
) STRICT;
-- +goose StatementBegin
CREATE TRIGGER audit_step_no_update BEFORE UPDATE ON audit_step BEGIN SELECT RAISE(ABORT, 'audit_step is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_step_no_delete BEFORE DELETE ON audit_step BEGIN SELECT RAISE(ABORT, 'audit_step is append-only'); END;
-- +goose StatementEnd

-- The organisation's rules of the audit: one row, or none where nobody has changed them.
CREATE TABLE audit_rules (
  id TEXT PRIMARY KEY CHECK (id = 'rules'),
  absolute_minor INTEGER NOT NULL,
  percent INTEGER NOT NULL,            -- thousandths of a percent
  invoice_days INTEGER NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
