-- +goose Up
-- The application that project44 is asked with.
CREATE TABLE carrier_p44 (
  id TEXT PRIMARY KEY,      -- p44
  client TEXT NOT NULL,     -- OAuth client ID
  secret TEXT NOT NULL,     -- locked by the server's vault
  region TEXT NOT NULL,     -- na, eu, sandbox
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- Groups of carrier accounts, made at project44.
CREATE TABLE carrier_p44_group (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- What project44 knows the carrier of a freight account by, what it asks for an account there, and what it answered last.
CREATE TABLE carrier_p44_mark (
  account_id TEXT PRIMARY KEY REFERENCES carrier_account (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,       -- of the identifier: SCAC, DOT_NUMBER, MC_NUMBER, …
  value TEXT NOT NULL,
  metatag TEXT NOT NULL,    -- JSON, as it came; empty where nothing was fetched
  metatag_at INTEGER,       -- when it was fetched
  log TEXT NOT NULL,        -- JSON; empty where nothing was asked
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- The accounts that stand at project44. A freight account cannot be deleted while its account stands there.
CREATE TABLE carrier_p44_account (
  account_id TEXT PRIMARY KEY REFERENCES carrier_account (id),
  provider_id TEXT NOT NULL,
  group_code TEXT NOT NULL REFERENCES carrier_p44_group (code),
  code TEXT NOT NULL,
  definition TEXT NOT NULL,
  given TEXT NOT NULL,      -- JSON object: what is no secret
  secrets TEXT NOT NULL,    -- JSON object, locked by the server's vault
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE INDEX carrier_p44_account_group ON carrier_p44_account (group_code);
-- +goose Down
SELECT 1;
