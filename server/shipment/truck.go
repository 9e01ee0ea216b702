package shipment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/store/listing"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Truck is one truck with the shipments that go on it together.
type Truck struct {
	ID        string     `json:"id" db:"id"`
	Number    string     `json:"truckNumber" db:"number"`
	Warehouse string     `json:"WHSE" db:"warehouse"`
	ShipOn    string     `json:"shipOn" db:"ship_on"`
	ClosedAt  store.Time `json:"closedAt" db:"closed_at"`
	At        store.Time `json:"at" db:"at"`
	By        string     `json:"-" db:"by_user"`
	ByName    string     `json:"byName" db:"by_name"`
	State     TruckState `json:"state" db:"-"`
	Children  []Brief    `json:"children" db:"-"`
	Pallets   int64      `json:"pallets" db:"-"`
	Pounds    int64      `json:"pounds" db:"-"`
}

// Place is the warehouse that the truck lies in.
func (t Truck) Place() string { return t.Warehouse }

// TruckState is whether a truck still takes shipments.
type TruckState string

// Values lists the states.
func (TruckState) Values() []string { return []string{"open", "closed", "left"} }

// Brief is a shipment as one line of a list.
type Brief struct {
	ID          string                      `json:"shipmentId" db:"id"`
	Number      string                      `json:"number" db:"number"`
	BOL         string                      `json:"bol" db:"bol"`
	Status      Status                      `json:"status" db:"status"`
	Warehouse   string                      `json:"WHSE" db:"warehouse"`
	CarrierName string                      `json:"carrierName" db:"carrier_name"`
	ShipOn      string                      `json:"shipOn" db:"ship_on"`
	Destination store.JSON[freight.Party]   `json:"destination" db:"destination"`
	Pallets     int64                       `json:"pallets" db:"pallets"`
	Weight      store.JSON[freight.Measure] `json:"weight" db:"weight"`
	Of          string                      `json:"-" db:"of"` // what it belongs to
}

const brief = `s.id, s.number, s.bol, s.status, s.warehouse, s.carrier_name, s.ship_on, s.destination, s.pallets, s.weight`

func (b Brief) pounds() int64 {
	milli, _ := b.Weight.V.Pounds()
	return (milli + 999) / 1000
}

// fillTrucks adds the shipments that the person may see, and what they come to.
func fillTrucks(ctx context.Context, tx *store.Tx, trucks []Truck) ([]Truck, error) {
	ids := make([]string, len(trucks))
	for i, t := range trucks {
		ids[i] = t.ID
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	rows, err := store.Select[Brief](ctx, tx, `SELECT `+brief+`, c.truck_id AS of FROM shipment_truck_child c JOIN shipment s ON s.id = c.shipment_id
WHERE c.truck_id IN (SELECT value FROM json_each(?)) ORDER BY s.number`, string(list))
	if err != nil {
		return nil, err
	}
	for i := range trucks {
		t := &trucks[i]
		t.Children, t.State = []Brief{}, "open"
		if !t.ClosedAt.IsZero() {
			t.State = "closed"
		}
		for _, b := range rows {
			if b.Of == t.ID {
				t.Children = append(t.Children, b)
				t.Pallets, t.Pounds = t.Pallets+b.Pallets, t.Pounds+b.pounds()
				if b.Status == InTransit || b.Status == Delivered {
					t.State = "left"
				}
			}
		}
	}
	return trucks, nil
}

func truckOf(ctx context.Context, tx *store.Tx, number string) (Truck, error) {
	t, err := store.Find[Truck](ctx, tx, fail.NotFound("truck-unknown", "truck", number), `SELECT * FROM shipment_truck WHERE number = ?`, strings.ToUpper(strings.TrimSpace(number)))
	if err != nil {
		return t, err
	}
	full, err := fillTrucks(ctx, tx, []Truck{t})
	return full[0], err
}

// TrucksReq asks for trucks by the status of what is on them: "T,M", or all where it is empty.
type TrucksReq struct {
	StatusCodes string `json:"statusCodes" validate:"max=40"`
	Warehouse   string `json:"WHSE" validate:"max=20"`
}

// Trucks lists the newest trucks that shipments can be put on or moved between.
func (a *Area) Trucks(ctx context.Context, tx *store.Tx, req TrucksReq) ([]Truck, error) {
	var w listing.Where
	w.And("1")
	w.Mine(tx.By)
	if req.Warehouse != "" {
		w.And("warehouse = ?", req.Warehouse)
	}
	trucks, err := store.Select[Truck](ctx, tx, `SELECT * FROM shipment_truck WHERE `+w.String()+` ORDER BY ship_on DESC, number DESC LIMIT 200`, w.Args...)
	if err != nil {
		return nil, err
	}
	if trucks, err = fillTrucks(ctx, tx, trucks); err != nil {
		return nil, err
	}
	codes := strings.FieldsFunc(strings.ToUpper(req.StatusCodes), func(r rune) bool { return r == ',' || r == ' ' })
	out := []Truck{}
	for _, t := range trucks {
		if len(codes) == 0 || len(t.Children) == 0 || slices.ContainsFunc(t.Children, func(b Brief) bool { return slices.Contains(codes, string(b.Status)) }) {
			out = append(out, t)
		}
	}
	return out, nil
}

// OptionReq begins a truck, adds to one, or closes it. The documents name mode and truckNumber.
type OptionReq struct {
	Mode        string   `json:"mode" validate:"omitempty,oneof=InitiateTruck Close Reopen"`
	TruckNumber string   `json:"truckNumber" validate:"max=40"`
	ShipmentIDs []string `json:"ShipmentIds" validate:"max=100,unique,dive,required,max=40"`
}

// Check wants a truck, unless one is begun.
func (r *OptionReq) Check() []fail.Field {
	if r.Mode == "InitiateTruck" && len(r.ShipmentIDs) == 0 {
		return []fail.Field{fail.Of("ShipmentIds", "field-required")}
	}
	if r.Mode != "InitiateTruck" && r.TruckNumber == "" {
		return []fail.Field{fail.Of("truckNumber", "field-required")}
	}
	return nil
}

// SaveOption begins a truck with some shipments, puts more on one, or closes it.
func (a *Area) SaveOption(ctx context.Context, tx *store.Tx, req OptionReq) (Truck, error) {
	if req.Mode == "InitiateTruck" {
		return a.newTruck(ctx, tx, req.ShipmentIDs)
	}
	t, err := truckOf(ctx, tx, req.TruckNumber)
	if err != nil {
		return t, err
	}
	if req.Mode == "Close" || req.Mode == "Reopen" {
		if t.State == "left" {
			return t, fail.Conflict("truck-left", "truck", t.Number).With(t)
		}
		var at store.Time
		if req.Mode == "Close" {
			at = store.At(tx.Now)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE shipment_truck SET closed_at = ? WHERE id = ?`, at, t.ID); err != nil {
			return t, err
		}
	}
	return a.load(ctx, tx, t.Number, req.ShipmentIDs)
}

func (a *Area) newTruck(ctx context.Context, tx *store.Tx, ids []string) (Truck, error) {
	rules, err := truckRules(a).Get(ctx, tx)
	if err == nil && !rules.Enabled {
		err = fail.Conflict("truck-consolidation-off")
	}
	if err != nil {
		return Truck{}, err
	}
	first, err := find(ctx, tx, ids[0])
	if err != nil {
		return Truck{}, err
	}
	var n int64
	if err := tx.QueryRowContext(ctx, `UPDATE shipment_truck_sequence SET next = next + 1 WHERE id = 1 RETURNING next - 1`).Scan(&n); err != nil {
		return Truck{}, fmt.Errorf("number a truck: %w", err)
	}
	t := Truck{ID: ulid.Make().String(), Number: fmt.Sprintf("TR%d", n), Warehouse: first.Warehouse, ShipOn: first.ShipOn, At: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name}
	if _, err := tx.ExecContext(ctx, `INSERT INTO shipment_truck (id, number, warehouse, ship_on, at, by_user, by_name) VALUES (?, ?, ?, ?, ?, ?, ?)`, t.ID, t.Number, t.Warehouse, t.ShipOn, t.At, t.By, t.ByName); err != nil {
		return t, err
	}
	return a.load(ctx, tx, t.Number, ids)
}

// load puts shipments on a truck that still takes them.
func (a *Area) load(ctx context.Context, tx *store.Tx, number string, ids []string) (Truck, error) {
	for _, id := range ids {
		s, err := find(ctx, tx, id)
		if err != nil {
			return Truck{}, err
		}
		on, ok, err := store.Get[string](ctx, tx, `SELECT t.number FROM shipment_truck_child c JOIN shipment_truck t ON t.id = c.truck_id WHERE c.shipment_id = ?`, s.ID)
		if err != nil {
			return Truck{}, err
		}
		if ok && on == number {
			continue
		}
		if ok {
			return Truck{}, fail.Conflict("truck-child-elsewhere", "number", s.Number, "truck", on)
		}
		if err := a.board(ctx, tx, s, number, "truck-joined", map[string]any{"truck": number}); err != nil {
			return Truck{}, err
		}
	}
	return truckOf(ctx, tx, number)
}

// board puts one shipment on a truck, if both are in a state for it and there is room.
func (a *Area) board(ctx context.Context, tx *store.Tx, s Shipment, number, kind string, data map[string]any) error {
	t, err := truckOf(ctx, tx, number)
	if err != nil {
		return err
	}
	rules, err := truckRules(a).Get(ctx, tx)
	if err != nil {
		return err
	}
	pallets, pounds := rules.Limits()
	milli, _ := s.Weight.V.Pounds()
	switch {
	case !rules.Enabled:
		return fail.Conflict("truck-consolidation-off")
	case t.State != "open":
		return fail.Conflict("truck-"+string(t.State), "truck", t.Number).With(t)
	case s.Status != Tendered && s.Status != Confirmed:
		return unless(false, "shipment-status-refused", s)
	case s.Warehouse != t.Warehouse:
		return fail.Conflict("truck-of-another-warehouse", "number", s.Number, "truck", t.Number, "warehouse", t.Warehouse)
	case t.Pallets+s.Pallets > pallets:
		return fail.Conflict("truck-full-pallets", "number", s.Number, "truck", t.Number, "pallets", t.Pallets+s.Pallets, "max", pallets)
	case t.Pounds+(milli+999)/1000 > pounds:
		return fail.Conflict("truck-full-pounds", "number", s.Number, "truck", t.Number, "pounds", t.Pounds+(milli+999)/1000, "max", pounds)
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO shipment_truck_child (shipment_id, truck_id, at, by_name) VALUES (?, ?, ?, ?)`, s.ID, t.ID, store.At(tx.Now), tx.By.Name); err != nil {
		return err
	}
	if rules.WarehouseAddressForChild && s.SignedAt.IsZero() {
		if err := a.sendFromWarehouse(ctx, tx, s); err != nil {
			return err
		}
	}
	return Append(ctx, tx, s.ID, kind, data)
}

// MoveReq moves a child shipment. FromTruck is where the person saw it.
type MoveReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	FromTruck  string `json:"fromTruck" validate:"required,max=40"`
	ToTruck    string `json:"truckNumber" validate:"max=40"` // empty is a new one
	Off        bool   `json:"off"`                           // to no truck at all
}

// MoveChild moves a shipment to another truck, to a new one, or off. Of two people who move it at the same moment the second is told where it is now.
func (a *Area) MoveChild(ctx context.Context, tx *store.Tx, req MoveReq) (Truck, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return Truck{}, err
	}
	from, err := truckOf(ctx, tx, req.FromTruck)
	if err != nil {
		return from, err
	}
	on, ok, err := store.Get[string](ctx, tx, `SELECT t.number FROM shipment_truck_child c JOIN shipment_truck t ON t.id = c.truck_id WHERE c.shipment_id = ?`, s.ID)
	switch {
	case err != nil:
		return from, err
	case !ok:
		return from, fail.Conflict("truck-child-nowhere", "number", s.Number, "truck", from.Number).With(from)
	case on != from.Number:
		return from, fail.Conflict("truck-child-elsewhere", "number", s.Number, "truck", on).With(from)
	case from.State == "left":
		return from, fail.Conflict("truck-left", "truck", from.Number).With(from)
	case strings.EqualFold(req.ToTruck, from.Number):
		return from, nil
	}
	if s, err = stepOff(ctx, tx, s, false); err != nil {
		return from, err
	}
	switch {
	case req.Off:
		if err := Append(ctx, tx, s.ID, "truck-off", map[string]any{"truck": from.Number}); err != nil {
			return from, err
		}
		return truckOf(ctx, tx, from.Number)
	case req.ToTruck == "":
		return a.newTruck(ctx, tx, []string{s.ID})
	}
	to, err := truckOf(ctx, tx, req.ToTruck)
	if err != nil {
		return to, err
	}
	if err := a.board(ctx, tx, s, to.Number, "truck-moved", map[string]any{"from": from.Number, "truck": to.Number}); err != nil {
		return to, err
	}
	return truckOf(ctx, tx, to.Number)
}

// sendFromWarehouse has a shipment name the warehouse where its truck is loaded as its sender, and not one of its own. The row itself says so: a driver
// signs what the dock's device makes of it.
func (a *Area) sendFromWarehouse(ctx context.Context, tx *store.Tx, s Shipment) error {
	from, _, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE shipment_truck_child SET origin = ? WHERE shipment_id = ?`, s.Origin, s.ID); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE shipment SET origin = ?, changed_at = ? WHERE id = ?`, store.JSON[freight.Party]{V: from}, store.At(tx.Now), s.ID)
	return err
}

// keepSender lets a shipment on a truck keep the sender that somebody names now, in place of the one it came with.
func keepSender(ctx context.Context, tx *store.Tx, shipmentID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE shipment_truck_child SET origin = '' WHERE shipment_id = ?`, shipmentID)
	return err
}

// stepOff takes a shipment off its truck. It has its own sender again, unless it has left or a driver has signed for it: their papers name the other.
func stepOff(ctx context.Context, tx *store.Tx, s Shipment, departed bool) (Shipment, error) {
	if !departed {
		if _, err := tx.ExecContext(ctx, `UPDATE shipment SET origin = c.origin, changed_at = ? FROM shipment_truck_child c
WHERE c.shipment_id = shipment.id AND shipment.id = ? AND c.origin <> '' AND shipment.signed_at IS NULL`, store.At(tx.Now), s.ID); err != nil {
			return s, err
		}
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM shipment_truck_child WHERE shipment_id = ?`, s.ID); err != nil {
		return s, err
	}
	return find(ctx, tx, s.ID)
}

// TruckRules are how the organisation consolidates.
type TruckRules struct {
	freight.Consolidation
	resource.Based
}

func truckRules(a *Area) *resource.Section[TruckRules] {
	return &resource.Section[TruckRules]{Key: "trucks", Path: "Shipment/InsertOrUpdateClientTruckConfiguration", Write: right.ManagePlanning}
}

// Settings are the area's sections.
func (a *Area) Settings() []resource.Part { return []resource.Part{truckRules(a)} }

// TruckRules tells how the organisation consolidates.
func (a *Area) TruckRules(ctx context.Context, tx *store.Tx, _ op.None) (TruckRules, error) {
	rules, err := truckRules(a).Get(ctx, tx)
	return TruckRules{Consolidation: rules.Consolidation, Based: rules.Based}, err
}
