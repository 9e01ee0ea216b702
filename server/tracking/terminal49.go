package tracking

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
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
		Status        string `json:"status"`
		Bill          string `json:"bill_of_lading_number"` // shipment
		URL           string `json:"url"`                   // webhook
		Secret        string `json:"secret"`                // webhook
		Active        bool   `json:"active"`                // webhook
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
	code   string
	detail string
}

// duplicate49 is the provider's word for what it tracks already.
const duplicate49 = "duplicate"

// twice reports whether the provider refused a request because it has it already.
func (e error49) twice() bool {
	return e.status == http.StatusUnprocessableEntity && (e.code == duplicate49 || strings.Contains(e.detail, "already exists"))
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
				Code   string `json:"code"`
			} `json:"errors"`
		}
		_ = json.Unmarshal(got, &no) // a proxy's page says nothing
		e := error49{status: resp.StatusCode, detail: http.StatusText(resp.StatusCode)}
		if len(no.Errors) > 0 && no.Errors[0].Detail != "" {
			e.detail, e.code = no.Errors[0].Detail, no.Errors[0].Code
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
	kind, number := u.asked()
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

// asked is what a container is asked for by: its master bill or booking where there is one, else its number.
func (u Unit) asked() (kind, number string) {
	switch {
	case u.Bill != "":
		return "bill_of_lading", u.Bill
	case u.Booking != "":
		return "booking_number", u.Booking
	}
	return "container", u.Number
}

// already finds what the provider knows of a container that it tracks already (GET /tracking_requests, and the containers of the shipment that it found); key is
// empty as long as the line has told it nothing.
func (c client49) already(ctx context.Context, u Unit) (key string, err error) {
	_, number := u.asked()
	var got many49
	if err := c.do(ctx, http.MethodGet, "/tracking_requests?include=tracked_object&filter%5Brequest_number%5D="+url.QueryEscape(number), nil, &got); err != nil {
		return "", err
	}
	for _, r := range got.Data {
		to := r.to("tracked_object")
		switch {
		case to.Type == "container" && known(got.Included, to).Attributes.Number == u.Number:
			return to.ID, nil
		case to.Type == "shipment" && to.ID != "":
			var s one49
			if err := c.do(ctx, http.MethodGet, "/shipments/"+url.PathEscape(to.ID)+"?include=containers", nil, &s); err != nil {
				return "", err
			}
			for _, box := range s.Included {
				if n, _, _ := containerNumber(box.Attributes.Number); box.Type == "container" && n == u.Number {
					return box.ID, nil
				}
			}
		}
	}
	return "", nil
}

// listen has the events sent to our address; secret is what the provider signs them with. An address that is registered already (GET /webhooks) is not registered
// twice (POST /webhooks): an answer may have been lost.
func (c client49) listen(ctx context.Context, address string) (id, secret string, err error) {
	var had many49
	if err := c.do(ctx, http.MethodGet, "/webhooks?page%5Bsize%5D=100", nil, &had); err != nil {
		return "", "", err
	}
	for _, w := range had.Data {
		if w.Attributes.URL == address && w.Attributes.Active && w.Attributes.Secret != "" {
			return w.ID, w.Attributes.Secret, nil
		}
	}
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
