package app

import (
	"strings"
	"time"

	"lading/fixtures"
	"lading/server/carrier"
	"lading/server/kit/calendar"
	"lading/server/kit/freight"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/tracking"
)

var trackingScenes = []scene{{"rail", (*desk).rail}}

// container has goods come in a container, with what happened to it until now.
func (d *desk) container(r fixtures.Receipt, s shipment.Shipment, loaded time.Time) {
	d.at(loaded.AddDate(0, 0, -6))
	u := do[tracking.Unit](d, "Tracking/SaveContainer", wire{"Shipment": s.Number, "ContainerNumber": withCheckDigit(r.Container), "Line": map[string]string{"MSCU": "MSCU", "MAEU": "MAEU", "HLXU": "HLCU"}[r.Container[:4]], "MasterBill": r.Container[:4] + "2" + r.Container[4:], "Size": "40HC",
		"Seal": "CN" + r.Container[5:], "Origin": "CNNGB", "Port": "USLAX", "FinalDestination": ""})
	for _, e := range fixtures.SeaEvents {
		at := loaded.AddDate(0, 0, e.Day)
		if at.Add(12 * time.Hour).After(d.now) {
			break
		}
		d.at(at.Add(30 * time.Hour)) // places are in many zones, and forwarders tell the next morning
		d.call("Tracking/NoteEvent", wire{"ContainerId": u.ID, "Code": e.Code, "EventAt": at.Format("2006-01-02T15:04"), "Place": e.Place, "Vessel": e.Vessel, "Voyage": e.Voyage})
	}
}

// withCheckDigit completes a container's number. Source: ISO 6346.
func withCheckDigit(number string) string {
	sum, value := 0, 0
	for i, c := range number {
		if value = int(c - '0'); c >= 'A' {
			value = int(c-'A') + 10
			value += (value - 1) / 10 // without the multiples of 11
		}
		sum += value << i
	}
	return number + string(rune('0'+sum%11%10))
}

// rail ships by rail, too.
func (d *desk) rail() {
	if d.err == nil {
		d.err = d.app.Carrier.Put(d.ctx, d.tx, carrier.Carrier{ID: "CSXT", Name: "CSX Transportation", Modes: store.JSON[[]string]{V: []string{"RAIL"}}, Email: "railcars@csxt.test", Phone: "800-555-0190"})
	}
	d.call("Configuration/UpdateShipmentCreationMode", wire{"RailShipment": true, "Rev": 1})
	for _, c := range fixtures.RailCars {
		d.call("Configuration/CreateNewRailCar", c)
	}
	for i, to := range []freight.Party{
		{Name: "Union Lumber Reload", Street: "700 Rail Spur Rd", City: "Jacksonville", State: "FL", Zip: "32202", Country: "US", Contact: "Yard office", Phone: "904-555-0133"},
		{Name: "Keystone Wholesale", Street: "18 Team Track", City: "Louisville", State: "KY", Zip: "40202", Country: "US", Contact: "Receiving", Phone: "502-555-0118"},
	} {
		d.at(d.clock("ATL", -4, 9, 0))
		d.call("Configuration/SaveRailShipmentDetails", wire{"WHSE": "ATL", "OrderNumber": []string{"RR-3301", "RR-3302"}[i], "Customer": "LSTR", "ShipOn": calendar.Next(d.day("ATL", -3), calendar.UnitedStates), "Destination": to, "Tender": true,
			"Railroad": "CSXT", "Waybill": []string{"204418", "204431"}[i], "OriginStation": "Atlanta, GA", "DestinationStation": to.City + ", " + to.State, "Route": "CSXT", "STCC": []string{"2421184", "3251110"}[i],
			"Cars": []wire{{"CarNumber": fixtures.RailCars[i]["CarNumber"], "Description": []string{"Engineered oak flooring", "Ceramic tile"}[i], "Pieces": 96, "Weight": wire{"milli": 148_000_000, "unit": "lb"}, "Seal": strings.Repeat("7", 4) + []string{"01", "02"}[i]}}})
	}
}
