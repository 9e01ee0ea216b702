package report

import (
	"cmp"
	"fmt"
	"slices"

	"lading/server/kit/fail"
	"lading/server/store"
)

// Dash is what the documents' dashboards and control towers are asked with. A call says by Uses which of it it reads; the rest is refused where it is given.
type Dash struct {
	ClientID string   `json:"ClientId" validate:"max=40"` // the organisation; it can only be the user's own
	UserID   string   `json:"UserId" validate:"max=40"`   // it can only be the user
	Flag     string   `json:"Flag" validate:"omitempty,oneof=save load"`
	Query    string   `json:"QueryName" validate:"max=80" field:"trim"`
	Filters  []Filter `json:"AddFilterList" validate:"max=12,dive"`
	From     string   `json:"StartDate" validate:"omitempty,day"`
	To       string   `json:"EndDate" validate:"omitempty,day"`
	Type     string   `json:"Type" validate:"omitempty,oneof=ship receive"`
	Setting  *Setting `json:"FilterSettingData"`
}

// Filter narrows rows to those that have one of some values.
type Filter struct {
	Name   string   `json:"Name" validate:"required,max=40"`
	Values []string `json:"Values" validate:"required,min=1,max=200,unique,dive,max=120"`
}

// Setting is what a saved view of a dashboard narrows it to.
type Setting struct {
	Figure  string   `json:"Figure" validate:"max=40"`
	Filters []Filter `json:"AddFilterList" validate:"max=12,dive"`
	From    string   `json:"StartDate" validate:"omitempty,day"`
	To      string   `json:"EndDate" validate:"omitempty,day"`
	Type    string   `json:"Type" validate:"omitempty,oneof=ship receive"`
}

// Uses refuses what a call does not read of the request, and days of which one is missing or that come in the wrong order.
func (d *Dash) Uses(names ...string) (bad []fail.Field) {
	for _, f := range []struct {
		name  string
		given bool
	}{{"Flag", d.Flag != ""}, {"QueryName", d.Query != ""}, {"AddFilterList", len(d.Filters) > 0}, {"StartDate", d.From != ""}, {"EndDate", d.To != ""}, {"Type", d.Type != ""}, {"FilterSettingData", d.Setting != nil}} {
		if f.given && !slices.Contains(names, f.name) {
			bad = append(bad, fail.Of(f.name, "dashboard-field-unused"))
		}
	}
	if len(bad) > 0 {
		return bad
	}
	switch {
	case d.From == "" && d.To != "":
		return []fail.Field{fail.Of("StartDate", "field-required")}
	case d.From != "" && d.To == "":
		return []fail.Field{fail.Of("EndDate", "field-required")}
	case d.From != "":
		span := Span{d.From, d.To}
		for _, f := range span.Check() {
			f.Field = "EndDate"
			bad = append(bad, f)
		}
	}
	return bad
}

// Mine refuses a request for another organisation or another user.
func (d *Dash) Mine(tx *store.Tx) error {
	switch {
	case d.ClientID != "" && d.ClientID != tx.Org:
		return fail.Invalid(fail.Of("ClientId", "dashboard-not-yours"))
	case d.UserID != "" && d.UserID != tx.By.User && d.UserID != tx.By.Login:
		return fail.Invalid(fail.Of("UserId", "dashboard-not-yours"))
	}
	return nil
}

// Sieve is what rows can be filtered by: a name, and the value of a row.
type Sieve[R any] []struct {
	Name string
	Of   func(*R) string
}

// Names lists the filters.
func (s Sieve[R]) Names() []string {
	out := make([]string, len(s))
	for i, f := range s {
		out[i] = f.Name
	}
	return out
}

// Match gives the function that tells whether a row meets all of the filters, or refuses one that there is not.
func (s Sieve[R]) Match(filters []Filter) (func(*R) bool, error) {
	type one struct {
		of     func(*R) string
		values []string
	}
	var all []one
	for i, f := range filters {
		n := slices.Index(s.Names(), f.Name)
		if n < 0 {
			return nil, fail.Invalid(fail.Of(fmt.Sprintf("AddFilterList[%d].Name", i), "dashboard-filter-unknown", "name", f.Name))
		}
		all = append(all, one{s[n].Of, f.Values})
	}
	return func(row *R) bool {
		return !slices.ContainsFunc(all, func(f one) bool { return !slices.Contains(f.values, f.of(row)) })
	}, nil
}

// Value is one value of a filter, and how many rows have it.
type Value struct {
	Value string `json:"Value"`
	N     int64  `json:"N"`
}

// Values counts what rows have of a filter, the most first.
func (s Sieve[R]) Values(name string, rows []R) ([]Value, error) {
	n := slices.Index(s.Names(), name)
	if n < 0 {
		return nil, fail.Invalid(fail.Of("QueryName", "dashboard-filter-unknown", "name", name))
	}
	counted := map[string]int64{}
	for i := range rows {
		counted[s[n].Of(&rows[i])]++
	}
	out := make([]Value, 0, len(counted))
	for v, c := range counted {
		out = append(out, Value{v, c})
	}
	slices.SortFunc(out, func(x, y Value) int { return cmp.Or(cmp.Compare(y.N, x.N), cmp.Compare(x.Value, y.Value)) })
	return out, nil
}
