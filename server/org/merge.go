package org

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/store/listing"
)

// Follower is an area whose records name customers, or go to their addresses.
type Follower interface {
	// Follow has them follow a merge and counts those that did; where the merge is only looked at, it counts those that shall. What is many follows after it (Later).
	Follow(ctx context.Context, tx *store.Tx, m freight.Merge) ([]freight.Follow, error)
}

// MergeFrom is a row that ends in a merge, as it was seen.
type MergeFrom struct {
	ID  string `json:"PlaceId" validate:"required,max=40"`
	Rev int64  `json:"Rev" validate:"gte=1"`
}

// MergeReq says that rows of the address book are one party.
type MergeReq struct {
	Place     PlaceReq    `json:"Place"` // the one that stays, as it shall be from now on
	From      []MergeFrom `json:"From" validate:"required,min=1,max=20,dive"`
	Addresses bool        `json:"OpenOrders"` // open orders to any of the addresses go to the one that stays
}

// Check judges the row that stays, and wants it to be another than those that end.
func (r *MergeReq) Check() (bad []fail.Field) {
	for _, f := range r.Place.Check() {
		f.Field = "Place." + f.Field
		bad = append(bad, f)
	}
	if r.Place.Kind == PlaceVendor {
		bad = append(bad, fail.Of("Place.Kind", "field-not-offered", "limit", string(PlaceCustomer)+" "+string(PlaceLocation)))
	}
	if r.Place.ID == "" {
		bad = append(bad, fail.Of("Place.PlaceId", "field-required"))
	}
	if r.Place.Rev < 1 {
		bad = append(bad, fail.Of("Place.Rev", "field-required"))
	}
	for i, f := range r.From {
		field := "From[" + strconv.Itoa(i) + "].PlaceId"
		if f.ID == r.Place.ID {
			bad = append(bad, fail.Of(field, "place-merge-itself"))
		} else if slices.ContainsFunc(r.From[:i], func(o MergeFrom) bool { return o.ID == f.ID }) {
			bad = append(bad, fail.Of(field, "place-merge-twice"))
		}
	}
	return bad
}

// MergeResp tells what a merge does, or did.
type MergeResp struct {
	Place    Place            `json:"Place"`    // the one that stays
	Ends     []Place          `json:"Ends"`     // those that end
	Follows  []freight.Follow `json:"Follows"`  // what named them and names the one that stays; kinds of which there is nothing are left out
	Shared   []string         `json:"Shared"`   // codes and names that another customer has as well, or had: records that name one of them stay as they are
	Lacking  []right.Right    `json:"Lacking"`  // what the user would have to be allowed to change
	Distinct []string         `json:"Distinct"` // fields in which the rows differ
}

// PreviewMerge tells what a merge would do.
func (a *Area) PreviewMerge(ctx context.Context, tx *store.Tx, req MergeReq) (MergeResp, error) {
	resp, _, err := a.merging(ctx, tx, req, true)
	return resp, err
}

// MergePlaces makes one row of several: the others end, and what named them names the one that stays, all of it or nothing; but of loads and orders that are done with, those that are too many follow after it. They are kept, with who merged them into whom.
func (a *Area) MergePlaces(ctx context.Context, tx *store.Tx, req MergeReq) (MergeResp, error) {
	resp, m, err := a.merging(ctx, tx, req, false)
	if err != nil {
		return resp, err
	}
	if len(resp.Lacking) > 0 {
		return resp, op.NoRight(resp.Lacking[0])
	}
	kind := req.Place.Kind
	stays, was := resp.Place, resp.Place
	former := append([]Place{was}, resp.Ends...)
	for _, p := range resp.Ends {
		if err := endMerged(ctx, tx, p, stays.ID, resp.Follows); err != nil {
			return resp, err
		}
	}
	if err := ownAgain(ctx, tx, kind, stays.ID); err != nil {
		return resp, err
	}
	for _, p := range former {
		for what, text := range map[string]string{"code": p.Code, "name": p.Name} {
			if err := giveUp(ctx, tx, kind, what, text, stays.ID, true); err != nil {
				return resp, err
			}
		}
	}
	if resp.Place, err = places(a, kind, resource.Paths{}).Save(ctx, tx, req.Place); err != nil {
		return resp, under(err, "Place.")
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM org_place_former WHERE kind = ? AND (what = 'code' AND text = ? OR what = 'name' AND text = ?) AND shared = 0`, kind, resp.Place.Code, resp.Place.Name); err != nil {
		return resp, err
	}
	m.Look = false
	done, err := a.follow(ctx, tx, m)
	if err != nil {
		return resp, err
	}
	return resp, a.followLater(ctx, tx, m, resp.Follows, done)
}

// under has the fields that a refusal names lie in a part of the request.
func under(err error, part string) error {
	f, ok := fail.As(err)
	if !ok || len(f.Fields) == 0 {
		return err
	}
	fields := slices.Clone(f.Fields)
	for i := range fields {
		fields[i].Field = part + fields[i].Field
	}
	return fail.Invalid(fields...)
}

// endMerged takes a row out of the address book and keeps what it was. What was merged into it before leads on to the one that stays.
func endMerged(ctx context.Context, tx *store.Tx, p Place, into string, follows []freight.Follow) error {
	before, err := store.Select[called](ctx, tx, `SELECT what, text FROM org_place_former WHERE place_id = ? ORDER BY what, text`, p.ID)
	if err != nil {
		return fmt.Errorf("read what %s was called: %w", p.ID, err)
	}
	merged := Merged{Called: store.JSON[[]called]{V: before}, ID: p.ID, Kind: p.Kind, Code: p.Code, Name: p.Name, Was: store.JSON[Place]{V: p}, Into: into, First: into, Followed: store.JSON[[]freight.Follow]{V: follows}, At: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name}
	for _, s := range []struct {
		sql  string
		args []any
	}{
		{`DELETE FROM org_place WHERE id = ?`, []any{p.ID}},
		{`UPDATE org_place_merged SET into_id = ? WHERE into_id = ?`, []any{into, p.ID}},
		{`UPDATE org_place_former SET place_id = ? WHERE place_id = ?`, []any{into, p.ID}},
		{`UPDATE OR REPLACE org_place_had SET place_id = ? WHERE place_id = ?`, []any{into, p.ID}},
	} {
		if _, err := tx.ExecContext(ctx, s.sql, s.args...); err != nil {
			return fmt.Errorf("end merged place %s: %w", p.ID, err)
		}
	}
	return store.Insert(ctx, tx, "org_place_merged", merged)
}

// merging judges a merge and counts what would follow it.
func (a *Area) merging(ctx context.Context, tx *store.Tx, req MergeReq, look bool) (MergeResp, freight.Merge, error) {
	resp := MergeResp{Ends: []Place{}, Follows: []freight.Follow{}, Shared: []string{}, Lacking: []right.Right{}, Distinct: []string{}}
	none := freight.Merge{}
	if tx.By.Warehouses != nil { // loads and orders of all warehouses follow
		return resp, none, fail.Forbidden("place-merge-all-warehouses")
	}
	var err error
	var bad []fail.Field
	find := func(field, id string, rev int64) Place {
		p, code, e := a.standing(ctx, tx, req.Place.Kind, id)
		switch {
		case e != nil:
			err = e
		case code.Code != "":
			code.Field = field
			bad = append(bad, code)
		case p.Rev != rev && err == nil:
			err = fail.Conflict("place-changed-meanwhile", "code", p.Code, "name", p.Name).With(p)
		}
		return p
	}
	resp.Place = find("Place.PlaceId", req.Place.ID, req.Place.Rev)
	for i, f := range req.From {
		resp.Ends = append(resp.Ends, find("From["+strconv.Itoa(i)+"].PlaceId", f.ID, f.Rev))
	}
	if len(bad) > 0 {
		return resp, none, fail.Invalid(bad...)
	}
	if err != nil {
		return resp, none, err
	}
	m, shared, err := a.merge(ctx, tx, req, resp)
	if err != nil {
		return resp, none, err
	}
	resp.Shared = shared
	if look {
		if _, taken, err := a.codeTaken(ctx, tx, req); err != nil || taken {
			if err == nil {
				err = fail.Invalid(fail.Of("Place.Code", "place-exists"))
			}
			return resp, none, err
		}
	}
	resp.Follows, err = a.follow(ctx, tx, m)
	for _, f := range resp.Follows {
		if f.Needs != "" && !tx.By.May(f.Needs) && !slices.Contains(resp.Lacking, f.Needs) {
			resp.Lacking = append(resp.Lacking, f.Needs)
		}
	}
	resp.Distinct = distinct(append([]Place{resp.Place}, resp.Ends...))
	return resp, m, err
}

// codeTaken reports whether a row beside the merge has the code that the one that stays is to have.
func (a *Area) codeTaken(ctx context.Context, tx *store.Tx, req MergeReq) (id string, taken bool, err error) {
	ids, err := store.Select[string](ctx, tx, `SELECT id FROM org_place WHERE kind = ? AND code = ? AND id <> ?`, req.Place.Kind, req.Place.Code, req.Place.ID)
	for _, id := range ids {
		if !slices.ContainsFunc(req.From, func(f MergeFrom) bool { return f.ID == id }) {
			return id, true, err
		}
	}
	return "", false, err
}

// standing is a row of a kind, or why there is none.
func (a *Area) standing(ctx context.Context, tx *store.Tx, kind PlaceKind, id string) (Place, fail.Field, error) {
	p, ok, err := store.Get[Place](ctx, tx, `SELECT * FROM org_place WHERE id = ? AND kind = ?`, id, kind)
	if err != nil || ok {
		return p, fail.Field{}, err
	}
	was, ok, err := store.Get[Place](ctx, tx, `SELECT p.* FROM org_place_merged m JOIN org_place p ON p.id = m.into_id WHERE m.id = ? AND m.kind = ?`, id, kind)
	if err == nil && ok {
		return p, fail.Of("", "place-merged", "code", was.Code, "name", was.Name), nil
	}
	return p, fail.Of("", "place-unknown"), err
}

// merge is what other areas are told: under which codes and names the customers stood, and at which addresses.
func (a *Area) merge(ctx context.Context, tx *store.Tx, req MergeReq, resp MergeResp) (m freight.Merge, shared []string, err error) {
	m.Look, shared = true, []string{}
	all := append([]Place{resp.Place}, resp.Ends...)
	for _, p := range all {
		m.From = append(m.From, p.Party())
	}
	if req.Addresses {
		to := req.Place.Party()
		m.To = &to
	}
	if req.Place.Kind != PlaceCustomer {
		return m, shared, nil
	}
	ids := make([]string, len(all))
	for i, p := range all {
		ids[i] = p.ID
	}
	others, err := store.Select[Place](ctx, tx, `SELECT * FROM org_place WHERE kind = ?`, PlaceCustomer)
	if err != nil {
		return m, shared, err
	}
	another := func(text string) bool {
		return slices.ContainsFunc(others, func(o Place) bool {
			return !slices.Contains(ids, o.ID) && (strings.EqualFold(o.Code, text) || strings.EqualFold(o.Name, text))
		})
	}
	had, err := store.Select[string](ctx, tx, `SELECT text FROM org_place_former f WHERE kind = ?1 AND (place_id NOT IN (SELECT value FROM json_each(?2)) OR shared = 1 AND NOT (`+oneHad+`))`, PlaceCustomer, listing.Texts(ids))
	if err != nil {
		return m, shared, err
	}
	anothersBefore := func(text string) bool {
		return slices.ContainsFunc(had, func(h string) bool { return strings.EqualFold(h, text) })
	}
	for _, final := range []string{req.Place.Code, req.Place.Name} {
		if !another(final) {
			m.Own = append(m.Own, final)
		}
	}
	add := func(from, to string, row int) {
		for _, final := range []string{req.Place.Name, req.Place.Code} { // a text that is one of the final ones means that
			if strings.EqualFold(from, final) {
				to = final
			}
		}
		known := slices.ContainsFunc(m.Texts, func(t freight.Renamed) bool { return strings.EqualFold(t.From, from) })
		if known || from == "" || slices.Contains(shared, from) {
			return
		}
		if another(from) || from != to && anothersBefore(from) {
			shared = append(shared, from)
			return
		}
		m.Texts = append(m.Texts, freight.Renamed{From: from, To: to, Row: row})
	}
	for i, p := range all {
		add(p.Code, req.Place.Code, i)
	}
	for i, p := range all {
		add(p.Name, req.Place.Name, i)
	}
	return m, shared, nil
}

// follow has all areas follow a merge.
func (a *Area) follow(ctx context.Context, tx *store.Tx, m freight.Merge) ([]freight.Follow, error) {
	out := []freight.Follow{}
	for _, f := range a.Followers {
		list, err := f.Follow(ctx, tx, m)
		if err != nil {
			return out, err
		}
		out = append(out, slices.DeleteFunc(list, func(f freight.Follow) bool { return f.Moved+f.Ended == 0 })...)
	}
	return out, nil
}

// distinct lists the fields in which rows differ, as the wire names them.
func distinct(rows []Place) []string {
	out := []string{}
	for _, f := range []struct {
		name string
		of   func(Place) string
	}{
		{"Code", func(p Place) string { return p.Code }}, {"Name", func(p Place) string { return p.Name }}, {"Street", func(p Place) string { return p.Street }},
		{"Street2", func(p Place) string { return p.Street2 }}, {"City", func(p Place) string { return p.City }}, {"State", func(p Place) string { return p.State }},
		{"Zip", func(p Place) string { return p.Zip }}, {"Country", func(p Place) string { return p.Country }}, {"Contact", func(p Place) string { return p.Contact }},
		{"Phone", func(p Place) string { return p.Phone }}, {"Email", func(p Place) string { return p.Email }},
	} {
		if slices.ContainsFunc(rows, func(p Place) bool { return f.of(p) != f.of(rows[0]) }) {
			out = append(out, f.name)
		}
	}
	return out
}
