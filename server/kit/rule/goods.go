package rule

import (
	"fmt"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
)

// NMFCForm brings an item number to its one form, 149980-02; ok is false where it is none.
func NMFCForm(s string) (form string, ok bool) {
	m := nmfc.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return "", false
	}
	if m[4] == "" {
		return m[1], true
	}
	return m[1] + "-" + fmt.Sprintf("%02s", m[4]), true
}

// Goods brings a line of an order into its form and judges what is known of it: class, NMFC item, units. whole asks for what a carrier needs, too: a name and a
// weight. What the law asks of a hazardous line is judged apart, once the item master has filled in what it knows.
func Goods(at string, it *freight.Item, whole bool) (bad []fail.Field) {
	no := func(field, code string, kv ...any) { bad = append(bad, fail.Of(at+field, code, kv...)) }
	it.Description, it.Class, it.NMFC = strings.TrimSpace(it.Description), strings.TrimSpace(it.Class), strings.TrimSpace(it.NMFC)
	if whole && it.Description == "" {
		no("description", "field-required")
	}
	if _, ok := it.Weight.Pounds(); !ok && it.Weight.Unit != "" {
		no("weight", "weight-unit-unknown", "unit", it.Weight.Unit)
	} else if it.Weight.Milli < 0 || whole && it.Weight.Milli == 0 {
		no("weight", "item-without-weight")
	}
	for _, side := range []struct {
		name string
		m    *freight.Measure
	}{{"length", &it.Length}, {"width", &it.Width}, {"height", &it.Height}} {
		if side.m.Milli > 0 && side.m.Unit == "" {
			side.m.Unit = "in"
		}
		if _, ok := The.Inches[side.m.Unit]; !ok && side.m.Unit != "" {
			no(side.name, "length-unit-unknown", "unit", side.m.Unit)
		} else if side.m.Milli < 0 {
			no(side.name, "field-too-small")
		}
	}
	bad = append(bad, Room(at, &it.Volume, &it.LinearFeet)...)
	if strings.EqualFold(it.Class, "N/A") {
		it.Class = ""
	}
	if it.Class != "" && !FreightClass(it.Class) {
		no("class", "field-not-offered", "limit", strings.Join(The.Classes, ", "))
	}
	if it.NMFC != "" {
		form, ok := NMFCForm(it.NMFC)
		if !ok {
			no("nmfc", "nmfc-malformed")
		} else {
			it.NMFC = form
		}
	}
	if it.Hazmat != nil {
		it.Hazmat.UN = UNOf(it.Hazmat.UN)
	}
	return bad
}

// Room judges what somebody states of the room that a line takes, and gives a bare number its unit.
func Room(at string, volume, feet *freight.Plain) (bad []fail.Field) {
	volume.Measure, feet.Measure = volume.Or("m3"), feet.Or("ft")
	if volume.Milli < 0 || volume.Milli > 0 && volume.Unit != "m3" || volume.Milli > 1_000_000_000 {
		bad = append(bad, fail.Of(at+"CBM", "field-malformed"))
	}
	if _, ok := The.Inches[feet.Unit]; feet.Milli < 0 || feet.Milli > 0 && !ok || feet.Milli > 10_000_000 {
		bad = append(bad, fail.Of(at+"linearFeet", "field-malformed"))
	}
	return bad
}

// cubicInches are in a cubic metre.
const cubicInches = 61_023.744094732

// Propose names a class for goods that have none: by their density where their size is known, otherwise none. The sides are of one handling unit: a pallet, or a
// piece where nothing stands on pallets.
func Propose(it freight.Item) string {
	milli, ok := it.Weight.Pounds()
	if !ok || milli <= 0 {
		return ""
	}
	inches := 1.0
	for _, m := range []freight.Measure{it.Length, it.Width, it.Height} {
		inches *= float64(m.Milli) / 1000 * The.Inches[m.Unit]
	}
	n := it.Pallets
	if n == 0 {
		n = max(it.Pieces, 1)
	}
	if inches *= float64(n); it.Volume.Milli > 0 {
		inches = float64(it.Volume.Milli) / 1000 * cubicInches
	}
	class, _ := Suggest(float64(milli)/1000, inches)
	return class
}

// Classify gives goods that nobody named a class for the one that their density proposes, and where their size is not known the person's or the product's own.
// What proposed it stays beside it until somebody names another.
func Classify(it *freight.Item, own string) {
	if it.Class != "" && it.ClassBy == "" {
		return
	}
	named := it.Class
	if it.Class, it.ClassBy = Propose(*it), freight.ByDensity; it.Class == "" {
		it.Class, it.ClassBy = Class("", own), freight.ByDefault
	}
	if named != "" && named != it.Class {
		it.Class, it.ClassBy = named, ""
	}
}
