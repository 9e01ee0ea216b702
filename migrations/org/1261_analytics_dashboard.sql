-- +goose Up
-- What a user narrows a dashboard to, under a name.
CREATE TABLE analytics_dashboard_view (
  user_id TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  setting TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (user_id, name)
) STRICT;
-- +goose Down
SELECT 1;
