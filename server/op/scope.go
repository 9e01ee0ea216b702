package op

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Writes reports whether a call is one that a program needs the write scope of its area for.
func (o *Op) Writes() bool { return o.Kind != KindQuery && !o.Viewing && !o.Showing }

// Scope is what a program must have been given for a call: the call's area, to read or to write.
func (o *Op) Scope() string { return ScopeOf(o.Area, o.Writes()) }

// ScopeOf names a scope: "order:read". To write includes to read.
func ScopeOf(area string, write bool) string {
	if write {
		return area + ":write"
	}
	return area + ":read"
}

// InScope reports whether a program may do something in an area. People, and programs that were given all, may do what their rights say.
func InScope(by store.Actor, area string, write bool) bool {
	return !by.Program || by.Scopes == nil || slices.Contains(by.Scopes, ScopeOf(area, true)) || !write && slices.Contains(by.Scopes, ScopeOf(area, false))
}

// NeedScope refuses programs that may not do something in an area.
func NeedScope(by store.Actor, area string, write bool) error {
	if !InScope(by, area, write) {
		return fail.Forbidden("program-scope", "scope", ScopeOf(area, write))
	}
	return nil
}

// Scopes lists the scopes with which a program could make any call for somebody with these rights. The sync is not among them: it hands over rows of all areas.
func (r *Registry) Scopes(by store.Actor) (out []string) {
	for _, o := range r.All() {
		if o.Public || o.Person || o.Devices || o.Area == "sync" || Permit(o, by, 0) != nil || o.Everyone() && o.Area != "access" {
			continue
		}
		if !slices.Contains(out, o.Scope()) {
			out = append(out, o.Scope())
		}
		if read := ScopeOf(o.Area, false); !slices.Contains(out, read) {
			out = append(out, read)
		}
	}
	slices.SortFunc(out, strings.Compare)
	return out
}

// Shown is a call as it is shown to who writes a program: how it is made, with an example of its request.
type Shown struct {
	Path    string `json:"Path"`
	Method  string `json:"Method"`
	Area    string `json:"Area"`
	Scope   string `json:"Scope"`
	Writes  bool   `json:"Writes"`
	Files   bool   `json:"Files"`   // a form with files
	Example string `json:"Example"` // of the request, as JSON; empty where it has none
}

// Shown lists the calls that a program could make for somebody with these rights.
func (r *Registry) Shown(by store.Actor) ([]Shown, error) {
	out := []Shown{}
	for _, o := range r.All() {
		if o.Public || o.Person || o.Devices || o.Area == "sync" || Permit(o, by, 0) != nil {
			continue
		}
		s := Shown{Path: o.Path, Method: o.Method, Area: o.Area, Scope: o.Scope(), Writes: o.Writes(), Files: o.Kind == KindUpload}
		if o.Req.Kind() == reflect.Struct && o.Req.NumField() > 0 {
			text, err := json.MarshalIndent(Example(o.Req), "", "  ")
			if err != nil {
				return nil, fmt.Errorf("example of %s: %w", o.Path, err)
			}
			s.Example = string(text)
		}
		out = append(out, s)
	}
	return out, nil
}
