-- +goose Up
-- Why an offer is over: declined, lapsed, or withdrawn, which leaves the time to whoever had the offer. The same time may be offered once more under another key: each offer has its row.
CREATE TABLE warehouse_wait_passed_new (
  wait_id TEXT NOT NULL REFERENCES warehouse_wait (id),
  day TEXT NOT NULL,
  start TEXT NOT NULL,
  hold_id TEXT NOT NULL,
  why TEXT NOT NULL,
  PRIMARY KEY (wait_id, day, start, hold_id)
) STRICT;
INSERT INTO warehouse_wait_passed_new (wait_id, day, start, hold_id, why) SELECT wait_id, day, start, hold_id, 'lapsed' FROM warehouse_wait_passed;
DROP TABLE warehouse_wait_passed;
ALTER TABLE warehouse_wait_passed_new RENAME TO warehouse_wait_passed;
CREATE INDEX warehouse_wait_passed_hold ON warehouse_wait_passed (hold_id) WHERE hold_id <> '';
-- +goose Down
SELECT 1;
