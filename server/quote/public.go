package quote

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Held is what a carrier shows: the secret of its link, and the quote that the address names.
type Held struct {
	AccessID string `json:"AccessID" validate:"required,max=120"`
	QuoteID  string `json:"QuoteID" validate:"max=40"`
}

// DetailsReq opens a link. With userEdit the holder wants to amend the answer that was given: the page then begins with it, as long as the deadline lets it.
type DetailsReq struct {
	Held
	UserEdit string `json:"userEdit" validate:"omitempty,oneof=true false 1 0"`
	Again    bool   `json:"Again"` // the page asks again by itself: nobody looked anew
}

// Info is what is asked.
type Info struct {
	QuoteID    string     `json:"quoteId"`
	Number     string     `json:"number"`
	Shipper    string     `json:"shipper"`
	Contact    string     `json:"contact"`
	ContactBy  string     `json:"contactBy"`
	Asked      Asked      `json:"asked"`
	ValidUntil store.Time `json:"validUntil"`
	Sent       string     `json:"sent"` // where the mail went, in part
	Now        store.Time `json:"now"`  // the clock that the deadline is judged by
	MayAnswer  bool       `json:"mayAnswer"`
	Amends     bool       `json:"amends"`   // the answer that stands is to be amended
	Together   int        `json:"together"` // how many it was asked in one go
}

// Sheet is an answer as it stands.
type Sheet struct {
	AmountMinor  int64      `json:"amountMinor"`
	ServiceDays  int64      `json:"serviceDays"`
	Note         string     `json:"note"`
	Reason       string     `json:"reason"`
	ContactName  string     `json:"contactName"`
	ContactPhone string     `json:"contactPhone"`
	AnsweredAt   store.Time `json:"answeredAt"`
	Answers      int64      `json:"answers"`
}

// Outcome is what became of a quote.
type Outcome struct {
	Why string     `json:"why"`
	At  store.Time `json:"at"`
}

// Currency is what a price is asked in.
type Currency struct {
	Code string `json:"currencyCode"`
}

// Shown is a file as a stranger sees it: its content is asked for by its id.
type Shown struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type"`
	Size int64  `json:"size"`
}

// Details is the quote-response page's data, by the documents' names.
type Details struct {
	CarrierName         string     `json:"CarrierName"`
	QuoteInfo           Info       `json:"QuoteInfo"`
	PriceSheetID        string     `json:"PriceSheetID"`
	ChargeDetails       []string   `json:"ChargeDetails"` // what a price may be made of
	TenderedQuoteInfo   Outcome    `json:"TenderedQuoteInfo"`
	SpecialInstructions string     `json:"SpecialInstructions"`
	PriceSheetDetails   Sheet      `json:"PriceSheetDetails"`
	ChargesDetails      []Charge   `json:"ChargesDetails"`
	CurrencyDetails     Currency   `json:"CurrencyDetails"`
	QuoteDeadline       store.Time `json:"QuoteDeadline"`
	Status              State      `json:"status"`
	Fileinfo            []Shown    `json:"Fileinfo"`
}

// linked does something for the holder of a link: in a command where write is set, else in a reading.
func (a *Area) linked(ctx context.Context, c *op.Call, h Held, write bool, do func(ctx context.Context, tx *store.Tx, l link.Link, r Request, q Quote) error) error {
	db, err := a.Strangers.Linked(ctx, h.AccessID, "mail-link-unknown")
	if err != nil {
		return err
	}
	inside := func(ctx context.Context, tx *store.Tx) error {
		l, err := a.Links.FindMailLink(ctx, tx, mailLink, h.AccessID)
		if err != nil {
			return err
		}
		tx.By.Warehouses = []string{l.Warehouse}
		r, q, err := a.find(ctx, tx, l.Object)
		if err != nil {
			return err
		}
		if h.QuoteID != "" && h.QuoteID != q.ID {
			return fail.NotFound("url-error", "email", r.Contact)
		}
		tx.By.Name = q.CarrierName
		return do(ctx, tx, l, r, q)
	}
	if write {
		_, err = op.Write(ctx, db, c.Stranger(db, ""), inside)
	} else {
		err = db.Read(ctx, c.Stranger(db, "").By, inside)
	}
	return op.Bare(err)
}

// Details shows a carrier what it is asked, and notes that somebody looked.
func (a *Area) Details(ctx context.Context, c *op.Call, req DetailsReq) (Details, error) {
	var out Details
	err := a.linked(ctx, c, req.Held, !req.Again, func(ctx context.Context, tx *store.Tx, l link.Link, r Request, q Quote) (err error) {
		if !req.Again {
			if err := a.Links.CountOpening(ctx, tx, l.ID, c.Agent, c.IP); err != nil {
				return err
			}
			places, err := a.Links.LinkOpenings(ctx, tx, mailLink, q.ID)
			if err != nil {
				return err
			}
			q.OpenedAt, q.Openings, q.Places = store.At(tx.Now), q.Openings+1, int64(len(places))
			if err := put(ctx, tx, q); err != nil {
				return err
			}
		}
		out, err = a.details(ctx, tx, r, q)
		out.QuoteInfo.Amends = (req.UserEdit == "true" || req.UserEdit == "1") && out.QuoteInfo.MayAnswer && q.Answers > 0
		return err
	})
	return out, err
}

func (a *Area) details(ctx context.Context, tx *store.Tx, r Request, q Quote) (Details, error) {
	shipper, err := a.Setup.Name(ctx, tx)
	out := Details{CarrierName: q.CarrierName, PriceSheetID: sheetID(q), ChargeDetails: []string{"freight", "fuel", "other"}, SpecialInstructions: r.Note, ChargesDetails: q.Charges.V,
		CurrencyDetails: Currency{q.Currency}, QuoteDeadline: r.DeadlineAt, Status: q.State, Fileinfo: []Shown{},
		QuoteInfo:         Info{QuoteID: q.ID, Number: q.Number, Shipper: shipper, Contact: r.Contact, ContactBy: r.ByName, Asked: r.Asked.V, ValidUntil: r.ValidUntil, Now: store.At(tx.Now), Sent: link.Masked(q.Email), MayAnswer: mayAnswer(tx, r, q) == nil},
		PriceSheetDetails: Sheet{AmountMinor: q.AmountMinor, ServiceDays: q.Days, Note: q.Note, Reason: q.Reason, ContactName: q.ContactName, ContactPhone: q.ContactPhone, AnsweredAt: q.AnsweredAt, Answers: q.Answers},
		TenderedQuoteInfo: Outcome{Why: q.Why, At: q.DecidedAt}}
	if !out.QuoteInfo.MayAnswer {
		out.QuoteInfo.ValidUntil = q.ValidUntil // what it said binds as long as was asked then
	}
	if q.State == Requested && !tx.Now.Before(r.DeadlineAt.Time) {
		out.Status = Missed // a moment before the program notes it
	}
	if q.Email != "" {
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM quote WHERE carrier = ? AND email = ? AND asked_at = ?`, q.Carrier, q.Email, q.AskedAt).Scan(&out.QuoteInfo.Together); err != nil {
			return out, err
		}
	}
	for _, f := range q.Files.V {
		out.Fileinfo = append(out.Fileinfo, Shown{f.ID, f.Name, f.Type, f.Size})
	}
	return out, err
}

// mayAnswer judges by the server's clock whether a carrier may still answer or amend.
func mayAnswer(tx *store.Tx, r Request, q Quote) error {
	switch {
	case q.State == Withdrawn:
		return fail.Conflict("quote-withdrawn", "email", r.Contact).With(q)
	case r.State != Open || q.State == Won || q.State == Lost:
		return fail.Conflict("quote-decided", "email", r.Contact).With(q)
	case !tx.Now.Before(r.DeadlineAt.Time):
		return fail.Conflict("quote-late", "number", r.Number, "email", r.Contact).With(q)
	}
	return nil
}

// AnswerReq is a carrier's price. The total that the person saw comes along: what is added up wrongly anywhere is not a price.
type AnswerReq struct {
	Held
	Charges      []Charge `json:"ChargesDetails" validate:"required,min=1,max=10,dive"`
	TotalMinor   int64    `json:"TotalMinor"`
	Currency     string   `json:"CurrencyCode" validate:"required,max=3"`
	Days         int64    `json:"ServiceDays" validate:"gte=0,lte=60"`
	Note         string   `json:"Comments" validate:"max=1000"`
	ContactName  string   `json:"ContactName" validate:"max=80"`
	ContactPhone string   `json:"ContactPhone" validate:"max=40"`
	Files        []string `json:"FileIds" validate:"max=10,unique,dive,required,max=40"`
}

// mostMinor is a million dollars: more is a slip of the finger.
const mostMinor = 1_000_000_00

// Check adds up.
func (r *AnswerReq) Check() []fail.Field {
	return judgeCharges(r.Charges, r.TotalMinor)
}

func judgeCharges(charges []Charge, seen int64) (bad []fail.Field) {
	var total int64
	for i, c := range charges {
		if c.AmountMinor < 0 {
			bad = append(bad, fail.Of(fmt.Sprintf("ChargesDetails[%d].AmountMinor", i), "quote-amount-negative"))
			continue
		}
		if c.AmountMinor > mostMinor {
			bad = append(bad, fail.Of(fmt.Sprintf("ChargesDetails[%d].AmountMinor", i), "quote-amount-large"))
			continue
		}
		total += c.AmountMinor
	}
	switch {
	case len(bad) > 0:
	case total == 0:
		bad = append(bad, fail.Of("TotalMinor", "quote-amount-missing"))
	case total > mostMinor:
		bad = append(bad, fail.Of("TotalMinor", "quote-amount-large"))
	case total != seen:
		bad = append(bad, fail.Of("TotalMinor", "quote-total-differs"))
	}
	return bad
}

func sum(charges []Charge) (total int64) {
	for _, c := range charges {
		total += c.AmountMinor
	}
	return total
}

// Answer keeps a carrier's price. It may be amended until the deadline; the same one told again, after a lost answer, is the same.
func (a *Area) Answer(ctx context.Context, c *op.Call, req AnswerReq) (Details, error) {
	var out Details
	err := a.linked(ctx, c, req.Held, true, func(ctx context.Context, tx *store.Tx, _ link.Link, r Request, q Quote) error {
		if !strings.EqualFold(req.Currency, r.Currency) {
			return fail.Invalid(fail.Of("CurrencyCode", "quote-currency-differs", "currency", r.Currency))
		}
		files, err := filesOf(ctx, tx, q.ID, req.Files)
		if err != nil {
			return err
		}
		to := q
		to.State, to.Charges.V, to.AmountMinor, to.Days, to.Note, to.Reason, to.ContactName, to.ContactPhone, to.Files.V = Answered, nonZero(req.Charges), sum(req.Charges), req.Days, strings.TrimSpace(req.Note), "", strings.TrimSpace(req.ContactName), strings.TrimSpace(req.ContactPhone), files
		out, err = a.answered(ctx, tx, c, r, q, to)
		return err
	})
	return out, err
}

func nonZero(charges []Charge) []Charge {
	return slices.DeleteFunc(slices.Clone(charges), func(c Charge) bool { return c.AmountMinor == 0 })
}

// NoBidReq is a carrier that does not bid, and why.
type NoBidReq struct {
	Held
	Reason      string `json:"Reason" validate:"required,oneof=lane capacity dates equipment price other"`
	Note        string `json:"Comments" validate:"max=1000"`
	ContactName string `json:"ContactName" validate:"max=80"`
}

// Check wants a word on what no reason of the list says.
func (r *NoBidReq) Check() []fail.Field {
	if r.Reason == "other" && strings.TrimSpace(r.Note) == "" {
		return []fail.Field{fail.Of("Comments", "field-required")}
	}
	return nil
}

// NoBid keeps that a carrier does not bid. It may think better of it until the deadline.
func (a *Area) NoBid(ctx context.Context, c *op.Call, req NoBidReq) (Details, error) {
	var out Details
	err := a.linked(ctx, c, req.Held, true, func(ctx context.Context, tx *store.Tx, _ link.Link, r Request, q Quote) (err error) {
		to := q
		to.State, to.Charges.V, to.AmountMinor, to.Days, to.Note, to.Reason, to.Files.V = NoBid, []Charge{}, 0, 0, strings.TrimSpace(req.Note), req.Reason, []File{}
		if req.ContactName != "" {
			to.ContactName = strings.TrimSpace(req.ContactName)
		}
		out, err = a.answered(ctx, tx, c, r, q, to)
		return err
	})
	return out, err
}

// answered writes what a carrier said, tells who asked, and gives the carrier a receipt by mail.
func (a *Area) answered(ctx context.Context, tx *store.Tx, c *op.Call, r Request, was, to Quote) (Details, error) {
	new, err := a.take(ctx, tx, c, r, was, &to)
	if err == nil && new {
		err = a.ring(ctx, tx, r, to)
	}
	if err == nil && new {
		err = a.mail(ctx, tx, r, to, map[State]string{Answered: "letter-quote-received", NoBid: "letter-quote-declined"}[to.State], fmt.Sprint(to.Answers), "")
	}
	if err != nil {
		return Details{}, err
	}
	return a.details(ctx, tx, r, to)
}

// take writes what a carrier said; new is false where it said so before.
func (a *Area) take(ctx context.Context, tx *store.Tx, c *op.Call, r Request, was Quote, to *Quote) (new bool, err error) {
	if said(was) == said(*to) && was.State != Requested { // told again; it stands, also after the deadline
		*to = was
		return false, nil
	}
	if err := mayAnswer(tx, r, was); err != nil {
		return false, err
	}
	to.Answers, to.AnsweredAt, to.ValidUntil = was.Answers+1, store.At(tx.Now), r.ValidUntil
	if c.Language != "" {
		to.Language = c.Language
	}
	if err := put(ctx, tx, *to); err != nil {
		return false, err
	}
	return true, nil
}

// ring tells who asked what a carrier said to one request.
func (a *Area) ring(ctx context.Context, tx *store.Tx, r Request, q Quote) error {
	code := map[State]string{Answered: "notify-quote-answered", NoBid: "notify-quote-no-bid"}[q.State]
	return a.Bell.Notify(ctx, tx, r.By, code, map[string]any{"carrier": q.CarrierName, "number": r.Number, "shipment": r.Shipment, "amount": money(q.AmountMinor, q.Currency)}, "/ShipmentDetails/"+r.ShipmentID)
}

// said is what a carrier said, and nothing else of the row.
func said(q Quote) string {
	return fmt.Sprintln(q.State, q.Charges.V, q.Currency, q.Days, q.Note, q.Reason, q.ContactName, q.ContactPhone, q.Files.V)
}

// LinkReq is a link, dead or alive.
type LinkReq struct {
	AccessID string `json:"AccessID" validate:"required,max=120"`
}

// between is how soon a carrier may have another link sent.
const between = 2 * time.Minute

// SendNewLink mails the known address, for who holds a link that is lost or went astray: it tells nobody where that is. Who holds the link that counts has
// another take its place. Who holds one that was replaced cannot end the good one by it: that one is mailed again.
func (a *Area) SendNewLink(ctx context.Context, c *op.Call, req LinkReq) (op.None, error) {
	db, err := a.Strangers.Linked(ctx, req.AccessID, "mail-link-unknown")
	if err != nil {
		return op.None{}, err
	}
	_, err = op.Write(ctx, db, c.Stranger(db, ""), func(ctx context.Context, tx *store.Tx) error {
		l, err := a.Links.FindMailLink(ctx, tx, mailLink, req.AccessID)
		if l.ID == "" {
			return err
		}
		tx.By.Warehouses = []string{l.Warehouse}
		r, q, err := a.find(ctx, tx, l.Object)
		if err != nil {
			return err
		}
		if err := mayAnswer(tx, r, q); err != nil {
			return err
		}
		if wait := q.LinkedAt.Add(between).Sub(tx.Now); wait > 0 {
			return fail.New(http.StatusTooManyRequests, "quote-link-just-sent", "seconds", int(wait/time.Second)+1)
		}
		good, err := a.Links.StandingLink(ctx, tx, mailLink, q.ID)
		switch {
		case err != nil:
			return err
		case good.ID == "" || good.ID == l.ID:
			err = a.sendLink(ctx, tx, r, &q, "letter-quote-again")
		default:
			q.LinkedAt = store.At(tx.Now)
			err = a.mail(ctx, tx, r, q, "letter-quote-again", fmt.Sprintf("%s/%d", good.ID, tx.Now.UnixMilli()), good.ID)
		}
		if err != nil {
			return err
		}
		return put(ctx, tx, q)
	})
	return op.None{}, op.Bare(err)
}

const (
	maxUpload = 12 << 20
	mostFiles = 10
)

// UploadFile takes a carrier's file. It stands with the answer once the answer names it.
func (a *Area) UploadFile(ctx context.Context, c *op.Call, req Held) (Shown, error) {
	if len(c.Files) != 1 {
		return Shown{}, fail.Invalid(fail.Of("FileData", "field-required"))
	}
	room := func(ctx context.Context, tx *store.Tx, _ link.Link, r Request, q Quote) error { // before anything is kept of what a stranger sent
		var n int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM quote_file WHERE quote_id = ?`, q.ID).Scan(&n); err != nil {
			return err
		}
		if n >= mostFiles {
			return fail.Conflict("quote-too-many-files", "max", mostFiles)
		}
		return mayAnswer(tx, r, q)
	}
	if err := a.linked(ctx, c, req, false, room); err != nil {
		return Shown{}, err
	}
	org, _ := link.Org(req.AccessID)
	kept, err := a.Files.Keep(ctx, org, c.Files[0])
	if err != nil {
		return Shown{}, err
	}
	f := File{ID: ulid.Make().String(), Name: kept.Name, Type: kept.Type, Blob: kept.Hash, Size: kept.Size}
	err = a.linked(ctx, c, req, true, func(ctx context.Context, tx *store.Tx, l link.Link, r Request, q Quote) error {
		if err := room(ctx, tx, l, r, q); err != nil {
			return err
		}
		if err := store.KeepBlob(ctx, tx, f.Blob, f.Size, f.Type); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO quote_file (id, quote_id, name, type, blob, size, at) VALUES (?, ?, ?, ?, ?, ?, ?)`, f.ID, q.ID, f.Name, f.Type, f.Blob, f.Size, store.At(tx.Now))
		return err
	})
	return Shown{f.ID, f.Name, f.Type, f.Size}, err
}

// filesOf gives the files that an answer names; another quote's are unknown.
func filesOf(ctx context.Context, tx *store.Tx, quoteID string, ids []string) ([]File, error) {
	out := []File{}
	for i, id := range ids {
		f, ok, err := store.Get[struct {
			ID   string `db:"id"`
			Name string `db:"name"`
			Type string `db:"type"`
			Blob string `db:"blob"`
			Size int64  `db:"size"`
		}](ctx, tx, `SELECT id, name, type, blob, size FROM quote_file WHERE id = ? AND quote_id = ?`, id, quoteID)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, fail.Invalid(fail.Of(fmt.Sprintf("FileIds[%d]", i), "no-such-file"))
		}
		out = append(out, File(f))
	}
	return out, nil
}

// Download gives a carrier one of the organisation's papers, or what it sent itself; and the office its own papers.
func (a *Area) Download(ctx context.Context, c *op.Call, req DownloadReq) (op.Download, error) {
	var f File
	org := c.Org
	find := func(ctx context.Context, tx *store.Tx, quoteID string) error {
		list, err := documents(ctx, tx)
		if err != nil {
			return err
		}
		if quoteID != "" {
			if own, err := filesOf(ctx, tx, quoteID, []string{req.FilePath}); err == nil {
				list = append(list, own...)
			}
		}
		at := slices.IndexFunc(list, func(f File) bool {
			return f.ID == req.FilePath && (req.FileName == "" || strings.EqualFold(f.Name, req.FileName))
		})
		if at < 0 {
			return fail.NotFound("no-such-file")
		}
		f = list[at]
		return nil
	}
	err := a.either(ctx, c, req.AccessID, func(ctx context.Context, tx *store.Tx, of string) error {
		org = tx.Org
		return find(ctx, tx, of)
	})
	if err != nil {
		return op.Download{}, err
	}
	body, _, err := a.Blobs.Open(ctx, org, f.Blob)
	if err != nil {
		return op.Download{}, fmt.Errorf("file %s of quotes: %w", f.ID, err)
	}
	return op.Download{Name: f.Name, Type: f.Type, Body: io.Reader(body)}, nil
}
