package tracking

import (
	"cmp"
	"slices"
	"time"

	"lading/server/store"
)

// Why is the reason of a new ETA.
type Why string

// The reasons.
const (
	First     Why = "first"    // there was none before
	Rolled    Why = "vessel"   // it is on another vessel or voyage
	OtherPort Why = "port"     // it comes to another port
	ByLine    Why = "line"     // the carrier says so
	ByPort    Why = "terminal" // the terminal says so
	ByAIS     Why = "ais"      // the vessel's own position says so
	ByHand    Why = "hand"     // a person says so
	ByOther   Why = "provider"
)

// Values lists the reasons.
func (Why) Values() []string {
	return []string{"", "first", "vessel", "port", "line", "terminal", "ais", "hand", "provider"}
}

// Change is one step of an ETA, and why.
type Change struct {
	Code     Code       `json:"Code"`
	At       store.Time `json:"At"`   // when it was told
	From     store.Time `json:"From"` // none for the first
	To       store.Time `json:"To"`
	Zone     string     `json:"Zone"`
	Place    string     `json:"Place"`
	Why      Why        `json:"Why"`
	Note     string     `json:"Note"` // of a person; the vessel or port that it was before
	Source   Source     `json:"Source"`
	By       string     `json:"By"`
	Standing bool       `json:"Standing"`
}

// changes reads how the ETAs of a unit came about, the latest first. An estimate that says the same again is none.
func changes(events []Event) []Change {
	told := slices.DeleteFunc(slices.Clone(events), func(e Event) bool { return !e.Estimated })
	latest := map[Code]time.Time{}
	for _, e := range told {
		if e.ToldAt.After(latest[e.Code]) {
			latest[e.Code] = e.ToldAt.Time
		}
	}
	word := func(e Event) (at time.Time, stands int) { // what stands is the last word of its code, whatever the sources' clocks say
		if e.ReplacedBy == "" {
			return latest[e.Code], 1
		}
		return e.ToldAt.Time, 0
	}
	slices.SortStableFunc(told, func(a, b Event) int {
		at, stands := word(a)
		bt, other := word(b)
		return cmp.Or(at.Compare(bt), cmp.Compare(stands, other), cmp.Compare(a.ID, b.ID))
	})
	out := []Change{}
	last := map[Code]Event{}
	at := map[Code]int{}
	for _, e := range told {
		was, known := last[e.Code]
		last[e.Code] = e
		if known && was.EventAt.Equal(e.EventAt.Time) && was.LoCode == e.LoCode {
			continue
		}
		c := Change{Code: e.Code, At: e.ToldAt, To: e.EventAt, Zone: e.Zone, Place: e.Place, Note: e.Note, Source: e.Source, By: e.ByName, Standing: true}
		if known {
			c.From = was.EventAt
			out[at[e.Code]].Standing = false
		}
		switch {
		case !known:
			c.Why = First
		case was.LoCode != "" && e.LoCode != "" && was.LoCode != e.LoCode:
			c.Why, c.Note = OtherPort, cmp.Or(e.Note, was.Place)
		case was.Vessel != "" && e.Vessel != "" && was.Vessel != e.Vessel, was.Vessel == e.Vessel && was.Voyage != "" && e.Voyage != "" && was.Voyage != e.Voyage:
			c.Why, c.Note = Rolled, cmp.Or(e.Note, was.Vessel+" "+was.Voyage)
		case e.Source == Hand:
			c.Why = ByHand
		case e.SaidBy == "line":
			c.Why = ByLine
		case e.SaidBy == "terminal":
			c.Why = ByPort
		case e.SaidBy == "ais":
			c.Why = ByAIS
		default:
			c.Why = ByOther
		}
		at[e.Code] = len(out)
		out = append(out, c)
	}
	for code, e := range last {
		out[at[code]].Standing = e.ReplacedBy == ""
	}
	slices.Reverse(out)
	return out
}
