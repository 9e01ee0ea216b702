-- +goose Up
-- A code or name that another row has, too, is of both, however it is written.
UPDATE org_place_former SET shared = 1 WHERE shared = 0 AND EXISTS (SELECT 1 FROM org_place p WHERE p.kind = org_place_former.kind AND p.id <> org_place_former.place_id AND (p.code = org_place_former.text COLLATE NOCASE OR p.name = org_place_former.text COLLATE NOCASE));
-- +goose Down
SELECT 1;
