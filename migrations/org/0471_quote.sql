-- +goose Up
-- What carriers are asked a price for: a shipment as it stood then, until when, in which currency.
CREATE TABLE quote_request (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,         -- what people say over the telephone
  shipment_id TEXT NOT NULL,
  shipment TEXT NOT NULL,              -- its number
  warehouse TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'awarded', 'closed')),
  asked TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  currency TEXT NOT NULL,
  deadline_at INTEGER NOT NULL,
  valid_until INTEGER NOT NULL,
  contact TEXT NOT NULL DEFAULT '',    -- mail address of who asked
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  ended_at INTEGER,
  why TEXT NOT NULL DEFAULT '',
  left_at INTEGER
) STRICT;
CREATE INDEX quote_request_shipment ON quote_request (shipment_id);
CREATE UNIQUE INDEX quote_request_open ON quote_request (shipment_id) WHERE state = 'open';

-- One carrier's part in it. amount_minor is the sum of charges.
CREATE TABLE quote (
  id TEXT PRIMARY KEY,
  request_id TEXT NOT NULL REFERENCES quote_request (id),
  number TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  shipment TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  carrier TEXT NOT NULL,
  carrier_name TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL,
  source TEXT NOT NULL,                -- link, or how an answer came that the office typed in: phone, mail, other
  state TEXT NOT NULL CHECK (state IN ('requested', 'answered', 'no-bid', 'missed', 'won', 'lost', 'withdrawn')),
  why TEXT NOT NULL DEFAULT '',        -- what brought the outcome
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL DEFAULT 0 CHECK (amount_minor >= 0),
  charges TEXT NOT NULL DEFAULT '[]',
  days INTEGER NOT NULL DEFAULT 0,
  note TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',     -- of no bid
  contact_name TEXT NOT NULL DEFAULT '',
  contact_phone TEXT NOT NULL DEFAULT '',
  files TEXT NOT NULL DEFAULT '[]',
  deadline_at INTEGER NOT NULL,
  valid_until INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  linked_at INTEGER,                   -- when the link that is good now was sent
  opened_at INTEGER,
  openings INTEGER NOT NULL DEFAULT 0,
  places INTEGER NOT NULL DEFAULT 0,   -- that it was opened from
  answered_at INTEGER,
  answers INTEGER NOT NULL DEFAULT 0,  -- how often, the first one and what amended it
  decided_at INTEGER,
  lane TEXT NOT NULL DEFAULT '',       -- state to state: what a carrier said of it before is shown when it is to be asked again
  left_at INTEGER,
  UNIQUE (request_id, carrier)
) STRICT;
CREATE INDEX quote_shipment ON quote (shipment_id);
CREATE INDEX quote_carrier ON quote (carrier, lane);
CREATE INDEX quote_waiting ON quote (deadline_at) WHERE state = 'requested';
CREATE INDEX quote_standing ON quote (valid_until) WHERE state = 'answered';

-- What a carrier sent by its link. It stands with the answer once the answer names it.
CREATE TABLE quote_file (
  id TEXT PRIMARY KEY,
  quote_id TEXT NOT NULL REFERENCES quote (id),
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  blob TEXT NOT NULL,
  size INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX quote_file_quote ON quote_file (quote_id);

-- The organisation's own papers that every carrier who is asked may read: routing guide, insurance terms.
CREATE TABLE quote_document (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  blob TEXT NOT NULL,
  size INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  gone_at INTEGER
) STRICT;

CREATE TABLE quote_sequence (id INTEGER PRIMARY KEY CHECK (id = 1), next INTEGER NOT NULL) STRICT;
INSERT INTO quote_sequence (id, next) VALUES (1, 1001);
-- +goose Down
SELECT 1;
