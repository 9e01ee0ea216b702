package analytics

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/right"
	"lading/server/report"
	"lading/server/store"
)

// Measure is one figure of a score card.
type Measure string

// The measures. What each counts stands at the function that judges its rows.
const (
	Pickup   Measure = "pickup"
	Delivery Measure = "delivery"
	Tenders  Measure = "tender"
	Claims   Measure = "claims"
	Invoices Measure = "invoice"
)

// Values lists the measures.
func (Measure) Values() []string {
	return []string{"pickup", "delivery", "tender", "claims", "invoice"}
}

// needs is the right without which a user sees nothing of a measure: tenders and bills are money, claims have a right of their own.
var needs = map[Measure]right.Right{Pickup: right.SeeReports, Delivery: right.SeeReports, Tenders: right.SeeMoney, Claims: right.SeeClaims, Invoices: right.SeeMoney}

// ScoreReq asks for carriers' scores over loads whose pickup was planned in the span, and tenders and bills of these days.
type ScoreReq struct {
	Flag      string `json:"flag" validate:"omitempty,oneof=TLXTMS"` // the documents' name of this system; there is no other
	Warehouse string `json:"Warehouse" validate:"max=20"`
	Carrier   string `json:"Carrier" validate:"max=4" field:"upper,trim"`
	Grace     int    `json:"GraceMinutes" validate:"gte=0,lte=240"` // that a truck may come after the pickup window
	report.Span
	report.File
}

// Score is one carrier's. A share that the user may not see is null.
type Score struct {
	Carrier     string        `json:"carrier"` // SCAC
	CarrierName string        `json:"carrierName"`
	Loads       int64         `json:"loads"` // that it picked up
	Pickup      *report.Share `json:"pickup"`
	Delivery    *report.Share `json:"delivery"`
	Tender      *report.Share `json:"tender"`
	Claims      *report.Share `json:"claims"`
	Invoice     *report.Share `json:"invoice"`
	// How many loads are neither on time nor late, since nobody noted when the truck came, or by when the goods were due.
	PickupUnknown   int64 `json:"pickupUnknown"`
	DeliveryUnknown int64 `json:"deliveryUnknown"`
}

func (s *Score) share(m Measure) **report.Share {
	switch m {
	case Pickup:
		return &s.Pickup
	case Delivery:
		return &s.Delivery
	case Tenders:
		return &s.Tender
	case Claims:
		return &s.Claims
	}
	return &s.Invoice
}

// Scores gives each carrier's figures. They are counted from the very rows that Behind lists.
func (a *Area) Scores(ctx context.Context, tx *store.Tx, req ScoreReq) ([]Score, error) {
	scope := scope{Warehouse: req.Warehouse, Carrier: req.Carrier, Grace: req.Grace, Span: req.Span}
	k, err := a.know(ctx, tx, scope)
	if err != nil {
		return nil, err
	}
	by := map[string]*Score{}
	of := func(r Behind) *Score {
		s := by[r.Carrier]
		if s == nil {
			s = &Score{Carrier: r.Carrier, CarrierName: r.CarrierName}
			by[r.Carrier] = s
		}
		if s.CarrierName == "" {
			s.CarrierName = r.CarrierName
		}
		return s
	}
	for _, m := range []Measure{Pickup, Delivery, Tenders, Claims, Invoices} {
		if !tx.By.May(needs[m]) {
			continue
		}
		rows, err := k.rows(ctx, tx, m)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			s := of(r)
			share := s.share(m)
			if *share == nil {
				*share = &report.Share{}
			}
			switch r.Counts {
			case Yes, No:
				(*share).Add(r.Counts == Yes)
			case Unknown:
				if m == Pickup {
					s.PickupUnknown++
				} else if m == Delivery {
					s.DeliveryUnknown++
				}
			}
		}
	}
	for _, l := range k.loads {
		if l.pickedUp() {
			of(Behind{Carrier: l.Carrier, CarrierName: l.CarrierName}).Loads++
		}
	}
	out := make([]Score, 0, len(by))
	for _, s := range by {
		for m, need := range needs { // a carrier without such rows has nothing of nothing, which is another thing than hidden
			if share := s.share(m); *share == nil && tx.By.May(need) {
				*share = &report.Share{}
			}
		}
		out = append(out, *s)
	}
	slices.SortFunc(out, func(x, y Score) int {
		if x.Loads != y.Loads {
			return int(y.Loads - x.Loads)
		}
		return strings.Compare(x.Carrier, y.Carrier)
	})
	return out, nil
}
