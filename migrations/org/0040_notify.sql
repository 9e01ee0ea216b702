-- +goose Up
-- Where a browser or phone wants to be woken.
CREATE TABLE notify_push_token (
  guid TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  token TEXT NOT NULL,                 -- a push service's token, or the browser's subscription as JSON
  platform TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX notify_push_token_user ON notify_push_token (user_id);
CREATE INDEX notify_notification_group ON notify_notification (group_id);

-- How a mail's sending went. error is a code of the message catalogue, detail what the mail server said.
ALTER TABLE notify_mail ADD COLUMN message_id TEXT NOT NULL DEFAULT '';
ALTER TABLE notify_mail ADD COLUMN state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed'));
ALTER TABLE notify_mail ADD COLUMN detail TEXT NOT NULL DEFAULT '';
ALTER TABLE notify_mail ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE notify_mail ADD COLUMN document_id TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
