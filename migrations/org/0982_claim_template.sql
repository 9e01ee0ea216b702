-- +goose Up
-- Letters to carriers about claims: text in which {names} stand for what the claim says.
CREATE TABLE claim_template (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,                 -- of claim; empty for every kind
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX claim_template_name ON claim_template (name);
-- +goose Down
SELECT 1;
