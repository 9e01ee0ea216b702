-- +goose Up
-- The words that people know a shipment by, in one full-text index without the text: its numbers (also without their dashes), references, customer,
-- carrier, and who receives it where. The first word of each is its warehouse, spelled as nobody types it (a private-use letter before the name in
-- hexadecimal), so that whoever sees one warehouse only reads that one's entries.
CREATE VIEW shipment_text AS
SELECT id AS shipment_id, char(57344) || hex(warehouse) || ' ' || customer || ' ' || carrier || ' ' || carrier_name
  || ' ' || COALESCE(destination ->> 'name', '') || ' ' || COALESCE(destination ->> 'city', '') || ' ' || COALESCE(destination ->> 'state', '')
  || COALESCE((SELECT group_concat(' ' || COALESCE(value ->> '$.to.name', '') || ' ' || COALESCE(value ->> '$.to.city', ''), '') FROM json_each(shipment.stops)), '')
  || COALESCE((SELECT group_concat(' ' || v || CASE WHEN instr(v, '-') THEN ' ' || replace(v, '-', '') ELSE '' END, '')
    FROM (SELECT number AS v UNION SELECT bol UNION SELECT pro UNION SELECT CAST(value AS TEXT) FROM json_each(orders) UNION SELECT CAST(value AS TEXT) FROM json_each(refs))), '') AS words
FROM shipment;

-- A beginning of two to eight letters is looked up; any other would have the entries of all words that begin so gathered first, half a million at times.
-- Full-text rows have numbers; those that SQLite gives to a table with a key of text may change. They grow with time, so the newest are found first.
CREATE TABLE shipment_found (n INTEGER PRIMARY KEY, shipment_id TEXT NOT NULL UNIQUE) STRICT;
CREATE VIRTUAL TABLE shipment_word USING fts5(words, content = '', contentless_delete = 1, detail = none, prefix = '2 3 4 5 6 7 8', tokenize = 'unicode61 remove_diacritics 2');

INSERT INTO shipment_found (shipment_id) SELECT id FROM shipment ORDER BY id;
INSERT INTO shipment_word (rowid, words) SELECT n, words FROM shipment_found JOIN shipment_text USING (shipment_id) ORDER BY n;

-- +goose StatementBegin
CREATE TRIGGER shipment_word_insert AFTER INSERT ON shipment BEGIN
  INSERT INTO shipment_found (shipment_id) VALUES (NEW.id);
  INSERT INTO shipment_word (rowid, words) SELECT n, words FROM shipment_found JOIN shipment_text USING (shipment_id) WHERE shipment_id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shipment_word_update AFTER UPDATE OF number, bol, pro, warehouse, customer, carrier, carrier_name, destination, stops, refs, orders ON shipment
WHEN OLD.number <> NEW.number OR OLD.bol <> NEW.bol OR OLD.pro <> NEW.pro OR OLD.warehouse <> NEW.warehouse OR OLD.customer <> NEW.customer OR OLD.carrier <> NEW.carrier
  OR OLD.carrier_name <> NEW.carrier_name OR OLD.destination <> NEW.destination OR OLD.stops <> NEW.stops OR OLD.refs <> NEW.refs OR OLD.orders <> NEW.orders BEGIN
  UPDATE shipment_word SET words = (SELECT words FROM shipment_text WHERE shipment_id = NEW.id) WHERE rowid = (SELECT n FROM shipment_found WHERE shipment_id = NEW.id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shipment_word_delete AFTER DELETE ON shipment BEGIN
  DELETE FROM shipment_word WHERE rowid = (SELECT n FROM shipment_found WHERE shipment_id = OLD.id);
  DELETE FROM shipment_found WHERE shipment_id = OLD.id;
END;
-- +goose StatementEnd
-- +goose Down
SELECT 1;
