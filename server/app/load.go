package app

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"lading/fixtures"
	"lading/server/carrier"
	"lading/server/dock"
	"lading/server/kit/freight"
	"lading/server/order"
	"lading/server/org"
	"lading/server/packing"
	"lading/server/rating"
	"lading/server/rating/engine"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/warehouse"

	"github.com/oklog/ulid/v2"
)

// loader fills one demo organisation.
type loader struct {
	app                    *App
	id, code, name, prefix string
	size                   fixtures.Size
	now                    time.Time // when it was begun: all that is made is of that moment
}

// step is one command of the loading.
type step func(ctx context.Context, tx *store.Tx) error

// load takes the steps that are not taken yet. Each notes itself in its own command, so a kill loses none and repeats none.
func (l loader) load(ctx context.Context) error {
	db, people, err := l.app.demoOrg(ctx, l.id, l.code, l.name)
	if err != nil {
		return err
	}
	var note string
	if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		note, err = store.Note(ctx, tx, demoNote)
		return err
	}); err != nil {
		return err
	}
	done, _ := strconv.Atoi(note) // none
	steps := append([]step{people}, l.world()...)
	for i := done; i < len(steps); i++ {
		if _, err := db.Write(ctx, store.Command{Name: "demo", Long: true, By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			tx.Now, tx.At = l.now, l.now
			if err := steps[i](ctx, tx); err != nil {
				return err
			}
			return store.SetNote(ctx, tx, demoNote, strconv.Itoa(i+1))
		}}); err != nil {
			return err
		}
		slog.Debug("demo", "org", l.id, "step", i+1, "of", len(steps))
	}
	return nil
}

// world is all that is made after the people, in the same order every time.
func (l loader) world() []step {
	w := fixtures.New(uint64(len(l.code)), l.now, l.size)
	steps := []step{func(ctx context.Context, tx *store.Tx) error { return l.base(ctx, tx, w) }}
	steps = append(steps, l.contracts()...)
	steps = append(steps, func(ctx context.Context, tx *store.Tx) error {
		for _, it := range fixtures.Items() {
			if err := l.app.Order.PutItem(ctx, tx, order.ItemFields{Code: it.Code, Description: it.Name, PackageType: it.Package, Class: it.Class, Weight: it.Weight, Hazmat: it.Hazmat}); err != nil {
				return fmt.Errorf("item %s: %w", it.Code, err)
			}
		}
		return nil
	})
	steps = append(steps, l.packing, l.purchases)
	const piece = 10 // nothing holds the writer for long, not even this
	for i := 0; i < len(w.Orders); i += piece {
		steps = append(steps, func(ctx context.Context, tx *store.Tx) error {
			for _, o := range w.Orders[i:min(i+piece, len(w.Orders))] {
				if err := l.app.Order.Put(ctx, tx, order.Order{Number: o.Number, Warehouse: o.Warehouse, Customer: o.Customer, Consignee: store.JSON[freight.Party]{V: o.Consignee}, Refs: store.JSON[[]string]{V: o.Refs},
					ShipOn: o.ShipOn, DueOn: o.DueOn, Terms: freight.Terms(o.Terms), Carrier: o.Carrier, State: order.Open}, o.Items); err != nil {
					return fmt.Errorf("order %s: %w", o.Number, err)
				}
			}
			return nil
		})
	}
	for i := 0; i < len(w.Shipments); i += piece {
		steps = append(steps, func(ctx context.Context, tx *store.Tx) error {
			for j, s := range w.Shipments[i:min(i+piece, len(w.Shipments))] {
				if err := l.shipment(ctx, tx, w, fmt.Sprintf("L%d", 900001+i+j), s); err != nil {
					return fmt.Errorf("shipment of order %s: %w", s.Number, err)
				}
			}
			return nil
		})
	}
	return append(append(steps, l.claims, l.views), l.day()...)
}

// contracts are what the first organisation's carriers ask for; the second one begins without any.
func (l loader) contracts() (steps []step) {
	if l.id != "1" {
		return nil
	}
	files, err := fixtures.ContractFiles()
	if err != nil {
		panic("contracts: " + err.Error()) // they are part of the program
	}
	for _, f := range files {
		steps = append(steps, func(ctx context.Context, tx *store.Tx) error { return l.app.Rating.PutFile(ctx, tx, f.File, f.Name) })
	}
	steps = append(steps, func(ctx context.Context, tx *store.Tx) error {
		for _, t := range fixtures.Terminals() {
			if err := l.app.Rating.PutTerminal(ctx, tx, rating.TerminalReq{Carrier: t.Carrier, Code: t.Code, Name: t.City, Street: t.Street, City: t.City, Zip: t.Zip, Phone: t.Phone, Hours: "07:00-19:00", Serves: t.Serves}); err != nil {
				return fmt.Errorf("terminal %s %s: %w", t.Carrier, t.Code, err)
			}
		}
		return nil
	})
	return append(steps, func(ctx context.Context, tx *store.Tx) error {
		for _, w := range fixtures.FuelWeeks(l.now) {
			if err := l.app.Rating.PutFuel(ctx, tx, w.Monday, engine.Dec(w.Price)); err != nil {
				return err
			}
		}
		return nil
	})
}

// purchases are what the first organisation has bought and waits for.
func (l loader) purchases(ctx context.Context, tx *store.Tx) error {
	if l.id != "1" {
		return nil
	}
	for _, p := range fixtures.Purchases(l.now) {
		row := order.Purchase{ID: p.Number, Number: p.Number, Warehouse: p.Warehouse, Vendor: store.JSON[freight.Party]{V: p.Vendor}, ShipOn: p.ShipOn, DueOn: p.DueOn, Terms: "C"}
		for i, it := range p.Lines {
			row.Lines.V = append(row.Lines.V, order.PurchaseLine{Line: strconv.Itoa(i + 1), Item: it, Parts: []order.PurchaseSent{}})
		}
		if err := l.app.Order.PutPurchase(ctx, tx, row); err != nil {
			return fmt.Errorf("purchase order %s: %w", p.Number, err)
		}
	}
	return nil
}

// packing is what the first organisation packs into, what it knows of its products, and what parcels cost it.
func (l loader) packing(ctx context.Context, tx *store.Tx) error {
	if l.id != "1" {
		return nil
	}
	measure := func(v float64, unit string) freight.Measure {
		return freight.Measure{Milli: int64(v * 1000), Unit: unit}
	}
	size := func(v [3]float64) store.JSON[packing.Size] {
		return store.JSON[packing.Size]{V: packing.Size{Length: measure(v[0], "in"), Width: measure(v[1], "in"), Height: measure(v[2], "in")}}
	}
	for _, t := range fixtures.PackTypes {
		if err := l.app.Packing.PutType(ctx, tx, packing.Type{ID: t.Code, Kind: packing.Kind(t.Kind), Name: t.Name, Inner: size(t.Inner), Outer: size(t.Outer),
			Tare: store.JSON[freight.Measure]{V: measure(t.Tare, "lb")}, Gross: store.JSON[freight.Measure]{V: measure(t.Gross, "lb")}, Price: t.PriceMinor}); err != nil {
			return err
		}
	}
	for _, it := range fixtures.PackItems {
		if err := l.app.Packing.PutItem(ctx, tx, packing.Item{ID: it.Code, Description: it.Description, Size: size(it.Size), Weight: store.JSON[freight.Measure]{V: measure(it.Weight, "lb")},
			Barcodes: store.JSON[[]string]{V: []string{it.Barcode}}, Upright: it.Upright, Top: it.Top, Alone: it.Alone, Group: it.Group}); err != nil {
			return err
		}
	}
	r := packing.Usual()
	r.Rates, r.Over = []packing.Rate{{UpTo: 1, Minor: 745}, {UpTo: 5, Minor: 980}, {UpTo: 10, Minor: 1260}, {UpTo: 20, Minor: 1690}, {UpTo: 30, Minor: 2240}, {UpTo: 50, Minor: 3370}}, 62
	_, err := l.app.Packing.SaveRules(ctx, tx, r)
	return err
}

// base is what orders and shipments refer to.
func (l loader) base(ctx context.Context, tx *store.Tx, w fixtures.World) error {
	if err := l.app.Org.Create(ctx, tx, l.code, l.name, l.prefix); err != nil {
		return err
	}
	for _, s := range w.Warehouses {
		if err := l.app.Warehouse.Put(ctx, tx, warehouse.Site{ID: s.Code, Name: s.Name, Address: store.JSON[freight.Party]{V: s.Address}, Zone: s.Zone, Doors: store.JSON[[]string]{V: s.Doors}, Contact: s.Address.Contact, Phone: s.Address.Phone}); err != nil {
			return err
		}
		if err := l.app.Dock.PutSetting(ctx, tx, dock.Setting{ID: s.Code, Print: true, MailBOL: true, MailTo: store.JSON[[]string]{V: []string{"bills@" + strings.ToLower(l.code) + ".test"}}, ShowUnscanned: true, LPNLoading: true, WeightTolerance: 10, Rules: store.JSON[dock.SiteRules]{V: siteRules}}); err != nil {
			return err
		}
	}
	for _, c := range w.Carriers {
		if err := l.app.Carrier.Put(ctx, tx, carrier.Carrier{ID: c.SCAC, Name: c.Name, Modes: store.JSON[[]string]{V: c.Modes}, Email: c.Email, Phone: c.Phone}); err != nil {
			return err
		}
	}
	for _, r := range []org.ProRangeReq{{Carrier: "ODFL", First: "0720950000", Last: "0720959999", Rule: org.Luhn}, {Carrier: "CNWY", First: "48213000", Last: "48219999", Rule: org.Mod7}} {
		if _, err := l.app.Org.AddProRange(ctx, tx, r); err != nil {
			return err
		}
	}
	for _, e := range w.Exceptions {
		if err := l.app.Shipment.PutExceptionCode(ctx, tx, shipment.ExceptionCode{ID: e.Code, Text: e.Text}); err != nil {
			return err
		}
	}
	for _, u := range w.Usage {
		if row, ok := l.usage(u); ok {
			if err := l.app.Dock.PutUsage(ctx, tx, row); err != nil {
				return err
			}
		}
	}
	for _, d := range w.Drivers {
		if err := l.app.Dock.PutDriver(ctx, tx, dock.Driver{ID: ulid.Make().String(), Warehouse: d.Warehouse, Name: d.Name, Carrier: d.Carrier, Phone: d.Phone, Licence: d.Licence, AddedAt: store.At(tx.Now)}); err != nil {
			return err
		}
	}
	return nil
}

// usage names who worked, if the organisation has such people.
func (l loader) usage(u fixtures.Usage) (dock.Usage, bool) {
	out := dock.Usage{Warehouse: u.Warehouse, Day: u.Day, Scans: u.Scans, Loads: u.Loads, Signatures: u.Signatures, Exceptions: u.Exceptions, Photos: u.Photos}
	for _, p := range demoUsers[l.id] {
		if u.Worker == 0 && p.Warehouse == u.Warehouse || u.Worker == 1 && p.Group == "office" {
			out.UserID, out.UserName = p.ID, p.First+" "+p.Last
			return out, true
		}
	}
	return out, false
}

func (l loader) shipment(ctx context.Context, tx *store.Tx, w fixtures.World, number string, s fixtures.Shipment) error {
	var origin freight.Party
	for _, site := range w.Warehouses {
		if site.Code == s.Warehouse {
			origin = site.Address
		}
	}
	name := ""
	for _, c := range w.Carriers {
		if c.SCAC == s.Carrier {
			name = c.Name
		}
	}
	pieces, pallets, weight := freight.Totals(s.Items)
	row := shipment.Shipment{ID: ulid.Make().String(), Number: number, Status: shipment.Status(s.Status), Mode: s.Mode, Terms: freight.Terms(s.Terms), Warehouse: s.Warehouse, Customer: s.Customer,
		Carrier: s.Carrier, CarrierName: name, ServiceDays: s.ServiceDays, ShipOn: s.ShipOn, PickupFrom: s.PickupFrom, PickupTo: s.PickupTo, DueAt: store.At(s.DueAt), PRO: s.PRO,
		Origin: store.JSON[freight.Party]{V: origin}, Destination: store.JSON[freight.Party]{V: s.Consignee}, BillTo: store.JSON[freight.Party]{V: origin}, Items: store.JSON[[]freight.Item]{V: s.Items},
		Stops: store.JSON[[]shipment.Stop]{V: []shipment.Stop{}}, Refs: store.JSON[[]string]{V: s.Refs}, Orders: store.JSON[[]string]{V: s.Orders}, Pieces: pieces, Pallets: pallets, Weight: store.JSON[freight.Measure]{V: weight},
		CreatedAt: store.At(s.CreatedAt)}
	if s.Exception != "" {
		row.Status = shipment.Tendered // before it was stopped, below
		if s.PRO != "" {
			row.Status = shipment.InTransit
		}
	}
	moves := l.size.Whole() && l.id == "1" && s.Exception == "" && (s.Status == "A" || s.Status == "D")
	if moves {
		row.Status = shipment.Tendered // before it goes its way, below
	}
	if !s.DeliveredAt.IsZero() && !moves {
		row.DeliveredAt = store.At(s.DeliveredAt)
	}
	var err error
	switch s.Status {
	case "S", "Q", "H": // not tendered yet: no bill, no carrier
		row.Carrier, row.CarrierName = "", ""
	default:
		if row.BOL, err = l.app.Org.NextBOL(ctx, tx); err != nil {
			return err
		}
	}
	for _, item := range s.Items {
		if item.Hazmat != nil {
			row.EmergencyPhone = item.Hazmat.EmergencyPhone
		}
	}
	cost := &shipment.Cost{Currency: "USD", TotalMinor: s.TotalMinor, Charges: store.JSON[[]shipment.Charge]{V: []shipment.Charge{
		{Code: "linehaul", Description: "Line haul", AmountMinor: s.LinehaulMinor}, {Code: "fuel", Description: "Fuel surcharge", AmountMinor: s.FuelMinor}}}}
	if err := l.app.Shipment.Put(ctx, tx, row, cost); err != nil {
		return err
	}
	if moves {
		if err := l.journey(ctx, tx, &row, s); err != nil {
			return err
		}
	}
	if s.Status == "D" {
		if n, err := strconv.Atoi(strings.TrimPrefix(number, "L")); err == nil {
			if err := l.bill(ctx, tx, row, cost, n); err != nil {
				return err
			}
		}
	}
	if s.Exception != "" {
		if _, err := l.app.Shipment.Except(ctx, tx, shipment.ExceptReq{ShipmentID: row.ID, StatusCode: s.Exception, Reason: s.Reason}); err != nil {
			return err
		}
	}
	if !s.OnDock {
		return nil
	}
	if _, err = l.app.Shipment.PutOnDock(ctx, tx, shipment.PutOnDockReq{ShipmentID: row.ID, Door: s.Door, DueAt: store.At(s.DueAt)}); err != nil {
		return err
	}
	return l.truck(ctx, tx, w, row.ID, s)
}

// truck brings a load on the dock as far along as the fixtures have it, by the steps that a worker takes.
func (l loader) truck(ctx context.Context, tx *store.Tx, w fixtures.World, id string, s fixtures.Shipment) error {
	if s.Driver >= 0 {
		d := w.Drivers[s.Driver]
		if _, err := l.app.Dock.UpdateDriver(ctx, tx, dock.DriverReq{ShipmentID: id, Name: d.Name, Phone: d.Phone, Licence: d.Licence}); err != nil {
			return err
		}
	}
	if s.Stage != "loading" && s.Stage != "loaded" {
		return nil
	}
	if _, err := l.app.Dock.StartLoading(ctx, tx, dock.StartReq{ShipmentID: id, Door: s.Door}); err != nil {
		return err
	}
	pallets, err := l.app.Dock.LPNs(ctx, tx, dock.ShipmentReq{ShipmentID: id})
	if err != nil {
		return err
	}
	n := len(pallets)
	if s.Stage == "loading" {
		n = n * 2 / 3
	}
	for _, p := range pallets[:n] {
		if _, err := l.app.Dock.LoadPallet(ctx, tx, dock.PalletReq{ShipmentID: id, PalletID: p.ID, LPN: p.LPN}); err != nil {
			return err
		}
	}
	if s.Stage == "loaded" {
		_, err = l.app.Dock.FinishLoading(ctx, tx, dock.FinishReq{ShipmentID: id, Seal: "48213", Trailer: "53021"})
	}
	return err
}

// siteRules are what a driver reads on arrival in the demo organisations.
var siteRules = dock.SiteRules{
	En: "Safety vest and closed shoes outside of the cab.\nWheel chocks before the doors open; keys to the dock office.\nNo smoking on the yard. 5 mph.",
	Es: "Chaleco y calzado cerrado fuera de la cabina.\nCalzos antes de abrir las puertas; las llaves a la oficina del muelle.\nProhibido fumar en el patio. 8 km/h.",
	Fr: "Gilet et chaussures fermées hors de la cabine.\nCales avant d’ouvrir les portes ; clés au bureau du quai.\nInterdit de fumer dans la cour. 8 km/h.",
}
