package quote

import (
	"cmp"
	"context"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/geo"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
	"lading/server/store/listing"
)

// BaselineReq asks what the organisation paid for truckloads that shipped from one day to another.
type BaselineReq struct {
	From      string `json:"startDate" validate:"required,day"`
	To        string `json:"endDate" validate:"required,day"`
	Warehouse string `json:"Warehouse" validate:"max=20"`
	report.File
}

// Check judges the days as a report's.
func (r *BaselineReq) Check() (bad []fail.Field) {
	span := report.Span{From: r.From, To: r.To}
	for _, f := range span.Check() {
		f.Field = "endDate"
		bad = append(bad, f)
	}
	return bad
}

// Baseline is what truckloads of one lane cost in one currency: what an offer is measured by.
type Baseline struct {
	Lane        string `json:"lane"` // state to state: GA>NV
	Currency    string `json:"currency"`
	Loads       int64  `json:"loads"`
	Carriers    int64  `json:"carriers"`
	TotalMinor  int64  `json:"totalMinor"`
	MeanMinor   int64  `json:"meanMinor"`
	MedianMinor int64  `json:"medianMinor"`
	LowMinor    int64  `json:"lowMinor"`
	HighMinor   int64  `json:"highMinor"`
	LastOn      string `json:"lastOn"` // ship date of the latest
}

// spent is a truckload with its price.
type spent struct {
	Carrier  string `db:"carrier"`
	ShipOn   string `db:"ship_on"`
	FromZip  string `db:"from_zip"`
	ToZip    string `db:"to_zip"`
	Currency string `db:"currency"`
	Minor    int64  `db:"total_minor"`
}

func (s spent) lane() string { return geo.State(s.FromZip) + ">" + geo.State(s.ToZip) }

// truckloads gives the truckloads of some days whose price stands, those that the user sees.
func truckloads(ctx context.Context, tx *store.Tx, from, to, warehouse string, each func(spent)) error {
	var w listing.Where
	w.And("x.mode = 'TL' AND x.stale = '' AND x.total_minor > 0 AND x.ship_on BETWEEN ? AND ?", from, to)
	if warehouse != "" {
		w.And("x.warehouse = ?", warehouse)
	}
	if tx.By.Warehouses != nil {
		w.And("x.warehouse IN (SELECT value FROM json_each(?))", listing.Texts(tx.By.Warehouses))
	}
	n := 0
	return store.Each(ctx, tx, func(s *spent) error {
		if n++; n > 10*report.Most {
			return report.TooMany()
		}
		each(*s)
		return nil
	}, `SELECT x.carrier, x.ship_on, c.from_zip, c.to_zip, x.currency, x.total_minor FROM shipment_spent x JOIN shipment_carried c ON c.id = x.id WHERE `+w.String()+` ORDER BY x.ship_on, x.id LIMIT ?`, append(w.Args, 10*report.Most+1)...)
}

// Baselines sums truckloads up by lane, the most spent first.
func (a *Area) Baselines(ctx context.Context, tx *store.Tx, req BaselineReq) ([]Baseline, error) {
	type key struct{ lane, currency string }
	of := map[key][]spent{}
	if err := truckloads(ctx, tx, req.From, req.To, req.Warehouse, func(s spent) {
		k := key{s.lane(), s.Currency}
		of[k] = append(of[k], s)
	}); err != nil {
		return nil, err
	}
	rows := []Baseline{}
	for k, list := range of {
		b := Baseline{Lane: k.lane, Currency: k.currency, Loads: int64(len(list)), MedianMinor: medianOf(list), LowMinor: list[0].Minor}
		carriers := map[string]bool{}
		for _, s := range list {
			carriers[s.Carrier] = true
			b.TotalMinor, b.LowMinor, b.HighMinor, b.LastOn = b.TotalMinor+s.Minor, min(b.LowMinor, s.Minor), max(b.HighMinor, s.Minor), max(b.LastOn, s.ShipOn)
		}
		b.Carriers, b.MeanMinor = int64(len(carriers)), b.TotalMinor/b.Loads
		rows = append(rows, b)
	}
	slices.SortFunc(rows, func(x, y Baseline) int {
		return cmp.Or(cmp.Compare(y.TotalMinor, x.TotalMinor), cmp.Compare(x.Lane, y.Lane), cmp.Compare(x.Currency, y.Currency))
	})
	return rows, nil
}

// medianOf is the middle price; of two in the middle their mean.
func medianOf(list []spent) int64 {
	if len(list) == 0 {
		return 0
	}
	minor := make([]int64, len(list))
	for i, s := range list {
		minor[i] = s.Minor
	}
	slices.Sort(minor)
	if n := len(minor); n%2 == 0 {
		return (minor[n/2-1] + minor[n/2]) / 2
	}
	return minor[len(minor)/2]
}

// RFQReportReq names the request that is reported on.
type RFQReportReq struct {
	RFQReq
	report.File
}

// RFQReported is a carrier's part in a request, beside what the lane cost in the year before.
type RFQReported struct {
	Number         string     `json:"number"` // the request's
	Lane           string     `json:"lane"`
	ShipOn         string     `json:"shipOn"`
	Carrier        string     `json:"carrier"`
	CarrierName    string     `json:"carrierName"`
	Status         string     `json:"status"`
	AskedAt        store.Time `json:"askedAt"`
	AnsweredAt     store.Time `json:"answeredAt"`
	Currency       string     `json:"currency"`
	AmountMinor    int64      `json:"amountMinor"`
	HomeCurrency   string     `json:"homeCurrency"`
	HomeMinor      int64      `json:"homeMinor"`
	Rank           int64      `json:"rank"`
	OverMinor      int64      `json:"overMinor"` // above the lowest offer
	Days           int64      `json:"days"`
	BaselineLoads  int64      `json:"baselineLoads"` // truckloads of the lane in the 365 days before the request, in the organisation's currency
	BaselineMinor  int64      `json:"baselineMinor"` // their median; 0 where there was none
	AgainstMinor   int64      `json:"againstMinor"`  // the offer less the baseline; 0 where either is missing
	NoBidReason    string     `json:"noBidReason"`
	AnsweredInMins int64      `json:"answeredInMins"` // minutes from the request to the answer
}

// RFQReport tells what every carrier of a request offered, the lowest first, and how that compares with what the lane cost before.
func (a *Area) RFQReport(ctx context.Context, tx *store.Tx, req RFQReportReq) ([]RFQReported, error) {
	s, err := a.RFQCarriers(ctx, tx, req.RFQReq)
	if err != nil {
		return nil, err
	}
	r := s.RFQ
	made := r.MadeAt.UTC()
	var before []spent
	if err := truckloads(ctx, tx, made.AddDate(0, 0, -365).Format(time.DateOnly), made.Format(time.DateOnly), "", func(x spent) {
		if x.lane() == r.Asked.V.lane() && x.Currency == s.Currency {
			before = append(before, x)
		}
	}); err != nil {
		return nil, err
	}
	rows := []RFQReported{}
	for _, o := range s.Carriers {
		row := RFQReported{Number: r.Number, Lane: r.Asked.V.lane(), ShipOn: r.Asked.V.ShipOn, Carrier: o.Carrier, CarrierName: o.CarrierName, Status: o.Status, AskedAt: o.AskedAt, AnsweredAt: o.AnsweredAt, Currency: o.Currency,
			AmountMinor: o.AmountMinor, HomeCurrency: s.Currency, HomeMinor: o.HomeMinor, Rank: int64(o.Rank), OverMinor: o.OverMinor, Days: o.Days, BaselineLoads: int64(len(before)), BaselineMinor: medianOf(before), NoBidReason: o.Reason}
		if row.HomeMinor > 0 && row.BaselineMinor > 0 {
			row.AgainstMinor = row.HomeMinor - row.BaselineMinor
		}
		if !o.AnsweredAt.IsZero() {
			row.AnsweredInMins = int64(o.AnsweredAt.Sub(o.AskedAt.Time) / time.Minute)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Attachment is a file that a carrier sent with a request for quotes.
type Attachment struct {
	ID          string     `json:"id" db:"id"`
	QuoteID     string     `json:"quoteId" db:"quote_id"`
	Carrier     string     `json:"carrier" db:"carrier"`
	CarrierName string     `json:"carrierName" db:"carrier_name"`
	Name        string     `json:"name" db:"name"`
	Type        string     `json:"type" db:"type"`
	Size        int64      `json:"size" db:"size"`
	At          store.Time `json:"at" db:"at"`
	Answer      bool       `json:"answer" db:"answer"` // the carrier's answer names it; otherwise it was brought and left out
	Blob        string     `json:"blob" db:"blob"`     // empty where the answer does not name it
}

// RFQAttachments lists what carriers sent with a request, the latest first.
func (a *Area) RFQAttachments(ctx context.Context, tx *store.Tx, req RFQReq) ([]Attachment, error) {
	r, err := a.truckload(ctx, tx, req.RFQID)
	if err != nil {
		return nil, err
	}
	return store.Select[Attachment](ctx, tx, `SELECT f.id, f.quote_id, q.carrier, q.carrier_name, f.name, f.type, f.size, f.at, e.value IS NOT NULL AS answer, CASE WHEN e.value IS NULL THEN '' ELSE f.blob END AS blob
FROM quote_file f JOIN quote q ON q.id = f.quote_id LEFT JOIN json_each(q.files) e ON e.value ->> 'id' = f.id WHERE q.request_id = ? ORDER BY f.at DESC, f.id DESC`, r.ID)
}

// DeleteAttachmentReq names a file of a request.
type DeleteAttachmentReq struct {
	RFQID  string `json:"RFQId" validate:"required,max=40"`
	FileID string `json:"FileId" validate:"required,max=40"`
}

// DeleteRFQAttachment deletes a file that a carrier sent, also from its answer, while the request is open. Afterwards it is what the award was decided by, and stays.
func (a *Area) DeleteRFQAttachment(ctx context.Context, tx *store.Tx, req DeleteAttachmentReq) ([]Attachment, error) {
	r, err := a.truckload(ctx, tx, req.RFQID)
	if err != nil {
		return nil, err
	}
	of, ok, err := store.Get[string](ctx, tx, `SELECT f.quote_id FROM quote_file f JOIN quote q ON q.id = f.quote_id WHERE f.id = ? AND q.request_id = ?`, req.FileID, r.ID)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, fail.NotFound("no-such-file")
	case r.State != Open:
		return nil, fail.Conflict("quote-request-ended", "number", r.Number).With(r)
	}
	_, q, err := a.find(ctx, tx, of)
	if err != nil {
		return nil, err
	}
	if left := slices.DeleteFunc(slices.Clone(q.Files.V), func(f File) bool { return f.ID == req.FileID }); len(left) < len(q.Files.V) {
		if q.Files.V = left; left == nil {
			q.Files.V = []File{}
		}
		if err := put(ctx, tx, q); err != nil {
			return nil, err
		}
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM quote_file WHERE id = ?`, req.FileID); err != nil {
		return nil, err
	}
	return a.RFQAttachments(ctx, tx, RFQReq{r.ID})
}

func (a *Area) rfqReports() []op.Op {
	see := []right.Right{right.SeeMoney}
	orgs := a.PublicLinks.Orgs
	return slices.Concat(
		report.Ops(report.Spec[BaselineReq, Baseline]{Path: "Carriers/GetRFQBaselineData", Name: "rfq-baseline", Rows: a.Baselines, Rights: see, Orgs: orgs}),
		report.Ops(report.Spec[RFQReportReq, RFQReported]{Path: "Carriers/RunRFQReport", Name: "rfq-report", Rows: a.RFQReport, Rights: see, Orgs: orgs}),
		[]op.Op{
			op.Query("Carriers/GetRFQAttachments", a.RFQAttachments, see...),
			op.Command("Carriers/DeleteRFQAttachment", a.DeleteRFQAttachment, right.RequestQuotes),
		})
}
