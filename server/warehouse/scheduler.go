package warehouse

import (
	"context"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// Booked is an appointment with what is known of its load.
type Booked struct {
	Appointment
	Number      string     `json:"Shipment" db:"load_number"`
	BOL         string     `json:"BOL" db:"bol"`
	PRO         string     `json:"PRO" db:"pro"`
	CarrierName string     `json:"CarrierName" db:"carrier_name"`
	ToName      string     `json:"ToName" db:"to_name"`
	Pallets     int64      `json:"Pallets" db:"pallets"`
	ArrivedAt   store.Time `json:"ArrivedAt" db:"arrived_at"`
	DepartedAt  store.Time `json:"DepartedAt" db:"departed_at"`
	Next        []string   `json:"Next" db:"-"` // states that it may be given
}

const bookedColumns = `SELECT p.*, COALESCE(s.number, '') AS load_number, COALESCE(s.bol, '') AS bol, COALESCE(s.pro, '') AS pro, COALESCE(s.carrier_name, p.carrier) AS carrier_name,
COALESCE(s.to_name, '') AS to_name, COALESCE(s.pallets, 0) AS pallets, d.arrived_at, s.departed_at
FROM warehouse_appointment p LEFT JOIN shipment_daily s ON s.id = p.shipment_id AND p.shipment_id <> '' LEFT JOIN dock_arrival d ON d.shipment_id = p.shipment_id AND p.shipment_id <> ''`

// complete tells of appointments what may become of them now: a truck has not failed to come before its time.
func complete(ctx context.Context, tx *store.Tx, list []Booked) ([]Booked, error) {
	zones := map[string]*time.Location{}
	for i, b := range list {
		b.Appointment, b.Next = b.called(), moves[b.State]
		if zones[b.Warehouse] == nil {
			zone, err := zoneOf(ctx, tx, b.Warehouse)
			if err != nil {
				return nil, err
			}
			zones[b.Warehouse] = zone
		}
		if at, _ := instant(b.Day, b.Start, zones[b.Warehouse]); at.After(tx.Now) {
			b.Next = slices.DeleteFunc(slices.Clone(b.Next), func(state string) bool { return state == "no-show" })
		}
		// What the dock has noted of a load's truck need not be said again.
		switch {
		case b.State != "booked" && b.State != "arrived":
		case !b.DepartedAt.IsZero():
			b.State, b.Next = "done", nil
		case !b.ArrivedAt.IsZero():
			b.State, b.Next = "arrived", []string{"done"}
		}
		list[i] = b
	}
	return list, nil
}

// asShown is an appointment as people see it.
func asShown(ctx context.Context, tx *store.Tx, id string) (Booked, error) {
	b, _, err := store.Get[Booked](ctx, tx, bookedColumns+` WHERE p.id = ?`, id)
	if err != nil {
		return b, err
	}
	shown, err := complete(ctx, tx, []Booked{b})
	if err != nil {
		return b, err
	}
	return shown[0], nil
}

// Waiting is a load that ships on a day and has no appointment.
type Waiting struct {
	ID          string                      `json:"ShipmentId" db:"id"`
	Number      string                      `json:"Shipment" db:"number"`
	BOL         string                      `json:"BOL" db:"bol"`
	Carrier     string                      `json:"Carrier" db:"carrier"`
	CarrierName string                      `json:"CarrierName" db:"carrier_name"`
	Inbound     bool                        `json:"Inbound" db:"inbound"`
	ShipOn      string                      `json:"ShipOn" db:"ship_on"`
	PickupFrom  string                      `json:"PickupByFromTime" db:"pickup_from"`
	PickupTo    string                      `json:"PickupByToTime" db:"pickup_to"`
	ToName      string                      `json:"ToName" db:"to_name"`
	FromName    string                      `json:"FromName" db:"from_name"`
	Pallets     int64                       `json:"Pallets" db:"pallets"`
	Weight      store.JSON[freight.Measure] `json:"Weight" db:"weight"`
}

// ShipDateReq names a warehouse's day.
type ShipDateReq struct {
	Warehouse string `json:"WarehouseId" validate:"required,max=20"`
	Day       string `json:"ShipDate" validate:"required,day"`
}

// Unbooked lists the loads of a day that have no appointment: those that ship on it, and those that are due here.
func (a *Area) Unbooked(ctx context.Context, tx *store.Tx, req ShipDateReq) ([]Waiting, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return nil, err
	}
	return unbooked(ctx, tx, req.Warehouse, req.Day, req.Day)
}

func unbooked(ctx context.Context, tx *store.Tx, warehouse, from, to string) ([]Waiting, error) {
	return store.Select[Waiting](ctx, tx, `SELECT s.id, s.number, s.bol, s.carrier, s.carrier_name, s.inbound, s.ship_on, s.pickup_from, s.pickup_to, s.to_name, s.from_name, s.pallets, s.weight
FROM shipment_tower s WHERE s.warehouse = ?1 AND (NOT s.inbound AND s.ship_on BETWEEN ?2 AND ?3 AND s.status IN ('O', 'S', 'Q', 'H', 'T', 'M') AND s.departed_at IS NULL
  OR s.inbound AND (s.arrive_by BETWEEN ?2 AND ?3 OR s.arrive_by = '' AND s.ship_on BETWEEN ?2 AND ?3) AND s.status <> 'D')
AND NOT EXISTS (SELECT 1 FROM warehouse_appointment p WHERE p.shipment_id = s.id AND p.shipment_id <> '' AND p.state IN ('booked', 'arrived', 'no-show')) ORDER BY s.ship_on, s.pickup_from, s.number LIMIT 500`, warehouse, from, to)
}

func seen(ctx context.Context, tx *store.Tx, warehouse string) error {
	if _, err := find(ctx, tx, warehouse); err != nil {
		return err
	}
	if !tx.By.SeesWarehouse(warehouse) {
		return fail.NotFound("warehouse-unknown", "warehouse", warehouse)
	}
	return nil
}

// SlotShipmentsReq names a slot of a day.
type SlotShipmentsReq struct {
	SlotID string `json:"DaySlotId" validate:"required,max=40"`
	Day    string `json:"SlotDate" validate:"required,day"`
}

// SlotShipments lists the appointments that begin in a slot of a day.
func (a *Area) SlotShipments(ctx context.Context, tx *store.Tx, req SlotShipmentsReq) ([]Booked, error) {
	s, ok, err := store.Get[Slot](ctx, tx, slotColumns+` WHERE s.id = ?`, req.SlotID)
	if err != nil {
		return nil, err
	}
	if !ok || !tx.By.SeesWarehouse(s.Warehouse) {
		return nil, fail.NotFound("slot-unknown")
	}
	list, err := store.Select[Booked](ctx, tx, bookedColumns+` WHERE p.warehouse = ? AND p.direction = ? AND p.day = ? AND p.start = ? AND p.state <> 'cancelled' ORDER BY p.number`, s.Warehouse, s.Direction, req.Day, s.Start)
	if err != nil {
		return nil, err
	}
	return complete(ctx, tx, list)
}

// ConsolidatedReq asks for a warehouse's time over some days, in one direction or in all.
type ConsolidatedReq struct {
	Warehouse string `json:"WarehouseId" validate:"required,max=20"`
	Direction string `json:"Direction" validate:"omitempty,oneof=outbound inbound transfer"`
	Day       string `json:"SlotDate" validate:"required,day"`
	Days      int64  `json:"Days" validate:"min=0,max=7"` // none is one
}

// Consolidated is what the scheduler shows.
type Consolidated struct {
	Warehouse    string     `json:"WarehouseId"`
	Zone         string     `json:"TimeZone"`
	Doors        []string   `json:"Doors"`
	Shown        []string   `json:"Shown"` // of the doors those that the direction has, and those that its appointments stand at
	Now          string     `json:"Now"`   // the warehouse's wall clock, day and HH:MM
	Slots        []SlotTime `json:"Slots"`
	Appointments []Booked   `json:"Appointments"` // those of the day before that reach into the first day among them
	Waiting      []Waiting  `json:"Waiting"`      // loads of these days without an appointment
	Blocks       []Block    `json:"Blocks"`       // that reach into these days
	Held         []HeldDoor `json:"Held"`         // doors that gates keep on these days, and on the day before
}

// Consolidated shows the slots of all directions, what is booked, and the loads that have no appointment yet.
func (a *Area) Consolidated(ctx context.Context, tx *store.Tx, req ConsolidatedReq) (Consolidated, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return Consolidated{}, err
	}
	site, err := find(ctx, tx, req.Warehouse)
	if err != nil {
		return Consolidated{}, err
	}
	zone, err := time.LoadLocation(site.Zone)
	if err != nil {
		return Consolidated{}, err
	}
	days := int(max(1, req.Days))
	out := Consolidated{Warehouse: site.ID, Zone: site.Zone, Doors: site.Doors.V, Now: tx.Now.In(zone).Format("2006-01-02 15:04"), Slots: []SlotTime{}}
	plans, err := store.Select[string](ctx, tx, `SELECT direction FROM warehouse_slot_plan WHERE warehouse = ?1 AND (?2 = '' OR direction = ?2) ORDER BY direction DESC`, site.ID, req.Direction)
	if err != nil {
		return out, err
	}
	for _, direction := range plans {
		times, err := a.Times(ctx, tx, TimesReq{Warehouse: site.ID, Direction: direction, Day: req.Day, Days: req.Days})
		if err != nil {
			return out, err
		}
		out.Slots = append(out.Slots, times...)
	}
	first, err := time.Parse(time.DateOnly, req.Day)
	if err != nil {
		return out, err
	}
	last := first.AddDate(0, 0, days-1).Format(time.DateOnly)
	list, err := store.Select[Booked](ctx, tx, bookedColumns+` WHERE p.warehouse = ?1 AND (?2 = '' OR p.direction = ?2) AND p.state <> 'cancelled'
AND (p.day BETWEEN ?3 AND ?4 OR p.day = ?5 AND substr(p.start, 1, 2) * 60 + substr(p.start, 4) + p.minutes > ?6) ORDER BY p.day, p.start, p.number`, site.ID, req.Direction, req.Day, last, first.AddDate(0, 0, -before).Format(time.DateOnly), dayLong)
	if err != nil {
		return out, err
	}
	if out.Appointments, err = complete(ctx, tx, list); err != nil {
		return out, err
	}
	if out.Shown, err = doorsShown(ctx, tx, site, req.Direction, out.Appointments); err != nil {
		return out, err
	}
	if out.Blocks, err = blocksOf(ctx, tx, site.ID, first, first.AddDate(0, 0, days-1)); err != nil {
		return out, err
	}
	if out.Held, err = heldBetween(ctx, tx, site.ID, first, first.AddDate(0, 0, days-1)); err != nil {
		return out, err
	}
	out.Waiting, err = unbooked(ctx, tx, site.ID, req.Day, last)
	out.Waiting = slices.DeleteFunc(out.Waiting, func(w Waiting) bool {
		return req.Direction != "" && w.Inbound != (req.Direction == Inbound)
	})
	return out, err
}

// doorsShown are the doors that a direction's day is drawn with, in the site's order: its plan's, and those that an appointment of it has. Without a direction, or a plan of it,
// they are all.
func doorsShown(ctx context.Context, tx *store.Tx, site Site, direction string, booked []Booked) ([]string, error) {
	plan, ok, err := store.Get[SlotPlan](ctx, tx, `SELECT * FROM warehouse_slot_plan WHERE warehouse = ? AND direction = ?`, site.ID, direction)
	if err != nil || !ok {
		return site.Doors.V, err
	}
	own := plan.doors(site)
	return slices.DeleteFunc(slices.Clone(site.Doors.V), func(d string) bool {
		return !slices.Contains(own, d) && !slices.ContainsFunc(booked, func(b Booked) bool { return b.Door == d })
	}), nil
}
