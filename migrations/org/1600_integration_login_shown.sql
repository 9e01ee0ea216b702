-- +goose Up
-- To whom and on which device a transfer's password was shown: it ends with either.
ALTER TABLE integration_transfer_login ADD COLUMN by_user TEXT NOT NULL DEFAULT '';
ALTER TABLE integration_transfer_login ADD COLUMN device TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
