package carrier

import (
	"context"
	"strings"
	"time"

	"lading/server/kit/blob"
	"lading/server/kit/freight"
	"lading/server/kit/ical"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

// Hauls is the loads that carriers are offered and haul.
type Hauls interface {
	OffersTo(ctx context.Context, tx *store.Tx, scac string) ([]freight.CarrierTender, error)
	HauledKeys(ctx context.Context, tx *store.Tx, scac string, since time.Time) ([]string, error)
	// HauledBy lists a page of the loads after so many of them.
	HauledBy(ctx context.Context, tx *store.Tx, scac string, since time.Time, skip int) ([]freight.CarrierLoad, error)
	Hauled(ctx context.Context, tx *store.Tx, scac, shipmentID string, since time.Time) (freight.CarrierLoad, error)
	// HauledSince is when a load was given to the carrier that has it, where another had it before; zero where none had.
	HauledSince(ctx context.Context, tx *store.Tx, scac, shipmentID string) (time.Time, error)
	GivePRO(ctx context.Context, tx *store.Tx, shipmentID, pro, by string) error
	CarrierTold(ctx context.Context, tx *store.Tx, shipmentID string, c freight.CarrierSaid) error
}

// Quotes is what carriers are asked a price for.
type Quotes interface {
	OpenTo(ctx context.Context, tx *store.Tx, scac string) ([]freight.CarrierQuote, error)
}

// Bills takes and shows what carriers bill.
type Bills interface {
	EnterBill(ctx context.Context, tx *store.Tx, b freight.CarrierBill) error
	BillsOf(ctx context.Context, tx *store.Tx, carrier, shipmentID string) ([]freight.BillStanding, error)
}

// Papers keeps files, and gives a carrier those of a load that it may have.
type Papers interface {
	Keep(ctx context.Context, org string, f op.File) (blob.File, error)
	AttachKept(ctx context.Context, tx *store.Tx, shipmentID, warehouse string, files []blob.File) error
	AttachProof(ctx context.Context, tx *store.Tx, shipmentID, warehouse string, f blob.File) error
	Handed(ctx context.Context, db *store.DB, shipmentID, documentID string, since time.Time) (op.Download, error)
	HandedOf(ctx context.Context, tx *store.Tx, shipmentID string, since time.Time) ([]freight.Paper, error)
}

// Times knows the times of loads at their warehouses, and gives carriers some to book.
type Times interface {
	Appointed(ctx context.Context, tx *store.Tx, shipmentID string) (a freight.Appointed, ok bool, err error)
	Site(ctx context.Context, tx *store.Tx, id string) (to freight.Party, zone string, err error)
	SlotSites(ctx context.Context, tx *store.Tx, kind string) ([]freight.SlotSite, error)
	FreeSlots(ctx context.Context, tx *store.Tx, q freight.SlotsAsked) (freight.SlotsOffered, error)
	SlotsOf(ctx context.Context, tx *store.Tx, b freight.Booker) ([]freight.SlotBooked, error)
	Slot(ctx context.Context, tx *store.Tx, b freight.Booker, id string) (freight.SlotBooked, error)
	HoldSlot(ctx context.Context, tx *store.Tx, b freight.Booker, w freight.SlotWanted) (freight.SlotHeld, error)
	DropHold(ctx context.Context, tx *store.Tx, b freight.Booker, id string) error
	TakeSlot(ctx context.Context, tx *store.Tx, b freight.Booker, w freight.SlotWanted) (freight.SlotBooked, error)
	CancelSlot(ctx context.Context, tx *store.Tx, b freight.Booker, id string) (freight.SlotBooked, error)
	ConfirmSlot(ctx context.Context, tx *store.Tx, b freight.Booker, id string) (freight.SlotBooked, error)
	CalendarOf(ctx context.Context, tx *store.Tx, b freight.Booker, language string) ([]ical.Event, error)
	WaitForSlot(ctx context.Context, tx *store.Tx, b freight.Booker, q freight.SlotAwaited) (freight.SlotWait, error)
	WaitsOf(ctx context.Context, tx *store.Tx, b freight.Booker) ([]freight.SlotWait, error)
	OfferOf(ctx context.Context, tx *store.Tx, b freight.Booker, offer string) (*freight.OfferEnded, error)
	EndWait(ctx context.Context, tx *store.Tx, b freight.Booker, id, offer string, decline bool) (freight.SlotWait, error)
}

// Links keeps what strangers may do.
type Links interface {
	publiclink.Links
	MailLink(ctx context.Context, tx *store.Tx, kind, object, warehouse string, until time.Time) (link.Link, error)
	EndLinks(ctx context.Context, tx *store.Tx, kind, object string) error
	LinksSince(ctx context.Context, tx *store.Tx, kind, object string, since time.Time) (n int, last time.Time, err error)
	LinkToken(org, id string) string
}

// Setup is what the organisation set.
type Setup interface {
	Name(ctx context.Context, tx *store.Tx) (string, error)
	Currency(ctx context.Context, tx *store.Tx) (string, error)
}

// shownFor is how long after its delivery a load stays on its carrier's page: a bill and a proof of delivery come late.
const shownFor = 90 * 24 * time.Hour

// Holder is the carrier behind a link.
type Holder struct {
	Carrier Carrier
	Portal  Portal
	Booked  *freight.SlotBooked // in this very call
	Waits   *freight.SlotWait   // in this very call
}

// Held is what a carrier shows: the secret of its link.
type Held struct {
	AccessID string `json:"AccessID" validate:"required,max=120"`
}

// Secret is that of the link.
func (h Held) Secret() string { return h.AccessID }

// page is what a carrier's link opens.
func page(a *Area) *publiclink.Page[Holder] {
	return &publiclink.Page[Holder]{
		Kind: portalLink, PublicLinks: a.PublicLinks, Links: a.Links,
		Find: func(ctx context.Context, tx *store.Tx, l link.Link) (Holder, error) {
			c, err := find(ctx, tx, l.Object)
			if err != nil {
				return Holder{}, err
			}
			p, _, err := portal(ctx, tx, c.ID)
			return Holder{Carrier: c, Portal: p}, err
		},
		Judge: func(_ *store.Tx, _ link.Link, of Holder, dead error) error {
			if of.Carrier.Disabled || dead != nil && !of.Portal.RevokedAt.IsZero() { // one that hauls no more sees nothing more
				return portalRevoked()
			}
			return dead
		},
		Holder:  func(of Holder) string { return of.Carrier.Name },
		Contact: func(Holder) string { return "" },
		Seen: func(ctx context.Context, tx *store.Tx, of Holder, places int) (Holder, error) {
			p := &of.Portal
			p.OpenedAt, p.Openings, p.Places = store.At(tx.Now), p.Openings+1, int64(places)
			return of, keepPortal(ctx, tx, *p)
		},
		May: func(_ *store.Tx, of Holder) error {
			if of.Carrier.Disabled || !of.Portal.RevokedAt.IsZero() {
				return portalRevoked()
			}
			return nil
		},
		Rest: func(_ context.Context, tx *store.Tx, of Holder) (time.Duration, error) {
			return portalRest - tx.Now.Sub(of.Portal.SentAt.Time), nil
		},
		Resend: func(ctx context.Context, tx *store.Tx, of Holder, again string) error {
			return a.sendPortal(ctx, tx, of.Carrier, of.Portal, again)
		},
	}
}

// guestOps are the calls of the carrier's own page.
func (a *Area) guestOps() []op.Op {
	page := page(a)
	return append(a.slotOps(page), []op.Op{
		publiclink.Opens(page, "CarrierPortal/Open", a.show),
		publiclink.Renews[Holder, Held](page, "CarrierPortal/SendNewLink"),
		publiclink.Reads(page, "CarrierPortal/Loads", a.moreLoads),
		publiclink.Reads(page, "CarrierPortal/Load", a.showLoad),
		publiclink.Answers(page, "CarrierPortal/GivePRO", a.givePRO()),
		publiclink.Answers(page, "CarrierPortal/Tell", a.tell()),
		publiclink.Answers(page, "CarrierPortal/Bill", a.bill()),
		publiclink.Public(op.Direct("CarrierPortal/SendCode", a.SendCode)).Limited(op.PerAddress),
		publiclink.Public(op.Direct("CarrierPortal/EnterCode", a.EnterCode)),
		publiclink.Public(op.Direct("CarrierPortal/ChargeCodes", a.ChargeCodes)),
		publiclink.Public(op.Direct("CarrierPortal/Paper", a.Paper)),
		publiclink.Public(op.Upload("CarrierPortal/Upload", a.Upload)).Body(maxUpload),
	}...)
}

// OpenReq opens the portal.
type OpenReq struct {
	Held
	Again bool `json:"Again"` // the page asks again by itself: nobody looked anew
}

// Glance tells that nobody looked anew.
func (r OpenReq) Glance() bool { return r.Again }

// Shown is what a carrier sees first.
type Shown struct {
	Carrier string                  `json:"carrier"`
	SCAC    string                  `json:"scac"`
	Shipper string                  `json:"shipper"`
	Contact string                  `json:"contact"` // who sent the link
	Sent    string                  `json:"sent"`    // where the mail went, in part
	Now     store.Time              `json:"now"`
	Tenders []freight.CarrierTender `json:"tenders"`
	Loads   []freight.CarrierLoad   `json:"loads"`  // the first page, the latest ship date first
	Hauled  int                     `json:"hauled"` // how many loads there are
	Quotes  []freight.CarrierQuote  `json:"quotes"`
}

func (a *Area) show(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, _ OpenReq) (Shown, error) {
	out := Shown{Carrier: of.Carrier.Name, SCAC: of.Carrier.ID, Contact: of.Portal.SentByName, Sent: link.Masked(of.Portal.Email), Now: store.At(tx.Now)}
	var err error
	if out.Shipper, err = a.Setup.Name(ctx, tx); err != nil {
		return out, err
	}
	if out.Tenders, err = a.Hauls.OffersTo(ctx, tx, of.Carrier.ID); err != nil {
		return out, err
	}
	if out.Quotes, err = a.Quotes.OpenTo(ctx, tx, of.Carrier.ID); err != nil {
		return out, err
	}
	page, err := a.loadsAfter(ctx, tx, of, 0)
	out.Loads, out.Hauled = page.Loads, page.Hauled
	return out, err
}

// LoadsReq asks for the loads after so many.
type LoadsReq struct {
	Held
	Skip int64 `json:"Skip" validate:"min=0,max=100000"`
}

// LoadsPage is a page of a carrier's loads.
type LoadsPage struct {
	Loads  []freight.CarrierLoad `json:"loads"`
	Hauled int                   `json:"hauled"` // how many there are in all
}

func (a *Area) moreLoads(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req LoadsReq) (LoadsPage, error) {
	return a.loadsAfter(ctx, tx, of, int(req.Skip))
}

func (a *Area) loadsAfter(ctx context.Context, tx *store.Tx, of Holder, skip int) (out LoadsPage, err error) {
	since := tx.Now.Add(-shownFor)
	if out.Loads, err = a.Hauls.HauledBy(ctx, tx, of.Carrier.ID, since, skip); err != nil {
		return out, err
	}
	for i := range out.Loads {
		if err := a.timed(ctx, tx, &out.Loads[i]); err != nil {
			return out, err
		}
	}
	all, err := a.Hauls.HauledKeys(ctx, tx, of.Carrier.ID, since)
	out.Hauled = len(all)
	return out, err
}

func (a *Area) timed(ctx context.Context, tx *store.Tx, l *freight.CarrierLoad) error {
	at, ok, err := a.Times.Appointed(ctx, tx, l.ID)
	if ok {
		l.Dock = &at
	}
	return err
}

// LoadReq names one of the carrier's loads.
type LoadReq struct {
	Held
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// Load is one of a carrier's loads with what was told, sent and billed of it.
type Load struct {
	freight.CarrierLoad
	Told   []Told                 `json:"told"` // the latest first
	Papers []freight.Paper        `json:"papers"`
	Files  []FileShown            `json:"files"` // that this carrier sent
	Bills  []freight.BillStanding `json:"bills"`
	Money  string                 `json:"money"` // currency that is billed in where no price was accepted
}

// load gives one of the holder's loads, and has what follows see its warehouse. One of another carrier is as unknown as none.
func (a *Area) load(ctx context.Context, tx *store.Tx, of Holder, id string) (freight.CarrierLoad, error) {
	l, err := a.Hauls.Hauled(ctx, tx, of.Carrier.ID, id, tx.Now.Add(-shownFor))
	if err == nil {
		tx.By.Warehouses = []string{l.Warehouse}
	}
	return l, err
}

func (a *Area) showLoad(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req LoadReq) (Load, error) {
	return a.full(ctx, tx, of, req.ShipmentID)
}

func (a *Area) full(ctx context.Context, tx *store.Tx, of Holder, id string) (out Load, err error) {
	if out.CarrierLoad, err = a.load(ctx, tx, of, id); err != nil {
		return out, err
	}
	if err = a.timed(ctx, tx, &out.CarrierLoad); err != nil {
		return out, err
	}
	if out.Told, err = store.Select[Told](ctx, tx, `SELECT * FROM carrier_told WHERE shipment_id = ? AND carrier = ? ORDER BY happened_at DESC, id DESC`, id, of.Carrier.ID); err != nil {
		return out, err
	}
	since, err := a.Hauls.HauledSince(ctx, tx, of.Carrier.ID, id)
	if err != nil {
		return out, err
	}
	if out.Papers, err = a.Papers.HandedOf(ctx, tx, id, since); err != nil {
		return out, err
	}
	if out.Files, err = a.files(ctx, tx, of, id); err != nil {
		return out, err
	}
	if out.Money, err = a.Setup.Currency(ctx, tx); err != nil {
		return out, err
	}
	out.Bills, err = a.Bills.BillsOf(ctx, tx, of.Carrier.ID, id)
	return out, err
}

// PaperReq names a paper of one of the carrier's loads.
type PaperReq struct {
	LoadReq
	DocumentID string `json:"DocumentId" validate:"required,max=40"`
}

// Paper gives a paper of one of the carrier's loads.
func (a *Area) Paper(ctx context.Context, c *op.Call, req PaperReq) (op.Download, error) {
	var since time.Time
	if err := page(a).Hold(ctx, c, req, false, func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder) error {
		_, err := a.load(ctx, tx, of, req.ShipmentID)
		if err == nil {
			since, err = a.Hauls.HauledSince(ctx, tx, of.Carrier.ID, req.ShipmentID)
		}
		return err
	}); err != nil {
		return op.Download{}, err
	}
	org, _ := link.Org(req.AccessID)
	db, err := a.Orgs(ctx, org)
	if err != nil {
		return op.Download{}, err
	}
	return a.Papers.Handed(ctx, db, req.ShipmentID, req.DocumentID, since)
}

// ChargeCode is what a line of a bill may be for.
type ChargeCode struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// ChargeCodes lists the accessorials that a bill may name, in the reader's language.
func (a *Area) ChargeCodes(ctx context.Context, c *op.Call, req Held) ([]ChargeCode, error) {
	var codes []string
	if err := page(a).Hold(ctx, c, req, false, func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder) (err error) {
		codes, err = a.Services.BillCodes(ctx, tx, of.Carrier.ID)
		return err
	}); err != nil {
		return nil, err
	}
	language := c.Language
	if language == "" {
		language = message.Languages[0]
	}
	out := []ChargeCode{}
	for _, code := range codes {
		name := code // of a contract's own
		// Receipts write a parcel's surcharges small.
		for _, said := range []string{"charge-" + code, "charge-" + strings.ToLower(code)} {
			if _, known := message.All(language)[said]; known {
				name = message.Text(language, said, nil)
				break
			}
		}
		out = append(out, ChargeCode{code, name})
	}
	return out, nil
}
