package warehouse

import (
	"context"
	"regexp"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
)

// SaveReq is a warehouse, new or changed. A code never changes: it stands on paper and on pallets.
type SaveReq struct {
	ID      string        `json:"id" validate:"required,max=20"`
	Name    string        `json:"name" validate:"required,max=120"`
	Address freight.Party `json:"address"`
	Zone    string        `json:"zone" validate:"required,max=60"`
	Doors   []string      `json:"doors" validate:"max=500,unique,dive,required,max=10"`
	Contact string        `json:"contact" validate:"max=60"`
	Phone   string        `json:"phone" validate:"max=120"`
	Email   string        `json:"email" validate:"omitempty,email,max=254"`
}

var code = regexp.MustCompile(`^[A-Z0-9][A-Z0-9_-]*$`)

// Check looks at the code and the zone.
func (r *SaveReq) Check() []fail.Field {
	var bad []fail.Field
	if r.ID = strings.ToUpper(strings.TrimSpace(r.ID)); !code.MatchString(r.ID) {
		bad = append(bad, fail.Of("id", "field-malformed"))
	}
	if _, err := time.LoadLocation(r.Zone); err != nil || r.Zone == "Local" {
		bad = append(bad, fail.Of("zone", "zone-unknown"))
	}
	return bad
}

// Save adds or changes a warehouse.
func (a *Area) Save(ctx context.Context, tx *store.Tx, req SaveReq) (Site, error) {
	if err := op.Administrators(tx); err != nil {
		return Site{}, err
	}
	if req.Doors == nil {
		req.Doors = []string{}
	}
	s := Site{req.ID, req.Name, store.JSON[freight.Party]{V: req.Address}, req.Zone, store.JSON[[]string]{V: req.Doors}, req.Contact, req.Phone, req.Email}
	if err := doorsStay(ctx, tx, s); err != nil {
		return Site{}, err
	}
	return s, a.Put(ctx, tx, s)
}

// doorsStay refuses to take a door away at which a trailer of the yard stands, or to which one is asked to be brought.
func doorsStay(ctx context.Context, tx *store.Tx, s Site) error {
	type used struct {
		Door   string `db:"door"`
		Number string `db:"number"`
	}
	u, ok, err := store.Get[used](ctx, tx, `WITH used AS (SELECT door, number FROM warehouse_trailer WHERE warehouse = ?1 AND door <> '' AND left_at IS NULL
UNION ALL SELECT m.door, t.number FROM warehouse_yard_move m JOIN warehouse_trailer t ON t.id = m.trailer_id WHERE m.warehouse = ?1 AND m.door <> '' AND m.state = 'open')
SELECT door, number FROM used WHERE door NOT IN (SELECT value FROM json_each(?2)) ORDER BY door, number LIMIT 1`, s.ID, s.Doors)
	if err == nil && ok {
		err = fail.Invalid(fail.Of("doors", "door-in-yard", "door", u.Door, "trailer", u.Number))
	}
	return err
}

// Put writes a warehouse; the loader of demo data comes here too.
func (a *Area) Put(ctx context.Context, tx *store.Tx, s Site) error {
	return store.Put(ctx, tx, "warehouse_site", "id", s)
}
