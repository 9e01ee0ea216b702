// Package quote is spot quotes: carriers are asked by mail for a price of one shipment, each by a link of its own, and answer on a phone
// without signing in. The office sees the answers as they come and takes one, which is then what the shipment costs.
// It writes the quote_* tables.
package quote

import (
	"context"
	"io"
	"slices"
	"time"

	"lading/server/job"
	"lading/server/kit/blob"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

// Area serves quotes. The fields are what it needs of other areas and floors.
type Area struct {
	Shipments   Shipments
	Carriers    Carriers
	Rates       Rates
	Sites       Sites
	Links       Links
	Setup       Setup
	People      People
	Bell        Bell
	Files       Files
	Blobs       Blobs
	PublicLinks op.PublicLinks
	PublicURL   string // where the mails' links lead
}

// Shipments is what is asked a price for.
type Shipments interface {
	// Quotable gives a shipment that may be asked a price for, or refuses.
	Quotable(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error)
	// PickupAhead refuses a shipment whose pickup is over, PickupStands one whose pickup is when nobody works, too, unless that was seen.
	PickupAhead(ctx context.Context, tx *store.Tx, shipmentID string) error
	PickupStands(ctx context.Context, tx *store.Tx, shipmentID string, seen bool) error
	// Award tenders a shipment at a price.
	Award(ctx context.Context, tx *store.Tx, shipmentID string, p freight.Price) error
	Record(ctx context.Context, tx *store.Tx, shipmentID, kind string, data any) error
}

// Carriers lists the carriers that may be chosen.
type Carriers interface {
	Carriers(ctx context.Context, tx *store.Tx) ([]freight.Carrier, error)
}

// Rates keeps with the shipment what was to choose from, contracts and spot quotes alike, and which one a person took.
type Rates interface {
	// Worth is an amount in the organisation's own currency; ok is false where no rate of exchange of the last days is known.
	Worth(ctx context.Context, tx *store.Tx, minor int64, currency string) (w freight.Worth, ok bool, err error)
	TakeSpot(ctx context.Context, tx *store.Tx, c freight.Consignment, offers []freight.Offer, taken string) error
}

// Sites knows the warehouses: their address, and the IANA zone that their clocks show.
type Sites interface {
	Site(ctx context.Context, tx *store.Tx, id string) (from freight.Party, zone string, err error)
	// Closed names the warehouse's own holiday on a day, and Open tells whether it works then, or what its hours are.
	Closed(ctx context.Context, tx *store.Tx, warehouse, day, from, to string) (holiday string, err error)
	Open(ctx context.Context, tx *store.Tx, warehouse, day, from, to string) (open bool, hours string, err error)
	// Appointed gives the time that a load has at its warehouse; ok is false where it has none.
	Appointed(ctx context.Context, tx *store.Tx, shipmentID string) (at freight.Appointed, ok bool, err error)
}

// Links keeps what strangers may do.
type Links interface {
	publiclink.Links
	MailLink(ctx context.Context, tx *store.Tx, kind, object, warehouse string, until time.Time) (link.Link, error)
	// ExtendMailLink lets the open link to an object live until a later time, and says which it is; empty where none is open.
	ExtendMailLink(ctx context.Context, tx *store.Tx, kind, object string, until time.Time) (id string, err error)
	EndLinks(ctx context.Context, tx *store.Tx, kind, object string) error
	// LinkToken gives the token of a link that MailLink made.
	LinkToken(org, id string) string
}

// Setup is what the organisation set.
type Setup interface {
	Name(ctx context.Context, tx *store.Tx) (string, error)
	// QuoteHours is how long carriers usually have, 0 for no usual time, and how long a price holds after that.
	QuoteHours(ctx context.Context, tx *store.Tx) (deadline, expiration int, err error)
}

// Bell tells a person of the organisation something.
type Bell interface {
	Notify(ctx context.Context, tx *store.Tx, user, code string, params map[string]any, link string) error
}

// People knows where somebody of the organisation gets mail.
type People interface {
	Email(ctx context.Context, tx *store.Tx, user string) (string, error)
}

// Files judges a file by its content and keeps it.
type Files interface {
	Keep(ctx context.Context, org string, f op.File) (blob.File, error)
}

// Blobs gives files by their hash.
type Blobs interface {
	Open(ctx context.Context, org, hash string) (r io.ReadSeekCloser, size int64, err error)
}

// mailLink is what the link in a mail is good for.
const mailLink = "quote"

// lapseJob looks at what time alone brings about.
const lapseJob = "quote-lapse"

// Namings are the answers that name a carrier's files. The organisation's own papers have an op of their own (Quote/DownloadClientProfileDocuments).
var Namings = []store.Naming{
	{Entity: "quote", Right: right.SeeMoney, Places: `SELECT warehouse FROM quote WHERE id IN (SELECT value FROM json_each(?1)) AND instr(files, ?2)`},
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	page, public := page(a), publiclink.Public
	return slices.Concat(roster(a).Ops(), a.rfqReports(), []op.Op{
		op.Command("Carriers/SendCarrierRFQ", a.SendRFQ, right.RequestQuotes),
		op.Command("Carriers/ResendCarrierRFQ", a.ResendRFQ, right.RequestQuotes),
		op.Command("Carriers/UpdateRFQBasicInfo", a.UpdateRFQ, right.RequestQuotes),
		op.Command("Carriers/UpdateRFQCarrierStatus", a.UpdateRFQCarrier, right.RequestQuotes),
		op.Command("Carriers/ConfirmedCarrierEmail", a.ConfirmedByMail, right.RequestQuotes),
		op.Command("Carriers/CloseRFQ", a.CloseRFQ, right.RequestQuotes),
		op.Query("Carriers/GetRFQBasicInfo", a.RFQ, right.SeeMoney),
		op.Query("Carriers/GetRFQCarrierStatus", a.RFQCarriers, right.SeeMoney),
		publiclink.Opens(page, "Vendor/GetRFQCarrierInfo", a.showRFQ).Get(),
		publiclink.Answers(page, "Vendor/UpdateRFQCarrierStatus", a.acknowledge()),

		op.Query("Shipment/GetShipmentQuotes", a.Quotes, right.SeeMoney),
		op.Command("Shipment/SpotQuote", a.Ask, right.RequestQuotes),
		op.Query("Quote/Carriers", a.Candidates, right.RequestQuotes),
		op.Query("Quote/Openings", a.Openings, right.RequestQuotes),
		op.Command("Quote/Resend", a.Resend, right.RequestQuotes),
		op.Command("Quote/MoveDeadline", a.MoveDeadline, right.RequestQuotes),
		op.Command("Quote/CloseRequest", a.Close, right.RequestQuotes),
		op.Command("Quote/AcceptQuote", a.Accept, right.RequestQuotes),
		op.Command("Quote/AddNewPricesheet", a.AddSheet, right.RequestQuotes),
		op.Command("Quote/RemovePricesheet", a.RemoveSheet, right.RequestQuotes),
		op.Upload("Quote/UploadClientDocument", a.UploadDocument, right.RequestQuotes),
		op.Command("Quote/RemoveClientDocument", a.RemoveDocument, right.RequestQuotes),

		publiclink.Opens(page, "Quote/GetQuoteResponseDetails", a.show),
		publiclink.Answers(page, "Quote/SubmitQuoteResponse", answer[AnswerReq](a)),
		publiclink.Answers(page, "Quote/SubmitNoBidConfirmation", answer[NoBidReq](a)),
		publiclink.Reads(page, "Vendor/GetCurrentSlotQuoteResponse", a.slot),
		publiclink.Renews[Part, LinkReq](page, "Quote/SendNewLink"),
		publiclink.Checks(page, "Quote/Check"),
		publiclink.Reads(page, "Quote/Lanes", a.Lanes),
		public(op.Direct("Quote/DownloadLanes", a.DownloadLanes)),
		public(op.Upload("Quote/ReadLanes", a.ReadLanes)).Body(maxUpload),
		public(op.Direct("Quote/SubmitLanes", a.SubmitLanes)),
		public(op.Upload("Quote/UploadCarrierAttachment", a.UploadFile)).Body(maxUpload),
		public(op.Direct("Quote/GetClientProfileDocuments", a.Documents)),
		public(op.Direct("Quote/DownloadClientProfileDocuments", a.Download)),
	})
}

// Listen has the area hear of shipments that others decide, and do its work at a time.
func (a *Area) Listen(bus *store.Bus, jobs *job.Runner) {
	store.On(bus, a.tendered)
	store.On(bus, a.ended)
	jobs.Handle(lapseJob, a.lapseJob)
}
