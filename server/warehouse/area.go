// Package warehouse is the sites that goods leave from and come to: their addresses, clocks and doors.
// It writes the warehouse_* tables.
package warehouse

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/guess"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
)

// Area serves the warehouse pages.
type Area struct {
	Loads    Loads
	Defaults Defaults
	Jobs     Jobs
	Partners Partners
	Carriers Carriers
	Devices  Devices
	// PublicURL is where calendar programs reach us; empty for none.
	PublicURL string
	// What the page at the gate needs.
	Floor       Floor
	Links       Links
	PublicLinks op.PublicLinks
	Tries       *guess.Budget // by the secret of a gate's sign
}

// Partners are the carriers that book by their links.
type Partners interface {
	// LinkStands reports whether a carrier has a link that opens its page.
	LinkStands(ctx context.Context, tx *store.Tx, scac string) (bool, error)
}

// Carriers lists the carriers that the organisation ships with.
type Carriers interface {
	Carriers(ctx context.Context, tx *store.Tx) ([]freight.Carrier, error)
}

// Devices knows the enrolled devices and who worked on them.
type Devices interface {
	PublicKey(ctx context.Context, tx *store.Tx, device string) (jwk string, users []string, ok bool, err error)
	// Line lists a device and the numbers that it had before.
	Line(ctx context.Context, tx *store.Tx, device string) ([]string, error)
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return slices.Concat(holidays(a).Ops(), blocks(a).Ops(), loadTypes(a).Ops(), bookingTerms(a).Ops(), a.waitOps(), a.feedOps(), a.standingOps(), a.hoursOps(), slotPlans(a).Ops(), a.slotOps(), a.timeOps(), a.appointmentOps(), a.threePLOps(), a.gateOps(), a.yardOps(), []op.Op{
		op.Query("WarehousesSlots/getClientWarehouses", a.ClientWarehouses).SignedIn(),
		op.Command("Warehouse/Save", a.Save, right.ManageWarehouses),
		op.Command("Warehouse/AddPublicHolidays", a.AddPublicHolidays, right.ManageWarehouses),
	})
}

// Site is a warehouse. Its code is its key, as on paper.
type Site struct {
	ID      string                    `json:"id" db:"id"`
	Name    string                    `json:"name" db:"name"`
	Address store.JSON[freight.Party] `json:"address" db:"address"`
	Zone    string                    `json:"zone" db:"zone"` // IANA
	Doors   store.JSON[[]string]      `json:"doors" db:"doors"`
	Contact string                    `json:"contact" db:"contact"`
	Phone   string                    `json:"phone" db:"phone"`
	Email   string                    `json:"email" db:"email"`
}

const columns = `id, name, address, zone, doors, contact, phone, email`

// Tables are what warehouse has on devices: the sites and their yards.
func (a *Area) Tables() []change.Table {
	return append([]change.Table{change.Of(change.Table{Name: "warehouse_site", Key: "id", Right: right.SignedIn, Scopes: []string{"'org'"}, Index: "id"},
		`SELECT `+columns+` FROM warehouse_site WHERE id IN (SELECT value FROM json_each(?))`, func(s Site) string { return s.ID })}, yardTables()...)
}

func find(ctx context.Context, tx *store.Tx, id string) (Site, error) {
	s, ok, err := store.Get[Site](ctx, tx, `SELECT `+columns+` FROM warehouse_site WHERE id = ?`, id)
	if err == nil && !ok {
		err = fail.NotFound("warehouse-unknown", "warehouse", id)
	}
	return s, err
}

// Site gives a warehouse's address, with its name and contact where the address has none of its own, and its zone.
func (a *Area) Site(ctx context.Context, tx *store.Tx, id string) (freight.Party, string, error) {
	s, err := find(ctx, tx, id)
	p := s.Address.V
	for _, f := range []struct {
		to   *string
		from string
	}{{&p.Name, s.Name}, {&p.Contact, s.Contact}, {&p.Phone, s.Phone}, {&p.Email, s.Email}} {
		if *f.to == "" {
			*f.to = f.from
		}
	}
	return p, s.Zone, err
}

// Warehouses lists the organisation's warehouses by code.
func (a *Area) Warehouses(ctx context.Context, tx *store.Tx) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT id FROM warehouse_site ORDER BY id`)
}

// ClientWarehouse is a warehouse as the documents spell it.
type ClientWarehouse struct {
	GroupCode string   `json:"GroupCode"`
	GroupDesc string   `json:"GroupDesc"`
	Name      string   `json:"Name"`
	Address1  string   `json:"Address1"`
	Address2  string   `json:"Address2"`
	City      string   `json:"City"`
	State     string   `json:"State"`
	Zip       string   `json:"Zip"`
	Country   string   `json:"Country"`
	Contact   string   `json:"ContactName"`
	Phone     string   `json:"Phone"`
	Email     string   `json:"Email"`
	Zone      string   `json:"TimeZone"`
	Doors     []string `json:"Doors"`
}

// ClientWarehousesResp is the documents' answer.
type ClientWarehousesResp struct {
	Status     string            `json:"Status"`
	Warehouses []ClientWarehouse `json:"Warehouses"`
}

// ClientWarehouses lists the warehouses whose work the person may see.
func (a *Area) ClientWarehouses(ctx context.Context, tx *store.Tx, _ op.None) (ClientWarehousesResp, error) {
	list, err := store.Select[Site](ctx, tx, `SELECT `+columns+` FROM warehouse_site ORDER BY id`)
	resp := ClientWarehousesResp{Status: "success", Warehouses: []ClientWarehouse{}}
	for _, s := range list {
		if !tx.By.SeesWarehouse(s.ID) {
			continue
		}
		p := s.Address.V
		resp.Warehouses = append(resp.Warehouses, ClientWarehouse{s.ID, s.Name, s.Name, p.Street, p.Street2, p.City, p.State, p.Zip, p.Country, s.Contact, s.Phone, s.Email, s.Zone, s.Doors.V})
	}
	return resp, err
}

// Sites lists the organisation's warehouses with their doors.
func (a *Area) Sites(ctx context.Context, tx *store.Tx) ([]freight.Site, error) {
	rows, err := store.Select[Site](ctx, tx, `SELECT `+columns+` FROM warehouse_site ORDER BY id`)
	sites := make([]freight.Site, len(rows))
	for i, r := range rows {
		sites[i] = freight.Site{ID: r.ID, Name: r.Name, Zone: r.Zone, Doors: r.Doors.V, Contact: r.Contact, Phone: r.Phone}
	}
	return sites, err
}
