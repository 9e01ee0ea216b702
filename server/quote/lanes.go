package quote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/kit/moment"
	"lading/server/kit/sheet"
	"lading/server/op"
	"lading/server/store"
)

// Lane is one of the loads that a carrier was asked a price for in one go, with its answer as it stands.
type Lane struct {
	QuoteID     string          `json:"quoteId"`
	Number      string          `json:"number"`
	From        string          `json:"from"`
	To          string          `json:"to"`
	ShipOn      string          `json:"shipOn"`
	Mode        string          `json:"mode"`
	Pallets     int64           `json:"pallets"`
	Weight      freight.Measure `json:"weight"`
	Currency    string          `json:"currency"`
	Deadline    store.Time      `json:"deadline"`
	MayAnswer   bool            `json:"mayAnswer"`
	State       State           `json:"state"`
	AmountMinor int64           `json:"amountMinor"`
	Days        int64           `json:"days"`
	Reason      string          `json:"reason"`
	Note        string          `json:"note"`
}

// lanes calls do with everything that the carrier of a link was asked in one go with its own quote: by the same address at the same moment. What it was
// asked at another time has links of its own.
func (a *Area) lanes(ctx context.Context, tx *store.Tx, q Quote, do func(r Request, q Quote) error) error {
	all, err := store.Select[Quote](ctx, tx, `SELECT `+columns+` FROM quote WHERE carrier = ? AND email = ? AND asked_at = ? AND email <> '' ORDER BY number`, q.Carrier, q.Email, q.AskedAt)
	if err != nil {
		return err
	}
	for _, each := range all {
		// Not by the link's warehouse: who asked for all of them saw all of them.
		r, ok, err := store.Get[Request](ctx, tx, `SELECT * FROM quote_request WHERE id = ?`, each.RequestID)
		if err != nil || !ok {
			return err
		}
		if err := do(r, each); err != nil {
			return err
		}
	}
	return nil
}

func (a *Area) laneList(ctx context.Context, tx *store.Tx, of Quote) ([]Lane, error) {
	out := []Lane{}
	err := a.lanes(ctx, tx, of, func(r Request, q Quote) error {
		s := r.Asked.V
		out = append(out, Lane{QuoteID: q.ID, Number: r.Number, From: town(s.From), To: town(s.To), ShipOn: s.ShipOn, Mode: s.Mode, Pallets: s.Pallets, Weight: s.Weight, Currency: q.Currency, Deadline: r.DeadlineAt,
			MayAnswer: mayAnswer(tx, r, q) == nil, State: q.State, AmountMinor: q.AmountMinor, Days: q.Days, Reason: q.Reason, Note: q.Note})
		return nil
	})
	return out, err
}

// Lanes lists what a carrier was asked in one go.
func (a *Area) Lanes(ctx context.Context, tx *store.Tx, _ link.Link, of Part, _ Held) ([]Lane, error) {
	return a.laneList(ctx, tx, of.Quote)
}

// The columns of the sheet, in its order; the carrier fills in those from price on.
var laneColumns = []string{"number", "from", "to", "day", "mode", "pallets", "weight", "currency", "deadline", "price", "days", "no-bid", "note"}

// DownloadLanesReq asks for the sheet to be filled in.
type DownloadLanesReq struct {
	Held
	Format string `json:"Format" validate:"oneof=csv xlsx"`
}

// DownloadLanes gives what was asked as a sheet, with what was answered, to be filled in by whatever program the carrier prices with.
func (a *Area) DownloadLanes(ctx context.Context, c *op.Call, req DownloadLanesReq) (op.Download, error) {
	language, name := c.Language, ""
	t := sheet.Table{Name: "Quotes", Rows: [][]string{}}
	err := a.linked(ctx, c, req.Held, false, func(ctx context.Context, tx *store.Tx, _ link.Link, r Request, q Quote) error {
		name = r.Number
		return a.lanes(ctx, tx, q, func(r Request, q Quote) error {
			s := r.Asked.V
			row := []string{r.Number, town(s.From), town(s.To), s.ShipOn, s.Mode, strconv.FormatInt(s.Pallets, 10), s.Weight.String(), q.Currency, moment.Stamp(r.DeadlineAt.Time, s.Zone), "", "", "", q.Note}
			if q.AmountMinor > 0 {
				row[9] = fmt.Sprintf("%d.%02d", q.AmountMinor/100, q.AmountMinor%100)
			}
			if q.Days > 0 {
				row[10] = strconv.FormatInt(q.Days, 10)
			}
			row[11] = q.Reason
			t.Rows = append(t.Rows, row)
			return nil
		})
	})
	if err != nil {
		return op.Download{}, err
	}
	for _, c := range laneColumns {
		t.Head = append(t.Head, message.Text(language, "quote-column-"+c, nil))
	}
	var out bytes.Buffer
	if req.Format == "csv" {
		t.Name = ""
		err := sheet.WriteCSV(&out, []sheet.Table{t})
		return op.Download{Name: name + ".csv", Type: "text/csv; charset=utf-8", Body: &out}, err
	}
	err = sheet.WriteXLSX(&out, []sheet.Table{t})
	return op.Download{Name: name + ".xlsx", Type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Body: &out}, err
}

// LaneRow is a row of a sheet as it was read: texts, which the page judges beside its own fields.
type LaneRow struct {
	Row     int    `json:"row"`
	Number  string `json:"number"` // empty where the sheet has prices alone, in the order of the lanes
	Price   string `json:"price"`
	Days    string `json:"days"`
	NoBid   string `json:"noBid"`
	Note    string `json:"note"`
	Formula bool   `json:"formula"` // the price is computed by the sheet, and may be another tomorrow
}

const (
	mostLanes = 1000
	laneBytes = 2 << 20
)

// headings are the columns by their headings in all of our languages. Made once: a stranger's file has its cells asked for by the thousand.
var headings = sync.OnceValue(func() map[string]string {
	known := map[string]string{}
	for _, c := range slices.Backward(laneColumns) { // the first of them that has a heading keeps it
		for _, language := range []string{"en", "es", "fr"} {
			known[strings.ToLower(message.Text(language, "quote-column-"+c, nil))] = c
		}
	}
	return known
})

// headingOf knows a column by its heading.
func headingOf(text string) string {
	return headings()[strings.ToLower(strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")))]
}

// ReadLanes reads a sheet that a carrier filled in, or what it pasted. Nothing is kept of it: the page shows it, and the person sends it.
func (a *Area) ReadLanes(ctx context.Context, c *op.Call, req Held) ([]LaneRow, error) {
	if err := a.linked(ctx, c, req, false, func(context.Context, *store.Tx, link.Link, Request, Quote) error { return nil }); err != nil {
		return nil, err
	}
	if len(c.Files) != 1 {
		return nil, fail.Invalid(fail.Of("FileData", "field-required"))
	}
	f, err := c.Files[0].Open()
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(f, laneBytes+1))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if len(raw) > laneBytes {
		return nil, fail.New(413, "file-too-large", "size", len(raw), "max", laneBytes)
	}
	return readLanes(c.Org, raw)
}

func readLanes(org string, raw []byte) ([]LaneRow, error) {
	out := []LaneRow{}
	src, err := sheet.Open(org, bytes.NewReader(raw), int64(len(raw)), func(headers []string) (n int) {
		for _, h := range headers {
			if headingOf(h) != "" {
				n++
			}
		}
		return n
	})
	if err != nil {
		return out, err
	}
	first := ""
	if names := src.Sheets(); len(names) > 0 {
		first = names[0]
	}
	rows, err := src.Rows(first)
	if err != nil {
		return out, err
	}
	var at map[string]int
	for {
		rec, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		if rec.Blank() {
			continue
		}
		if at == nil {
			heads := map[string]int{}
			for i, cell := range rec.Cells {
				if h := headingOf(cell.Text); h != "" {
					heads[h] = i
				}
			}
			if at = heads; len(heads) > 0 {
				continue
			}
			// Prices alone, or the number before them.
			if at = map[string]int{"number": 0, "price": 1, "days": 2, "note": 3}; len(rec.Cells) == 1 {
				at = map[string]int{"price": 0}
			}
		}
		if len(out) >= mostLanes {
			return out, fail.New(413, "file-too-many-rows", "max", mostLanes)
		}
		text := func(column string) string {
			if i, ok := at[column]; ok {
				return strings.TrimSpace(strings.TrimPrefix(rec.At(i).Text, "'"))
			}
			return ""
		}
		row := LaneRow{Row: rec.N, Number: text("number"), Price: text("price"), Days: text("days"), NoBid: text("no-bid"), Note: text("note")}
		if i, ok := at["price"]; ok {
			row.Formula = rec.At(i).Formula
		}
		out = append(out, row)
	}
}

// LaneAnswer is a price for one of them, or a no.
type LaneAnswer struct {
	QuoteID    string `json:"QuoteID" validate:"required,max=40"`
	TotalMinor int64  `json:"TotalMinor" validate:"gte=0"`
	Currency   string `json:"CurrencyCode" validate:"max=3"`
	Days       int64  `json:"ServiceDays" validate:"gte=0,lte=60"`
	Reason     string `json:"Reason" validate:"omitempty,oneof=lane capacity dates equipment price other"` // of a no
	Note       string `json:"Comments" validate:"max=1000"`
}

// SubmitLanesReq answers many at once.
type SubmitLanesReq struct {
	Held
	Lanes       []LaneAnswer `json:"Lanes" validate:"required,min=1,max=1000,dive"`
	ContactName string       `json:"ContactName" validate:"max=80"`
}

// Check judges each row: one that is wrong is named, and nothing is taken.
func (r *SubmitLanesReq) Check() (bad []fail.Field) {
	seen := map[string]bool{}
	for i, l := range r.Lanes {
		field := func(name string) string { return fmt.Sprintf("Lanes[%d].%s", i, name) }
		switch {
		case seen[l.QuoteID]:
			bad = append(bad, fail.Of(field("QuoteID"), "quote-lane-twice"))
		case l.Reason == "" && l.TotalMinor == 0:
			bad = append(bad, fail.Of(field("TotalMinor"), "quote-amount-missing"))
		case l.TotalMinor > mostMinor:
			bad = append(bad, fail.Of(field("TotalMinor"), "quote-amount-large"))
		case l.Reason == "other" && strings.TrimSpace(l.Note) == "":
			bad = append(bad, fail.Of(field("Comments"), "field-required"))
		}
		seen[l.QuoteID] = true
	}
	return bad
}

// LaneResult is what became of one.
type LaneResult struct {
	QuoteID string         `json:"quoteId"`
	Code    string         `json:"code"` // of the refusal; empty where it stands
	Said    string         `json:"said"`
	Params  map[string]any `json:"params,omitempty"`
}

// SubmitLanesResp is what became of each, and how all of them stand.
type SubmitLanesResp struct {
	Results []LaneResult `json:"results"`
	Lanes   []Lane       `json:"lanes"`
}

// SubmitLanes takes many answers at once. One that comes too late keeps none of the others back; the carrier gets one receipt for all.
func (a *Area) SubmitLanes(ctx context.Context, c *op.Call, req SubmitLanesReq) (SubmitLanesResp, error) {
	resp := SubmitLanesResp{Results: []LaneResult{}}
	err := a.linked(ctx, c, req.Held, true, func(ctx context.Context, tx *store.Tx, _ link.Link, own Request, held Quote) error {
		var received []string
		var asked Request // the first of them, and its answer
		var answer Quote
		err := a.lanes(ctx, tx, held, func(r Request, q Quote) error {
			at := slices.IndexFunc(req.Lanes, func(l LaneAnswer) bool { return l.QuoteID == q.ID })
			if at < 0 {
				return nil
			}
			to, err := req.Lanes[at].of(q, r, req.ContactName)
			new := false
			if err == nil {
				new, err = a.take(ctx, tx, c, r, q, &to)
			}
			result := LaneResult{QuoteID: q.ID}
			if f, ok := fail.As(err); ok {
				result.Code, result.Params, result.Said = f.Code, f.Params, message.Text(c.Language, f.Code, f.Params)
				if len(f.Fields) > 0 {
					result.Code, result.Said = f.Fields[0].Code, message.Text(c.Language, f.Fields[0].Code, f.Fields[0].Params)
				}
			} else if err != nil {
				return err
			}
			if new {
				if len(received) == 0 {
					asked, answer = r, to
				}
				s := r.Asked.V
				said := freight.Amount(to.AmountMinor, to.Currency)
				if to.State == NoBid {
					said = message.Text(to.Language, "letter-quote-no-bid-word", nil)
				}
				received = append(received, fmt.Sprintf("%s  %s – %s: %s", r.Number, town(s.From), town(s.To), said))
			}
			resp.Results = append(resp.Results, result)
			return nil
		})
		if err != nil {
			return err
		}
		if len(resp.Results) < len(req.Lanes) { // of another carrier, or asked at another time
			return fail.NotFound("quote-unknown")
		}
		if len(received) == 1 {
			err = a.ring(ctx, tx, asked, answer)
		} else if len(received) > 1 { // once for all: a sheet may have fifty
			err = a.Bell.Notify(ctx, tx, asked.By, "notify-quote-many", map[string]any{"carrier": answer.CarrierName, "n": len(received), "number": asked.Number}, "/ShipmentDetails/"+asked.ShipmentID)
		}
		if err != nil {
			return err
		}
		if len(received) > 0 {
			if err := a.mailList(ctx, tx, own, held, received); err != nil {
				return err
			}
		}
		resp.Lanes, err = a.laneList(ctx, tx, held)
		return err
	})
	return resp, err
}

// of makes a carrier's quote of its row. A price that stands in parts stays so while its sum is the same.
func (l LaneAnswer) of(q Quote, r Request, contact string) (Quote, error) {
	to := q
	if contact = strings.TrimSpace(contact); contact != "" {
		to.ContactName = contact
	}
	to.Note = strings.TrimSpace(l.Note)
	if l.Reason != "" {
		to.State, to.Charges.V, to.AmountMinor, to.Days, to.Reason, to.Files.V = NoBid, []Charge{}, 0, 0, l.Reason, []File{}
		return to, nil
	}
	if !strings.EqualFold(l.Currency, r.Currency) {
		return to, fail.Invalid(fail.Of("CurrencyCode", "quote-currency-differs", "currency", r.Currency))
	}
	to.State, to.Days, to.Reason = Answered, l.Days, ""
	if q.State != Answered || l.TotalMinor != q.AmountMinor {
		to.Charges.V, to.AmountMinor = []Charge{{Code: "freight", AmountMinor: l.TotalMinor}}, l.TotalMinor
	}
	return to, nil
}

// mailList gives a carrier one receipt for many answers.
func (a *Area) mailList(ctx context.Context, tx *store.Tx, r Request, q Quote, received []string) error {
	return a.mailWith(ctx, tx, r, q, "letter-quote-many", fmt.Sprint(tx.Now.UnixMilli()), "", map[string]any{"n": len(received), "list": strings.Join(received, "\n")})
}
