package org

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/resource"
	"lading/server/store"
)

// Merged is a row of the address book that was merged into another.
type Merged struct {
	ID       string                       `json:"PlaceId" db:"id"`
	Kind     PlaceKind                    `json:"Kind" db:"kind"`
	Code     string                       `json:"Code" db:"code"`
	Name     string                       `json:"Name" db:"name"`
	Was      store.JSON[Place]            `json:"Was" db:"was"`
	Into     string                       `json:"IntoId" db:"into_id"`
	First    string                       `json:"FirstIntoId" db:"first_into"`
	Followed store.JSON[[]freight.Follow] `json:"Followed" db:"followed"`
	At       store.Time                   `json:"At" db:"at"`
	By       string                       `json:"By" db:"by_user"`
	ByName   string                       `json:"ByName" db:"by_name"`
	Called   store.JSON[[]called]         `json:"-" db:"called"` // before the merge
}

// called is a code or name that a row had.
type called struct {
	What string `json:"what" db:"what"`
	Text string `json:"text" db:"text"`
}

// MergedShown is a merged row in the list, with the one that stands for it now; empty where that was deleted.
type MergedShown struct {
	Merged
	IntoCode string `json:"IntoCode" db:"into_code"`
	IntoName string `json:"IntoName" db:"into_name"`
}

// KindReq names a kind of places.
type KindReq struct {
	Kind PlaceKind `json:"Kind" validate:"required,oneof=location customer"`
}

// MergedPlaces lists the rows of a kind that were merged, the last ones first.
func (a *Area) MergedPlaces(ctx context.Context, tx *store.Tx, req KindReq) ([]MergedShown, error) {
	return store.Select[MergedShown](ctx, tx, `SELECT m.*, COALESCE(p.code, '') AS into_code, COALESCE(p.name, '') AS into_name FROM org_place_merged m LEFT JOIN org_place p ON p.id = m.into_id
		WHERE m.kind = ? ORDER BY m.at DESC, m.code LIMIT 1000`, req.Kind)
}

// UnmergeReq names a row that was merged.
type UnmergeReq struct {
	Kind PlaceKind `json:"Kind" validate:"required,oneof=location customer"`
	ID   string    `json:"PlaceId" validate:"required,max=40"`
}

// Unmerge takes a merge back for one of the rows that ended in it: the row is in the address book again, as it was, and its code and name mean it from now on; what was merged
// into it before leads to it again. What followed the merge names the other row and stays with that: nobody knows which of the records were whose.
func (a *Area) Unmerge(ctx context.Context, tx *store.Tx, req UnmergeReq) (Place, error) {
	if tx.By.Warehouses != nil {
		return Place{}, fail.Forbidden("place-merge-all-warehouses")
	}
	m, ok, err := store.Get[Merged](ctx, tx, `SELECT * FROM org_place_merged WHERE id = ? AND kind = ?`, req.ID, req.Kind)
	if err == nil && !ok {
		err = fail.NotFound("place-unknown")
	}
	if err != nil {
		return Place{}, err
	}
	const under = `WITH RECURSIVE under(id) AS (SELECT id FROM org_place_merged WHERE first_into = ?1 UNION SELECT m.id FROM org_place_merged m JOIN under u ON m.first_into = u.id) `
	for _, s := range []struct {
		sql  string
		args []any
	}{
		{`UPDATE org_place_former SET place_id = ?1 WHERE kind = ?2 AND place_id = ?3 AND EXISTS (SELECT 1 FROM json_each(?4) c WHERE c.value ->> 'what' = what AND c.value ->> 'text' = text)`, []any{m.ID, m.Kind, m.Into, m.Called}},
		{`INSERT OR IGNORE INTO org_place_had (kind, text, place_id) SELECT ?2, c.value ->> 'text', ?1 FROM json_each(?3) c`, []any{m.ID, m.Kind, m.Called}},
		{`DELETE FROM org_place_merged WHERE id = ?1`, []any{m.ID}},
		{under + `UPDATE org_place_merged SET into_id = ?1 WHERE id IN under`, []any{m.ID}},
		{under + `UPDATE org_place_former SET place_id = ?1 WHERE kind = ?2 AND EXISTS (SELECT 1 FROM org_place_merged m WHERE m.id IN under AND (what = 'code' AND text = m.code OR what = 'name' AND text = m.name))`, []any{m.ID, m.Kind}},
		{`DELETE FROM org_place_former WHERE kind = ?1 AND place_id = ?2 AND (what = 'code' AND text = ?3 OR what = 'name' AND text = ?4)`, []any{m.Kind, m.Into, m.Code, m.Name}},
	} {
		if _, err := tx.ExecContext(ctx, s.sql, s.args...); err != nil {
			return Place{}, fmt.Errorf("take back merge of %s: %w", m.ID, err)
		}
	}
	p, err := places(a, m.Kind, resource.Paths{}).Return(ctx, tx, m.Was.V)
	if f, ok := fail.As(err); ok && len(f.Fields) > 0 { // another has the code by now
		f.Fields[0].Field = "PlaceId"
	}
	return p, err
}

// Doubles are rows that may be one party.
type Doubles struct {
	IDs    []string `json:"PlaceIds"`
	Reason string   `json:"Reason"` // name: alike names at one postal code; code: codes that differ in leading zeros and marks alone, but for those between digits
}

// mostDoubles is how many groups are suggested at a time.
const mostDoubles = 100

// LikelyDoubles suggests rows of a kind that may be one party: their names are alike but for capitals, marks and the form of the company, at one postal code, or their codes
// but for marks and leading zeros.
func (a *Area) LikelyDoubles(ctx context.Context, tx *store.Tx, req KindReq) ([]Doubles, error) {
	rows, err := store.Select[Place](ctx, tx, `SELECT * FROM org_place WHERE kind = ? ORDER BY name COLLATE NOCASE, code LIMIT 5000`, req.Kind)
	if err != nil {
		return nil, err
	}
	out, seen := []Doubles{}, map[string]bool{}
	for _, by := range []struct {
		reason string
		of     func(Place) string
	}{
		{"name", func(p Place) string { return joined(plainName(p.Name), postal(p)) }},
		{"code", func(p Place) string { return plainCode(p.Code) }},
	} {
		groups, keys := map[string][]string{}, []string{}
		for _, p := range rows {
			if k := by.of(p); k != "" {
				if groups[k] == nil {
					keys = append(keys, k)
				}
				groups[k] = append(groups[k], p.ID)
			}
		}
		for _, k := range keys {
			ids := groups[k]
			if len(ids) < 2 || len(ids) > 21 {
				continue
			}
			sorted := append([]string{}, ids...)
			sort.Strings(sorted)
			if same := strings.Join(sorted, " "); !seen[same] && len(out) < mostDoubles {
				seen[same] = true
				out = append(out, Doubles{ids, by.reason})
			}
		}
	}
	return out, nil
}

var (
	notWord = regexp.MustCompile(`[^\p{L}\p{N}]+`)
	company = regexp.MustCompile(` (INC|INCORPORATED|LLC|LP|LLP|LTD|LIMITED|CO|COMPANY|CORP|CORPORATION|SA|SA DE CV|S A|GMBH|THE)$`)
)

func joined(name, zip string) string {
	if name == "" {
		return ""
	}
	return name + "|" + zip
}

// plainName is a name without capitals, marks and the form of the company.
func plainName(name string) string {
	name = strings.TrimPrefix(strings.TrimSpace(notWord.ReplaceAllString(strings.ToUpper(strings.ReplaceAll(name, "&", " AND ")), " ")), "THE ")
	for {
		short := company.ReplaceAllString(name, "")
		if short == name || short == "" {
			return name
		}
		name = short
	}
}

func postal(p Place) string {
	if (p.Country == "" || p.Country == "US") && len(p.Zip) > 5 {
		return p.Zip[:5]
	}
	return p.Zip
}

// plainCode is a code without leading zeros and marks, but between digits: 10-1 is not 101. It is empty where nothing would be left to compare.
func plainCode(code string) string {
	parts := strings.Fields(notWord.ReplaceAllString(strings.ToUpper(code), " "))
	out := ""
	for _, p := range parts {
		if out != "" && digit(out[len(out)-1]) && digit(p[0]) {
			out += "-"
		}
		out += p
	}
	return strings.TrimLeft(out, "0-")
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// Standing is what a code or name that a customer had before reads now; any other text is itself, and so is one that several customers had.
func (a *Area) Standing(ctx context.Context, tx *store.Tx, text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return text, nil
	}
	now, ok, err := store.Get[string](ctx, tx, `SELECT CASE f.what WHEN 'code' THEN p.code ELSE p.name END FROM org_place_former f JOIN org_place p ON p.id = f.place_id
		WHERE f.kind = 'customer' AND f.text = ?1 AND f.shared = 0 AND NOT EXISTS (SELECT 1 FROM org_place o WHERE o.kind = 'customer' AND (o.code = ?1 COLLATE NOCASE OR o.name = ?1 COLLATE NOCASE)) ORDER BY f.what LIMIT 1`, strings.TrimSpace(text))
	if err != nil || !ok {
		return text, err
	}
	return now, nil
}

// Named lists the texts that name the customer which a text names: the text, what it reads today, the customer's code and name, and what it was called before; without what
// other customers have as well. It is empty for an empty text.
func (a *Area) Named(ctx context.Context, tx *store.Tx, text string) ([]string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	const called = ` FROM org_place WHERE kind = 'customer' AND (code = ?1 COLLATE NOCASE OR name = ?1 COLLATE NOCASE)`
	list, err := store.Select[Place](ctx, tx, `SELECT *`+called+` LIMIT 2`, text)
	if err != nil {
		return nil, err
	}
	now := text
	if len(list) == 0 {
		if now, err = a.Standing(ctx, tx, text); err != nil || now == text {
			return []string{text}, err
		}
		if list, err = store.Select[Place](ctx, tx, `SELECT *`+called+` LIMIT 2`, now); err != nil {
			return nil, err
		}
	}
	out := []string{text}
	add := func(t string) {
		if !slices.ContainsFunc(out, func(o string) bool { return strings.EqualFold(o, t) }) {
			out = append(out, t)
		}
	}
	add(now)
	if len(list) != 1 {
		return out, nil
	}
	for _, t := range []string{list[0].Code, list[0].Name} {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*)`+called, t)
		if err != nil {
			return nil, err
		}
		if n == 1 {
			add(t)
		}
	}
	before, err := store.Select[string](ctx, tx, `SELECT f.text FROM org_place_former f WHERE f.place_id = ? AND f.shared = 0 AND NOT EXISTS (SELECT 1 FROM org_place o WHERE o.kind = 'customer' AND (o.code = f.text COLLATE NOCASE OR o.name = f.text COLLATE NOCASE))
		ORDER BY f.what, f.text`, list[0].ID)
	for _, t := range before {
		add(t)
	}
	return out, err
}
