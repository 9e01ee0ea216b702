package routing

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/report"
	"lading/server/store"
)

const (
	// mostParcels is how many parcels are looked at together: each is priced from the warehouse and from a hub of each carrier.
	mostParcels = 500
	// Parcels stand loose on pallets of 48 × 40 in, stacked to 72 in with 6 in of pallet, and fill four fifths of that; a pallet carries 1,500 lb.
	palletLength, palletWidth, palletHeight = 48, 40, 72
	palletCubic                             = 48 * 40 * (72 - 6) * 4 / 5
	palletPounds                            = 1500
)

// ZoneSkipReq asks which parcels of a warehouse could ride to hubs. The linehaul leaves on the last of the days.
type ZoneSkipReq struct {
	Warehouse string `json:"Warehouse" validate:"required,max=20"`
	report.Span
}

// Check keeps the days to a week: parcels that wait longer are late.
func (r *ZoneSkipReq) Check() []fail.Field {
	bad := r.Span.Check()
	from, e1 := time.Parse(time.DateOnly, r.From)
	to, e2 := time.Parse(time.DateOnly, r.To)
	if len(bad) == 0 && e1 == nil && e2 == nil && to.Sub(from) > 6*24*time.Hour {
		bad = append(bad, fail.Of("To", "zone-skip-span"))
	}
	return bad
}

// ZonePrice is a parcel's price by one contract, with what it is made of.
type ZonePrice struct {
	Carrier     string     `json:"carrier"`
	CarrierName string     `json:"carrierName"`
	Contract    string     `json:"contract"`
	Zone        int        `json:"zone"`
	Currency    string     `json:"currency"` // of the contract
	TotalMinor  int64      `json:"totalMinor"`
	HomeMinor   int64      `json:"homeMinor"` // in the organisation's currency
	Days        int64      `json:"days"`
	ArrivesOn   string     `json:"arrivesOn"`
	Lines       []ZoneLine `json:"lines"`
}

// ZoneLine is one charge of a price, and the row of the contract that it comes from.
type ZoneLine struct {
	Code        string `json:"code"`
	Description string `json:"description"`
	AmountMinor int64  `json:"amountMinor"`
}

// ZoneParcel is a parcel with its two prices.
type ZoneParcel struct {
	ShipmentID  string     `json:"shipmentId"`
	Shipment    string     `json:"shipment"`
	ShipOn      string     `json:"shipOn"`
	ArriveBy    string     `json:"arriveBy"`
	To          string     `json:"to"` // consignee
	Zip         string     `json:"zip"`
	Packages    int64      `json:"packages"`
	Pounds      int64      `json:"pounds"` // begun ones
	Door        *ZonePrice `json:"door"`   // from the warehouse
	Hub         *ZonePrice `json:"hub"`    // from the hub
	SavingMinor int64      `json:"savingMinor"`
	Why         string     `json:"why"` // code of why it stays; empty where it could ride
	asked       freight.Consignment
}

// ZoneGroup is the parcels that could ride to one hub, and whether that pays.
type ZoneGroup struct {
	Hub           freight.Hub  `json:"hub"`
	ShipOn        string       `json:"shipOn"`
	InjectOn      string       `json:"injectOn"` // the linehaul's arrival
	Parcels       []ZoneParcel `json:"parcels"`
	Packages      int64        `json:"packages"`
	Pallets       int64        `json:"pallets"`
	Pounds        int64        `json:"pounds"`
	CubicFeet     int64        `json:"cubicFeet"` // of the packages, begun ones
	DoorMinor     int64        `json:"doorMinor"`
	HubMinor      int64        `json:"hubMinor"`
	Linehaul      *ZonePrice   `json:"linehaul"` // nil where no contract goes there
	Truckload     bool         `json:"truckload"`
	LinehaulMinor int64        `json:"linehaulMinor"`
	SavingMinor   int64        `json:"savingMinor"` // door less hub less linehaul; negative where it costs more, 0 without a linehaul
	BreakEven     int64        `json:"breakEven"`   // parcels at which this linehaul pays for itself: its price over the mean saving of a parcel, up; 0 where it never does
}

// ZonePlan is the parcels of some days, by hub, the best saving first.
type ZonePlan struct {
	Currency string       `json:"currency"`
	Groups   []ZoneGroup  `json:"groups"`
	Stay     []ZoneParcel `json:"stay"` // that go from the warehouse, each with the reason
}

// ZoneGroupReq asks for chosen parcels to one hub.
type ZoneGroupReq struct {
	ZoneSkipReq
	HubID       string   `json:"HubId" validate:"required,max=40"`
	ShipmentIDs []string `json:"ShipmentIds" validate:"required,min=1,max=500,unique,dive,required,max=40"`
}

// ZonePlan tells which parcels could ride to which hub, and what that saves.
func (a *Area) ZonePlan(ctx context.Context, tx *store.Tx, req ZoneSkipReq) (ZonePlan, error) {
	return a.zonePlan(ctx, tx, req, "")
}

// ZoneGroup prices chosen parcels to one hub.
func (a *Area) ZoneGroup(ctx context.Context, tx *store.Tx, req ZoneGroupReq) (ZoneGroup, error) {
	g, _, err := a.zoneGroup(ctx, tx, req)
	return g, err
}

func (a *Area) zoneGroup(ctx context.Context, tx *store.Tx, req ZoneGroupReq) (ZoneGroup, string, error) {
	plan, err := a.zonePlan(ctx, tx, req.ZoneSkipReq, req.HubID)
	if err != nil {
		return ZoneGroup{}, "", err
	}
	at := slices.IndexFunc(plan.Groups, func(g ZoneGroup) bool { return g.Hub.ID == req.HubID })
	if at < 0 {
		return ZoneGroup{}, "", fail.Conflict("zone-skip-hub-gone")
	}
	g := plan.Groups[at]
	for i, id := range req.ShipmentIDs {
		if slices.ContainsFunc(g.Parcels, func(p ZoneParcel) bool { return p.ShipmentID == id }) {
			continue
		}
		number := ""
		if on, number2, err := tied(ctx, tx, req.Warehouse, id); err != nil {
			return g, "", err
		} else if on != "" {
			return g, "", fail.Conflict("zone-skip-taken", "number", number2, "skip", on)
		}
		for _, p := range plan.Stay {
			if p.ShipmentID == id {
				number = p.Shipment
			}
		}
		if number == "" { // another warehouse's, tendered meanwhile, or none at all
			return g, "", fail.Invalid(fail.Of("ShipmentIds", "zone-skip-parcel-gone", "n", int64(i+1)))
		}
		return g, "", fail.Conflict("zone-skip-parcel-stays", "number", number)
	}
	g.Parcels = slices.DeleteFunc(g.Parcels, func(p ZoneParcel) bool { return !slices.Contains(req.ShipmentIDs, p.ShipmentID) })
	return g, plan.Currency, a.sum(ctx, tx, req.Warehouse, &g)
}

// tied is the number of a warehouse's zone skip that a parcel rides with, and the parcel's own; empty where it rides with none.
func tied(ctx context.Context, tx *store.Tx, warehouse, shipmentID string) (skip, number string, err error) {
	r, _, err := store.Get[struct {
		Skip   string `db:"skip"`
		Number string `db:"number"`
	}](ctx, tx, `SELECT z.number AS skip, p.shipment AS number FROM routing_zone_parcel p JOIN routing_zone_skip z ON z.id = p.skip_id WHERE p.shipment_id = ? AND p.open = 1 AND z.warehouse = ?`, shipmentID, warehouse)
	return r.Skip, r.Number, err
}

// zonePlan lays the parcels out, by the hub from which each is cheapest; with a hub, by that one alone.
func (a *Area) zonePlan(ctx context.Context, tx *store.Tx, req ZoneSkipReq, only string) (ZonePlan, error) {
	out := ZonePlan{Groups: []ZoneGroup{}, Stay: []ZoneParcel{}}
	if !tx.By.SeesWarehouse(req.Warehouse) {
		return out, fail.Invalid(fail.Of("Warehouse", "warehouse-unknown", "warehouse", req.Warehouse))
	}
	var err error
	if out.Currency, err = a.Setup.Currency(ctx, tx); err != nil {
		return out, err
	}
	list, err := a.Shipments.Parcels(ctx, tx, req.Warehouse, req.From, req.To, mostParcels)
	if err != nil {
		return out, err
	}
	if len(list) > mostParcels {
		return out, fail.Invalid(fail.Of("To", "zone-skip-too-many", "most", int64(mostParcels)))
	}
	from, _, err := a.Sites.Site(ctx, tx, req.Warehouse)
	if err != nil {
		return out, err
	}
	var parcels []ZoneParcel
	var door []freight.ParcelAsk
	zips := []string{}
	for _, c := range list {
		p := zoneParcel(c)
		if elsewhere(c, from) {
			p.Why = "zone-skip-from-elsewhere"
		}
		if on, _, err := tied(ctx, tx, req.Warehouse, c.ShipmentID); err != nil {
			return out, err
		} else if on != "" {
			continue // shown with its zone skip
		}
		parcels, door = append(parcels, p), append(door, freight.ParcelAsk{Of: c})
		if zip := c.Destination.Zip; !slices.Contains(zips, zip) {
			zips = append(zips, zip)
		}
	}
	now, err := a.Rates.Parcels(ctx, tx, door)
	if err != nil {
		return out, err
	}
	hubs, err := a.Rates.ParcelHubs(ctx, tx, req.To, zips)
	if err != nil {
		return out, err
	}
	reach, err := a.reach(ctx, tx, req, from, hubs, only)
	if err != nil {
		return out, err
	}
	type way struct {
		parcel int
		hub    freight.Hub
	}
	var ways []way
	var asks []freight.ParcelAsk
	for i := range parcels {
		if !now[i].OK {
			parcels[i].Why = cmp.Or(parcels[i].Why, now[i].Why)
			continue
		}
		parcels[i].Door = zonePrice(now[i])
		if parcels[i].Why != "" {
			continue
		}
		for _, h := range hubs[parcels[i].Zip] {
			if reach[h.ID] == "" {
				continue
			}
			of := parcels[i].asked
			of.Origin, of.ShipOn, of.DayMeant, of.Carrier = h.Party, reach[h.ID], true, h.Carrier
			ways, asks = append(ways, way{i, h}), append(asks, freight.ParcelAsk{Carrier: h.Carrier, Of: of})
		}
	}
	then, err := a.Rates.Parcels(ctx, tx, asks)
	if err != nil {
		return out, err
	}
	best := map[int]int{}
	for n, w := range ways {
		if b, ok := best[w.parcel]; then[n].OK && (!ok || then[n].HomeMinor < then[b].HomeMinor) {
			best[w.parcel] = n
		}
	}
	for i := range parcels {
		p := &parcels[i]
		n, ok := best[i]
		switch {
		case p.Why != "":
		case !ok && len(hubs[p.Zip]) == 0:
			p.Why = "zone-skip-no-hub"
		case !ok:
			p.Why = "zone-skip-no-way"
		case then[n].HomeMinor >= p.Door.HomeMinor:
			p.Hub, p.Why = zonePrice(then[n]), "zone-skip-no-gain"
		}
		if p.Why != "" {
			out.Stay = append(out.Stay, *p)
			continue
		}
		p.Hub = zonePrice(then[n])
		p.SavingMinor = p.Door.HomeMinor - p.Hub.HomeMinor
		hub := ways[n].hub
		at := slices.IndexFunc(out.Groups, func(g ZoneGroup) bool { return g.Hub.ID == hub.ID })
		if at < 0 {
			at = len(out.Groups)
			out.Groups = append(out.Groups, ZoneGroup{Hub: hub, ShipOn: req.To, InjectOn: reach[hub.ID]})
		}
		out.Groups[at].Parcels = append(out.Groups[at].Parcels, *p)
	}
	for i := range out.Groups {
		if err := a.sum(ctx, tx, req.Warehouse, &out.Groups[i]); err != nil {
			return out, err
		}
	}
	slices.SortStableFunc(out.Groups, func(x, y ZoneGroup) int {
		return cmp.Or(cmp.Compare(y.SavingMinor, x.SavingMinor), cmp.Compare(x.Hub.Code, y.Hub.Code))
	})
	return out, nil
}

// reach gives the day on which a linehaul of one pallet is at each hub; a hub that no contract goes to is left out.
func (a *Area) reach(ctx context.Context, tx *store.Tx, req ZoneSkipReq, from freight.Party, hubs map[string][]freight.Hub, only string) (map[string]string, error) {
	var list []freight.Haul
	var ids []string
	for _, of := range hubs {
		for _, h := range of {
			if only != "" && h.ID != only || slices.Contains(ids, h.ID) {
				continue
			}
			ids = append(ids, h.ID)
			haul := freight.Haul{Warehouse: req.Warehouse, ShipOn: req.To, From: from, To: h.Party, Items: []freight.Item{pallets(1, 500, 1, h)}}
			list = append(list, haul)
			haul.Truckload = true
			list = append(list, haul)
		}
	}
	prices, err := a.Rates.Hauls(ctx, tx, list)
	out := map[string]string{}
	for i, id := range ids {
		for _, p := range prices[2*i : 2*i+2] {
			if p.OK && p.ArrivesOn > out[id] { // the later of the two: the parcels are there by then whichever hauls them
				out[id] = p.ArrivesOn
			}
		}
	}
	return out, err
}

// sum adds a group up and prices its linehaul, by the cheaper of a shared truck and a truckload.
func (a *Area) sum(ctx context.Context, tx *store.Tx, warehouse string, g *ZoneGroup) error {
	g.Packages, g.Pounds, g.DoorMinor, g.HubMinor, g.Linehaul, g.LinehaulMinor, g.BreakEven = 0, 0, 0, 0, nil, 0, 0
	var cubic int64
	for _, p := range g.Parcels {
		g.Packages, g.Pounds, g.DoorMinor, g.HubMinor = g.Packages+p.Packages, g.Pounds+p.Pounds, g.DoorMinor+p.Door.HomeMinor, g.HubMinor+p.Hub.HomeMinor
		for _, k := range p.asked.Packages {
			cubic += inchesUp(k.Length) * inchesUp(k.Width) * inchesUp(k.Height) * max(1, k.Count)
		}
	}
	g.CubicFeet = up(cubic, 1728)
	g.Pallets = max(1, up(cubic, palletCubic), up(g.Pounds, palletPounds))
	from, _, err := a.Sites.Site(ctx, tx, warehouse)
	if err != nil {
		return err
	}
	haul := freight.Haul{Warehouse: warehouse, ShipOn: g.ShipOn, From: from, To: g.Hub.Party, Items: []freight.Item{pallets(g.Pallets, g.Pounds, g.Packages, g.Hub)}}
	full := haul
	full.Truckload = true
	prices, err := a.Rates.Hauls(ctx, tx, []freight.Haul{haul, full})
	if err != nil {
		return err
	}
	for i, p := range prices {
		if p.OK && p.ArrivesOn <= g.InjectOn && (g.Linehaul == nil || p.HomeMinor < g.LinehaulMinor) {
			g.Linehaul = zonePrice(freight.ParcelPrice{Price: p.Price, CarrierName: p.CarrierName, Contract: p.Contract, HomeMinor: p.HomeMinor, ArrivesOn: p.ArrivesOn})
			g.LinehaulMinor, g.Truckload = p.HomeMinor, i == 1
		}
	}
	if g.SavingMinor = g.DoorMinor - g.HubMinor - g.LinehaulMinor; g.Linehaul == nil {
		g.SavingMinor = 0
	}
	if gain := g.DoorMinor - g.HubMinor; gain > 0 && g.Linehaul != nil {
		g.BreakEven = up(g.LinehaulMinor*int64(len(g.Parcels)), gain)
	}
	return nil
}

func up(n, of int64) int64 { return (n + of - 1) / of }

// inchesUp is a side in whole inches, up.
func inchesUp(m freight.Measure) int64 {
	per := rule.The.Inches[cmp.Or(m.Unit, "in")]
	return int64(math.Ceil(float64(m.Milli)/1000*per - 1e-9))
}

// pallets are the goods of a linehaul.
func pallets(n, pounds, packages int64, h freight.Hub) freight.Item {
	inch := func(n int64) freight.Measure { return freight.Measure{Milli: n * 1000, Unit: "in"} }
	return freight.Item{Description: "Parcels for " + h.CarrierName + " " + h.Code, Pieces: packages, PackageType: "CTN", Pallets: n, Weight: freight.Measure{Milli: max(1, pounds) * 1000, Unit: "lb"},
		Length: inch(palletLength), Width: inch(palletWidth), Height: inch(palletHeight)}
}

// elsewhere tells of a parcel that is not on the warehouse's dock, so that no linehaul of it has room for it: one that is sent back, or that goes from another address.
func elsewhere(c freight.Consignment, warehouse freight.Party) bool {
	from := c.Origin
	from.Name = warehouse.Name // whoever is named as the sender, it is the same dock
	return c.Parcel.Return != "" || from.Place() != warehouse.Place()
}

func zoneParcel(c freight.Consignment) ZoneParcel {
	p := ZoneParcel{ShipmentID: c.ShipmentID, Shipment: c.Number, ShipOn: c.ShipOn, ArriveBy: c.ArriveBy, To: c.Destination.Name, Zip: c.Destination.Zip, asked: c}
	var milli int64
	for _, k := range c.Packages {
		lb, _ := k.Weight.Pounds()
		n := max(1, k.Count)
		p.Packages, milli = p.Packages+n, milli+lb*n
	}
	p.Pounds = up(milli, 1000)
	return p
}

func zonePrice(p freight.ParcelPrice) *ZonePrice {
	out := &ZonePrice{Carrier: p.Price.Carrier, CarrierName: p.CarrierName, Contract: p.Contract, Zone: p.Zone, Currency: p.Price.Currency, TotalMinor: p.Price.TotalMinor, HomeMinor: p.HomeMinor, Days: p.Price.Days, ArrivesOn: p.ArrivesOn, Lines: []ZoneLine{}}
	for _, l := range p.Price.Lines {
		out.Lines = append(out.Lines, ZoneLine(l))
	}
	return out
}

// Price is the price as a shipment is given it.
func (p ZonePrice) Price() freight.Price {
	out := freight.Price{Carrier: p.Carrier, Currency: p.Currency, TotalMinor: p.TotalMinor, Days: p.Days}
	for _, l := range p.Lines {
		out.Lines = append(out.Lines, freight.PriceLine(l))
	}
	return out
}
