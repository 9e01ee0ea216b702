package tracking_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/app"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/tracking"
)

// provider is a small server that answers as Terminal49's published API does.
type provider struct {
	*httptest.Server
	mu     sync.Mutex
	heard  []string // method, path and body
	status int      // of a tracking request; 201 if zero
	hooks  string   // that are registered
	twice  bool     // what is asked for is tracked already
	past   string   // GET /containers/{id}/transport_events
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{past: `{"data":[]}`}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.heard = append(p.heard, r.Method+" "+r.URL.Path+" "+string(body))
		switch {
		case r.Header.Get("Authorization") != "Token K-1":
			w.WriteHeader(http.StatusUnauthorized)
		case r.Method == "POST" && r.URL.Path == "/webhooks":
			w.WriteHeader(http.StatusCreated)
			p.hooks = `{"id":"wh-1","type":"webhook","attributes":{"url":"https://tms.example/api/Tracking/Terminal49?org=1","active":true,"events":[],"secret":"S-1"}}`
			_, _ = io.WriteString(w, `{"data":`+p.hooks+`}`)
		case r.Method == "GET" && r.URL.Path == "/webhooks":
			_, _ = io.WriteString(w, `{"data":[`+p.hooks+`]}`)
		case r.Method == "POST" && r.URL.Path == "/tracking_requests" && p.twice:
			w.WriteHeader(http.StatusUnprocessableEntity)
			_, _ = io.WriteString(w, `{"errors":[{"status":"422","title":"Unprocessable Entity","detail":"Request number already exists in a tracking_request with a pending or created status","code":"duplicate"}]}`)
		case r.Method == "GET" && r.URL.Path == "/tracking_requests":
			_, _ = io.WriteString(w, `{"data":[{"id":"tr-1","type":"tracking_request","attributes":{"status":"created"},"relationships":{"tracked_object":{"data":{"id":"s-1","type":"shipment"}}}}]}`)
		case r.Method == "GET" && r.URL.Path == "/shipments/s-1":
			_, _ = io.WriteString(w, `{"data":{"id":"s-1","type":"shipment"},"included":[{"id":"c-0","type":"container","attributes":{"number":"TCLU6718159"}},{"id":"c-1","type":"container","attributes":{"number":"CSQU3054383"}}]}`)
		case r.Method == "POST" && r.URL.Path == "/tracking_requests" && p.status == http.StatusUnprocessableEntity:
			w.WriteHeader(p.status)
			_, _ = io.WriteString(w, `{"errors":[{"status":"422","title":"Unprocessable Entity","detail":"Scac 'XXXX' is not recognized"}]}`)
		case r.Method == "POST" && r.URL.Path == "/tracking_requests":
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, `{"data":{"id":"tr-1","type":"tracking_request","attributes":{"status":"pending"}}}`)
		case r.Method == "GET" && strings.HasSuffix(r.URL.Path, "/transport_events"):
			_, _ = io.WriteString(w, p.past)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *provider) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.heard, "\n")
}

// connected is a desk whose organisation has an account at the provider.
func connected(t *testing.T) (*desk, *provider) {
	t.Helper()
	p := newProvider(t)
	d := newDeskOf(testkit.With(t, app.Config{Data: testkit.DemoFolder(t, t.TempDir()), Replica: "off", PublicURL: "https://tms.example"}))
	d.App.Tracking.Provider, d.App.Tracking.Client = p.URL, p.Client()
	admin := d.As("admin@demo.test")
	if acc := testkit.Into[tracking.Account](t, admin.Call("Tracking/SaveAccount", obj{"ApiKey": "K-1", "Enabled": true})); !acc.HasKey || acc.HasSecret || acc.Address != "https://tms.example/api/Tracking/Terminal49?org=1" {
		t.Fatalf("%+v", acc)
	}
	d.drain()
	if acc := testkit.Into[tracking.Account](t, admin.Call("Tracking/Account", obj{})); !acc.Listening || !acc.HasSecret {
		t.Fatalf("after the webhook was made: %+v\n%s", acc, p.said())
	}
	return d, p
}

func (d *desk) drain() {
	d.T.Helper()
	if _, err := d.App.Jobs.Drain(context.Background(), "1"); err != nil {
		d.T.Fatal(err)
	}
}

// notice posts a notification over HTTP, signed.
func (d *desk) notice(body, secret string) int {
	d.T.Helper()
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(body))
	req := httptest.NewRequest("POST", "/api/Tracking/Terminal49?org=1", strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-T49-Webhook-Signature", hex.EncodeToString(mac.Sum(nil)))
	resp, err := d.App.Web.Test(req)
	if err != nil {
		d.T.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// told is a webhook_notification of a transport_event.
func told(notice, event, name, at, created, number string) string {
	return fmt.Sprintf(`{"data":{"id":%q,"type":"webhook_notification","attributes":{"event":%q,"delivery_status":"pending","created_at":%q},
"relationships":{"reference_object":{"data":{"id":%q,"type":"transport_event"}},"webhook":{"data":{"id":"wh-1","type":"webhook"}}}},
"included":[{"id":%q,"type":"transport_event","attributes":{"event":%q,"created_at":%q,"voyage_number":"042E","timestamp":%q,"timezone":"America/New_York","location_locode":"USSAV","data_source":"terminal"},
"relationships":{"container":{"data":{"id":"c-1","type":"container"}},"vessel":{"data":{"id":"v-1","type":"vessel"}},"location":{"data":{"id":"p-1","type":"port"}},"terminal":{"data":null}}},
{"id":"v-1","type":"vessel","attributes":{"name":"EVER GIVEN","imo":"9811000"}},
{"id":"p-1","type":"port","attributes":{"name":"Savannah","code":"USSAV","time_zone":"America/New_York"}},
{"id":"c-1","type":"container","attributes":{"number":%q,"pickup_lfd":"2026-11-25T05:00:00Z","pod_timezone":"America/New_York"}}]}`, notice, name, created, event, event, name, created, at, number)
}

// expects is a webhook_notification of an estimated_event.
func expects(notice, event, at, created, vessel string) string {
	return fmt.Sprintf(`{"data":{"id":%q,"type":"webhook_notification","attributes":{"event":"shipment.estimated.arrival","delivery_status":"pending","created_at":%q},
"relationships":{"reference_object":{"data":{"id":%q,"type":"estimated_event"}}}},
"included":[{"id":%q,"type":"estimated_event","attributes":{"created_at":%q,"estimated_timestamp":%q,"event":"shipment.estimated.arrival","location_locode":"USSAV","timezone":"America/New_York","voyage_number":"7W","data_source":"shipping_line"},
"relationships":{"shipment":{"data":{"id":"s-1","type":"shipment"}},"port":{"data":{"id":"p-1","type":"port"}},"vessel":{"data":{"id":"v-2","type":"vessel"}}}},
{"id":"s-1","type":"shipment","attributes":{"bill_of_lading_number":"MAEU1"}},{"id":"v-2","type":"vessel","attributes":{"name":%q}},
{"id":"c-1","type":"container","attributes":{"number":"CSQU3054383"}}]}`, notice, created, event, event, created, at, vessel)
}

func (d *desk) dossier() tracking.Dossier {
	d.T.Helper()
	return testkit.Into[tracking.Dossier](d.T, d.office.Call("NewTrackingAPI/getContDetails", obj{"ContainerID": box}))
}

func TestTerminal49_TracksAContainerAndSaysWhyItCannot(t *testing.T) {
	d, p := connected(t)
	d.add(box)
	d.drain()
	if !strings.Contains(p.said(), `POST /tracking_requests {"data":{"attributes":{"ref_numbers":["`+d.number+`"],"request_number":"CSQU3054383","request_type":"container","scac":"MAEU"},"type":"tracking_request"}}`) {
		t.Errorf("asked: %s", p.said())
	}
	if !strings.Contains(p.said(), `"url":"https://tms.example/api/Tracking/Terminal49?org=1"`) {
		t.Errorf("webhook: %s", p.said())
	}
	if got := d.dossier(); got.ProviderState != tracking.Asked {
		t.Errorf("%+v", got.Unit)
	}
	p.mu.Lock()
	p.status = http.StatusUnprocessableEntity
	p.mu.Unlock()
	other := d.add("TCLU6718159")
	d.drain()
	if got := testkit.Into[tracking.Dossier](t, d.office.Call("NewTrackingAPI/getContDetails", obj{"ContainerID": other.ID})); got.ProviderState != tracking.Failed || got.ProviderWhy != "Scac 'XXXX' is not recognized" {
		t.Errorf("%+v", got.Unit)
	}
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for _, kept := range []string{"K-1", "S-1"} {
			if n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM tracking_account WHERE api_key LIKE '%' || ? || '%' OR secret LIKE '%' || ?1 || '%'`, kept); err != nil || n > 0 {
				t.Errorf("%s stands open in the database: %v", kept, err)
			}
		}
		return nil
	})
	if f := d.office.Refused("Tracking/SaveAccount", obj{"ApiKey": "K-2", "Enabled": true}); f.Code != "no-right" {
		t.Errorf("the office: %+v", f)
	}
}

func TestNotice_CountsOnceInAnyOrderAndWithLaterCorrections(t *testing.T) {
	d, _ := connected(t)
	d.add(box)
	out := told("n-2", "e-2", "container.transport.full_out", "2026-11-19T15:00:00Z", "2026-11-19T16:00:00Z", box)
	if got := d.notice(out, "wrong"); got != http.StatusUnauthorized {
		t.Errorf("signed by another: %d", got)
	}
	if got := d.dossier(); len(got.Events) != 0 {
		t.Fatalf("%+v", got.Events)
	}
	for range 3 {
		if got := d.notice(out, "S-1"); got != http.StatusNoContent {
			t.Fatalf("%d", got)
		}
	}
	d.notice(strings.Replace(out, `"n-2"`, `"n-3"`, 1), "S-1") // sent anew under another number
	got := d.dossier()
	if len(got.Events) != 1 || got.Events[0].Place != "Savannah, GA" || got.Events[0].SaidBy != "terminal" || got.FreeUntil != "2026-11-25" || got.Vessel != "EVER GIVEN" || got.ProviderState != tracking.Tracked {
		t.Fatalf("%+v", got)
	}
	d.notice(told("n-1", "e-1", "container.transport.vessel_discharged", "2026-11-18T12:00:00Z", "2026-11-18T13:00:00Z", box), "S-1") // late
	if got = d.dossier(); len(got.Events) != 2 || got.LastCode != tracking.GateOut {
		t.Errorf("what comes late is the latest: %+v", got.Unit)
	}
	if status, _ := d.status(); status != "A" {
		t.Errorf("out of the port, and the load is %s", status)
	}
	// Two corrections of one event, the later one first.
	d.notice(told("n-5", "e-2", "container.transport.full_out", "2026-11-19T18:00:00Z", "2026-11-19T20:00:00Z", box), "S-1")
	d.notice(told("n-4", "e-2", "container.transport.full_out", "2026-11-19T17:00:00Z", "2026-11-19T18:00:00Z", box), "S-1")
	got = d.dossier()
	if want := time.Date(2026, 11, 19, 18, 0, 0, 0, time.UTC); got.LastAt.Time != want || len(got.Events) != 4 {
		t.Errorf("stands %v of %d events", got.LastAt, len(got.Events))
	}
	standing := 0
	for _, e := range got.Events {
		if e.ReplacedBy == "" {
			standing++
		}
	}
	if standing != 2 {
		t.Errorf("%d stand", standing)
	}
}

func TestNotice_BeforeItsContainerIsKnownWaitsForIt(t *testing.T) {
	d, _ := connected(t)
	if got := d.notice(told("n-1", "e-1", "container.transport.vessel_loaded", "2026-11-18T12:00:00Z", "2026-11-18T13:00:00Z", box), "S-1"); got != http.StatusNoContent {
		t.Fatalf("%d", got)
	}
	if u := d.add(box); u.LastCode != tracking.Loaded {
		t.Errorf("%+v", u)
	}
	d.notice(told("n-1", "e-1", "container.transport.vessel_loaded", "2026-11-18T12:00:00Z", "2026-11-18T13:00:00Z", box), "S-1")
	if got := d.dossier(); len(got.Events) != 1 {
		t.Errorf("%+v", got.Events)
	}
}

func TestNotice_MovesTheETAAndSaysWhy(t *testing.T) {
	d, _ := connected(t)
	d.add(box)
	d.notice(expects("n-1", "x-1", "2026-12-01T12:00:00Z", "2026-11-10T00:00:00Z", "EVER GIVEN"), "S-1")
	d.notice(expects("n-2", "x-2", "2026-12-02T12:00:00Z", "2026-11-12T00:00:00Z", "EVER GIVEN"), "S-1")
	if got := d.dossier(); got.ETAWhy != tracking.ByLine || got.ETA.Sub(got.ETAWas.Time) != 24*time.Hour {
		t.Errorf("%+v", got.Unit)
	}
	d.notice(expects("n-4", "x-4", "2026-12-06T12:00:00Z", "2026-11-16T00:00:00Z", "MSC OSCAR"), "S-1")
	d.notice(expects("n-3", "x-3", "2026-12-03T12:00:00Z", "2026-11-14T00:00:00Z", "EVER GIVEN"), "S-1") // late, and older
	got := d.dossier()
	if got.ETAWhy != tracking.Rolled || got.ETANote != "EVER GIVEN 7W" || got.ETA.Time != time.Date(2026, 12, 6, 12, 0, 0, 0, time.UTC) || len(got.Changes) != 4 || got.ETA.Sub(got.ETAWas.Time) != 72*time.Hour {
		t.Errorf("%+v", got)
	}
}

func TestTerminal49_AsksForWhatWasLost(t *testing.T) {
	d, p := connected(t)
	u := d.add(box)
	if f := d.office.Refused("Tracking/Refresh", obj{"ContainerID": u.ID}); f.Code != "tracking-not-known" {
		t.Errorf("%+v", f)
	}
	d.notice(told("n-1", "e-1", "container.transport.vessel_arrived", "2026-11-18T12:00:00Z", "2026-11-18T13:00:00Z", box), "S-1")
	p.mu.Lock()
	p.past = `{"data":[{"id":"e-1","type":"transport_event","attributes":{"event":"container.transport.vessel_arrived","created_at":"2026-11-18T13:00:00Z","voyage_number":"042E","timestamp":"2026-11-18T12:00:00Z","location_locode":"USSAV","timezone":"America/New_York"},
"relationships":{"vessel":{"data":{"id":"v-1","type":"vessel"}},"location":{"data":{"id":"p-1","type":"port"}}}},
{"id":"e-2","type":"transport_event","attributes":{"event":"container.transport.vessel_discharged","created_at":"2026-11-18T20:00:00Z","timestamp":"2026-11-18T19:00:00Z","location_locode":"USSAV","timezone":"America/New_York"},"relationships":{"location":{"data":null}}},
{"id":"e-3","type":"transport_event","attributes":{"event":"container.transport.full_out","created_at":"2026-11-18T20:00:00Z","timestamp":null,"location_locode":"USSAV"},"relationships":{}}],
"included":[{"id":"v-1","type":"vessel","attributes":{"name":"EVER GIVEN"}}]}`
	p.mu.Unlock()
	d.office.Call("Tracking/Refresh", obj{"ContainerID": u.ID})
	d.drain()
	if got := d.dossier(); len(got.Events) != 2 || got.LastCode != tracking.Discharged {
		t.Errorf("%+v", got.Events)
	}
}
