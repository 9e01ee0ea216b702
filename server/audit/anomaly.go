package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
	"lading/server/store/listing"
)

const (
	// firstBatch is the first day of which there can be a batch.
	firstBatch = "2019-01-01"
	// weeksBefore is how many batches a batch is compared with.
	weeksBefore = 12
	// weeksNeeded is how many of them must hold invoices: of three weeks nobody knows what is usual.
	weeksNeeded = 4
)

// AnomalyReq asks for the anomalies of one weekly batch.
type AnomalyReq struct {
	Week      string `json:"Week" validate:"required,len=6,numeric"` // year and ISO week: 202648
	Warehouse string `json:"Warehouse" validate:"max=20"`
	report.File
}

// Check judges what tags cannot: that the week is one, and that it has begun.
func (r *AnomalyReq) Check() []fail.Field {
	if first := monday(r.Week); len(r.Week) == 6 && (batch(first) != r.Week || first < "2018-12-31") {
		return []fail.Field{fail.Of("Week", "batch-unknown", "week", r.Week)}
	}
	return nil
}

// Measured is what is compared with the weeks before.
type Measured string

// The measures. What a carrier bills for one accessorial is a measure for each of its codes.
const (
	ByInvoices    Measured = "invoices"
	ByBilled      Measured = "billed"      // a mean invoice
	ByOver        Measured = "over"        // billed over expected, of what was expected
	ByExceptions  Measured = "exceptions"  // share of invoices with one
	ByAccessorial Measured = "accessorial" // a mean invoice's
)

// Values lists the measures.
func (Measured) Values() []string {
	return []string{"invoices", "billed", "over", "exceptions", "accessorial"}
}

// Figure is a number with what it counts: invoices, minor units, or tenths of a percent.
type Figure struct {
	N    int64      `json:"n"`
	Unit FigureUnit `json:"unit"`
}

// FigureUnit is what a figure counts.
type FigureUnit string

// The units of figures.
const (
	Count   FigureUnit = "count"
	Money   FigureUnit = "money"
	Percent FigureUnit = "percent"
)

// Values lists the units of figures.
func (FigureUnit) Values() []string { return []string{"count", "money", "percent"} }

// String is the figure as a file has it.
func (f Figure) String() string {
	sign, n := "", f.N
	if n < 0 {
		sign, n = "-", -n
	}
	switch f.Unit {
	case Money:
		return fmt.Sprintf("%s%d.%02d", sign, n/100, n%100)
	case Percent:
		return fmt.Sprintf("%s%d.%d", sign, n/10, n%10)
	}
	return fmt.Sprintf("%s%d", sign, n)
}

// Anomaly is a figure of one carrier's week that is out of line with the weeks before.
type Anomaly struct {
	Week        string   `json:"week"`
	Carrier     string   `json:"carrier"`
	CarrierName string   `json:"carrierName"`
	Currency    string   `json:"currency"`
	Measure     Measured `json:"measure"`
	Code        string   `json:"code"` // of the accessorial
	Value       Figure   `json:"value"`
	Usual       Figure   `json:"usual"` // median of the weeks before
	Low         Figure   `json:"low"`   // what still was in line
	High        Figure   `json:"high"`
	Weeks       int64    `json:"weeks"`    // of those before that held invoices
	Invoices    int64    `json:"invoices"` // of this week
}

// Batch is a week in which invoices came.
type Batch struct {
	Week     string `json:"week" db:"week"`
	Invoices int64  `json:"invoices" db:"invoices"`
}

func (a *Area) anomalies() []op.Op {
	see := []right.Right{right.SeeMoney}
	return slices.Concat(
		[]op.Op{op.Query("Anomaly/BasicDetails", a.Batches, see...)},
		report.Ops(report.Spec[AnomalyReq, Anomaly]{Path: "anomaly/ReportSummary", Name: "anomalies", Rows: a.Anomalies, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[AnomalyReq, WeeklyInvoice]{Path: "anomaly/GetFreightData", Name: "anomaly-invoices", Rows: a.AnomalyInvoices, Rights: see, Orgs: a.Orgs}),
	)
}

// Batches lists the weeks in which invoices came that the user sees, the newest first.
func (a *Area) Batches(ctx context.Context, tx *store.Tx, _ op.None) ([]Batch, error) {
	var w listing.Where
	w.And("week >= ?", batch(firstBatch))
	mine(&w, tx.By)
	return store.Select[Batch](ctx, tx, `SELECT week, count(*) AS invoices FROM audit_invoice WHERE `+w.String()+` GROUP BY week ORDER BY week DESC LIMIT 2000`, w.Args...)
}

// sums is what came of one carrier in one currency in one week.
type sums struct {
	Week        string `db:"week"`
	Carrier     string `db:"carrier"`
	CarrierName string `db:"carrier_name"`
	Currency    string `db:"currency"`
	Code        string `db:"code"`
	Invoices    int64  `db:"invoices"`
	Billed      int64  `db:"billed"`
	Priced      int64  `db:"priced"` // billed of those whole bills that had an expected total
	Expected    int64  `db:"expected"`
	Excepted    int64  `db:"excepted"`
	Charged     int64  `db:"charged"`
}

// series is one measure of one carrier in one currency.
type series struct {
	carrier, currency string
	measure           Measured
	code              string
}

// Anomalies compares each carrier's week with the twelve before. A figure is out of line where it is further from their median than three times their spread, the median distance
// from it scaled as for a normal distribution, and further than a tenth of the median (two invoices, or five points of a share): carriers that never vary are not told for a cent.
func (a *Area) Anomalies(ctx context.Context, tx *store.Tx, req AnomalyReq) ([]Anomaly, error) {
	from := monday(req.Week)
	start, err := time.Parse(time.DateOnly, from)
	if err != nil {
		return nil, fmt.Errorf("week %s: %w", req.Week, err)
	}
	var w listing.Where
	w.And("week BETWEEN ? AND ?", batch(start.AddDate(0, 0, -7*weeksBefore).Format(time.DateOnly)), req.Week)
	if req.Warehouse != "" {
		w.And("warehouse = ?", req.Warehouse)
	}
	mine(&w, tx.By)
	weeks, err := store.Select[sums](ctx, tx, `SELECT week, carrier, MAX(carrier_name) AS carrier_name, currency, '' AS code, count(*) AS invoices, SUM(total_minor) AS billed,
SUM(CASE WHEN expected_minor > 0 AND `+whole+` THEN total_minor ELSE 0 END) AS priced, SUM(CASE WHEN `+whole+` THEN expected_minor ELSE 0 END) AS expected, SUM(exceptions <> '[]') AS excepted, 0 AS charged
FROM audit_invoice WHERE `+w.String()+` GROUP BY week, carrier, currency`, w.Args...)
	if err != nil {
		return nil, err
	}
	charges, err := store.Select[sums](ctx, tx, `SELECT week, carrier, '' AS carrier_name, currency, c.value ->> 'code' AS code, 0 AS invoices, 0 AS billed, 0 AS priced, 0 AS expected, 0 AS excepted,
SUM(c.value ->> 'amountMinor') AS charged
FROM audit_invoice, json_each(charges) c WHERE `+w.String()+` AND c.value ->> 'code' NOT IN ('linehaul', 'discount', 'fuel') GROUP BY week, carrier, currency, code`, w.Args...)
	if err != nil {
		return nil, err
	}
	now, before := map[series]Figure{}, map[series][]int64{}
	name, invoices := map[string]string{}, map[string]sums{}
	keep := func(s sums, measure Measured, code string, f Figure) {
		if k := (series{s.Carrier, s.Currency, measure, code}); s.Week == req.Week {
			now[k] = f
		} else {
			before[k] = append(before[k], f.N)
		}
	}
	charged := map[string]int64{}
	codes := map[string]map[string]bool{} // of a carrier in a currency
	for _, c := range charges {
		charged[c.Week+" "+c.Carrier+" "+c.Currency+" "+c.Code] = c.Charged
		of := c.Carrier + " " + c.Currency
		if codes[of] == nil {
			codes[of] = map[string]bool{}
		}
		codes[of][c.Code] = true
	}
	for _, s := range weeks {
		of := s.Carrier + " " + s.Currency
		if s.Week == req.Week {
			name[s.Carrier], invoices[of] = s.CarrierName, s
		}
		keep(s, ByInvoices, "", Figure{s.Invoices, Count})
		keep(s, ByBilled, "", Figure{s.Billed / s.Invoices, Money})
		keep(s, ByExceptions, "", Figure{s.Excepted * 1000 / s.Invoices, Percent})
		if s.Expected > 0 {
			keep(s, ByOver, "", Figure{(s.Priced - s.Expected) * 1000 / s.Expected, Percent})
		}
		for code := range codes[of] { // a week without it is a week with nothing of it
			keep(s, ByAccessorial, code, Figure{charged[s.Week+" "+of+" "+code] / s.Invoices, Money})
		}
	}
	running := batch(tx.Now.UTC().Format(time.DateOnly)) == req.Week
	rows := []Anomaly{}
	for k, f := range now {
		past := before[k]
		usual, within := line(past, f.Unit)
		low := f.N < usual-within
		if len(past) < weeksNeeded || !low && f.N <= usual+within || low && running && k.measure == ByInvoices { // the rest of the week is to come
			continue
		}
		least := usual - within
		if f.Unit != Percent || k.measure == ByExceptions {
			least = max(least, 0)
		}
		rows = append(rows, Anomaly{Week: req.Week, Carrier: k.carrier, CarrierName: name[k.carrier], Currency: k.currency, Measure: k.measure, Code: k.code, Value: f, Usual: Figure{usual, f.Unit},
			Low: Figure{least, f.Unit}, High: Figure{usual + within, f.Unit}, Weeks: int64(len(past)), Invoices: invoices[k.carrier+" "+k.currency].Invoices})
	}
	slices.SortFunc(rows, func(x, y Anomaly) int {
		return cmp.Or(cmp.Compare(x.CarrierName, y.CarrierName), cmp.Compare(x.Carrier, y.Carrier), cmp.Compare(x.Currency, y.Currency), cmp.Compare(x.Measure, y.Measure), cmp.Compare(x.Code, y.Code))
	})
	return rows, nil
}

// line is what is usual in some weeks, and how far from it still is in line.
func line(past []int64, unit FigureUnit) (usual, within int64) {
	usual = median(past)
	apart := make([]int64, len(past))
	for i, n := range past {
		apart[i] = max(n-usual, usual-n)
	}
	least := max(usual, -usual) / 10
	switch unit {
	case Count:
		least = max(least, 2)
	case Percent:
		least = 50
	}
	return usual, max(median(apart)*3*14826/10000, least)
}

func median(list []int64) int64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	if n := len(sorted); n%2 == 0 {
		return (sorted[n/2-1] + sorted[n/2]) / 2
	}
	return sorted[len(sorted)/2]
}

// AnomalyInvoices lists the invoices of a batch.
func (a *Area) AnomalyInvoices(ctx context.Context, tx *store.Tx, req AnomalyReq) ([]WeeklyInvoice, error) {
	day := monday(req.Week)
	return a.WeekInvoices(ctx, tx, WeeklyReq{Warehouse: req.Warehouse, Span: report.Span{From: day, To: day}})
}
