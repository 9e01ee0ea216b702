-- +goose Up
-- Until when photos that say where they were taken still come in, after the warehouse stopped keeping it: tablets may hold some of the time before.
ALTER TABLE dock_setting ADD COLUMN photo_place_until INTEGER;
-- +goose Down
ALTER TABLE dock_setting DROP COLUMN photo_place_until;
