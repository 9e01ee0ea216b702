package rating

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/rating/engine"
	"lading/server/store"
)

// occasion is what a rating was made for.
type occasion string

// Values lists them for the wire.
func (occasion) Values() []string { return []string{string(asked), string(taken), string(answered)} }

const (
	asked    occasion = "asked" // somebody wanted to know what there is
	taken    occasion = "taken" // a person took one of its prices
	answered occasion = "spot"  // a carrier's own answer was taken
)

// result is a rating that is kept with its shipment. None is ever changed: the next one is another row.
type result struct {
	ShipmentID string               `db:"shipment_id"`
	N          int64                `db:"n"`
	Occasion   occasion             `db:"occasion"`
	Engine     int                  `db:"engine"`
	Request    store.JSON[question] `db:"request"`
	Answer     store.JSON[Answer]   `db:"answer"` // without its request, which is the question's
	Digest     string               `db:"digest"`
	Chosen     string               `db:"chosen"`
	At         store.Time           `db:"at"`
	By         string               `db:"by_user"`
	ByName     string               `db:"by_name"`
}

// made is a rating as the moment makes it; its number comes when it is kept.
func made(tx *store.Tx, shipmentID string, why occasion, q question, ans Answer, chosen string) result {
	return result{ShipmentID: shipmentID, Occasion: why, Engine: ans.Engine, Request: store.JSON[question]{V: q}, Answer: store.JSON[Answer]{V: ans}, Digest: ans.Digest, Chosen: chosen,
		At: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name}
}

// keep adds a rating to its shipment's. It is the one that counts from now on.
func keep(ctx context.Context, tx *store.Tx, r result) error {
	last, _, err := store.Get[int64](ctx, tx, `SELECT COALESCE(MAX(n), 0) FROM rating_kept WHERE shipment_id = ?`, r.ShipmentID)
	if err != nil {
		return err
	}
	r.N, r.Answer.V.Request = last+1, engine.Request{}
	if err := store.Insert(ctx, tx, "rating_kept", r); err != nil {
		return err
	}
	return store.Put(ctx, tx, "rating_result", "shipment_id", struct {
		ShipmentID string `db:"shipment_id"`
		N          int64  `db:"n"`
	}{r.ShipmentID, r.N})
}

// counting finds the rating of a shipment that counts: the last, unless the shipment is something else since.
func counting(ctx context.Context, tx *store.Tx, shipmentID string) (r result, ok bool, err error) {
	return kept(ctx, tx, `SELECT k.* FROM rating_result r JOIN rating_kept k ON k.shipment_id = r.shipment_id AND k.n = r.n WHERE r.shipment_id = ?`, shipmentID)
}

func kept(ctx context.Context, tx *store.Tx, query string, args ...any) (r result, ok bool, err error) {
	r, ok, err = store.Get[result](ctx, tx, query, args...)
	r.Answer.V.Request = r.Request.V.Request
	return r, ok, err
}

// Rating is one of a shipment's ratings in short: when, by whom, and what was chosen at which price, by which version of the contract.
type Rating struct {
	N           int64          `json:"n"`
	Occasion    occasion       `json:"occasion"`
	At          store.Time     `json:"at"`
	By          string         `json:"by"` // the person's name
	Counts      bool           `json:"counts"`
	ShipOn      string         `json:"shipOn"`
	CarrierName string         `json:"carrierName"` // empty where nobody had a price
	TariffName  string         `json:"tariffName"`
	Version     int            `json:"version"`
	Provider    string         `json:"provider"`
	Currency    string         `json:"currency"`
	TotalMinor  int64          `json:"totalMinor"`
	Why         engine.Verdict `json:"why"`
	ByPerson    bool           `json:"byPerson"`   // a person took another than the default choice
	Candidates  int            `json:"candidates"` // how many were asked
}

// mostRatings is how many of a shipment's ratings are listed, the newest first. Nobody compares more of them.
const mostRatings = 100

// RatingsResp lists a shipment's ratings.
type RatingsResp struct {
	Ratings []Rating `json:"ratings"`
	All     int64    `json:"all"` // there are so many
}

// Ratings lists every rating of a shipment, the newest first.
func (a *Area) Ratings(ctx context.Context, tx *store.Tx, req PricesheetsReq) (RatingsResp, error) {
	if _, err := a.Shipments.Consignment(ctx, tx, req.ShipmentID); err != nil {
		return RatingsResp{}, err
	}
	rows, err := store.Select[result](ctx, tx, `SELECT * FROM rating_kept WHERE shipment_id = ? ORDER BY n DESC LIMIT ?`, req.ShipmentID, mostRatings)
	if err != nil {
		return RatingsResp{}, err
	}
	now, _, err := store.Get[int64](ctx, tx, `SELECT n FROM rating_result WHERE shipment_id = ?`, req.ShipmentID)
	if err != nil {
		return RatingsResp{}, err
	}
	resp := RatingsResp{Ratings: make([]Rating, 0, len(rows))}
	for _, r := range rows {
		resp.All = max(resp.All, r.N)
		resp.Ratings = append(resp.Ratings, r.short(now))
	}
	return resp, nil
}

func (r result) short(now int64) Rating {
	s := Rating{N: r.N, Occasion: r.Occasion, At: r.At, By: r.ByName, Counts: r.N == now, ShipOn: r.Request.V.Request.ShipOn, Candidates: len(r.Answer.V.Candidates)}
	for _, c := range r.Answer.V.Candidates {
		if c.ID == r.Chosen && c.Quote != nil {
			s.CarrierName, s.TariffName, s.Version, s.Provider, s.Currency, s.TotalMinor, s.Why, s.ByPerson = c.CarrierName, c.TariffName, c.Version, c.Provider, c.Currency, c.TotalMinor, c.Why, !c.Chosen
		}
	}
	return s
}

// PricesheetsReq names a shipment, and which of its ratings: none is the one that counts.
type PricesheetsReq struct {
	ShipmentID string `json:"shipmentId" validate:"required,max=40"`
	Rating     int64  `json:"rating" validate:"gte=0"`
}

// PricesheetsResp is a rating that is kept with a shipment.
type PricesheetsResp struct {
	Answer   Answer     `json:"answer"`
	Mask     int        `json:"rateModeId"` // which modes were asked; 0 is all
	Customer string     `json:"customer"`
	Chosen   string     `json:"chosen"`
	At       store.Time `json:"at"`
	By       string     `json:"by"`
	ByName   string     `json:"byName"`
	Rating   int64      `json:"rating"`
	Occasion occasion   `json:"occasion"`
}

// Pricesheets shows the price sheets of a shipment as they were when it was rated.
func (a *Area) Pricesheets(ctx context.Context, tx *store.Tx, req PricesheetsReq) (PricesheetsResp, error) {
	if _, err := a.Shipments.Consignment(ctx, tx, req.ShipmentID); err != nil {
		return PricesheetsResp{}, err
	}
	var r result
	var ok bool
	var err error
	if req.Rating > 0 {
		r, ok, err = kept(ctx, tx, `SELECT * FROM rating_kept WHERE shipment_id = ? AND n = ?`, req.ShipmentID, req.Rating)
	} else {
		r, ok, err = counting(ctx, tx, req.ShipmentID)
	}
	if err == nil && !ok {
		err = fail.NotFound("rates-no-pricesheet")
	}
	return PricesheetsResp{r.Answer.V, r.Request.V.Mask, r.Request.V.Customer, r.Chosen, r.At, r.By, r.ByName, r.N, r.Occasion}, err
}
