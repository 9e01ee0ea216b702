package org

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/fail"
	"lading/server/store"
	"lading/server/store/listing"
)

// formerly is the row that stands for a code that it had before, by a merge or by itself. A code that it gave up itself and that another had since stands for nobody.
func formerly(ctx context.Context, tx *store.Tx, kind PlaceKind, code string) (p Place, merged, ok bool, err error) {
	p, ok, err = store.Get[Place](ctx, tx, `SELECT p.* FROM org_place_former f JOIN org_place p ON p.id = f.place_id WHERE f.kind = ? AND f.what = 'code' AND f.text = ? AND (f.merged = 1 OR f.shared = 0)`, kind, code)
	if err == nil && ok {
		merged, _, err = store.Get[bool](ctx, tx, `SELECT merged FROM org_place_former WHERE kind = ? AND what = 'code' AND text = ?`, kind, code)
	}
	return p, merged, ok, err
}

// noteFormer notes the code and the name that a row gives up: what names it elsewhere, and what other systems send, goes on meaning it. What another row has as well means
// that one, and what another had before it is both rows' from now on.
func noteFormer(ctx context.Context, tx *store.Tx, was, now *Place) error {
	if now == nil || now.Kind == PlaceVendor {
		return nil
	}
	if was == nil {
		was = &Place{}
	}
	for _, x := range []struct{ what, was, now string }{{"code", was.Code, now.Code}, {"name", was.Name, now.Name}} {
		if x.was == x.now {
			continue
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM org_place_former WHERE kind = ? AND what = ? AND text = ? AND place_id = ? AND shared = 0`, now.Kind, x.what, x.now, now.ID); err != nil {
			return fmt.Errorf("forget former %s of %s: %w", x.what, now.ID, err)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE org_place_former SET shared = 1 WHERE kind = ? AND text = ? AND place_id <> ?`, now.Kind, x.now, now.ID); err != nil {
			return fmt.Errorf("share former %s of others with %s: %w", x.what, now.ID, err)
		}
		if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO org_place_had (kind, text, place_id) SELECT DISTINCT kind, text, ?3 FROM org_place_former WHERE kind = ?1 AND text = ?2`, now.Kind, x.now, now.ID); err != nil {
			return fmt.Errorf("note that %s has former %s of others: %w", now.ID, x.what, err)
		}
		if x.was == "" {
			continue
		}
		if err := giveUp(ctx, tx, now.Kind, x.what, x.was, now.ID, false); err != nil {
			return err
		}
	}
	return nil
}

// giveUp notes a code or name that a row had. Where another has it, or had it, nobody knows whom a record means that names it: it is kept as shared, and no record is handed
// from one to the other for it.
func giveUp(ctx context.Context, tx *store.Tx, kind PlaceKind, what, text, id string, merged bool) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO org_place_former (kind, text, what, place_id, merged, shared) SELECT ?1, ?2, ?3, ?4, ?5, EXISTS (SELECT 1 FROM org_place WHERE kind = ?1 AND id <> ?4 AND (code = ?2 COLLATE NOCASE OR name = ?2 COLLATE NOCASE)) WHERE true
		ON CONFLICT (kind, what, text) DO UPDATE SET shared = max(shared, excluded.shared, place_id <> excluded.place_id), place_id = excluded.place_id, merged = max(merged, excluded.merged)`, kind, text, what, id, merged)
	if err == nil { // a code of one may be another's name
		_, err = tx.ExecContext(ctx, `UPDATE org_place_former SET shared = 1 WHERE kind = ?1 AND text = ?2 AND EXISTS (SELECT 1 FROM org_place_former o WHERE o.kind = ?1 AND o.text = ?2 AND (o.shared = 1 OR o.place_id <> ?3))`, kind, text, id)
	}
	if err == nil { // who has it at the same time
		_, err = tx.ExecContext(ctx, `INSERT OR IGNORE INTO org_place_had (kind, text, place_id) SELECT ?1, ?2, ?3 UNION SELECT ?1, ?2, id FROM org_place WHERE kind = ?1 AND (code = ?2 COLLATE NOCASE OR name = ?2 COLLATE NOCASE)`, kind, text, id)
	}
	if err != nil {
		return fmt.Errorf("note former %s of %s: %w", what, id, err)
	}
	return nil
}

// oneHad is a condition on a row f of org_place_former: all that ever had the text are among the rows whose ids are the JSON list ?2, and nobody else has it.
const oneHad = `EXISTS (SELECT 1 FROM org_place_had h WHERE h.kind = f.kind AND h.text = f.text)
	AND NOT EXISTS (SELECT 1 FROM org_place_had h WHERE h.kind = f.kind AND h.text = f.text AND h.place_id NOT IN (SELECT value FROM json_each(?2)))
	AND NOT EXISTS (SELECT 1 FROM org_place p WHERE p.kind = f.kind AND (p.code = f.text COLLATE NOCASE OR p.name = f.text COLLATE NOCASE) AND p.id NOT IN (SELECT value FROM json_each(?2)))`

// ownAgain has a row be what all are called that were merged into it: what they had in turn or together was of several, and is of one now.
func ownAgain(ctx context.Context, tx *store.Tx, kind PlaceKind, id string) error {
	if _, err := tx.ExecContext(ctx, `UPDATE org_place_former AS f SET shared = 0 WHERE kind = ?1 AND place_id = ?3 AND shared = 1 AND `+oneHad, kind, listing.Texts([]string{id}), id); err != nil {
		return fmt.Errorf("have %s be what several were called: %w", id, err)
	}
	return nil
}

// codeFree refuses a code that another row stands for since it was merged: the order system goes on sending it for that one. One that the other gave up itself is free.
func codeFree(ctx context.Context, tx *store.Tx, was, now *Place) error {
	if was != nil && was.Code == now.Code {
		return nil
	}
	stands, merged, ok, err := formerly(ctx, tx, now.Kind, now.Code)
	if err == nil && ok && merged && stands.ID != now.ID {
		err = fail.Invalid(fail.Of("Code", "place-merged", "code", stands.Code, "name", stands.Name))
	}
	return err
}

// PassedOver is an address of a delivery that was not taken, with the code of the row that stands for it; empty where that was deleted.
type PassedOver struct {
	Row    int    `json:"Row"` // of the delivery, from 0
	Code   string `json:"Code"`
	Stands string `json:"StandsCode"`
}

// delivered finds the row that an address of a delivery is for. There is none for a new one; over is set where the address is passed over, since it is of a row or a code
// that was merged, or of a row that has another code by now. Such a row is known without its key by its name, today's or one before, or by where it is: a code that was given
// up may be a new customer's, and that one has neither.
func (a *Area) delivered(ctx context.Context, tx *store.Tx, r PlaceReq) (known Place, over bool, err error) {
	if r.ID != "" { // a system that keeps the keys goes on sending that of a row that was merged
		into, ended, err := store.Get[string](ctx, tx, `SELECT into_id FROM org_place_merged WHERE id = ? AND kind = ?`, r.ID, r.Kind)
		if err != nil {
			return known, false, err
		}
		if ended {
			known, _, err = store.Get[Place](ctx, tx, `SELECT * FROM org_place WHERE id = ?`, into)
			return known, true, err
		}
	}
	known, ok, err := store.Get[Place](ctx, tx, `SELECT * FROM org_place WHERE kind = ? AND code = ?`, r.Kind, r.Code)
	if err != nil || ok {
		return known, false, err
	}
	known, merged, ok, err := formerly(ctx, tx, r.Kind, r.Code)
	switch {
	case err != nil || !ok:
		return Place{}, false, err
	case merged && r.ID != known.ID: // of one that brings its key, too: it cannot have a code that another stands for, and the rest of the delivery goes on
		return known, true, nil
	case r.ID == known.ID:
		return known, false, nil
	case r.ID != "":
		return Place{}, false, nil
	}
	names, err := store.Select[string](ctx, tx, `SELECT text FROM org_place_former WHERE place_id = ? AND what = 'name' AND shared = 0`, known.ID)
	if err != nil {
		return Place{}, false, err
	}
	named := slices.ContainsFunc(append(names, known.Name), func(n string) bool { return plainName(n) == plainName(r.Name) })
	here, there := r.Party(), known.Party()
	if here.Name, there.Name = "", ""; named || here.Place() == there.Place() {
		return known, true, nil
	}
	return Place{}, false, nil
}
