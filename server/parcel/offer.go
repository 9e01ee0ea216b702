package parcel

import (
	"time"

	"lading/server/kit/fail"

	"github.com/goccy/go-json"
)

// sealed is a rate as a carrier gave it, for one load. It is locked: a label is bought for no other price than a carrier named, and for nothing else than it was named for.
type sealed struct {
	Load  string // its digest
	Rate  Rate
	Until time.Time
}

// offerHolds is how long a label is bought by a rate. A carrier that keeps its rates for less refuses by itself.
const offerHolds = 30 * time.Minute

func (a *Area) offer(org string, c Carrier, l Load, r Rate) (string, error) {
	text, err := json.Marshal(sealed{l.digest(), r, a.Clock().Add(offerHolds)})
	return a.lock(org, c, "offer/"+l.ShipmentID, string(text)), err
}

// offered opens an offer, and refuses one for another load and one that is old.
func (a *Area) offered(org string, c Carrier, l Load, offer string) (Rate, error) {
	text, err := a.unlock(org, c, "offer/"+l.ShipmentID, offer)
	var s sealed
	if err != nil || json.Unmarshal([]byte(text), &s) != nil {
		return Rate{}, fail.Invalid(fail.Of("Offer", "parcel-offer-unknown"))
	}
	if s.Load != l.digest() {
		return Rate{}, fail.Conflict("parcel-load-changed", "number", l.Number)
	}
	if a.Clock().After(s.Until) {
		return Rate{}, fail.Conflict("parcel-offer-stale", "number", l.Number)
	}
	return s.Rate, nil
}
