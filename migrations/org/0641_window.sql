-- +goose Up
-- What devices still hold, to be taken off them: looked at every hour on the writer, and not among all that there ever was.
CREATE INDEX quote_request_window ON quote_request (ended_at) WHERE left_at IS NULL;
CREATE INDEX packing_plan_window ON packing_plan (made_at) WHERE left_at IS NULL;
-- +goose Down
SELECT 1;
