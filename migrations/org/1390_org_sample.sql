-- +goose Up
-- Rows that were loaded to try the product out, until they are removed again. No row of it outlives the sample.
CREATE TABLE org_sample (
  tbl TEXT NOT NULL,
  id TEXT NOT NULL,
  n INTEGER NOT NULL,                  -- in the order in which they were made
  at INTEGER NOT NULL,
  by_name TEXT NOT NULL,
  hash TEXT NOT NULL,                  -- of the row as it was loaded: one that somebody changed is no sample any more
  PRIMARY KEY (tbl, id)
) STRICT, WITHOUT ROWID;
-- An order that is deleted leaves no empty count behind.
DROP TRIGGER order_tally_delete;
-- +goose StatementBegin
CREATE TRIGGER order_tally_delete AFTER DELETE ON order_open BEGIN
  UPDATE order_tally SET n = n - 1 WHERE state = OLD.state AND warehouse = OLD.warehouse AND carrier = OLD.carrier AND created_by = OLD.created_by AND payer = COALESCE(OLD.bill_to ->> 'name', '');
  DELETE FROM order_tally WHERE n = 0 AND state = OLD.state AND warehouse = OLD.warehouse AND carrier = OLD.carrier AND created_by = OLD.created_by AND payer = COALESCE(OLD.bill_to ->> 'name', '');
END;
-- +goose StatementEnd
-- +goose Down
SELECT 1;
