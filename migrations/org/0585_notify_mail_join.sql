-- +goose Up
-- What is mailed to one address within moments leaves as one mail with a list. Each load of it keeps what it says alone, for when the others are taken out.
ALTER TABLE notify_mail ADD COLUMN joins TEXT NOT NULL DEFAULT '';         -- mails of the same may leave as one; empty for one that goes alone
ALTER TABLE notify_mail ADD COLUMN leaving INTEGER NOT NULL DEFAULT 0;     -- it is being handed to the mail server: what it says is settled
CREATE INDEX notify_mail_joins ON notify_mail (joins) WHERE joins <> '' AND state = 'waiting';

ALTER TABLE notify_mail_load ADD COLUMN key TEXT NOT NULL DEFAULT '';      -- of the mail that it would be alone: posted once
ALTER TABLE notify_mail_load ADD COLUMN of TEXT NOT NULL DEFAULT '';       -- what it is about, for who takes it back: a tender, a pickup
ALTER TABLE notify_mail_load ADD COLUMN said TEXT NOT NULL DEFAULT '{}';   -- its words, alone and in a list, as JSON
CREATE UNIQUE INDEX notify_mail_load_key ON notify_mail_load (key) WHERE key <> '';
CREATE INDEX notify_mail_load_of ON notify_mail_load (of) WHERE of <> '';
CREATE INDEX notify_mail_load_link ON notify_mail_load (link_id) WHERE link_id <> '';
-- +goose Down
SELECT 1;
