-- +goose Up
-- Whether photos that are taken for a warehouse keep where they were taken. A person's whereabouts are nobody's unless the warehouse says so.
ALTER TABLE dock_setting ADD COLUMN photo_place INTEGER NOT NULL DEFAULT 0;
-- +goose Down
ALTER TABLE dock_setting DROP COLUMN photo_place;
