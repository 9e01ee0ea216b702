-- +goose Up
-- What online commands were asked, locked with the server's secret, until the replica holds what they did: a server that is
-- replaced before that can hand them on. Devices keep their own work until then.
CREATE TABLE op_unshared (
  n INTEGER PRIMARY KEY AUTOINCREMENT, -- without gaps within a life of the database
  version INTEGER NOT NULL,
  log_id INTEGER NOT NULL,             -- the command's entry in op_log, and its hash: by them a server knows what it has
  log_hash BLOB NOT NULL,
  op TEXT NOT NULL,
  user_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  locked BLOB                          -- NULL where the arguments must not be kept, such as a password
) STRICT;
CREATE INDEX op_unshared_version ON op_unshared (version);
-- +goose Down
SELECT 1;
