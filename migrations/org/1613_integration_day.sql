-- +goose Up
-- How many files of orders came by SFTP on a day, whatever became of them: a day has a bound.
CREATE TABLE integration_day (
  day TEXT PRIMARY KEY,              -- UTC
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  told INTEGER NOT NULL DEFAULT 0    -- the office knows that no more are taken
) STRICT;
-- +goose Down
SELECT 1;
