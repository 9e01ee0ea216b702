-- +goose Up
-- Who noted each exception of a signed bill: the paper says it, beside the words that were signed.
ALTER TABLE document_signing ADD COLUMN found_by TEXT NOT NULL DEFAULT '{}';
-- +goose Down
SELECT 1;
