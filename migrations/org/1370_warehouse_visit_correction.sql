-- +goose Up
-- How often a driver has corrected what was said at the gate: of two that come after a lost reply the later holds.
ALTER TABLE warehouse_visit ADD COLUMN correction INTEGER NOT NULL DEFAULT 0;
-- +goose Down
SELECT 1;
