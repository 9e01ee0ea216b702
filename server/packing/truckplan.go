package packing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/packing/truck"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// TruckStop is an order of a load plan.
type TruckStop struct {
	OrderID   string        `json:"OrderId"`
	Number    string        `json:"OrderNumber"`
	Consignee freight.Party `json:"Consignee"`
	Stop      int           `json:"Stop"`    // from 1; orders of one consignee that follow one another share it
	Changed   bool          `json:"Changed"` // its goods are other ones now, or it is there no more
}

// TruckPlan is a load plan.
type TruckPlan struct {
	ID        string                     `json:"TruckId" db:"id"`
	Number    string                     `json:"Number" db:"number"`
	Name      string                     `json:"Name" db:"name"`
	Warehouse string                     `json:"WHSE" db:"warehouse"`
	Trailer   string                     `json:"Trailer" db:"trailer"`
	Gap       int64                      `json:"Gap" db:"gap"`
	Orders    store.JSON[[]TruckStop]    `json:"Orders" db:"orders"`
	Pallets   store.JSON[[]truck.Pallet] `json:"Pallets" db:"pallets"`
	Puts      store.JSON[[]truck.Put]    `json:"Puts" db:"puts"`
	Rev       int64                      `json:"Rev" db:"rev"`
	CreatedAt store.Time                 `json:"CreatedAt" db:"created_at"`
	ByName    string                     `json:"ByName" db:"by_name"`
	At        store.Time                 `json:"At" db:"at"`
	ChangedBy string                     `json:"ChangedBy" db:"changed_by"`
	Of        truck.Trailer              `json:"Measures" db:"-"`
	Load      truck.Load                 `json:"Load" db:"-"`
}

// Place is the warehouse that the truck is loaded at.
func (p TruckPlan) Place() string { return p.Warehouse }

func trailerOf(code string) truck.Trailer {
	return truck.Trailers[max(0, slices.IndexFunc(truck.Trailers, func(t truck.Trailer) bool { return t.Code == code }))]
}

// laid fills in what follows from the steps of loading.
func (p TruckPlan) laid() TruckPlan {
	p.Of = trailerOf(p.Trailer)
	p.Load = truck.Lay(p.Of, p.Pallets.V, p.Puts.V, p.Gap)
	return p
}

func findTruck(ctx context.Context, tx *store.Tx, id string) (TruckPlan, error) {
	return store.Find[TruckPlan](ctx, tx, fail.NotFound("truck-plan-unknown"), `SELECT * FROM packing_truck WHERE id = ?`, id)
}

// mostOnTruck is how many pallets one plan takes.
const mostOnTruck = 120

// TruckBuildReq has orders laid into a trailer.
type TruckBuildReq struct {
	Name    string   `json:"Name" validate:"max=80" field:"trim"`
	Orders  []string `json:"Orders" validate:"required,min=1,max=60,unique,dive,required,max=40"` // by number, in the order of delivery
	Trailer string   `json:"Trailer" validate:"required,oneof=van-53 van-48 reefer-53"`
}

// BuildTruck lays the pallets of orders into a trailer, last in first out, and keeps that as a plan.
func (a *Area) BuildTruck(ctx context.Context, tx *store.Tx, req TruckBuildReq) (TruckPlan, error) {
	p := TruckPlan{ID: ulid.Make().String(), Name: req.Name, Trailer: req.Trailer, Rev: 1, CreatedAt: store.At(tx.Now), ByName: tx.By.Name, At: store.At(tx.Now), ChangedBy: tx.By.Name}
	place, stop := "", 0
	for i, number := range req.Orders {
		o, err := a.Orders.Find(ctx, tx, strings.TrimSpace(number))
		if fail.CodeOf(err) != "" {
			return p, fail.Invalid(fail.Of(fmt.Sprintf("Orders[%d]", i), "truck-order-unknown", "order", number))
		}
		if err != nil {
			return p, err
		}
		if p.Warehouse == "" {
			p.Warehouse = o.Warehouse
		}
		switch {
		case o.Warehouse != p.Warehouse:
			return p, fail.Invalid(fail.Of(fmt.Sprintf("Orders[%d]", i), "orders-of-another-warehouse", "order", o.Number, "warehouse", o.Warehouse))
		case slices.ContainsFunc(p.Orders.V, func(s TruckStop) bool { return s.OrderID == o.ID }):
			continue
		}
		if at := o.Consignee.Place() + o.Consignee.Street; at != place || stop == 0 {
			place, stop = at, stop+1
		}
		p.Orders.V = append(p.Orders.V, TruckStop{OrderID: o.ID, Number: o.Number, Consignee: o.Consignee, Stop: stop})
		p.Pallets.V = append(p.Pallets.V, palletsOf(o, stop)...)
	}
	if n := len(p.Pallets.V); n == 0 || n > mostOnTruck {
		return p, fail.Invalid(fail.Of("Orders", "truck-pallets-wrong", "count", n, "most", mostOnTruck))
	}
	p.Puts.V, p.Gap = truck.Auto(trailerOf(p.Trailer), p.Pallets.V)
	var n int64
	if err := tx.QueryRowContext(ctx, `UPDATE packing_truck_sequence SET next = next + 1 WHERE id = 1 RETURNING next - 1`).Scan(&n); err != nil {
		return p, fmt.Errorf("number a load plan: %w", err)
	}
	if p.Number = fmt.Sprintf("LP%d", n); p.Name == "" {
		p.Name = p.Number
	}
	return p.laid(), store.Insert(ctx, tx, "packing_truck", p)
}

// palletsOf are the pallets of an order. What stands on none is one together; a pallet that nobody measured is 48 × 40 × 48 inches.
func palletsOf(o freight.Order, stop int) (out []truck.Pallet) {
	for line, it := range o.Items {
		milli, _ := it.Weight.Pounds()
		n := max(1, it.Pallets)
		p := truck.Pallet{Order: o.Number, Stop: stop, Length: wholeInches(it.Length), Width: wholeInches(it.Width), Height: wholeInches(it.Height), Stackable: it.Stackable, Keeps: it.Temperature, Hazards: []freight.Hazmat{}}
		if it.Pallets == 0 || p.Length == 0 || p.Width == 0 || p.Height == 0 {
			p.Length, p.Width, p.Height, p.Assumed = 48, 40, 48, true
		}
		if it.Hazmat != nil {
			p.Hazards = append(p.Hazards, freight.Hazmat{UN: it.Hazmat.UN, Class: it.Hazmat.Class, Subsidiary: it.Hazmat.Subsidiary, PackingGroup: it.Hazmat.PackingGroup, LimitedQty: it.Hazmat.LimitedQty})
		}
		pounds := (milli + 999) / 1000
		for i := range min(n, mostOnTruck+1) {
			p.ID = fmt.Sprintf("%s/%d/%d", o.Number, line+1, i+1)
			p.Pounds = pounds/n + min(1, max(0, pounds%n-i))
			out = append(out, p)
		}
	}
	return out
}

// wholeInches is a length in whole inches, a begun one counted.
func wholeInches(m freight.Measure) int64 {
	mils, _ := inches(m, true)
	return (mils + 999) / 1000
}

// TruckReq names a load plan.
type TruckReq struct {
	ID string `json:"TruckId" validate:"required,max=40"`
}

// Truck gives a load plan, and says which of its orders are not what they were.
func (a *Area) Truck(ctx context.Context, tx *store.Tx, req TruckReq) (TruckPlan, error) {
	p, err := findTruck(ctx, tx, req.ID)
	if err != nil {
		return p, err
	}
	for i := range p.Orders.V {
		s := &p.Orders.V[i]
		o, err := a.Orders.Find(ctx, tx, s.Number)
		if err != nil && fail.CodeOf(err) == "" {
			return p, err
		}
		had := slices.DeleteFunc(slices.Clone(p.Pallets.V), func(q truck.Pallet) bool { return q.Order != s.Number })
		s.Changed = err != nil || o.ID != s.OrderID || !slices.EqualFunc(had, palletsOf(o, s.Stop), func(x, y truck.Pallet) bool {
			return x.ID == y.ID && x.Pounds == y.Pounds && x.Length == y.Length && x.Width == y.Width && x.Height == y.Height && x.Stackable == y.Stackable && x.Keeps == y.Keeps && slices.Equal(x.Hazards, y.Hazards)
		})
	}
	return p.laid(), nil
}

// TruckPlans lists the newest load plans of the user's warehouses.
func (a *Area) TruckPlans(ctx context.Context, tx *store.Tx, _ op.None) ([]TruckPlan, error) {
	list, err := store.Select[TruckPlan](ctx, tx, `SELECT * FROM packing_truck WHERE ?1 OR warehouse IN (SELECT value FROM json_each(?2)) ORDER BY created_at DESC, number DESC LIMIT 500`,
		tx.By.Warehouses == nil, store.JSON[[]string]{V: tx.By.Warehouses})
	for i := range list {
		list[i] = list[i].laid()
	}
	return list, err
}

// TruckMoveReq changes how a truck is loaded: where one pallet stands, how much is left free at the nose, the trailer, or all of it anew.
type TruckMoveReq struct {
	ID      string     `json:"TruckId" validate:"required,max=40"`
	Rev     int64      `json:"Rev" validate:"gte=1"`
	Pallet  string     `json:"PalletId" validate:"max=60"`
	To      int        `json:"To" validate:"gte=0,lte=120"` // which step of loading it is then, from 0
	Lane    truck.Lane `json:"Lane" validate:"omitempty,oneof=left right"`
	On      bool       `json:"On"` // the pallet of the step before
	Turned  bool       `json:"Turned"`
	Gap     *int64     `json:"Gap" validate:"omitnil,gte=0,lte=400"`
	Trailer string     `json:"Trailer" validate:"omitempty,oneof=van-53 van-48 reefer-53"` // another one; all is laid anew
	Anew    bool       `json:"Anew"`
}

// Check wants something that changes.
func (r *TruckMoveReq) Check() []fail.Field {
	switch {
	case r.Pallet == "" && r.Gap == nil && r.Trailer == "" && !r.Anew:
		return []fail.Field{fail.Of("PalletId", "field-required")}
	case r.Pallet != "" && r.Lane == "":
		return []fail.Field{fail.Of("Lane", "field-required")}
	}
	return nil
}

// MoveOnTruck changes how a truck is loaded, and tells what that does to its axles and to who stands in whose way.
func (a *Area) MoveOnTruck(ctx context.Context, tx *store.Tx, req TruckMoveReq) (TruckPlan, error) {
	p, err := findTruck(ctx, tx, req.ID)
	if err != nil {
		return p, err
	}
	if p.Rev != req.Rev {
		return p, fail.Conflict("row-changed-meanwhile").With(p.laid())
	}
	if req.Trailer != "" {
		p.Trailer = req.Trailer
	}
	if req.Anew || req.Trailer != "" {
		p.Puts.V, p.Gap = truck.Auto(trailerOf(p.Trailer), p.Pallets.V)
	}
	if req.Gap != nil {
		p.Gap = *req.Gap
	}
	if req.Pallet != "" {
		at := slices.IndexFunc(p.Puts.V, func(s truck.Put) bool { return s.ID == req.Pallet })
		if at < 0 {
			return p, fail.NotFound("truck-plan-unknown")
		}
		rest := slices.Delete(slices.Clone(p.Puts.V), at, at+1)
		if at < len(rest) && !p.Puts.V[at].On && rest[at].On { // what stood on it is on the floor now
			rest[at].On = false
		}
		to := min(req.To, len(rest))
		p.Puts.V = slices.Insert(rest, to, truck.Put{ID: req.Pallet, Lane: req.Lane, On: req.On && to > 0, Turned: req.Turned})
	}
	p.Rev, p.At, p.ChangedBy = p.Rev+1, store.At(tx.Now), tx.By.Name
	if _, err := tx.ExecContext(ctx, `UPDATE packing_truck SET trailer = ?, gap = ?, puts = ?, rev = ?, at = ?, changed_by = ? WHERE id = ?`, p.Trailer, p.Gap, p.Puts, p.Rev, p.At, p.ChangedBy, p.ID); err != nil {
		return p, err
	}
	return a.Truck(ctx, tx, TruckReq{p.ID})
}

// DropTruck forgets a load plan.
func (a *Area) DropTruck(ctx context.Context, tx *store.Tx, req TruckReq) (op.None, error) {
	p, err := findTruck(ctx, tx, req.ID)
	if err != nil {
		return op.None{}, err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM packing_truck WHERE id = ?`, p.ID)
	return op.None{}, err
}
