-- +goose Up
-- Load types that an appointment was booked as before, whose limits hold for it still; JSON.
ALTER TABLE warehouse_appointment ADD COLUMN bound TEXT NOT NULL DEFAULT '[]';
-- Whether anything but its standing appointment has changed it.
ALTER TABLE warehouse_appointment ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
UPDATE warehouse_appointment SET touched = 1 WHERE rev > 1;
-- +goose Down
SELECT 1;
