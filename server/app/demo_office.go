package app

import (
	"strings"
	"time"

	"lading/fixtures"
	"lading/server/kit/calendar"
	"lading/server/order"
	"lading/server/packing"
	"lading/server/rating"
)

var (
	ratingScenes    = []scene{{"markups and cube rating", (*desk).rates}}
	routingScenes   = []scene{{"fleet", (*desk).fleet}, {"routes that are planned", (*desk).scenarios}}
	packingScenes   = []scene{{"packing plans", (*desk).packs}}
	analyticsScenes = []scene{{"reports and views", (*desk).reports}}
	officeScenes    = []scene{{"rules and post-backs", (*desk).systems}}
)

// rates keeps what customers pay above the price, and how light freight is rated.
func (d *desk) rates() {
	for _, m := range fixtures.Markups {
		d.call("Initial/CustomerMarkup", m)
	}
	for i, p := range fixtures.CubeProfiles {
		made := do[rating.CubeProfile](d, "Rating/SaveCubeProfile", p)
		if i == 0 {
			for _, c := range []string{"EXLA", "CTII"} {
				d.call("Rating/SaveCubeUse", wire{"Carrier": c, "ProfileId": made.ID})
			}
		}
	}
}

// fleet keeps the company's own trucks.
func (d *desk) fleet() {
	for _, x := range fixtures.Depots {
		d.call("Fleet/SaveDepot", x)
	}
	for _, x := range fixtures.Vehicles {
		d.call("Fleet/SaveVehicle", x)
	}
	in := func(days int) string { return d.now.AddDate(0, 0, days).Format(time.DateOnly) }
	for _, x := range fixtures.FleetDrivers {
		d.call("Fleet/SaveDriver", wire{"Code": x.Code, "Name": x.Name, "Depot": x.Depot, "Vehicle": x.Vehicle, "Phone": x.Phone, "License": x.License, "LicenseClass": x.Class, "LicenseUntil": in(x.LicenseDays), "MedicalUntil": in(x.MedicalDays)})
	}
	for _, x := range fixtures.FixedRoutes {
		d.call("Fleet/SaveRoute", x)
	}
}

// open gives orders of a warehouse that wait, the next to be shipped first.
func (d *desk) open(site string, fits func(order.Order) bool, n int) (out []order.Order) {
	if d.err != nil {
		return nil
	}
	page, err := d.app.Order.Open(d.ctx, d.tx, order.ListReq{Warehouse: site, PageSize: 100})
	d.err = err
	for _, o := range page.Orders {
		if len(out) < n && o.Together == "" && fits(o) {
			out = append(out, o)
		}
	}
	return out
}

func ids(orders []order.Order) (out []string) {
	for _, o := range orders {
		out = append(out, o.ID)
	}
	return out
}

func plain(o order.Order) bool {
	for _, it := range o.Items.V {
		if it.Hazmat != nil {
			return false
		}
	}
	return o.Terms == "P" && o.Pallets <= 9
}

func near(states string) func(order.Order) bool {
	return func(o order.Order) bool { return plain(o) && strings.Contains(states, o.Consignee.V.State) }
}

// scenarios has routes planned: one of carriers' trucks with several stops, one of the own fleet.
func (d *desk) scenarios() {
	day := calendar.Next(d.day("ATL", 2), calendar.UnitedStates)
	orders := d.open("ATL", near("GA FL SC NC TN AL VA KY"), 14)
	if len(orders) > 1 {
		d.call("Shipment/multi-routing-v2", wire{"Name": "Southeast, two days out", "WHSE": "ATL", "ShipOn": day, "OrderIds": ids(orders)})
	}
	orders = d.open("DAL", near("TX OK AR LA"), 8)
	if len(orders) > 2 {
		d.call("Route/ConfirmOrders", wire{"OrderIds": ids(orders)})
		d.call("Shipment/MultiRouting", wire{"Name": "Texas stores, own trucks", "WHSE": "DAL", "ShipOn": day, "OrderIds": ids(orders[:len(orders)/2+1])})
	}
}

// packs plans what goes into cartons, onto pallets and into a trailer.
func (d *desk) packs() {
	orders := d.open("ATL", plain, 6)
	for i, o := range orders {
		if d.err == nil && i < 3 {
			_, d.err = d.app.Packing.PutPlan(d.ctx, d.tx, o.ID, []packing.Kind{"carton", "pallet", "pallet"}[i])
		}
	}
	var numbers []string
	for _, o := range orders {
		numbers = append(numbers, o.Number)
	}
	if len(numbers) > 1 {
		d.call("Truck/Build", wire{"Name": "Trailer for tomorrow's southeast run", "Orders": numbers[:min(4, len(numbers))], "Trailer": "van-53"})
	}
}

// reports keeps reports and looks of the dashboard.
func (d *desk) reports() {
	for _, r := range fixtures.CustomReports {
		d.call("CustomReports/Save", r)
	}
	for _, v := range fixtures.DashboardViews {
		d.call("Dashboard/DashboardUserView", v)
	}
}

// systems keeps the rules that carriers are chosen by, and whom the product tells what happens.
func (d *desk) systems() {
	for i, r := range fixtures.Rules {
		r["Place"] = i + 1
		d.call("RulesEngine/SaveRuleConfiguration", r)
	}
	for _, p := range fixtures.PostBacks {
		d.call("Integration/SavePostBack", p)
	}
	d.call("Integration/SaveOrderTransfer", wire{"Name": "Warehouse system of Northgate", "WarehouseId": "ATL", "Paused": true})
	d.call("Notify/SavePreferences", wire{"Digest": "daily", "DigestAt": "07:00", "Zone": "America/New_York", "QuietFrom": "20:00", "QuietUntil": "06:00"})
}
