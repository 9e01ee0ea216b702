-- +goose Up
-- The day of a carrier's first no. The time to sue runs from it, also while the decision is disputed.
ALTER TABLE claim_case ADD COLUMN declined_on TEXT NOT NULL DEFAULT '';
UPDATE claim_case SET declined_on = COALESCE((SELECT MIN(e.on_day) FROM claim_event e WHERE e.claim_id = claim_case.id AND e.action = 'decline' AND e.on_day <> ''), '');
-- +goose Down
SELECT 1;
