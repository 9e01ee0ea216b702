-- +goose Up
-- What the list of devices is narrowed by, out of the last report, so that it need not read all reports.
ALTER TABLE sync_device ADD COLUMN outbox INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sync_device ADD COLUMN oldest_at INTEGER;
ALTER TABLE sync_device ADD COLUMN protected INTEGER;  -- unknown where the browser does not say
ALTER TABLE sync_device ADD COLUMN wiped_at INTEGER;   -- when it told that its data is deleted
ALTER TABLE sync_device ADD COLUMN lost_files INTEGER NOT NULL DEFAULT 0; -- photos that it could not send before

-- What an administrator asks of a device; it hears of it with its next report.
CREATE TABLE sync_order (
  id TEXT PRIMARY KEY,
  device TEXT NOT NULL REFERENCES sync_device (id),
  kind TEXT NOT NULL CHECK (kind IN ('log', 'again', 'wipe')),
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  done_at INTEGER
) STRICT;
CREATE INDEX sync_order_open ON sync_order (device) WHERE done_at IS NULL;

-- The last exchanges of a device, as it sent them when it was asked: what happened and when, and nobody's data.
CREATE TABLE sync_log (id TEXT PRIMARY KEY, device TEXT NOT NULL, at INTEGER NOT NULL, entries TEXT NOT NULL) STRICT;
CREATE INDEX sync_log_device ON sync_log (device, at);
-- +goose Down
SELECT 1;
