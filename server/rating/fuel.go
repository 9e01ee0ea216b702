package rating

import (
	"context"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/rating/engine"
	"lading/server/store"
)

// FuelWeekRow is the index of a week, with who entered it.
type FuelWeekRow struct {
	Monday string     `json:"monday" db:"monday"`
	Price  engine.Dec `json:"price" db:"price"`
	At     store.Time `json:"at" db:"at"`
	By     string     `json:"by" db:"by_user"`
}

// FuelResp is the index, the newest week first, and the last Monday that it should have.
type FuelResp struct {
	Weeks   []FuelWeekRow `json:"weeks"`
	Current string        `json:"current"`
	Missing bool          `json:"missing"`
}

// FuelIndex lists the weeks of the diesel index.
func (a *Area) FuelIndex(ctx context.Context, tx *store.Tx, _ op.None) (FuelResp, error) {
	weeks, err := store.Select[FuelWeekRow](ctx, tx, `SELECT monday, price, at, by_user FROM rating_fuel ORDER BY monday DESC LIMIT 160`)
	r := FuelResp{Weeks: weeks, Current: (&engine.Fuel{}).Monday(day(tx))}
	r.Missing = len(weeks) == 0 || weeks[0].Monday < r.Current
	return r, err
}

// SaveFuelReq is the index of one week, in the tariff's currency per gallon.
type SaveFuelReq struct {
	Monday string     `json:"monday" validate:"required,day"`
	Price  engine.Dec `json:"price"`
}

// Check wants a Monday and a price that diesel may have.
func (r *SaveFuelReq) Check() (bad []fail.Field) {
	if t, err := time.Parse(time.DateOnly, r.Monday); err == nil && t.Weekday() != time.Monday {
		bad = append(bad, fail.Of("monday", "fuel-not-monday"))
	}
	if r.Price <= 0 || r.Price > engine.Int(100) {
		bad = append(bad, fail.Of("price", "fuel-price-invalid"))
	}
	return bad
}

// SaveFuelWeek enters or corrects a week. Ratings that were kept stay as they are.
func (a *Area) SaveFuelWeek(ctx context.Context, tx *store.Tx, req SaveFuelReq) (FuelResp, error) {
	if err := a.PutFuel(ctx, tx, req.Monday, req.Price); err != nil {
		return FuelResp{}, err
	}
	return a.FuelIndex(ctx, tx, op.None{})
}

// PutFuel writes a week; the loader of demo data comes here too.
func (a *Area) PutFuel(ctx context.Context, tx *store.Tx, monday string, price engine.Dec) error {
	return store.Put(ctx, tx, "rating_fuel", "monday", FuelWeekRow{monday, price, store.At(tx.Now), tx.By.User})
}

// weeks are the index around a day, oldest first.
func weeks(ctx context.Context, tx *store.Tx, on string) ([]engine.FuelWeek, error) {
	rows, err := store.Select[FuelWeekRow](ctx, tx, `SELECT monday, price, at, by_user FROM (SELECT * FROM rating_fuel WHERE monday <= ? ORDER BY monday DESC LIMIT 8) ORDER BY monday`, on)
	out := make([]engine.FuelWeek, len(rows))
	for i, r := range rows {
		out[i] = engine.FuelWeek{Monday: r.Monday, Price: r.Price}
	}
	return out, err
}
