package rating_test

import (
	"slices"
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/rating"
	"lading/server/rating/engine"
	"lading/server/testkit"
)

// An offer in Canadian dollars never wins by its bare figure: it is compared by the day's rate, and left to a person where there is none.
func TestRates_AnotherCurrencyIsComparedByTheDaysRate(t *testing.T) {
	k := testkit.Demo(t)
	office, admin := k.As("office@demo.test"), k.As("admin@demo.test")
	own := get[rating.Answer](t, office, "Shipment/GETLTLRates", ask("70", 1250)).Candidates[0]
	k.App.Rating.Providers = []rating.Provider{outside{"northern", engine.Cents(own.TotalMinor + 2000), "CAD"}}
	offer := func() (rating.Answer, rating.Candidate) {
		a := get[rating.Answer](t, office, "Shipment/GETLTLRates", ask("70", 1250))
		return a, a.Candidates[slices.IndexFunc(a.Candidates, func(c rating.Candidate) bool { return c.Provider == "northern" })]
	}
	a, c := offer()
	if a.Currency != "USD" || c.Chosen || c.Why != (engine.Verdict{Code: engine.LostCurrency, Value: "CAD"}) || c.HomeMinor != 0 || !a.Candidates[0].Chosen || a.Candidates[0].Currency != "USD" {
		t.Errorf("without a rate: %+v among %s", c.Why, a.Chosen)
	}
	admin.Call("Rating/SaveExchange", rating.SaveExchangeReq{Currency: "CAD", Day: "2026-11-19", Rate: 7_000})
	a, c = offer()
	if want := (own.TotalMinor + 2000) * 7 / 10; !c.Chosen || c.HomeMinor < want || c.HomeMinor > want+1 || c.Exchange != 7_000 || c.ExchangeOn != "2026-11-19" || c.TotalMinor != own.TotalMinor+2000 {
		t.Errorf("at 0.70: %+v, want %d", c, want)
	}
	admin.Call("Rating/SaveExchange", rating.SaveExchangeReq{Currency: "CAD", Day: "2026-11-20", Rate: 10_100})
	if a, c = offer(); c.Chosen || c.Why.Code != engine.LostCost || a.Candidates[0].Carrier != own.Carrier {
		t.Errorf("at 1.01: %+v", c.Why)
	}
}

func TestExchange_RefusesByField(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	for field, req := range map[string]rating.SaveExchangeReq{
		"currency/exchange-currency-invalid": {Currency: "cad", Day: "2026-11-19", Rate: 7_000},
		"currency/exchange-currency-own":     {Currency: "USD", Day: "2026-11-19", Rate: 7_000},
		"rate/exchange-rate-invalid":         {Currency: "CAD", Day: "2026-11-19"},
		"day/exchange-day-ahead":             {Currency: "CAD", Day: "2026-11-21", Rate: 7_000},
	} {
		_, err := admin.Try("Rating/SaveExchange", req)
		if e, _ := fail.As(err); e == nil || len(e.Fields) != 1 || e.Fields[0].Field+"/"+e.Fields[0].Code != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := k.As("dock@demo.test").Try("Rating/Exchange", op.None{}); err == nil {
		t.Error("the dock sees rates of exchange")
	}
}
