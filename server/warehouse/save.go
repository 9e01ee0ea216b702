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
	return s, a.Put(ctx, tx, s)
}

// Put writes a warehouse; the loader of demo data comes here too.
func (a *Area) Put(ctx context.Context, tx *store.Tx, s Site) error {
	return store.Put(ctx, tx, "warehouse_site", "id", s)
}
