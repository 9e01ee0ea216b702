package rating

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/geo"
	"lading/server/op"
	"lading/server/rating/engine"
	"lading/server/store"
)

// RatesReq asks for prices without a shipment: two postal codes and what is to be moved.
type RatesReq struct {
	ShipOn   string            `json:"ShipOn" validate:"omitempty,day"`
	From     engine.Place      `json:"From"`
	To       engine.Place      `json:"To"`
	Items    []freight.Item    `json:"Items" validate:"max=200,dive"`
	Packages []engine.Package  `json:"Packages" validate:"max=200"`
	Parcels  []freight.Package `json:"Mailpieces" validate:"max=200,dive"` // packages as they were entered, in their own units
	Services []engine.Service  `json:"Services" validate:"max=40"`
	ArriveBy string            `json:"ArriveBy" validate:"omitempty,day"` // the day by which it must be there
	Mask     int               `json:"RateModeID" validate:"gte=0,lte=8191"`
	Carrier  string            `json:"Carrier" validate:"max=10"`
	Customer string            `json:"Customer" validate:"max=80"`
	Terms    freight.Terms     `json:"PaymentType" validate:"omitempty,oneof=P C T"` // collect has no price of ours: the consignee pays
	Stops    int               `json:"Stops" validate:"gte=0,lte=50"`
	// Warehouse is where it leaves from, for the organisation's rules; empty where nobody knows.
	Warehouse string `json:"WHSE" validate:"max=20"`
}

// Check wants two places that are known, and something to move.
func (r *RatesReq) Check() (bad []fail.Field) {
	for _, p := range []struct {
		name string
		at   *engine.Place
	}{{"From", &r.From}, {"To", &r.To}} {
		*p.at = place(freight.Party{Zip: p.at.Zip, State: p.at.State, Country: p.at.Country})
		if _, ok := geo.Locate(p.at.Zip); !ok || len(p.at.Zip) > 10 {
			bad = append(bad, fail.Of(p.name+".zip", "rate-place-unknown"))
		}
	}
	r.Packages, r.Parcels = append(r.Packages, parcels(r.Parcels)...), nil
	if len(r.Items) == 0 && len(r.Packages) == 0 {
		bad = append(bad, fail.Of("Items", "nothing-to-rate"))
	}
	if r.Terms == "C" {
		bad = append(bad, fail.Of("PaymentType", "rate-collect"))
	}
	for _, it := range r.Items {
		if _, ok := it.Weight.Pounds(); !ok || it.Weight.Milli <= 0 {
			bad = append(bad, fail.Of("Items", "weight-missing"))
			break
		}
		if _, ok := engine.ParseClass(it.Class); !ok && it.Class != "" && it.Class != "N/A" {
			bad = append(bad, fail.Of("Items", "tariff-not-class", "class", it.Class))
			break
		}
	}
	for n, k := range r.Packages {
		if k.Count > mostCounted {
			bad = append(bad, fail.Of(fmt.Sprintf("Packages[%d].count", n), "field-too-large", "limit", mostCounted))
		}
		if k.Weight <= 0 || k.Weight > engine.Int(100_000) || k.Length < 0 || k.Width < 0 || k.Height < 0 || max(k.Length, k.Width, k.Height) > engine.Int(10_000) || k.Count < 0 || k.Declared < 0 {
			bad = append(bad, fail.Of("Packages", "weight-missing"))
			break
		}
	}
	return append(bad, countable(r.Services)...)
}

// mostCounted is how many packages are alike at most, and what a service counts at most: pieces, miles, minutes.
const mostCounted = 1_000_000

// countable refuses services that count less than nothing, or without an end.
func countable(services []engine.Service) (bad []fail.Field) {
	for n, s := range services {
		field := fmt.Sprintf("Services[%d].quantity", n)
		switch {
		case s.Quantity < 0:
			bad = append(bad, fail.Of(field, "field-too-small", "limit", 0))
		case s.Quantity > engine.Int(mostCounted):
			bad = append(bad, fail.Of(field, "field-too-large", "limit", mostCounted))
		}
	}
	return bad
}

func (r *RatesReq) question() question {
	q := question{Preferred: r.Carrier, Customer: r.Customer, Mask: r.Mask, ArriveBy: r.ArriveBy, Request: engine.Request{ShipOn: r.ShipOn, From: r.From, To: r.To, Services: r.Services, Packages: r.Packages, Stops: r.Stops}}
	q.at = standing{r.Warehouse, "outbound", string(r.Terms), nil}
	q.goods(r.Items)
	return q
}

// seen refuses a warehouse that the user does not see.
func (r *RatesReq) seen(by store.Actor) error {
	if r.Warehouse != "" && !by.SeesWarehouse(r.Warehouse) {
		return fail.Invalid(fail.Of("WHSE", "warehouse-not-yours", "warehouse", r.Warehouse))
	}
	return nil
}

// providerTime is how long an outside provider may think.
const providerTime = 8 * time.Second

// Rates prices what nobody has made a shipment of. Own contracts answer first; outside providers, where there are any, are asked with no transaction open.
func (a *Area) Rates(ctx context.Context, c *op.Call, req RatesReq) (Answer, error) {
	if err := req.seen(c.By); err != nil {
		return Answer{}, err
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return Answer{}, err
	}
	q := req.question()
	var own Answer
	var markup func(engine.Mode) (engine.Markup, bool)
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		if q.Customer, err = a.Parties.Standing(ctx, tx, q.Customer); err != nil {
			return err
		}
		if own, err = a.rate(ctx, tx, q); err != nil {
			return err
		}
		if q.Runs, err = a.Carriers.CarrierDays(ctx, tx, own.Request.ShipOn, ahead); err != nil {
			return err
		}
		markup, err = a.markupOf(ctx, tx, q.Customer)
		return err
	})
	if err != nil || len(a.Providers) == 0 {
		return own, err
	}
	q.Request, q.Ruled = own.Request, own.Rules
	return a.choose(q, slices.Concat(stripped(own.Candidates), a.outside(ctx, q, markup))), nil
}

// stripped forgets the verdicts of a choice that is made anew, and keeps why there is no price.
func stripped(list []Candidate) []Candidate {
	for i := range list {
		if list[i].Quote != nil {
			list[i].Why = engine.Verdict{}
		}
	}
	return list
}

// outside asks every provider at once. One that fails is a candidate that says so.
func (a *Area) outside(ctx context.Context, q question, markup func(engine.Mode) (engine.Markup, bool)) []Candidate {
	ctx, cancel := context.WithTimeout(ctx, providerTime)
	defer cancel()
	found := make([][]Candidate, len(a.Providers))
	var wait sync.WaitGroup
	for i, p := range a.Providers {
		wait.Go(func() {
			quotes, err := p.Rate(ctx, q.Request)
			if err != nil {
				found[i] = []Candidate{{ID: p.Name(), Provider: p.Name(), CarrierName: p.Name(), Why: engine.Verdict{Code: "rate-provider-failed", Value: p.Name()}}}
				return
			}
			for _, quote := range quotes {
				k := Candidate{ID: p.Name() + "/" + quote.Tariff, Provider: p.Name(), Carrier: quote.Carrier, CarrierName: quote.Carrier, Tariff: quote.Tariff, TariffName: quote.Name, Mode: quote.Mode}
				k.price(&quote, q, markup)
				found[i] = append(found[i], k)
			}
		})
	}
	wait.Wait()
	return slices.Concat(found...)
}

// OrdersReq asks for prices of open orders that would go together.
type OrdersReq struct {
	OrderIDs []string         `json:"OrderIds" validate:"required,min=1,max=200,unique,dive,required,max=40"`
	ShipOn   string           `json:"ShipOn" validate:"omitempty,day"`
	Services []engine.Service `json:"Services" validate:"max=40"`
	Defaults bool             `json:"Defaults"` // the organisation's default services, too
	Mask     int              `json:"RateModeID" validate:"gte=0,lte=8191"`
}

// Check judges what tags cannot.
func (r *OrdersReq) Check() []fail.Field { return countable(r.Services) }

// RateOrders prices open orders before they are a shipment. They go from one warehouse to one place, as a shipment of them would.
func (a *Area) RateOrders(ctx context.Context, tx *store.Tx, req OrdersReq) (Answer, error) {
	orders, err := a.Orders.Look(ctx, tx, req.OrderIDs)
	if err != nil {
		return Answer{}, err
	}
	first := orders[0]
	c := freight.Consignment{Warehouse: first.Warehouse, Customer: first.Customer, ShipOn: first.ShipOn, Destination: first.Consignee, Carrier: first.Carrier, Terms: string(first.Terms)}
	for _, o := range orders {
		switch {
		case o.Terms == "C":
			return Answer{}, fail.Conflict("rate-collect", "number", o.Number)
		case o.Terms != first.Terms:
			return Answer{}, fail.Conflict("orders-differ-terms", "first", first.Number, "second", o.Number)
		case o.Warehouse != first.Warehouse:
			return Answer{}, fail.Conflict("orders-differ-warehouse", "first", first.Number, "second", o.Number)
		case o.Consignee.Zip != first.Consignee.Zip:
			return Answer{}, fail.Conflict("orders-differ-consignee", "first", first.Number, "second", o.Number)
		}
		if o.Carrier != first.Carrier {
			c.Carrier = "" // they do not agree on whom to prefer
		}
		if o.Customer != first.Customer {
			c.Customer = ""
		}
		if o.Customer != "" && !slices.Contains(c.Customers, o.Customer) {
			c.Customers = append(c.Customers, o.Customer)
		}
		c.ShipOn, c.ArriveBy = max(c.ShipOn, o.ShipOn), freight.Earlier(c.ArriveBy, o.DueOn)
		c.Items = append(c.Items, o.Items...)
	}
	if c.Origin, _, err = a.Sites.Site(ctx, tx, c.Warehouse); err != nil {
		return Answer{}, err
	}
	if req.ShipOn != "" {
		c.ShipOn = req.ShipOn
	}
	services := req.Services
	if req.Defaults {
		if services, err = withDefaults(ctx, tx, services); err != nil {
			return Answer{}, err
		}
	}
	q, err := a.dated(ctx, tx, consigned(c, services, req.Mask), c)
	if err != nil {
		return Answer{}, err
	}
	return a.rate(ctx, tx, q)
}

// consigned makes the question of a shipment.
func consigned(c freight.Consignment, services []engine.Service, mask int) question {
	for _, code := range c.Services { // what was asked for when the shipment was entered
		if !slices.ContainsFunc(services, func(s engine.Service) bool { return s.Code == code }) {
			services = append(slices.Clip(services), engine.Service{Code: code, Quantity: engine.Int(1)})
		}
	}
	if home := freight.ResidentialDelivery; c.Destination.Residential && !slices.ContainsFunc(services, func(s engine.Service) bool { return s.Code == home }) {
		services = append(slices.Clip(services), engine.Service{Code: home, Quantity: engine.Int(1)})
	}
	q := question{Preferred: c.Carrier, Customer: c.Customer, Mask: mask, ArriveBy: c.ArriveBy, Request: engine.Request{ShipOn: c.ShipOn, From: place(c.Origin), To: place(c.Destination), Services: services, Stops: len(c.Drops)}}
	q.at = standing{c.Warehouse, "outbound", c.Terms, c.Customers}
	if c.Inbound {
		q.at.direction = "inbound"
	}
	if len(c.Packages) == 0 {
		q.goods(c.Items)
	}
	q.Request.Packages = parcels(c.Packages)
	return q
}

// parcels are packages in the engine's measures.
func parcels(list []freight.Package) []engine.Package {
	var out []engine.Package
	for _, p := range list {
		lb, _ := p.Weight.Pounds()
		out = append(out, engine.Package{Length: inches(p.Length), Width: inches(p.Width), Height: inches(p.Height), Weight: engine.Dec(lb) * 10, Count: int(p.Count), Loose: p.Loose, Declared: engine.Cents(p.DeclaredMinor),
			Signature: engine.Signature(p.Signature)})
	}
	return out
}

// ParcelReq asks one parcel carrier. The documents' flag selects an operation and they show no value for it; rating is the one there is, and another is refused.
type ParcelReq struct {
	RatesReq
	Flag string `json:"Flag" validate:"omitempty,oneof=rate"`
}

// ParcelCarrier prices packages by the contracts of the one carrier that was selected.
func (a *Area) ParcelCarrier(ctx context.Context, tx *store.Tx, req ParcelReq) (Answer, error) {
	if req.Carrier == "" || len(req.Packages) == 0 {
		field := map[bool]string{true: "Carrier", false: "Packages"}[req.Carrier == ""]
		return Answer{}, fail.Invalid(fail.Of(field, "field-required"))
	}
	if err := req.seen(tx.By); err != nil {
		return Answer{}, err
	}
	q := req.question()
	q.Mask = bits[engine.ModeParcel]
	ans, err := a.rate(ctx, tx, q)
	if err != nil {
		return ans, err
	}
	return a.choose(question{Preferred: q.Preferred, Customer: q.Customer, Mask: q.Mask, ArriveBy: q.ArriveBy, Request: ans.Request, Ruled: ans.Rules}, slices.DeleteFunc(stripped(ans.Candidates), func(c Candidate) bool { return c.Carrier != req.Carrier })), nil
}

// ModeRow is a rate mode of the documents.
type ModeRow struct {
	ID   int    `json:"RateModeID"`
	Name string `json:"RateMode"`
}

// Modes lists the rate modes by their bits, and the id that means all.
func (a *Area) Modes(_ context.Context, _ *store.Tx, _ op.None) ([]ModeRow, error) {
	return []ModeRow{{allModes, "all"}, {1, "LTL"}, {2, "parcel"}, {4, "domestic air"}, {8, "international air"}, {16, "volume LTL"}, {32, "TL/LCL/FCL/MTL"}, {64, "ocean"}, {128, "expedited"},
		{256, "intermodal"}, {512, "flatbed"}, {1024, "reefer"}, {2048, "rail"}, {4096, "DAT"}}, nil
}

// TransitReq asks how long it takes between two postal codes.
type TransitReq struct {
	From   engine.Place `json:"From"`
	To     engine.Place `json:"To"`
	ShipOn string       `json:"ShipOn" validate:"omitempty,day"`
}

// Check wants two places that are known.
func (r *TransitReq) Check() []fail.Field {
	ask := RatesReq{From: r.From, To: r.To, Packages: []engine.Package{{Weight: engine.Int(1)}}}
	bad := ask.Check()
	r.From, r.To = ask.From, ask.To
	return bad
}

// TransitRow is a carrier's service on the way.
type TransitRow struct {
	Carrier     string      `json:"carrier"`
	CarrierName string      `json:"carrierName"`
	TariffName  string      `json:"tariffName"`
	Version     int         `json:"version"`
	Mode        engine.Mode `json:"mode"`
	Days        int         `json:"days"`
	Estimated   bool        `json:"estimated"`
	ArrivesOn   string      `json:"arrivesOn"`
}

// TransitResp is the distance and the carriers that go there, the fastest first.
type TransitResp struct {
	ShipOn   string       `json:"shipOn"`
	Miles    engine.Dec   `json:"miles"`
	Straight engine.Dec   `json:"straight"`
	Distance string       `json:"distance"`
	Rows     []TransitRow `json:"rows"`
}

// Transit tells how long each contract's carrier takes. Days that a contract does not name are estimated from the miles, and say so.
func (a *Area) Transit(ctx context.Context, tx *store.Tx, req TransitReq) (TransitResp, error) {
	resp := TransitResp{ShipOn: req.ShipOn, Distance: a.distances().Name(), Rows: []TransitRow{}}
	if resp.ShipOn == "" {
		resp.ShipOn = day(tx)
	}
	resp.Miles, resp.Straight, _ = a.distances().Between(req.From, req.To)
	list, _, err := a.inForce(ctx, tx, resp.ShipOn)
	if err != nil {
		return resp, err
	}
	carriers, err := a.Carriers.Carriers(ctx, tx)
	if err != nil {
		return resp, err
	}
	calendars, err := a.Carriers.CarrierDays(ctx, tx, resp.ShipOn, ahead)
	if err != nil {
		return resp, err
	}
	way := question{Runs: calendars, Request: engine.Request{ShipOn: resp.ShipOn, From: req.From, To: req.To}}
	for _, t := range list {
		lane, ok := t.Lane(req.From, req.To)
		at := slices.IndexFunc(carriers, func(c freight.Carrier) bool { return c.SCAC == t.Carrier })
		if !ok || at < 0 {
			continue
		}
		r := TransitRow{Carrier: t.Carrier, CarrierName: carriers[at].Name, TariffName: t.Name, Version: t.Version, Mode: t.Mode, Days: lane.Days}
		if r.Days == 0 {
			r.Days, r.Estimated = daysFor(resp.Miles, t.Mode), true
		}
		r.ArrivesOn = way.arrives(r.Carrier, r.Days)
		resp.Rows = append(resp.Rows, r)
	}
	slices.SortStableFunc(resp.Rows, func(x, y TransitRow) int { return x.Days - y.Days })
	return resp, nil
}
