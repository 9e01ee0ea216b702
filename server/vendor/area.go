// Package vendor is the partners whose goods come to us: a vendor ships our purchase orders by a link, without an account. What it ships becomes an inbound
// shipment of ours, once, however often a phone without a signal sends it.
// It writes the vendor_* tables.
package vendor

import (
	"context"
	"time"

	"lading/server/kit/blob"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

// Area serves the vendors' pages. The fields are what it needs of other areas and floors.
type Area struct {
	Vendors     Vendors
	Orders      Orders
	Shipments   Shipments
	Carriers    Carriers
	Lines       Lines
	Sea         Sea
	Sites       Sites
	Links       Links
	Setup       Setup
	Bell        Bell
	Files       Files
	PublicLinks op.PublicLinks
	PublicURL   string // where the mails' links lead
}

// Vendors is the address book's vendors.
type Vendors interface {
	Vendors(ctx context.Context, tx *store.Tx) ([]freight.Vendor, error)
}

// Orders is what we bought.
type Orders interface {
	PurchasesFrom(ctx context.Context, tx *store.Tx, vendor freight.Party, all bool) ([]freight.PurchaseOrder, error)
}

// Shipments is what comes of it.
type Shipments interface {
	ShipReady(ctx context.Context, tx *store.Tx, r freight.Ready) (freight.ShipmentRef, error)
}

// Carriers knows whom loads may be given to.
type Carriers interface {
	CarrierName(ctx context.Context, tx *store.Tx, scac string) (name string, ok bool, err error)
}

// Lines knows who takes international bookings.
type Lines interface {
	OceanCarriers(ctx context.Context, tx *store.Tx) ([]freight.SeaCarrier, error)
}

// Sea knows ports and containers, and what was told of those that the actor's warehouses wait for.
type Sea interface {
	PortList() []freight.Port
	PortOf(typed string) (freight.Port, bool)
	PortName(place string) string
	ContainerNumber(typed string) (number string, ok, fits bool)
	TrackContainer(ctx context.Context, tx *store.Tx, c freight.SeaContainer) (string, error)
	OnWater(ctx context.Context, tx *store.Tx, shipments []string) ([]freight.OnWater, error)
	// AtSea gives the shipments whose containers have not gone back empty, of these lines or of any.
	AtSea(ctx context.Context, tx *store.Tx, lines []string) ([]string, error)
	// SealContainer changes the size and the seal of a container; an empty seal leaves the one that it has.
	SealContainer(ctx context.Context, tx *store.Tx, id, size, seal string) error
	// Milestone gives what a forwarder told under an id.
	Milestone(ctx context.Context, tx *store.Tx, id string) (freight.Milestone, bool, error)
	NoteMilestone(ctx context.Context, tx *store.Tx, m freight.Milestone) error
}

// Sites knows the warehouses, and the times that they give out.
type Sites interface {
	Site(ctx context.Context, tx *store.Tx, id string) (to freight.Party, zone string, err error)
	FreeSlots(ctx context.Context, tx *store.Tx, q freight.SlotsAsked) (freight.SlotsOffered, error)
	BookSlot(ctx context.Context, tx *store.Tx, b freight.Booking) (freight.Appointed, error)
	Appointed(ctx context.Context, tx *store.Tx, shipmentID string) (a freight.Appointed, ok bool, err error)
}

// Links keeps what strangers may do.
type Links interface {
	publiclink.Links
	MailLink(ctx context.Context, tx *store.Tx, kind, object, warehouse string, until time.Time) (link.Link, error)
	EndLinks(ctx context.Context, tx *store.Tx, kind, object string) error
}

// Setup is what the organisation set.
type Setup interface {
	Name(ctx context.Context, tx *store.Tx) (string, error)
}

// Bell tells the office something.
type Bell interface {
	NotifyOffice(ctx context.Context, tx *store.Tx, warehouse, code string, params map[string]any, link string) error
}

// Files judges a file by its content, keeps it, and has it stand with a shipment's documents.
type Files interface {
	Keep(ctx context.Context, org string, f op.File) (blob.File, error)
	AttachKept(ctx context.Context, tx *store.Tx, shipmentID, warehouse string, files []blob.File) error
	ReadKept(ctx context.Context, org, hash string) ([]byte, error)
}

// portalLink is what the link of a vendor is good for.
const portalLink = "vendor"

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	page, ocean := page(a), oceanPage(a)
	return []op.Op{
		op.Query("Vendor/GetPortals", a.Portals, right.ManageAddresses),
		op.Command("Vendor/SendPortalLink", a.SendPortalLink, right.InviteVendors),
		op.Command("Vendor/RevokePortalLink", a.RevokePortalLink, right.InviteVendors),

		publiclink.Opens(page, "Vendor/GetPortal", a.show),
		publiclink.Renews[Holder, Held](page, "Vendor/RenewPortalLink"),
		publiclink.Reads(page, "Vendor/GetVendorShipmentCount", a.Count),
		publiclink.Reads(page, "Vendor/GetVendorShipmentList", a.List),
		publiclink.Reads(page, "Vendor/GetVendorItemMaster", a.Items),
		publiclink.Reads(page, "Vendor/GetCurrentSlot", a.Slots),
		publiclink.Reads(page, "Vendor/GetCurrentDock", a.Dock),
		publiclink.Answers(page, "Vendor/ProcessShipment", a.process()),
		publiclink.Reads(page, "Vendor/GetOceanCarriers", a.OceanCarriers),
		publiclink.Reads(page, "Vendor/GetPorts", a.Ports),
		publiclink.Reads(page, "Vendor/GetBookings", a.Bookings),
		publiclink.Answers(page, "Vendor/BookInternational", a.booking()),
		op.Query("Vendor/GetBooking", a.BookingOf, right.SeeLoads),
		publiclink.Public(op.Upload("Vendor/UploadVendorFiles", a.Upload)).Body(maxUpload),

		op.Query("Vendor/GetForwarders", a.Forwarders, right.ManageAddresses),
		op.Command("Vendor/SendForwarderLink", a.SendForwarderLink, right.InviteVendors),
		op.Command("Vendor/RevokeForwarderLink", a.RevokeForwarderLink, right.InviteVendors),
		publiclink.Opens(ocean, "Vendor/GetOceanPortal", a.showOcean),
		publiclink.Renews[Handler, Held](ocean, "Vendor/RenewOceanLink"),
		publiclink.Reads(ocean, "Vendor/GetOceanPorts", a.OceanPorts),
		publiclink.Answers(ocean, "Vendor/AddMilestone", a.milestone()),
		publiclink.Answers(ocean, "Vendor/AddOceanContainer", a.container()),
		publiclink.Public(op.Upload("Vendor/UploadOceanFile", a.OceanUpload)).Body(maxUpload),
		publiclink.Public(op.Direct("Vendor/OpenOceanFile", a.OceanFile)),
	}
}
