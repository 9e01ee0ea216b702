-- +goose Up
-- Under which other numbers a visit was told of, by further phones in the same truck: said once more after the truck has left, each is still that visit.
CREATE TABLE warehouse_visit_said (id TEXT PRIMARY KEY, visit_id TEXT NOT NULL REFERENCES warehouse_visit (id)) STRICT, WITHOUT ROWID;
-- +goose Down
SELECT 1;
