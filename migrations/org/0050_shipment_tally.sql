-- +goose Up
-- How many shipments stand where: the tabs show it all day, and counting a million rows each time would not do.
CREATE TABLE shipment_tally (status TEXT NOT NULL, warehouse TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (status, warehouse)) STRICT, WITHOUT ROWID;
INSERT INTO shipment_tally (status, warehouse, n) SELECT status, warehouse, count(*) FROM shipment GROUP BY status, warehouse;
-- +goose StatementBegin
CREATE TRIGGER shipment_tally_insert AFTER INSERT ON shipment BEGIN
  INSERT INTO shipment_tally (status, warehouse, n) VALUES (NEW.status, NEW.warehouse, 1) ON CONFLICT (status, warehouse) DO UPDATE SET n = n + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shipment_tally_update AFTER UPDATE OF status, warehouse ON shipment WHEN OLD.status <> NEW.status OR OLD.warehouse <> NEW.warehouse BEGIN
  UPDATE shipment_tally SET n = n - 1 WHERE status = OLD.status AND warehouse = OLD.warehouse;
  INSERT INTO shipment_tally (status, warehouse, n) VALUES (NEW.status, NEW.warehouse, 1) ON CONFLICT (status, warehouse) DO UPDATE SET n = n + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shipment_tally_delete AFTER DELETE ON shipment BEGIN
  UPDATE shipment_tally SET n = n - 1 WHERE status = OLD.status AND warehouse = OLD.warehouse;
END;
-- +goose StatementEnd

-- One warehouse's list, in its order, from the index alone.
DROP INDEX shipment_count;
CREATE INDEX shipment_warehouse ON shipment (status, warehouse, ship_on, id);
-- +goose Down
SELECT 1;
