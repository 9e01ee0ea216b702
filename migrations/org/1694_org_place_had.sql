-- +goose Up
-- The rows that had a code or name which more than one had: where all of them are merged into one, the text names that one again.
CREATE TABLE org_place_had (
  kind TEXT NOT NULL,
  text TEXT NOT NULL COLLATE NOCASE,
  place_id TEXT NOT NULL,               -- empty for one that nobody knows any more
  PRIMARY KEY (kind, text, place_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX org_place_had_place ON org_place_had (place_id);
INSERT INTO org_place_had SELECT DISTINCT kind, text, place_id FROM org_place_former;
INSERT OR IGNORE INTO org_place_had SELECT f.kind, f.text, p.id FROM org_place_former f JOIN org_place p ON p.kind = f.kind AND (p.code = f.text COLLATE NOCASE OR p.name = f.text COLLATE NOCASE);
INSERT OR IGNORE INTO org_place_had SELECT kind, text, '' FROM org_place_former WHERE shared = 1;
-- +goose Down
DROP TABLE org_place_had;
