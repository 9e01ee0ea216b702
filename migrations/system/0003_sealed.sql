-- +goose Up
-- Sealed successors are forgotten every hour; of all tokens that ever were, few have one.
CREATE INDEX system_refresh_sealed ON system_refresh (used_at) WHERE successor <> '';
-- +goose Down
SELECT 1;
