package app

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lading/server/carrier"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/order"
	"lading/server/org"
	"lading/server/store"
	"lading/server/warehouse"
)

// sampler has the areas make what a new organisation tries the product out with. Each code begins with SAMPLE or SMP, so that nobody takes a row for real.
type sampler struct{ app *App }

const sampleSite = "SAMPLE"

var (
	sampleCarriers = []carrier.Carrier{
		{ID: "SMPA", Name: "Sample Regional LTL", Modes: store.JSON[[]string]{V: []string{"LTL"}}, Phone: "800-555-0111"},
		{ID: "SMPB", Name: "Sample National LTL", Modes: store.JSON[[]string]{V: []string{"LTL", "Volume"}}, Phone: "800-555-0122"},
		{ID: "SMPT", Name: "Sample Truckload", Modes: store.JSON[[]string]{V: []string{"TL"}}, Phone: "800-555-0133"},
	}
	sampleItems = []order.ItemFields{
		{Code: "SAMPLE-01", Description: "Cabinet doors, wood, boxed", PackageType: "CTN", Class: "77.5", Weight: pounds(18)},
		{Code: "SAMPLE-02", Description: "Ceramic floor tile", PackageType: "CTN", Class: "55", Weight: pounds(42)},
		{Code: "SAMPLE-03", Description: "Lamp shades, nested", PackageType: "CTN", Class: "250", Weight: pounds(6)},
		{Code: "SAMPLE-04", Description: "Water pumps, electric", PackageType: "CTN", Class: "85", Weight: pounds(31)},
		{Code: "SAMPLE-05", Description: "Paint, flammable, in pails", PackageType: "PAI", Class: "65", Weight: pounds(58),
			Hazmat: &freight.Hazmat{UN: "UN1263", ProperName: "Paint", Class: "3", PackingGroup: "II", EmergencyPhone: "800-555-0100"}},
	}
	samplePlaces = []org.PlaceReq{
		{Kind: org.PlaceCustomer, Code: "SAMPLE-C1", Name: "Sample Builders Supply", Street: "1200 Commerce St", City: "Dallas", State: "TX", Zip: "75202", Country: "US", Contact: "Receiving", Phone: "214-555-0143"},
		{Kind: org.PlaceCustomer, Code: "SAMPLE-C2", Name: "Sample Home Stores DC 7", Street: "455 Logistics Pkwy", City: "Columbus", State: "OH", Zip: "43217", Country: "US", Contact: "Dock office", Phone: "614-555-0165"},
		{Kind: org.PlaceCustomer, Code: "SAMPLE-C3", Name: "Sample Garden Centers", Street: "78 Peachtree Rd", City: "Atlanta", State: "GA", Zip: "30303", Country: "US", Contact: "Shipping desk", Phone: "404-555-0187"},
	}
	// sampleOrders name a place, a day from today on which carriers run, and lines of item, pieces and pallets.
	sampleOrders = []struct {
		to, day int
		terms   freight.Terms
		lines   [][3]int64
	}{
		{0, 1, "P", [][3]int64{{0, 40, 2}, {2, 30, 1}}}, {1, 1, "P", [][3]int64{{1, 120, 3}}}, {2, 1, "C", [][3]int64{{3, 24, 1}}}, {0, 2, "P", [][3]int64{{1, 60, 2}, {3, 16, 1}}},
		{1, 2, "P", [][3]int64{{4, 36, 2}}}, {2, 3, "P", [][3]int64{{0, 80, 4}, {1, 160, 4}, {3, 60, 2}}}, {1, 3, "C", [][3]int64{{2, 90, 3}}}, {0, 4, "P", [][3]int64{{0, 300, 12}, {1, 320, 8}}},
	}
)

func pounds(n int64) freight.Measure { return freight.Measure{Milli: n * 1000, Unit: "lb"} }

// Load makes a warehouse with its hours, carriers, items, customers and open orders.
func (s sampler) Load(ctx context.Context, tx *store.Tx, zone string) (keys []org.SampleKey, err error) {
	made := func(table, id string) { keys = append(keys, org.SampleKey{Table: table, ID: id}) }
	if zone == "" {
		zone = "America/Chicago"
	}
	in, err := time.LoadLocation(zone)
	if err != nil {
		return nil, fmt.Errorf("zone of the organisation: %w", err)
	}
	sites, err := s.app.Warehouse.Warehouses(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, code := range sites {
		if code == sampleSite {
			return nil, fail.Conflict("samples-code-taken", "code", code)
		}
	}
	dock := freight.Party{Name: "Sample warehouse", Street: "2500 Western Ave", City: "Chicago", State: "IL", Zip: "60608", Country: "US", Contact: "Dock office", Phone: "312-555-0110"}
	if err := s.app.Warehouse.Put(ctx, tx, warehouse.Site{ID: sampleSite, Name: dock.Name, Address: store.JSON[freight.Party]{V: dock}, Zone: zone,
		Doors: store.JSON[[]string]{V: []string{"S1", "S2", "S3"}}, Contact: dock.Contact, Phone: dock.Phone}); err != nil {
		return nil, err
	}
	made("warehouse_site", sampleSite)
	h, err := s.app.Warehouse.PutHours(ctx, tx, warehouse.HoursReq{Warehouse: sampleSite, Days: []string{"MON", "TUE", "WED", "THU", "FRI"}, Opens: "07:00", Closes: "17:00"})
	if err != nil {
		return nil, err
	}
	made("warehouse_hours", h.ID)
	known, err := s.app.Carrier.List(ctx, tx, op.None{})
	if err != nil {
		return nil, err
	}
	for _, c := range sampleCarriers {
		if slices.ContainsFunc(known.CarrierList, func(k carrier.Carrier) bool { return k.ID == c.ID }) {
			return nil, fail.Conflict("samples-code-taken", "code", c.ID)
		}
		if err := s.app.Carrier.Put(ctx, tx, c); err != nil {
			return nil, err
		}
		made("carrier", c.ID)
	}
	for _, f := range sampleItems {
		it, err := s.app.Order.AddItem(ctx, tx, f)
		if err != nil {
			return nil, fmt.Errorf("item %s: %w", f.Code, err)
		}
		made("order_item", it.ID)
	}
	for _, r := range samplePlaces {
		p, err := s.app.Org.PutPlace(ctx, tx, r)
		if err != nil {
			return nil, fmt.Errorf("customer %s: %w", r.Code, err)
		}
		made("org_place", p.ID)
	}
	for n, so := range sampleOrders {
		day := tx.Now.In(in)
		for left := so.day; left > 0; {
			if day = day.AddDate(0, 0, 1); day.Weekday() != time.Saturday && day.Weekday() != time.Sunday {
				left--
			}
		}
		number := fmt.Sprintf("SAMPLE-%d", 1001+n)
		o := order.Order{ID: number, Number: number, Warehouse: sampleSite, Customer: samplePlaces[so.to].Name, Consignee: store.JSON[freight.Party]{V: samplePlaces[so.to].Party()},
			Refs: store.JSON[[]string]{V: []string{fmt.Sprintf("PO-S%d", 700+n)}}, ShipOn: day.Format(time.DateOnly), Terms: so.terms, State: order.Open}
		items := make([]freight.Item, len(so.lines))
		for i, l := range so.lines {
			f := sampleItems[l[0]]
			items[i] = freight.Item{Code: f.Code, Description: f.Description, PackageType: f.PackageType, Class: f.Class, Pieces: l[1], Pallets: l[2], Weight: freight.Measure{Milli: f.Weight.Milli * l[1], Unit: "lb"}, Hazmat: f.Hazmat}
		}
		if err := s.app.Order.Put(ctx, tx, o, items); err != nil {
			return nil, fmt.Errorf("order %s: %w", number, err)
		}
		made("order_open", number)
	}
	return keys, nil
}

// Words are the ids, and the codes under which orders and shipments refer to items and customers.
func (s sampler) Words(keys []org.SampleKey) (words []string) {
	for _, k := range keys {
		words = append(words, k.ID)
	}
	for _, f := range sampleItems {
		words = append(words, f.Code)
	}
	for _, r := range samplePlaces {
		words = append(words, r.Code, r.Name)
	}
	return words
}
