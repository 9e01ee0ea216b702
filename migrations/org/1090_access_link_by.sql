-- +goose Up
-- The open links of a person, which end with the rights that made them.
CREATE INDEX access_link_by ON access_link (by_user, expires_at) WHERE used_at IS NULL AND ended_at IS NULL;
-- +goose Down
DROP INDEX access_link_by;
