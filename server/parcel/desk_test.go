package parcel_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/parcel"
	"lading/server/store"
	"lading/server/testkit"
)

// carrier is a server that answers as a carrier's published API does. answer is asked for each request and gives the status and the body; status 0 closes the line.
type carrier struct {
	*httptest.Server
	mu     sync.Mutex
	heard  []heard
	answer func(h heard) (int, string)
}

type heard struct {
	method, path, body string
	head               http.Header
}

func newCarrier(t *testing.T, answer func(h heard) (int, string)) *carrier {
	t.Helper()
	c := &carrier{answer: answer}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		h := heard{r.Method, r.URL.RequestURI(), string(body), r.Header}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.heard = append(c.heard, h)
		status, text := c.answer(h)
		if status == 0 {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(c.Close)
	return c
}

// times counts the requests whose method and path begin so.
func (c *carrier) times(begins string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.heard {
		if strings.HasPrefix(h.method+" "+h.path, begins) {
			n++
		}
	}
	return n
}

// last is the last request whose method and path begin so.
func (c *carrier) last(begins string) (last heard) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.heard {
		if strings.HasPrefix(h.method+" "+h.path, begins) {
			last = h
		}
	}
	return last
}

// desk is an office with a parcel shipment that is rated, and with a carrier's account.
type desk struct {
	*testkit.Kit
	office   *testkit.Person
	carrier  *carrier
	shipment string
}

func newDesk(t *testing.T, c *carrier, kits ...*testkit.Kit) *desk {
	t.Helper()
	var k *testkit.Kit
	if len(kits) > 0 {
		k = kits[0]
	} else {
		k = testkit.New(t)
	}
	k.App.Parcel.PublicURL = "https://tms.example"
	d := &desk{Kit: k, carrier: c, office: k.As("office@demo.test")}
	k.App.Parcel.Client = c.Client()
	k.App.Parcel.Hosts = func(parcel.Carrier) parcel.Hosts { return parcel.Hosts{API: c.URL + "/api", Auth: c.URL + "/security"} }
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		if err := k.App.Org.Create(ctx, tx, "IVORY", "Ivory Goods", "0614141"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES ('ATL', 'Atlanta', '{"name":"Ivory Goods","street":"1 Peach St","city":"Atlanta","state":"GA","zip":"30301","country":"US","phone":"4045550100"}', 'America/New_York', '[]')`)
		return err
	})
	d.office.Call("Carriers/AddNewCarrier", obj{"Mode": "ADD", "SCAC": "UPSN", "CarrierName": "UPS", "Email": "ops@ups.test", "RateModes": []string{"LTL"}})
	d.shipment = d.enter("P-1", nil)
	return d
}

// enter makes a parcel shipment of two packages, rated; with changes the entry is another.
func (d *desk) enter(order string, with obj) string {
	d.T.Helper()
	in := func(n int) obj { return obj{"milli": n * 1000, "unit": "in"} }
	e := obj{"Kind": "parcel", "WHSE": "ATL", "OrderNumber": order, "PaymentType": "P", "ShipOn": d.Now().Add(48 * time.Hour).Format(time.DateOnly),
		"Destination": obj{"name": "Ann Lee", "street": "9 Elm St", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US", "phone": "9015550111"},
		"Items":       []obj{{"Description": "Samples", "Qty": 2, "Weight": obj{"milli": 5200, "unit": "lb"}, "Length": in(9), "Width": in(8), "Height": in(7)}}}
	for k, v := range with {
		e[k] = v
	}
	got := testkit.Into[struct {
		ID string `json:"id"`
	}](d.T, d.office.Call("Shipment/SaveShipment", obj{"Then": "rate", "Shipment": e}))
	return got.ID
}

// order is a purchase by a carrier's rate for a service, which is asked for.
func (d *desk) order(c parcel.Carrier, shipment, service string) obj {
	d.T.Helper()
	for _, r := range testkit.Into[[]parcel.Rate](d.T, d.office.Call("Parcel/Rates", obj{"Carrier": string(c), "ShipmentId": shipment})) {
		if r.Service == service {
			return obj{"Carrier": string(c), "ShipmentId": shipment, "Offer": r.Offer}
		}
	}
	d.T.Fatalf("no rate of %s", service)
	return nil
}

// plain is a rate without what it is bought by.
func plain(r parcel.Rate) parcel.Rate {
	r.Offer = ""
	return r
}

func (d *desk) drain() {
	d.T.Helper()
	if _, err := d.App.Jobs.Drain(context.Background(), "1"); err != nil {
		d.T.Fatal(err)
	}
}

// later lets so much time pass and does what is due then.
func (d *desk) later(by time.Duration) {
	d.T.Helper()
	d.Pass(by)
	d.drain()
}

func (d *desk) label(c parcel.Carrier) parcel.Label {
	d.T.Helper()
	list := testkit.Into[[]parcel.Label](d.T, d.office.Call("Parcel/Labels", obj{"Carrier": string(c)}))
	if len(list) == 0 {
		d.T.Fatal("no label")
	}
	return list[0]
}

// history are the kinds of the shipment's events.
func (d *desk) history(shipment string) (kinds []string) {
	d.T.Helper()
	d.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		kinds, err = store.Select[string](ctx, tx, `SELECT kind FROM shipment_event WHERE shipment_id = ? ORDER BY n`, shipment)
		return err
	})
	return kinds
}

// stands tells a shipment's status, carrier, PRO, cost and how many files it has.
func (d *desk) stands(shipment string) (status, scac, pro string, cost, files int64) {
	d.T.Helper()
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT s.status, s.carrier, s.pro, COALESCE(c.total_minor, 0), (SELECT count(*) FROM document WHERE shipment_id = s.id AND kind = 'attachment')
FROM shipment s LEFT JOIN shipment_cost c ON c.id = s.id WHERE s.id = ?`, shipment).Scan(&status, &scac, &pro, &cost, &files)
	})
	return status, scac, pro, cost, files
}
