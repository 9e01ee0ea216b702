-- +goose Up
-- An account at project44 stands for one freight account. Of several, the first has it: the others were taken for it.
DELETE FROM carrier_p44_account WHERE rowid NOT IN (SELECT min(rowid) FROM carrier_p44_account GROUP BY provider_id);
CREATE UNIQUE INDEX carrier_p44_account_provider ON carrier_p44_account (provider_id);
-- +goose Down
SELECT 1;
