package carrier

import (
	"context"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

// Told is what a carrier told of a load by its link.
type Told struct {
	ID         string     `json:"id" db:"id"`
	Carrier    string     `json:"-" db:"carrier"`
	ShipmentID string     `json:"-" db:"shipment_id"`
	What       What       `json:"what" db:"what"`
	Code       Problem    `json:"code" db:"code"`
	Place      string     `json:"place" db:"place"`
	Note       string     `json:"note" db:"note"`
	Name       string     `json:"name" db:"name"`
	HappenedAt store.Time `json:"happenedAt" db:"happened_at"`
	At         store.Time `json:"-" db:"at"`
}

// What is what a carrier tells of a load.
type What string

// Values lists what there is to tell.
func (What) Values() []string { return []string{"picked-up", "update", "delivered", "problem"} }

// Problem is why a load stands still, by the organisation's exception codes.
type Problem string

// Values lists the problems that a carrier may report.
func (Problem) Values() []string {
	return []string{"", "LATE", "WEATHER", "ADDRESS", "CLOSED", "REFUSED", "DAMAGED", "SHORT", "OTHER"}
}

// PROReq gives one of the carrier's loads its number there.
type PROReq struct {
	LoadReq
	PRO  string `json:"PRO" validate:"required,min=3,max=30" field:"upper"`
	Name string `json:"Name" validate:"required,max=80" field:"trim"`
}

// By is who at the carrier gives it.
func (r PROReq) By() string { return r.Name }

func (a *Area) givePRO() publiclink.Answer[Holder, PROReq, Load] {
	return publiclink.Answer[Holder, PROReq, Load]{
		Stands: func(ctx context.Context, tx *store.Tx, of Holder, req PROReq) (bool, error) {
			l, err := a.load(ctx, tx, of, req.ShipmentID)
			return l.PRO == req.PRO, err
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Holder, req PROReq) (Holder, error) {
			return of, a.Hauls.GivePRO(ctx, tx, req.ShipmentID, req.PRO, of.Carrier.Name+", "+req.Name)
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req PROReq) (Load, error) {
			return a.full(ctx, tx, of, req.ShipmentID)
		},
	}
}

// TellReq tells something of one of the carrier's loads.
type TellReq struct {
	LoadReq
	ID         string    `json:"EventId" validate:"required,max=40"` // by the sender: sent again after a lost reply it is told once
	What       What      `json:"What" validate:"required,oneof=picked-up update delivered problem"`
	Code       Problem   `json:"Code" validate:"omitempty,oneof=LATE WEATHER ADDRESS CLOSED REFUSED DAMAGED SHORT OTHER"`
	HappenedAt time.Time `json:"HappenedAt" validate:"required"`
	Place      string    `json:"Place" validate:"max=80" field:"trim"`
	Note       string    `json:"Note" validate:"max=500" field:"trim"`
	Name       string    `json:"Name" validate:"required,max=80" field:"trim"`
}

// By is who at the carrier tells it.
func (r TellReq) By() string { return r.Name }

// Check wants a code and words for a problem, and words or a place for anything that is neither a pickup nor a delivery.
func (r *TellReq) Check() (bad []fail.Field) {
	if strings.TrimSpace(r.Name) == "" {
		bad = append(bad, fail.Of("Name", "field-required"))
	}
	switch {
	case r.What == "problem":
		if r.Code == "" {
			bad = append(bad, fail.Of("Code", "field-required"))
		}
		if r.Note == "" {
			bad = append(bad, fail.Of("Note", "field-required"))
		}
	case r.Code != "":
		bad = append(bad, fail.Of("Code", "carrier-code-of-problem"))
	case r.What == "update" && r.Place == "" && r.Note == "":
		bad = append(bad, fail.Of("Place", "field-required"))
	}
	return bad
}

func (r TellReq) told(scac string) Told {
	return Told{ID: r.ID, Carrier: scac, ShipmentID: r.ShipmentID, What: r.What, Code: r.Code, Place: r.Place, Note: r.Note, Name: r.Name, HappenedAt: store.At(r.HappenedAt)}
}

const (
	ahead = 10 * time.Minute    // by which a carrier's clock may be ahead of ours
	late  = 30 * 24 * time.Hour // after which nobody tells of a pickup any more
)

// tell takes what a carrier tells, once.
func (a *Area) tell() publiclink.Answer[Holder, TellReq, Load] {
	return publiclink.Answer[Holder, TellReq, Load]{
		Stands: func(ctx context.Context, tx *store.Tx, of Holder, req TellReq) (bool, error) {
			if _, err := a.load(ctx, tx, of, req.ShipmentID); err != nil {
				return false, err
			}
			was, ok, err := store.Get[Told](ctx, tx, `SELECT * FROM carrier_told WHERE id = ?`, req.ID)
			if err != nil || !ok {
				return false, err
			}
			now := req.told(of.Carrier.ID)
			same := was.HappenedAt.Equal(now.HappenedAt.Time)
			now.At, now.HappenedAt = was.At, was.HappenedAt
			if !same || was != now {
				return false, fail.Conflict("carrier-told-otherwise")
			}
			return true, nil
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Holder, req TellReq) (Holder, error) {
			if req.HappenedAt.After(tx.Now.Add(ahead)) || req.HappenedAt.Before(tx.Now.Add(-late)) {
				return of, fail.Invalid(fail.Of("HappenedAt", "carrier-time-off"))
			}
			at := req.HappenedAt
			if at.After(tx.Now) {
				at = tx.Now
			}
			err := a.Hauls.CarrierTold(ctx, tx, req.ShipmentID, freight.CarrierSaid{What: string(req.What), Code: string(req.Code), Place: req.Place, Note: req.Note, By: req.Name, At: at})
			if err != nil {
				return of, err
			}
			t := req.told(of.Carrier.ID)
			t.At = store.At(tx.Now)
			return of, store.Insert(ctx, tx, "carrier_told", t)
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req TellReq) (Load, error) {
			return a.full(ctx, tx, of, req.ShipmentID)
		},
	}
}

// BillReq bills one of the carrier's loads.
type BillReq struct {
	LoadReq
	Number     string               `json:"Number" validate:"required,max=30" field:"trim"`
	InvoicedOn string               `json:"InvoicedOn" validate:"required,day"`
	Currency   string               `json:"Currency" validate:"required,oneof=USD CAD MXN"`
	Charges    []freight.BillCharge `json:"Charges" validate:"required,min=1,max=30,dive"`
	TotalMinor int64                `json:"TotalMinor"`
	Name       string               `json:"Name" validate:"required,max=80" field:"trim"`
}

// By is who at the carrier bills.
func (r BillReq) By() string { return r.Name }

// Check adds up: a total that the carrier did not see is not billed.
func (r *BillReq) Check() (bad []fail.Field) {
	var sum int64
	seen := map[string]bool{}
	for _, c := range r.Charges {
		if sum += c.AmountMinor; seen[c.Code] {
			bad = append(bad, fail.Of("Charges", "carrier-charge-twice", "code", c.Code))
		}
		seen[c.Code] = true
	}
	if sum != r.TotalMinor {
		bad = append(bad, fail.Of("TotalMinor", "quote-total-differs"))
	}
	return bad
}

func (a *Area) bill() publiclink.Answer[Holder, BillReq, Load] {
	return publiclink.Answer[Holder, BillReq, Load]{
		Stands: func(context.Context, *store.Tx, Holder, BillReq) (bool, error) { return false, nil }, // the same bill, entered again, is the same one
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Holder, req BillReq) (Holder, error) {
			l, err := a.load(ctx, tx, of, req.ShipmentID)
			if err == nil && req.InvoicedOn > tx.Now.AddDate(0, 0, 1).Format(time.DateOnly) {
				err = fail.Invalid(fail.Of("InvoicedOn", "carrier-invoice-ahead"))
			}
			if err == nil && l.Status != "A" && l.Status != "D" {
				err = fail.Conflict("carrier-not-picked-up", "number", l.Number)
			}
			if err != nil {
				return of, err
			}
			return of, a.Bills.EnterBill(ctx, tx, freight.CarrierBill{Number: req.Number, Carrier: of.Carrier.ID, CarrierName: of.Carrier.Name, ShipmentID: l.ID, Shipment: l.Number, BOL: l.BOL, PRO: l.PRO,
				InvoicedOn: req.InvoicedOn, Currency: req.Currency, Charges: req.Charges})
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req BillReq) (Load, error) {
			return a.full(ctx, tx, of, req.ShipmentID)
		},
	}
}
