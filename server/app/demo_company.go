package app

import "lading/fixtures"

var orgScenes = []scene{{"contacts and places", (*desk).company}}

// company keeps whom to ask, and the places that loads come from and go to.
func (d *desk) company() {
	for _, c := range fixtures.Contacts {
		d.call("Org/SaveContact", c)
	}
	for _, path := range []string{"Org/SaveVendor", "Org/SaveCustomer", "Address/UpdateLocation"} {
		for _, p := range fixtures.Places[path] {
			d.call(path, p)
		}
	}
	d.section("Org/SaveReferences", "references", wire{"reference1": "Order #", "reference2": "PO #", "reference3": "Department", "reference4": "Release #", "reference5": "Job site"})
}
