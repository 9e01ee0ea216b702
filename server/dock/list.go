package dock

import (
	"context"
	"slices"
	"time"

	"lading/server/kit/evidence"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/gs1"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// seen are the warehouses that the person may see.
func (a *Area) seen(ctx context.Context, tx *store.Tx) ([]freight.Site, error) {
	sites, err := a.Sites.Sites(ctx, tx)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(sites, func(s freight.Site) bool { return !tx.By.SeesWarehouse(s.ID) }), nil
}

// sight is the person's warehouses as a JSON list for a query, or null for all.
func sight(by store.Actor) *string {
	if by.Warehouses == nil {
		return nil
	}
	b, err := json.Marshal(by.Warehouses)
	if err != nil {
		panic(err) // a list of strings
	}
	s := string(b)
	return &s
}

// ListReq scopes the dock view.
type ListReq struct {
	Warehouse string   `json:"Warehouse" validate:"max=20"`
	Carrier   string   `json:"Carrier" validate:"max=10"`
	Date      string   `json:"Date" validate:"omitempty,day"`
	Stage     string   `json:"Stage" validate:"omitempty,oneof=live"` // as the documents have it; there is no other
	States    []string `json:"States" validate:"max=7,dive,oneof=waiting arrived loading loaded signed left void"`
}

// List gives the loads of the person's docks, those that leave first first. Void ones only if they are asked for, and so are those that nobody has begun,
// where their warehouse wants its board without them.
func (a *Area) List(ctx context.Context, tx *store.Tx, req ListReq) ([]Shipment, error) {
	states := req.States
	if len(states) == 0 {
		states = []string{"waiting", "arrived", "loading", "loaded", "signed"}
	}
	b, err := json.Marshal(states)
	if err != nil {
		return nil, err
	}
	return store.Select[Shipment](ctx, tx, `SELECT * FROM dock_shipment WHERE left_at IS NULL
AND (?1 IS NULL OR warehouse IN (SELECT value FROM json_each(?1))) AND (?2 = '' OR warehouse = ?2) AND (?3 = '' OR carrier = ?3) AND (?4 = '' OR ship_on = ?4)
AND state IN (SELECT value FROM json_each(?5))
AND (?6 OR state <> 'waiting' OR loaded_pallets > 0 OR warehouse NOT IN (SELECT id FROM dock_setting WHERE NOT show_unscanned))
ORDER BY due_at IS NULL, due_at, ship_on, bol LIMIT 2000`, sight(tx.By), req.Warehouse, req.Carrier, req.Date, string(b), len(req.States) > 0)
}

// CheckReq asks after a shipment.
type CheckReq struct {
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
}

// Check tells whether a shipment is on one of the person's docks; without an id the answer is no.
func (a *Area) Check(ctx context.Context, tx *store.Tx, req CheckReq) (bool, error) {
	if req.ShipmentID == "" {
		return false, nil
	}
	s, ok, err := load(ctx, tx, req.ShipmentID)
	return ok && s.State != Void && tx.By.SeesWarehouse(s.Warehouse), err
}

// Truck is the trailer that a load is on.
type Truck struct {
	TruckNumber string `json:"truckNumber"`
	Seal        string `json:"seal"`
	Door        string `json:"door"`
}

// TruckNumber tells which trailer a load is on.
func (a *Area) TruckNumber(ctx context.Context, tx *store.Tx, req ShipmentReq) (Truck, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	return Truck{s.Trailer, s.Seal, s.Door}, err
}

// LPNs lists a load's pallets.
func (a *Area) LPNs(ctx context.Context, tx *store.Tx, req ShipmentReq) ([]Pallet, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return nil, err
	}
	return palletsOf(ctx, tx, s.ID)
}

// ImageReq names a pallet.
type ImageReq struct {
	PalletID string `json:"PalletId" validate:"required,max=40"`
}

// PalletImages gives the hashes of a pallet's photos.
func (a *Area) PalletImages(ctx context.Context, tx *store.Tx, req ImageReq) ([]string, error) {
	p, ok, err := store.Get[Pallet](ctx, tx, `SELECT * FROM dock_pallet WHERE id = ?`, req.PalletID)
	if err != nil {
		return nil, err
	}
	if !ok || !tx.By.SeesWarehouse(p.Warehouse) {
		return nil, fail.NotFound("lpn-unknown", "lpn", req.PalletID)
	}
	return list(p.Photos.V), nil
}

// PalletEvent is one thing that happened to a pallet, as the shipment's chain of evidence has it.
type PalletEvent struct {
	N        int64           `json:"n"`
	Kind     string          `json:"kind"`
	Data     json.RawMessage `json:"data"`
	UserName string          `json:"userName"`
	Device   string          `json:"device"`
	At       store.Time      `json:"at"`
}

// PalletEvents tells what happened to a pallet, from its first label on.
func (a *Area) PalletEvents(ctx context.Context, tx *store.Tx, req ImageReq) ([]PalletEvent, error) {
	p, ok, err := store.Get[Pallet](ctx, tx, `SELECT * FROM dock_pallet WHERE id = ?`, req.PalletID)
	if err != nil {
		return nil, err
	}
	if !ok || !tx.By.SeesWarehouse(p.Warehouse) {
		return nil, fail.NotFound("lpn-unknown", "lpn", req.PalletID)
	}
	chain, err := a.Shipments.Chain(ctx, tx, p.ShipmentID)
	if err != nil {
		return nil, err
	}
	out := []PalletEvent{}
	for _, e := range chain {
		var of struct {
			Pallet string `json:"pallet"`
		}
		if err := json.Unmarshal(e.Data, &of); err == nil && of.Pallet == p.ID {
			out = append(out, PalletEvent{e.N, e.Kind, evidence.Masked(e.Kind, e.Data), e.UserName, e.Device, store.At(time.UnixMilli(e.At))})
		}
	}
	return out, nil
}

// AllCarriers lists the carriers.
func (a *Area) AllCarriers(ctx context.Context, tx *store.Tx, _ op.None) ([]freight.Carrier, error) {
	return a.Carriers.Carriers(ctx, tx)
}

// CarrierListResp wraps the carriers as the warehouse clients expect them.
type CarrierListResp struct {
	Status   string            `json:"status"`
	Carriers []freight.Carrier `json:"carriers"`
}

// CarrierList lists the carriers for the warehouse flow.
func (a *Area) CarrierList(ctx context.Context, tx *store.Tx, _ op.None) (CarrierListResp, error) {
	c, err := a.Carriers.Carriers(ctx, tx)
	return CarrierListResp{"success", c}, err
}

// Warehouses lists the person's warehouses.
func (a *Area) Warehouses(ctx context.Context, tx *store.Tx, _ op.None) ([]freight.Site, error) {
	return a.seen(ctx, tx)
}

// HistoryReq scopes the history.
type HistoryReq struct {
	WarehouseLocation string `json:"WarehouseLocation" validate:"max=20"`
	StatusCode        string `json:"StatusCode" validate:"omitempty,oneof=signed left void"`
	Stage             string `json:"Stage" validate:"omitempty,oneof=live"`
	Lpn               string `json:"Lpn" validate:"max=60"` // only the loads that this pallet was on
	From              string `json:"From" validate:"omitempty,day"`
	To                string `json:"To" validate:"omitempty,day"`
}

const past = ` FROM dock_shipment WHERE (?1 IS NULL OR warehouse IN (SELECT value FROM json_each(?1))) AND (?2 = '' OR warehouse = ?2)
AND state IN ('signed', 'left', 'void') AND (?3 = '' OR state = ?3) AND ship_on >= ?4 AND ship_on <= CASE ?5 WHEN '' THEN '9999' ELSE ?5 END
AND (?6 = '' OR id IN (SELECT shipment_id FROM dock_pallet WHERE lpn = ?6 OR sscc = ?6 AND sscc <> ''))`

// HistoryResp wraps the past loads.
type HistoryResp struct {
	Shipments []Shipment `json:"shipments"`
}

// History lists loads that are past, the latest first.
func (a *Area) History(ctx context.Context, tx *store.Tx, req HistoryReq) (HistoryResp, error) {
	rows, err := store.Select[Shipment](ctx, tx, `SELECT *`+past+` ORDER BY ship_on DESC, id DESC LIMIT 1000`, sight(tx.By), req.WarehouseLocation, req.StatusCode, req.From, req.To, gs1.FromScan(req.Lpn))
	return HistoryResp{rows}, err
}

// StateCount is how many past loads are in a state.
type StateCount struct {
	State State `json:"state" db:"state"`
	Count int64 `json:"count" db:"n"`
}

// HistoryCount counts loads that are past.
func (a *Area) HistoryCount(ctx context.Context, tx *store.Tx, req HistoryReq) ([]StateCount, error) {
	return store.Select[StateCount](ctx, tx, `SELECT state, count(*) AS n`+past+` GROUP BY state ORDER BY state`, sight(tx.By), req.WarehouseLocation, req.StatusCode, req.From, req.To, gs1.FromScan(req.Lpn))
}

// Door is a door and the load that stands at it.
type Door struct {
	Warehouse  string `json:"warehouse"`
	Door       string `json:"door"`
	ShipmentID string `json:"shipmentId"`
	BOL        string `json:"bol"`
	State      State  `json:"state,omitempty"`
}

// Doors lists a warehouse's doors and what is at them.
func (a *Area) Doors(ctx context.Context, tx *store.Tx, req WarehouseReq) ([]Door, error) {
	w, err := a.mine(ctx, tx, req.Warehouse)
	if err != nil {
		return nil, err
	}
	sites, err := a.seen(ctx, tx)
	if err != nil {
		return nil, err
	}
	busy, err := store.Select[Shipment](ctx, tx, `SELECT * FROM dock_shipment WHERE warehouse = ? AND door <> '' AND state IN ('arrived', 'loading', 'loaded') AND left_at IS NULL ORDER BY id`, w)
	if err != nil {
		return nil, err
	}
	out := []Door{}
	for _, site := range sites {
		if site.ID != w {
			continue
		}
		for _, name := range site.Doors {
			d := Door{Warehouse: w, Door: name}
			if i := slices.IndexFunc(busy, func(s Shipment) bool { return s.Door == name }); i >= 0 {
				d.ShipmentID, d.BOL, d.State = busy[i].ID, busy[i].BOL, busy[i].State
			}
			out = append(out, d)
		}
	}
	return out, nil
}

// CurrentDoor tells at which door a load stands.
func (a *Area) CurrentDoor(ctx context.Context, tx *store.Tx, req ShipmentReq) (Door, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	return Door{s.Warehouse, s.Door, s.ID, s.BOL, s.State}, err
}

// DoorReq names a door.
type DoorReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	Dock      string `json:"Dock" validate:"required,max=20"`
}

// AtDoor lists the loads that are planned or stand at a door.
func (a *Area) AtDoor(ctx context.Context, tx *store.Tx, req DoorReq) ([]Shipment, error) {
	w, err := a.mine(ctx, tx, req.Warehouse)
	if err != nil {
		return nil, err
	}
	return store.Select[Shipment](ctx, tx, `SELECT * FROM dock_shipment WHERE warehouse = ? AND door = ? AND door <> '' AND state NOT IN ('left', 'void') AND left_at IS NULL ORDER BY due_at IS NULL, due_at, id`, w, req.Dock)
}
