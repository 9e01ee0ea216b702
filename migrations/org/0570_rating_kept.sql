-- +goose Up
-- Every rating of a shipment, with all that it was made from, so that an earlier price can be looked up and explained from its own receipt.
-- Nothing of it goes to a device.
CREATE TABLE rating_kept (
  shipment_id TEXT NOT NULL,
  n INTEGER NOT NULL,                   -- 1 is the shipment's first
  occasion TEXT NOT NULL CHECK (occasion IN ('asked', 'taken', 'spot')),
  engine INTEGER NOT NULL,
  request TEXT NOT NULL,
  answer TEXT NOT NULL,
  digest TEXT NOT NULL,
  chosen TEXT NOT NULL DEFAULT '',      -- the price sheet that counted
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL,
  PRIMARY KEY (shipment_id, n)
) STRICT;
INSERT INTO rating_kept (shipment_id, n, occasion, engine, request, answer, digest, chosen, at, by_user, by_name)
  SELECT shipment_id, 1, 'asked', engine, request, answer, digest, chosen, at, by_user, COALESCE((SELECT TRIM(first_name || ' ' || last_name) FROM access_user WHERE id = by_user), '') FROM rating_result;
-- +goose StatementBegin
CREATE TRIGGER rating_kept_no_update BEFORE UPDATE ON rating_kept BEGIN SELECT RAISE(ABORT, 'rating_kept is append-only'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER rating_kept_no_delete BEFORE DELETE ON rating_kept BEGIN SELECT RAISE(ABORT, 'rating_kept is append-only'); END;
-- +goose StatementEnd

-- Which of them counts now; none once the shipment is something else than what was rated.
DROP TABLE rating_result;
CREATE TABLE rating_result (
  shipment_id TEXT PRIMARY KEY,
  n INTEGER NOT NULL,
  FOREIGN KEY (shipment_id, n) REFERENCES rating_kept (shipment_id, n)
) STRICT;
-- +goose Down
SELECT 1;
