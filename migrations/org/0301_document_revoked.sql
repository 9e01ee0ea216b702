-- +goose Up
-- A certificate whose key is no longer safe. What it sealed counts where a timestamp or our own records prove that the seal is older.
ALTER TABLE document_certificate ADD COLUMN revoked_at INTEGER;
ALTER TABLE document_certificate ADD COLUMN revoked_why TEXT NOT NULL DEFAULT '';
-- +goose Down
SELECT 1;
