package app

import (
	"fmt"
	"slices"
	"time"

	"lading/fixtures"
	"lading/server/kit/calendar"
	"lading/server/kit/freight"
	"lading/server/order"
	"lading/server/quote"
	"lading/server/rating"
	"lading/server/routing"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/warehouse"
)

var (
	shipmentScenes = []scene{{"tenders", (*desk).tenders}, {"links and trucks", (*desk).links}, {"receipts", (*desk).receipts}}
	quoteScenes    = []scene{{"spot quotes", (*desk).spots}, {"truckload requests", (*desk).truckloads}}
	parcelScenes   = []scene{{"parcels", (*desk).parcels}, {"zone skip", (*desk).zoneSkip}}
)

// ahead are loads of a status that leave on a day to come and stand on no dock.
func (d *desk) ahead(status, site string) []shipment.Shipment {
	return slices.DeleteFunc(d.of(status, site), func(s shipment.Shipment) bool {
		return s.OnDock || s.Inbound || s.ShipOn <= d.day(s.Warehouse, 0)
	})
}

// tenders asks carriers to confirm: some are still to answer, some let their time pass.
func (d *desk) tenders() {
	for i, s := range d.ahead("T", "") {
		if i == 18 || d.err != nil {
			return
		}
		asked := d.now.Add(-time.Duration(10+i*7) * time.Minute)
		lapses := i%3 == 2
		if lapses {
			asked = d.now.Add(-time.Duration(26+i) * time.Hour)
		}
		d.at(asked)
		d.call("Shipment/AskCarrier", wire{"ShipmentId": s.ID, "Ask": true, "Minutes": 1440, "DaySeen": true, "AddressSeen": true})
		if lapses && d.err == nil {
			var list shipment.InfoResp
			if list, d.err = d.app.Shipment.Info(d.ctx, d.tx, shipment.InfoReq{ShipmentID: s.ID}); d.err == nil && len(list.Tenders) > 0 {
				d.at(asked.Add(25 * time.Hour))
				_, d.err = d.app.Shipment.Expire(d.ctx, d.tx, list.Tenders[len(list.Tenders)-1].ID)
			}
		}
	}
}

// links groups loads, and puts loads of one day on a truck.
func (d *desk) links() {
	if done := d.of("D", "ATL"); len(done) > 5 {
		d.call("Shipment/LinkShipments", wire{"Name": "Brookfield spring resets", "Shipments": []string{done[0].ID, done[1].ID, done[2].ID}})
		d.call("Shipment/LinkShipments", wire{"Name": "Storm claims, I-40", "Shipments": []string{done[3].ID, done[4].ID}})
	}
	d.section("Shipment/InsertOrUpdateClientTruckConfiguration", "trucks", wire{"enabled": true, "warehouseAddressForChild": true, "packingList": true, "bol": true, "maxPallets": 26, "maxPounds": 43_500})
	byDay := map[string][]string{}
	for _, s := range d.ahead("T", "ATL") {
		if s.Pallets <= 9 {
			byDay[s.ShipOn] = append(byDay[s.ShipOn], s.ID)
		}
	}
	for n := 1; n <= 4; n++ {
		if list := byDay[d.day("ATL", n)]; len(list) > 2 {
			d.call("Shipment/SaveOption", wire{"mode": "InitiateTruck", "truckNumber": fmt.Sprintf("TRK-%d", 40+n), "ShipmentIds": list[:2]})
			return
		}
	}
}

// receipts has vendors ship what was bought of them.
func (d *desk) receipts() {
	for _, r := range fixtures.Receipts {
		if d.err != nil {
			return
		}
		var vendor freight.Party
		for _, v := range fixtures.Places["Org/SaveVendor"] {
			if v["Code"] == r.Vendor {
				text := func(key string) string { return v[key].(string) }
				vendor = freight.Party{Name: text("Name"), Street: text("Street"), City: text("City"), State: text("State"), Zip: text("Zip"), Country: "US", Contact: text("Contact"), Phone: text("Phone"), Email: text("Email")}
			}
		}
		left := d.clock(r.Warehouse, r.In, 14, 20)
		d.at(left.AddDate(0, 0, -2))
		weight := freight.Measure{Milli: r.Pounds * 1000, Unit: "lb"}
		row := order.Purchase{ID: r.Number, Number: r.Number, Warehouse: r.Warehouse, Vendor: store.JSON[freight.Party]{V: vendor}, ShipOn: d.day(r.Warehouse, r.In), DueOn: d.day(r.Warehouse, max(r.In+4, 1)), Terms: "C"}
		row.Lines.V = []order.PurchaseLine{{Line: "1", Item: freight.Item{Code: r.Code, Description: r.Description, PackageType: "CTN", Class: r.Class, Pieces: r.Pieces, Weight: weight}, Parts: []order.PurchaseSent{}}}
		if d.err = d.app.Order.PutPurchase(d.ctx, d.tx, row); d.err != nil {
			return
		}
		scac := r.Carrier
		if scac == "" {
			scac = "RBTW"
		}
		s := do[shipment.Shipment](d, "Shipment/ShipPurchase", wire{"PurchaseId": r.Number, "OtherPurchaseIds": []string{}, "Lines": []wire{{"Line": "1", "Qty": r.Pieces, "Pallets": r.Pallets, "Weight": weight}},
			"ShipOn": row.ShipOn, "PickupByFromTime": "09:00", "PickupByToTime": "15:00", "PaymentType": "C", "Carrier": scac})
		if r.Appointment != "" {
			d.at(d.clock(r.Warehouse, -1, 15, 0))
			d.call("WarehousesSlots/SaveAppointment", wire{"WarehouseId": r.Warehouse, "Direction": warehouse.Inbound, "SlotDate": d.day(r.Warehouse, 0), "StartTime": r.Appointment, "Door": r.Door, "ShipmentId": s.ID, "DaySeen": true})
		}
		if r.Status != "T" {
			d.at(left)
			d.call("Shipment/UpdateStatusCode", wire{"ShipmentId": s.ID, "StatusCode": "A"})
		}
		if r.Status == "D" {
			d.at(left.AddDate(0, 0, 3))
			d.call("Shipment/UpdateStatusCode", wire{"ShipmentId": s.ID, "StatusCode": "D"})
		}
		if r.Container != "" {
			d.container(r, s, left)
		}
	}
}

// spots asks carriers for prices of single loads, types in what they answered, and takes one.
func (d *desk) spots() {
	if d.app.Config.PublicURL == "" { // carriers would have no address to answer at
		return
	}
	carriers := []wire{{"SCAC": "ODFL", "Email": "spot@odfl.test", "Language": "en"}, {"SCAC": "SAIA", "Email": "spot@saia.test", "Language": "en"}, {"SCAC": "EXLA", "Email": "spot@exla.test", "Language": "es"}}
	for i, s := range d.ahead("Q", "") {
		if i == 5 {
			return
		}
		d.at(d.now.Add(-time.Duration(3+i) * time.Hour))
		d.call("Shipment/SpotQuote", wire{"ShipmentIds": []string{s.ID}, "Carriers": carriers, "QuoteDeadline": d.now.Add(time.Duration(4+i) * time.Hour).UTC().Format(time.RFC3339), "CurrencyCode": "USD", "SpecialInstructions": "Dock closes at 16:00."})
		d.at(d.now.Add(-time.Duration(20+i) * time.Minute))
		for n, c := range carriers[:i%4] {
			haul := int64(42_000 + 3_700*i + 5_150*n)
			d.call("Quote/AddNewPricesheet", wire{"flag": "phone", "ShipmentId": s.ID, "SCAC": c["SCAC"], "ChargesDetails": []wire{{"code": "freight", "amountMinor": haul}, {"code": "fuel", "amountMinor": haul * 27 / 100}}, "TotalMinor": haul + haul*27/100, "CurrencyCode": "USD", "ServiceDays": 2 + n})
		}
	}
}

// truckloads asks the carriers of the list for whole trucks.
func (d *desk) truckloads() {
	if d.app.Config.PublicURL == "" {
		return
	}
	roster := do[[]quote.RFQCarrier](d, "Carriers/GetRFQCarrier", wire{})
	var vans []string
	for _, c := range roster {
		if c.Equipment == "van" || c.Equipment == "" {
			vans = append(vans, c.ID)
		}
	}
	for i, to := range []struct{ site, city, state, zip, goods string }{{"ATL", "Houston", "TX", "77002", "Flooring, palletized"}, {"DAL", "Phoenix", "AZ", "85004", "Tile, floor loaded by forklift"}, {"RNO", "Denver", "CO", "80202", "Cabinets, do not stack"}} {
		day := calendar.Next(d.day(to.site, 3+i), calendar.UnitedStates)
		d.at(d.now.Add(-time.Duration(5+i) * time.Hour))
		r := do[quote.RFQStatus](d, "Carriers/SendCarrierRFQ", wire{"Load": wire{"WarehouseId": to.site, "City": to.city, "State": to.state, "Zip": to.zip, "Country": "US", "ShipOn": day, "PickupFrom": "08:00", "PickupTo": "14:00", "DaySeen": true, "Equipment": "van",
			"Commodity": to.goods, "Pallets": 22, "Weight": wire{"milli": 38_500_000, "unit": "lb"}}, "Carriers": vans, "QuoteDeadline": d.now.Add(20 * time.Hour).UTC().Format(time.RFC3339), "CurrencyCode": "USD"})
		d.at(d.now.Add(-time.Duration(30+i) * time.Minute))
		haul := int64(212_000 - 9_000*i)
		if i < 2 {
			d.call("Carriers/UpdateRFQCarrierStatus", wire{"RFQId": r.RFQ.ID, "SCAC": "SWFT", "Status": "answered", "flag": "phone", "ChargesDetails": []wire{{"code": "freight", "amountMinor": haul}, {"code": "fuel", "amountMinor": haul / 4}}, "TotalMinor": haul + haul/4, "CurrencyCode": "USD", "ServiceDays": 3})
			d.call("Carriers/UpdateRFQCarrierStatus", wire{"RFQId": r.RFQ.ID, "SCAC": "SNLU", "Status": "declined", "Reason": "capacity"})
		}
	}
}

// parcels enters packages that wait for their rate.
func (d *desk) parcels() {
	for i, o := range d.open("ATL", plain, 40)[max(0, len(d.open("ATL", plain, 40))-3):] {
		d.call("Shipment/SaveShipment", wire{"Then": "save", "Shipment": wire{"Kind": "parcel", "WHSE": "ATL", "OrderNumber": fmt.Sprintf("WEB-%d", 55_210+i), "PaymentType": "P", "ShipMode": "PARCEL", "ShipOn": calendar.Next(d.day("ATL", 1), calendar.UnitedStates),
			"Destination": o.Consignee.V, "Items": []wire{{"Description": "Kitchen faucet, stainless steel", "Qty": 1 + i, "packageType": "CTN", "Weight": wire{"milli": 7_500, "unit": "lb"},
				"Length": wire{"milli": 18_000, "unit": "in"}, "Width": wire{"milli": 12_000, "unit": "in"}, "Height": wire{"milli": 8_000, "unit": "in"}}}}})
	}
}

// zoneSkip has parcels for Nevada ride to a parcel carrier's hub there, and leaves one that could.
func (d *desk) zoneSkip() {
	hub := do[rating.Terminal](d, "Rating/SaveTerminal", wire{"Carrier": "UPSN", "Code": "RNO", "Name": "UPS Reno", "Street": "1395 Vassar St", "City": "Reno", "Zip": "89502", "Serves": []string{"894", "895", "897"}})
	day := calendar.Next(d.day("ATL", 1), calendar.UnitedStates)
	in := func(n int) wire { return wire{"milli": n * 1000, "unit": "in"} }
	var ride []string
	for i, to := range [][3]string{{"Sparks", "89431", "Sierra Supply"}, {"Carson City", "89701", "Capitol Kitchen & Bath"}, {"Reno", "89511", "Truckee Meadows Hardware"}} {
		p := do[shipment.Shipment](d, "Shipment/SaveShipment", wire{"Then": "rate", "Shipment": wire{"Kind": "parcel", "WHSE": "ATL", "OrderNumber": fmt.Sprintf("WEB-%d", 55_310+i), "PaymentType": "P", "ShipMode": "PARCEL", "ShipOn": day,
			"Destination": wire{"name": to[2], "street": fmt.Sprintf("%d Main St", 100+i*40), "city": to[0], "state": "NV", "zip": to[1], "country": "US"},
			"Items":       []wire{{"Description": "Shelf brackets, 12 pairs", "Qty": 40 - i*4, "packageType": "CTN", "WeightEach": true, "Weight": wire{"milli": 40_000, "unit": "lb"}, "Length": in(14), "Width": in(12), "Height": in(10)}}}})
		if i < 2 {
			ride = append(ride, p.ID)
		}
	}
	of := wire{"Warehouse": "ATL", "From": day, "To": day, "HubId": hub.ID, "ShipmentIds": ride}
	g := do[routing.ZoneGroup](d, "Route/ZoneGroup", of)
	of["LinehaulMinor"], of["SavingMinor"] = g.LinehaulMinor, g.SavingMinor
	d.call("Route/BuildZoneSkip", of)
}
