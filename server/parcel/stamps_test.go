package parcel_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"lading/server/parcel"
	"lading/server/testkit"
)

// seraDesk is a desk with Stamps.com. SERA answers a request with a key that it has had as it did the first time.
type seraDesk struct {
	*desk
	instead func(h heard) (int, string)
	bought  map[string]string
}

const seraNo = `{"errors":[{"error_code":%q,"error_message":%q}]}`

func newSERA(t *testing.T) *seraDesk {
	t.Helper()
	u := &seraDesk{bought: map[string]string{}}
	pdf := base64.StdEncoding.EncodeToString([]byte("%PDF-1.4 label"))
	c := newCarrier(t, func(h heard) (int, string) {
		if u.instead != nil {
			if status, text := u.instead(h); status >= 0 {
				return status, text
			}
		}
		switch {
		case h.path == "/security/oauth/token":
			var ask map[string]string
			_ = json.Unmarshal([]byte(h.body), &ask)
			if ask["client_id"] != "APP" || ask["client_secret"] != "S-1" || ask["code"] != "C-1" && ask["refresh_token"] != "R-1" {
				return 403, `{"error":"invalid_grant","error_description":"Unknown or invalid refresh token."}`
			}
			return 200, `{"access_token":"T-1","refresh_token":"R-1","expires_in":900,"token_type":"Bearer"}`
		case h.head.Get("Authorization") != "Bearer T-1":
			return 401, fmt.Sprintf(seraNo, "unauthorized", "The access token is invalid.")
		case strings.HasPrefix(h.path, "/api/v1/rates"):
			return 200, `[{"carrier":"usps","service_type":"usps_ground_advantage","packaging_type":"package","estimated_delivery_days":"2-3","shipment_cost":{"total_amount":7.1,"currency":"usd"}},
{"carrier":"usps","service_type":"usps_priority_mail","packaging_type":"flat_rate_box","shipment_cost":{"total_amount":1}}]`
		case h.path == "/api/v1/labels":
			key := h.head.Get("Idempotency-Key")
			if u.bought[key] == "" {
				n := len(u.bought) + 1
				u.bought[key] = fmt.Sprintf(`{"label_id":"L-%d","tracking_number":"940010000000000000000%d","shipment_cost":{"total_amount":7.10,"currency":"usd"},"labels":[{"label_data":%q}]}`, n, n, pdf)
			}
			return 200, u.bought[key]
		case strings.HasSuffix(h.path, "/void"):
			return 200, ""
		case strings.HasPrefix(h.path, "/api/v1/tracking"):
			return 200, fmt.Sprintf(`{"tracking_number":"x","status_code":"delivered","tracking_events":[{"occurred_at":%q,"event_description":"Delivered, Front Door","city":"MEMPHIS","state_province":"TN","carrier_status_code":"01"}]}`, u.Now().Add(-time.Minute).Format(time.RFC3339))
		}
		return 404, ""
	})
	u.desk = newDesk(t, c)
	return u
}

// connect enters the account and signs in to Stamps.com.
func (u *seraDesk) connect() *seraDesk {
	u.T.Helper()
	u.office.Call("Parcel/SaveAccount", obj{"Carrier": "stamps", "CarrierScac": "UPSN", "ClientId": "APP", "ClientSecret": "S-1", "Enabled": true})
	if f := u.office.Refused("Parcel/Rates", obj{"Carrier": "stamps", "ShipmentId": u.shipment}); f.Code != "parcel-no-consent" {
		u.T.Fatalf("%+v", f)
	}
	got := testkit.Into[parcel.ConsentResp](u.T, u.office.Call("Carriers/GetStampsAuthCode", obj{}))
	if !strings.HasPrefix(got.Address, u.carrier.URL+"/security/authorize?client_id=APP&redirect_uri=https%3A%2F%2Ftms.example%2FStampsIntegration&response_type=code&scope=offline_access&state=") {
		u.T.Fatalf("%s", got.Address)
	}
	u.office.Call("Carriers/GetStampsAuthCode", obj{"Code": "C-1", "State": got.Address[strings.LastIndex(got.Address, "=")+1:]})
	return u
}

func (u *seraDesk) buy() obj { return u.order("stamps", u.shipment, "usps_ground_advantage") }

func TestStamps_RatesAndLabelsAreOfAllPackages(t *testing.T) {
	u := newSERA(t).connect()
	rates := testkit.Into[[]parcel.Rate](t, u.office.Call("Parcel/Rates", obj{"Carrier": "stamps", "ShipmentId": u.shipment}))
	if len(rates) != 1 || plain(rates[0]) != (parcel.Rate{Service: "usps_ground_advantage", ServiceName: "USPS Ground Advantage", Currency: "USD", TotalMinor: 1420, Days: 3}) {
		t.Fatalf("%+v", rates)
	}
	u.office.Call("Parcel/BuyLabel", u.buy())
	u.drain()
	l := u.label("stamps")
	if l.State != parcel.Held || l.Why != "" || l.TotalMinor != 1420 || len(l.Numbers.V) != 2 || l.CarrierID != "L-1,L-2" {
		t.Fatalf("%+v", l)
	}
	if status, _, pro, cost, files := u.stands(u.shipment); status != "T" || pro != "9400100000000000000001" || cost != 1420 || files != 2 {
		t.Errorf("%s %s %d %d", status, pro, cost, files)
	}
	if h := u.carrier.last("POST /api/v1/labels"); !strings.Contains(h.body, `"weight":41.6`) || !strings.Contains(h.body, `"reference1":"`+l.Reference) {
		t.Errorf("%s", h.body)
	}
	u.office.Call("Parcel/Track", obj{"LabelId": l.ID})
	if status, _, _, _, _ := u.stands(u.shipment); status != "D" {
		t.Errorf("delivered, and the shipment is %s", status)
	}
}

func TestStamps_ALostReplyIsAnsweredAsItWas(t *testing.T) {
	u := newSERA(t).connect()
	lost := 0
	u.instead = func(h heard) (int, string) {
		if h.path == "/api/v1/labels" {
			if lost++; lost == 2 { // of the second package, once it is bought
				u.bought[h.head.Get("Idempotency-Key")] = `{"label_id":"L-9","tracking_number":"9400100000000000000009","shipment_cost":{"total_amount":7.10,"currency":"usd"},"labels":[]}`
				return 0, ""
			}
		}
		return -1, ""
	}
	u.office.Call("Parcel/BuyLabel", u.buy())
	u.drain()
	u.later(time.Minute)
	if l := u.label("stamps"); l.State != parcel.Held || len(u.bought) != 2 || l.CarrierID != "L-1,L-9" || l.Why != "parcel-label-unreadable" {
		t.Errorf("%+v, %d bought", l, len(u.bought))
	}
}

func TestStamps_ARefusalOfOnePackageGivesTheOthersBack(t *testing.T) {
	u := newSERA(t).connect()
	n := 0
	u.instead = func(h heard) (int, string) {
		if h.path == "/api/v1/labels" {
			if n++; n == 2 {
				return 402, fmt.Sprintf(seraNo, "insufficient_funds", "The account balance is too low.")
			}
		}
		return -1, ""
	}
	u.office.Call("Parcel/BuyLabel", u.buy())
	u.drain()
	if l := u.label("stamps"); l.State != parcel.Refused || l.Why != "insufficient_funds The account balance is too low." || u.carrier.times("PUT /api/v1/labels/L-1/void") != 1 {
		t.Errorf("%+v", l)
	}
}

func TestStamps_ASignInThatIsNoLongerGoodIsToldAndBuysNothing(t *testing.T) {
	u := newSERA(t).connect()
	buy := u.buy()
	u.Pass(20 * time.Minute)
	u.instead = func(h heard) (int, string) {
		if h.path == "/security/oauth/token" {
			return 403, `{"error":"invalid_grant","error_description":"Unknown or invalid refresh token."}`
		}
		return -1, ""
	}
	if f := u.office.Refused("Parcel/Rates", obj{"Carrier": "stamps", "ShipmentId": u.shipment}); f.Code != "parcel-key-refused" {
		t.Errorf("%+v", f)
	}
	u.office.Call("Parcel/BuyLabel", buy)
	u.drain()
	if l := u.label("stamps"); l.State != parcel.Refused || u.carrier.times("POST /api/v1/labels") != 0 {
		t.Errorf("%+v", l)
	}
	u.office.Call("Parcel/SaveAccount", obj{"Carrier": "stamps", "CarrierScac": "UPSN", "ClientId": "OTHER", "ClientSecret": "S-1", "Enabled": true, "Rev": 2})
	if acc := testkit.Into[parcel.Account](t, u.office.Call("Parcel/Account", obj{"Carrier": "stamps"})); acc.Consented {
		t.Errorf("what another application was given is kept: %+v", acc)
	}
}

func TestStamps_WhatWasGivenBackIsNotTakenForBought(t *testing.T) {
	for name, void := range map[string]int{"refused": 200, "unclear": 403} {
		t.Run(name, func(t *testing.T) {
			u := newSERA(t).connect()
			n := 0
			u.instead = func(h heard) (int, string) {
				switch {
				case h.path == "/api/v1/labels":
					switch n++; n {
					case 2: // the second package, whose answer is lost
						return 500, ""
					case 4:
						return 402, fmt.Sprintf(seraNo, "insufficient_funds", "The account balance is too low.")
					}
				case strings.HasSuffix(h.path, "/void") && void != 200:
					return void, fmt.Sprintf(seraNo, "forbidden", "Not now.")
				}
				return -1, ""
			}
			u.office.Call("Parcel/BuyLabel", u.buy())
			u.drain()
			u.later(time.Minute)
			l := u.label("stamps")
			if string(l.State) != name || u.carrier.times("PUT /api/v1/labels/L-1/void") != 1 {
				t.Fatalf("%+v", l)
			}
			if name == "refused" {
				return
			}
			u.office.Call("Parcel/CheckLabel", obj{"LabelId": l.ID})
			for range 12 {
				u.later(2 * time.Hour)
			}
			if l = u.label("stamps"); l.State != parcel.Unclear || n != 4 {
				t.Errorf("asked again: %+v", l)
			}
		})
	}
}
