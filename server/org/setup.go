package org

import (
	"cmp"
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
)

// Setup is the organisation's one row of set-up, synced to all its devices.
type Setup struct {
	ID     string               `json:"id" db:"id"`
	Name   string               `json:"name" db:"name"`
	Code   string               `json:"code" db:"code"` // the documents' QBclientcode
	Flags  store.JSON[Flags]    `json:"flags" db:"flags"`
	Prefix string               `json:"gs1Prefix" db:"gs1_prefix"`
	Brand  store.JSON[Colours]  `json:"brand" db:"brand"`
	Labels store.JSON[[]string] `json:"labels" db:"labels"` // of the references 1 to 5

	Zone         string     `json:"zone" db:"zone"`         // IANA; what a new warehouse begins with
	Units        string     `json:"units" db:"units"`       // us or metric: what a new weight or length begins with
	Language     string     `json:"language" db:"language"` // of a new user
	SuspendedAt  store.Time `json:"suspendedAt" db:"suspended_at"`
	SuspendedWhy string     `json:"suspendedWhy" db:"suspended_why"`

	Started store.JSON[Started] `json:"started" db:"started"`
}

const setupColumns = `id, name, code, flags, gs1_prefix, brand, labels, zone, units, language, suspended_at, suspended_why, started`

// Colours are the organisation's own; empty ones leave the product's.
type Colours struct {
	Primary   string `json:"primary" validate:"omitempty,hexcolor"`
	Secondary string `json:"secondary" validate:"omitempty,hexcolor"`
}

// Flags are what the organisation's settings say on devices, too. What saves them stands in settings.go.
type Flags struct {
	Time24              bool   `json:"time24"` // on, unless switched off
	QuoteDeadlineHours  int    `json:"quoteDeadlineHours"`
	DefaultClass        string `json:"defaultClass"`
	Currency            string `json:"currency"` // in which offers are compared; empty is USD
	CarrierConfirmation bool   `json:"carrierConfirmation"`
	ExpirationHours     int    `json:"expirationHours"` // of a quote
	EmergencyPhone      string `json:"emergencyPhone"`  // of the provider of emergency response information with whom the organisation is registered
	EmergencyContract   string `json:"emergencyContract"`
}

// FirstFlags are what an organisation begins with.
func FirstFlags() Flags { return Flags{Time24: true, DefaultClass: "70", ExpirationHours: 24} }

var firstLabels = []string{"Order #", "PO #", "", "", ""}

// Tables are what org has on devices: the set-up.
func (a *Area) Tables() []change.Table {
	return []change.Table{change.Of(change.Table{Name: "org_setup", Key: "id", Right: right.SignedIn, Scopes: []string{"'org'"}, Index: "id"},
		`SELECT `+setupColumns+` FROM org_setup WHERE id IN (SELECT value FROM json_each(?))`, func(s Setup) string { return s.ID }), placeTable}
}

// Get gives the set-up to an area that asks for a flag.
func (a *Area) Get(ctx context.Context, tx *store.Tx) (Setup, error) {
	s, ok, err := store.Get[Setup](ctx, tx, `SELECT `+setupColumns+` FROM org_setup WHERE id = 'setup'`)
	if err == nil && !ok {
		err = fail.Conflict("organisation-not-set-up")
	}
	return s, err
}

// Name is what the organisation is called.
func (a *Area) Name(ctx context.Context, tx *store.Tx) (string, error) {
	s, err := a.Get(ctx, tx)
	return s.Name, err
}

// Confirmation is how long a carrier has to answer a tender, in minutes, and whether carriers are asked to.
func (a *Area) Confirmation(ctx context.Context, tx *store.Tx) (minutes int64, asks bool, err error) {
	s, err := a.Get(ctx, tx)
	hours := s.Flags.V.ExpirationHours
	if hours == 0 {
		hours = FirstFlags().ExpirationHours
	}
	return int64(hours) * 60, s.Flags.V.CarrierConfirmation, err
}

// Currency is the organisation's own.
func (a *Area) Currency(ctx context.Context, tx *store.Tx) (string, error) {
	own, _, err := store.Get[string](ctx, tx, `SELECT COALESCE(flags ->> 'currency', '') FROM org_setup WHERE id = 'setup'`)
	return cmp.Or(own, "USD"), err
}

// ItemClass is the organisation's own class of goods that nobody named one for.
func (a *Area) ItemClass(ctx context.Context, tx *store.Tx) (string, error) {
	own, _, err := store.Get[string](ctx, tx, `SELECT COALESCE(flags ->> 'defaultClass', '') FROM org_setup WHERE id = 'setup'`)
	return own, err
}

// Responder is whom the organisation's emergency calls go to, and by which contract; both are empty where it has told none.
func (a *Area) Responder(ctx context.Context, tx *store.Tx) (r freight.Responder, err error) {
	r, _, err = store.Get[freight.Responder](ctx, tx, `SELECT COALESCE(flags ->> 'emergencyPhone', '') AS phone, COALESCE(flags ->> 'emergencyContract', '') AS contract FROM org_setup WHERE id = 'setup'`)
	return r, err
}

// Labels are what the client calls an order's references, by their place.
func (a *Area) Labels(ctx context.Context, tx *store.Tx) ([]string, error) {
	s, err := a.Get(ctx, tx)
	if fail.CodeOf(err) == "organisation-not-set-up" { // nobody has named them otherwise yet
		return firstLabels, nil
	}
	return s.Labels.V, err
}

// QuoteHours is how long carriers usually have to answer, 0 for no usual time, and how long a price holds after that.
func (a *Area) QuoteHours(ctx context.Context, tx *store.Tx) (deadline, expiration int, err error) {
	s, err := a.Get(ctx, tx)
	if expiration = s.Flags.V.ExpirationHours; expiration == 0 {
		expiration = FirstFlags().ExpirationHours
	}
	return s.Flags.V.QuoteDeadlineHours, expiration, err
}

// Create writes a new organisation's set-up, or leaves the one that is there.
func (a *Area) Create(ctx context.Context, tx *store.Tx, code, name, gs1Prefix string) error {
	if _, err := a.Get(ctx, tx); err == nil {
		return nil
	} else if fail.CodeOf(err) == "" {
		return err
	}
	return store.Insert(ctx, tx, "org_setup", Setup{ID: "setup", Name: name, Code: code, Prefix: gs1Prefix,
		Flags: store.JSON[Flags]{V: FirstFlags()}, Labels: store.JSON[[]string]{V: firstLabels}, Units: "us", Language: "en",
		Started: store.JSON[Started]{V: Started{Done: true, Skipped: []string{}}}})
}

// Group is a role by its name, as the documents spell it.
type Group struct {
	GroupCode string `json:"groupCode"`
	GroupName string `json:"groupName"`
}

// MeResp is the organisation of who asks.
type MeResp struct {
	ClientID   string  `json:"clientId"`
	ClientCode string  `json:"clientCode"`
	ClientName string  `json:"clientName"`
	Groups     []Group `json:"groups"`
}

// Me tells the organisation and its groups, which are the roles to choose from.
func (a *Area) Me(ctx context.Context, tx *store.Tx, _ op.None) (MeResp, error) {
	s, err := a.Get(ctx, tx)
	if err != nil {
		return MeResp{}, err
	}
	groups, err := a.groups(ctx, tx)
	return MeResp{tx.Org, s.Code, s.Name, groups}, err
}

func (a *Area) groups(ctx context.Context, tx *store.Tx) ([]Group, error) {
	codes, names, err := a.Roles.Roles(ctx, tx)
	out := make([]Group, len(codes))
	for i := range codes {
		out[i] = Group{codes[i], names[i]}
	}
	return out, err
}

// UserRolesResp lists the roles.
type UserRolesResp struct {
	Status string  `json:"Status"`
	Roles  []Group `json:"Roles"`
}

// UserRoles lists the roles that a user may have.
func (a *Area) UserRoles(ctx context.Context, tx *store.Tx, _ op.None) (UserRolesResp, error) {
	groups, err := a.groups(ctx, tx)
	return UserRolesResp{"success", groups}, err
}
