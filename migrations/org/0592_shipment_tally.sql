-- +goose Up
-- The tally knows by what lists are narrowed to, too: how long such a list is need not be counted. The customer is not in it, of whom there are too many.
DROP TRIGGER shipment_tally_insert;
DROP TRIGGER shipment_tally_update;
DROP TRIGGER shipment_tally_delete;
DROP TABLE shipment_tally;
CREATE TABLE shipment_tally (
  status TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  carrier TEXT NOT NULL,
  mode TEXT NOT NULL,
  created_by TEXT NOT NULL,
  payer TEXT NOT NULL,                 -- bill_to ->> 'name'
  n INTEGER NOT NULL,
  PRIMARY KEY (status, warehouse, carrier, mode, created_by, payer)
) STRICT, WITHOUT ROWID;
INSERT INTO shipment_tally (status, warehouse, carrier, mode, created_by, payer, n)
SELECT status, warehouse, carrier, mode, created_by, COALESCE(bill_to ->> 'name', '') AS payer, count(*) FROM shipment GROUP BY status, warehouse, carrier, mode, created_by, payer;
-- +goose StatementBegin
CREATE TRIGGER shipment_tally_insert AFTER INSERT ON shipment BEGIN
  INSERT INTO shipment_tally (status, warehouse, carrier, mode, created_by, payer, n)
  VALUES (NEW.status, NEW.warehouse, NEW.carrier, NEW.mode, NEW.created_by, COALESCE(NEW.bill_to ->> 'name', ''), 1)
  ON CONFLICT (status, warehouse, carrier, mode, created_by, payer) DO UPDATE SET n = n + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shipment_tally_update AFTER UPDATE OF status, warehouse, carrier, mode, created_by, bill_to ON shipment
WHEN OLD.status <> NEW.status OR OLD.warehouse <> NEW.warehouse OR OLD.carrier <> NEW.carrier OR OLD.mode <> NEW.mode OR OLD.created_by <> NEW.created_by OR OLD.bill_to <> NEW.bill_to BEGIN
  UPDATE shipment_tally SET n = n - 1 WHERE status = OLD.status AND warehouse = OLD.warehouse AND carrier = OLD.carrier AND mode = OLD.mode AND created_by = OLD.created_by AND payer = COALESCE(OLD.bill_to ->> 'name', '');
  INSERT INTO shipment_tally (status, warehouse, carrier, mode, created_by, payer, n)
  VALUES (NEW.status, NEW.warehouse, NEW.carrier, NEW.mode, NEW.created_by, COALESCE(NEW.bill_to ->> 'name', ''), 1)
  ON CONFLICT (status, warehouse, carrier, mode, created_by, payer) DO UPDATE SET n = n + 1;
  DELETE FROM shipment_tally WHERE n = 0 AND status = OLD.status AND warehouse = OLD.warehouse AND carrier = OLD.carrier AND mode = OLD.mode AND created_by = OLD.created_by AND payer = COALESCE(OLD.bill_to ->> 'name', '');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shipment_tally_delete AFTER DELETE ON shipment BEGIN
  UPDATE shipment_tally SET n = n - 1 WHERE status = OLD.status AND warehouse = OLD.warehouse AND carrier = OLD.carrier AND mode = OLD.mode AND created_by = OLD.created_by AND payer = COALESCE(OLD.bill_to ->> 'name', '');
END;
-- +goose StatementEnd
-- +goose Down
SELECT 1;
