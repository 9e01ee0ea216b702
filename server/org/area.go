// Package org is the organisation itself: its set-up and flags, its brands, and the numbers that no other shipper has.
// It writes the org_* tables.
package org

import (
	"context"
	"time"

	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// Roles names the groups of users, and users; the access area has them.
type Roles interface {
	Roles(ctx context.Context, tx *store.Tx) (codes, names []string, err error)
	// NameOf is what a user is called; empty for one that is not known.
	NameOf(ctx context.Context, tx *store.Tx, user string) (string, error)
}

// Area serves the organisation's pages.
type Area struct {
	Roles    Roles
	Watch    Watch
	Devices  Devices
	Places   Places
	Prover   Prover
	Progress Progress
	Sampler  Sampler
	Orgs     func(ctx context.Context, id string) (*store.DB, error) // opens an organisation
	Sections []resource.Part                                         // of the settings, of all areas

	Followers []Follower // of all areas that name customers
	Jobs      Jobs

	OrderData    OrderData
	ShipmentData ShipmentData
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	ops := append(a.placeOps(), contacts(a).Ops()...)
	ops = append(ops, videos(a).Ops()...)
	for _, s := range a.Settings() {
		ops = append(ops, s.Op())
	}
	ops = append(ops, a.dataOps()...)
	return append(ops,
		op.Query("Initial/GetBrandDetails", a.Brands).Get().SignedIn(),
		op.Command("Initial/EntityStatusUpdate", a.SaveBrand, right.ManageOrganisation),
		op.Query("Org/Settings", a.AllSettings, right.ManageOrganisation),
		op.Query("v1/clients/me", a.Me).Get().SignedIn(),
		op.Query("Org/Health", a.Health).SignedIn(),
		op.Query("Org/FirstSteps", a.FirstSteps, right.ManageOrganisation),
		op.Command("Org/SkipStep", a.SkipStep, right.ManageOrganisation),
		op.Command("Org/EndFirstSteps", a.EndFirstSteps, right.ManageOrganisation),
		op.Query("Org/Samples", a.Samples, right.ManageOrganisation),
		op.Command("Org/LoadSamples", a.LoadSamples, right.ManageOrganisation),
		op.Direct("Org/RemoveSamples", a.RemoveSamples, right.ManageOrganisation),
		op.Query("Org/Backup", a.Backup, right.ManageOrganisation),
		op.Direct("Org/ProveBackup", a.ProveBackup, right.ManageOrganisation).Limited(op.Limit{Name: "proof", Every: time.Minute, Burst: 3, Key: func(c *op.Call) string { return c.Org }}),
		op.Command("Org/LeaseNumbers", a.TakeLeases, right.Load, right.Sign).Safe(), // a lost block would be given out again
		op.Command("Org/ReturnNumbers", a.ReturnLease, right.Load, right.Sign, right.ManageDock).Offline(op.Subject("lease", "Lease")),
		op.Query("Org/Views", a.Views).SignedIn(),
		op.Command("Org/ShareView", a.ShareView).SignedIn(),
		op.Command("Org/UnshareView", a.UnshareView).SignedIn(),
		op.Query("Org/ProRanges", a.ProRanges, right.ManageCarriers, right.ManageDock),
		op.Command("Org/AddProRange", a.AddProRange, right.ManageCarriers),
		op.Command("Org/EndProRange", a.EndProRange, right.ManageCarriers),
		op.Query("Org/Stock", a.Stock, right.ManageCarriers, right.ManageDock),
		op.Command("Org/SetPrefix", a.SetPrefix, right.ManageDock),
		op.Command("Org/StartAt", a.StartAt, right.ManageDock),
		op.Query("Address/AddressDataList", a.Addresses, right.SeeOrders),
		op.Query("Address/AddressValidation", a.ValidateAddress, right.SeeOrders),
		op.Query("DataAdmin/GetUserRoles", a.UserRoles, right.ManageUsers, right.CorrectData).Get(),
	)
}
