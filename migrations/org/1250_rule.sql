-- +goose Up
-- Rules over freight: conditions that must all be met, and what is done then.
CREATE TABLE rule_configuration (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  place INTEGER NOT NULL,  -- rules are applied in this order
  conditions TEXT NOT NULL, -- JSON
  action TEXT NOT NULL,
  target TEXT NOT NULL,    -- JSON: SCACs, modes, services; the words of a rule that stops tenders
  from_on TEXT NOT NULL,   -- first and last day on which freight leaves; empty is without end
  until_on TEXT NOT NULL,
  active INTEGER NOT NULL,
  prompt TEXT NOT NULL,    -- the sentence that it was drafted from
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX rule_configuration_name ON rule_configuration (name COLLATE NOCASE);
-- The organisation's account with a provider of chat completions.
CREATE TABLE rule_assistant (
  id TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  model TEXT NOT NULL,
  api_key TEXT NOT NULL, -- locked by the server's vault
  enabled INTEGER NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
