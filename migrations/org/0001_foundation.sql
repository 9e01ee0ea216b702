-- +goose Up
-- What the floors below the areas keep: the clock of versions, the log of operations, the change log of sync, devices, jobs, blobs.
CREATE TABLE store_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE store_version (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL) STRICT;
INSERT INTO store_version (id, version) VALUES (1, 0);

-- Every command that was carried out, chained by hash. subjects and fields name things; they hold no values.
CREATE TABLE op_log (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  op TEXT NOT NULL,
  user_id TEXT NOT NULL,
  device TEXT NOT NULL,
  acted_at INTEGER NOT NULL,
  logged_at INTEGER NOT NULL,
  args_hash TEXT NOT NULL,
  request TEXT NOT NULL,
  prev BLOB,
  hash BLOB NOT NULL
) STRICT;

-- First answers of commands that came with an Idempotency-Key; a repeat gets the same one.
CREATE TABLE op_result (
  key TEXT PRIMARY KEY,
  args_hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX op_result_at ON op_result (at);

-- One entry per live row and scope, plus tombstones.
CREATE TABLE change (
  scope TEXT NOT NULL,
  entity TEXT NOT NULL,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  gone INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (scope, entity, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX change_version ON change (scope, version);
CREATE INDEX change_gone ON change (version) WHERE gone = 1;

-- Count and sum over the live entries of a scope, kept by the triggers on change.
CREATE TABLE change_digest (scope TEXT PRIMARY KEY, n INTEGER NOT NULL, sum INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE sync_device (
  id TEXT PRIMARY KEY,
  public_key TEXT NOT NULL,
  name TEXT NOT NULL,
  user_id TEXT NOT NULL,
  enrolled_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  heard INTEGER NOT NULL DEFAULT 0,   -- highest seq ever received
  settled INTEGER NOT NULL DEFAULT 0, -- highest seq such that it and all before are settled
  build TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL DEFAULT '{}',  -- last reported queue, storage and clock
  revoked_at INTEGER
) STRICT;

CREATE TABLE sync_device_user (device TEXT NOT NULL REFERENCES sync_device (id), user_id TEXT NOT NULL, PRIMARY KEY (device, user_id)) STRICT, WITHOUT ROWID;

-- The stored answer of each settled mutation, in the same COMMIT as its effects.
CREATE TABLE sync_outcome (
  device TEXT NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  op TEXT NOT NULL,
  user_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('applied', 'rejected', 'parked')),
  code TEXT NOT NULL DEFAULT '',
  params TEXT NOT NULL DEFAULT '{}',
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (device, seq)
) STRICT, WITHOUT ROWID;

-- Faults of a mutation that is not settled yet; after several it is parked.
CREATE TABLE sync_fault (device TEXT NOT NULL, seq INTEGER NOT NULL, faults INTEGER NOT NULL, last TEXT NOT NULL, PRIMARY KEY (device, seq)) STRICT, WITHOUT ROWID;

-- Rejected and parked work, until a person settles it.
CREATE TABLE sync_tray (
  device TEXT NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  op TEXT NOT NULL,
  args TEXT NOT NULL,
  subjects TEXT NOT NULL,
  user_id TEXT NOT NULL,
  acted_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  code TEXT NOT NULL,
  params TEXT NOT NULL,
  "row" TEXT NOT NULL DEFAULT 'null',
  at INTEGER NOT NULL,
  resolved_at INTEGER,
  resolved_by TEXT NOT NULL DEFAULT '',
  resolution TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (device, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_tray_subject (device TEXT NOT NULL, subject TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (device, subject, seq)) STRICT, WITHOUT ROWID;

-- What leaves the program after a commit: mail, print, post-back, provider call.
CREATE TABLE job (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,
  payload TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'dead')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  last_error TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  done_at INTEGER
) STRICT;
CREATE INDEX job_due ON job (due_at) WHERE state = 'waiting';

-- Files by content. The bytes stand in the blob store, beside the replica.
CREATE TABLE blob (
  hash TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  type TEXT NOT NULL,
  by_user TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- +goose Down
SELECT 1;
