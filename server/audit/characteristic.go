package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
	"lading/server/store/listing"
)

// Characteristic is what the shipper's own freight is told apart by.
type Characteristic string

// The characteristics.
const (
	ByWarehouse Characteristic = "warehouse"
	ByMode      Characteristic = "mode" // of the load; unknown where a bill has none
	ByTerms     Characteristic = "terms"
	ByClass     Characteristic = "class"
	ByWeight    Characteristic = "weight" // the LTL weight break that the billed weight lies in
)

// Values lists the characteristics.
func (Characteristic) Values() []string {
	return []string{"warehouse", "mode", "terms", "class", "weight"}
}

// CharacteristicMetric is how many bills of a batch have one value of a characteristic, beside the twelve weeks before.
type CharacteristicMetric struct {
	ID             string         `json:"id"`
	Characteristic Characteristic `json:"characteristic"`
	Value          string         `json:"value"` // empty where it is unknown; a weight break is its least pounds
	Currency       string         `json:"currency"`
	Invoices       int64          `json:"invoices"`
	Of             report.Share   `json:"of"` // of the batch's bills in the currency
	BilledMinor    int64          `json:"billedMinor"`
	MeanMinor      int64          `json:"meanMinor"`
	UsualInvoices  int64          `json:"usualInvoices"` // median of the weeks before, a week without one being 0
	UsualMinor     int64          `json:"usualMinor"`    // median of those weeks' mean bills
	Weeks          int64          `json:"weeks"`         // of those before that held bills in the currency
	Out            bool           `json:"out"`           // out of line in number or in mean, as anomalies are judged
}

// CharacteristicReq asks for the bills of a batch that have one value.
type CharacteristicReq struct {
	Characteristic Characteristic `json:"Characteristic" validate:"required,oneof=warehouse mode terms class weight"`
	Value          string         `json:"Value" validate:"max=40"` // empty is what is unknown
	AnomalyReq
}

// Check judges the week, and the value where there are only some.
func (r *CharacteristicReq) Check() []fail.Field {
	bad := r.AnomalyReq.Check()
	if r.Characteristic == ByWeight && r.Value != "" && !slices.Contains(breaks, r.Value) {
		bad = append(bad, fail.Of("Value", "field-not-offered", "limit", fmt.Sprint(breaks)))
	}
	return bad
}

// breaks are the least pounds of the weight breaks.
var breaks = []string{"0", "500", "1000", "2000", "5000", "10000", "20000"}

// characterised is a bill with what it is told apart by.
type characterised struct {
	WeeklyInvoice
	Mode   string                      `db:"mode"`
	Terms  string                      `db:"terms"`
	Class  string                      `db:"class"`
	Weight store.JSON[freight.Measure] `db:"weight"`
}

func (c *characterised) value(of Characteristic) string {
	switch of {
	case ByWarehouse:
		return c.Warehouse
	case ByMode:
		return c.Mode
	case ByTerms:
		return c.Terms
	case ByClass:
		return c.Class
	}
	milli, ok := c.Weight.V.Pounds()
	if !ok || milli <= 0 {
		return ""
	}
	for i := len(breaks) - 1; i > 0; i-- {
		var least int64
		if _, err := fmt.Sscan(breaks[i], &least); err == nil && milli >= least*1000 {
			return breaks[i]
		}
	}
	return breaks[0]
}

func (a *Area) characteristics() []op.Op {
	see := []right.Right{right.SeeMoney}
	return slices.Concat(
		report.Ops(report.Spec[AnomalyReq, CharacteristicMetric]{Path: "anomaly/GetClientcharacteristicsmetric", Name: "anomaly-characteristics", Rows: a.CharacteristicMetrics, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[CharacteristicReq, WeeklyInvoice]{Path: "anomaly/GetSingleCharacteristicsData", Name: "anomaly-characteristic", Rows: a.SingleCharacteristic, Rights: see, Orgs: a.Orgs}),
	)
}

// bills gives the bills of the batches from one to another, those that whole leaves out excepted.
func (a *Area) bills(ctx context.Context, tx *store.Tx, req AnomalyReq, from string, each func(*characterised)) error {
	var w listing.Where
	w.And("week BETWEEN ? AND ?", from, req.Week)
	if req.Warehouse != "" {
		w.And("warehouse = ?", req.Warehouse)
	}
	mine(&w, tx.By)
	n := 0
	return store.Each(ctx, tx, func(c *characterised) error {
		if n++; n > mostPeers {
			return fail.New(422, "report-too-many", "most", int64(mostPeers))
		}
		each(c)
		return nil
	}, `SELECT id, number, state, week, carrier, carrier_name, shipment_id, shipment, warehouse, invoiced_on, received_at, first_pass, currency, total_minor, pay_minor, short_minor, terms, class, weight,
COALESCE((SELECT s.mode FROM shipment_carried s WHERE s.id = audit_invoice.shipment_id), '') AS mode
FROM audit_invoice WHERE `+w.String()+` AND `+whole+` ORDER BY week DESC, id DESC LIMIT ?`, append(w.Args, mostPeers+1)...)
}

// CharacteristicMetrics compares the shipper's own freight in a batch with the twelve weeks before: how many bills there were of each warehouse, mode, terms, class and
// weight break, and what they came to. A shift here explains an anomaly that no carrier is to blame for.
func (a *Area) CharacteristicMetrics(ctx context.Context, tx *store.Tx, req AnomalyReq) ([]CharacteristicMetric, error) {
	start, err := time.Parse(time.DateOnly, monday(req.Week))
	if err != nil {
		return nil, fmt.Errorf("week %s: %w", req.Week, err)
	}
	type key struct {
		of              Characteristic
		value, currency string
	}
	type sum struct{ n, billed int64 }
	in := map[string]map[key]*sum{} // by week
	held := map[string]map[string]int64{}
	err = a.bills(ctx, tx, req, batch(start.AddDate(0, 0, -7*weeksBefore).Format(time.DateOnly)), func(c *characterised) {
		if in[c.Week] == nil {
			in[c.Week], held[c.Week] = map[key]*sum{}, map[string]int64{}
		}
		held[c.Week][c.Currency]++
		for _, of := range Characteristic("").Values() {
			k := key{Characteristic(of), c.value(Characteristic(of)), c.Currency}
			if in[c.Week][k] == nil {
				in[c.Week][k] = &sum{}
			}
			s := in[c.Week][k]
			s.n, s.billed = s.n+1, s.billed+c.TotalMinor
		}
	})
	if err != nil {
		return nil, err
	}
	rows := []CharacteristicMetric{}
	for k, s := range in[req.Week] {
		r := CharacteristicMetric{ID: string(k.of) + "/" + k.value + "/" + k.currency, Characteristic: k.of, Value: k.value, Currency: k.currency, Invoices: s.n, BilledMinor: s.billed, MeanMinor: s.billed / s.n,
			Of: report.Share{N: s.n, Of: held[req.Week][k.currency]}}
		var counts, means []int64
		for week, sums := range in {
			if week == req.Week || held[week][k.currency] == 0 {
				continue
			}
			r.Weeks++
			was := sums[k]
			if was == nil {
				counts = append(counts, 0)
				continue
			}
			counts, means = append(counts, was.n), append(means, was.billed/was.n)
		}
		n, nWithin := line(counts, Count)
		mean, meanWithin := line(means, Money)
		r.UsualInvoices, r.UsualMinor = n, mean
		running := batch(tx.Now.UTC().Format(time.DateOnly)) == req.Week && s.n < n // the rest of the week is to come
		r.Out = len(counts) >= weeksNeeded && !running && max(s.n-n, n-s.n) > nWithin || len(means) >= weeksNeeded && max(r.MeanMinor-mean, mean-r.MeanMinor) > meanWithin
		rows = append(rows, r)
	}
	order := Characteristic("").Values()
	slices.SortFunc(rows, func(x, y CharacteristicMetric) int {
		return cmp.Or(cmp.Compare(slices.Index(order, string(x.Characteristic)), slices.Index(order, string(y.Characteristic))), cmp.Compare(y.BilledMinor, x.BilledMinor), cmp.Compare(x.ID, y.ID))
	})
	return rows, nil
}

// SingleCharacteristic lists the bills behind one value of a characteristic.
func (a *Area) SingleCharacteristic(ctx context.Context, tx *store.Tx, req CharacteristicReq) ([]WeeklyInvoice, error) {
	rows := []WeeklyInvoice{}
	err := a.bills(ctx, tx, req.AnomalyReq, req.Week, func(c *characterised) {
		if c.value(req.Characteristic) == req.Value {
			rows = append(rows, c.WeeklyInvoice)
		}
	})
	return rows, err
}
