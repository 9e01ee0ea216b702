package org

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/record"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// DataAdminResp tells whether the user may correct data.
type DataAdminResp struct {
	Status   string `json:"Status"`
	Enabled  bool   `json:"IsDataAdminEnabled"`
	LTLItems bool   `json:"IsLtlItemEnabled"` // lines show what LTL freight is classed by
}

// DataAdminEnabled reports whether the user's pages bring the right to correct data.
func (a *Area) DataAdminEnabled(ctx context.Context, tx *store.Tx, _ op.None) (DataAdminResp, error) {
	ltl, err := ltlItems(ctx, tx)
	return DataAdminResp{"success", tx.By.May(right.CorrectData), ltl}, err
}

func ltlItems(ctx context.Context, tx *store.Tx) (bool, error) {
	on, ok, err := store.Get[bool](ctx, tx, `SELECT ltl_items FROM org_data_admin WHERE id = 1`)
	return on || !ok, err
}

// EnableReq switches something on or off.
type EnableReq struct {
	Enable *bool `json:"Enable" validate:"required"`
}

// EnableLTLItems shows or hides, for all groups, what lines of LTL freight are classed by: class, NMFC item, sizes and whether they stack.
func (a *Area) EnableLTLItems(ctx context.Context, tx *store.Tx, req EnableReq) (DataAdminResp, error) {
	if _, err := tx.ExecContext(ctx, `INSERT INTO org_data_admin (id, ltl_items, at, by_user) VALUES (1, ?1, ?2, ?3) ON CONFLICT (id) DO UPDATE SET ltl_items = ?1, at = ?2, by_user = ?3`,
		*req.Enable, store.At(tx.Now), tx.By.User); err != nil {
		return DataAdminResp{}, fmt.Errorf("switch the fields of LTL lines: %w", err)
	}
	return a.DataAdminEnabled(ctx, tx, op.None{})
}

// Header is how a field of records is headed for a group.
type Header struct {
	Field  string `json:"Field" db:"field" validate:"required,max=80"` // a path without places in lists: Items[].weight
	Label  string `json:"Label" db:"label" validate:"max=40"`          // empty: the field's own name
	Hidden bool   `json:"Hidden" db:"hidden"`                          // the group neither sees nor corrects it
}

// HeadersReq names a group by its code, and a kind of record.
type HeadersReq struct {
	Role string `json:"Role" validate:"required,max=40"`
	Kind string `json:"Kind" validate:"required,oneof=order shipment"`
}

// HeadersResp are the headers of a group, those of all fields that a record may have.
type HeadersResp struct {
	Role    string   `json:"Role"`
	Kind    string   `json:"Kind"`
	Seen    int64    `json:"Seen"`
	Headers []Header `json:"Headers"`
}

// Headers gives a group's headers.
func (a *Area) Headers(ctx context.Context, tx *store.Tx, req HeadersReq) (HeadersResp, error) {
	if err := a.role(ctx, tx, req.Role); err != nil {
		return HeadersResp{}, err
	}
	return a.headers(ctx, tx, req.Role, req.Kind)
}

// role refuses a code that no group has.
func (a *Area) role(ctx context.Context, tx *store.Tx, code string) error {
	codes, _, err := a.Roles.Roles(ctx, tx)
	if err == nil && !slices.Contains(codes, code) {
		err = fail.Invalid(fail.Of("Role", "field-not-offered", "limit", strings.Join(codes, ", ")))
	}
	return err
}

func (a *Area) headers(ctx context.Context, tx *store.Tx, role, kind string) (HeadersResp, error) {
	r := HeadersResp{Role: role, Kind: kind, Headers: []Header{}}
	kept, err := store.Select[Header](ctx, tx, `SELECT field, label, hidden FROM org_data_header WHERE role = ? AND kind = ? ORDER BY field`, role, kind)
	if err != nil {
		return r, err
	}
	for _, f := range a.records(kind).DataFields() {
		h := Header{Field: placeless(f.Path)}
		if h.Field == classBy {
			continue
		}
		if at := slices.IndexFunc(kept, func(k Header) bool { return k.Field == h.Field }); at >= 0 {
			h = kept[at]
		}
		r.Headers = append(r.Headers, h)
	}
	r.Seen, _, err = store.Get[int64](ctx, tx, `SELECT rev FROM org_data_header_set WHERE role = ? AND kind = ?`, role, kind)
	return r, err
}

// OwnHeaders gives the headers of the user's own group, of orders and of shipments.
func (a *Area) OwnHeaders(ctx context.Context, tx *store.Tx, _ op.None) ([]HeadersResp, error) {
	out := []HeadersResp{}
	for _, kind := range []string{"shipment", "order"} {
		h, err := a.headers(ctx, tx, tx.By.Group, kind)
		if err != nil {
			return nil, err
		}
		out = append(out, h)
	}
	return out, nil
}

// SaveHeadersReq sets a group's headers; fields that are not named have their own name and are shown.
type SaveHeadersReq struct {
	HeadersReq
	Seen    int64    `json:"Seen" validate:"gte=0"`
	Headers []Header `json:"Headers" validate:"max=200,dive"`
}

// SaveHeaders sets them all. Of two who set those of one group the second is told, with those that stand.
func (a *Area) SaveHeaders(ctx context.Context, tx *store.Tx, req SaveHeadersReq) (HeadersResp, error) {
	now, err := a.Headers(ctx, tx, req.HeadersReq)
	if err != nil {
		return now, err
	}
	if req.Seen != now.Seen {
		return now, fail.Conflict("row-changed-meanwhile").With(now)
	}
	var bad []fail.Field
	seen := map[string]bool{}
	for i, h := range req.Headers {
		if !slices.ContainsFunc(now.Headers, func(n Header) bool { return n.Field == h.Field }) || seen[h.Field] {
			bad = append(bad, fail.Of(fmt.Sprintf("Headers[%d].Field", i), "field-not-here"))
		}
		seen[h.Field] = true
	}
	if len(bad) > 0 {
		return now, fail.Invalid(bad...)
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM org_data_header WHERE role = ? AND kind = ?`, req.Role, req.Kind); err != nil {
		return now, err
	}
	for _, h := range req.Headers {
		if h.Label = strings.TrimSpace(h.Label); h.Label == "" && !h.Hidden {
			continue
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO org_data_header (role, kind, field, label, hidden) VALUES (?, ?, ?, ?, ?)`, req.Role, req.Kind, h.Field, h.Label, h.Hidden); err != nil {
			return now, fmt.Errorf("keep the header of %s: %w", h.Field, err)
		}
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO org_data_header_set (role, kind, rev, at, by_user) VALUES (?1, ?2, 1, ?3, ?4) ON CONFLICT (role, kind) DO UPDATE SET rev = rev + 1, at = ?3, by_user = ?4`,
		req.Role, req.Kind, store.At(tx.Now), tx.By.User); err != nil {
		return now, err
	}
	return a.headers(ctx, tx, req.Role, req.Kind)
}

// classBy is what proposed a line's class: it follows from the others, and nobody corrects it.
const classBy = "Items[].classBy"

var ltlFields = []string{"Items[].class", "Items[].nmfc", "Items[].length", "Items[].width", "Items[].height", "Items[].stackable"}

var indices = regexp.MustCompile(`\[\d+\]`)

// placeless is a path without its places in lists.
func placeless(path string) string { return indices.ReplaceAllString(path, "[]") }

// hiding are the fields that a user does not see, without their places in lists.
type hiding map[string]bool

// hidden is what the user's group does not see of a kind of record.
func (a *Area) hidden(ctx context.Context, tx *store.Tx, kind string) (hiding, error) {
	h := hiding{classBy: true}
	fields, err := store.Select[string](ctx, tx, `SELECT field FROM org_data_header WHERE role = ? AND kind = ? AND hidden = 1`, tx.By.Group, kind)
	if err != nil {
		return nil, err
	}
	ltl, err := ltlItems(ctx, tx)
	if !ltl {
		fields = append(fields, ltlFields...)
	}
	for _, f := range fields {
		h[f] = true
	}
	return h, err
}

func (h hiding) has(path string) bool { return h[placeless(path)] }

func (h hiding) show(fields []record.Field) []record.Field {
	return slices.DeleteFunc(slices.Clone(fields), func(f record.Field) bool { return h.has(f.Path) })
}

func (h hiding) deltas(all []record.Delta) []record.Delta {
	return slices.DeleteFunc(slices.Clone(all), func(d record.Delta) bool { return h.has(d.Path) })
}
