-- +goose Up
-- Where another system brings files of orders by SFTP.
CREATE TABLE integration_transfer (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  customer TEXT NOT NULL,                        -- whose orders they are where a file does not say
  warehouse TEXT REFERENCES warehouse_site (id), -- where they ship from where a file does not say, and the only one that they may be of; NULL is all
  good INTEGER NOT NULL DEFAULT 0,               -- the good orders of a file are saved that has wrong ones
  paused INTEGER NOT NULL DEFAULT 0,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
-- How it signs in. Kept apart: no list or export ever has it.
CREATE TABLE integration_transfer_login (
  transfer_id TEXT PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL,                            -- SHA-256 of a password that is drawn, never chosen
  made_at INTEGER NOT NULL
) STRICT;
-- A file that came. Its id is that of the import that it becomes.
CREATE TABLE integration_file (
  id TEXT PRIMARY KEY,
  transfer_id TEXT NOT NULL,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  blob TEXT NOT NULL,                            -- SHA-256
  state TEXT NOT NULL CHECK (state IN ('part', 'waiting', 'held', 'done', 'failed')),
  code TEXT NOT NULL DEFAULT '',                 -- of the message that tells the outcome
  params TEXT NOT NULL DEFAULT '{}',
  at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX integration_file_transfer ON integration_file (transfer_id, state, at);
CREATE INDEX integration_file_at ON integration_file (at);
-- +goose StatementBegin
CREATE TRIGGER integration_file_file_named AFTER INSERT ON integration_file WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'integration_file', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER integration_file_file_renamed AFTER UPDATE OF blob ON integration_file WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'integration_file', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER integration_file_file_gone AFTER DELETE ON integration_file WHEN OLD.blob <> '' BEGIN
  DELETE FROM blob_name WHERE hash = OLD.blob AND entity = 'integration_file' AND key = OLD.id;
END;
-- +goose StatementEnd
-- +goose Down
SELECT 1;
