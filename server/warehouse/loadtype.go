package warehouse

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// References that a load type may require.
const (
	refPO   = "PO"
	refBOL  = "BOL"
	refLoad = "LOAD"
)

// LoadTypeReq is a kind of truck that a warehouse takes in one direction, and the terms on which an appointment for one is booked, moved and cancelled.
type LoadTypeReq struct {
	ID          string   `json:"LoadTypeId" db:"id" validate:"max=40"`
	Warehouse   string   `json:"WarehouseId" db:"warehouse" validate:"required,max=20"`
	Direction   string   `json:"Direction" db:"direction" validate:"required,oneof=outbound inbound transfer"`
	Name        string   `json:"Name" db:"name" validate:"required,max=60" field:"trim"`
	Minutes     int64    `json:"Minutes" db:"minutes" validate:"omitempty,min=15,max=720"` // none is the length of a slot
	LeadHours   int64    `json:"LeadHours" db:"lead_hours" validate:"min=0,max=720"`       // before its start by which it is booked
	CutOff      string   `json:"CutOff" db:"cut_off" validate:"max=5"`                     // HH:MM of the day before, by the warehouse's clock; empty is none
	Requires    []string `json:"Requires" db:"requires" validate:"max=3,unique,dive,oneof=PO BOL LOAD"`
	Checked     bool     `json:"Checked" db:"checked"` // what is said as a reference must be one of our orders or loads
	Bookers     []string `json:"Bookers" db:"bookers" validate:"max=3,unique,dive,oneof=vendor carrier broker"`
	ChangeHours int64    `json:"ChangeHours" db:"change_hours" validate:"min=0,max=720"` // before its start until which it may be moved
	Changes     int64    `json:"Changes" db:"changes" validate:"min=0,max=50"`           // times that it may be moved; none is any number
	CancelHours int64    `json:"CancelHours" db:"cancel_hours" validate:"min=0,max=720"` // before its start until which it may be cancelled
	resource.Based
}

// LoadType is a load type as it is kept.
type LoadType struct {
	LoadTypeReq
	resource.Stamp
}

// Check wants a cut-off that is a time of day.
func (r *LoadTypeReq) Check() []fail.Field {
	if r.CutOff != "" && !clock.MatchString(r.CutOff) {
		return []fail.Field{fail.Of("CutOff", "field-not-clock")}
	}
	return nil
}

func loadTypes(a *Area) *resource.Table[LoadTypeReq, LoadType] {
	return resource.Of(resource.Spec[LoadTypeReq, LoadType]{
		Table: "warehouse_load_type", Noun: "load-type", Order: "warehouse, direction, name", Read: right.SeeAppointments, Write: right.ManageWarehouses,
		Sees:   func(by store.Actor, t *LoadType) bool { return by.SeesWarehouse(t.Warehouse) },
		Unique: []resource.Unique{{Columns: []string{"warehouse", "direction", "name"}, Field: "Name"}},
		Before: func(ctx context.Context, tx *store.Tx, was, t *LoadType) error {
			if was != nil && (was.Warehouse != t.Warehouse || was.Direction != t.Direction) {
				return fail.Invalid(fail.Of("Direction", "load-type-fixed"))
			}
			_, err := find(ctx, tx, t.Warehouse)
			return err
		},
		After: func(ctx context.Context, tx *store.Tx, was, now *LoadType) error {
			if now != nil {
				return nil
			}
			n, _, err := store.Get[int64](ctx, tx, `SELECT (SELECT count(*) FROM warehouse_appointment WHERE load_type = ?1 AND state IN ('booked', 'arrived', 'no-show')) + (SELECT count(*) FROM warehouse_standing WHERE load_type = ?1)
+ (SELECT count(*) FROM warehouse_wait WHERE load_type = ?1 AND state IN ('waiting', 'offered'))`, was.ID)
			if err == nil && n > 0 {
				err = fail.Conflict("load-type-in-use", "count", n)
			}
			return err
		},
		Paths: resource.Paths{List: "Warehouse/LoadTypes", Save: "Warehouse/SaveLoadType", End: "Warehouse/RemoveLoadType", Restore: "Warehouse/RestoreLoadType"},
	})
}

// loadTypesOf lists the load types of a warehouse in one direction, by name.
func loadTypesOf(ctx context.Context, tx *store.Tx, warehouse, direction string) ([]LoadType, error) {
	return store.Select[LoadType](ctx, tx, `SELECT * FROM warehouse_load_type WHERE warehouse = ? AND direction = ? ORDER BY name`, warehouse, direction)
}

// kindOf finds the load type of an appointment, nil for one without. A partner books only what is open to its kind; where the warehouse has load types it must name one,
// unless there is only one that it may book.
func kindOf(ctx context.Context, tx *store.Tx, warehouse, direction, id, booker string) (*LoadType, error) {
	if id == "" && booker == "" {
		return nil, nil
	}
	all, err := loadTypesOf(ctx, tx, warehouse, direction)
	if err != nil {
		return nil, err
	}
	if id == "" && len(all) == 0 {
		return nil, nil
	}
	open := openTo(all, booker)
	at := slices.IndexFunc(open, func(t LoadType) bool { return t.ID == id })
	switch {
	case at >= 0:
		return &open[at], nil
	case id == "" && len(open) == 1:
		return &open[0], nil
	case id == "" && len(open) > 1:
		return nil, fail.Invalid(fail.Of("LoadTypeId", "field-required"))
	case slices.ContainsFunc(all, func(t LoadType) bool { return id == "" || t.ID == id }):
		return nil, fail.Invalid(fail.Of("LoadTypeId", "load-type-not-yours"))
	}
	return nil, fail.Invalid(fail.Of("LoadTypeId", "load-type-unknown"))
}

// openTo are the load types that a kind of partner may book; the office, which is none, may book all.
func openTo(all []LoadType, booker string) []LoadType {
	if booker == "" {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(t LoadType) bool { return !slices.Contains(t.Bookers, booker) })
}

// offered are load types as a partner reads them.
func offered(list []LoadType) []freight.LoadKind {
	out := make([]freight.LoadKind, len(list))
	for i, t := range list {
		out[i] = freight.LoadKind{ID: t.ID, Name: t.Name, Requires: t.Requires}
	}
	return out
}

// judgeReferences wants what the load type requires, and where it says so that what is said is ours: a purchase order of this warehouse, or a load of it. What an
// appointment's own load brings need not be said.
func (t *LoadType) judgeReferences(ctx context.Context, tx *store.Tx, p Appointment, load *freight.Consignment) error {
	said := map[string]string{refPO: p.PO, refBOL: p.SaidBOL, refLoad: p.SaidLoad}
	fields := map[string]string{refPO: "PONumber", refBOL: "BOLNumber", refLoad: "LoadNumber"}
	var bad []fail.Field
	for _, ref := range []string{refPO, refBOL, refLoad} {
		v := said[ref]
		if load != nil {
			brought := map[string][]string{refPO: slices.Concat(load.Orders, load.Refs), refBOL: {load.BOL}, refLoad: {load.Number}}[ref]
			own := slices.ContainsFunc(brought, func(b string) bool { return b != "" && (v == "" || strings.EqualFold(b, v)) })
			if own {
				continue
			}
			if v != "" && t.Checked {
				bad = append(bad, fail.Of(fields[ref], "appointment-reference-not-of-load", "said", v, "number", load.Number))
				continue
			}
		}
		if v == "" {
			if slices.Contains(t.Requires, ref) {
				bad = append(bad, fail.Of(fields[ref], "field-required"))
			}
			continue
		}
		if !t.Checked || load != nil {
			continue
		}
		known, err := isOurs(ctx, tx, ref, v, p)
		if err != nil {
			return err
		}
		if !known {
			bad = append(bad, fail.Of(fields[ref], "appointment-reference-unknown", "said", v, "warehouse", p.Warehouse))
		}
	}
	if len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	return nil
}

// isOurs reports whether a number is one of ours at the appointment's warehouse. The purchase orders of what comes in are the vendor's; of what leaves, they are the
// orders of our loads. A carrier that books for itself names loads that it hauls.
func isOurs(ctx context.Context, tx *store.Tx, ref, v string, p Appointment) (known bool, err error) {
	inbound := p.Direction == Inbound
	switch {
	case ref == refPO && inbound:
		known, _, err = store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM order_bought WHERE warehouse = ? AND number = ? COLLATE NOCASE)`, p.Warehouse, v)
	case ref == refPO:
		known, _, err = store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM shipment_client s, json_each(s.orders) o WHERE s.warehouse = ? AND NOT s.inbound AND s.status <> 'D' AND o.value = ? COLLATE NOCASE)`, p.Warehouse, v)
	case ref == refBOL:
		known, _, err = store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM shipment_daily WHERE warehouse = ?1 AND inbound = ?2 AND status <> 'D' AND bol = ?3 COLLATE NOCASE AND (?4 = '' OR carrier = ?4))`, p.Warehouse, inbound, v, p.BookerID)
	default:
		known, _, err = store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM shipment_daily WHERE warehouse = ?1 AND inbound = ?2 AND status <> 'D' AND number = ?3 COLLATE NOCASE AND (?4 = '' OR carrier = ?4))`, p.Warehouse, inbound, v, p.BookerID)
	}
	return known, err
}
