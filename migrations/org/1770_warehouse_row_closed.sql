-- +goose Up
-- Closed spots are numbered as the row numbers them: one that was entered as 04 was open to whoever looked for 4.
UPDATE warehouse_yard_row SET closed = (SELECT json_group_array(CAST(n AS TEXT)) FROM (SELECT DISTINCT CAST(value AS INTEGER) AS n FROM json_each(closed) ORDER BY n))
WHERE EXISTS (SELECT 1 FROM json_each(closed) WHERE value <> CAST(CAST(value AS INTEGER) AS TEXT));
-- +goose Down
SELECT 1;
