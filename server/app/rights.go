package app

import (
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
)

// rightsFile is the document of who may do what, beside the declaration of the rights.
const rightsFile = "server/kit/right/RIGHTS.md"

// kinds are the users that an organisation begins with, as its first groups make them, and one whose group holds the default pages alone.
func kinds() []store.Actor {
	all := page.Set{}
	for _, p := range page.All {
		if p.ID != nil {
			all[*p.ID] = true
		}
	}
	list := []store.Actor{{User: "u", Name: "administrator", Admin: true, Office: true, Pages: all}}
	for _, g := range []struct {
		code   string
		office bool
	}{{"office", true}, {"dock", false}, {"audit", true}, {"", false}} {
		pages := page.Parse("")
		for _, id := range page.Given(g.code) {
			pages[id] = true
		}
		name := g.code
		if name == "" {
			name = "default pages"
		}
		list = append(list, store.Actor{User: "u", Name: name, Office: g.office, Pages: pages})
	}
	return list
}

// rightsDocument writes the matrix of users and rights, and what each right opens.
func rightsDocument(r *op.Registry, tables []change.Table) string {
	var b strings.Builder
	b.WriteString("<!-- Written by go run ./server gen. Do not edit. -->\n\n# Rights\n\nA call or a synced table names the right that it needs; a page brings rights; groups and users hold pages. " +
		"Rights marked *office* count only in a group that is marked as office. Everyone who is signed in has their own account, the organisation's name and set-up, and its list of warehouses.\n\n## Who holds what\n\n| right | lets a user |")
	people := kinds()
	for _, k := range people {
		b.WriteString(" " + k.Name + " |")
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(people)) + "\n")
	for _, m := range right.All {
		effect := m.Effect
		if m.Office {
			effect += " (*office*)"
		}
		fmt.Fprintf(&b, "| `%s` | %s |", m.Right, effect)
		for _, k := range people {
			if k.May(m.Right) {
				b.WriteString(" yes |")
			} else {
				b.WriteString(" |")
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("\n## What a right opens\n\n| right | pages that bring it | synced tables | calls |\n|---|---|---|---|\n")
	for _, m := range append(slices.Clone(right.All), right.Meaning{Right: right.SignedIn}) {
		var pages, rows, calls []string
		for _, p := range page.All {
			if slices.Contains(p.Rights, m.Right) {
				pages = append(pages, p.Name)
			}
		}
		for _, t := range tables {
			if t.Right == m.Right {
				rows = append(rows, t.Name)
			}
		}
		for _, o := range r.All() {
			if slices.Contains(o.Rights, m.Right) {
				calls = append(calls, o.Path)
			}
		}
		slices.Sort(rows)
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", m.Right, strings.Join(pages, ", "), strings.Join(rows, ", "), strings.Join(calls, ", "))
	}
	return b.String()
}
