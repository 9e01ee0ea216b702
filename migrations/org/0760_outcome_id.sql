-- +goose Up
-- A copied disk may send one action under two identities: by its id the second is answered as the first.
CREATE INDEX sync_outcome_id ON sync_outcome (id);
-- +goose Down
SELECT 1;
