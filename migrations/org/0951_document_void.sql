-- +goose Up
-- Why the load of a signed bill was called off: its paper is made once more, and says so.
ALTER TABLE document_signing ADD COLUMN void TEXT NOT NULL DEFAULT '';
-- When a signed bill was corrected: a signature from before is not under the new version.
ALTER TABLE dock_shipment ADD COLUMN corrected_at INTEGER;
-- +goose Down
SELECT 1;
