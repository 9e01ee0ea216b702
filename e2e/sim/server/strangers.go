package main

import (
	"context"
	"net/http"
	"time"

	"lading/fixtures"
	"lading/server/carrier"
	"lading/server/job"
	"lading/server/kit/freight"
	"lading/server/org"
	"lading/server/parcel"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/tracking"

	"github.com/oklog/ulid/v2"
)

// strangers are what those hold who never sign in: the vendor's link, the sign at the gate, the containers that a provider tells of.
type strangers struct {
	Portal     string   `json:"portal"`
	Purchases  []string `json:"purchases"`
	Gate       string   `json:"gate"`
	Containers []string `json:"containers"`
}

// outside has the program speak with the simulation's parcel carrier, and with nobody else.
func (w *world) outside(carrierAt string) {
	a := w.app
	a.Parcel.Client = &http.Client{Timeout: 5 * time.Second}
	a.Parcel.Hosts = func(parcel.Carrier) parcel.Hosts {
		return parcel.Hosts{API: carrierAt + "/api", Auth: carrierAt + "/security"}
	}
	a.Parcel.PublicURL = "https://sim.test"
}

// containers are numbers with a right check digit.
var containers = []string{"CSQU3054383", "TCLU6718159"}

// witness notes each time that a load whose truck is here is sent to a door of the dispatchers' at which another stands. Whoever begins to load says where the
// trailer is, and uses other doors here.
const witness = `CREATE TABLE sim_door (what TEXT NOT NULL) STRICT;
CREATE TRIGGER sim_door AFTER UPDATE OF door ON dock_shipment
WHEN NEW.door IN ('01', '02', '03') AND NEW.door <> OLD.door AND NEW.state IN ('arrived', 'loading', 'loaded') AND NEW.left_at IS NULL
BEGIN
  INSERT INTO sim_door SELECT NEW.bol || ' was sent to door ' || NEW.door || ', where ' || bol || ' stands' FROM dock_shipment
  WHERE warehouse = NEW.warehouse AND door = NEW.door AND id <> NEW.id AND left_at IS NULL AND state IN ('arrived', 'loading', 'loaded');
END`

func (w *world) strangers(ctx context.Context, tx *store.Tx, f fixtures.World) (s strangers, err error) {
	a := w.app
	place := org.Place{PlaceReq: org.PlaceReq{ID: "V-MILL", Kind: org.PlaceVendor, Code: "MILL", Name: mill.Name, Street: mill.Street, City: mill.City, State: mill.State, Zip: mill.Zip, Country: mill.Country}}
	place.At = store.At(tx.Now)
	if err := store.Insert(ctx, tx, "org_place", place); err != nil {
		return s, err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO vendor_portal (vendor_id, email, language, sent_at, sent_by, sent_by_name) VALUES ('V-MILL', 'mill@sim.test', 'en', ?, 'U-OFFICE', 'Olive Harper')`, store.At(tx.Now)); err != nil {
		return s, err
	}
	year := tx.Now.AddDate(1, 0, 0)
	portal, err := a.Access.MailLink(ctx, tx, "vendor", "V-MILL", "", year)
	if err != nil {
		return s, err
	}
	gate, err := a.Access.MailLink(ctx, tx, "gate", "ATL", "ATL", year)
	if err != nil {
		return s, err
	}
	s = strangers{Portal: a.Access.LinkToken(tx.Org, portal.ID), Purchases: []string{"PO-1", "PO-3", "PO-4"}, Gate: a.Access.LinkToken(tx.Org, gate.ID), Containers: containers}
	for _, c := range []carrier.Carrier{{ID: "UPSN", Name: "UPS"}, {ID: "USPS", Name: "USPS"}} {
		c.Modes.V = []string{"LTL"}
		if err := a.Carrier.Put(ctx, tx, c); err != nil {
			return s, err
		}
	}
	if err := w.afloat(ctx, tx, f); err != nil {
		return s, err
	}
	_, err = tx.ExecContext(ctx, witness)
	return s, err
}

// afloat has containers of two shipments at sea, of which a provider tells by notices that it signs.
func (w *world) afloat(ctx context.Context, tx *store.Tx, f fixtures.World) error {
	a, site := w.app, f.Warehouses[0]
	for i, number := range containers {
		row := shipment.Shipment{ID: ulid.Make().String(), Number: "SEA-" + number[:4], Status: shipment.Tendered, Mode: "LTL", Terms: "P", Warehouse: site.Code, Customer: f.Customers[i].Code,
			Carrier: f.Carriers[0].SCAC, CarrierName: f.Carriers[0].Name, ShipOn: tx.Now.Format(time.DateOnly), Origin: store.JSON[freight.Party]{V: site.Address}, Destination: store.JSON[freight.Party]{V: f.Customers[i].Address},
			BillTo: store.JSON[freight.Party]{V: site.Address}, Items: store.JSON[[]freight.Item]{V: []freight.Item{}}, Stops: store.JSON[[]shipment.Stop]{V: []shipment.Stop{}}, Refs: store.JSON[[]string]{V: []string{}},
			Orders: store.JSON[[]string]{V: []string{}}, CreatedAt: store.At(tx.Now)}
		if err := a.Shipment.Put(ctx, tx, row, nil); err != nil {
			return err
		}
		if _, err := a.Tracking.SaveContainer(ctx, tx, tracking.ContainerReq{Shipment: row.Number, Number: number}); err != nil {
			return err
		}
	}
	_, err := a.Tracking.SaveAccount(ctx, tx, tracking.AccountReq{Secret: "S-0", Enabled: true})
	return err
}

// due has what waits for a parcel carrier done now, and tells how much that is.
func (w *world) due(ctx context.Context, id string, _ *http.Request) (any, error) {
	waits := int64(0)
	err := w.write(ctx, id, func(ctx context.Context, tx *store.Tx) error {
		const which = ` FROM job WHERE state = 'waiting' AND kind IN ('parcel-buy', 'parcel-void')`
		kinds, err := store.Select[string](ctx, tx, `SELECT DISTINCT kind`+which)
		if err != nil {
			return err
		}
		if waits, _, err = store.Get[int64](ctx, tx, `SELECT count(*)`+which); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE job SET due_at = ? WHERE id IN (SELECT id`+which+`)`, store.At(tx.Now)); err != nil {
			return err
		}
		for _, kind := range kinds {
			if err := tx.Emit(ctx, job.Added{Kind: kind}); err != nil {
				return err
			}
		}
		return nil
	})
	return waits, err
}

// heard is what the server has of what strangers said.
type heard struct {
	Shipped []shippedBy `json:"shipped"`
	Visits  []visitOf   `json:"visits"`
	Told    []told      `json:"told"`
	Notices []string    `json:"notices"`
	Labels  []labelOf   `json:"labels"`
}

// shippedBy is a shipment that a vendor made by its link.
type shippedBy struct {
	ID     string `json:"id" db:"id"`
	Pieces int64  `json:"pieces" db:"pieces"`
}

type visitOf struct {
	ID    string `json:"id" db:"id"`
	Plate string `json:"plate" db:"plate"`
}

// told is one thing that a provider said of a container.
type told struct {
	Source string `json:"source" db:"source_id"`
	At     int64  `json:"at" db:"told_at"`
	Event  int64  `json:"event" db:"event_at"`
	Stands bool   `json:"stands" db:"stands"`
}

type labelOf struct {
	ID        string `json:"id" db:"id"` // which is its reference at the carrier
	Shipment  string `json:"shipment" db:"shipment_id"`
	State     string `json:"state" db:"state"`
	CarrierID string `json:"carrierId" db:"carrier_id"`
}

func heardOf(ctx context.Context, tx *store.Tx) (h heard, err error) {
	if h.Shipped, err = store.Select[shippedBy](ctx, tx, `SELECT id, (SELECT sum(json_extract(value, '$.pieces')) FROM json_each(lines)) AS pieces FROM vendor_shipment`); err != nil {
		return h, err
	}
	if h.Visits, err = store.Select[visitOf](ctx, tx, `SELECT id, plate FROM warehouse_visit`); err != nil {
		return h, err
	}
	if h.Told, err = store.Select[told](ctx, tx, `SELECT source_id, told_at, event_at, replaced_by = '' AS stands FROM tracking_event WHERE source = 'terminal49'`); err != nil {
		return h, err
	}
	if h.Notices, err = store.Select[string](ctx, tx, `SELECT notice_id FROM tracking_notice`); err != nil {
		return h, err
	}
	h.Labels, err = store.Select[labelOf](ctx, tx, `SELECT id, shipment_id, state, carrier_id FROM parcel_label`)
	return h, err
}
