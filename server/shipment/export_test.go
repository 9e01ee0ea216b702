package shipment

import "lading/server/kit/freight"

// Loaded is an entry as a page begins with it.
func Loaded(e Entry, email, class string) Entry {
	e.load(email, class)
	return e
}

// PartyOf makes an address.
func PartyOf(name, street, city, state, zip, country string) *freight.Party {
	return &freight.Party{Name: name, Street: street, City: city, State: state, Zip: zip, Country: country}
}

// SortNames are what a list may be ordered by.
var SortNames = sortNames

// Note marks a shipment as the middle of a run does.
var Note = mark
