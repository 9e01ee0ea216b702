package freight

import (
	"slices"
	"strings"

	"lading/server/kit/right"
)

// Merge says that several rows of the address book are one party: what names one of them names the one that stays.
type Merge struct {
	Look  bool      // nothing is written: it is asked what would be
	Texts []Renamed // what names a customer elsewhere: its code and its name. None of locations, which nothing names
	Own   []string  // the code and the name of the one that stays, as they shall be; without what another customer has as well
	From  []Party   // the addresses that the rows have
	To    *Party    // the address of the one that stays, where open orders to any of From are to go there; nil leaves them
}

// MergePiece is how many loads or past orders follow a merge at once: nothing holds the writer for long.
const MergePiece = 200

// Renamed is a code or a name that another stands for from now on.
type Renamed struct {
	From string `json:"from"`
	To   string `json:"to"`
	Row  int    `json:"row"` // which of the merged rows has it: 0 is the one that stays
}

// Becomes is what a text that names a customer reads after the merge. Capital and small letters are alike.
func (m Merge) Becomes(text string) string {
	for _, t := range m.Texts {
		if strings.EqualFold(t.From, text) {
			return t.To
		}
	}
	return text
}

// Whose tells which of the merged rows a text named: 0 is the one that stays. A text that shall name it and named none of them comes behind them; it is -1 for one that
// has nothing to do with them.
func (m Merge) Whose(text string) int {
	for _, t := range m.Texts {
		if strings.EqualFold(t.From, text) {
			return t.Row
		}
	}
	if slices.ContainsFunc(m.Own, func(o string) bool { return strings.EqualFold(o, text) }) {
		return len(m.From)
	}
	return -1
}

// Readdress gives an address that is one of those that were merged the address of the one that stays. Who is asked for at the dock, and how, stays where the order says it.
func (m Merge) Readdress(p Party) (Party, bool) {
	at := p.Place()
	if m.To == nil || !slices.ContainsFunc(m.From, func(f Party) bool { return f.Place() == at }) {
		return p, false
	}
	to := *m.To
	for _, part := range []struct{ here, there *string }{{&p.Contact, &to.Contact}, {&p.Phone, &to.Phone}, {&p.Email, &to.Email}} {
		if *part.here != "" {
			*part.there = *part.here
		}
	}
	to.Residential = p.Residential
	return to, to != p
}

// FollowNoun is a kind of record that names customers.
type FollowNoun string

// The kinds of records.
const (
	FollowOrders    FollowNoun = "orders"
	FollowAddresses FollowNoun = "open-order-addresses"
	FollowShipments FollowNoun = "shipments"
	FollowItems     FollowNoun = "items"
	FollowImports   FollowNoun = "order-files"
	FollowTransfers FollowNoun = "order-transfers"
	FollowMarkups   FollowNoun = "markups"
	FollowAccounts  FollowNoun = "freight-accounts"
	FollowParcel    FollowNoun = "parcel-accounts"
	FollowRules     FollowNoun = "rules"
	FollowPlans     FollowNoun = "packing-plans"
	FollowTemplates FollowNoun = "templates"
)

// Values lists the kinds.
func (FollowNoun) Values() []string {
	return []string{string(FollowOrders), string(FollowAddresses), string(FollowShipments), string(FollowItems), string(FollowImports), string(FollowTransfers), string(FollowMarkups), string(FollowAccounts),
		string(FollowParcel), string(FollowRules), string(FollowPlans), string(FollowTemplates)}
}

// Follow counts the records of a kind that follow a merge.
type Follow struct {
	Noun  FollowNoun  `json:"Noun"`
	Moved int         `json:"Moved"` // name the one that stays from now on
	Ended int         `json:"Ended"` // end, since the one that stays has its own: two markups of one mode
	Needs right.Right `json:"Needs"` // what whoever merges must be allowed to change
}
