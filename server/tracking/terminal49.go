package tracking

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"lading/server/store"

	"github.com/goccy/go-json"
)

// ProviderAddress is the API of Terminal49, version 2 (its OpenAPI description, servers).
const ProviderAddress = "https://api.terminal49.com/v2"

// resource of JSON:API, as far as tracking reads it. One struct serves transport_event, estimated_event, container, port, vessel and the others: each has a few of
// the attributes.
type resource49 struct {
	ID         string `json:"id"`
	Type       string `json:"type"`
	Attributes struct {
		Event     string     `json:"event"`
		CreatedAt time.Time  `json:"created_at"`
		Timestamp *time.Time `json:"timestamp"`           // transport_event
		Estimated *time.Time `json:"estimated_timestamp"` // estimated_event
		Timezone  string     `json:"timezone"`
		LoCode    string     `json:"location_locode"`
		Voyage    string     `json:"voyage_number"`
		Source    string     `json:"data_source"` // shipping_line, terminal, ais

		Number    string     `json:"number"`     // container
		PickupLFD *time.Time `json:"pickup_lfd"` // container
		PODZone   string     `json:"pod_timezone"`

		Name     string   `json:"name"` // port, vessel, terminal
		Code     string   `json:"code"` // port: UN/LOCODE
		State    string   `json:"state_abbr"`
		Lat      *float64 `json:"latitude"`
		Lon      *float64 `json:"longitude"`
		PortZone string   `json:"time_zone"`

		RequestNumber string `json:"request_number"` // tracking_request
		FailedReason  string `json:"failed_reason"`
		Secret        string `json:"secret"` // webhook
	} `json:"attributes"`
	Relationships map[string]struct {
		Data json.RawMessage `json:"data"`
	} `json:"relationships"`
}

type ref49 struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// to is what a relationship names; empty where it names nothing, or several.
func (r resource49) to(name string) (to ref49) {
	_ = json.Unmarshal(r.Relationships[name].Data, &to) // null, or a list: nothing
	return to
}

// one49 is a document with one primary resource: a webhook notification, or an answer.
type one49 struct {
	Data     resource49   `json:"data"`
	Included []resource49 `json:"included"`
}

// many49 is a document with a list.
type many49 struct {
	Data     []resource49 `json:"data"`
	Included []resource49 `json:"included"`
}

// known finds a resource among those that a document includes.
func known(included []resource49, r ref49) resource49 {
	for _, i := range included {
		if i.ID == r.ID && i.Type == r.Type && r.ID != "" {
			return i
		}
	}
	return resource49{}
}

// events49 are the provider's events by their names: transport_event.event, and estimated_event.event.
var events49 = func() map[string]struct {
	code      Code
	estimated bool
} {
	m := map[string]struct {
		code      Code
		estimated bool
	}{
		"shipment.estimated.arrival":                                  {Arrived, true},
		"container.transport.estimated.vessel_arrived":                {Arrived, true},
		"container.transport.estimated.arrived_at_inland_destination": {Inland, true},
		"container.transport.feeder_arrived":                          {TransArrived, false},
		"container.transport.feeder_discharged":                       {TransDischrg, false},
		"container.transport.feeder_loaded":                           {TransLoaded, false},
		"container.transport.feeder_departed":                         {TransDepart, false},
	}
	for _, c := range codes {
		if c.Terminal49 != "" {
			m[c.Terminal49] = struct {
				code      Code
				estimated bool
			}{c.Code, false}
		}
	}
	return m
}()

var saidBy49 = map[string]SaidBy{"shipping_line": "line", "terminal": "terminal", "ais": "ais"}

// event49 reads an event; ok is false for one that tells nothing of where a container is, or names no time.
func event49(e resource49, included []resource49) (out Event, ok bool) {
	as, ok := events49[e.Attributes.Event]
	if !ok {
		return out, false
	}
	at := e.Attributes.Timestamp
	if e.Attributes.Estimated != nil {
		at = e.Attributes.Estimated
	}
	if at == nil {
		return out, false
	}
	out = Event{Source: Terminal49, SourceID: e.ID, Code: as.code, Estimated: as.estimated, EventAt: store.At(*at), Zone: e.Attributes.Timezone, LoCode: e.Attributes.LoCode,
		Voyage: e.Attributes.Voyage, SaidBy: saidBy49[e.Attributes.Source], ToldAt: store.At(e.Attributes.CreatedAt)}
	place := known(included, e.to("location"))
	if place.ID == "" {
		place = known(included, e.to("port"))
	}
	if out.LoCode == "" {
		out.LoCode = place.Attributes.Code
	}
	if p, ok := ports()[out.LoCode]; ok {
		out.Place, out.Lat, out.Lon = p.Name, &p.Lat, &p.Lon
		if out.Zone == "" {
			out.Zone = p.Zone
		}
	} else {
		out.Place, out.Lat, out.Lon = place.Attributes.Name, place.Attributes.Lat, place.Attributes.Lon
		if out.Place == "" {
			out.Place = out.LoCode
		}
	}
	if out.Zone == "" {
		out.Zone = place.Attributes.PortZone
	}
	if _, err := time.LoadLocation(out.Zone); err != nil {
		out.Zone = ""
	}
	out.Vessel = known(included, e.to("vessel")).Attributes.Name
	return out, true
}

// client49 speaks with the provider in the name of one organisation.
type client49 struct {
	address, key string
	http         *http.Client
}

// error49 is a refusal of the provider, in its words.
type error49 struct {
	status int
	detail string
}

func (e error49) Error() string { return fmt.Sprintf("terminal49: %d %s", e.status, e.detail) }

// most49 is more than any answer that is read is long.
const most49 = 4 << 20

// do makes a request and reads the answer into out.
func (c client49) do(ctx context.Context, method, path string, body, out any) error {
	var text io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		text = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.address+path, text)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Token "+c.key)
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/vnd.api+json")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	got, err := io.ReadAll(io.LimitReader(resp.Body, most49))
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		var no struct {
			Errors []struct {
				Title  string `json:"title"`
				Detail string `json:"detail"`
			} `json:"errors"`
		}
		_ = json.Unmarshal(got, &no) // a proxy's page says nothing
		e := error49{status: resp.StatusCode, detail: http.StatusText(resp.StatusCode)}
		if len(no.Errors) > 0 && no.Errors[0].Detail != "" {
			e.detail = no.Errors[0].Detail
		}
		return e
	}
	if err := json.Unmarshal(got, out); err != nil {
		return fmt.Errorf("read the answer of %s: %w", path, err)
	}
	return nil
}

// track asks for a container to be tracked (POST /tracking_requests): by its master bill or booking where there is one, since that tells of the whole voyage.
func (c client49) track(ctx context.Context, u Unit) (id string, err error) {
	kind, number := "container", u.Number
	switch {
	case u.Bill != "":
		kind, number = "bill_of_lading", u.Bill
	case u.Booking != "":
		kind, number = "booking_number", u.Booking
	}
	attributes := map[string]any{"request_type": kind, "request_number": number, "ref_numbers": []string{u.Shipment}}
	if u.Line != "" {
		attributes["scac"] = u.Line
	} else {
		attributes["auto_detect_vocc_scac"] = true
	}
	var got one49
	err = c.do(ctx, http.MethodPost, "/tracking_requests", map[string]any{"data": map[string]any{"type": "tracking_request", "attributes": attributes}}, &got)
	return got.Data.ID, err
}

// listen registers our address for the events (POST /webhooks); secret is what the provider signs them with.
func (c client49) listen(ctx context.Context, address string) (id, secret string, err error) {
	names := []string{"tracking_request.succeeded", "tracking_request.failed", "container.updated", "container.pickup_lfd.changed"}
	for name := range events49 {
		names = append(names, name)
	}
	var got one49
	err = c.do(ctx, http.MethodPost, "/webhooks", map[string]any{"data": map[string]any{"type": "webhook", "attributes": map[string]any{"url": address, "active": true, "events": names}}}, &got)
	return got.Data.ID, got.Data.Attributes.Secret, err
}

// past reads the events of a container that have happened (GET /containers/{id}/transport_events).
func (c client49) past(ctx context.Context, container string) (got many49, err error) {
	err = c.do(ctx, http.MethodGet, "/containers/"+url.PathEscape(container)+"/transport_events?include=location,vessel", nil, &got)
	return got, err
}
