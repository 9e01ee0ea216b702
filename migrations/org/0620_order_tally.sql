-- +goose Up
-- How many orders stand where, by what the list is narrowed to: how long it is need not be counted, and no condition is asked of each order that all of them meet.
-- The customer is not in it, of whom there are too many.
CREATE TABLE order_tally (
  state TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  carrier TEXT NOT NULL,
  created_by TEXT NOT NULL,
  payer TEXT NOT NULL,                 -- bill_to ->> 'name'
  n INTEGER NOT NULL,
  PRIMARY KEY (state, warehouse, carrier, created_by, payer)
) STRICT, WITHOUT ROWID;
INSERT INTO order_tally (state, warehouse, carrier, created_by, payer, n)
SELECT state, warehouse, carrier, created_by, COALESCE(bill_to ->> 'name', '') AS payer, count(*) FROM order_open GROUP BY state, warehouse, carrier, created_by, payer;
-- +goose StatementBegin
CREATE TRIGGER order_tally_insert AFTER INSERT ON order_open BEGIN
  INSERT INTO order_tally (state, warehouse, carrier, created_by, payer, n)
  VALUES (NEW.state, NEW.warehouse, NEW.carrier, NEW.created_by, COALESCE(NEW.bill_to ->> 'name', ''), 1)
  ON CONFLICT (state, warehouse, carrier, created_by, payer) DO UPDATE SET n = n + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER order_tally_update AFTER UPDATE OF state, warehouse, carrier, created_by, bill_to ON order_open
WHEN OLD.state <> NEW.state OR OLD.warehouse <> NEW.warehouse OR OLD.carrier <> NEW.carrier OR OLD.created_by <> NEW.created_by OR OLD.bill_to <> NEW.bill_to BEGIN
  UPDATE order_tally SET n = n - 1 WHERE state = OLD.state AND warehouse = OLD.warehouse AND carrier = OLD.carrier AND created_by = OLD.created_by AND payer = COALESCE(OLD.bill_to ->> 'name', '');
  INSERT INTO order_tally (state, warehouse, carrier, created_by, payer, n)
  VALUES (NEW.state, NEW.warehouse, NEW.carrier, NEW.created_by, COALESCE(NEW.bill_to ->> 'name', ''), 1)
  ON CONFLICT (state, warehouse, carrier, created_by, payer) DO UPDATE SET n = n + 1;
  DELETE FROM order_tally WHERE n = 0 AND state = OLD.state AND warehouse = OLD.warehouse AND carrier = OLD.carrier AND created_by = OLD.created_by AND payer = COALESCE(OLD.bill_to ->> 'name', '');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER order_tally_delete AFTER DELETE ON order_open BEGIN
  UPDATE order_tally SET n = n - 1 WHERE state = OLD.state AND warehouse = OLD.warehouse AND carrier = OLD.carrier AND created_by = OLD.created_by AND payer = COALESCE(OLD.bill_to ->> 'name', '');
END;
-- +goose StatementEnd
-- +goose Down
DROP TRIGGER order_tally_insert;
DROP TRIGGER order_tally_update;
DROP TRIGGER order_tally_delete;
DROP TABLE order_tally;
