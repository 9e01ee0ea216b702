package rating_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/fixtures"
	"lading/server/rating"
	"lading/server/rating/engine"
	"lading/server/store"
	"lading/server/testkit"
)

// TestRate_Figures prints what rating takes with forty LTL contracts: of one shipment on one core, of a thousand by the engine on two, and of a
// thousand by the call, which reads shipments and contracts, chooses and keeps every answer with its receipts.
func TestRate_Figures(t *testing.T) {
	if os.Getenv("LADING_FIGURES") == "" {
		t.Skip("LADING_FIGURES asks for them")
	}
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	forty(t, k)
	ids := shipments(t, k)
	for len(ids) > 200 {
		ids = ids[:200]
	}
	admin.Call("Shipment/RateShipments", rating.ShipmentsReq{IDs: ids, Mask: 1})

	var requests []*engine.Request
	tariffs := map[string]*engine.Tariff{}
	for _, id := range ids {
		kept := get[rating.PricesheetsResp](t, admin, "Shipment/GetShipmentPricesheets", map[string]any{"shipmentId": id})
		if len(kept.Answer.Candidates) == 0 {
			continue
		}
		requests = append(requests, &kept.Answer.Request)
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			for _, c := range kept.Answer.Candidates {
				if tariffs[c.ID] == nil && c.Version > 0 && c.Mode == engine.ModeLTL {
					v, err := k.App.Rating.Version(ctx, tx, c.Tariff, c.Version)
					if err != nil {
						return err
					}
					tariffs[c.ID] = v
				}
			}
			return nil
		})
	}
	if len(tariffs) != 40 || len(requests) < 20 {
		t.Fatalf("%d contracts, %d shipments", len(tariffs), len(requests))
	}
	var list []*engine.Tariff
	for _, v := range tariffs {
		list = append(list, v)
	}
	priced := 0
	all := func(r *engine.Request) (n int) {
		for _, v := range list {
			if _, err := engine.Rate(v, r); err == nil {
				n++
			}
		}
		return n
	}
	var took []time.Duration
	for range 20 {
		for _, r := range requests {
			at := time.Now()
			priced += all(r)
			took = append(took, time.Since(at))
		}
	}
	if priced*10 < len(took)*40*5 { // most of them have a price, or nothing is measured
		t.Fatalf("%d prices of %d", priced, len(took)*40)
	}
	slices.Sort(took)
	one := took[len(took)/2]
	fmt.Printf("figure rate_40_contracts_p50 %.3f ms\nfigure rate_40_contracts_p99 %.3f ms\n", ms(one), ms(took[len(took)*99/100]))

	const thousand = 1000
	at := time.Now()
	var wait sync.WaitGroup
	for core := range 2 {
		wait.Go(func() {
			for n := core; n < thousand; n += 2 {
				all(requests[n%len(requests)])
			}
		})
	}
	wait.Wait()
	engines := time.Since(at)
	fmt.Printf("figure rate_1000_shipments_40_contracts_engine %.0f ms\n", ms(engines))

	done, calls := 0, time.Duration(0)
	for done < thousand {
		some := ids[:min(len(ids), thousand-done)]
		at := time.Now()
		got := get[[]rating.Rated](t, admin, "Shipment/RateShipments", rating.ShipmentsReq{IDs: some, Mask: 1})
		calls += time.Since(at)
		if done += len(got); len(got) != len(some) || got[0].Candidates < 40 {
			t.Fatalf("%d of %d rated, %d candidates", len(got), len(some), got[0].Candidates)
		}
	}
	fmt.Printf("figure rate_1000_shipments_40_contracts_call %.0f ms\nfigure rate_call_over_engine_on_one_core %.1f ratio\n", ms(calls), calls.Seconds()/(one.Seconds()*thousand))
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// forty gives carriers without an LTL contract copies of those that others have, until forty stand.
func forty(t *testing.T, k *testkit.Kit) {
	t.Helper()
	files, err := fixtures.ContractFiles()
	if err != nil {
		t.Fatal(err)
	}
	var national []fixtures.Contract // those that go everywhere today
	for _, f := range files {
		if strings.Contains(f.Name, "-ltl-") && !strings.HasPrefix(f.Name, "rlca") {
			national = append(national, f)
		}
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		have, err := store.Select[string](ctx, tx, `SELECT carrier FROM rating_tariff t WHERE mode = 'LTL' AND carrier <> 'RLCA'`)
		if err != nil {
			return err
		}
		carriers, err := store.Select[string](ctx, tx, `SELECT id FROM carrier ORDER BY id`)
		if err != nil {
			return err
		}
		for _, scac := range carriers {
			if slices.Contains(have, scac) || scac == "RLCA" || len(have) == 40 {
				continue
			}
			f := national[len(have)%len(national)]
			from := strings.ToUpper(f.Name[:4])
			copied := bytes.ReplaceAll(f.File, []byte(from), []byte(scac))
			if err := k.App.Rating.PutFile(ctx, tx, copied, strings.ToLower(scac)+".csv"); err != nil {
				return err
			}
			have = append(have, scac)
		}
		return nil
	})
}
