package quote

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/publiclink"
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
	Kind       Kind       `json:"kind"`
	RFQID      string     `json:"rfqId"`
	Seen       store.Time `json:"acknowledgedAt"` // when the carrier said that it looks into it
	SeenBy     string     `json:"acknowledgedBy"`
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

// Currency is what a price is asked in, and what else it may be given in.
type Currency struct {
	Code string   `json:"currencyCode"`
	May  []string `json:"currencyCodes"`
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

// Secret is that of the link.
func (h Held) Secret() string { return h.AccessID }

func (h Held) names(of Part) bool { return h.QuoteID == "" || h.QuoteID == of.Quote.ID }

// Glance tells that nobody looked anew.
func (r DetailsReq) Glance() bool { return r.Again }

// Part is a carrier's part in a request: what lies behind its link.
type Part struct {
	Request Request
	Quote   Quote
}

// page is what a carrier's link opens.
func page(a *Area) *publiclink.Page[Part] {
	return &publiclink.Page[Part]{
		Kind: mailLink, PublicLinks: a.PublicLinks, Links: a.Links, Genuine: a.genuine, Rest: a.rest, Resend: a.resend,
		Find: func(ctx context.Context, tx *store.Tx, l link.Link) (Part, error) {
			r, q, err := a.find(ctx, tx, l.Object)
			return Part{r, q}, err
		},
		Fits: func(of Part, b publiclink.Bearer) bool {
			n, ok := b.(interface{ names(of Part) bool })
			return !ok || n.names(of)
		},
		Holder:  func(of Part) string { return of.Quote.CarrierName },
		Contact: func(of Part) string { return of.Request.Contact },
		Seen: func(ctx context.Context, tx *store.Tx, of Part, places int) (Part, error) {
			q := &of.Quote
			q.OpenedAt, q.Openings, q.Places = store.At(tx.Now), q.Openings+1, int64(places)
			return of, put(ctx, tx, *q)
		},
		May: func(tx *store.Tx, of Part) error { return mayAnswer(tx, of.Request, of.Quote) },
	}
}

// linked does something for the holder of a link: in a command where write is set, else in a reading.
func (a *Area) linked(ctx context.Context, c *op.Call, h Held, write bool, do func(ctx context.Context, tx *store.Tx, l link.Link, r Request, q Quote) error) error {
	return page(a).Hold(ctx, c, h, write, func(ctx context.Context, tx *store.Tx, l link.Link, of Part) error {
		return do(ctx, tx, l, of.Request, of.Quote)
	})
}

// show shows a carrier what it is asked.
func (a *Area) show(ctx context.Context, tx *store.Tx, _ link.Link, of Part, req DetailsReq) (Details, error) {
	out, err := a.details(ctx, tx, of.Request, of.Quote)
	out.QuoteInfo.Amends = (req.UserEdit == "true" || req.UserEdit == "1") && out.QuoteInfo.MayAnswer && of.Quote.Answers > 0
	return out, err
}

func (a *Area) details(ctx context.Context, tx *store.Tx, r Request, q Quote) (Details, error) {
	shipper, err := a.Setup.Name(ctx, tx)
	out := Details{CarrierName: q.CarrierName, PriceSheetID: sheetID(q), ChargeDetails: []string{"freight", "fuel", "other"}, SpecialInstructions: r.Note, ChargesDetails: q.Charges.V,
		CurrencyDetails: Currency{q.Currency, r.currencies()}, QuoteDeadline: r.DeadlineAt, Status: q.State, Fileinfo: []Shown{},
		QuoteInfo:         Info{QuoteID: q.ID, Number: q.Number, Shipper: shipper, Contact: r.Contact, ContactBy: r.ByName, Asked: r.Asked.V, ValidUntil: r.ValidUntil, Now: store.At(tx.Now), Sent: link.Masked(q.Email), MayAnswer: mayAnswer(tx, r, q) == nil, Kind: r.Kind, RFQID: r.ID, Seen: q.AcknowledgedAt, SeenBy: q.AcknowledgedBy},
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

// of is the quote with the price.
func (r AnswerReq) of(ctx context.Context, tx *store.Tx, p Part) (Quote, error) {
	to := p.Quote
	to.Currency = strings.ToUpper(r.Currency)
	if !slices.Contains(p.Request.currencies(), to.Currency) {
		return to, fail.Invalid(fail.Of("CurrencyCode", "quote-currency-differs", "currency", p.Request.Currency))
	}
	files, err := filesOf(ctx, tx, to.ID, r.Files)
	to.State, to.Charges.V, to.AmountMinor, to.Days, to.Note, to.Reason, to.ContactName, to.ContactPhone, to.Files.V = Answered, nonZero(r.Charges), sum(r.Charges), r.Days, strings.TrimSpace(r.Note), "", strings.TrimSpace(r.ContactName), strings.TrimSpace(r.ContactPhone), files
	return to, err
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

// of is the quote without a price. The carrier may think better of it until the deadline.
func (r NoBidReq) of(_ context.Context, _ *store.Tx, p Part) (Quote, error) {
	to := p.Quote
	to.State, to.Charges.V, to.AmountMinor, to.Days, to.Note, to.Reason, to.Files.V = NoBid, []Charge{}, 0, 0, strings.TrimSpace(r.Note), r.Reason, []File{}
	if r.ContactName != "" {
		to.ContactName = strings.TrimSpace(r.ContactName)
	}
	return to, nil
}

// answer is what a carrier may say to a request, as often as it likes until the deadline: who asked is told each time, and the carrier gets a receipt by mail.
func answer[Req interface {
	publiclink.Bearer
	of(ctx context.Context, tx *store.Tx, p Part) (Quote, error)
}](a *Area) publiclink.Answer[Part, Req, Details] {
	return publiclink.Answer[Part, Req, Details]{
		Stands: func(ctx context.Context, tx *store.Tx, p Part, req Req) (bool, error) {
			to, err := req.of(ctx, tx, p)
			return stands(p.Quote, to), err
		},
		Take: func(ctx context.Context, tx *store.Tx, c *op.Call, _ link.Link, p Part, req Req) (Part, error) {
			to, err := req.of(ctx, tx, p)
			if err == nil {
				_, err = a.take(ctx, tx, c, p.Request, p.Quote, &to)
			}
			if err == nil {
				err = a.ring(ctx, tx, p.Request, to)
			}
			if err == nil {
				err = a.mail(ctx, tx, p.Request, to, map[State]string{Answered: "letter-quote-received", NoBid: "letter-quote-declined"}[to.State], fmt.Sprint(to.Answers), "")
			}
			return Part{p.Request, to}, err
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, p Part, _ Req) (Details, error) {
			return a.details(ctx, tx, p.Request, p.Quote)
		},
	}
}

// stands tells whether a carrier says what it said before.
func stands(was, to Quote) bool { return was.State != Requested && said(was) == said(to) }

// take writes what a carrier said; new is false where it said so before.
func (a *Area) take(ctx context.Context, tx *store.Tx, c *op.Call, r Request, was Quote, to *Quote) (new bool, err error) {
	if stands(was, *to) { // told again; it stands, also after the deadline
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
	what := map[State]string{Answered: "answered", NoBid: "no-bid"}[q.State]
	return a.tell(ctx, tx, r, what, map[string]any{"carrier": q.CarrierName, "amount": freight.Amount(q.AmountMinor, q.Currency)})
}

// tell tells who asked something about a request.
func (a *Area) tell(ctx context.Context, tx *store.Tx, r Request, what string, params map[string]any) error {
	code, at := "notify-quote-"+what, "/ShipmentDetails/"+r.ShipmentID
	if r.Kind == Truckload {
		code, at = "notify-rfq-"+what, "/TruckloadRFQ?rfq="+r.ID
	}
	params["number"], params["shipment"] = r.Number, r.Shipment
	return a.Bell.Notify(ctx, tx, r.By, code, params, at)
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

// Secret is that of the link.
func (r LinkReq) Secret() string { return r.AccessID }

func (a *Area) rest(_ context.Context, tx *store.Tx, of Part) (time.Duration, error) {
	return of.Quote.LinkedAt.Add(between).Sub(tx.Now), nil
}

func (a *Area) resend(ctx context.Context, tx *store.Tx, of Part, again string) (err error) {
	q := of.Quote
	if again == "" {
		err = a.sendLink(ctx, tx, of.Request, &q, "letter-quote-again")
	} else {
		q.LinkedAt = store.At(tx.Now)
		err = a.mail(ctx, tx, of.Request, q, "letter-quote-again", fmt.Sprintf("%s/%d", again, tx.Now.UnixMilli()), again)
	}
	if err != nil {
		return err
	}
	return put(ctx, tx, q)
}

const (
	maxUpload = 12 << 20
	mostFiles = 10
)

// FileReq brings a carrier's file.
type FileReq struct {
	Held
	FileID string `json:"FileId" validate:"max=40"` // by the sender: brought again after a lost reply, it is the same file. Left out, each is another.
}

// sentBefore gives the file that an upload brings again, once its content is known.
func (r FileReq) sentBefore(ctx context.Context, tx *store.Tx, quoteID, blob string) (was Shown, again bool, err error) {
	var of, content string
	err = tx.QueryRowContext(ctx, `SELECT id, name, type, size, quote_id, blob FROM quote_file WHERE id = ?`, r.FileID).Scan(&was.ID, &was.Name, &was.Type, &was.Size, &of, &content)
	if errors.Is(err, sql.ErrNoRows) {
		return was, false, nil
	}
	if err == nil && (of != quoteID || blob != "" && content != blob) {
		err = fail.Invalid(fail.Of("FileId", "file-id-taken"))
	}
	return was, true, err
}

// UploadFile takes a carrier's file. It stands with the answer once the answer names it.
func (a *Area) UploadFile(ctx context.Context, c *op.Call, req FileReq) (Shown, error) {
	if len(c.Files) != 1 {
		return Shown{}, fail.Invalid(fail.Of("FileData", "field-required"))
	}
	room := func(ctx context.Context, tx *store.Tx, _ link.Link, r Request, q Quote) error { // before anything is kept of what a stranger sent
		_, again, err := req.sentBefore(ctx, tx, q.ID, "")
		if err != nil {
			return err
		}
		var n int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM quote_file WHERE quote_id = ?`, q.ID).Scan(&n); err != nil {
			return err
		}
		if n >= mostFiles && !again { // what came before has its room
			return fail.Conflict("quote-too-many-files", "max", mostFiles)
		}
		return mayAnswer(tx, r, q)
	}
	if err := a.linked(ctx, c, req.Held, false, room); err != nil {
		return Shown{}, err
	}
	org, _ := link.Org(req.AccessID)
	kept, err := a.Files.Keep(ctx, org, c.Files[0])
	if err != nil {
		return Shown{}, err
	}
	f := File{ID: req.FileID, Name: kept.Name, Type: kept.Type, Blob: kept.Hash, Size: kept.Size}
	if f.ID == "" {
		f.ID = ulid.Make().String()
	}
	err = a.linked(ctx, c, req.Held, true, func(ctx context.Context, tx *store.Tx, l link.Link, r Request, q Quote) error {
		if err := room(ctx, tx, l, r, q); err != nil {
			return err
		}
		if was, again, err := req.sentBefore(ctx, tx, q.ID, f.Blob); err != nil || again {
			f.ID, f.Name, f.Type, f.Size = was.ID, was.Name, was.Type, was.Size
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
