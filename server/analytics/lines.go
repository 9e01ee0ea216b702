package analytics

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
)

// Subject is what a report is about.
type Subject string

// The reports that there are.
const (
	Shipments Subject = "shipments" // loads by ship date, those without a carrier too
	Spend     Subject = "spend"     // what loads with a carrier cost, by ship date
	Offers    Subject = "tenders"   // by the day of the offer
	Bills     Subject = "invoices"  // by the day on which they came in
	Filed     Subject = "claims"    // by the day on which they were filed
	Ratings   Subject = "ratings"   // by the day on which rates were asked for
)

// Values lists the reports.
func (Subject) Values() []string {
	return []string{"shipments", "spend", "tenders", "invoices", "claims", "ratings"}
}

// opens is the right without which a user has nothing of a report.
var opens = map[Subject]right.Right{Shipments: right.SeeReports, Spend: right.SeeMoney, Offers: right.SeeMoney, Bills: right.SeeMoney, Filed: right.SeeClaims, Ratings: right.SeeMoney}

// LinesReq asks for the rows of a report.
type LinesReq struct {
	Subject   Subject `json:"Report" validate:"required,oneof=shipments spend tenders invoices claims ratings"`
	Warehouse string  `json:"Warehouse" validate:"max=20"`
	Carrier   string  `json:"Carrier" validate:"max=4" field:"upper,trim"`
	report.Span
	report.File
}

// Line is one row of a report: a load, or what happened to one.
type Line struct {
	ID          string                      `json:"id" db:"id"` // of the tender, invoice, claim or rating; else the load's
	Number      string                      `json:"number" db:"number"`
	Day         string                      `json:"day" db:"day"` // at the warehouse
	State       string                      `json:"state" db:"state"`
	ShipmentID  string                      `json:"shipmentId" db:"shipment_id"`
	Shipment    string                      `json:"shipment" db:"shipment"`
	BOL         string                      `json:"bol" db:"bol"`
	Warehouse   string                      `json:"warehouse" db:"warehouse"`
	Carrier     string                      `json:"carrier" db:"carrier"`
	CarrierName string                      `json:"carrierName" db:"carrier_name"`
	Mode        string                      `json:"mode" db:"mode"`
	ToName      string                      `json:"toName" db:"to_name"`
	ToCity      string                      `json:"toCity" db:"to_city"`
	ToState     string                      `json:"toState" db:"to_state"`
	Pieces      int64                       `json:"pieces" db:"pieces"`
	Pallets     int64                       `json:"pallets" db:"pallets"`
	Weight      freight.Measure             `json:"weight" db:"-"`
	Kept        store.JSON[freight.Measure] `json:"-" db:"weight"`
	Currency    string                      `json:"currency" db:"currency"`
	// The cost, offer, bill or claim; none where a cost is no longer the load's price.
	AmountMinor *int64 `json:"amountMinor" db:"amount"`
	// What is paid of it: of an invoice once it is decided, of a claim so far.
	PaidMinor *int64     `json:"paidMinor" db:"paid"`
	Person    string     `json:"person" db:"person"` // who asked for rates
	At        store.Time `json:"-" db:"at"`          // the instant whose day at the warehouse counts; none where the day itself is kept
}

// ofLoad is a load's part of a row.
const ofLoad = `COALESCE(s.mode, '') AS mode, COALESCE(s.to_name, '') AS to_name, COALESCE(s.to_city, '') AS to_city, COALESCE(s.to_state, '') AS to_state, COALESCE(s.pieces, 0) AS pieces, COALESCE(s.pallets, 0) AS pallets, COALESCE(s.weight, '{}') AS weight`

// source is where a report's rows come from: ?1 and ?2 are days or instants, ?3 the warehouses that the user sees, ?4 one of them, ?5 a carrier, ?6 the most, ?7 the user.
type source struct {
	sql     string
	instant bool // the rows are found by instants
}

const within = ` AND (?3 IS NULL OR x.warehouse IN (SELECT value FROM json_each(?3))) AND (?4 = '' OR x.warehouse = ?4) AND (?5 = '' OR x.carrier = ?5)`

var sources = map[Subject]source{
	Shipments: {sql: `SELECT x.id, x.number, x.ship_on AS day, x.status AS state, x.id AS shipment_id, x.number AS shipment, x.bol, x.warehouse, x.carrier, x.carrier_name, x.mode, x.to_name, x.to_city, x.to_state, x.pieces, x.pallets, x.weight,
'' AS currency, NULL AS amount, NULL AS paid, '' AS person, NULL AS at FROM shipment_daily x WHERE x.ship_on BETWEEN ?1 AND ?2` + within + ` ORDER BY x.ship_on, x.id LIMIT ?6`},
	Spend: {sql: `SELECT x.id, x.number, x.ship_on AS day, x.status AS state, x.id AS shipment_id, x.number AS shipment, x.bol, x.warehouse, x.carrier, x.carrier_name, x.mode, x.to_name, x.to_city, x.to_state, x.pieces, x.pallets, x.weight,
x.currency, CASE WHEN x.stale = '' THEN x.total_minor END AS amount, NULL AS paid, '' AS person, NULL AS at FROM shipment_spent x WHERE x.ship_on BETWEEN ?1 AND ?2` + within + ` ORDER BY x.ship_on, x.id LIMIT ?6`},
	Offers: {instant: true, sql: `SELECT x.id, x.number, '' AS day, x.state, x.shipment_id, x.number AS shipment, x.bol, x.warehouse, x.carrier, x.carrier_name, ` + ofLoad + `,
COALESCE(p.currency, '') AS currency, p.total_minor AS amount, NULL AS paid, '' AS person, x.offered_at AS at FROM shipment_offered x LEFT JOIN shipment_named s ON s.id = x.shipment_id LEFT JOIN shipment_offered_price p ON p.id = x.id
WHERE x.offered_at BETWEEN ?1 AND ?2` + within + ` ORDER BY x.offered_at, x.id LIMIT ?6`},
	// A bill that matches no load has no warehouse: it is seen as the audit shows it, by those who see all warehouses and by the one who uploaded it.
	Bills: {instant: true, sql: `SELECT x.id, x.number, '' AS day, x.state, x.shipment_id, x.shipment, x.bol, x.warehouse, x.carrier, x.carrier_name, ` + ofLoad + `,
x.currency, x.total_minor AS amount, CASE WHEN x.state IN ('audit-complete', 'invoiced') THEN x.pay_minor END AS paid, '' AS person, x.received_at AS at FROM audit_billed x LEFT JOIN shipment_named s ON s.id = x.shipment_id
WHERE x.received_at BETWEEN ?1 AND ?2 AND (?3 IS NULL OR x.warehouse IN (SELECT value FROM json_each(?3)) OR x.warehouse = '' AND x.by_user = ?7) AND (?4 = '' OR x.warehouse = ?4) AND (?5 = '' OR x.carrier = ?5)
ORDER BY x.received_at, x.id LIMIT ?6`},
	Filed: {sql: `SELECT x.id, x.number, x.filed_on AS day, x.state, x.shipment_id, x.shipment, x.bol, x.warehouse, x.carrier, x.carrier_name, ` + ofLoad + `,
x.currency, x.claimed_minor AS amount, x.paid_minor AS paid, '' AS person, NULL AS at FROM claim_worth x LEFT JOIN shipment_named s ON s.id = x.shipment_id WHERE x.filed_on BETWEEN ?1 AND ?2` + within + ` ORDER BY x.filed_on, x.id LIMIT ?6`},
	Ratings: {instant: true, sql: `SELECT r.id, CAST(r.n AS TEXT) AS number, '' AS day, r.occasion AS state, r.shipment_id, x.number AS shipment, x.bol, x.warehouse, x.carrier, x.carrier_name, x.mode, x.to_name, x.to_city, x.to_state, x.pieces, x.pallets, x.weight,
'' AS currency, NULL AS amount, NULL AS paid, r.by_name AS person, r.at FROM rating_made r JOIN shipment_named x ON x.id = r.shipment_id WHERE r.at BETWEEN ?1 AND ?2` + within + ` ORDER BY r.at, r.id LIMIT ?6`},
}

func (a *Area) lines() []op.Op {
	ops := report.Ops(report.Spec[LinesReq, Line]{Path: "Shipment/GetReportData", Name: "report", Rows: a.Lines, Rights: []right.Right{right.SeeReports}, Orgs: a.Orgs})
	documented := ops[1] // the documents have a name of their own for the file
	documented.Path = "Shipment/ShipmentReportDownload"
	return append(ops, documented)
}

// Lines gives a report's rows in the order of their days.
func (a *Area) Lines(ctx context.Context, tx *store.Tx, req LinesReq) ([]Line, error) {
	return a.linesThat(ctx, tx, req, nil)
}

// linesThat gives those of a report's rows that meet some conditions.
func (a *Area) linesThat(ctx context.Context, tx *store.Tx, req LinesReq, tests []test) ([]Line, error) {
	if need := opens[req.Subject]; !tx.By.May(need) {
		return nil, fail.Forbidden("no-right", "right", string(need))
	}
	clocks, err := a.clocks(ctx, tx)
	if err != nil {
		return nil, err
	}
	// One that is not there, or not the user's any more, has no report; an empty one would say that nothing was shipped.
	if req.Warehouse != "" && (clocks[req.Warehouse] == nil || !tx.By.SeesWarehouse(req.Warehouse)) {
		return nil, fail.Invalid(fail.Of("Warehouse", "warehouse-unknown", "warehouse", req.Warehouse))
	}
	from := sources[req.Subject]
	var first, last any = req.From, req.To
	if from.instant {
		first, last = clocks.around(req.Span)
	}
	args := []any{first, last, sight(tx.By), req.Warehouse, req.Carrier, mostRead + 1, tx.By.User}
	if req.Subject != Bills {
		args = args[:6]
	}
	return narrowed(ctx, tx, func(r *Line) bool {
		if from.instant {
			r.Day = clocks.day(r.At.Time, r.Warehouse)
			if r.Day < req.From || r.Day > req.To {
				return false
			}
		}
		r.Weight = r.Kept.V
		return meets(r, tests)
	}, from.sql, args...)
}
