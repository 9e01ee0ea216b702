-- +goose Up
-- Whom the organisation's users ask for help, by subject.
CREATE TABLE org_contact (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  hours TEXT NOT NULL, -- in words
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX org_contact_subject ON org_contact (subject);
-- +goose Down
SELECT 1;
