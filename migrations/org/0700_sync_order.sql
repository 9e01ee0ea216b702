-- +goose Up
-- The subjects of mutations that were heard and are not settled: a later one of the same subject waits for them.
CREATE TABLE sync_wait (device TEXT NOT NULL, subject TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (device, subject, seq)) STRICT, WITHOUT ROWID;
-- +goose Down
SELECT 1;
