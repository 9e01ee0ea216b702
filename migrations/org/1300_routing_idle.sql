-- +goose Up
-- Vehicles that a plan of the fleet does without, and why.
ALTER TABLE routing_scenario ADD COLUMN idle TEXT NOT NULL DEFAULT '[]';
-- +goose Down
SELECT 1;
