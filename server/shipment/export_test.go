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

// Sampled has lists go by a sample from this place on, of one entry in so many, until it is told to stop.
func Sampled(from, one int) (stop func()) {
	was, were := deep, every
	deep, every = from, one
	return func() { deep, every = was, were }
}

// SortNames are what a list may be ordered by.
var SortNames = sortNames

// Note marks a shipment as the middle of a run does.
var Note = mark
