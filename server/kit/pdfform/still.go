package pdfform

import (
	"slices"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// What a filled paper leads to: a place in itself, and an address of the network.
var harmless = []types.Name{"GoTo", "URI", "Named"}

// moving are annotations that carry files, sounds or players.
var moving = []types.Name{"FileAttachment", "RichMedia", "Movie", "Screen", "Sound", "3D"}

// still takes away what a form does by itself and what it carries along: scripts would put other figures in the place of those that were filled in as soon as somebody opens
// the paper, and the paper goes out under our name. Links stay.
func (d *doc) still() error {
	root, err := d.Catalog()
	if err != nil {
		return err
	}
	for _, key := range []string{"AF", "Collection", "Threads"} {
		root.Delete(key)
	}
	names, err := d.DereferenceDict(root["Names"])
	if err != nil {
		root.Delete("Names")
	}
	for _, key := range []string{"JavaScript", "EmbeddedFiles", "Renditions", "AlternatePresentations"} {
		names.Delete(key)
	}
	d.form.Delete("CO")
	for _, e := range d.Table {
		if e != nil && e.Object != nil {
			d.calm(e.Object)
		}
	}
	return nil
}

func (d *doc) calm(o types.Object) {
	switch o := o.(type) {
	case types.Dict:
		d.calmDict(o)
	case types.StreamDict:
		d.calmDict(o.Dict)
	case types.Array:
		for _, one := range o {
			d.calm(one)
		}
	}
}

func (d *doc) calmDict(at types.Dict) {
	for _, key := range []string{"AA", "JS", "EF"} { // no other dictionary that a form needs has them
		at.Delete(key)
	}
	if at["S"] != nil { // an action; bookmarks have a Next of their own
		at.Delete("Next")
	}
	for _, key := range []string{"A", "PA", "OpenAction"} {
		if act, err := d.DereferenceDict(at[key]); err == nil && act["S"] != nil && !d.leads(act) { // a place, and what a tag says of itself, have none
			at.Delete(key)
		}
	}
	if list, err := d.DereferenceArray(at["Annots"]); err == nil && list != nil {
		at["Annots"] = slices.DeleteFunc(slices.Clone(list), func(o types.Object) bool {
			a, err := d.DereferenceDict(o)
			kind, _ := d.name(a["Subtype"])
			return err == nil && slices.Contains(moving, types.Name(kind))
		})
	}
	for _, o := range at {
		d.calm(o)
	}
}

// leads reports whether an action only leads somewhere that a reader may go.
func (d *doc) leads(act types.Dict) bool {
	s, ok := d.name(act["S"])
	if !ok || !slices.Contains(harmless, types.Name(s)) {
		return false
	}
	to := strings.ToLower(strings.TrimSpace(d.text(act["URI"])))
	return s != "URI" || strings.HasPrefix(to, "https://") || strings.HasPrefix(to, "http://") || strings.HasPrefix(to, "mailto:")
}
