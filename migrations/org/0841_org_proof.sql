-- +goose Up
-- Proofs of the backup: the replica restored into a scratch folder and checked. The latest thirty are kept.
CREATE TABLE org_proof (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  good INTEGER NOT NULL,
  by_name TEXT NOT NULL,             -- who asked for it; empty for the nightly one
  code TEXT NOT NULL DEFAULT '',     -- what was wrong, as a message
  detail TEXT NOT NULL DEFAULT '',   -- the same for an operator
  version INTEGER NOT NULL DEFAULT 0,-- up to which the copy came
  live INTEGER NOT NULL DEFAULT 0,   -- at which the organisation stood then
  rows INTEGER NOT NULL DEFAULT 0,   -- in the copy
  operations INTEGER NOT NULL DEFAULT 0,
  events INTEGER NOT NULL DEFAULT 0,
  files INTEGER NOT NULL DEFAULT 0,
  ms INTEGER NOT NULL
) STRICT;
CREATE INDEX org_proof_at ON org_proof (at);
-- +goose Down
SELECT 1;
