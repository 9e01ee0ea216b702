-- +goose Up
-- A code or name that more than one row had, in turn or together: nobody knows whom a record means that names it, so that it names only itself.
ALTER TABLE org_place_former ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
UPDATE org_place_former SET shared = 1 WHERE EXISTS (SELECT 1 FROM org_place p WHERE p.kind = org_place_former.kind AND p.id <> org_place_former.place_id AND (p.code = org_place_former.text OR p.name = org_place_former.text))
  OR EXISTS (SELECT 1 FROM org_place_former o WHERE o.kind = org_place_former.kind AND o.text = org_place_former.text AND o.place_id <> org_place_former.place_id);
-- +goose Down
SELECT 1;
