-- +goose Up
-- All links of an object, not only those that still open: how often a carrier opened a tender's is asked when the tender is over, too.
DROP INDEX access_link_object;
CREATE INDEX access_link_object ON access_link (kind, object);
-- +goose Down
SELECT 1;
