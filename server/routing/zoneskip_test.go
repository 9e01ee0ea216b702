package routing_test

import (
	"context"
	"maps"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/rating"
	"lading/server/routing"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

type obj = map[string]any

// hub puts a UPS hub in Reno, with a price for parcels that enter its network there.
func hub(t *testing.T, office *testkit.Person, street string) rating.Terminal {
	t.Helper()
	return testkit.Into[rating.Terminal](t, office.Call("Rating/SaveTerminal", rating.TerminalReq{Carrier: "UPSN", Code: "RNO", Name: "UPS Reno", Street: street, City: "Reno", Zip: "89502", Serves: []string{"894", "895", "897"}}))
}

// parcel is so many equal packages of 40 lb for a business.
func parcel(t *testing.T, p *testkit.Person, order, zip, state, city string, n int, more ...obj) shipment.Shipment {
	t.Helper()
	side := func(in int) obj { return obj{"milli": in * 1000, "unit": "in"} }
	entry := obj{"Kind": "parcel", "WHSE": "ATL", "OrderNumber": order, "PaymentType": "P", "ShipOn": "2026-11-24",
		"Destination": obj{"name": "Sierra Supply", "street": "1 Main St", "city": city, "state": state, "zip": zip, "country": "US"},
		"Items":       []obj{{"Description": "Brackets", "Qty": n, "WeightEach": true, "Weight": obj{"milli": 40_000, "unit": "lb"}, "Length": side(14), "Width": side(12), "Height": side(10)}}}
	for _, m := range more {
		maps.Copy(entry, m)
	}
	return testkit.Into[shipment.Shipment](t, p.Call("Shipment/SaveShipment", obj{"Then": "rate", "Shipment": entry}))
}

func days() routing.ZoneSkipReq {
	var r routing.ZoneSkipReq
	r.Warehouse, r.From, r.To = "ATL", "2026-11-23", "2026-11-24"
	return r
}

func plan(t *testing.T, p *testkit.Person) routing.ZonePlan {
	t.Helper()
	return testkit.Into[routing.ZonePlan](t, p.Call("Route/ZonePlan", days()))
}

func group(hub string, ids ...string) routing.ZoneGroupReq {
	return routing.ZoneGroupReq{ZoneSkipReq: days(), HubID: hub, ShipmentIDs: ids}
}

func TestZoneSkip_EveryFigureIsWhatTheContractsSay(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	at := hub(t, office, "100 Vassar St")
	one := parcel(t, office, "ZP-1", "89431", "NV", "Sparks", 40)
	two := parcel(t, office, "ZP-2", "89701", "NV", "Carson City", 40)
	near := parcel(t, office, "ZP-3", "30060", "GA", "Marietta", 2)
	got := plan(t, office)
	if len(got.Groups) != 1 || len(got.Groups[0].Parcels) != 2 || len(got.Stay) != 1 || got.Stay[0].ShipmentID != near.ID || got.Stay[0].Why != "zone-skip-no-hub" || got.Currency != "USD" {
		t.Fatalf("%+v", got)
	}
	g := got.Groups[0]
	if g.Hub.ID != at.ID || g.Packages != 80 || g.Pounds != 3200 || g.Linehaul == nil || g.ShipOn != "2026-11-24" || g.InjectOn <= g.ShipOn {
		t.Fatalf("%+v", g)
	}
	// 80 packages of 14 × 12 × 10 in are 134,400 cubic in: 78 cu ft, two pallets of 101,376 and three of 1,500 lb.
	if g.CubicFeet != 78 || g.Pallets != 3 {
		t.Errorf("%d cu ft on %d pallets", g.CubicFeet, g.Pallets)
	}
	var door, from int64
	for _, p := range g.Parcels {
		if p.Door.Zone <= p.Hub.Zone || p.SavingMinor != p.Door.HomeMinor-p.Hub.HomeMinor || p.SavingMinor <= 0 || p.Hub.Carrier != "UPSN" {
			t.Errorf("%+v", p)
		}
		for _, price := range []*routing.ZonePrice{p.Door, p.Hub, g.Linehaul} {
			var sum int64
			for _, l := range price.Lines {
				sum += l.AmountMinor
			}
			if sum != price.TotalMinor || sum == 0 {
				t.Errorf("the lines of %+v add up to %d", price, sum)
			}
		}
		door, from = door+p.Door.HomeMinor, from+p.Hub.HomeMinor
	}
	if door != g.DoorMinor || from != g.HubMinor || g.LinehaulMinor != g.Linehaul.HomeMinor || g.SavingMinor != door-from-g.LinehaulMinor || g.SavingMinor <= 0 {
		t.Errorf("%+v", g)
	}
	if mean := (door - from) / 2; g.BreakEven*mean < g.LinehaulMinor || (g.BreakEven-1)*mean > g.LinehaulMinor {
		t.Errorf("%d parcels of %d for %d", g.BreakEven, mean, g.LinehaulMinor)
	}
	// The price from the hub is the contract's own, as anybody may ask it.
	ask := testkit.Into[rating.Answer](t, office.Call("Shipment/RCSelectedParcelCarrier", obj{"Carrier": "UPSN", "From": obj{"Zip": "89502"}, "To": obj{"Zip": "89431"}, "ShipOn": g.InjectOn,
		"Packages": []obj{{"Length": "14", "Width": "12", "Height": "10", "Weight": "40", "Count": 40}}}))
	if len(ask.Candidates) != 1 || ask.Candidates[0].TotalMinor != g.Parcels[0].Hub.TotalMinor {
		t.Errorf("asked %+v, planned %+v", ask.Candidates, g.Parcels[0].Hub)
	}
	// One of the two alone: another linehaul, another saving.
	alone := testkit.Into[routing.ZoneGroup](t, office.Call("Route/ZoneGroup", group(at.ID, one.ID)))
	if len(alone.Parcels) != 1 || alone.DoorMinor >= g.DoorMinor || alone.LinehaulMinor >= g.LinehaulMinor || alone.Packages != 40 {
		t.Errorf("%+v", alone)
	}
	if f := office.Refused("Route/ZoneGroup", group(at.ID, two.ID, near.ID)); f.Code != "zone-skip-parcel-stays" {
		t.Errorf("%+v", f)
	}
	if f := office.Refused("Route/ZoneGroup", group("none", two.ID)); f.Code != "zone-skip-hub-gone" {
		t.Errorf("%+v", f)
	}
	if f := office.Refused("Route/ZonePlan", obj{"Warehouse": "NONE", "From": "2026-11-23", "To": "2026-11-24"}); f.Code != "warehouse-unknown" {
		t.Errorf("%+v", f)
	}
	for field, req := range map[string]obj{"Warehouse": {"From": "2026-11-23", "To": "2026-11-24"}, "To": {"Warehouse": "ATL", "From": "2026-11-23", "To": "2026-11-30"}, "From": {"Warehouse": "ATL", "From": "soon", "To": "2026-11-30"}} {
		if f := office.Refused("Route/ZonePlan", req); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if f := away.Refused("Route/ZonePlan", days()); len(f.Fields) != 1 || f.Fields[0].Field != "Warehouse" {
		t.Errorf("%+v", f)
	}
	for path, req := range map[string]any{"Route/ZonePlan": days(), "Route/ZoneGroup": group(at.ID, one.ID), "Route/ZoneSkips": obj{}, "Route/BuildZoneSkip": build(g, group(at.ID, one.ID, two.ID)), "Route/UndoZoneSkip": obj{"ZoneSkipId": "Z"}} {
		if f := k.As("dock@demo.test").Refused(path, req); f.Code != "no-right" { // the dock sees no money
			t.Errorf("%s: %+v", path, f)
		}
	}
}

// attempt does something in one command, as a person.
func attempt(k *testkit.Kit, p *testkit.Person, do func(ctx context.Context, tx *store.Tx) error) (err error) {
	k.T.Helper()
	ctx := context.Background()
	db, err := k.App.Store.Org(ctx, "1")
	if err == nil {
		_, err = db.Write(ctx, store.Command{By: p.By, Do: do})
	}
	return err
}

func build(g routing.ZoneGroup, req routing.ZoneGroupReq) routing.BuildZoneReq {
	return routing.BuildZoneReq{ZoneGroupReq: req, LinehaulMinor: g.LinehaulMinor, SavingMinor: g.SavingMinor}
}

func TestZoneSkip_IsBuiltOnceUndoneAndTenderedWithItsParcels(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	at := hub(t, office, "100 Vassar St")
	one := parcel(t, office, "ZP-1", "89431", "NV", "Sparks", 40)
	two := parcel(t, office, "ZP-2", "89701", "NV", "Carson City", 40)
	three := parcel(t, office, "ZP-3", "89702", "NV", "Carson City", 40)
	of := func(ids ...string) (routing.ZoneGroupReq, routing.BuildZoneReq) {
		t.Helper()
		req := group(at.ID, ids...)
		return req, build(testkit.Into[routing.ZoneGroup](t, office.Call("Route/ZoneGroup", req)), req)
	}
	_, first := of(one.ID, two.ID)
	_, other := of(two.ID, three.ID)
	stale := first
	stale.SavingMinor++
	if f := office.Refused("Route/BuildZoneSkip", stale); f.Code != "zone-skip-changed" {
		t.Errorf("at another figure: %+v", f)
	}
	z := testkit.Into[routing.ZoneSkip](t, office.Call("Route/BuildZoneSkip", first))
	if z.State != routing.ZoneBuilt || len(z.Riders) != 2 || z.SavingMinor != first.SavingMinor {
		t.Fatalf("%+v", z)
	}
	// Who built at the same moment is told with what the parcel rides, and nothing of theirs is kept.
	if f := office.Refused("Route/BuildZoneSkip", other); f.Code != "zone-skip-taken" || f.Params["skip"] != z.Number {
		t.Errorf("%+v", f)
	}
	list := func(p *testkit.Person) []routing.ZoneSkip {
		t.Helper()
		return testkit.Into[[]routing.ZoneSkip](t, p.Call("Route/ZoneSkips", obj{}))
	}
	if got := list(office); len(got) != 1 || len(got[0].Riders) != 2 {
		t.Errorf("%+v", got)
	}
	load := func(id string) (s shipment.Shipment) {
		t.Helper()
		k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			s, err = k.App.Shipment.Get(ctx, tx, id)
			return err
		})
		return s
	}
	l := load(z.ShipmentID)
	if l.Status != shipment.Quoted || l.Destination.V.Zip != "89502" || l.Pallets != 3 || l.Orders.V[0] != z.Number {
		t.Errorf("linehaul: %+v", l)
	}
	if got := plan(t, office); len(got.Groups) != 1 || len(got.Groups[0].Parcels) != 1 || got.Groups[0].Parcels[0].ShipmentID != three.ID {
		t.Errorf("planned again: %+v", got)
	}
	away := *office
	away.By.Warehouses = []string{"DAL"}
	if got := list(&away); len(got) != 0 {
		t.Errorf("DAL sees %+v", got)
	}
	if f := away.Refused("Route/UndoZoneSkip", obj{"ZoneSkipId": z.ID}); f.Status != 404 {
		t.Errorf("%+v", f)
	}
	if f := k.As("admin@other.test").Refused("Route/UndoZoneSkip", obj{"ZoneSkipId": z.ID}); f.Status != 404 && f.Status != 403 {
		t.Errorf("%+v", f)
	}
	undone := testkit.Into[routing.ZoneSkip](t, office.Call("Route/UndoZoneSkip", obj{"ZoneSkipId": z.ID}))
	if undone.State != routing.ZoneUndone || load(z.ShipmentID).Status != shipment.Archived || load(one.ID).Status != shipment.Quoted {
		t.Errorf("%+v", undone)
	}
	if f := office.Refused("Route/UndoZoneSkip", obj{"ZoneSkipId": z.ID}); f.Code != "zone-skip-undone" {
		t.Errorf("%+v", f)
	}
	// Built again, and tendered: each parcel goes to the hub's carrier at its price from there.
	z = testkit.Into[routing.ZoneSkip](t, office.Call("Route/BuildZoneSkip", first))
	award := func(id string, p freight.Price) error {
		return attempt(k, office, func(ctx context.Context, tx *store.Tx) error { return k.App.Shipment.Award(ctx, tx, id, p) })
	}
	if err := award(one.ID, freight.Price{Carrier: "FDEG", Currency: "USD", TotalMinor: 100}); fail.CodeOf(err) != "zone-skip-rides" || load(one.ID).Status != shipment.Quoted {
		t.Errorf("a parcel that rides is tendered by itself: %v", err)
	}
	if err := award(z.ShipmentID, freight.Price{Carrier: "ODFL", Currency: "USD", TotalMinor: z.LinehaulMinor}); err != nil {
		t.Fatal(err)
	}
	if s := load(one.ID); s.Status != shipment.Tendered || s.Carrier != "UPSN" || load(three.ID).Status != shipment.Quoted {
		t.Errorf("%+v", s)
	}
	cost := int64(0)
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT total_minor FROM shipment_cost WHERE id = ?`, one.ID).Scan(&cost)
	})
	for _, r := range z.Riders {
		if r.ShipmentID == one.ID && r.Hub.V.TotalMinor != cost {
			t.Errorf("the parcel costs %d, not %+v", cost, r.Hub.V)
		}
	}
	if f := office.Refused("Route/UndoZoneSkip", obj{"ZoneSkipId": z.ID}); f.Code != "zone-skip-tendered" {
		t.Errorf("%+v", f)
	}
}

func TestZoneSkip_AParcelThatChangedHoldsTheLinehaul(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	at := hub(t, office, "")
	one := parcel(t, office, "ZP-1", "89431", "NV", "Sparks", 40)
	req := group(at.ID, one.ID)
	g := testkit.Into[routing.ZoneGroup](t, office.Call("Route/ZoneGroup", req))
	if f := office.Refused("Route/BuildZoneSkip", build(g, req)); f.Code != "zone-skip-hub-address" {
		t.Errorf("%+v", f)
	}
	now := rating.TerminalReq{ID: at.ID, Carrier: "UPSN", Code: "RNO", Name: "UPS Reno", Street: "100 Vassar St", City: "Reno", Zip: "89502", Serves: []string{"894"}}
	now.Rev = at.Rev
	office.Call("Rating/SaveTerminal", now)
	z := testkit.Into[routing.ZoneSkip](t, office.Call("Route/BuildZoneSkip", build(g, req)))
	for name, change := range map[string]string{
		"the parcel goes elsewhere":   `UPDATE shipment SET destination = json_set(destination, '$.zip', '04101') WHERE id = '` + one.ID + `'`,
		"the parcel is elsewhere":     `UPDATE shipment SET origin = json_set(origin, '$.zip', '30060', '$.city', 'Marietta') WHERE id = '` + one.ID + `'`,
		"the parcel ships later":      `UPDATE shipment SET ship_on = date(ship_on, '+7 days') WHERE id = '` + one.ID + `'`,
		"the linehaul goes elsewhere": `UPDATE shipment SET destination = json_set(destination, '$.zip', '04101', '$.city', 'Portland') WHERE id = '` + z.ShipmentID + `'`,
		"the linehaul leaves later":   `UPDATE shipment SET ship_on = date(ship_on, '+7 days') WHERE id = '` + z.ShipmentID + `'`,
	} {
		err := attempt(k, office, func(ctx context.Context, tx *store.Tx) error {
			if _, err := tx.ExecContext(ctx, change); err != nil {
				return err
			}
			return k.App.Shipment.Award(ctx, tx, z.ShipmentID, freight.Price{Carrier: "ODFL", Currency: "USD", TotalMinor: 1})
		})
		if fail.CodeOf(err) != "zone-skip-parcel-changed" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A return goes from the customer to us, and what goes from another address is not on our dock: neither can ride our linehaul to a hub.
func TestZoneSkip_AParcelThatGoesFromElsewhereStays(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	at := hub(t, office, "100 Vassar St")
	ours := parcel(t, office, "ZR-1", "89431", "NV", "Sparks", 40)
	from := obj{"name": "Peach Tools", "street": "7 Oak St", "city": "Marietta", "state": "GA", "zip": "30060", "country": "US"}
	back := parcel(t, office, "ZR-2", "89431", "NV", "Sparks", 40, obj{"Origin": from, "ReturnServiceType": "9"})
	drop := parcel(t, office, "ZR-3", "89431", "NV", "Sparks", 40, obj{"Origin": from})
	got := plan(t, office)
	if len(got.Groups) != 1 || len(got.Groups[0].Parcels) != 1 || got.Groups[0].Parcels[0].ShipmentID != ours.ID || len(got.Stay) != 2 {
		t.Fatalf("%+v", got)
	}
	for _, p := range got.Stay {
		if p.Why != "zone-skip-from-elsewhere" || p.ShipmentID != back.ID && p.ShipmentID != drop.ID {
			t.Errorf("%+v", p)
		}
	}
	if f := office.Refused("Route/ZoneGroup", group(at.ID, ours.ID, back.ID)); f.Code != "zone-skip-parcel-stays" {
		t.Errorf("%+v", f)
	}
}

// A user of Dallas names a parcel of Atlanta: it is as unknown as none, and its zone skip with it.
func TestZoneSkip_AnotherWarehousesParcelIsNotNamed(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	at := hub(t, office, "100 Vassar St")
	one := parcel(t, office, "ZP-1", "89431", "NV", "Sparks", 40)
	req := group(at.ID, one.ID)
	office.Call("Route/BuildZoneSkip", build(testkit.Into[routing.ZoneGroup](t, office.Call("Route/ZoneGroup", req)), req))
	own := parcel(t, office, "ZP-2", "89431", "NV", "Sparks", 40)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET warehouse = 'DAL', origin = (SELECT address FROM warehouse_site WHERE id = 'DAL') WHERE id = ?`, own.ID)
		return err
	})
	dallas := k.As("office@demo.test")
	dallas.By.Warehouses = []string{"DAL"}
	foreign := group(at.ID, own.ID, one.ID)
	foreign.Warehouse = "DAL"
	for path, body := range map[string]any{"Route/ZoneGroup": foreign, "Route/BuildZoneSkip": routing.BuildZoneReq{ZoneGroupReq: foreign, LinehaulMinor: 1}} {
		f := dallas.Refused(path, body)
		if f.Code != "invalid-fields" || len(f.Fields) != 1 || f.Fields[0].Code != "zone-skip-parcel-gone" {
			t.Errorf("%s: %+v", path, f)
		}
	}
}
