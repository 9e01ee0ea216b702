package routing

import (
	"context"
	"fmt"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/message"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/server/store/listing"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// ZoneState is how far a zone skip is.
type ZoneState string

// The states. A linehaul that is tendered takes its parcels along: each is tendered to the hub's carrier at its price from there.
const (
	ZoneBuilt    ZoneState = "built"
	ZoneTendered ZoneState = "tendered"
	ZoneUndone   ZoneState = "undone"
)

// Values lists the states.
func (ZoneState) Values() []string { return []string{"built", "tendered", "undone"} }

// ZoneSkip is parcels that ride one linehaul to a hub.
type ZoneSkip struct {
	ID            string                  `json:"id" db:"id"`
	Number        string                  `json:"number" db:"number"`
	Warehouse     string                  `json:"warehouse" db:"warehouse"`
	State         ZoneState               `json:"state" db:"state"`
	Hub           store.JSON[freight.Hub] `json:"hub" db:"hub"`
	ShipOn        string                  `json:"shipOn" db:"ship_on"`
	InjectOn      string                  `json:"injectOn" db:"inject_on"`
	ShipmentID    string                  `json:"shipmentId" db:"shipment_id"` // the linehaul
	Shipment      string                  `json:"shipment" db:"shipment"`
	Currency      string                  `json:"currency" db:"currency"`
	Linehaul      store.JSON[ZonePrice]   `json:"linehaul" db:"linehaul"`
	Parcels       int64                   `json:"parcels" db:"parcels"`
	Packages      int64                   `json:"packages" db:"packages"`
	Pallets       int64                   `json:"pallets" db:"pallets"`
	Pounds        int64                   `json:"pounds" db:"pounds"`
	DoorMinor     int64                   `json:"doorMinor" db:"door_minor"`
	HubMinor      int64                   `json:"hubMinor" db:"hub_minor"`
	LinehaulMinor int64                   `json:"linehaulMinor" db:"linehaul_minor"`
	SavingMinor   int64                   `json:"savingMinor" db:"saving_minor"`
	At            store.Time              `json:"at" db:"at"`
	By            string                  `json:"-" db:"by_user"`
	ByName        string                  `json:"byName" db:"by_name"`
	EndedAt       store.Time              `json:"endedAt" db:"ended_at"`
	Riders        []ZoneRider             `json:"riders" db:"-"`
}

// Place is the warehouse that the zone skip lies in.
func (z ZoneSkip) Place() string { return z.Warehouse }

// ZoneRider is a parcel of a zone skip, with the two prices that it was built by.
type ZoneRider struct {
	SkipID     string                `json:"-" db:"skip_id"`
	ShipmentID string                `json:"shipmentId" db:"shipment_id"`
	Shipment   string                `json:"shipment" db:"shipment"`
	Open       bool                  `json:"open" db:"open"` // it rides
	Asked      string                `json:"-" db:"asked"`
	Door       store.JSON[ZonePrice] `json:"door" db:"door"`
	Hub        store.JSON[ZonePrice] `json:"hub" db:"hub"`
}

// BuildZoneReq builds a zone skip at the figures that the person saw.
type BuildZoneReq struct {
	ZoneGroupReq
	LinehaulMinor int64 `json:"LinehaulMinor" validate:"gt=0"`
	SavingMinor   int64 `json:"SavingMinor"`
}

// BuildZoneSkip makes the linehaul's shipment and ties the parcels to it: all of them or none. Of two people who build with one parcel the second is told with what it rides.
func (a *Area) BuildZoneSkip(ctx context.Context, tx *store.Tx, req BuildZoneReq) (ZoneSkip, error) {
	if err := op.Need(tx, right.SeeMoney); err != nil { // it is built at a price
		return ZoneSkip{}, err
	}
	g, currency, err := a.zoneGroup(ctx, tx, req.ZoneGroupReq)
	switch {
	case err != nil:
		return ZoneSkip{}, err
	case g.Linehaul == nil:
		return ZoneSkip{}, fail.Conflict("zone-skip-no-linehaul", "hub", g.Hub.Code)
	case g.LinehaulMinor != req.LinehaulMinor || g.SavingMinor != req.SavingMinor:
		return ZoneSkip{}, fail.Conflict("zone-skip-changed", "hub", g.Hub.Code)
	case g.Hub.Party.Street == "" || g.Hub.Party.City == "":
		return ZoneSkip{}, fail.Conflict("zone-skip-hub-address", "hub", g.Hub.Code)
	}
	var n int64
	if err := tx.QueryRowContext(ctx, `UPDATE routing_zone_sequence SET next = next + 1 WHERE id = 1 RETURNING next - 1`).Scan(&n); err != nil {
		return ZoneSkip{}, fmt.Errorf("number a zone skip: %w", err)
	}
	z := ZoneSkip{ID: ulid.Make().String(), Number: fmt.Sprintf("ZS%d", n), Warehouse: req.Warehouse, State: ZoneBuilt, Hub: store.JSON[freight.Hub]{V: g.Hub}, ShipOn: g.ShipOn, InjectOn: g.InjectOn, Currency: currency,
		Linehaul: store.JSON[ZonePrice]{V: *g.Linehaul}, Parcels: int64(len(g.Parcels)), Packages: g.Packages, Pallets: g.Pallets, Pounds: g.Pounds, DoorMinor: g.DoorMinor, HubMinor: g.HubMinor, LinehaulMinor: g.LinehaulMinor,
		SavingMinor: g.SavingMinor, At: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name, Riders: []ZoneRider{}}
	mode := "LTL"
	if g.Truckload {
		mode = "TL"
	}
	ref, err := a.Shipments.BuildLinehaul(ctx, tx, freight.Linehaul{Warehouse: z.Warehouse, Number: z.Number, Mode: mode, ShipOn: z.ShipOn, To: g.Hub.Party, Item: pallets(g.Pallets, g.Pounds, g.Packages, g.Hub),
		Instruction: message.Text(tx.By.Language, "zone-skip-instruction", map[string]any{"skip": z.Number, "hub": g.Hub.Code, "carrier": g.Hub.CarrierName})})
	if err != nil {
		return z, err
	}
	z.ShipmentID, z.Shipment = ref.ID, ref.Number
	if err := store.Insert(ctx, tx, "routing_zone_skip", z); err != nil {
		return z, fmt.Errorf("insert zone skip: %w", err)
	}
	for _, p := range g.Parcels {
		r := ZoneRider{SkipID: z.ID, ShipmentID: p.ShipmentID, Shipment: p.Shipment, Open: true, Asked: askedOf(p.asked), Door: store.JSON[ZonePrice]{V: *p.Door}, Hub: store.JSON[ZonePrice]{V: *p.Hub}}
		if err := store.Insert(ctx, tx, "routing_zone_parcel", r); err != nil {
			return z, fmt.Errorf("tie parcel %s: %w", p.Shipment, err)
		}
		if err := a.Shipments.Record(ctx, tx, p.ShipmentID, "zone-skip-joined", map[string]any{"skip": z.Number, "shipment": z.Shipment, "hub": g.Hub.Code}); err != nil {
			return z, err
		}
		z.Riders = append(z.Riders, r)
	}
	return z, nil
}

// askedOf is what a parcel's prices were made for.
func askedOf(c freight.Consignment) string {
	b, err := json.Marshal([]any{c.Warehouse, c.ShipOn, c.ArriveBy, c.Destination.Street, c.Destination.Place(), c.Destination.Residential, c.Packages, c.Services})
	if err != nil {
		panic("what a parcel is priced by: " + err.Error()) // plain structs
	}
	return string(b)
}

// ZoneSkipsReq asks for the zone skips of a warehouse; of all that the user sees without one.
type ZoneSkipsReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
}

// ZoneSkips lists the newest zone skips.
func (a *Area) ZoneSkips(ctx context.Context, tx *store.Tx, req ZoneSkipsReq) ([]ZoneSkip, error) {
	var w listing.Where
	w.And("1")
	w.Mine(tx.By)
	if req.Warehouse != "" {
		w.And("warehouse = ?", req.Warehouse)
	}
	list, err := store.Select[ZoneSkip](ctx, tx, `SELECT * FROM routing_zone_skip WHERE `+w.String()+` ORDER BY at DESC, id DESC LIMIT 200`, w.Args...)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Riders, err = riders(ctx, tx, list[i].ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func riders(ctx context.Context, tx *store.Tx, skipID string) ([]ZoneRider, error) {
	return store.Select[ZoneRider](ctx, tx, `SELECT * FROM routing_zone_parcel WHERE skip_id = ? ORDER BY shipment`, skipID)
}

// ZoneReq names a zone skip.
type ZoneReq struct {
	ID string `json:"ZoneSkipId" validate:"required,max=40"`
}

// UndoZoneSkip takes a zone skip back before its linehaul is tendered: the linehaul is archived, and the parcels go on by themselves.
func (a *Area) UndoZoneSkip(ctx context.Context, tx *store.Tx, req ZoneReq) (ZoneSkip, error) {
	if err := op.Need(tx, right.SeeMoney); err != nil { // the answer has its figures
		return ZoneSkip{}, err
	}
	z, err := store.Find[ZoneSkip](ctx, tx, fail.NotFound("zone-skip-unknown"), `SELECT * FROM routing_zone_skip WHERE id = ?`, req.ID)
	if err != nil {
		return z, err
	}
	if z.State != ZoneBuilt {
		return z, fail.Conflict("zone-skip-"+string(z.State), "skip", z.Number, "shipment", z.Shipment).With(z)
	}
	if err := a.Shipments.DropLinehaul(ctx, tx, z.ShipmentID, message.Text(tx.By.Language, "zone-skip-taken-back", map[string]any{"skip": z.Number})); err != nil {
		return z, err
	}
	if z, _, err = store.Get[ZoneSkip](ctx, tx, `SELECT * FROM routing_zone_skip WHERE id = ?`, z.ID); err != nil {
		return z, err
	}
	z.Riders, err = riders(ctx, tx, z.ID)
	return z, err
}

// skipOf finds the zone skip of a linehaul.
func skipOf(ctx context.Context, tx *store.Tx, shipmentID string) (ZoneSkip, bool, error) {
	return store.Get[ZoneSkip](ctx, tx, `SELECT * FROM routing_zone_skip WHERE shipment_id = ?`, shipmentID)
}

// Ride tells at which hub a parcel that rides enters its carrier's network, and for which day it was priced there. One whose linehaul is not tendered yet is refused:
// it is tendered with that.
func (a *Area) Ride(ctx context.Context, tx *store.Tx, shipmentID string) (hub freight.Party, injectOn string, rides bool, err error) {
	r, rides, err := store.Get[struct {
		Number   string                  `db:"number"`
		Parcel   string                  `db:"parcel"`
		State    ZoneState               `db:"state"`
		Hub      store.JSON[freight.Hub] `db:"hub"`
		InjectOn string                  `db:"inject_on"`
	}](ctx, tx, `SELECT z.number, p.shipment AS parcel, z.state, z.hub, z.inject_on FROM routing_zone_parcel p JOIN routing_zone_skip z ON z.id = p.skip_id WHERE p.shipment_id = ? AND p.open = 1`, shipmentID)
	if err == nil && rides && r.State == ZoneBuilt {
		err = fail.Conflict("zone-skip-rides", "number", r.Parcel, "skip", r.Number)
	}
	return r.Hub.V.Party, r.InjectOn, rides, err
}

// zoneTendered tenders the parcels of a linehaul that is tendered, each to the hub's carrier at its price from the hub. A parcel that rides is not tendered before its linehaul.
func (a *Area) zoneTendered(ctx context.Context, tx *store.Tx, e event.ShipmentTendered) error {
	z, ok, err := skipOf(ctx, tx, e.ShipmentID)
	if err != nil || ok && z.State != ZoneBuilt {
		return err
	}
	if !ok {
		_, _, _, err := a.Ride(ctx, tx, e.ShipmentID)
		return err
	}
	haul, err := a.Shipments.Consignment(ctx, tx, z.ShipmentID)
	if err != nil {
		return err
	}
	if to := z.Hub.V.Party; haul.ShipOn != z.ShipOn || haul.Destination.Street != to.Street || haul.Destination.Place() != to.Place() { // the prices from the hub are of that place and that day
		return fail.Conflict("zone-skip-parcel-changed", "number", z.Shipment, "skip", z.Number)
	}
	list, err := riders(ctx, tx, z.ID)
	if err != nil {
		return err
	}
	from, _, err := a.Sites.Site(ctx, tx, z.Warehouse)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE routing_zone_skip SET state = 'tendered' WHERE id = ?`, z.ID); err != nil { // before its parcels, which would be refused otherwise
		return err
	}
	for _, r := range list {
		c, err := a.Shipments.Consignment(ctx, tx, r.ShipmentID)
		if err != nil {
			return err
		}
		if !r.Open || askedOf(c) != r.Asked || elsewhere(c, from) {
			return fail.Conflict("zone-skip-parcel-changed", "number", r.Shipment, "skip", z.Number)
		}
		if err := a.Shipments.AwardRide(ctx, tx, r.ShipmentID, freight.Ride{LinehaulID: z.ShipmentID, Hub: z.Hub.V.Party, InjectOn: z.InjectOn}, r.Hub.V.Price()); err != nil {
			return fmt.Errorf("tender parcel %s of zone skip %s: %w", r.Shipment, z.Number, err)
		}
	}
	return nil
}
