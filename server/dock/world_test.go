package dock_test

import (
	"context"
	"slices"
	"testing"

	"lading/server/dock"
	"lading/server/document"
	"lading/server/kit/event"
	"lading/server/kit/evidence"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/gs1"
	"lading/server/store"
	"lading/server/testkit"
)

const (
	image   = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	strokes = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
	photo   = "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
)

// world stands in for the areas beside the dock, and remembers what they were told.
type world struct {
	*testkit.Kit
	kinds    []string
	told     []any // what stands behind each of them
	departed []string
	signed   []event.BillSigned
	agreed   []event.TimesAgreed
	serial   int64

	zip   string         // of the consignee
	items []freight.Item // of every load's bill
	noRec bool           // section 7 is set, on a collect bill

	corrected []string
	used      map[string]string
}

func (w *world) Record(_ context.Context, _ *store.Tx, shipmentID, kind string, data any) error {
	w.kinds, w.told = append(w.kinds, shipmentID+" "+kind), append(w.told, data)
	return nil
}
func (w *world) Consignment(context.Context, *store.Tx, string) (freight.Consignment, error) {
	terms := "P"
	if w.noRec {
		terms = "C"
	}
	return freight.Consignment{Items: w.items, Clauses: freight.Clauses{NoRecourse: w.noRec}, BOL: "BOL-1", Warehouse: "ATL", Terms: terms, Carrier: "ODFL", CarrierName: "Old Dominion",
		Origin:      freight.Party{Name: "Piedmont Coatings", Street: "1 Dock Rd", City: "Atlanta", State: "GA", Zip: "30336"},
		Destination: freight.Party{Name: "Gulf States", Street: "2 Wallisville Rd", City: "Houston", State: "TX", Zip: w.zip}}, nil
}

// billed knows a bill for every load; for the rest it is the real thing.
type billed struct {
	document.Shipments
	w *world
}

func (b billed) Consignment(ctx context.Context, tx *store.Tx, id string) (freight.Consignment, error) {
	return b.w.Consignment(ctx, tx, id)
}

func (w *world) Add(context.Context, *store.Tx, string, string, any) error { return nil }
func (w *world) Depart(_ context.Context, _ *store.Tx, id string) error {
	w.departed = append(w.departed, id)
	return nil
}
func (w *world) Correct(_ context.Context, _ *store.Tx, id string, c freight.Correction) error {
	w.corrected = append(w.corrected, id+" "+c.BOL+"/"+c.PRO+"/"+c.Carrier)
	return nil
}
func (w *world) UseNumber(_ context.Context, _ *store.Tx, kind, _, number, subject string) error {
	if known, ok := w.used[number]; ok && known != subject {
		return fail.Conflict("number-used", "number", number)
	}
	if w.used == nil {
		w.used = map[string]string{}
	}
	w.used[number] = subject
	return nil
}
func (w *world) Chain(context.Context, *store.Tx, string) ([]evidence.Event, error) { return nil, nil }
func (w *world) NextSSCC(context.Context, *store.Tx) (string, error) {
	w.serial++
	return gs1.SSCC(0, "0614141", w.serial)
}
func (w *world) Sites(context.Context, *store.Tx) ([]freight.Site, error) {
	return []freight.Site{{ID: "ATL", Name: "Atlanta", Zone: "America/New_York", Doors: []string{"1", "2"}}, {ID: "DAL", Name: "Dallas", Zone: "America/Chicago", Doors: []string{"1"}}}, nil
}
func (w *world) Carriers(context.Context, *store.Tx) ([]freight.Carrier, error) {
	return []freight.Carrier{{SCAC: "ODFL", Name: "Old Dominion", Code: "ODFL"}}, nil
}

// start has two loads on the dock of ATL, S1 of two pallets and S2 of one, and one in DAL.
func start(t *testing.T) *world {
	t.Helper()
	w := &world{zip: "77013"}
	wire := func(a *dock.Area, bus *store.Bus) {
		a.Shipments, a.Labels, a.Sites, a.Carriers = w, w, w, w
		store.On(bus, func(_ context.Context, _ *store.Tx, e event.TimesAgreed) error {
			w.agreed = append(w.agreed, e)
			return nil
		})
		store.On(bus, func(_ context.Context, _ *store.Tx, e event.BillSigned) error {
			w.signed = append(w.signed, e)
			return nil
		})
	}
	w.Kit = testkit.New(t)
	wire(w.App.Dock, w.App.Bus)
	w.App.Document.Shipments, w.App.Document.Jobs = billed{w.App.Document.Shipments, w}, w
	w.dock(docked("S1", "ATL", "BOL-1", 2))
	w.dock(docked("S2", "ATL", "BOL-2", 1))
	w.dock(docked("S3", "DAL", "BOL-3", 1))
	w.kinds = nil
	return w
}

func docked(id, warehouse, bol string, pallets int64) event.ShipmentDocked {
	return event.ShipmentDocked{ShipmentID: id, Warehouse: warehouse, BOL: bol, Carrier: "ODFL", CarrierName: "Old Dominion", Orders: []string{"SO-" + id}, ShipOn: "2026-11-20",
		Consignee: "Gulf States", City: "Houston", Region: "TX", Pieces: 10 * pallets, Pallets: pallets, Weight: freight.Measure{Milli: 1_000_000 * pallets, Unit: "lb"}, Door: "1",
		Items: []freight.Item{{Description: "Paint", Pieces: 10 * pallets, PackageType: "CTN", Pallets: pallets, Weight: freight.Measure{Milli: 1_000_000 * pallets, Unit: "lb"}}}}
}

func (w *world) dock(e event.ShipmentDocked) {
	w.T.Helper()
	w.Write("1", func(ctx context.Context, tx *store.Tx) error { return tx.Emit(ctx, e) })
}

func (w *world) pallets(id string) []dock.Pallet {
	w.T.Helper()
	return testkit.Into[[]dock.Pallet](w.T, w.As("admin@demo.test").Call("DockView/GetLpnNumbers", dock.ShipmentReq{ShipmentID: id}))
}

func (w *world) load(id string) dock.Shipment {
	w.T.Helper()
	list := testkit.Into[[]dock.Shipment](w.T, w.As("admin@demo.test").Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting", "arrived", "loading", "loaded", "signed", "void"}}))
	i := slices.IndexFunc(list, func(s dock.Shipment) bool { return s.ID == id })
	if i < 0 {
		w.T.Fatalf("no load %s", id)
	}
	return list[i]
}

// Lines are of no load here.
func (w *world) Lines(context.Context, *store.Tx, string) ([]freight.Item, error) { return nil, nil }

// Resolve knows the loads by their ids alone.
func (w *world) Resolve(_ context.Context, _ *store.Tx, name string) (string, error) {
	return name, nil
}
