package quote

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lading/server/job"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Whom is a carrier to ask, and where.
type Whom struct {
	SCAC     string `json:"SCAC" validate:"required,max=10"`
	Email    string `json:"Email" validate:"required,email,max=254"`
	Language string `json:"Language" validate:"omitempty,oneof=en es fr"`
}

// AskReq asks carriers for a price of each of the shipments.
type AskReq struct {
	ShipmentIDs []string   `json:"ShipmentIds" validate:"required,min=1,max=50,unique,dive,required,max=40"`
	Carriers    []Whom     `json:"Carriers" validate:"required,min=1,max=40,dive"`
	Deadline    store.Time `json:"QuoteDeadline"` // empty is the organisation's usual time from now
	Currency    string     `json:"CurrencyCode" validate:"omitempty,oneof=USD CAD MXN"`
	Note        string     `json:"SpecialInstructions" validate:"max=1000"`
	DaySeen     bool       `json:"DaySeen"` // the day of the pickup is meant, although nobody works then
}

const longest = 30 * 24 * time.Hour

// Check wants each carrier once.
func (r *AskReq) Check() (bad []fail.Field) {
	seen := map[string]bool{}
	for i := range r.Carriers {
		c := &r.Carriers[i]
		if c.SCAC = strings.ToUpper(strings.TrimSpace(c.SCAC)); seen[c.SCAC] {
			bad = append(bad, fail.Of(fmt.Sprintf("Carriers[%d].SCAC", i), "quote-carrier-twice", "carrier", c.SCAC))
		}
		seen[c.SCAC] = true
	}
	if r.Currency == "" {
		r.Currency = "USD"
	}
	return bad
}

// Ask asks carriers by mail for a price of each load, by a link of its own; what one carrier is asked stands in one mail. Where a shipment's request is still open, it goes to further carriers: who
// was asked already is not asked twice, and all have the same time.
func (a *Area) Ask(ctx context.Context, tx *store.Tx, req AskReq) (QuotesResp, error) {
	resp := QuotesResp{Requests: []Request{}, Quotes: []Quote{}}
	if a.PublicURL == "" {
		return resp, fail.Conflict("quote-no-address")
	}
	names, err := a.names(ctx, tx)
	if err != nil {
		return resp, err
	}
	for i, c := range req.Carriers {
		if names[c.SCAC] == "" {
			return resp, fail.Invalid(fail.Of(fmt.Sprintf("Carriers[%d].SCAC", i), "carrier-unknown", "carrier", c.SCAC))
		}
	}
	for _, id := range req.ShipmentIDs {
		r, err := a.open(ctx, tx, id, req)
		if err != nil {
			return resp, err
		}
		known, err := quotesOf(ctx, tx, r.ID)
		if err != nil {
			return resp, err
		}
		var asked []string
		for _, c := range req.Carriers {
			if slices.ContainsFunc(known, func(q Quote) bool { return q.Carrier == c.SCAC }) {
				continue
			}
			q := r.quote(c.SCAC, names[c.SCAC])
			q.Email, q.Source, q.State, q.AskedAt = strings.ToLower(c.Email), "link", Requested, store.At(tx.Now)
			if q.Language = c.Language; q.Language == "" {
				q.Language = tx.By.Language
			}
			if q.Language == "" {
				q.Language = "en"
			}
			if err := a.sendLink(ctx, tx, r, &q, askedMail); err != nil {
				return resp, err
			}
			if err := store.Insert(ctx, tx, "quote", q); err != nil {
				return resp, err
			}
			known, asked = append(known, q), append(asked, q.Carrier)
		}
		if len(asked) == 0 {
			return resp, fail.Conflict("quote-asked-already", "shipment", r.Shipment)
		}
		if err := a.Shipments.Record(ctx, tx, id, "quotes-asked", map[string]any{"request": r.Number, "carriers": asked, "deadline": r.DeadlineAt.UTC().Format(time.RFC3339)}); err != nil {
			return resp, err
		}
		resp.Requests, resp.Quotes = append(resp.Requests, r), append(resp.Quotes, known...)
	}
	for _, q := range resp.Quotes {
		resp.Counts.add(q)
	}
	return resp, nil
}

// names are those of the carriers that may be chosen, by SCAC.
func (a *Area) names(ctx context.Context, tx *store.Tx) (map[string]string, error) {
	list, err := a.Carriers.Carriers(ctx, tx)
	names := map[string]string{}
	for _, c := range list {
		names[c.SCAC] = c.Name
	}
	return names, err
}

// open gives the shipment's open request, or makes it one.
func (a *Area) open(ctx context.Context, tx *store.Tx, shipmentID string, req AskReq) (Request, error) {
	con, err := a.Shipments.Quotable(ctx, tx, shipmentID)
	if err == nil {
		err = a.Shipments.PickupStands(ctx, tx, shipmentID, req.DaySeen)
	}
	if err != nil {
		return Request{}, err
	}
	r, ok, err := store.Get[Request](ctx, tx, `SELECT * FROM quote_request WHERE shipment_id = ? AND state = 'open'`, shipmentID)
	switch {
	case err != nil:
		return r, err
	case ok && tx.Now.Before(r.DeadlineAt.Time) && r.Asked.V.same(asked(con)):
		return r, nil
	}
	links := 0
	if ok { // its time is over
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM quote WHERE request_id = ? AND email <> ''`, r.ID).Scan(&links); err != nil {
			return r, err
		}
	}
	usual, holds, err := a.Setup.QuoteHours(ctx, tx)
	if err != nil {
		return r, err
	}
	deadline, err := until(tx, req.Deadline, usual)
	if err != nil {
		return r, err
	}
	switch {
	case links > 0: // nobody else can be asked under it, and what was offered under it binds only so long
		if err := a.close(ctx, tx, &r, "asked-again"); err != nil {
			return r, err
		}
	case ok: // the office typed answers in and asks others now: they stand beside each other
		r.Asked.V = asked(con)
		return r, a.prolong(ctx, tx, &r, deadline, holds, req.Note)
	}
	return a.begin(ctx, tx, con, "", deadline, holds, req.Currency, req.Note)
}

// until judges a deadline; without one it is the organisation's usual time from now.
func until(tx *store.Tx, asked store.Time, usual int) (time.Time, error) {
	deadline := asked.Time
	if asked.IsZero() && usual > 0 {
		deadline = tx.Now.Add(time.Duration(usual) * time.Hour)
	}
	switch {
	case deadline.IsZero():
		return deadline, fail.Invalid(fail.Of("QuoteDeadline", "field-required"))
	case !deadline.After(tx.Now):
		return deadline, fail.Invalid(fail.Of("QuoteDeadline", "quote-deadline-past"))
	case deadline.After(tx.Now.Add(longest)):
		return deadline, fail.Invalid(fail.Of("QuoteDeadline", "quote-deadline-far"))
	}
	return deadline, nil
}

// begin writes a request. A price holds for some hours; they are counted from the deadline, since until then every answer may still be amended and
// nobody decides.
func (a *Area) begin(ctx context.Context, tx *store.Tx, con freight.Consignment, trailer Equipment, deadline time.Time, holds int, currency, note string) (Request, error) {
	var n int64
	if err := tx.QueryRowContext(ctx, `UPDATE quote_sequence SET next = next + 1 WHERE id = 1 RETURNING next - 1`).Scan(&n); err != nil {
		return Request{}, fmt.Errorf("number a request: %w", err)
	}
	contact, err := a.People.Email(ctx, tx, tx.By.User)
	if err != nil {
		return Request{}, err
	}
	r := Request{ID: ulid.Make().String(), Number: fmt.Sprintf("SQ%d", n), Kind: Spot, ShipmentID: con.ShipmentID, Shipment: con.Number, Warehouse: con.Warehouse, State: Open, Asked: store.JSON[Asked]{V: asked(con)}, Note: strings.TrimSpace(note),
		Currency: currency, DeadlineAt: store.At(deadline), ValidUntil: store.At(deadline.Add(time.Duration(holds) * time.Hour)), Contact: contact, By: tx.By.User, ByName: tx.By.Name, MadeAt: store.At(tx.Now)}
	if r.Asked.V.Equipment = trailer; con.ShipmentID == "" {
		r.Kind, r.Number = Truckload, fmt.Sprintf("RFQ%d", n)
	}
	if err := store.Insert(ctx, tx, "quote_request", r); err != nil {
		return r, err
	}
	return r, r.schedule(ctx, tx)
}

// prolong gives a request whose answers the office typed in the time that others are given.
func (a *Area) prolong(ctx context.Context, tx *store.Tx, r *Request, deadline time.Time, holds int, note string) error {
	r.DeadlineAt, r.ValidUntil, r.Note = store.At(deadline), store.At(deadline.Add(time.Duration(holds)*time.Hour)), strings.TrimSpace(note)
	if err := putRequest(ctx, tx, *r); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE quote SET deadline_at = ?, valid_until = ? WHERE request_id = ?`, r.DeadlineAt, r.ValidUntil, r.ID); err != nil {
		return err
	}
	return r.schedule(ctx, tx)
}

// schedule has the request looked at when its times are over.
func (r Request) schedule(ctx context.Context, tx *store.Tx) error {
	for _, due := range []store.Time{r.DeadlineAt, r.ValidUntil} {
		if err := job.At(ctx, tx, lapseJob, fmt.Sprintf("%s:%s:%d", lapseJob, r.ID, due.UnixMilli()), due.Time, r.ID); err != nil {
			return err
		}
	}
	return nil
}

func asked(c freight.Consignment) Asked {
	place := func(p freight.Party) Place { return Place{p.City, p.State, p.Zip, p.Country} }
	out := Asked{Mode: c.Mode, From: place(c.Origin), To: place(c.Destination), ShipOn: c.ShipOn, PickupFrom: c.PickupFrom, PickupTo: c.PickupTo, Zone: c.Zone, Instruction: c.Instruction, Items: []freight.Item{},
		Terms: c.Terms, Services: c.ServiceNames, ArriveBy: c.ArriveBy, Clauses: c.Clauses.ForCarrier(false)}
	for _, it := range c.Items {
		it.Order, it.Code = "", "" // the shipper's own business
		out.Items = append(out.Items, it)
	}
	out.Pieces, out.Pallets, out.Weight = freight.Totals(c.Items)
	return out
}

// same tells whether a load is still what carriers were asked a price for. Requests of before the terms were told say nothing of them.
func (a Asked) same(now Asked) bool {
	if a.Terms == "" {
		now.Terms, now.Services, now.ArriveBy, now.Clauses = "", nil, "", freight.Clauses{}
	}
	one, e1 := json.Marshal(a)
	other, e2 := json.Marshal(now)
	return e1 == nil && e2 == nil && bytes.Equal(one, other)
}

// details are what a price depends on beside the way and the goods, each on a line of its own.
func (a Asked) details(language string) string {
	var lines []string
	say := func(code string, params map[string]any) { lines = append(lines, message.Text(language, code, params)) }
	if a.Equipment != "" {
		say("letter-load-equipment", map[string]any{"equipment": message.Text(language, "equipment-"+string(a.Equipment), nil), "goods": a.Items[0].Description})
	}
	if len(a.Services) > 0 {
		say("letter-load-services", map[string]any{"services": strings.Join(a.Services, ", ")})
	}
	if a.ArriveBy != "" {
		say("letter-load-due", map[string]any{"day": a.ArriveBy})
	}
	if a.Terms != "" {
		say("letter-load-terms", map[string]any{"terms": a.Terms})
	}
	if lines = append(lines, a.Clauses.Said(language, false)...); len(lines) == 0 {
		return ""
	}
	return "\n" + strings.Join(lines, "\n")
}

// quote begins a carrier's part.
func (r Request) quote(scac, name string) Quote {
	return Quote{ID: ulid.Make().String(), RequestID: r.ID, Number: r.Number, ShipmentID: r.ShipmentID, Shipment: r.Shipment, Warehouse: r.Warehouse, Carrier: scac, CarrierName: name, Language: "en",
		Currency: r.Currency, Charges: store.JSON[[]Charge]{V: []Charge{}}, Files: store.JSON[[]File]{V: []File{}}, DeadlineAt: r.DeadlineAt, ValidUntil: r.ValidUntil, Lane: r.Asked.V.lane()}
}

func (a Asked) lane() string { return strings.ToUpper(a.From.State + ">" + a.To.State) }

// QuoteReq names a quote.
type QuoteReq struct {
	QuoteID string `json:"QuoteID" validate:"required,max=40"`
}

// Resend sends a carrier a new link; the one before opens nothing any more.
func (a *Area) Resend(ctx context.Context, tx *store.Tx, req QuoteReq) (Quote, error) {
	r, q, err := a.find(ctx, tx, req.QuoteID)
	switch {
	case err != nil:
		return q, err
	case q.Email == "":
		return q, fail.Conflict("quote-without-mail").With(q)
	case a.PublicURL == "":
		return q, fail.Conflict("quote-no-address")
	}
	if err := mayAnswer(tx, r, q); err != nil {
		return q, err
	}
	if err := a.sendLink(ctx, tx, r, &q, "letter-quote-again"); err != nil {
		return q, err
	}
	return q, put(ctx, tx, q)
}

// CloseReq names a request that nobody needs any more.
type CloseReq struct {
	RequestID string `json:"RequestId" validate:"required,max=40"`
}

// Close ends a request without taking an answer, and tells every carrier.
func (a *Area) Close(ctx context.Context, tx *store.Tx, req CloseReq) (Request, error) {
	r, err := a.request(ctx, tx, req.RequestID)
	if err != nil {
		return r, err
	}
	if r.State != Open {
		return r, fail.Conflict("quote-request-ended", "number", r.Number).With(r)
	}
	return r, a.close(ctx, tx, &r, "closed")
}

// Openings lists from where a carrier's links were opened.
func (a *Area) Openings(ctx context.Context, tx *store.Tx, req QuoteReq) ([]link.Opening, error) {
	_, q, err := a.find(ctx, tx, req.QuoteID)
	if err != nil {
		return nil, err
	}
	return a.Links.LinkOpenings(ctx, tx, mailLink, q.ID)
}

// CandidatesReq names the shipment that a price is wanted for.
type CandidatesReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// Candidate is a carrier that may be asked, with what it did when it was asked before.
type Candidate struct {
	SCAC     string     `json:"SCAC"`
	Name     string     `json:"name"`
	Email    string     `json:"email"`
	Language string     `json:"language"`
	Asked    int        `json:"asked" db:"asked"`
	Answered int        `json:"answered" db:"answered"`
	Won      int        `json:"won" db:"won"`
	Declined store.Time `json:"declined" db:"declined"` // the latest no bid on this lane
	Reason   string     `json:"reason" db:"reason"`
}

// CandidatesResp is whom to ask, and the usual time.
type CandidatesResp struct {
	Carriers  []Candidate `json:"carriers"`
	Hours     int         `json:"hours"`  // that carriers usually have, 0 where the organisation set none
	PriceHeld int         `json:"holds"`  // hours that a price holds after the deadline
	NoAddress bool        `json:"noLink"` // links cannot be sent: nobody said where strangers reach this server
}

// Candidates lists the carriers that may be asked about a shipment.
func (a *Area) Candidates(ctx context.Context, tx *store.Tx, req CandidatesReq) (CandidatesResp, error) {
	resp := CandidatesResp{Carriers: []Candidate{}, NoAddress: a.PublicURL == ""}
	con, err := a.Shipments.Quotable(ctx, tx, req.ShipmentID)
	if err != nil {
		return resp, err
	}
	if resp.Hours, resp.PriceHeld, err = a.Setup.QuoteHours(ctx, tx); err != nil {
		return resp, err
	}
	list, err := a.Carriers.Carriers(ctx, tx)
	if err != nil {
		return resp, err
	}
	type row struct {
		Carrier  string     `db:"carrier"`
		Email    string     `db:"email"`
		Language string     `db:"language"`
		Asked    int        `db:"asked"`
		Answered int        `db:"answered"`
		Won      int        `db:"won"`
		Declined store.Time `db:"declined"`
		Reason   string     `db:"reason"`
	}
	rows, err := store.Select[row](ctx, tx, `SELECT carrier, count(*) AS asked, sum(answers > 0 AND state <> 'no-bid') AS answered, sum(state = 'won') AS won,
max(CASE WHEN state = 'no-bid' AND lane = ?1 THEN answered_at END) AS declined,
COALESCE((SELECT reason FROM quote d WHERE d.carrier = q.carrier AND d.lane = ?1 AND d.state = 'no-bid' ORDER BY answered_at DESC LIMIT 1), '') AS reason,
(SELECT email FROM quote e WHERE e.carrier = q.carrier AND e.email <> '' ORDER BY asked_at DESC LIMIT 1) AS email,
(SELECT language FROM quote e WHERE e.carrier = q.carrier ORDER BY asked_at DESC LIMIT 1) AS language
FROM quote q WHERE email <> '' GROUP BY carrier`, asked(con).lane())
	if err != nil {
		return resp, err
	}
	before := map[string]row{}
	for _, r := range rows {
		before[r.Carrier] = r
	}
	for _, c := range list {
		b := before[c.SCAC]
		k := Candidate{SCAC: c.SCAC, Name: c.Name, Email: c.Email, Language: b.Language, Asked: b.Asked, Answered: b.Answered, Won: b.Won, Declined: b.Declined, Reason: b.Reason}
		if b.Email != "" {
			k.Email = b.Email
		}
		resp.Carriers = append(resp.Carriers, k)
	}
	return resp, nil
}

// CarrierLanguage is the language that a carrier was asked for a price in last; empty where it never was.
func (a *Area) CarrierLanguage(ctx context.Context, tx *store.Tx, scac string) (string, error) {
	language, _, err := store.Get[string](ctx, tx, `SELECT language FROM quote WHERE carrier = ? ORDER BY asked_at DESC LIMIT 1`, scac)
	return language, err
}
