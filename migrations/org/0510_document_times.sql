-- +goose Up
-- When the truck came and was let go stands on the signed bill. Who agrees to it after the signature has the paper made anew: revision tells a paper
-- that was being made meanwhile from the one that is wanted, quiet that the new one is neither mailed nor printed by itself.
ALTER TABLE document_signing ADD COLUMN times TEXT NOT NULL DEFAULT '{}';
ALTER TABLE document_signing ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document_signing ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0;
-- +goose Down
SELECT 1;
