package parcel

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// stamps speaks the Stamps.com and Endicia REST API (SERA), version 1: rates and labels of USPS. A person signs in to Stamps.com once, by OAuth's authorization code.
var stamps = Provider{
	ID: Stamps, Name: "Stamps.com", Page: "/StampsIntegration", Must: true,
	Hosts: func(a account) Hosts {
		if a.Test {
			return Hosts{"https://api.testing.stampsendicia.com/sera", "https://signin.testing.stampsendicia.com"}
		}
		return Hosts{"https://api.stampsendicia.com/sera", "https://signin.stampsendicia.com"}
	},
	// getAuthorize; offline_access brings a token to renew with.
	Ask: func(s *session, back, state string) string {
		return s.hosts.Auth + "/authorize?" + url.Values{"client_id": {s.account.Client}, "response_type": {"code"}, "redirect_uri": {back}, "scope": {"offline_access"}, "state": {state}}.Encode()
	},
	Grant: stampsGrant,
	Open:  func(s *session) Adapter { return seraAPI{s} },
	Stage: func(code string) string { return uspsStages[code] },
}

// stampsGrant is postOauthToken, for a code or a refresh token.
func stampsGrant(ctx context.Context, s *session, g grant) (token, error) {
	ask := map[string]string{"client_id": s.account.Client, "client_secret": s.secret}
	if g.Code != "" {
		ask["grant_type"], ask["code"], ask["redirect_uri"] = "authorization_code", g.Code, g.Back
	} else {
		ask["grant_type"], ask["refresh_token"] = "refresh_token", s.refresh
	}
	body, err := json.Marshal(ask)
	if err != nil {
		return token{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.hosts.Auth+"/oauth/token", bytes.NewReader(body))
	if err != nil {
		return token{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	var got struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
		Seconds int64  `json:"expires_in"`
	}
	err = send(s.client, req, &got)
	return token{got.Access, got.Refresh, time.Duration(got.Seconds) * time.Second}, err
}

type seraAPI struct{ *session }

// seraServices are the USPS services that a label of a package is bought for. Source: SERA, service_type.
var seraServices = map[string]string{"usps_ground_advantage": "USPS Ground Advantage", "usps_priority_mail": "USPS Priority Mail", "usps_priority_mail_express": "USPS Priority Mail Express", "usps_parcel_select": "USPS Parcel Select"}

func seraAddress(p freight.Party) named {
	a := named{"company_name": cut(p.Name, 50), "name": cut(first(p.Contact, p.Name), 50), "address_line1": p.Street, "city": p.City, "state_province": p.State, "postal_code": p.Zip, "country_code": "US"}
	if p.Street2 != "" {
		a["address_line2"] = p.Street2
	}
	if p.Phone != "" {
		a["phone"] = p.Phone
	}
	if p.Residential {
		a["residential_indicator"] = "yes"
	}
	return a
}

// seraShipment is what a rate and a label ask for one package. Weights are ounces, lengths inches.
func seraShipment(l Load, p Package) named {
	s := named{"from_address": seraAddress(l.From), "to_address": seraAddress(l.To), "ship_date": l.ShipOn,
		"package": named{"packaging_type": "package", "weight": json.Number(decimal(p.Pounds*16, 2)), "weight_unit": "ounce",
			"length": json.Number(decimal(p.Length, 2)), "width": json.Number(decimal(p.Width, 2)), "height": json.Number(decimal(p.Height, 2)), "dimension_unit": "inch"}}
	if p.Signature != "" {
		s["delivery_confirmation_type"] = map[string]string{"signature": "signature", "adult": "adult_signature"}[p.Signature]
	}
	if p.DeclaredMinor > 0 {
		s["insurance"] = named{"insurance_provider": "carrier", "insured_value": named{"amount": json.Number(decimal(p.DeclaredMinor*10, 2)), "currency": "usd"}}
	}
	return s
}

type seraCost struct {
	Total    json.Number `json:"total_amount"`
	Currency string      `json:"currency"`
}

// Rates is postV1Rates for each package; a service's price is what all of them cost by it.
func (u seraAPI) Rates(ctx context.Context, l Load) ([]Rate, error) {
	type offer struct {
		Service   string   `json:"service_type"`
		Packaging string   `json:"packaging_type"`
		Days      string   `json:"estimated_delivery_days"`
		Cost      seraCost `json:"shipment_cost"`
	}
	sums, found := map[string]*Rate{}, map[string]int{}
	for _, p := range l.Packages {
		var got []offer
		if err := u.call(ctx, http.MethodPost, "/v1/rates?carriers=usps", map[string]string{"Idempotency-Key": uuid4()}, seraShipment(l, p), &got); err != nil {
			return nil, err
		}
		once := map[string]bool{}
		for _, o := range got {
			total, ok := minor(o.Cost.Total.String())
			if !ok || seraServices[o.Service] == "" || o.Packaging != "package" || once[o.Service] {
				continue
			}
			once[o.Service] = true
			days, _ := strconv.ParseInt(strings.TrimSpace(o.Days[strings.LastIndex(o.Days, "-")+1:]), 10, 64) // none, or a range: its end
			r := sums[o.Service]
			if r == nil {
				r = &Rate{Service: o.Service, ServiceName: seraServices[o.Service], Currency: strings.ToUpper(first(o.Cost.Currency, "usd"))}
				sums[o.Service] = r
			}
			r.TotalMinor, r.Days = r.TotalMinor+total, max(r.Days, days)
			found[o.Service]++
		}
	}
	var list []Rate
	for service, r := range sums {
		if found[service] == len(l.Packages) {
			list = append(list, *r)
		}
	}
	return list, nil
}

// seraReplays is how long SERA answers a request with the same key from the first.
const seraReplays = 23 * time.Hour

// Buy is postV1Labels for each package, each with a key of its own: asked again within a day, SERA answers as it did and buys nothing.
func (u seraAPI) Buy(ctx context.Context, o Order) (Bought, error) {
	if !o.AskedAt.IsZero() && o.Now.Sub(o.AskedAt.Time) > seraReplays || len(o.Keys) < len(o.Packages) {
		return Bought{}, errUnclear
	}
	if seraServices[o.Service] == "" {
		return Bought{}, refusal{status: http.StatusBadRequest, words: "no service " + o.Service}
	}
	var b Bought
	var ids []string
	for i, p := range o.Packages {
		ask := seraShipment(o.Load, p)
		ask["service_type"], ask["is_test_label"] = o.Service, u.account.Test
		ask["label_options"] = named{"label_size": "4x6", "label_format": "pdf", "label_output_type": "base64"}
		ask["references"] = named{"reference1": o.Reference, "reference2": cut(o.Number, 40)}
		var got struct {
			ID     string   `json:"label_id"`
			Number string   `json:"tracking_number"`
			Cost   seraCost `json:"shipment_cost"`
			Labels []struct {
				Data string `json:"label_data"`
			} `json:"labels"`
		}
		if err := u.call(ctx, http.MethodPost, "/v1/labels", map[string]string{"Idempotency-Key": o.Keys[i]}, ask, &got); err != nil {
			return Bought{}, u.giveUp(ctx, ids, err)
		}
		if got.ID == "" || got.Number == "" {
			return Bought{}, errUnclear
		}
		ids, b.Numbers = append(ids, got.ID), append(b.Numbers, got.Number)
		total, _ := minor(got.Cost.Total.String()) // none: the rate stands
		b.TotalMinor, b.Currency = b.TotalMinor+total, strings.ToUpper(first(got.Cost.Currency, "usd"))
		f := File{Name: "USPS " + got.Number + ".pdf", Type: "application/pdf"}
		if len(got.Labels) > 0 {
			f.Body, _ = base64.StdEncoding.DecodeString(got.Labels[0].Data) // unreadable: the label says so
		}
		b.Files = append(b.Files, f)
	}
	b.CarrierID = strings.Join(ids, ",")
	return b, nil
}

// giveUp gives back the labels of the packages before one that is refused: a shipment goes with all of its labels, or with none.
func (u seraAPI) giveUp(ctx context.Context, ids []string, why error) error {
	if len(ids) == 0 || !notDone(why) {
		return why
	}
	var no refusal
	if !errors.As(why, &no) || !no.final() {
		return errUnclear // asked again, those before it are told as they were
	}
	if err := u.void(ctx, ids); err != nil {
		return givenBack{fail.Conflict("parcel-label-not-found", "carrier", u.provider.Name), false}
	}
	return givenBack{why, true}
}

// Void is putV1LabelsLabelIdVoid for each package. SERA does not know a label that was given back.
func (u seraAPI) Void(ctx context.Context, l Label) error {
	return u.void(ctx, strings.Split(l.CarrierID, ","))
}

func (u seraAPI) void(ctx context.Context, ids []string) error {
	for i, id := range ids {
		err := u.call(ctx, http.MethodPut, "/v1/labels/"+url.PathEscape(id)+"/void", nil, nil, nil)
		var no refusal
		if err != nil && (!errors.As(err, &no) || no.status != http.StatusNotFound) {
			if i > 0 && no.final() {
				return errUnclear // those before it are void
			}
			return err
		}
	}
	return nil
}

// uspsStages are the scans of USPS that move a package. Source: USPS Publication 199, appendix G-4.
var uspsStages = map[string]string{"01": stageDelivered, "03": stagePickedUp, "OA": stagePickedUp, "10": stagePickedUp, "07": stagePickedUp, "OF": stagePickedUp}

// Track is getV1Tracking. Times without a zone are left out: where the place is, is told, and not its zone.
func (u seraAPI) Track(ctx context.Context, _ Label, number string) ([]Scan, error) {
	var got struct {
		Events []struct {
			At    string `json:"occurred_at"`
			Text  string `json:"event_description"`
			City  string `json:"city"`
			State string `json:"state_province"`
			Code  string `json:"carrier_status_code"`
		} `json:"tracking_events"`
	}
	err := u.call(ctx, http.MethodGet, "/v1/tracking?"+url.Values{"tracking_number": {number}, "carrier": {"usps"}}.Encode(), nil, nil, &got)
	var no refusal
	if errors.As(err, &no) && no.status == http.StatusNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Scan
	for _, e := range got.Events {
		at, err := time.Parse(time.RFC3339, e.At)
		if err != nil {
			continue
		}
		list = append(list, Scan{Number: number, At: store.At(at), Code: e.Code, Text: e.Text, Place: strings.Trim(e.City+", "+e.State, ", "), Stage: uspsStages[e.Code]})
	}
	return list, nil
}
