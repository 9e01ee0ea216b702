-- +goose Up
-- What a user chose to be told of, and how. Who has no row is told as everyone is to begin with.
CREATE TABLE notify_preference (
  user_id TEXT PRIMARY KEY,
  kinds TEXT NOT NULL DEFAULT '[]',                  -- JSON: per kind of event in the list, on devices, by mail
  quiet_from TEXT NOT NULL DEFAULT '',               -- HH:MM in the zone; empty is no quiet hours
  quiet_until TEXT NOT NULL DEFAULT '',
  digest TEXT NOT NULL DEFAULT 'off' CHECK (digest IN ('off', 'hourly', 'daily')),
  digest_at TEXT NOT NULL DEFAULT '',                -- HH:MM in the zone, of a daily one
  zone TEXT NOT NULL DEFAULT '',                     -- IANA
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL
) STRICT;

-- One that its user wants by mail or on a device only stands in no list.
ALTER TABLE notify_notification ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;

-- What waits for the end of quiet hours, or for the next digest.
CREATE TABLE notify_held (
  notification_id TEXT NOT NULL REFERENCES notify_notification (id) ON DELETE CASCADE,
  way TEXT NOT NULL CHECK (way IN ('push', 'mail')),
  user_id TEXT NOT NULL,
  due INTEGER NOT NULL,
  PRIMARY KEY (notification_id, way)
) STRICT;
CREATE INDEX notify_held_due ON notify_held (user_id, way, due);
-- +goose Down
SELECT 1;
