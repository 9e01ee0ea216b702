-- +goose Up
-- The organisation's settings, by section. An area whose values stand in a table of its own has only the revision here.
CREATE TABLE resource_section (
  section TEXT PRIMARY KEY,
  value TEXT NOT NULL,           -- JSON; {} where the area has the values
  rev INTEGER NOT NULL,          -- 1 is what an organisation begins with
  at INTEGER,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
INSERT INTO resource_section (section, value, rev, by_user, by_name)
  SELECT 'trucks', flags -> '$.consolidation', 1, '', '' FROM org_setup WHERE flags ->> '$.consolidation' IS NOT NULL;
UPDATE org_setup SET flags = json_remove(flags, '$.consolidation');
-- +goose Down
SELECT 1;
