-- +goose Up
-- A receiver has time to take another key: for a while messages are signed with the former one as well.
ALTER TABLE integration_postback_key ADD COLUMN former TEXT NOT NULL DEFAULT ''; -- locked by the server's vault
ALTER TABLE integration_postback_key ADD COLUMN former_until INTEGER;
-- A receiver that said that it wants no more messages. Its post-back is paused.
CREATE TABLE integration_postback_gone (
  postback_id TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
