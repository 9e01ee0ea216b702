-- +goose Up
-- The organisation's own views of a report's rows: which columns, which rows, in which order, and for which groups of users.
CREATE TABLE analytics_template (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  subject TEXT NOT NULL,
  columns TEXT NOT NULL,                -- members of the row, in their order
  conditions TEXT NOT NULL,             -- that a row meets, all of them
  order_by TEXT NOT NULL,               -- a member of the row
  descending INTEGER NOT NULL,
  period TEXT NOT NULL,                 -- which days, seen from the day on which it is opened
  roles TEXT NOT NULL,                  -- codes of groups; empty for all
  persistent INTEGER NOT NULL,          -- what a user narrows it to stays for that user
  standard INTEGER NOT NULL,            -- the one that opens where none is named
  rev INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX analytics_template_name ON analytics_template (name COLLATE NOCASE);
CREATE UNIQUE INDEX analytics_template_standard ON analytics_template (standard) WHERE standard = 1;

-- What a user has narrowed a view to whose filter stays.
CREATE TABLE analytics_template_kept (
  template_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  conditions TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (template_id, user_id)
) STRICT;
-- +goose Down
SELECT 1;
