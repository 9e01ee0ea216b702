package audit

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// EnterBill takes a freight bill that a carrier enters itself for one of its loads, and judges it as one of a file. Entered again, the same is the same; a number that the
// carrier used for another bill is refused. The caller knows that the load is that carrier's.
func (a *Area) EnterBill(ctx context.Context, tx *store.Tx, b freight.CarrierBill) error {
	codes, err := a.Rates.BillCodes(ctx, tx, b.Carrier)
	if err != nil {
		return err
	}
	charges := []Charge{}
	for n, c := range b.Charges {
		field := fmt.Sprintf("Charges[%d].AmountMinor", n)
		switch {
		case c.Code != "linehaul" && c.Code != "discount" && c.Code != fuelCode && !slices.Contains(codes, c.Code):
			return fail.Invalid(fail.Of(fmt.Sprintf("Charges[%d].Code", n), "service-unknown", "code", c.Code))
		case c.Code == "discount" && c.AmountMinor > 0, c.Code != "discount" && c.AmountMinor <= 0:
			return fail.Invalid(fail.Of(field, "invoice-amount-negative"))
		}
		charges = append(charges, Charge{c.Code, c.AmountMinor})
	}
	total := sum(charges)
	if total <= 0 {
		return fail.Invalid(fail.Of("TotalMinor", "invoice-amount-negative"))
	}
	known, err := ofNumber(ctx, tx, b.Carrier, b.Number, Original)
	if err != nil {
		return err
	}
	if len(known) > 0 {
		was := known[0]
		if was.Ref == b.Shipment && was.TotalMinor == total && was.InvoicedOn == b.InvoicedOn && was.Currency == b.Currency && slices.Equal(was.Charges.V, charges) {
			return nil
		}
		return fail.Invalid(fail.Of("Number", "carrier-invoice-number-used", "number", b.Number))
	}
	_, err = a.enter(ctx, tx, Invoice{Number: b.Number, Carrier: b.Carrier, CarrierName: b.CarrierName, Kind: Original, PRO: b.PRO, BOL: b.BOL, Ref: b.Shipment, InvoicedOn: b.InvoicedOn,
		Currency: b.Currency, Charges: store.JSON[[]Charge]{V: charges}, TotalMinor: total}, nil)
	return err
}

// BillsOf lists what a carrier has billed for one load, and how far each bill has come. What is found of it is the shipper's own business until it is approved.
func (a *Area) BillsOf(ctx context.Context, tx *store.Tx, carrier, shipmentID string) ([]freight.BillStanding, error) {
	list, err := store.Select[Invoice](ctx, tx, `SELECT * FROM audit_invoice WHERE carrier = ? AND shipment_id = ? ORDER BY id`, carrier, shipmentID)
	out := []freight.BillStanding{}
	for _, i := range list {
		s := freight.BillStanding{Number: i.Number, InvoicedOn: i.InvoicedOn, Currency: i.Currency, TotalMinor: i.TotalMinor, CreditMinor: i.CreditMinor, Standing: "in-review"}
		switch i.State {
		case Complete:
			s.Standing, s.PayMinor = "approved", i.PayMinor
		case Invoiced:
			s.Standing, s.PayMinor = "released", i.PayMinor
		}
		out = append(out, s)
	}
	return out, err
}
