package shipment

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// TenderState is how a tender stands.
type TenderState string

// The states. One that waits is asked when whoever stands before it says no; one that was passed was never asked.
const (
	Waiting   TenderState = "waiting"
	Asked     TenderState = "open"
	Accepted  TenderState = "accepted"
	Rejected  TenderState = "rejected"
	Expired   TenderState = "expired"
	Withdrawn TenderState = "withdrawn"
	Passed    TenderState = "passed"
)

// Values lists the states.
func (TenderState) Values() []string {
	return []string{"waiting", "open", "accepted", "rejected", "expired", "withdrawn", "passed"}
}

// Tender is a load as it was offered to one carrier, with the price: only the office's devices hold it.
type Tender struct {
	ID          string               `json:"id" db:"id"`
	ShipmentID  string               `json:"shipmentId" db:"shipment_id"`
	Warehouse   string               `json:"warehouse" db:"warehouse"`
	N           int64                `json:"n" db:"n"`
	Carrier     string               `json:"carrier" db:"carrier"`
	CarrierName string               `json:"carrierName" db:"carrier_name"`
	Email       string               `json:"email" db:"email"`
	Sheet       string               `json:"sheet" db:"sheet"`
	Currency    string               `json:"currency" db:"currency"`
	TotalMinor  int64                `json:"totalMinor" db:"total_minor"`
	Charges     store.JSON[[]Charge] `json:"charges" db:"charges"`
	Days        int64                `json:"days" db:"days"`
	Why         string               `json:"why" db:"why"`
	WhyValue    string               `json:"whyValue" db:"why_value"`
	State       TenderState          `json:"state" db:"state"`
	Minutes     int64                `json:"minutes" db:"minutes"`
	OfferedAt   store.Time           `json:"offeredAt" db:"offered_at"`
	ExpiresAt   store.Time           `json:"expiresAt" db:"expires_at"`
	SeenAt      store.Time           `json:"seenAt" db:"seen_at"`
	Knows       bool                 `json:"-" db:"knows"` // of the load, which it had accepted before it was changed
	AnsweredAt  store.Time           `json:"answeredAt" db:"answered_at"`
	AnsweredBy  string               `json:"answeredBy" db:"answered_by"`
	Reason      string               `json:"reason" db:"reason"`
	Note        string               `json:"note" db:"note"`
	PRO         string               `json:"pro" db:"pro"`
	Driver      string               `json:"driver" db:"driver"`
	DriverPhone freight.Untold       `json:"driverPhone" db:"driver_phone"` // InfoResp tells it
	PickupAt    store.Time           `json:"pickupAt" db:"pickup_at"`
	Language    string               `json:"language" db:"language"`
	LinkID      string               `json:"-" db:"link_id"`
	By          string               `json:"by" db:"by_user"`
	ByName      string               `json:"byName" db:"by_name"`
	LeftAt      store.Time           `json:"-" db:"left_at"`
}

// Place is the warehouse that the tender lies in.
func (t Tender) Place() string { return t.Warehouse }

// Asking is how carriers are asked to confirm.
type Asking struct {
	Ask         bool   `json:"Ask"`                                      // by mail and link; otherwise a person has spoken with them
	Minutes     int64  `json:"Minutes" validate:"gte=0,lte=43200"`       // to answer; 0 is the organisation's own time
	Email       string `json:"Email" validate:"omitempty,email,max=254"` // other than the carrier's own, for the first of the line
	Language    string `json:"Language" validate:"omitempty,oneof=en es fr"`
	AddressSeen bool   `json:"AddressSeen"` // the person was told that the address is another than the one that was rated
	DaySeen     bool   `json:"DaySeen"`     // the person was told that carriers do not run on the day of the pickup
}

// TenderReq gives a collect shipment to the customer's carrier.
type TenderReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Carrier    string `json:"Carrier" validate:"required,max=10"` // SCAC
	Asking
}

// CollectTender tenders a collect shipment: no rates are asked, since the consignee pays and chose the carrier.
func (a *Area) CollectTender(ctx context.Context, tx *store.Tx, req TenderReq) (Shipment, error) {
	s, t, err := a.tenderable(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	if s.Terms != "C" {
		return s, fail.Conflict("shipment-not-collect", "number", s.Number).With(s)
	}
	if err := a.sameAddress(ctx, tx, s, req.AddressSeen); err != nil {
		return s, err
	}
	if err := a.assign(ctx, tx, &s, req.Carrier, ""); err != nil {
		return s, err
	}
	return a.tender(ctx, tx, s, t, []Tender{{Carrier: s.Carrier, CarrierName: s.CarrierName}}, req.Asking)
}

// SheetReq gives a rated shipment to the carrier of a price sheet.
type SheetReq struct {
	ShipmentID string   `json:"TenderingShipmentID" validate:"required,max=40"`
	SheetID    string   `json:"TenderingPricesheetID" validate:"required,max=80"`
	PriceMinor int64    `json:"PriceMinor" validate:"gte=0"`                        // what the person saw
	Next       []string `json:"Next" validate:"max=20,unique,dive,required,max=80"` // price sheets, in the order in which their carriers are asked after a no
	Asking
}

// TenderBySheet tenders a shipment at the price of one of its price sheets, and lays down who is asked next.
func (a *Area) TenderBySheet(ctx context.Context, tx *store.Tx, req SheetReq) (Shipment, error) {
	s, t, err := a.tenderable(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	if err := a.sameAddress(ctx, tx, s, req.AddressSeen); err != nil {
		return s, err
	}
	asked := consignment(s, "")
	if err := a.entered(ctx, tx, &asked); err != nil { // a parcel is priced by its packages
		return s, err
	}
	first, err := a.Rates.Take(ctx, tx, asked, req.SheetID, req.PriceMinor)
	if err != nil {
		return s, err
	}
	rated, _, err := a.Rates.Line(ctx, tx, s.ID)
	if err != nil {
		return s, err
	}
	line := []Tender{offered(freight.Candidate{Price: first, Sheet: req.SheetID})}
	for _, c := range rated.Candidates {
		if c.Sheet == req.SheetID {
			line[0].Why, line[0].WhyValue = c.Why, c.WhyValue
		}
	}
	for _, sheet := range req.Next {
		at := slices.IndexFunc(rated.Candidates, func(c freight.Candidate) bool { return c.Sheet == sheet })
		if at < 0 {
			return s, fail.Conflict("rate-sheet-gone")
		}
		if c := rated.Candidates[at]; !slices.ContainsFunc(line, func(d Tender) bool { return d.Carrier == c.Carrier }) {
			line = append(line, offered(c))
		}
	}
	if err := a.assign(ctx, tx, &s, first.Carrier, req.SheetID); err != nil {
		return s, err
	}
	if err := a.paysBy(ctx, tx, &s, first.Mode); err != nil {
		return s, err
	}
	line[0].CarrierName = s.CarrierName
	if line[0].Why == "" {
		line[0].Why = "why-by-hand"
	}
	if err := a.putCost(ctx, tx, &s, line[0]); err != nil {
		return s, err
	}
	a.serve(&s, first.Services) // what is paid for is asked of the carrier
	return a.tender(ctx, tx, s, t, line, req.Asking)
}

func offered(c freight.Candidate) Tender {
	d := Tender{Carrier: c.Carrier, CarrierName: c.CarrierName, Sheet: c.Sheet, Currency: c.Currency, TotalMinor: c.TotalMinor, Days: c.Days, Why: c.Why, WhyValue: c.WhyValue}
	for _, l := range c.Lines {
		d.Charges.V = append(d.Charges.V, Charge{Code: l.Code, Description: l.Description, AmountMinor: l.AmountMinor})
	}
	return d
}

// putCost makes the price of a tender what the shipment costs. Where the consignee pays there is none.
func (a *Area) putCost(ctx context.Context, tx *store.Tx, s *Shipment, d Tender) error {
	if d.Sheet == "" {
		return nil
	}
	s.ServiceDays = d.Days
	return store.Put(ctx, tx, "shipment_cost", "id", Cost{ID: s.ID, Warehouse: s.Warehouse, Currency: d.Currency, TotalMinor: d.TotalMinor, Charges: d.Charges})
}

// tenderable finds a shipment that may be tendered now. Of two people who do it at the same moment the second is told who was first.
func (a *Area) tenderable(ctx context.Context, tx *store.Tx, id string) (Shipment, Transition, error) {
	s, err := find(ctx, tx, id)
	if err != nil {
		return s, Transition{}, err
	}
	t, err := machine.Next(s, func(t Transition) bool { return t.From == Quoted && t.To == Tendered && t.Op == byStatus }, "carrier")
	if err == nil || s.Status != Tendered && s.Status != Confirmed {
		return s, t, err
	}
	last, ok, e := store.Get[Event](ctx, tx, `SELECT * FROM shipment_event WHERE shipment_id = ? AND kind IN ('tender', 'retender', 'built') ORDER BY n DESC LIMIT 1`, s.ID)
	if e != nil || !ok {
		return s, t, cmp.Or(e, err)
	}
	return s, t, fail.Conflict("shipment-just-tendered", "number", s.Number, "carrier", s.CarrierName, "by", last.UserName).With(s)
}

// zip5 is the part of a postal code that rates are by.
func zip5(zip string) string {
	zip, _, _ = strings.Cut(strings.ToUpper(strings.TrimSpace(zip)), "-")
	return strings.ReplaceAll(zip, " ", "")
}

// otherAddress tells where a shipment's addresses are elsewhere than those that were rated; empty texts where they are not, or nothing was.
func otherAddress(s Shipment, l freight.Line) (rated, now string) {
	for _, end := range [][2]string{{l.ToZip, s.Destination.V.Zip}, {l.FromZip, s.Origin.V.Zip}} {
		if end[0] != "" && zip5(end[0]) != zip5(end[1]) {
			return end[0], end[1]
		}
	}
	return "", ""
}

func (a *Area) sameAddress(ctx context.Context, tx *store.Tx, s Shipment, seen bool) error {
	if seen {
		return nil
	}
	l, ok, err := a.Rates.Line(ctx, tx, s.ID)
	if err != nil || !ok {
		return err
	}
	if rated, now := otherAddress(s, l); now != rated {
		return fail.Conflict("tender-address-differs", "number", s.Number, "rated", rated, "now", now).With(s)
	}
	return nil
}

// tender makes the move, and asks the first of the line where carriers are asked.
func (a *Area) tender(ctx context.Context, tx *store.Tx, s Shipment, t Transition, line []Tender, how Asking) (Shipment, error) {
	if err := a.setCarrier(ctx, tx, &s); err != nil {
		return s, err
	}
	s, err := a.apply(ctx, tx, s, t, map[string]any{"carrier": s.Carrier, "bol": s.BOL, "asked": how.Ask})
	if err != nil || !how.Ask {
		return s, err
	}
	err = a.lineUp(ctx, tx, &s, line, how)
	return s, err
}

func (a *Area) setCarrier(ctx context.Context, tx *store.Tx, s *Shipment) error {
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET carrier = ?, carrier_name = ?, service_days = ?, pro = ?, services = ?, service_names = ?, clauses = ? WHERE id = ?`,
		s.Carrier, s.CarrierName, s.ServiceDays, s.PRO, s.Services, s.ServiceNames, s.Clauses, s.ID); err != nil {
		return err
	}
	return a.arrives(ctx, tx, s)
}

// Tender gives a shipment that was rated to a carrier, with its bill's number, and asks nobody: a person has spoken with them.
func (a *Area) Tender(ctx context.Context, tx *store.Tx, shipmentID, scac, sheet string) (Shipment, error) {
	return a.tenderFor(ctx, tx, shipmentID, scac, sheet, freight.ParcelService{})
}

func (a *Area) tenderFor(ctx context.Context, tx *store.Tx, shipmentID, scac, sheet string, asked freight.ParcelService) (Shipment, error) {
	s, t, err := a.tenderable(ctx, tx, shipmentID)
	if err != nil {
		return s, err
	}
	if err := a.assignFor(ctx, tx, &s, scac, sheet, asked); err != nil {
		return s, err
	}
	return a.tender(ctx, tx, s, t, nil, Asking{})
}

// AskReq asks the carrier of a shipment that was scheduled without asking.
type AskReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Asking
}

// AskCarrier asks the carrier of a scheduled shipment to confirm it.
func (a *Area) AskCarrier(ctx context.Context, tx *store.Tx, req AskReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	if err := unless(s.Status == Tendered, "shipment-status-refused", s); err != nil {
		return s, err
	}
	if err := unless(s.Carrier != "", "shipment-without-carrier", s); err != nil {
		return s, err
	}
	if d, ok, err := openTender(ctx, tx, s.ID); err != nil || ok {
		if err == nil {
			err = fail.Conflict("tender-open-already", "number", s.Number, "carrier", d.CarrierName, "by", d.ByName).With(s)
		}
		return s, err
	}
	if err := a.tenderableBy(ctx, tx, s, s.Carrier, ""); err != nil { // a rule may have been made since it was scheduled
		return s, err
	}
	d := Tender{Carrier: s.Carrier, CarrierName: s.CarrierName}
	if cost, ok, err := store.Get[Cost](ctx, tx, `SELECT * FROM shipment_cost WHERE id = ?`, s.ID); err != nil {
		return s, err
	} else if ok {
		d.Currency, d.TotalMinor, d.Charges, d.Days = cost.Currency, cost.TotalMinor, cost.Charges, s.ServiceDays
	}
	if err := Append(ctx, tx, s.ID, "tender-asked", map[string]any{"carrier": s.Carrier}); err != nil {
		return s, err
	}
	err = a.lineUp(ctx, tx, &s, []Tender{d}, req.Asking)
	return s, err
}

// lineUp writes who is asked in which order, behind what was asked before, and asks the first.
func (a *Area) lineUp(ctx context.Context, tx *store.Tx, s *Shipment, line []Tender, how Asking) error {
	if err := a.pickupStands(ctx, tx, s, how.DaySeen); err != nil {
		return err
	}
	from, _, err := store.Get[int64](ctx, tx, `SELECT COALESCE(max(n), 0) FROM shipment_tender WHERE shipment_id = ?`, s.ID)
	if err != nil {
		return err
	}
	minutes := how.Minutes
	if minutes == 0 {
		if minutes, _, err = a.Setup.Confirmation(ctx, tx); err != nil {
			return err
		}
	}
	for i := range line {
		d := &line[i]
		language := how.Language // of the first; who comes after it has a language of its own
		if language == "" || i > 0 {
			if language, err = a.carrierLanguage(ctx, tx, d.Carrier); err != nil {
				return err
			}
		}
		if d.Email, err = a.Carriers.CarrierMail(ctx, tx, d.Carrier, s.Mode, s.Warehouse); err != nil {
			return err
		}
		if i == 0 && how.Email != "" {
			d.Email = how.Email
		}
		d.ID, d.ShipmentID, d.Warehouse, d.N, d.State, d.Minutes, d.Language = ulid.Make().String(), s.ID, s.Warehouse, from+int64(i)+1, Waiting, minutes, language
		d.By, d.ByName = tx.By.User, tx.By.Name
		if d.Charges.V == nil {
			d.Charges.V = []Charge{}
		}
		if err := store.Insert(ctx, tx, "shipment_tender", *d); err != nil {
			return err
		}
	}
	return a.ask(ctx, tx, *s, line[0])
}

// TenderOf names a tender.
type TenderOf struct {
	TenderID string `json:"TenderId" validate:"required,max=40"`
}

// LinkResp is the address of the page on which a carrier answers, without the server's own name.
type LinkResp struct {
	Address   string     `json:"address"`
	ExpiresAt store.Time `json:"expiresAt"`
}

// TenderLink gives the office the link that the carrier was mailed, to be sent another way: a mail is lost, or there is no address.
func (a *Area) TenderLink(ctx context.Context, tx *store.Tx, req TenderOf) (LinkResp, error) {
	d, _, err := a.officeTender(ctx, tx, req.TenderID)
	if err == nil && d.State != Asked {
		err = ended(d)
	}
	return LinkResp{linkPath + a.Links.LinkToken(tx.Org, d.LinkID), d.ExpiresAt}, err
}

// PassOn gives up waiting for a carrier: the next of the line is asked, or the shipment goes back to rating.
func (a *Area) PassOn(ctx context.Context, tx *store.Tx, req TenderOf) (Shipment, error) {
	d, s, err := a.officeTender(ctx, tx, req.TenderID)
	if err == nil && d.State != Asked {
		err = ended(d)
	}
	if err != nil {
		return s, err
	}
	told, err := a.takeBack(ctx, tx, s, &d, Withdrawn, tx.By.Name, "letter-tender-withdrawn")
	if err == nil {
		err = a.release(ctx, tx, &s, told)
	}
	if err == nil && told { // the next of the line gets a bill of its own
		err = a.number(ctx, tx, &s)
	}
	if err != nil {
		return s, err
	}
	return a.nextInLine(ctx, tx, s, "tender-passed", map[string]any{"carrier": d.Carrier})
}

// ended says how a tender came to its end, for who comes too late.
func ended(d Tender) *fail.Error {
	code := map[TenderState]string{Accepted: "tender-answered", Rejected: "tender-answered", Expired: "tender-expired"}[d.State]
	if code == "" {
		code = "tender-withdrawn"
	}
	return fail.New(http.StatusGone, code, "carrier", d.CarrierName, "by", d.AnsweredBy)
}

func (a *Area) officeTender(ctx context.Context, tx *store.Tx, id string) (Tender, Shipment, error) {
	d, err := store.Find[Tender](ctx, tx, fail.NotFound("tender-unknown"), `SELECT * FROM shipment_tender WHERE id = ?`, id)
	if err != nil {
		return d, Shipment{}, err
	}
	s, err := find(ctx, tx, d.ShipmentID)
	return d, s, err
}

// InfoReq names a shipment.
type InfoReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Carrier    string `json:"Carrier" validate:"omitempty,max=4" field:"upper"` // asks for this one, who need not be the shipment's yet
}

// Choice is a carrier that the shipment can be tendered to.
type Choice struct {
	Sheet       string `json:"sheet"`
	Carrier     string `json:"carrier"`
	CarrierName string `json:"carrierName"`
	Email       string `json:"email"`
	Currency    string `json:"currency"`
	TotalMinor  int64  `json:"totalMinor"`
	Days        int64  `json:"days"`
	Why         string `json:"why"`
	WhyValue    string `json:"whyValue"`
	Refused     bool   `json:"refused"` // has said no to this very load before
	OffLane     bool   `json:"offLane"` // has said of another load that it does not serve this lane
	Closing
}

// Closing says why no truck comes on the day of a pickup; empty where one does, or a person has confirmed the day.
type Closing struct {
	Closed   string `json:"closed"`   // a code
	ClosedAt string `json:"closedAt"` // when the pickup's window closed, where it is over
	Holiday  string `json:"holiday"`  // its name, where it is one; the hours of the warehouse, where the pickup is outside of them
}

// InfoResp is what a person needs to know to tender a shipment.
type InfoResp struct {
	Rated    bool     `json:"rated"`
	Choices  []Choice `json:"choices"`  // in the order in which they are asked
	RatedZip string   `json:"ratedZip"` // where the address differs from what was rated
	NowZip   string   `json:"nowZip"`
	Minutes  int64    `json:"minutes"`
	Ask      bool     `json:"ask"`   // the organisation asks its carriers to confirm
	Email    string   `json:"email"` // of the shipment's own carrier
	Tenders  []Tender `json:"tenders"`
	// DriverPhones are those that carriers gave with their yes, by the tender's id: for who sees drivers.
	DriverPhones map[string]string `json:"driverPhones"`
	Mail         bool              `json:"mail"` // mail leaves the program, or is kept to be read
	Closing                        // for the shipment's own carrier
}

// Info tells what a shipment can be tendered to, by its kept rating.
func (a *Area) Info(ctx context.Context, tx *store.Tx, req InfoReq) (InfoResp, error) {
	resp := InfoResp{Choices: []Choice{}}
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return resp, err
	}
	line, ok, err := a.Rates.Line(ctx, tx, s.ID)
	if err != nil {
		return resp, err
	}
	resp.Rated = ok
	resp.RatedZip, resp.NowZip = otherAddress(s, line)
	if resp.Tenders, err = tendersOf(ctx, tx, s.ID); err != nil {
		return resp, err
	}
	resp.DriverPhones = map[string]string{}
	for _, d := range resp.Tenders {
		if d.DriverPhone != "" && tx.By.May(right.SeeDrivers) {
			resp.DriverPhones[d.ID] = string(d.DriverPhone)
		}
	}
	off, err := offLane(ctx, tx, s)
	if err != nil {
		return resp, err
	}
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return resp, err
	}
	for _, c := range line.Candidates {
		k := Choice{OffLane: off[c.Carrier], Sheet: c.Sheet, Carrier: c.Carrier, CarrierName: c.CarrierName, Currency: c.Currency, TotalMinor: c.TotalMinor, Days: c.Days, Why: c.Why, WhyValue: c.WhyValue}
		k.Refused = slices.ContainsFunc(resp.Tenders, func(d Tender) bool { return d.Carrier == c.Carrier && (d.State == Rejected || d.State == Expired) })
		if k.Email, err = a.Carriers.CarrierMail(ctx, tx, c.Carrier, s.Mode, s.Warehouse); err != nil {
			return resp, err
		}
		given := s
		given.Carrier = c.Carrier
		if k.Closing, err = a.closing(ctx, tx, given, zone); err != nil {
			return resp, err
		}
		resp.Choices = append(resp.Choices, k)
	}
	if req.Carrier != "" {
		s.Carrier = req.Carrier
	}
	if s.Carrier != "" {
		if resp.Email, err = a.Carriers.CarrierMail(ctx, tx, s.Carrier, s.Mode, s.Warehouse); err != nil {
			return resp, err
		}
	}
	if resp.Closing, err = a.closing(ctx, tx, s, zone); err != nil {
		return resp, err
	}
	resp.Minutes, resp.Ask, err = a.Setup.Confirmation(ctx, tx)
	resp.Mail = a.Mails
	return resp, err
}

func (a *Area) closing(ctx context.Context, tx *store.Tx, s Shipment, zone string) (c Closing, err error) {
	if c.Closed, c.Holiday, err = a.closedOn(ctx, tx, s, zone, tx.Now); err != nil {
		return c, err
	}
	if s.DaySeen == s.ShipOn && !isOver(c.Closed) {
		return Closing{}, nil
	}
	if c.Closed == "pickup-window-over" {
		if c.ClosedAt = closeTime(s, zone); s.OnDock {
			return Closing{}, nil
		}
	}
	return c, nil
}

func tendersOf(ctx context.Context, tx *store.Tx, shipmentID string) ([]Tender, error) {
	list, err := store.Select[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? ORDER BY n`, shipmentID)
	if list == nil {
		list = []Tender{}
	}
	return list, err
}

func openTender(ctx context.Context, tx *store.Tx, shipmentID string) (Tender, bool, error) {
	return store.Get[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND state = 'open'`, shipmentID)
}
