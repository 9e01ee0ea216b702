-- +goose Up
-- Who claims: a company of the organisation, or a customer in whose name it claims.
CREATE TABLE claim_claimant (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  reference TEXT NOT NULL,            -- the customer number that the claimant has with carriers, or its tax number
  contact TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  usual INTEGER NOT NULL,             -- a new claim begins with it
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX claim_claimant_name ON claim_claimant (name);

-- Where a claimant takes letters and payments, and where its damaged goods can be inspected.
CREATE TABLE claim_address (
  id TEXT PRIMARY KEY,
  claimant TEXT NOT NULL REFERENCES claim_claimant (id),
  purpose TEXT NOT NULL,              -- mail, payment, inspection
  name TEXT NOT NULL,
  street TEXT NOT NULL,
  city TEXT NOT NULL,
  state TEXT NOT NULL,
  zip TEXT NOT NULL,
  country TEXT NOT NULL,
  hours TEXT NOT NULL,                -- when an inspector finds somebody there
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX claim_address_purpose ON claim_address (claimant, purpose);

-- A carrier's claims department, and what its tariff says of claims. Without a row the law's own terms count.
CREATE TABLE claim_carrier (
  id TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,              -- SCAC
  contact TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  address TEXT NOT NULL,              -- in one line
  ack_days INTEGER NOT NULL,
  decide_days INTEGER NOT NULL,
  file_months INTEGER NOT NULL,
  notice_days INTEGER NOT NULL,       -- working days in which concealed damage is reported
  limit_minor INTEGER NOT NULL,       -- released value of a pound; 0 for full actual loss
  max_minor INTEGER NOT NULL,         -- most for one shipment; 0 for none
  currency TEXT NOT NULL,
  note TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX claim_carrier_scac ON claim_carrier (carrier);

-- One claim against one carrier for one shipment.
CREATE TABLE claim_case (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,
  shipment_id TEXT NOT NULL,
  shipment TEXT NOT NULL,             -- its number
  warehouse TEXT NOT NULL,
  zone TEXT NOT NULL,                 -- IANA, of the warehouse: whose days count
  state TEXT NOT NULL CHECK (state IN ('preparing', 'validating', 'submitted', 'in review', 'payment', 'closed', 'archived')),
  outcome TEXT NOT NULL,              -- of a closed one: paid, declined, withdrawn
  kind TEXT NOT NULL,
  concealed INTEGER NOT NULL,
  claimant TEXT NOT NULL REFERENCES claim_claimant (id),
  carrier TEXT NOT NULL,
  carrier_name TEXT NOT NULL,
  bol TEXT NOT NULL,
  pro TEXT NOT NULL,
  ship_on TEXT NOT NULL,
  delivered_on TEXT NOT NULL,         -- empty where nothing was delivered
  due_on TEXT NOT NULL,               -- by which it should have been delivered
  items TEXT NOT NULL,
  freight_minor INTEGER NOT NULL,     -- freight charges that are claimed back
  salvage_by TEXT NOT NULL,           -- who keeps the damaged goods
  salvage_minor INTEGER NOT NULL,     -- what they are still worth to the claimant
  currency TEXT NOT NULL,
  claimed_minor INTEGER NOT NULL,
  liable_minor INTEGER,               -- the most that the carrier owes; NULL for full actual loss
  agreed_minor INTEGER NOT NULL,
  paid_minor INTEGER NOT NULL,
  statement TEXT NOT NULL,
  evidence TEXT NOT NULL,
  terms TEXT NOT NULL,                -- the carrier's, as they were when the claim was filed
  carrier_number TEXT NOT NULL,       -- the carrier's own number of the claim
  begun_on TEXT NOT NULL,
  filed_on TEXT NOT NULL,
  acknowledged_on TEXT NOT NULL,
  decided_on TEXT NOT NULL,
  paid_on TEXT NOT NULL,
  reason TEXT NOT NULL,               -- of the last step that asked for one
  rev INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX claim_case_shipment ON claim_case (shipment_id);
CREATE INDEX claim_case_state ON claim_case (state, begun_on);

-- What was done to a claim. Rows are only added.
CREATE TABLE claim_event (
  id TEXT PRIMARY KEY,
  claim_id TEXT NOT NULL REFERENCES claim_case (id),
  n INTEGER NOT NULL,
  action TEXT NOT NULL,
  state TEXT NOT NULL,                -- after it
  on_day TEXT NOT NULL,               -- the day that was named; empty where the step has none
  note TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  UNIQUE (claim_id, n)
) STRICT;
-- +goose Down
SELECT 1;
