-- +goose Up
-- The day on which a load is there is kept since the carriers have calendars: the loads that were under way then are dated once.
INSERT INTO job (id, kind, key, payload, due_at, created_at)
SELECT '01' || upper(hex(randomblob(12))), 'arrival', 'arrival:upgrade', '{}', 0, unixepoch() * 1000
WHERE EXISTS (SELECT 1 FROM shipment WHERE carrier <> '' AND service_days > 0 AND delivered_at IS NULL);
-- +goose Down
SELECT 1;
