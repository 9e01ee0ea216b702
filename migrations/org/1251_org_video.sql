-- +goose Up
-- Videos that show how something is done, by page.
CREATE TABLE org_video (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  page TEXT NOT NULL,     -- name of the page; empty is none of them
  url TEXT NOT NULL,
  language TEXT NOT NULL, -- that it is spoken in: en, es or fr
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX org_video_title ON org_video (title COLLATE NOCASE, language);
-- +goose Down
SELECT 1;
