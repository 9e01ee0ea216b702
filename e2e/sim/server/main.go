// The simulation's server: the product's own program, and beside it a second door by which the simulation makes small
// organisations, copies their databases and looks into them. None of this is in the product.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lading/fixtures"
	"lading/server/access"
	"lading/server/app"
	"lading/server/carrier"
	"lading/server/dock"
	lhttp "lading/server/http"
	"lading/server/kit/freight"
	"lading/server/kit/page"
	"lading/server/order"
	"lading/server/packing"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/warehouse"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

const password = "lading-demo"

func main() {
	dir := flag.String("dir", "", "folder of data, copies and the key")
	addr := flag.String("addr", "", "where devices call")
	control := flag.String("control", "", "where the simulation calls")
	renew := flag.String("renew", "", "organisations to put back to their copies, each as a new life")
	data := flag.String("data", "data", "data folder, in dir")
	replica := flag.String("replica", "off", "replica, in dir; off for none")
	takeOver := flag.Bool("take-over", false, "take the replica from a server that holds it")
	acceptLoss := flag.Bool("accept-loss", false, "go on from what the replica still has")
	carrierAt := flag.String("carrier", "http://127.0.0.1:9", "where a parcel carrier's API answers; by default nowhere")
	flag.Parse()
	cfg := app.Config{Data: filepath.Join(*dir, *data), Replica: *replica, SecretFile: filepath.Join(*dir, "secret"), TakeOver: *takeOver, AcceptLoss: *acceptLoss}
	if cfg.Replica != "off" {
		cfg.Replica = filepath.Join(*dir, cfg.Replica)
	}
	if err := run(context.Background(), cfg, *dir, *addr, *control, *renew, *carrierAt); err != nil {
		fmt.Fprintln(os.Stderr, "sim:", err)
		os.Exit(1)
	}
}

type world struct {
	app  *app.App
	dir  string
	hash string // of everybody's password
}

func run(ctx context.Context, cfg app.Config, dir, addr, control, renew, carrierAt string) error {
	for _, id := range strings.Fields(strings.ReplaceAll(renew, ",", " ")) {
		if err := putBack(ctx, dir, id); err != nil {
			return fmt.Errorf("put back %s: %w", id, err)
		}
	}
	store.KeepBlanks(dir)
	a, err := app.New(ctx, cfg)
	if err != nil {
		return err
	}
	w := &world{app: a, dir: dir}
	w.outside(carrierAt)
	if w.hash, err = a.Access.HashPassword(ctx, password); err != nil {
		return err
	}
	door, err := net.Listen("tcp", control)
	if err != nil {
		return err
	}
	front, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	for path, f := range map[string]func(ctx context.Context, org string, r *http.Request) (any, error){
		"/make": w.make, "/copy": w.copy, "/check": w.check, "/missing": w.missing, "/look": w.look, "/plant": w.plant, "/restored": w.restored, "/due": w.due,
	} {
		mux.HandleFunc(path, func(rw http.ResponseWriter, r *http.Request) {
			out, err := f(r.Context(), r.URL.Query().Get("org"), r)
			if err != nil {
				http.Error(rw, err.Error(), 500)
				return
			}
			rw.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(rw).Encode(out)
		})
	}
	go func() { _ = http.Serve(door, mux) }()
	return lhttp.Listen(a.Web, front)
}

// putBack has an organisation begin another life with the copy that was made of it. The program does not run.
func putBack(ctx context.Context, dir, id string) error {
	name := filepath.Join(dir, "data", "org", id+".db")
	for _, suffix := range []string{"", "-wal", "-shm", ".open"} {
		if err := os.Remove(name + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	b, err := os.ReadFile(filepath.Join(dir, id+".copy"))
	if err == nil {
		err = os.WriteFile(name, b, 0o600)
	}
	if err != nil {
		return err
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `UPDATE store_meta SET value = ? WHERE key = 'epoch'`, ulid.Make().String())
	return errors.Join(err, db.Close())
}

func (w *world) copy(ctx context.Context, org string, _ *http.Request) (any, error) {
	to := filepath.Join(w.dir, org+".copy")
	if err := os.Remove(to); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	db, err := sql.Open("sqlite", filepath.Join(w.dir, "data", "org", org+".db"))
	if err != nil {
		return nil, err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, to)
	return struct{}{}, errors.Join(err, db.Close())
}

// broken is what a planted trigger says.
const broken = "the simulation breaks it"

// plant puts a mistake into an organisation's database, so that it can be seen whether the simulation notices. It may share its COMMIT with a command that an
// earlier one breaks, and all of that is taken back then.
func (w *world) plant(ctx context.Context, org string, r *http.Request) (any, error) {
	for tries := 0; ; tries++ {
		err := w.write(ctx, org, func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, r.URL.Query().Get("sql"))
			return err
		})
		if err == nil || tries == 50 || !strings.Contains(err.Error(), broken) {
			return struct{}{}, err
		}
	}
}

func (w *world) write(ctx context.Context, org string, f func(ctx context.Context, tx *store.Tx) error) error {
	db, err := w.app.Store.Org(ctx, org)
	if err != nil {
		return err
	}
	_, err = db.Write(ctx, store.Command{By: store.System(), Do: f})
	return err
}

type madeShipment struct {
	ID        string   `json:"id"`
	Warehouse string   `json:"warehouse"`
	BOL       string   `json:"bol"`
	Pieces    int64    `json:"pieces"`
	Pallets   []string `json:"pallets"`
}

// madeBox is a box that waits at the packing table of ATL.
type madeBox struct {
	Plan string `json:"plan"`
	Box  string `json:"box"`
	Item string `json:"item"`
}

// make gives a small organisation: twenty orders, six loads on two docks, one order at the packing table, one with a vendor, five people; and what strangers hold of it.
func (w *world) make(ctx context.Context, org string, _ *http.Request) (any, error) {
	a := w.app
	if err := a.Access.CreateOrg(ctx, org, org, "Simulated Freight "+org); err != nil {
		return nil, err
	}
	f := fixtures.New(uint64(len(org)), time.Now(), fixtures.Size{Orders: 20})
	var made []madeShipment
	var boxes []madeBox
	var orders []string
	var keys strangers
	var parked madeYard
	err := w.write(ctx, org, func(ctx context.Context, tx *store.Tx) error {
		if err := a.Org.Create(ctx, tx, org, "Simulated Freight", "0614141"); err != nil {
			return err
		}
		for _, u := range []access.NewUser{
			{ID: "U-ADMIN", Login: "admin", First: "Ana", Last: "Whitfield", Group: "admin", DefaultPage: int(page.OpenOrders)},
			{ID: "U-OFFICE", Login: "office", First: "Olive", Last: "Harper", Group: "office", DefaultPage: int(page.OpenOrders)},
			{ID: "U-DOCK", Login: "dock", First: "Dan", Last: "Ruiz", Group: "dock", DefaultPage: int(page.ESignBOL), Warehouses: []string{"ATL"}, Warehouse: "ATL"},
			{ID: "U-MATE", Login: "mate", First: "Mae", Last: "Osei", Group: "dock", DefaultPage: int(page.ESignBOL), Warehouses: []string{"ATL"}, Warehouse: "ATL"},
			{ID: "U-FAR", Login: "far", First: "Dee", Last: "Sutton", Group: "dock", DefaultPage: int(page.ESignBOL), Warehouses: []string{"DAL"}, Warehouse: "DAL"},
		} {
			u.Login, u.Hash, u.Agreed = u.Login+"@"+strings.ToLower(org)+".test", w.hash, true
			if _, err := a.Access.CreateUser(ctx, tx, u); err != nil {
				return err
			}
		}
		for _, s := range f.Warehouses {
			if err := a.Warehouse.Put(ctx, tx, warehouse.Site{ID: s.Code, Name: s.Name, Address: store.JSON[freight.Party]{V: s.Address}, Zone: s.Zone, Doors: store.JSON[[]string]{V: s.Doors}}); err != nil {
				return err
			}
			if err := a.Dock.PutSetting(ctx, tx, dock.Setting{ID: s.Code, Print: true, MailTo: store.JSON[[]string]{V: []string{}}, LPNLoading: true, WeightTolerance: 100}); err != nil {
				return err
			}
		}
		for _, c := range f.Carriers[:4] {
			if err := a.Carrier.Put(ctx, tx, carrier.Carrier{ID: c.SCAC, Name: c.Name, Modes: store.JSON[[]string]{V: c.Modes}}); err != nil {
				return err
			}
		}
		for _, o := range f.Orders {
			if err := a.Order.Put(ctx, tx, order.Order{Number: o.Number, Warehouse: o.Warehouse, Customer: o.Customer, Consignee: store.JSON[freight.Party]{V: o.Consignee}, Refs: store.JSON[[]string]{V: o.Refs},
				ShipOn: o.ShipOn, DueOn: o.DueOn, Terms: freight.Terms(o.Terms), State: order.Open}, o.Items); err != nil {
				return err
			}
		}
		var err error
		if orders, err = w.waiting(ctx, tx, f); err != nil {
			return err
		}
		for i := range 6 {
			m, err := w.load(ctx, tx, f, i)
			if err != nil {
				return err
			}
			made = append(made, m)
		}
		if boxes, err = w.packed(ctx, tx); err == nil {
			err = w.bought(ctx, tx)
		}
		if err == nil {
			parked, err = w.yard(ctx, tx)
		}
		if err == nil {
			keys, err = w.strangers(ctx, tx, f)
		}
		return err
	})
	if err == nil {
		err = w.kept(ctx, org)
	}
	return map[string]any{"strangers": keys, "shipments": made, "boxes": boxes, "yard": parked, "desk": map[string]any{"orders": orders, "carrier": f.Carriers[0].SCAC}}, err
}

// kept waits until the replica has an organisation: one that goes with the data folder before that was never made.
func (w *world) kept(ctx context.Context, org string) error {
	db, err := w.app.Store.Org(ctx, org)
	if err != nil {
		return err
	}
	return db.WaitReplicated(ctx, db.Version())
}

// waiting are orders of one consignee, which the office may change, bind together and build in any number.
func (w *world) waiting(ctx context.Context, tx *store.Tx, f fixtures.World) (ids []string, err error) {
	items := []freight.Item{{Description: "Flat-pack shelving", Pieces: 6, PackageType: "CTN", Pallets: 1, Weight: freight.Measure{Milli: 210_000, Unit: "lb"}, Class: "70"}}
	for i := range 5 {
		o := order.Order{ID: ulid.Make().String(), Number: fmt.Sprintf("DESK-%d", i+1), Warehouse: "ATL", Customer: f.Customers[0].Code, Consignee: store.JSON[freight.Party]{V: f.Customers[0].Address},
			Refs: store.JSON[[]string]{V: []string{}}, ShipOn: tx.Now.Format(time.DateOnly), Terms: "P", State: order.Open}
		if err := w.app.Order.Put(ctx, tx, o, items); err != nil {
			return nil, err
		}
		ids = append(ids, o.ID)
	}
	return ids, nil
}

var mill = freight.Party{Name: "Simulated Mill", Street: "1 Foundry St", City: "Greenville", State: "SC", Zip: "29601", Country: "US"}

// madeYard is the yard of ATL: a row of three spots, and trailers of which nobody has said where they stand.
type madeYard struct {
	Row      string   `json:"row"`
	Trailers []string `json:"trailers"`
}

func (w *world) yard(ctx context.Context, tx *store.Tx) (y madeYard, err error) {
	y.Row = ulid.Make().String()
	if _, err := tx.ExecContext(ctx, `INSERT INTO warehouse_yard_row (id, warehouse, name, kind, first, spots, closed, doors, x, y, down, at, by_user) VALUES (?, 'ATL', 'Y', 'spots', 1, 3, '[]', '[]', 0, 0, 0, 0, '')`, y.Row); err != nil {
		return y, err
	}
	for i := range 4 {
		t, err := w.app.Warehouse.NoteTrailer(ctx, tx, warehouse.TrailerReq{ID: ulid.Make().String(), Warehouse: "ATL", Number: fmt.Sprintf("YT-%d", i), Contents: "empty", Dropped: true})
		if err != nil {
			return y, err
		}
		y.Trailers = append(y.Trailers, t.ID)
	}
	return y, nil
}

// bought is what a vendor ships in parts.
func (w *world) bought(ctx context.Context, tx *store.Tx) error {
	bolts := freight.Item{Code: "BOLT", Description: "Hex bolts", PackageType: "CTN", Class: "50", Pieces: 60, Weight: freight.Measure{Milli: 1_500_000, Unit: "lb"}}
	for _, number := range []string{"PO-1", "PO-2", "PO-3", "PO-4"} { // the last two by its own link alone
		p := order.Purchase{ID: number, Number: number, Warehouse: "ATL", Vendor: store.JSON[freight.Party]{V: mill}, Terms: "C",
			Lines: store.JSON[[]order.PurchaseLine]{V: []order.PurchaseLine{{Line: "1", Item: bolts, Parts: []order.PurchaseSent{}}}}}
		if err := w.app.Order.PutPurchase(ctx, tx, p); err != nil {
			return err
		}
	}
	return nil
}

// packed has an order of small goods wait to be packed, into two boxes or more.
func (w *world) packed(ctx context.Context, tx *store.Tx) ([]madeBox, error) {
	a := w.app
	in := func(v int64) freight.Measure { return freight.Measure{Milli: v * 1000, Unit: "in"} }
	size := store.JSON[packing.Size]{V: packing.Size{Length: in(10), Width: in(10), Height: in(5)}}
	if err := a.Packing.PutType(ctx, tx, packing.Type{ID: "C-10", Kind: packing.Carton, Name: "Carton", Inner: size, Outer: size}); err != nil {
		return nil, err
	}
	o := order.Order{ID: ulid.Make().String(), Number: "PACK-1", Warehouse: "ATL", Refs: store.JSON[[]string]{V: []string{}}, ShipOn: tx.Now.Format(time.DateOnly), Terms: "P", State: order.Open}
	items := []freight.Item{
		{Code: "MUG", Description: "Mug, boxed", Pieces: 8, Weight: freight.Measure{Milli: 8000, Unit: "lb"}, Length: in(5), Width: in(5), Height: in(5)},
		{Code: "BOWL", Description: "Bowl, boxed", Pieces: 1, Weight: freight.Measure{Milli: 3000, Unit: "lb"}, Length: in(9), Width: in(9), Height: in(4)}}
	if err := a.Order.Put(ctx, tx, o, items); err != nil {
		return nil, err
	}
	plan, err := a.Packing.PutPlan(ctx, tx, o.ID, packing.Carton)
	var boxes []madeBox
	for _, b := range plan.Boxes {
		boxes = append(boxes, madeBox{plan.Plan.ID, b.ID, b.Contents.V[0].Code})
	}
	return boxes, err
}

func (w *world) load(ctx context.Context, tx *store.Tx, f fixtures.World, i int) (madeShipment, error) {
	a, now := w.app, tx.Now
	site, c := f.Warehouses[0], f.Carriers[i%4]
	for _, s := range f.Warehouses {
		if s.Code == "ATL" && i < 4 || s.Code == "DAL" && i >= 4 {
			site = s
		}
	}
	pallets := int64(2 + i%3)
	items := []freight.Item{{Description: "Flat-pack shelving", Pieces: 12 * pallets, PackageType: "CTN", Pallets: pallets, PalletType: "GMA", Weight: freight.Measure{Milli: 410_000 * pallets, Unit: "lb"}, Class: "70"}}
	bol, err := a.Org.NextBOL(ctx, tx)
	if err != nil {
		return madeShipment{}, err
	}
	pieces, n, weight := freight.Totals(items)
	row := shipment.Shipment{ID: ulid.Make().String(), Number: fmt.Sprintf("L%d", 900001+i), Status: shipment.Tendered, Mode: "LTL", Terms: "P", Warehouse: site.Code, Customer: f.Customers[0].Code,
		Carrier: c.SCAC, CarrierName: c.Name, BOL: bol, ShipOn: now.Format(time.DateOnly), PickupFrom: "11:00", PickupTo: "15:30", DueAt: store.At(now.Add(3 * time.Hour)),
		Origin: store.JSON[freight.Party]{V: site.Address}, Destination: store.JSON[freight.Party]{V: f.Customers[0].Address}, BillTo: store.JSON[freight.Party]{V: site.Address},
		Items: store.JSON[[]freight.Item]{V: items}, Stops: store.JSON[[]shipment.Stop]{V: []shipment.Stop{}}, Refs: store.JSON[[]string]{V: []string{}}, Orders: store.JSON[[]string]{V: []string{f.Orders[i].Number}},
		Pieces: pieces, Pallets: n, Weight: store.JSON[freight.Measure]{V: weight}, CreatedAt: store.At(now)}
	if err := a.Shipment.Put(ctx, tx, row, &shipment.Cost{Currency: "USD", TotalMinor: 51200, Charges: store.JSON[[]shipment.Charge]{V: []shipment.Charge{{Code: "linehaul", Description: "Line haul", AmountMinor: 51200}}}}); err != nil {
		return madeShipment{}, err
	}
	if _, err := a.Shipment.PutOnDock(ctx, tx, shipment.PutOnDockReq{ShipmentID: row.ID, DueAt: row.DueAt}); err != nil {
		return madeShipment{}, err
	}
	m := madeShipment{ID: row.ID, Warehouse: row.Warehouse, BOL: bol, Pieces: pieces}
	m.Pallets, err = store.Select[string](ctx, tx, `SELECT id FROM dock_pallet WHERE shipment_id = ? ORDER BY lpn`, row.ID)
	return m, err
}
