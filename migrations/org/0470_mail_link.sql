-- +goose Up
-- Who looked: each place that a link was opened from. A row is a place, not an opening, so that nobody fills the disk by asking again.
CREATE TABLE access_link_opening (
  link_id TEXT NOT NULL REFERENCES access_link (id),
  agent TEXT NOT NULL,                 -- what the browser calls itself
  address TEXT NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (link_id, agent, address)
) STRICT, WITHOUT ROWID;

-- The link that a mail carries. Its secret is in no row: it is derived from the link's id and the key file when the mail goes out.
ALTER TABLE notify_mail ADD COLUMN link_id TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
