// Package carrier is the companies that haul: who they are, what they haul, and whether they may be chosen.
// It writes the carrier table, whose key is the SCAC.
package carrier

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/sync/change"
)

// Area serves the carrier pages, with what it needs of other areas.
type Area struct {
	Services Services
	Sites    Sites
	Parties  resource.Parties
	ODFL     ODFL
	P44      P44
	// Orgs opens an organisation.
	Orgs func(ctx context.Context, id string) (*store.DB, error)
	// What the carriers' own page needs.
	Hauls       Hauls
	Quotes      Quotes
	Bills       Bills
	Papers      Papers
	Times       Times
	Links       Links
	Setup       Setup
	Jobs        Jobs
	PublicLinks op.PublicLinks
	PublicURL   string // where the mails' links lead
}

// Jobs takes work that is done after its command.
type Jobs interface {
	Add(ctx context.Context, tx *store.Tx, kind, key string, payload any) error
	// Waiting counts the jobs of a kind that nobody has done yet.
	Waiting(ctx context.Context, tx *store.Tx, kind string) (int, error)
	// Forget drops the notes of done jobs whose keys stand from one to before another.
	Forget(ctx context.Context, tx *store.Tx, from, before string) error
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return append(slices.Concat(shipVias(a).Ops(), flags(a).Ops(), holidays(a).Ops(), accounts(a).Ops(), parcelAccounts(a).Ops(), billTos(a).Ops(), companyFile(a).Ops(), a.portalOps(), a.guestOps()),
		op.Query("Carriers/Companies", a.Companies, right.SeeCarriers),
		a.saveCompany(),
		op.Query("Carriers/Directory", a.Directory, right.ManageCarriers),
		op.Command("Carriers/AddFromDirectory", a.AddFromDirectory, right.ManageCarriers),
		op.Query("Carriers/GetParcelAccountNumbers", a.ParcelNumbers, right.SeeCarriers),
		op.Query("Shipment/GetCarrierflagforUsers", a.Marks, right.SeeCarriers),
		op.Query("LogIn/GetCarrierList", a.List, right.SeeCarriers),
		op.Query("Carriers/GetClientRatemodeCarriers", a.ByMode, right.SeeCarriers),
		op.Command("Carriers/AddNewCarrier", a.Add, right.ManageCarriers, right.Tender, right.Receive),
		op.Command("Carriers/EnableDisableCarrier", a.Switch, right.ManageCarriers),
		op.Command("Carriers/FreightCarrier", a.FreightCarrier, right.ManageCarriers),
		op.Command("Carriers/ParcelCarrier", a.ParcelCarriers, right.ManageCarriers),
		op.Command("Shipment/ParcelAccountDetails", a.ParcelAccountDetails, right.ManageCarriers),
		op.Command("Address/BillToAddressUpdate", a.BillToAddressUpdate, right.ManageCarriers),
		op.Direct("Carriers/ODFLAccountSetup", a.ODFLAccountSetup, right.ManageCarriers),
		op.Command("Shipment/ODFLAddCarrier", a.ODFLAddCarrier, right.ManageCarriers),
		op.Query("P44/Setup", a.P44Setup, right.ManageCarriers),
		op.Direct("P44/SaveConnection", a.SaveP44, right.ManageCarriers),
		op.Direct("Address/CreateP44AccountGroup", a.CreateP44AccountGroup, right.ManageCarriers),
		op.Command("Shipment/UpdateP44CarrierMetatag", a.UpdateP44CarrierMetatag, right.ManageCarriers),
		op.Direct("P44/Capacityprovidermetadata", a.CapacityProviderMetadata, right.ManageCarriers),
		op.Direct("P44/Capacityprovideraccount", a.CapacityProviderAccount, right.ManageCarriers),
		op.Query("Shipment/GetShipmentCollectCarriers", a.CollectCarriers, right.SeeCarriers),
		op.Query("Shipment/GetCollectCarrierShipVia", a.CollectShipVia, right.SeeCarriers),
		op.Query("Shipment/SoldToDetails", a.SoldToDetails, right.SeeCarriers),
	)
}

// Carrier hauls freight.
type Carrier struct {
	ID       string               `json:"id" db:"id"` // SCAC
	SCAC     string               `json:"scac" db:"scac" store:"readonly"`
	Code     string               `json:"code" db:"code" store:"readonly"` // the documents name the SCAC so on the dock
	Name     string               `json:"name" db:"name"`
	Modes    store.JSON[[]string] `json:"modes" db:"modes"`
	Email    string               `json:"email" db:"email"`
	Phone    string               `json:"phone" db:"phone"`
	URL      string               `json:"url" db:"url"`
	Img      string               `json:"img" db:"img"`
	Disabled bool                 `json:"disabled" db:"disabled"`
}

const columns = `id, id AS scac, id AS code, name, modes, email, phone, url, img, disabled`

// Tables are what carrier has on devices: the carriers.
func (a *Area) Tables() []change.Table {
	return []change.Table{change.Of(change.Table{Name: "carrier", Key: "id", Right: right.SeeCarriers, Scopes: []string{"'org'"}, Index: "id, name"},
		`SELECT `+columns+` FROM carrier WHERE id IN (SELECT value FROM json_each(?))`, func(c Carrier) string { return c.ID })}
}

func all(ctx context.Context, tx *store.Tx) ([]Carrier, error) {
	return store.Select[Carrier](ctx, tx, `SELECT `+columns+` FROM carrier ORDER BY name`)
}

// CarrierName gives the name of a carrier that may be chosen.
func (a *Area) CarrierName(ctx context.Context, tx *store.Tx, scac string) (string, bool, error) {
	return store.Get[string](ctx, tx, `SELECT name FROM carrier WHERE id = ? AND disabled = 0`, scac)
}

// ListResp is the documents' answer.
type ListResp struct {
	CarrierList []Carrier `json:"carrierList"`
}

// List gives all carriers, those that are switched off too: old shipments name them.
func (a *Area) List(ctx context.Context, tx *store.Tx, _ op.None) (ListResp, error) {
	list, err := all(ctx, tx)
	return ListResp{list}, err
}

// ByModeResp gives the carriers of each rate mode.
type ByModeResp struct {
	Status string               `json:"Status"`
	Modes  map[string][]Carrier `json:"Modes"`
}

// ByMode gives the carriers that may be chosen, by what they haul.
func (a *Area) ByMode(ctx context.Context, tx *store.Tx, _ op.None) (ByModeResp, error) {
	list, err := all(ctx, tx)
	resp := ByModeResp{"success", map[string][]Carrier{}}
	for _, c := range list {
		for _, m := range c.Modes.V {
			if !c.Disabled {
				resp.Modes[m] = append(resp.Modes[m], c)
			}
		}
	}
	return resp, err
}

func find(ctx context.Context, tx *store.Tx, scac string) (Carrier, error) {
	c, ok, err := store.Get[Carrier](ctx, tx, `SELECT `+columns+` FROM carrier WHERE id = ?`, scac)
	if err == nil && !ok {
		err = fail.NotFound("carrier-unknown", "carrier", scac)
	}
	return c, err
}

// Carriers lists the carriers that may be chosen, as other areas need to know them.
func (a *Area) Carriers(ctx context.Context, tx *store.Tx) ([]freight.Carrier, error) {
	rows, err := all(ctx, tx)
	var list []freight.Carrier
	for _, r := range rows {
		if !r.Disabled {
			list = append(list, freight.Carrier{SCAC: r.ID, Name: r.Name, Code: r.ID, Email: r.Email, URL: r.URL, Img: r.Img})
		}
	}
	return list, err
}

// OceanCarriers lists the carriers that take full and less-than-container loads or air freight abroad, and may be chosen.
func (a *Area) OceanCarriers(ctx context.Context, tx *store.Tx) ([]freight.SeaCarrier, error) {
	rows, err := all(ctx, tx)
	list := []freight.SeaCarrier{}
	for _, r := range rows {
		c := freight.SeaCarrier{SCAC: r.ID, Name: r.Name}
		for _, m := range r.Modes.V {
			if slices.Contains([]string{"FCL", "LCL", "INTLAIR"}, string(m)) {
				c.Modes = append(c.Modes, string(m))
			}
		}
		if !r.Disabled && len(c.Modes) > 0 {
			list = append(list, c)
		}
	}
	return list, err
}
