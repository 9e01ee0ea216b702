package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
	"lading/server/store/listing"
)

const (
	// yearBefore is how many batches a charge is compared with.
	yearBefore = 52
	// peersNeeded is how many charges of the same kind these must hold.
	peersNeeded = 6
	// Freight is the code under which linehaul, discount and fuel of an invoice are compared: their sum.
	Freight = "freight"
)

// Basis is which earlier charges a charge is compared with.
type Basis string

// The bases. A lane is the first three digits of both ZIP codes.
const (
	OnLane    Basis = "lane"    // the carrier's on the same lane
	OfCarrier Basis = "carrier" // the carrier's on any lane, where there are too few on this one
	TooFew    Basis = "none"
)

// Values lists the bases.
func (Basis) Values() []string { return []string{"lane", "carrier", "none"} }

// Outlier is a charge of a batch that is out of line with the carrier's charges of the same kind in the year before.
type Outlier struct {
	ID          string `json:"id" db:"-"`
	InvoiceID   string `json:"invoiceId" db:"id"`
	Number      string `json:"number" db:"number"`
	Week        string `json:"-" db:"week"`
	Carrier     string `json:"carrier" db:"carrier"`
	CarrierName string `json:"carrierName" db:"carrier_name"`
	ShipmentID  string `json:"shipmentId" db:"shipment_id"`
	Shipment    string `json:"shipment" db:"shipment"`
	Warehouse   string `json:"warehouse" db:"warehouse"`
	InvoicedOn  string `json:"invoicedOn" db:"invoiced_on"`
	Lane        string `json:"lane" db:"lane"` // 303-895, or the zone where parcels are compared by zone; empty where it is unknown
	Code        string `json:"code" db:"code"`
	Currency    string `json:"currency" db:"currency"`
	AmountMinor int64  `json:"amountMinor" db:"amount"`
	UsualMinor  int64  `json:"usualMinor" db:"-"` // median of its peers
	LowMinor    int64  `json:"lowMinor" db:"-"`   // what still was in line
	HighMinor   int64  `json:"highMinor" db:"-"`
	Basis       Basis  `json:"basis" db:"-"`
	Peers       int64  `json:"peers" db:"-"` // charges that it was compared with
	Comments    int64  `json:"comments" db:"-"`
}

// Metric is how a batch's charges of one kind compare.
type Metric struct {
	ID          string       `json:"id"`
	Carrier     string       `json:"carrier"`
	CarrierName string       `json:"carrierName"`
	Lane        string       `json:"lane"` // of freight, or the zone of parcels; accessorials are told by their code over all lanes
	Code        string       `json:"code"`
	Currency    string       `json:"currency"`
	Charges     int64        `json:"charges"`
	Judged      int64        `json:"judged"` // of which there were peers enough
	Out         report.Share `json:"out"`    // out of line, of those that were judged
	TotalMinor  int64        `json:"totalMinor"`
	MedianMinor int64        `json:"medianMinor"` // of this batch
	UsualMinor  int64        `json:"usualMinor"`  // of the year before, over the same carrier and code
	Peers       int64        `json:"peers"`
}

type kind struct{ carrier, currency, code, lane string }

// anyLane is the lane of charges that are compared over all of a carrier's lanes, the unknown one among them.
const anyLane = "*"

// whole is the bills whose charges are those of a whole shipment and may be paid: none that only adds to another, none that was refused, and none whose place a corrected one took,
// of the same number or for the same freight.
const whole = `kind <> 'balance-due' AND NOT (state IN ('audit-complete', 'invoiced') AND pay_minor = 0)
AND NOT (kind = 'original' AND EXISTS (SELECT 1 FROM audit_invoice x WHERE x.carrier = audit_invoice.carrier AND x.kind = 'corrected' AND NOT (x.state IN ('audit-complete', 'invoiced') AND x.pay_minor = 0)
AND (x.number = audit_invoice.number COLLATE NOCASE OR x.pro <> '' AND x.pro = audit_invoice.pro OR x.shipment <> '' AND x.shipment = audit_invoice.shipment)))`

// peer is a charge of the year before.
type peer struct {
	Carrier     string `db:"carrier"`
	Currency    string `db:"currency"`
	Code        string `db:"code"`
	Lane        string `db:"lane"`
	AmountMinor int64  `db:"amount"`
}

// mostPeers is how many charges of the year before a batch is compared with at most.
const mostPeers = 10 * report.Most

// laneOf is an invoice's lane.
const laneOf = `COALESCE((SELECT CASE WHEN s.from_zip <> '' AND s.to_zip <> '' THEN substr(s.from_zip, 1, 3) || '-' || substr(s.to_zip, 1, 3) END FROM shipment_carried s WHERE s.id = audit_invoice.shipment_id), '')`

// zoneOf is the zone of an invoice's parcels, by the price that counts for its load.
const zoneOf = `COALESCE((SELECT z.zone FROM rating_zone z WHERE z.shipment_id = audit_invoice.shipment_id AND z.carrier = audit_invoice.carrier), '')`

// ofParcels is the bills for parcels.
const ofParcels = ` AND EXISTS (SELECT 1 FROM shipment_carried s WHERE s.id = audit_invoice.shipment_id AND s.mode = 'PARCEL')`

// aspect is which charges are compared, and among which.
type aspect struct {
	freight bool // linehaul, discount and fuel together; otherwise each accessorial
	parcels bool // of parcels alone
	zones   bool // by zone in place of the lane
}

func (c aspect) lane() string {
	if c.zones {
		return zoneOf
	}
	return laneOf
}

// charged is the charges that make up freight, or the others.
func charged(freight bool) string {
	if freight {
		return `c.value ->> 'code' IN ('linehaul', 'discount', 'fuel')`
	}
	return `c.value ->> 'code' NOT IN ('linehaul', 'discount', 'fuel')`
}

// compared gives the charges of a batch, each beside its peers: a charge is out of line where it is further from their median than three times their spread, the median distance
// from it scaled as for a normal distribution (median absolute deviation, 1.4826), and further than a tenth of the median.
func (a *Area) compared(ctx context.Context, tx *store.Tx, req AnomalyReq, by aspect) (rows []Outlier, past map[kind][]int64, err error) {
	start, err := time.Parse(time.DateOnly, monday(req.Week))
	if err != nil {
		return nil, nil, fmt.Errorf("week %s: %w", req.Week, err)
	}
	of := func(first, last string) (where string, args []any) {
		var w listing.Where
		w.And("week BETWEEN ? AND ?", first, last)
		if req.Warehouse != "" {
			w.And("warehouse = ?", req.Warehouse)
		}
		mine(&w, tx.By)
		where = w.String() + " AND " + whole + " AND " + charged(by.freight)
		if by.parcels {
			where += ofParcels
		}
		return where, w.Args
	}
	code := `c.value ->> 'code'`
	if by.freight {
		code = `'` + Freight + `'`
	}
	now, args := of(req.Week, req.Week)
	rows, err = store.Select[Outlier](ctx, tx, `SELECT audit_invoice.id, number, week, carrier, carrier_name, shipment_id, shipment, warehouse, invoiced_on, currency, `+code+` AS code, SUM(c.value ->> 'amountMinor') AS amount, `+by.lane()+` AS lane
FROM audit_invoice, json_each(charges) c WHERE `+now+` GROUP BY audit_invoice.id, 11 ORDER BY invoiced_on, audit_invoice.id LIMIT ?`, append(args, report.Most+1)...)
	if err == nil && len(rows) > report.Most {
		err = report.TooMany()
	}
	if err != nil || len(rows) == 0 {
		return nil, nil, err
	}
	// Of the year before only what a charge of the batch can be compared with is read.
	asked := []string{}
	for _, r := range rows {
		if key := r.Carrier + " " + r.Currency + " " + r.Code; !slices.Contains(asked, key) {
			asked = append(asked, key)
		}
	}
	before, args := of(batch(start.AddDate(0, 0, -7*yearBefore).Format(time.DateOnly)), batch(start.AddDate(0, 0, -7).Format(time.DateOnly)))
	past, n := map[kind][]int64{}, 0
	err = store.Each(ctx, tx, func(p *peer) error {
		if n++; n > mostPeers {
			return fail.New(422, "report-too-many", "most", int64(mostPeers))
		}
		for _, lane := range []string{anyLane, p.Lane} {
			k := kind{p.Carrier, p.Currency, p.Code, lane}
			past[k] = append(past[k], p.AmountMinor)
		}
		return nil
	}, `SELECT carrier, currency, `+code+` AS code, SUM(c.value ->> 'amountMinor') AS amount, `+by.lane()+` AS lane FROM audit_invoice, json_each(charges) c
WHERE `+before+` AND carrier || ' ' || currency || ' ' || (`+code+`) IN (SELECT value FROM json_each(?)) GROUP BY audit_invoice.id, 3 LIMIT ?`, append(args, listing.Texts(asked), mostPeers+1)...)
	if err != nil {
		return nil, nil, err
	}
	for i := range rows {
		r := &rows[i]
		r.ID = r.InvoiceID + "/" + r.Code
		peers := past[kind{r.Carrier, r.Currency, r.Code, r.Lane}]
		r.Basis = OnLane
		if r.Lane == "" || len(peers) < peersNeeded {
			peers, r.Basis = past[kind{r.Carrier, r.Currency, r.Code, anyLane}], OfCarrier
		}
		if r.Peers = int64(len(peers)); len(peers) < peersNeeded {
			r.Basis = TooFew
			continue
		}
		usual, within := line(peers, Money)
		r.UsualMinor, r.LowMinor, r.HighMinor = usual, usual-within, usual+within
	}
	return rows, past, nil
}

func (o *Outlier) out() bool {
	return o.Basis != TooFew && (o.AmountMinor < o.LowMinor || o.AmountMinor > o.HighMinor)
}

// AccessorialData lists the accessorials of a batch that are out of line, the furthest above what is usual first.
func (a *Area) AccessorialData(ctx context.Context, tx *store.Tx, req AnomalyReq) ([]Outlier, error) {
	rows, _, err := a.compared(ctx, tx, req, aspect{})
	return a.outliers(ctx, tx, req.Week, rows, err)
}

// CharacteristicData lists the invoices of a batch whose freight is out of line with their carrier's on the lane.
func (a *Area) CharacteristicData(ctx context.Context, tx *store.Tx, req AnomalyReq) ([]Outlier, error) {
	rows, _, err := a.compared(ctx, tx, req, aspect{freight: true})
	return a.outliers(ctx, tx, req.Week, rows, err)
}

func (a *Area) outliers(ctx context.Context, tx *store.Tx, week string, rows []Outlier, err error) ([]Outlier, error) {
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(o Outlier) bool { return !o.out() })
	noted, err := store.Select[struct {
		Invoice string `db:"invoice_id"`
		Code    string `db:"code"`
		N       int64  `db:"n"`
	}](ctx, tx, `SELECT invoice_id, code, count(*) AS n FROM audit_comment WHERE week = ? AND invoice_id IS NOT NULL GROUP BY invoice_id, code`, week)
	for i := range rows {
		for _, n := range noted {
			if n.Invoice == rows[i].InvoiceID && n.Code == rows[i].Code {
				rows[i].Comments = n.N
			}
		}
	}
	slices.SortStableFunc(rows, func(x, y Outlier) int {
		return cmp.Or(cmp.Compare(y.AmountMinor-y.UsualMinor, x.AmountMinor-x.UsualMinor), cmp.Compare(x.ID, y.ID))
	})
	return append([]Outlier{}, rows...), err
}

// AccessorialMetrics sums a batch's accessorials up by carrier and code.
func (a *Area) AccessorialMetrics(ctx context.Context, tx *store.Tx, req AnomalyReq) ([]Metric, error) {
	rows, past, err := a.compared(ctx, tx, req, aspect{})
	return metrics(rows, past, false), err
}

// FreightMetrics sums a batch's freight up by carrier and lane.
func (a *Area) FreightMetrics(ctx context.Context, tx *store.Tx, req AnomalyReq) ([]Metric, error) {
	rows, past, err := a.compared(ctx, tx, req, aspect{freight: true})
	return metrics(rows, past, true), err
}

func metrics(rows []Outlier, past map[kind][]int64, lanes bool) []Metric {
	by, amounts := map[kind]*Metric{}, map[kind][]int64{}
	for _, r := range rows {
		k := kind{r.Carrier, r.Currency, r.Code, anyLane}
		if lanes {
			k.lane = r.Lane
		}
		m := by[k]
		if m == nil {
			peers := past[k]
			lane := strings.TrimPrefix(k.lane, anyLane)
			m = &Metric{ID: k.carrier + "/" + k.currency + "/" + k.code + "/" + lane, Carrier: r.Carrier, CarrierName: r.CarrierName, Lane: lane, Code: r.Code, Currency: r.Currency, UsualMinor: median(peers), Peers: int64(len(peers))}
			by[k] = m
		}
		m.Charges++
		m.TotalMinor += r.AmountMinor
		amounts[k] = append(amounts[k], r.AmountMinor)
		if r.Basis != TooFew {
			m.Judged++
			m.Out.Add(r.out())
		}
	}
	out := make([]Metric, 0, len(by))
	for k, m := range by {
		m.MedianMinor = median(amounts[k])
		out = append(out, *m)
	}
	slices.SortFunc(out, func(x, y Metric) int {
		return cmp.Or(cmp.Compare(y.Out.N, x.Out.N), cmp.Compare(y.TotalMinor, x.TotalMinor), cmp.Compare(x.ID, y.ID))
	})
	return out
}

func (a *Area) charges() []op.Op {
	see := []right.Right{right.SeeMoney}
	return slices.Concat(
		report.Ops(report.Spec[AnomalyReq, Outlier]{Path: "anomaly/GetAccessorialdata", Name: "anomaly-accessorials", Rows: a.AccessorialData, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[AnomalyReq, Metric]{Path: "anomaly/GetAccessorialmetric", Name: "anomaly-accessorial-metrics", Rows: a.AccessorialMetrics, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[AnomalyReq, Outlier]{Path: "anomaly/GetClientcharacteristicsdata", Name: "anomaly-freight", Rows: a.CharacteristicData, Rights: see, Orgs: a.Orgs}),
		report.Ops(report.Spec[AnomalyReq, Metric]{Path: "anomaly/GetFreightMetrics", Name: "anomaly-freight-metrics", Rows: a.FreightMetrics, Rights: see, Orgs: a.Orgs}),
		[]op.Op{
			op.Query("anomaly/GetComments", a.Comments, see...),
			op.Command("anomaly/SaveComment", a.SaveComment, right.AuditInvoices),
		})
}
