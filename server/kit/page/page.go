// Package page holds the list of pages: id, name, route, area, menu path, access and help.
// One list serves the server's access checks and the web's router, menu, breadcrumbs and titles.
package page

import (
	_ "embed"
	"encoding/json"
	"slices"
	"sort"
	"strconv"
	"strings"

	"lading/server/kit/right"
)

// ID is a page's number.
type ID int

// None is the page id that a client sends where there is no page.
const None ID = 9999

// Page is one entry of the list.
type Page struct {
	ID         *ID      `json:"id"` // nil for the public routes that have no number
	Name       string   `json:"name"`
	Label      string   `json:"label"`
	Route      string   `json:"route"`
	Area       string   `json:"area"`
	Help       string   `json:"help,omitempty"`
	Menu       []string `json:"menu,omitempty"`
	Order      int      `json:"order,omitempty"`
	Public     bool     `json:"public,omitempty"`     // no sign-in
	Default    bool     `json:"default,omitempty"`    // open to everyone signed in
	Fullscreen bool     `json:"fullscreen,omitempty"` // outside the frame
	Bucket     string   `json:"bucket,omitempty"`     // the order bucket whose access the page doubles as
	// Rights are what the page lets its users do and see. A page that everyone may open brings none.
	Rights []right.Right `json:"rights,omitempty"`
	// Groups are the codes of the groups that have the page from the start, or as soon as the program has it.
	Groups []string `json:"groups,omitempty"`
}

//go:embed pages.json
var raw []byte

// All is the whole list, in order of id.
var All = load()

func load() []Page {
	var pages []Page
	if err := json.Unmarshal(raw, &pages); err != nil {
		panic("page list: " + err.Error())
	}
	for _, p := range pages {
		if len(p.Rights) > 0 && (p.Default || p.Public || p.ID == nil) {
			panic("page list: everyone may open " + p.Name + ", so it cannot bring a right")
		}
		for _, r := range p.Rights {
			if !r.Known() {
				panic("page list: " + p.Name + " brings " + string(r) + ", which is no right")
			}
		}
	}
	return pages
}

var bringing = func() map[right.Right][]ID {
	m := map[right.Right][]ID{}
	for _, p := range All {
		for _, r := range p.Rights {
			m[r] = append(m[r], *p.ID)
		}
	}
	return m
}()

// Bringing lists the pages that bring a right. The caller does not change the list.
func Bringing(r right.Right) []ID { return bringing[r] }

// Given lists the pages that a group of this code has from the start.
func Given(group string) []ID {
	var ids []ID
	for _, p := range All {
		if p.ID != nil && slices.Contains(p.Groups, group) {
			ids = append(ids, *p.ID)
		}
	}
	return ids
}

// Defaults are the pages that everyone signed in may open.
func Defaults() []ID {
	var ids []ID
	for _, p := range All {
		if p.Default && p.ID != nil {
			ids = append(ids, *p.ID)
		}
	}
	return ids
}

// Set is what a user may open.
type Set map[ID]bool

// Parse reads a comma-separated page list and adds the default pages.
func Parse(list string) Set {
	set := Set{}
	for _, id := range Defaults() {
		set[id] = true
	}
	for _, part := range strings.Split(list, ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(part)); err == nil {
			set[ID(n)] = true
		}
	}
	return set
}

// Meets tells whether any of the pages is in the set.
func (s Set) Meets(pages []ID) bool {
	for _, p := range pages {
		if s[p] {
			return true
		}
	}
	return false
}

// List returns the set's ids in order.
func (s Set) List() []ID {
	ids := make([]ID, 0, len(s))
	for id := range s {
		ids = append(ids, id)
	}
	sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
	return ids
}
