-- +goose Up
-- The mail of a report holds what one user may see: it is that user's alone. NULL for a mail of the office; '' where the user is unknown, who is nobody.
ALTER TABLE notify_mail ADD COLUMN owner TEXT;
UPDATE notify_mail SET owner = COALESCE((SELECT r.by_user FROM analytics_run r WHERE r.id = substr(substr(notify_mail.key, 8), 1, instr(substr(notify_mail.key, 8) || '/', '/') - 1)), '') WHERE key LIKE 'report/%';
-- +goose Down
SELECT 1;
