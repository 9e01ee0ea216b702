package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"lading/fixtures"
	"lading/server/access"
	"lading/server/carrier"
	"lading/server/dock"
	"lading/server/kit/freight"
	"lading/server/kit/page"
	"lading/server/order"
	"lading/server/org"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/warehouse"

	"github.com/oklog/ulid/v2"
)

const demoPassword = "lading-demo"

// demoUsers of the two organisations.
var demoUsers = map[string][]access.NewUser{
	"1": {
		{ID: "U-ADMIN", Login: "admin@demo.test", First: "Ana", Last: "Whitfield", Group: "admin", DefaultPage: int(page.OpenOrders)},
		{ID: "U-OFFICE", Login: "office@demo.test", First: "Olive", Last: "Harper", Group: "office", DefaultPage: int(page.OpenOrders)},
		{ID: "U-DOCK", Login: "dock@demo.test", First: "Dan", Last: "Ruiz", Group: "dock", DefaultPage: int(page.ESignBOL), Warehouses: []string{"ATL"}, Warehouse: "ATL"},
		{ID: "U-DOCK2", Login: "dock2@demo.test", First: "Dee", Last: "Sutton", Group: "dock", DefaultPage: int(page.ESignBOL), Warehouses: []string{"DAL"}, Warehouse: "DAL"},
		{ID: "U-AUDIT", Login: "audit@demo.test", First: "Art", Last: "Nakamura", Group: "audit", DefaultPage: int(page.ShipmentHistory)},
	},
	"2": {{ID: "U-OTHER", Login: "admin@other.test", First: "Otto", Last: "Lindqvist", Group: "admin", DefaultPage: int(page.OpenOrders)}},
}

func loadDemo(ctx context.Context, out io.Writer, args []string) error {
	var cfg Config
	f := flags(out, "demo", "Loads the two demo organisations into an empty data folder. Where there is data or a replica it changes nothing and fails.")
	places(f, &cfg)
	size := fixtures.Full
	f.IntVar(&size.Orders, "orders", size.Orders, "open orders of the first organisation")
	f.IntVar(&size.Shipments, "shipments", size.Shipments, "shipments of the first organisation")
	if err := parse(f, args); err != nil {
		return err
	}
	a, err := New(ctx, cfg)
	if err != nil {
		return err
	}
	known, err := a.Store.Known(ctx)
	if err == nil && len(known) > 0 {
		err = fmt.Errorf("there is data already: organisations %v in %s or %s", known, cfg.Data, cfg.Replica)
	}
	if err == nil {
		err = a.LoadDemo(ctx, size)
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Minute) // the replica shall have it, too
	defer cancel()
	if err = errors.Join(err, a.Close(closing)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "demo loaded: organisations DEMO and OTHER, %d orders, %d shipments; the password of all users is %s\n", size.Orders, size.Shipments, demoPassword)
	return err
}

// LoadDemo makes the two demo organisations, if there is none at all.
func (a *App) LoadDemo(ctx context.Context, size fixtures.Size) error {
	known, err := a.Access.Orgs(ctx)
	if err != nil || len(known) > 0 {
		return err
	}
	began := time.Now()
	for _, org := range []struct {
		id, code, name, prefix string
		size                   fixtures.Size
	}{{"2", "OTHER", "Other Freight Company", "0614998", fixtures.Size{Orders: min(size.Orders, 20), Shipments: min(size.Shipments, 20)}}, {"1", "DEMO", "Northgate Home Supply", "0614141", size}} {
		if err := a.loadOrg(ctx, org.id, org.code, org.name, org.prefix, org.size); err != nil {
			return fmt.Errorf("load demo organisation %s: %w", org.code, err)
		}
	}
	slog.Info("demo loaded", "orders", size.Orders, "shipments", size.Shipments, "ms", time.Since(began).Milliseconds())
	return nil
}

// LoadPeople makes a demo organisation with its groups and users and nothing else. Tests begin here.
func (a *App) LoadPeople(ctx context.Context, id, code, name string) error {
	if err := a.Access.CreateOrg(ctx, id, code, name); err != nil {
		return err
	}
	hash, err := a.Access.HashPassword(ctx, demoPassword)
	if err != nil {
		return err
	}
	db, err := a.Store.Org(ctx, id)
	if err != nil {
		return err
	}
	_, err = db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		for _, u := range demoUsers[id] {
			u.Hash, u.Agreed = hash, true
			if _, err := a.Access.CreateUser(ctx, tx, u); err != nil {
				return fmt.Errorf("user %s: %w", u.Login, err)
			}
		}
		return nil
	}})
	return err
}

func (a *App) loadOrg(ctx context.Context, id, code, name, prefix string, size fixtures.Size) error {
	if err := a.LoadPeople(ctx, id, code, name); err != nil {
		return err
	}
	db, err := a.Store.Org(ctx, id)
	if err != nil {
		return err
	}
	write := func(f func(ctx context.Context, tx *store.Tx) error) error {
		_, err := db.Write(ctx, store.Command{By: store.System(), Do: f})
		return err
	}
	w := fixtures.New(uint64(len(code)), a.Config.Clock(), size)
	if err := write(func(ctx context.Context, tx *store.Tx) error {
		if err := a.Org.Create(ctx, tx, code, name, prefix); err != nil {
			return err
		}
		for _, s := range w.Warehouses {
			if err := a.Warehouse.Put(ctx, tx, warehouse.Site{ID: s.Code, Name: s.Name, Address: store.JSON[freight.Party]{V: s.Address}, Zone: s.Zone, Doors: store.JSON[[]string]{V: s.Doors}, Contact: s.Address.Contact, Phone: s.Address.Phone}); err != nil {
				return err
			}
			if err := a.Dock.PutSetting(ctx, tx, dock.Setting{ID: s.Code, Print: true, MailBOL: true, MailTo: store.JSON[[]string]{V: []string{"bills@" + lowerASCII(code) + ".test"}}, ShowUnscanned: true, LPNLoading: true}); err != nil {
				return err
			}
		}
		for _, c := range w.Carriers {
			if err := a.Carrier.Put(ctx, tx, carrier.Carrier{ID: c.SCAC, Name: c.Name, Modes: store.JSON[[]string]{V: c.Modes}, Email: c.Email, Phone: c.Phone}); err != nil {
				return err
			}
		}
		for _, r := range []org.ProRangeReq{{Carrier: "ODFL", First: "0720950000", Last: "0720959999", Rule: org.Luhn}, {Carrier: "CNWY", First: "48213000", Last: "48219999", Rule: org.Mod7}} {
			if _, err := a.Org.AddProRange(ctx, tx, r); err != nil {
				return err
			}
		}
		for _, e := range w.Exceptions {
			if err := a.Shipment.PutExceptionCode(ctx, tx, shipment.ExceptionCode{ID: e.Code, Text: e.Text}); err != nil {
				return err
			}
		}
		for _, d := range w.Drivers {
			if err := a.Dock.PutDriver(ctx, tx, dock.Driver{ID: ulid.Make().String(), Warehouse: d.Warehouse, Name: d.Name, Carrier: d.Carrier, Phone: d.Phone, Licence: d.Licence, AddedAt: store.At(tx.Now)}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	const piece = 50 // nothing holds the writer for long, not even this
	for i := 0; i < len(w.Orders); i += piece {
		part := w.Orders[i:min(i+piece, len(w.Orders))]
		if err := write(func(ctx context.Context, tx *store.Tx) error {
			for _, o := range part {
				if err := a.Order.Put(ctx, tx, order.Order{Number: o.Number, Warehouse: o.Warehouse, Customer: o.Customer, Consignee: store.JSON[freight.Party]{V: o.Consignee}, Refs: store.JSON[[]string]{V: o.Refs},
					ShipOn: o.ShipOn, DueOn: o.DueOn, Terms: freight.Terms(o.Terms), Carrier: o.Carrier, State: order.Open}, o.Items); err != nil {
					return fmt.Errorf("order %s: %w", o.Number, err)
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	for i := 0; i < len(w.Shipments); i += piece {
		part := w.Shipments[i:min(i+piece, len(w.Shipments))]
		if err := write(func(ctx context.Context, tx *store.Tx) error {
			for j, s := range part {
				if err := a.loadShipment(ctx, tx, w, fmt.Sprintf("L%d", 900001+i+j), s); err != nil {
					return fmt.Errorf("shipment of order %s: %w", s.Number, err)
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) loadShipment(ctx context.Context, tx *store.Tx, w fixtures.World, number string, s fixtures.Shipment) error {
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
		Exception: s.Exception, CreatedAt: store.At(s.CreatedAt)}
	if !s.DeliveredAt.IsZero() {
		row.DeliveredAt = store.At(s.DeliveredAt)
	}
	var err error
	switch s.Status {
	case "S", "Q", "H": // not tendered yet: no bill, no carrier
		row.Carrier, row.CarrierName = "", ""
	default:
		if row.BOL, err = a.Org.NextBOL(ctx, tx); err != nil {
			return err
		}
	}
	for _, item := range s.Items {
		if item.Hazmat != nil {
			row.EmergencyPhone = item.Hazmat.EmergencyPhone
		}
	}
	cost := &shipment.Cost{Currency: "USD", TotalMinor: s.TotalMinor, Charges: store.JSON[[]shipment.Charge]{V: []shipment.Charge{
		{Code: "LHS", Description: "Linehaul", AmountMinor: s.LinehaulMinor}, {Code: "FUE", Description: "Fuel surcharge", AmountMinor: s.FuelMinor}}}}
	if err := a.Shipment.Put(ctx, tx, row, cost); err != nil {
		return err
	}
	if !s.OnDock {
		return nil
	}
	if _, err = a.Shipment.PutOnDock(ctx, tx, shipment.PutOnDockReq{ShipmentID: row.ID, Door: s.Door, DueAt: store.At(s.DueAt)}); err != nil {
		return err
	}
	return a.loadTruck(ctx, tx, w, row.ID, s)
}

// loadTruck brings a load on the dock as far along as the fixtures have it, by the steps that a worker takes.
func (a *App) loadTruck(ctx context.Context, tx *store.Tx, w fixtures.World, id string, s fixtures.Shipment) error {
	if s.Driver >= 0 {
		d := w.Drivers[s.Driver]
		if _, err := a.Dock.UpdateDriver(ctx, tx, dock.DriverReq{ShipmentID: id, Name: d.Name, Phone: d.Phone, Licence: d.Licence}); err != nil {
			return err
		}
	}
	if s.Stage != "loading" && s.Stage != "loaded" {
		return nil
	}
	if _, err := a.Dock.StartLoading(ctx, tx, dock.StartReq{ShipmentID: id, Door: s.Door}); err != nil {
		return err
	}
	pallets, err := a.Dock.LPNs(ctx, tx, dock.ShipmentReq{ShipmentID: id})
	if err != nil {
		return err
	}
	n := len(pallets)
	if s.Stage == "loading" {
		n = n * 2 / 3
	}
	for _, p := range pallets[:n] {
		if _, err := a.Dock.LoadPallet(ctx, tx, dock.PalletReq{ShipmentID: id, PalletID: p.ID, LPN: p.LPN}); err != nil {
			return err
		}
	}
	if s.Stage == "loaded" {
		_, err = a.Dock.FinishLoading(ctx, tx, dock.FinishReq{ShipmentID: id, Seal: "48213", Trailer: "53021"})
	}
	return err
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 32
		}
	}
	return string(b)
}
