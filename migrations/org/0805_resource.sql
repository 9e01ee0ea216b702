-- +goose Up
-- Rows that people ended, each as it stood, for as long as they can be restored.
CREATE TABLE resource_ended (
  tbl TEXT NOT NULL,
  id TEXT NOT NULL,
  row TEXT NOT NULL,                    -- its columns
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  PRIMARY KEY (tbl, id)
) STRICT;
ALTER TABLE rating_terminal ADD COLUMN rev INTEGER NOT NULL DEFAULT 1;
-- +goose Down
SELECT 1;
