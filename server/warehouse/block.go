package warehouse

import (
	"context"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// longestBlock is how many days a block may last; what is closed for longer has no hours or no door.
const longestBlock = 366

// BlockReq is a time at which a warehouse, or some of its doors, take no truck, and why.
type BlockReq struct {
	ID        string   `json:"BlockId" db:"id" validate:"max=40"`
	Warehouse string   `json:"WarehouseId" db:"warehouse" validate:"required,max=20"`
	Doors     []string `json:"Doors" db:"doors" validate:"max=500,unique,dive,required,max=10"` // none is all of them
	Day       string   `json:"FromDate" db:"from_day" validate:"required,day"`
	From      string   `json:"FromTime" db:"from_time" validate:"required,max=5"`
	Until     string   `json:"UntilDate" db:"until_day" validate:"required,day"`
	To        string   `json:"UntilTime" db:"until_time" validate:"required,max=5"`
	Reason    string   `json:"Reason" db:"reason" validate:"required,max=120" field:"trim"`
	resource.Based
}

// Block is a block as it is kept.
type Block struct {
	BlockReq
	resource.Stamp
}

// Check wants times of day, and an end after the beginning.
func (r *BlockReq) Check() (bad []fail.Field) {
	if !clock.MatchString(r.From) {
		bad = append(bad, fail.Of("FromTime", "field-not-clock"))
	}
	if !clock.MatchString(r.To) {
		bad = append(bad, fail.Of("UntilTime", "field-not-clock"))
	}
	if len(bad) > 0 {
		return bad
	}
	switch from, until := r.span(); {
	case until <= from && r.Until == r.Day:
		return []fail.Field{fail.Of("UntilTime", "block-ends-first")}
	case until <= from:
		return []fail.Field{fail.Of("UntilDate", "block-ends-first")}
	case until-from > longestBlock*dayLong:
		return []fail.Field{fail.Of("UntilDate", "block-too-long", "days", longestBlock)}
	}
	return nil
}

func (r *BlockReq) span() (from, to int) { return minutesOf(r.Day, r.From), minutesOf(r.Until, r.To) }

func blocks(a *Area) *resource.Table[BlockReq, Block] {
	return resource.Of(resource.Spec[BlockReq, Block]{
		Table: "warehouse_block", Noun: "block", Order: "from_day DESC, from_time, warehouse", Read: right.SeeAppointments, Write: right.BookAppointments,
		Sees: func(by store.Actor, b *Block) bool { return by.SeesWarehouse(b.Warehouse) },
		Before: func(ctx context.Context, tx *store.Tx, _, b *Block) error {
			site, err := find(ctx, tx, b.Warehouse)
			if err != nil {
				return err
			}
			strange := slices.DeleteFunc(slices.Clone(b.Doors), func(d string) bool { return slices.Contains(site.Doors.V, d) })
			if len(strange) > 0 {
				return fail.Invalid(fail.Of("Doors", "door-not-of-warehouse", "doors", strings.Join(strange, ", ")))
			}
			zone, err := time.LoadLocation(site.Zone)
			if err != nil {
				return err
			}
			var bad []fail.Field
			for _, f := range []struct{ field, day, clock string }{{"FromTime", b.Day, b.From}, {"UntilTime", b.Until, b.To}} {
				if at, ok := instant(f.day, f.clock, zone); !ok {
					bad = append(bad, fail.Of(f.field, "appointment-in-gap", "time", f.clock, "next", afterGap(at, zone)))
				}
			}
			if len(bad) > 0 {
				return fail.Invalid(bad...)
			}
			return nil
		},
		After: func(ctx context.Context, tx *store.Tx, was, _ *Block) error {
			if was == nil {
				return nil
			}
			return a.freed(ctx, tx, was.Warehouse, was.Day, was.Until)
		},
		Paths: resource.Paths{List: "Warehouse/Blocks", Save: "Warehouse/SaveBlock", End: "Warehouse/RemoveBlock", Restore: "Warehouse/RestoreBlock"},
	})
}

// blocksOf lists the blocks of a warehouse that reach into some days.
func blocksOf(ctx context.Context, tx *store.Tx, warehouse string, first, last time.Time) ([]Block, error) {
	return store.Select[Block](ctx, tx, `SELECT * FROM warehouse_block WHERE warehouse = ? AND until_day >= ? AND from_day <= ? ORDER BY from_day, from_time`, warehouse, first.Format(time.DateOnly), last.Format(time.DateOnly))
}

// blocked tells why doors take no truck in a span: those that a block names, and whether one is of all of them.
func (c calendar) blocked(from, to int) (doors map[string]string, all string) {
	doors = map[string]string{}
	for _, b := range c.blocks {
		first, last := b.span()
		if last <= from || to <= first {
			continue
		}
		if len(b.Doors) == 0 {
			all = b.Reason
		}
		for _, d := range b.Doors {
			doors[d] = b.Reason
		}
	}
	return doors, all
}

// shut tells why none of the plan's doors takes a truck in a span; empty where one does.
func (c calendar) shut(from, to int) (why string) {
	doors, all := c.blocked(from, to)
	if all != "" {
		return all
	}
	own := c.plan.doors(c.site)
	for _, d := range own {
		if why = doors[d]; why == "" {
			return ""
		}
	}
	return why
}
