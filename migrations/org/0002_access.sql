-- +goose Up
CREATE TABLE access_group (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  pages TEXT,                          -- comma list; NULL falls through to open by default
  office INTEGER NOT NULL DEFAULT 0    -- may see costs
) STRICT;

CREATE TABLE access_user (
  id TEXT PRIMARY KEY,
  login TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  group_id TEXT NOT NULL REFERENCES access_group (id),
  user_type TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es', 'fr')),
  pages TEXT,                          -- comma list of the user's own; NULL takes the group's
  default_page INTEGER NOT NULL,
  warehouses TEXT,                     -- JSON list; NULL sees all
  warehouse TEXT NOT NULL DEFAULT '',  -- where the person works
  agreed_at INTEGER,                   -- user agreement
  profile_due INTEGER NOT NULL DEFAULT 0,
  disabled_at INTEGER,
  changed_at INTEGER NOT NULL          -- password; sessions from before it end
) STRICT;
-- +goose Down
SELECT 1;
