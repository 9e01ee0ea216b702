-- +goose Up
-- The small program on the dock's computer that reaches the printers. It holds a token of its own, hashed here; local_key lets a tablet
-- without a network print through it.
CREATE TABLE document_agent (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL,
  name TEXT NOT NULL,
  token TEXT NOT NULL,                 -- SHA-256
  local_key TEXT NOT NULL,
  addresses TEXT NOT NULL DEFAULT '[]',
  scale INTEGER NOT NULL DEFAULT 0,
  build TEXT NOT NULL DEFAULT '',
  paired_at INTEGER NOT NULL,
  paired_by TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;

CREATE TABLE document_pairing (
  code TEXT PRIMARY KEY,               -- SHA-256
  warehouse TEXT NOT NULL,
  name TEXT NOT NULL,
  by_user TEXT NOT NULL,
  until INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE document_printer (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL REFERENCES document_agent (id),
  warehouse TEXT NOT NULL,
  name TEXT NOT NULL,
  address TEXT NOT NULL,               -- raw://host:9100, ipp://host/printers/queue, folder:name
  format TEXT NOT NULL CHECK (format IN ('pdf', 'zpl')),
  dots INTEGER NOT NULL CHECK (dots IN (8, 12)),
  papers TEXT NOT NULL,                -- what it prints where nobody chooses, with the usual copies
  trouble TEXT NOT NULL DEFAULT '',    -- what it last said that a person must see to
  trouble_at INTEGER,
  removed_at INTEGER
) STRICT;
CREATE INDEX document_printer_agent ON document_printer (agent);

-- What is to be printed, and what became of it. A row is never printed twice: another try is another attempt that a person asked for.
CREATE TABLE document_print (
  id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('bol', 'packing-list', 'pallet-label', 'parcel-label', 'file')),
  document_id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,
  copies INTEGER NOT NULL,
  language TEXT NOT NULL,
  printer TEXT NOT NULL REFERENCES document_printer (id),
  state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'waiting', 'printed', 'failed', 'cancelled')),
  attempt INTEGER NOT NULL,
  answer TEXT NOT NULL DEFAULT '',     -- a message's code
  params TEXT NOT NULL DEFAULT '{}',
  digest TEXT NOT NULL DEFAULT '',     -- SHA-256 of what went to the printer
  stop INTEGER NOT NULL DEFAULT 0,     -- somebody asked to cancel what the agent has already
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',     -- of a reprint
  again_of TEXT NOT NULL DEFAULT '',
  sent_at INTEGER,
  ended_at INTEGER,
  left_at INTEGER
) STRICT;
CREATE INDEX document_print_shipment ON document_print (shipment_id, at);
CREATE INDEX document_print_open ON document_print (printer) WHERE state IN ('queued', 'sent', 'waiting');
CREATE INDEX document_print_window ON document_print (at) WHERE left_at IS NULL;
-- +goose Down
SELECT 1;
