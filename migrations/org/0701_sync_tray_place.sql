-- +goose Up
-- Where an item stands among the device's work: an edit, and the edit of an edit, where the first of them stood.
ALTER TABLE sync_tray ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
UPDATE sync_tray SET place = seq;
ALTER TABLE sync_tray_subject ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
UPDATE sync_tray_subject SET place = seq;
-- Fields that broke a rule, so that a repeat of the refusal names them too.
ALTER TABLE sync_tray ADD COLUMN errors TEXT NOT NULL DEFAULT '[]';
-- +goose Down
SELECT 1;
