-- +goose Up
-- What one unit of another currency is worth in the organisation's own on a day, in ten-thousandths.
CREATE TABLE rating_exchange (currency TEXT NOT NULL, day TEXT NOT NULL, rate INTEGER NOT NULL, at INTEGER NOT NULL, by_user TEXT NOT NULL, PRIMARY KEY (currency, day)) STRICT;
-- +goose Down
SELECT 1;
