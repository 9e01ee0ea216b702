-- +goose Up
-- What is open is little, and is asked for at every pull and by every administrator.
CREATE INDEX sync_tray_open ON sync_tray (device, seq) WHERE resolved_at IS NULL;
CREATE INDEX job_dead ON job (kind) WHERE state = 'dead';
-- +goose Down
SELECT 1;
