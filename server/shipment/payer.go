package shipment

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// paid is whose account pays, as it was decided when the carrier was booked.
type paid struct {
	ShipmentID string                    `db:"shipment_id"`
	Carrier    string                    `db:"carrier"`
	Terms      freight.Terms             `db:"terms"`
	Account    string                    `db:"account"`
	Source     string                    `db:"source"`
	Billed     store.JSON[freight.Party] `db:"billed"`
	Why        string                    `db:"why"`
	At         store.Time                `db:"at"`
	By         string                    `db:"by_user"`
}

// payerOf decides whose account pays a shipment with the carrier that it has. An account that a person typed counts for the carrier that it was typed with.
func (a *Area) payerOf(ctx context.Context, tx *store.Tx, s Shipment) (freight.Payer, error) {
	q := freight.PayerQuery{Terms: s.Terms, Inbound: s.Inbound, Carrier: s.Carrier, Mode: s.Mode, Warehouse: s.Warehouse, Customer: s.Customer, Origin: s.Origin.V, Destination: s.Destination.V, BillTo: s.BillTo.V}
	k, ok, err := store.Get[stored](ctx, tx, `SELECT * FROM shipment_entry WHERE shipment_id = ?`, s.ID)
	if err != nil {
		return freight.Payer{}, err
	}
	if e := k.Entry.V; ok && strings.EqualFold(strings.TrimSpace(e.Carrier), s.Carrier) {
		q.Account = e.Account
	}
	return a.Carriers.Payer(ctx, tx, q)
}

// pays keeps whose account pays a shipment that is being booked, and refuses what does not go together. within names where the fields stand in the request.
func (a *Area) pays(ctx context.Context, tx *store.Tx, s *Shipment, within string) error {
	p, err := a.payerOf(ctx, tx, *s)
	if err != nil {
		return err
	}
	if len(p.Refused) > 0 {
		for i := range p.Refused {
			p.Refused[i].Field = within + p.Refused[i].Field
		}
		return fail.Invalid(p.Refused...)
	}
	s.Clauses.V.Account = p.Account
	return store.Put(ctx, tx, "shipment_payer", "shipment_id", paid{s.ID, s.Carrier, s.Terms, p.Account, p.Source, store.JSON[freight.Party]{V: p.Billed}, p.Why, store.At(tx.Now), tx.By.User})
}

// paysBy decides anew whose account pays where the price that was taken is of another mode than the load was entered for.
func (a *Area) paysBy(ctx context.Context, tx *store.Tx, s *Shipment, mode string) error {
	if mode == "" || mode == s.Mode {
		return nil
	}
	as := *s
	as.Mode = mode
	err := a.pays(ctx, tx, &as, "")
	s.Clauses = as.Clauses
	return err
}

// untyped forgets the account that a person typed with a shipment: it was of somebody who is no party to it any more.
func untyped(ctx context.Context, tx *store.Tx, shipmentID string) error {
	k, ok, err := store.Get[stored](ctx, tx, `SELECT * FROM shipment_entry WHERE shipment_id = ?`, shipmentID)
	if err != nil || !ok || k.Entry.V.Account == "" {
		return err
	}
	k.Entry.V.Account = ""
	return store.Put(ctx, tx, "shipment_entry", "shipment_id", k)
}

// unpaid forgets whose account pays: it was an account at the carrier that does not have the load any more.
func unpaid(ctx context.Context, tx *store.Tx, s *Shipment) error {
	s.Clauses.V.Account = ""
	_, err := tx.ExecContext(ctx, `DELETE FROM shipment_payer WHERE shipment_id = ?`, s.ID)
	return err
}

// PayerReq asks whose account pays: of a shipment, or of one that is being entered.
type PayerReq struct {
	ShipmentID  string        `json:"ShipmentId" validate:"max=40"`
	Carrier     string        `json:"Carrier" validate:"max=10"` // SCAC; of a shipment, another than its own
	Warehouse   string        `json:"WHSE" validate:"max=20"`
	Mode        string        `json:"ShipMode" validate:"omitempty,oneof=LTL VOLUME TL INTERMODAL PARCEL"`
	Terms       freight.Terms `json:"PaymentType" validate:"omitempty,oneof=P C T"`
	Customer    string        `json:"Customer" validate:"max=80"`
	Account     string        `json:"AccountNumber" validate:"max=40"`
	Destination freight.Party `json:"Destination"`
	BillTo      freight.Party `json:"Billto"`
}

// Check wants a shipment, or what one that is entered has.
func (r *PayerReq) Check() (bad []fail.Field) {
	if r.ShipmentID != "" {
		return nil
	}
	for _, f := range [][2]string{{"WHSE", r.Warehouse}, {"PaymentType", string(r.Terms)}, {"Carrier", strings.TrimSpace(r.Carrier)}} {
		if f[1] == "" {
			bad = append(bad, fail.Of(f[0], "field-required"))
		}
	}
	return bad
}

// PayerResp is the decision. Booked says that it stands and is on the papers.
type PayerResp struct {
	freight.Payer
	Booked bool `json:"Booked"`
}

// Payer tells whose account pays, and why: as it was decided at booking, or as it would be now.
func (a *Area) Payer(ctx context.Context, tx *store.Tx, req PayerReq) (PayerResp, error) {
	scac := strings.ToUpper(strings.TrimSpace(req.Carrier))
	if req.ShipmentID == "" {
		if !tx.By.SeesWarehouse(req.Warehouse) {
			return PayerResp{}, fail.Invalid(fail.Of("WHSE", "warehouse-not-yours", "warehouse", req.Warehouse))
		}
		from, _, err := a.Sites.Site(ctx, tx, req.Warehouse)
		if err != nil {
			return PayerResp{}, err
		}
		q := freight.PayerQuery{Terms: req.Terms, Carrier: scac, Mode: first(req.Mode, "LTL"), Warehouse: req.Warehouse, Customer: req.Customer, Account: req.Account, Origin: from, Destination: req.Destination, BillTo: req.BillTo}
		p, err := a.Carriers.Payer(ctx, tx, q)
		return PayerResp{Payer: p}, err
	}
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return PayerResp{}, err
	}
	if scac == "" || scac == s.Carrier {
		k, ok, err := store.Get[paid](ctx, tx, `SELECT * FROM shipment_payer WHERE shipment_id = ? AND carrier = ?`, s.ID, s.Carrier)
		if err != nil {
			return PayerResp{}, err
		}
		if booked := s.Status != Open && s.Status != Saved && s.Status != Quoted && s.Status != Deferred; ok && booked {
			return PayerResp{freight.Payer{Terms: k.Terms, Carrier: k.Carrier, Account: k.Account, Source: k.Source, Billed: k.Billed.V, Why: k.Why, Refused: []fail.Field{}}, true}, nil
		}
	} else {
		s.Carrier = scac
	}
	p, err := a.payerOf(ctx, tx, s)
	return PayerResp{Payer: p}, err
}
