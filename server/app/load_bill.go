package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lading/fixtures"
	"lading/server/audit"
	"lading/server/kit/freight"
	"lading/server/shipment"
	"lading/server/store"
)

const payWeekly = 7 // days

// bill has the carrier bill a load that it delivered, and the auditor begin with what is wrong with it. n counts the loads.
func (l loader) bill(ctx context.Context, tx *store.Tx, s shipment.Shipment, c *shipment.Cost, n int) error {
	how := fixtures.FreightBills[n%len(fixtures.FreightBills)]
	if l.id != "1" || s.DeliveredAt.IsZero() || how.NotYetBilled {
		return nil
	}
	came := s.DeliveredAt.Add(time.Duration(20+n%60) * time.Hour)
	if came.After(tx.Now) {
		came = tx.Now
	}
	i := audit.Invoice{Number: fmt.Sprintf("%s-%s", s.Carrier, s.PRO), Carrier: s.Carrier, CarrierName: s.CarrierName, Kind: audit.Original, PRO: s.PRO, BOL: s.BOL, InvoicedOn: came.Format(time.DateOnly), BillTo: s.BillTo.V.Name,
		Terms: string(s.Terms), Class: how.Class, Currency: c.Currency, Weight: s.Weight}
	if how.BillTo != "" {
		i.BillTo = how.BillTo
	}
	if how.Unknown {
		i.PRO, i.BOL = strings.Repeat("9", len(s.PRO)-2)+fmt.Sprintf("%02d", n%100), ""
	}
	i.Weight.V = i.Weight.V.Add(freight.Measure{Milli: how.Pounds * 1000, Unit: "lb"})
	haul := int64(0)
	for _, line := range c.Charges.V {
		amount := line.AmountMinor
		switch line.Code {
		case "linehaul":
			amount += how.HaulMinor
			haul = amount
		case "fuel":
			amount += haul * how.FuelPoints / 1000
		}
		i.Charges.V = append(i.Charges.V, audit.Charge{Code: line.Code, AmountMinor: amount})
	}
	if how.Extra != "" {
		i.Charges.V = append(i.Charges.V, audit.Charge{Code: how.Extra, AmountMinor: how.ExtraMinor})
	}
	for _, charge := range i.Charges.V {
		i.TotalMinor += charge.AmountMinor
	}
	kept, err := l.app.Audit.Put(ctx, tx, i, came)
	if err != nil {
		return err
	}
	for _, action := range how.Moves {
		if kept, err = l.app.Audit.Move(ctx, tx, audit.MoveReq{ID: kept.ID, Action: action, Reason: how.MoveFor}); err != nil {
			return fmt.Errorf("%s invoice %s: %w", action, kept.Number, err)
		}
	}
	if kept.State == audit.Complete && came.Before(tx.Now.AddDate(0, 0, -payWeekly)) { // accounts payable pays once a week
		if _, err := l.app.Audit.Release(ctx, tx, audit.ReleaseReq{ID: kept.ID}); err != nil {
			return fmt.Errorf("release invoice %s: %w", kept.Number, err)
		}
	}
	if how.Twice {
		again := i
		again.Number += "-2"
		_, err = l.app.Audit.Put(ctx, tx, again, tx.Now)
	}
	return err
}
