// Package org is the organisation itself: its set-up and flags, its brands, and the numbers that no other shipper has.
// It writes the org_* tables.
package org

import (
	"context"

	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"
)

// Roles names the groups of users; the access area has them.
type Roles interface {
	Roles(ctx context.Context, tx *store.Tx) (codes, names []string, err error)
}

// Area serves the organisation's pages.
type Area struct {
	Roles   Roles
	Watch   Watch
	Devices Devices
	Places  Places
}

// ships are the pages on which somebody types an address.
var ships = []page.ID{page.SingleOrder, page.Prepaid, page.Collect, page.Parcel, page.ShipPO, page.OpenOrders, page.MultipleOrders}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return []op.Op{
		op.Query("Initial/GetBrandDetails", a.Brands).Get().SignedIn(),
		op.Command("Initial/EntityStatusUpdate", a.SaveBrand, page.Common),
		op.Command("Org/SaveSetup", a.SaveSetup, page.Common),
		op.Query("v1/clients/me", a.Me).Get().SignedIn(),
		op.Query("Org/Health", a.Health).SignedIn(),
		op.Command("Org/LeaseNumbers", a.TakeLeases, page.ESignBOL, page.PalletsOnDock, page.Sign, page.DispatchConsole),
		op.Command("Org/ReturnNumbers", a.ReturnLease, page.ESignBOL, page.PalletsOnDock, page.Sign, page.DispatchConsole, page.Mobile).Offline(op.Subject("lease", "Lease")),
		op.Query("Org/Views", a.Views).SignedIn(),
		op.Command("Org/ShareView", a.ShareView).SignedIn(),
		op.Command("Org/UnshareView", a.UnshareView).SignedIn(),
		op.Query("Org/ProRanges", a.ProRanges, page.ManageCarriers, page.Mobile),
		op.Command("Org/AddProRange", a.AddProRange, page.ManageCarriers, page.Mobile),
		op.Command("Org/EndProRange", a.EndProRange, page.ManageCarriers, page.Mobile),
		op.Query("Org/Stock", a.Stock, page.ManageCarriers, page.Mobile),
		op.Command("Org/SetPrefix", a.SetPrefix, page.Mobile),
		op.Command("Org/StartAt", a.StartAt, page.Mobile),
		op.Query("Address/AddressDataList", a.Addresses, ships...),
		op.Query("Address/AddressValidation", a.ValidateAddress, ships...),
		op.Query("DataAdmin/GetUserRoles", a.UserRoles, page.ManageUsers, page.PageAccess, page.DataAdmin).Get(),
		op.Query("DataAdmin/IsDataAdminEnabled", a.DataAdminEnabled).SignedIn(),
	}
}
