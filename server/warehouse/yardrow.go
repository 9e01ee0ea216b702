package warehouse

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// YardKind is what stands in a row of a yard.
type YardKind string

// The kinds.
const (
	YardSpots  YardKind = "spots"
	YardReefer YardKind = "reefer" // spots with power
	YardDoors  YardKind = "doors"
)

// Values lists the kinds.
func (YardKind) Values() []string {
	return []string{string(YardSpots), string(YardReefer), string(YardDoors)}
}

// YardRowReq is a row of a warehouse's yard: spots side by side, or doors of the building, and where it lies on the yard's map.
type YardRowReq struct {
	ID        string   `json:"id" db:"id" validate:"max=40"`
	Warehouse string   `json:"warehouse" db:"warehouse" validate:"required,max=20"`
	Name      string   `json:"name" db:"name" validate:"required,max=10" field:"trim,upper"`
	Kind      YardKind `json:"kind" db:"kind" validate:"required,oneof=spots reefer doors"`
	First     int64    `json:"first" db:"first" validate:"gte=0,max=9000"`                       // number of the first spot
	Spots     int64    `json:"spots" db:"spots" validate:"gte=0,max=200"`                        // how many there are
	Closed    []string `json:"closed" db:"closed" validate:"max=200,unique,dive,required,max=4"` // numbers of spots where nothing may stand
	Doors     []string `json:"doors" db:"doors" validate:"max=500,unique,dive,required,max=10"`  // of a row of doors; none is all of the warehouse
	X         int64    `json:"x" db:"x" validate:"gte=0,max=300"`                                // on the map, in spots from the left
	Y         int64    `json:"y" db:"y" validate:"gte=0,max=300"`                                // in spots from the top
	Down      bool     `json:"down" db:"down"`                                                   // the row runs down the map
	resource.Based
}

// YardRow is a row as it is kept.
type YardRow struct {
	YardRowReq
	resource.Stamp
}

// Check wants spots in a row of spots, and of a closed spot one that the row has, whose number it writes as the row does.
func (r *YardRowReq) Check() (bad []fail.Field) {
	if r.Kind == YardDoors {
		if r.Spots > 0 {
			bad = append(bad, fail.Of("spots", "yard-row-of-doors"))
		}
		if len(r.Closed) > 0 {
			bad = append(bad, fail.Of("closed", "yard-row-of-doors"))
		}
		return bad
	}
	if r.Spots < 1 {
		bad = append(bad, fail.Of("spots", "field-required"))
	}
	if len(r.Doors) > 0 {
		bad = append(bad, fail.Of("doors", "yard-row-of-spots"))
	}
	closed := []string{}
	for _, c := range r.Closed {
		n, err := strconv.ParseInt(c, 10, 64)
		if err != nil || n < r.First || n >= r.First+r.Spots {
			return append(bad, fail.Of("closed", "yard-spot-not-in-row", "spot", c, "row", r.Name))
		}
		if plain := strconv.FormatInt(n, 10); !slices.Contains(closed, plain) {
			closed = append(closed, plain)
		}
	}
	r.Closed = closed
	return bad
}

// has reports whether a trailer may stand on a spot of the row.
func (r *YardRowReq) has(spot int64) bool {
	return r.Kind != YardDoors && spot >= r.First && spot < r.First+r.Spots && !slices.Contains(r.Closed, strconv.FormatInt(spot, 10))
}

func yardRows(a *Area) *resource.Table[YardRowReq, YardRow] {
	return resource.Of(resource.Spec[YardRowReq, YardRow]{
		Table: "warehouse_yard_row", Noun: "yard-row", Order: "warehouse, name", Read: right.SeeYard, Write: right.ManageWarehouses,
		Sees:   func(by store.Actor, r *YardRow) bool { return by.SeesWarehouse(r.Warehouse) },
		Unique: []resource.Unique{{Columns: []string{"warehouse", "name"}, Field: "name"}},
		Before: func(ctx context.Context, tx *store.Tx, was, now *YardRow) error {
			site, err := find(ctx, tx, now.Warehouse)
			if err != nil {
				return err
			}
			if was != nil && was.Warehouse != now.Warehouse {
				return fail.Invalid(fail.Of("warehouse", "yard-row-stays", "warehouse", was.Warehouse))
			}
			if strange := slices.DeleteFunc(slices.Clone(now.Doors), func(d string) bool { return slices.Contains(site.Doors.V, d) }); len(strange) > 0 {
				return fail.Invalid(fail.Of("doors", "door-not-of-warehouse", "doors", strings.Join(strange, ", ")))
			}
			if was == nil {
				return nil
			}
			return rowStillHolds(ctx, tx, now)
		},
		After: func(ctx context.Context, tx *store.Tx, was, now *YardRow) error {
			if now != nil {
				return nil
			}
			n, _, err := store.Get[int64](ctx, tx, `SELECT (SELECT count(*) FROM warehouse_trailer WHERE row_id = ?1 AND left_at IS NULL) + (SELECT count(*) FROM warehouse_yard_move WHERE row_id = ?1 AND state = 'open')`, was.ID)
			if err == nil && n > 0 {
				err = fail.Conflict("yard-row-in-use", "count", n)
			}
			return err
		},
		Paths: resource.Paths{List: "Yard/Rows", Save: "Yard/SaveRow", End: "Yard/RemoveRow", Restore: "Yard/RestoreRow"},
	})
}

// rowStillHolds refuses to take a spot out of a row on which a trailer stands, or to which one is asked to be brought.
func rowStillHolds(ctx context.Context, tx *store.Tx, row *YardRow) error {
	type used struct {
		Spot   int64  `db:"spot"`
		Number string `db:"number"`
	}
	list, err := store.Select[used](ctx, tx, `SELECT spot, number FROM warehouse_trailer WHERE row_id = ?1 AND left_at IS NULL
UNION ALL SELECT m.spot, t.number FROM warehouse_yard_move m JOIN warehouse_trailer t ON t.id = m.trailer_id WHERE m.row_id = ?1 AND m.state = 'open' ORDER BY 1`, row.ID)
	if err != nil {
		return err
	}
	for _, u := range list {
		if !row.has(u.Spot) {
			return fail.Invalid(fail.Of("spots", "yard-spot-in-use", "spot", u.Spot, "trailer", u.Number))
		}
	}
	return nil
}

// DropTermReq is how many days a drop trailer of a carrier stands free in a warehouse's yard.
type DropTermReq struct {
	ID        string `json:"DropTermId" db:"id" validate:"max=40"`
	Warehouse string `json:"WarehouseId" db:"warehouse" validate:"required,max=20"`
	Carrier   string `json:"Carrier" db:"carrier" validate:"max=10" field:"trim,upper"` // SCAC; empty for all others
	FreeDays  int64  `json:"FreeDays" db:"free_days" validate:"gte=0,max=365"`
	resource.Based
}

// DropTerm is a term as it is kept.
type DropTerm struct {
	DropTermReq
	resource.Stamp
}

func dropTerms(a *Area) *resource.Table[DropTermReq, DropTerm] {
	return resource.Of(resource.Spec[DropTermReq, DropTerm]{
		Table: "warehouse_drop_term", Noun: "drop-term", Order: "warehouse, carrier", Read: right.SeeYard, Write: right.ManageWarehouses,
		Sees:   func(by store.Actor, d *DropTerm) bool { return by.SeesWarehouse(d.Warehouse) },
		Unique: []resource.Unique{{Columns: []string{"warehouse", "carrier"}, Field: "Carrier"}},
		Before: func(ctx context.Context, tx *store.Tx, _, now *DropTerm) error {
			if _, err := find(ctx, tx, now.Warehouse); err != nil || now.Carrier == "" {
				return err
			}
			scac, _, err := a.namedCarrier(ctx, tx, now.Carrier)
			if err == nil && scac != now.Carrier {
				err = fail.Invalid(fail.Of("Carrier", "drop-term-carrier-unknown", "carrier", now.Carrier))
			}
			return err
		},
		After: func(ctx context.Context, tx *store.Tx, was, now *DropTerm) error {
			for _, d := range []*DropTerm{was, now} {
				if d == nil {
					continue
				}
				if _, err := tx.ExecContext(ctx, `WITH agreed AS (SELECT t.id, COALESCE((SELECT free_days FROM warehouse_drop_term WHERE warehouse = t.warehouse AND carrier = t.carrier),
  (SELECT free_days FROM warehouse_drop_term WHERE warehouse = t.warehouse AND carrier = ''), -1) AS days FROM warehouse_trailer t WHERE t.warehouse = ? AND t.left_at IS NULL)
UPDATE warehouse_trailer SET free_days = agreed.days FROM agreed WHERE agreed.id = warehouse_trailer.id AND free_days <> agreed.days`, d.Warehouse); err != nil {
					return err
				}
			}
			return nil
		},
		Paths: resource.Paths{List: "Yard/DropTerms", Save: "Yard/SaveDropTerm", End: "Yard/RemoveDropTerm", Restore: "Yard/RestoreDropTerm"},
	})
}

// freeDays are those of a carrier's drop trailers in a yard; -1 where none are agreed.
func freeDays(ctx context.Context, tx *store.Tx, warehouse, carrier string) (int64, error) {
	n, ok, err := store.Get[int64](ctx, tx, `SELECT free_days FROM warehouse_drop_term WHERE warehouse = ? AND carrier IN (?, '') ORDER BY carrier DESC LIMIT 1`, warehouse, carrier)
	if err != nil || !ok {
		return -1, err
	}
	return n, nil
}

// namedCarrier finds a carrier by what people call it; without one it gives the name back.
func (a *Area) namedCarrier(ctx context.Context, tx *store.Tx, said string) (scac, name string, err error) {
	said = strings.TrimSpace(said)
	if said == "" {
		return "", "", nil
	}
	list, err := a.Carriers.Carriers(ctx, tx)
	for _, c := range list {
		if strings.EqualFold(c.SCAC, said) || sameName(c.Name, said) {
			return c.SCAC, c.Name, err
		}
	}
	return "", said, err
}
