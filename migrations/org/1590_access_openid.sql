-- +goose Up
-- The organisation's provider of OpenID Connect, with which its users may sign in. There is one or none.
CREATE TABLE access_openid (
  id TEXT PRIMARY KEY CHECK (id = 'provider'),
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  secret BLOB NOT NULL,                         -- locked with the server's own; empty for a public client
  group_id TEXT REFERENCES access_group (id),   -- where users are made that there are not; NULL makes none
  active INTEGER NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- Which user a person of a provider is, by the provider's name of the person, which never becomes another's.
CREATE TABLE access_openid_user (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES access_user (id),
  at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX access_openid_user_once ON access_openid_user (user_id, issuer);
-- Answers of the provider that came in, for as long as they could come again.
CREATE TABLE access_openid_used (
  state TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- +goose Down
SELECT 1;
