-- +goose Up
-- Whether nobody knows which secrets stand at project44, since the answer to a change was lost.
ALTER TABLE carrier_p44_account ADD COLUMN unsure INTEGER NOT NULL DEFAULT 0;
-- +goose Down
SELECT 1;
