-- +goose Up
-- The number counters leave org_setup: that row is synced, and every bill would have told every device of it.
CREATE TABLE org_counter (name TEXT PRIMARY KEY, next INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO org_counter (name, next) VALUES ('bol', COALESCE((SELECT next_bol FROM org_setup), 1)), ('sscc', COALESCE((SELECT next_sscc FROM org_setup), 1));
ALTER TABLE org_setup DROP COLUMN next_bol;
ALTER TABLE org_setup DROP COLUMN next_sscc;
ALTER TABLE org_setup ADD COLUMN labels TEXT NOT NULL DEFAULT '["Order #","PO #","","",""]'; -- of the references 1 to 5

CREATE TABLE org_brand (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  active INTEGER NOT NULL DEFAULT 1,
  configured TEXT NOT NULL DEFAULT '{}' -- JSON (org.BrandValues)
) STRICT;
-- +goose Down
SELECT 1;
