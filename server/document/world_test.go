package document_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"testing"

	"lading/server/document"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// world stands in for the shipment's area, the job runner and the blob store.
type world struct {
	*testkit.Kit
	con      freight.Consignment
	blobs    map[string][]byte
	jobs     map[string]bool // key → done
	payload  map[string][]byte
	made     []event.DocumentMade
	recorded []string
	failures int // of a job, before it is done
	units    []freight.Unit
	places   bool // the warehouse lets photos tell where they were taken
	prints   bool // the warehouse prints what is signed

	stowed []freight.Stowed // the load's pallets, once the loading is over

	version    int // of the bill
	correction string
}

func (w *world) Consignment(_ context.Context, tx *store.Tx, id string) (freight.Consignment, error) {
	if id != w.con.ShipmentID || !tx.By.SeesWarehouse(w.con.Warehouse) {
		return freight.Consignment{}, fail.NotFound("no-such-file")
	}
	return w.con, nil
}

func (w *world) Record(_ context.Context, _ *store.Tx, shipmentID, kind string, _ any) error {
	w.recorded = append(w.recorded, shipmentID+" "+kind)
	return nil
}

func (w *world) Name(context.Context, *store.Tx) (string, error) { return "Northgate Home Supply", nil }

func (w *world) Loading(context.Context, *store.Tx, string) (freight.Loading, bool, error) {
	return freight.Loading{Trailer: "533182", Seal: "UL-1, UL-2", Version: w.version, Correction: w.correction, Pallets: w.stowed, FoundBy: map[string]string{"Pallet LPN-1: 2 of 10 pieces short": "Dan Ruiz"}}, true, nil
}

func (w *world) Units(context.Context, *store.Tx, string) ([]freight.Unit, error) {
	return w.units, nil
}

func (w *world) KeepsPhotoPlace(context.Context, *store.Tx, string) (bool, error) {
	return w.places, nil
}
func (w *world) PrintsSigned(context.Context, *store.Tx, string) (bool, error) { return w.prints, nil }

func (w *world) Resolve(_ context.Context, tx *store.Tx, name string) (string, error) {
	if name != w.con.ShipmentID && name != w.con.Number && name != w.con.BOL || !tx.By.SeesWarehouse(w.con.Warehouse) {
		return "", fail.NotFound("shipment-unknown")
	}
	return w.con.ShipmentID, nil
}

func (w *world) OfOrders(_ context.Context, _ *store.Tx, orders []string) (out []freight.Filed, err error) {
	for _, o := range orders {
		if slices.Contains(w.con.Orders, o) {
			out = append(out, freight.Filed{Order: o, ShipmentID: w.con.ShipmentID})
		}
	}
	return out, nil
}

func (w *world) Amend(_ context.Context, _ *store.Tx, _ string, m freight.Amendment, _ string) error {
	if m.PRO != nil {
		w.con.PRO = *m.PRO
	}
	return nil
}

func (w *world) Sites(context.Context, *store.Tx) ([]freight.Site, error) {
	return []freight.Site{{ID: "ATL"}, {ID: "DAL"}}, nil
}

func (w *world) Add(_ context.Context, _ *store.Tx, kind, key string, payload any) error {
	if kind != document.SignedJob {
		return fmt.Errorf("job of kind %s", kind)
	}
	b, err := json.Marshal(payload)
	if _, known := w.jobs[key]; !known {
		w.jobs[key], w.payload[key] = false, b
	}
	return err
}

func (w *world) Put(_ context.Context, org, _ string, b []byte) (string, error) {
	w.blobs[org+"/"+hashOf(b)] = b
	return hashOf(b), nil
}

func (w *world) Get(_ context.Context, org, hash string) ([]byte, error) {
	b, ok := w.blobs[org+"/"+hash]
	if !ok {
		return nil, fail.NotFound("blob-unknown")
	}
	return b, nil
}

func (w *world) Open(ctx context.Context, org, hash string) (io.ReadSeekCloser, int64, error) {
	b, err := w.Get(ctx, org, hash)
	return seeker{bytes.NewReader(b)}, int64(len(b)), err
}

func hashOf(b []byte) string { h := sha256.Sum256(b); return hex.EncodeToString(h[:]) }

func start(t *testing.T) *world {
	t.Helper()
	w := &world{blobs: map[string][]byte{}, jobs: map[string]bool{}, payload: map[string][]byte{}}
	lb := freight.Measure{Milli: 1_000_000, Unit: "lb"}
	w.con = freight.Consignment{ShipmentID: "S1", Number: "L1", Warehouse: "ATL", Zone: "America/New_York", BOL: "BOL-1", PRO: "PRO-1", ShipOn: "2026-11-20", Terms: "P", Carrier: "ODFL", CarrierName: "Old Dominion",
		Origin:      freight.Party{Name: "Piedmont Coatings", Street: "1 Dock Rd", City: "Atlanta", State: "GA", Zip: "30336"},
		Destination: freight.Party{Name: "Gulf States", Street: "2 Wallisville Rd", City: "Houston", State: "TX", Zip: "77013"}, Orders: []string{"SO-1"},
		Items: []freight.Item{{Order: "SO-1", Description: "Paint", Pieces: 20, PackageType: "CTN", Pallets: 2, Weight: lb, Class: "55", NMFC: "149980-02"}}}
	w.Kit = testkit.New(t)
	a := w.App.Document
	a.Shipments, a.Dock, a.Jobs, a.Blobs, a.Names, a.Sites = w, w, w, w, w, w
	a.Patience = 0 // jobs are done when a test says so
	store.On(w.App.Bus, func(_ context.Context, _ *store.Tx, e event.DocumentMade) error {
		w.made = append(w.made, e)
		return nil
	})
	return w
}

// work does what waits, as the runner would.
func (w *world) work() {
	w.T.Helper()
	db, err := w.App.Store.Org(context.Background(), "1")
	if err != nil {
		w.T.Fatal(err)
	}
	for key, done := range w.jobs {
		if done {
			continue
		}
		if err := w.App.Document.MakeSigned(context.Background(), db, w.payload[key], w.failures); err != nil {
			w.T.Fatalf("%s: %v", key, err)
		}
		w.jobs[key] = true
	}
}

func (w *world) emit(events ...any) {
	w.T.Helper()
	w.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, e := range events {
			if b, ok := e.(event.BlobArrived); ok {
				if err := store.KeepBlob(ctx, tx, b.Hash, b.Size, b.Type); err != nil {
					return err
				}
			}
			if err := tx.Emit(ctx, e); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *world) arrive(b []byte) string {
	w.blobs["1/"+hashOf(b)] = b
	w.emit(event.BlobArrived{Hash: hashOf(b), Type: "image/png", Size: int64(len(b))})
	return hashOf(b)
}

func (w *world) papers(login string) []document.Document {
	w.T.Helper()
	return testkit.Into[[]document.Document](w.T, w.As(login).Call("Shipment/GetShipmentWiseAttachments", document.ShipmentReq{ShipmentID: "S1"}))
}

// file makes a call that answers a file.
func (w *world) file(login, path string, req any, files ...op.File) (any, error) {
	w.T.Helper()
	p := w.As(login)
	o, ok := w.App.Registry.Find(path)
	if !ok {
		w.T.Fatalf("no call %s", path)
	}
	args, err := json.Marshal(req)
	if err != nil {
		w.T.Fatal(err)
	}
	a, err := w.App.Registry.Run(context.Background(), &op.Call{Op: o, Org: p.Org, By: p.By, Args: args, Language: "en", Files: files})
	return a.Body, err
}
