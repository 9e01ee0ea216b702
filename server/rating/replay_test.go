package rating_test

import (
	"cmp"
	"context"
	"errors"
	"testing"

	"lading/server/rating"
	"lading/server/rating/engine"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// What is kept with a shipment is enough to find every cent and the choice again, whatever became of contracts and index since.
func TestReplay_FromWhatWasKept(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	ids := shipments(t, k)
	admin.Call("Shipment/RateShipments", rating.ShipmentsReq{IDs: ids})
	admin.Call("Rating/SaveFuelWeek", rating.SaveFuelReq{Monday: "2026-11-16", Price: 99_000})
	seen, priced := 0, 0
	for _, id := range shipments(t, k) {
		kept := get[rating.PricesheetsResp](t, admin, "Shipment/GetShipmentPricesheets", map[string]any{"shipmentId": id})
		seen++
		var offers []engine.Offer
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			for _, c := range kept.Answer.Candidates {
				o := engine.Offer{ID: c.ID, Carrier: c.Carrier, Currency: c.Currency, Total: engine.Cents(c.TotalMinor), Home: engine.Cents(c.HomeMinor), Days: c.Days}
				if c.Late {
					o.Late = c.ArrivesOn
				}
				if c.Quote == nil {
					o.No = c.Why.Code
				} else {
					version, err := k.App.Rating.Version(ctx, tx, c.Tariff, c.Version)
					if err != nil {
						return err
					}
					again, err := engine.Rate(version, &kept.Answer.Request)
					if err != nil {
						return err
					}
					before, _ := json.Marshal(c.Quote)
					after, _ := json.Marshal(again)
					if priced++; string(before) != string(after) {
						t.Errorf("%s of %s was\n%s\nis\n%s", c.Carrier, id, before, after)
					}
				}
				offers = append(offers, o)
			}
			return nil
		})
		won, _ := engine.Choose(kept.Answer.Preferred, kept.Answer.Currency, offers)
		if chosen := ""; won >= 0 {
			if chosen = offers[won].ID; chosen != kept.Answer.Chosen {
				t.Errorf("%s chose %s, and now %s", id, kept.Answer.Chosen, chosen)
			}
		} else if kept.Answer.Chosen != chosen {
			t.Errorf("%s chose %s, and now nothing", id, kept.Answer.Chosen)
		}
	}
	if seen < 40 || priced < 200 {
		t.Errorf("%d shipments, %d prices", seen, priced)
	}
}

// shipments are those that the organisation pays for: what a consignee pays is not rated.
func shipments(t *testing.T, k *testkit.Kit) (ids []string) {
	t.Helper()
	k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		ids, err = store.Select[string](ctx, tx, `SELECT id FROM shipment WHERE NOT (terms = 'C' AND inbound = 0) ORDER BY id`)
		return err
	})
	return ids
}

// outside is a provider as an adapter would be: it answers, or it does not.
type outside struct {
	name     string
	total    engine.Cents
	currency string
}

func (o outside) Name() string { return o.name }

func (o outside) Rate(context.Context, engine.Request) ([]engine.Quote, error) {
	if o.total == 0 {
		return nil, errors.New("503")
	}
	return []engine.Quote{{Tariff: "spot", Carrier: "XPOL", Name: "Spot", Mode: engine.ModeLTL, Currency: cmp.Or(o.currency, "USD"), Total: o.total, Days: 2, Charges: []engine.Charge{{Code: "freight", Amount: o.total}}}}, nil
}

func TestProviders_AreAskedBesideOwnContracts(t *testing.T) {
	k := testkit.Demo(t)
	k.App.Rating.Providers = []rating.Provider{outside{"cheap", 100, ""}, outside{"silent", 0, ""}}
	a := get[rating.Answer](t, k.As("office@demo.test"), "Shipment/GETLTLRates", ask("70", 1250))
	if won := a.Candidates[0]; won.Provider != "cheap" || won.TotalMinor != 100 || won.Why.Code != engine.TakenLowest {
		t.Errorf("%+v", won)
	}
	said := false
	for _, c := range a.Candidates {
		said = said || c.Provider == "silent" && c.Why.Code == "rate-provider-failed"
	}
	if !said || len(a.Candidates) != 13 {
		t.Errorf("a provider that fails is not said: %d", len(a.Candidates))
	}
}
