package analytics

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
)

// Work is what kind of work something was.
type Work string

// The kinds of work.
const (
	Planning   Work = "plan"
	Tendering  Work = "tender"
	Loading    Work = "dock"
	Signing    Work = "sign"
	Moving     Work = "status"
	Excepting  Work = "exception" // also voiding and archiving
	Correcting Work = "documents"
	Claiming   Work = "claim"
	Elsewise   Work = "other"
)

// Values lists the kinds of work.
func (Work) Values() []string {
	return []string{"plan", "tender", "dock", "sign", "status", "exception", "documents", "claim", "other"}
}

// works are the kinds of a load's events by work. An event that is not here is other work.
var works = map[Work]string{
	Planning:   " built edited save rate reopen defer resume requote parted split changed services linked unlinked truck-joined truck-moved truck-off repriced clauses pallet-goes-on ",
	Tendering:  " tender confirm retender reject tender-asked tender-link tender-rejected tender-expired tender-passed quotes-asked quotes-deadline quote-accepted ",
	Loading:    " docked driver gate-arrival gate-refused gate-left driver-location driver-location-read door-assigned loading-started loading-finished loading-reopened pallet-loaded pallet-unloaded pallet-short pallet-damaged pallet-added pallet-labelled pallet-changed pallet-removed pallet-noted pallet-weighed pallet-lot times-agreed nobody-to-sign ",
	Signing:    " signed sealed certified certified-late ",
	Moving:     " in-transit depart deliver delivery-corrected tracking-withdrawn tracked container-changed rescheduled ",
	Excepting:  " except restore void archive ",
	Correcting: " amended corrected bill-corrected ",
	Claiming:   " claim-begun claim-filed claim-closed ",
}

func workOf(kind string) Work {
	for d, kinds := range works {
		if strings.Contains(kinds, " "+kind+" ") {
			return d
		}
	}
	return Elsewise
}

// ActsReq asks what users did to loads in the days of the span.
type ActsReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	User      string `json:"User" validate:"max=40"` // its id; empty is all
	report.Span
	report.File
}

// Act is one thing that was done to a load: an entry of its history.
type Act struct {
	ID         string     `json:"id" db:"id"`
	Day        string     `json:"day" db:"-"` // at the warehouse
	Zone       string     `json:"zone" db:"-"`
	Kind       string     `json:"kind" db:"kind"`
	Work       Work       `json:"work" db:"-"`
	ShipmentID string     `json:"shipmentId" db:"shipment_id"`
	Number     string     `json:"number" db:"number"`
	BOL        string     `json:"bol" db:"bol"`
	Warehouse  string     `json:"warehouse" db:"warehouse"`
	User       string     `json:"user" db:"user_id"` // empty where no user did it: a carrier, a provider or the program
	UserName   string     `json:"userName" db:"user_name"`
	ByDevice   bool       `json:"byDevice" db:"by_device"` // on an enrolled device, such as a dock's tablet
	At         store.Time `json:"at" db:"at"`              // when it was done
	LoggedAt   store.Time `json:"loggedAt" db:"logged_at"` // when the server knew of it: later than it was done where the device had no connection
}

func (a *Area) acts() []op.Op {
	return report.Ops(report.Spec[ActsReq, Act]{Path: "InternalDashboard/Acts", Name: "activity", Rows: a.Acts, Rights: []right.Right{right.SeeActivity}, Orgs: a.Orgs})
}

// Acts lists what was done, in the order in which it was.
func (a *Area) Acts(ctx context.Context, tx *store.Tx, req ActsReq) ([]Act, error) {
	clocks, err := a.clocks(ctx, tx)
	if err != nil {
		return nil, err
	}
	if req.Warehouse != "" && (clocks[req.Warehouse] == nil || !tx.By.SeesWarehouse(req.Warehouse)) {
		return nil, fail.Invalid(fail.Of("Warehouse", "warehouse-unknown", "warehouse", req.Warehouse))
	}
	from, until := clocks.around(req.Span)
	return narrowed(ctx, tx, func(r *Act) bool {
		r.Day, r.Zone, r.Work = clocks.day(r.At.Time, r.Warehouse), clocks.of(r.Warehouse).String(), workOf(r.Kind)
		return r.Day >= req.From && r.Day <= req.To
	}, `SELECT * FROM shipment_acted WHERE at BETWEEN ?1 AND ?2 AND (?3 IS NULL OR warehouse IN (SELECT value FROM json_each(?3))) AND (?4 = '' OR warehouse = ?4) AND (?5 = '' OR user_id = ?5)
ORDER BY at, id LIMIT ?6`, from, until, sight(tx.By), req.Warehouse, req.User, mostRead+1)
}
