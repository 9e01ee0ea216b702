package analytics

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/report"
	"lading/server/store"
)

// Counts is how a row counts in a figure: among those that the figure names (Yes), only among those that it is a share of (No), or not at all, because its time has not
// come (Open) or because nobody noted what it is judged by (Unknown).
type Counts string

// The ways in which a row counts.
const (
	Yes     Counts = "yes"
	No      Counts = "no"
	Open    Counts = "open"
	Unknown Counts = "unknown"
)

// Values lists the ways.
func (Counts) Values() []string { return []string{"yes", "no", "open", "unknown"} }

// Why is why a row counts as it does, where the times do not say it.
type Why string

// The reasons.
const (
	NotPickedUp Why = "not-picked-up" // and the window is over, or not yet
	NotNoted    Why = "not-noted"     // nobody noted when the truck came
	ComesIn     Why = "inbound"       // a vendor loaded it, whose clock is not known
	NoDueDay    Why = "no-due-day"
	OnTheWay    Why = "on-the-way"
	Accepted    Why = "accepted"
	Rejected    Why = "rejected"
	Expired     Why = "expired"
	Withdrawn   Why = "withdrawn"
	Waits       Why = "waits"
	Claimed     Why = "claimed"
	NoClaim     Why = "no-claim"
	FirstPass   Why = "first-pass"
	Excepted    Why = "exceptions"
)

// Values lists the reasons.
func (Why) Values() []string {
	return []string{"", "not-picked-up", "not-noted", "inbound", "no-due-day", "on-the-way", "accepted", "rejected", "expired", "withdrawn", "waits", "claimed", "no-claim", "first-pass", "exceptions"}
}

// BehindReq asks for the rows behind a figure.
type BehindReq struct {
	Measure   Measure `json:"Measure" validate:"required,oneof=pickup delivery tender claims invoice"`
	Counts    Counts  `json:"Counts" validate:"omitempty,oneof=yes no open unknown"` // empty is all
	Warehouse string  `json:"Warehouse" validate:"max=20"`
	Carrier   string  `json:"Carrier" validate:"max=4" field:"upper,trim"`
	Grace     int     `json:"GraceMinutes" validate:"gte=0,lte=240"`
	report.Span
	report.File
}

// Behind is one row behind a figure: the load, what was due, what happened and how it counts.
type Behind struct {
	ID          string     `json:"id"` // of the tender, claim or bill; else the load's
	Number      string     `json:"number"`
	ShipmentID  string     `json:"shipmentId"`
	Shipment    string     `json:"shipment"`
	BOL         string     `json:"bol"`
	Warehouse   string     `json:"warehouse"`
	Zone        string     `json:"zone"` // of the warehouse, by which times are read
	Carrier     string     `json:"carrier"`
	CarrierName string     `json:"carrierName"`
	Day         string     `json:"day"`   // of the pickup as planned, of the offer, of the bill
	DueAt       store.Time `json:"dueAt"` // end of the pickup window, without grace
	DueOn       string     `json:"dueOn"` // delivery day
	At          store.Time `json:"at"`    // when it happened
	Counts      Counts     `json:"counts"`
	Why         Why        `json:"why"`
}

// Behind lists the rows that a figure was counted from.
func (a *Area) Behind(ctx context.Context, tx *store.Tx, req BehindReq) ([]Behind, error) {
	if need := needs[req.Measure]; !tx.By.May(need) {
		return nil, fail.Forbidden("no-right", "right", string(need))
	}
	k, err := a.know(ctx, tx, scope{Warehouse: req.Warehouse, Carrier: req.Carrier, Grace: req.Grace, Span: req.Span})
	if err != nil {
		return nil, err
	}
	rows, err := k.rows(ctx, tx, req.Measure)
	out := []Behind{}
	for _, r := range rows {
		if req.Counts == "" || req.Counts == r.Counts {
			out = append(out, r)
		}
	}
	return out, err
}
