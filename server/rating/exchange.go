package rating

import (
	"context"
	"regexp"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/rating/engine"
	"lading/server/store"
)

// ExchangeRow is what a currency was worth on a day, with who entered it.
type ExchangeRow struct {
	Currency string     `json:"currency" db:"currency"`
	Day      string     `json:"day" db:"day"`
	Rate     engine.Dec `json:"rate" db:"rate"`
	At       store.Time `json:"at" db:"at"`
	By       string     `json:"by" db:"by_user"`
}

// ExchangeResp is the organisation's currency and what others were worth in it lately, the newest day first. Missing are those that a contract in force is in and that
// have no rate which still counts.
type ExchangeResp struct {
	Home    string        `json:"home"`
	Rates   []ExchangeRow `json:"rates"`
	Missing []string      `json:"missing"`
	Today   string        `json:"today"`
}

// Exchanges lists the rates of exchange.
func (a *Area) Exchanges(ctx context.Context, tx *store.Tx, _ op.None) (r ExchangeResp, err error) {
	r.Today, r.Missing = day(tx), []string{}
	if r.Home, err = a.Setup.Currency(ctx, tx); err != nil {
		return r, err
	}
	if r.Rates, err = store.Select[ExchangeRow](ctx, tx, `SELECT * FROM rating_exchange ORDER BY day DESC, currency LIMIT 120`); err != nil {
		return r, err
	}
	if r.Rates == nil {
		r.Rates = []ExchangeRow{}
	}
	list, _, err := a.inForce(ctx, tx, r.Today)
	if err != nil {
		return r, err
	}
	known := engine.Request{Today: r.Today, Currency: r.Home}
	if known.Exchange, err = exchanges(ctx, tx, r.Today); err != nil {
		return r, err
	}
	seen := map[string]bool{}
	for _, t := range list {
		if _, _, ok := known.Home(1, t.Currency); !ok && !seen[t.Currency] {
			seen[t.Currency] = true
			r.Missing = append(r.Missing, t.Currency)
		}
	}
	return r, nil
}

// SaveExchangeReq is what one unit of a currency is worth in the organisation's own.
type SaveExchangeReq struct {
	Currency string     `json:"currency" validate:"required"`
	Day      string     `json:"day" validate:"required,day"`
	Rate     engine.Dec `json:"rate"`
}

var currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)

// Check wants a currency by its code, and a rate.
func (r *SaveExchangeReq) Check() (bad []fail.Field) {
	if !currencyCode.MatchString(r.Currency) {
		bad = append(bad, fail.Of("currency", "exchange-currency-invalid"))
	}
	if r.Rate <= 0 || r.Rate > engine.Int(10_000) {
		bad = append(bad, fail.Of("rate", "exchange-rate-invalid"))
	}
	return bad
}

// SaveExchange enters or corrects the rate of a day. Ratings that were kept stay as they are.
func (a *Area) SaveExchange(ctx context.Context, tx *store.Tx, req SaveExchangeReq) (ExchangeResp, error) {
	home, err := a.Setup.Currency(ctx, tx)
	if err != nil {
		return ExchangeResp{}, err
	}
	switch {
	case req.Currency == home:
		return ExchangeResp{}, fail.Invalid(fail.Of("currency", "exchange-currency-own", "currency", home))
	case req.Day > day(tx):
		return ExchangeResp{}, fail.Invalid(fail.Of("day", "exchange-day-ahead"))
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO rating_exchange (currency, day, rate, at, by_user) VALUES (?, ?, ?, ?, ?) ON CONFLICT (currency, day) DO UPDATE SET rate = excluded.rate, at = excluded.at, by_user = excluded.by_user`,
		req.Currency, req.Day, req.Rate, store.At(tx.Now), tx.By.User); err != nil {
		return ExchangeResp{}, err
	}
	return a.Exchanges(ctx, tx, op.None{})
}

// exchanges are the newest rates up to a day, one of each currency.
func exchanges(ctx context.Context, tx *store.Tx, on string) ([]engine.Exchange, error) {
	rows, err := store.Select[ExchangeRow](ctx, tx, `SELECT * FROM rating_exchange AS x WHERE day = (SELECT max(day) FROM rating_exchange WHERE currency = x.currency AND day <= ?) ORDER BY currency`, on)
	var out []engine.Exchange
	for _, r := range rows {
		out = append(out, engine.Exchange{Currency: r.Currency, Day: r.Day, Rate: r.Rate})
	}
	return out, err
}

// Worth is an amount in the organisation's own currency, by the newest rate; ok is false where no rate of the last days is known.
func (a *Area) Worth(ctx context.Context, tx *store.Tx, minor int64, currency string) (w freight.Worth, ok bool, err error) {
	r := engine.Request{Today: day(tx)}
	if r.Currency, err = a.Setup.Currency(ctx, tx); err == nil {
		r.Exchange, err = exchanges(ctx, tx, r.Today)
	}
	home, by, ok := r.Home(engine.Cents(minor), currency)
	return freight.Worth{Minor: int64(home), Currency: r.Currency, On: by.Day}, ok, err
}
