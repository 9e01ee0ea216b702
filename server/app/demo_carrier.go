package app

import (
	"strings"
	"time"

	"lading/fixtures"
	"lading/server/carrier"
	"lading/server/op"
)

var carrierScenes = []scene{{"carriers' files", (*desk).carriers}}

// carriers keeps what is known of carriers, and how orders and bills name them.
func (d *desk) carriers() {
	flags := map[string]any{"": nil}
	for _, f := range fixtures.CarrierFlags {
		made := do[carrier.Flag](d, "Shipment/SaveCarrierFlag", f)
		flags[made.Name] = made.ID
	}
	revs := map[string]int64{}
	if d.err == nil {
		var known []carrier.CompanyRow
		known, d.err = d.app.Carrier.Companies(d.ctx, d.tx, op.None{})
		for _, c := range known {
			revs[c.ID] = c.Rev
		}
	}
	for _, c := range fixtures.Companies {
		mail := "dispatch@" + strings.ToLower(c.SCAC) + ".test"
		d.call("Carriers/SaveCompany", wire{"SCAC": c.SCAC, "CarrierName": c.Name, "RateModes": []string{c.Mode}, "Contact": c.Contact, "Email": mail, "Phone": "800-555-0100", "DotNumber": c.DOT, "McNumber": c.MC,
			"Insurer": c.Insurer, "PolicyNumber": c.Policy, "InsuredUntil": d.now.AddDate(0, 7, 0).Format(time.DateOnly), "FlagId": flags[c.Flag], "Rev": revs[c.SCAC]})
	}
	for _, v := range fixtures.ShipVias {
		d.call("Supplemental/ShipViaCodeUpdation", v)
	}
	for _, h := range fixtures.CarrierDaysOff {
		on := time.Date(d.now.Year(), time.Month(h.Month), h.Day, 0, 0, 0, 0, time.UTC)
		d.call("Carriers/SaveHoliday", wire{"Carrier": h.Carrier, "HolidayDate": on.Format(time.DateOnly), "HolidayDesc": h.Name, "Runs": h.Runs})
	}
	for _, b := range fixtures.BillTos {
		d.call("Carriers/SaveBillTo", b)
	}
	for _, a := range fixtures.FreightAccounts {
		d.call("Carriers/SaveFreightAccount", a)
	}
	for _, a := range fixtures.ParcelAccounts {
		d.call("Carriers/SaveParcelAccount", a)
	}
	for _, c := range fixtures.RFQCarriers {
		d.call("Carriers/SaveRFQCarrier", c)
	}
}
