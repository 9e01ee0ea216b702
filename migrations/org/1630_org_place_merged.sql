-- +goose Up
-- Rows of the address book that were merged into another: what they were, into whom, by whom, and what followed.
CREATE TABLE org_place_merged (
  id TEXT PRIMARY KEY,     -- of the row that there was
  kind TEXT NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  was TEXT NOT NULL,       -- the whole row, JSON
  into_id TEXT NOT NULL,   -- the one that stays; a later merge of that one leads on
  first_into TEXT NOT NULL, -- the one that it was merged into itself
  followed TEXT NOT NULL,  -- JSON: how many records of each kind named the merged ones
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE INDEX org_place_merged_into ON org_place_merged (into_id);
-- Codes and names that another row stands for: order systems go on sending them.
CREATE TABLE org_place_former (
  kind TEXT NOT NULL,
  text TEXT NOT NULL COLLATE NOCASE,
  what TEXT NOT NULL CHECK (what IN ('code', 'name')),
  place_id TEXT NOT NULL,
  PRIMARY KEY (kind, what, text)
) STRICT, WITHOUT ROWID;
CREATE INDEX org_place_former_place ON org_place_former (place_id);
-- +goose Down
SELECT 1;
