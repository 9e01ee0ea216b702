package parcel_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/parcel"
	"lading/server/store"
	"lading/server/testkit"
)

// picture is a label as UPS sends one.
var picture = func() string {
	var b bytes.Buffer
	if err := gif.Encode(&b, image.NewPaletted(image.Rect(0, 0, 4, 6), color.Palette{color.White, color.Black}), nil); err != nil {
		panic(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}()

// upsDesk is a desk with UPS. Its answers can be replaced by the beginning of method and path.
type upsDesk struct {
	*desk
	instead map[string]func() (int, string)
	labels  map[string]bool // by our reference
	track   string
	// of the consent that was asked for last
	challenge string
}

const upsNo = `{"response":{"errors":[{"code":%q,"message":%q}]}}`

func newUPS(t *testing.T, kits ...*testkit.Kit) *upsDesk {
	t.Helper()
	u := &upsDesk{instead: map[string]func() (int, string){}, labels: map[string]bool{}, track: `{"trackResponse":{"shipment":[{"inquiryNumber":"x","warnings":[{"code":"TW0001","message":"Tracking Information Not Found"}]}]}}`}
	tokens := 0
	c := newCarrier(t, func(h heard) (int, string) {
		for begins, answer := range u.instead {
			if strings.HasPrefix(h.method+" "+h.path, begins) {
				if status, text := answer(); status >= 0 {
					return status, text
				}
			}
		}
		switch {
		case strings.Contains(h.body, "grant_type=authorization_code"): // by PKCE: an Authorization header is wrong here
			ask, _ := url.ParseQuery(h.body)
			sum := sha256.Sum256([]byte(ask.Get("code_verifier")))
			if h.head.Get("Authorization") != "" || ask.Get("client_id") != "APP" || ask.Get("code") != "C-1" || base64.RawURLEncoding.EncodeToString(sum[:]) != u.challenge {
				return 401, fmt.Sprintf(upsNo, "10400", "Invalid/Missing Authorization Header")
			}
			tokens++
			return 200, fmt.Sprintf(`{"access_token":"T-%d","expires_in":"14399","refresh_token":"R-%d","refresh_token_expires_in":"5183999"}`, tokens, tokens)
		case strings.HasPrefix(h.path, "/security/v1/oauth/"):
			if id, secret, ok := (&http.Request{Header: h.head}).BasicAuth(); !ok || id != "APP" || secret != "S-1" {
				return 401, fmt.Sprintf(upsNo, "10401", "Invalid Client ID / Secret")
			}
			tokens++
			if strings.Contains(h.body, "client_credentials") {
				return 200, fmt.Sprintf(`{"token_type":"Bearer","issued_at":"1","client_id":"APP","access_token":"T-%d","expires_in":"14399","status":"approved"}`, tokens)
			}
			return 200, fmt.Sprintf(`{"access_token":"T-%d","expires_in":"14399","refresh_token":"R-%d","refresh_token_expires_in":"5183999"}`, tokens, tokens)
		case h.head.Get("Authorization") != fmt.Sprintf("Bearer T-%d", tokens):
			return 401, fmt.Sprintf(upsNo, "250002", "Invalid Authentication Information.")
		case h.path == "/api/rating/v2409/Shoptimeintransit":
			return 200, `{"RateResponse":{"Response":{"ResponseStatus":{"Code":"1","Description":"Success"}},"RatedShipment":[
{"Service":{"Code":"03"},"TotalCharges":{"CurrencyCode":"USD","MonetaryValue":"31.10"},"NegotiatedRateCharges":{"TotalCharge":{"CurrencyCode":"USD","MonetaryValue":"22.4"}},"TimeInTransit":{"ServiceSummary":{"EstimatedArrival":{"BusinessDaysInTransit":"2"}}}},
{"Service":{"Code":"01"},"TotalCharges":{"CurrencyCode":"USD","MonetaryValue":"98.00"}},{"Service":{"Code":"65"},"TotalCharges":{"CurrencyCode":"USD","MonetaryValue":"1.00"}}]}}`
		case h.path == "/api/shipments/v2409/ship":
			u.labels[reference(h.body)] = true
			return 200, fmt.Sprintf(`{"ShipmentResponse":{"Response":{"ResponseStatus":{"Code":"1"}},"ShipmentResults":{"ShipmentCharges":{"TotalCharges":{"CurrencyCode":"USD","MonetaryValue":"31.10"}},"NegotiatedRateCharges":{"TotalCharge":{"CurrencyCode":"USD","MonetaryValue":"22.40"}},
"ShipmentIdentificationNumber":"1Z12345E0390000001","PackageResults":[{"TrackingNumber":"1Z12345E0390000001","ShippingLabel":{"ImageFormat":{"Code":"GIF"},"GraphicImage":%q}},{"TrackingNumber":"1Z12345E0390000002","ShippingLabel":{"ImageFormat":{"Code":"GIF"},"GraphicImage":%[1]q}}]}}}`, picture)
		case h.path == "/api/labels/v1/recovery":
			var ask struct {
				LabelRecoveryRequest struct {
					ReferenceValues struct {
						ReferenceNumber struct{ Value string }
						ShipperNumber   string
					}
				}
			}
			_ = json.Unmarshal([]byte(h.body), &ask)
			if !u.labels[ask.LabelRecoveryRequest.ReferenceValues.ReferenceNumber.Value] || ask.LabelRecoveryRequest.ReferenceValues.ShipperNumber != "A1B2C3" {
				return 400, fmt.Sprintf(upsNo, "300102", "No label found for the reference.")
			}
			return 200, fmt.Sprintf(`{"LabelRecoveryResponse":{"ShipmentIdentificationNumber":"1Z12345E0390000001","LabelResults":[{"TrackingNumber":"1Z12345E0390000001","LabelImage":{"GraphicImage":%q}},{"TrackingNumber":"1Z12345E0390000002","LabelImage":{"GraphicImage":%[1]q}}]}}`, picture)
		case strings.HasPrefix(h.path, "/api/shipments/v2409/void/cancel/"):
			return 200, `{"VoidShipmentResponse":{"Response":{"ResponseStatus":{"Code":"1"}},"SummaryResult":{"Status":{"Code":"1","Description":"Voided"}}}}`
		case strings.HasPrefix(h.path, "/api/track/v1/details/"):
			return 200, strings.ReplaceAll(u.track, "NUMBER", strings.Split(h.path[len("/api/track/v1/details/"):], "?")[0])
		}
		return 404, fmt.Sprintf(upsNo, "404", "no such resource")
	})
	u.desk = newDesk(t, c, kits...)
	return u
}

// reference is the first one of the first package.
func reference(body string) string {
	var ask struct {
		ShipmentRequest struct {
			Shipment struct {
				Package []struct {
					ReferenceNumber []struct{ Value string }
				}
			}
		}
	}
	if json.Unmarshal([]byte(body), &ask) != nil || len(ask.ShipmentRequest.Shipment.Package) == 0 {
		return ""
	}
	return ask.ShipmentRequest.Shipment.Package[0].ReferenceNumber[0].Value
}

func (u *upsDesk) register() *upsDesk {
	u.T.Helper()
	u.office.Call("UPSReady/Registration", obj{"CarrierScac": "UPSN", "AccountNumber": "a1b2c3", "ClientId": "APP", "ClientSecret": "S-1"})
	return u
}

// buy is a purchase of UPS Ground by a rate that was just asked for.
func (u *upsDesk) buy(shipment string) obj { return u.order("ups", shipment, "03") }

func TestUPS_AnAccountIsKeptThatUPSKnows(t *testing.T) {
	u := newUPS(t)
	req := obj{"CarrierScac": "UPSN", "AccountNumber": "a1b2c3", "ClientId": "APP", "ClientSecret": "wrong"}
	if f := u.office.Refused("UPSReady/Registration", req); f.Code != "parcel-key-refused" || f.Params["words"] != "10401 Invalid Client ID / Secret" {
		t.Errorf("%+v", f)
	}
	if acc := testkit.Into[parcel.Account](t, u.office.Call("UPSReady/AccountDetails", obj{})); acc.Rev != 0 || acc.HasSecret {
		t.Errorf("what UPS refused is kept: %+v", acc)
	}
	if f := u.office.Refused("Parcel/Rates", obj{"Carrier": "ups", "ShipmentId": u.shipment}); f.Code != "parcel-not-connected" {
		t.Errorf("%+v", f)
	}
	for field, with := range map[string]obj{"CarrierScac": {"CarrierScac": "NONE"}, "AccountNumber": {"AccountNumber": "12"}, "ClientSecret": {"ClientSecret": ""}} {
		bad := obj{"CarrierScac": "UPSN", "AccountNumber": "A1B2C3", "ClientId": "APP", "ClientSecret": "S-1"}
		for k, v := range with {
			bad[k] = v
		}
		if f := u.office.Refused("UPSReady/Registration", bad); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	u.register()
	if h := u.carrier.last("POST /security/v1/oauth/token"); h.body != "grant_type=client_credentials" || h.head.Get("x-merchant-id") != "A1B2C3" {
		t.Errorf("%+v", h)
	}
	acc := testkit.Into[parcel.Account](t, u.office.Call("UPSReady/AccountDetails", obj{}))
	if acc.Number != "A1B2C3" || !acc.HasSecret || !acc.Enabled || acc.Consented || acc.Back != "https://tms.example/UPSReady" {
		t.Errorf("%+v", acc)
	}
	if f := u.office.Refused("UPSReady/Registration", obj{"CarrierScac": "UPSN", "AccountNumber": "A1B2C3", "ClientId": "APP", "ClientSecret": "S-1"}); f.Code != "said-ups-account-exists" {
		t.Errorf("%+v", f)
	}
	change := obj{"Carrier": "ups", "CarrierScac": "UPSN", "AccountNumber": "A1B2C3", "ClientId": "APP", "Enabled": false, "Rev": acc.Rev}
	if acc = testkit.Into[parcel.Account](t, u.office.Call("Parcel/SaveAccount", change)); acc.Enabled || !acc.HasSecret {
		t.Errorf("an empty secret stays: %+v", acc)
	}
	if f := u.office.Refused("Parcel/SaveAccount", change); f.Code != "row-changed-meanwhile" {
		t.Errorf("by an old revision: %+v", f)
	}
	change["RefreshToken"], change["Rev"] = "R", acc.Rev
	if f := u.office.Refused("Parcel/SaveAccount", change); len(f.Fields) != 1 || f.Fields[0].Code != "parcel-field-not-used" {
		t.Errorf("%+v", f)
	}
	u.Read("1", func(ctx context.Context, tx *store.Tx) error {
		if n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM parcel_account WHERE secret LIKE '%S-1%' OR secret = ''`); err != nil || n > 0 {
			t.Errorf("the secret stands open: %v", err)
		}
		return nil
	})
	if f := u.As("dock@demo.test").Refused("UPSReady/AccountDetails", obj{}); f.Code != "no-right" {
		t.Errorf("the dock: %+v", f)
	}
}

// asked reads the address that a person is sent to as UPS would, and gives its state.
func (u *upsDesk) asked(address string) (state string) {
	u.T.Helper()
	at, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(address, u.carrier.URL+"/security/v1/oauth/authorize?") {
		u.T.Fatalf("%s: %v", address, err)
	}
	q := at.Query()
	u.challenge, state = q.Get("code_challenge"), q.Get("state")
	if q.Get("client_id") != "APP" || q.Get("redirect_uri") != "https://tms.example/UPSReady" || q.Get("response_type") != "code" || state == "" || len(u.challenge) != 43 || len(q) != 5 {
		u.T.Fatalf("%s", address)
	}
	return state
}

func TestUPS_APersonConsentsOnceByTheStateThatWasGiven(t *testing.T) {
	u := newUPS(t).register()
	got := testkit.Into[parcel.ConsentResp](t, u.office.Call("UPSReady/RequestAgreement", obj{}))
	state := u.asked(got.Address)
	if f := u.office.Refused("UPSReady/RequestAgreement", obj{"Code": "C-1", "State": "another"}); f.Code != "parcel-consent-stale" {
		t.Errorf("%+v", f)
	}
	got = testkit.Into[parcel.ConsentResp](t, u.office.Call("UPSReady/RequestAgreement", obj{"Code": "C-1", "State": state}))
	if !got.Account.Consented || !strings.Contains(u.carrier.last("POST /security").body, "redirect_uri=https%3A%2F%2Ftms.example%2FUPSReady") {
		t.Errorf("%+v %+v", got, u.carrier.last("POST /security"))
	}
	if f := u.office.Refused("UPSReady/RequestAgreement", obj{"Code": "C-1", "State": state}); f.Code != "parcel-consent-stale" {
		t.Errorf("twice: %+v", f)
	}
	for _, renewed := range []string{"R-2", "R-3"} { // each token brings another to renew it with
		u.office.Call("Parcel/Rates", obj{"Carrier": "ups", "ShipmentId": u.shipment})
		if h := u.carrier.last("POST /security/v1/oauth/refresh"); !strings.HasSuffix(h.body, "refresh_token="+renewed) {
			t.Errorf("renewed by %s, want %s", h.body, renewed)
		}
		u.Pass(5 * time.Hour)
	}
}

func TestUPS_RatesAreTheAccountsOwnAndAnExpiredTokenIsReplaced(t *testing.T) {
	u := newUPS(t).register()
	rates := testkit.Into[[]parcel.Rate](t, u.office.Call("Parcel/Rates", obj{"Carrier": "ups", "ShipmentId": u.shipment}))
	if len(rates) != 2 || plain(rates[0]) != (parcel.Rate{Service: "03", ServiceName: "UPS Ground", Currency: "USD", TotalMinor: 2240, Days: 2}) || rates[1].TotalMinor != 9800 {
		t.Fatalf("%+v", rates)
	}
	h := u.carrier.last("POST /api/rating")
	for _, part := range []string{`"ShipperNumber":"A1B2C3"`, `"Weight":"2.6"`, `"Length":"9.00"`, `"PostalCode":"38101"`, `"NegotiatedRatesIndicator"`} {
		if !strings.Contains(h.body, part) {
			t.Errorf("without %s: %s", part, h.body)
		}
	}
	if strings.Count(h.body, `"PackageWeight"`) != 2 || len(h.head.Get("transId")) != 32 {
		t.Errorf("%s %v", h.body, h.head)
	}
	refused := 0
	u.instead["POST /api/rating"] = func() (int, string) {
		if refused++; refused == 1 {
			return 401, fmt.Sprintf(upsNo, "250002", "Invalid Authentication Information.")
		}
		return -1, ""
	}
	before := u.carrier.times("POST /security/v1/oauth/token")
	u.office.Call("Parcel/Rates", obj{"Carrier": "ups", "ShipmentId": u.shipment})
	if u.carrier.times("POST /security/v1/oauth/token") != before+1 {
		t.Error("an expired token was not replaced")
	}
	for code, answer := range map[string]func() (int, string){
		"parcel-carrier-refused": func() (int, string) {
			return 400, fmt.Sprintf(upsNo, "111286", "The state is not supported in the United States.")
		},
		"parcel-carrier-busy":   func() (int, string) { return 429, fmt.Sprintf(upsNo, "10429", "Too Many Requests") },
		"parcel-carrier-fault":  func() (int, string) { return 503, "<html>" },
		"parcel-carrier-silent": func() (int, string) { return 0, "" },
		"parcel-key-refused":    func() (int, string) { return 403, fmt.Sprintf(upsNo, "250001", "Blocked Merchant") },
	} {
		u.instead["POST /api/rating"] = answer
		if f := u.office.Refused("Parcel/Rates", obj{"Carrier": "ups", "ShipmentId": u.shipment}); f.Code != code {
			t.Errorf("%s: %+v", code, f)
		}
	}
}

func TestUPS_WhatIsNotShippedByALabelIsRefusedByItsName(t *testing.T) {
	u := newUPS(t).register()
	dest := func(state, zip, country string) obj {
		return obj{"name": "Ann Lee", "street": "9 Elm St", "city": "Toronto", "state": state, "zip": zip, "country": country}
	}
	for code, with := range map[string]obj{
		"parcel-service-not-offered": {"SaturdayDelivery": true},
		"parcel-abroad":              {"Destination": dest("ON", "M5V 2T6", "CA")},
		"parcel-not-prepaid":         {"PaymentType": "T", "Billto": dest("TN", "38101", "US")},
	} {
		id := u.enter("P-"+code, with)
		if f := u.office.Refused("Parcel/Rates", obj{"Carrier": "ups", "ShipmentId": id}); f.Code != code {
			t.Errorf("%s: %+v", code, f)
		}
		buy := u.buy(u.shipment)
		buy["ShipmentId"] = id
		if f := u.office.Refused("Parcel/BuyLabel", buy); f.Code != code {
			t.Errorf("%s: %+v", code, f)
		}
	}
}

func TestUPS_ALabelMakesAnOrdinaryParcelShipment(t *testing.T) {
	u := newUPS(t).register()
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	if f := u.office.Refused("Parcel/BuyLabel", u.buy(u.shipment)); f.Code != "parcel-label-exists" {
		t.Errorf("twice at once: %+v", f)
	}
	u.drain()
	l := u.label("ups")
	if l.State != parcel.Held || !l.Awarded || l.Why != "" || l.TotalMinor != 2240 || !slices.Equal(l.Numbers.V, []string{"1Z12345E0390000001", "1Z12345E0390000002"}) {
		t.Fatalf("%+v", l)
	}
	if h := u.carrier.last("POST /api/shipments"); reference(h.body) != l.Reference || !strings.Contains(h.body, `"Service":{"Code":"03"`) {
		t.Errorf("%s", h.body)
	}
	if status, scac, pro, cost, files := u.stands(u.shipment); status != "T" || scac != "UPSN" || pro != "1Z12345E0390000001" || cost != 2240 || files != 2 {
		t.Errorf("%s %s %s %d %d", status, scac, pro, cost, files)
	}
	if f := u.office.Refused("Parcel/BuyLabel", u.buy(u.shipment)); f.Code != "parcel-label-exists" {
		t.Errorf("a second one: %+v", f)
	}
	if u.carrier.times("POST /api/shipments") != 1 {
		t.Error("bought more than once")
	}
	away := *u.office
	away.By.Warehouses = []string{"DAL"}
	if list := testkit.Into[[]parcel.Label](t, away.Call("Parcel/Labels", obj{"Carrier": "ups"})); len(list) != 0 {
		t.Errorf("from another warehouse: %+v", list)
	}
	if f := away.Refused("Parcel/VoidLabel", obj{"LabelId": l.ID, "Reason": "x"}); f.Code != "parcel-label-unknown" {
		t.Errorf("%+v", f)
	}
	u.office.Call("Parcel/VoidLabel", obj{"LabelId": l.ID, "Reason": "Wrong service"})
	u.drain()
	if l = u.label("ups"); l.State != parcel.Voided || u.carrier.times("DELETE /api/shipments/v2409/void/cancel/1Z12345E0390000001") != 1 {
		t.Errorf("%+v", l)
	}
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment)) // the shipment is still this carrier's
	u.drain()
	if got := u.history(u.shipment); u.label("ups").State != parcel.Held || !slices.Contains(got, "label-void") || !slices.Contains(got, "label-bought") {
		t.Errorf("%v", got)
	}
	u.office.Call("Shipment/Void", obj{"ShipmentId": u.shipment, "Reason": "Not wanted"})
	u.drain()
	if l = u.label("ups"); l.State != parcel.Voided {
		t.Errorf("of a shipment that was voided: %+v", l)
	}
}

func TestUPS_ALabelInPlaceOfAVoidOneIsWhatTheShipmentCosts(t *testing.T) {
	u := newUPS(t).register()
	days := func() (n int64) {
		u.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT service_days FROM shipment WHERE id = ?`, u.shipment).Scan(&n)
		})
		return n
	}
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	if _, _, _, cost, _ := u.stands(u.shipment); cost != 2240 || days() != 2 {
		t.Fatalf("the first costs %d and takes %d days", cost, days())
	}
	u.office.Call("Parcel/VoidLabel", obj{"LabelId": u.label("ups").ID, "Reason": "Too slow"})
	u.drain()
	u.instead["POST /api/shipments"] = func() (int, string) {
		return 200, fmt.Sprintf(`{"ShipmentResponse":{"Response":{"ResponseStatus":{"Code":"1"}},"ShipmentResults":{"ShipmentCharges":{"TotalCharges":{"CurrencyCode":"USD","MonetaryValue":"98.00"}},
"ShipmentIdentificationNumber":"1Z12345E0190000001","PackageResults":[{"TrackingNumber":"1Z12345E0190000001","ShippingLabel":{"ImageFormat":{"Code":"GIF"},"GraphicImage":%q}},{"TrackingNumber":"1Z12345E0190000002","ShippingLabel":{"ImageFormat":{"Code":"GIF"},"GraphicImage":%[1]q}}]}}}`, picture)
	}
	u.office.Call("Parcel/BuyLabel", u.order("ups", u.shipment, "01"))
	u.drain()
	if _, _, pro, cost, _ := u.stands(u.shipment); cost != 9800 || pro != "1Z12345E0190000001" || days() != 0 {
		t.Errorf("after the second it costs %d, goes as %s and takes %d days", cost, pro, days())
	}
}

func TestUPS_ALostReplyBuysNoSecondLabel(t *testing.T) {
	for name, fault := range map[string]func() (int, string){
		"cut off": func() (int, string) { return 0, "" },
		"a fault": func() (int, string) { return 500, fmt.Sprintf(upsNo, "10002", "system error") },
	} {
		t.Run(name, func(t *testing.T) {
			u := newUPS(t).register()
			u.instead["POST /api/shipments"] = func() (int, string) {
				u.labels[reference(u.carrier.heard[len(u.carrier.heard)-1].body)] = true // bought, and the answer is lost
				return fault()
			}
			u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
			u.drain()
			if l := u.label("ups"); l.State != parcel.Buying {
				t.Fatalf("%+v", l)
			}
			u.later(time.Minute)
			l := u.label("ups")
			if l.State != parcel.Held || len(l.Numbers.V) != 2 || l.TotalMinor != 2240 || u.carrier.times("POST /api/shipments") != 1 {
				t.Errorf("%+v, bought %d times", l, u.carrier.times("POST /api/shipments"))
			}
			if status, _, _, _, files := u.stands(u.shipment); status != "T" || files != 2 {
				t.Errorf("%s, %d files", status, files)
			}
		})
	}
}

func TestUPS_WhatNobodyKnowsIsLeftToAPerson(t *testing.T) {
	u := newUPS(t).register()
	u.instead["POST /api/shipments"] = func() (int, string) { return 502, "" }
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	for range 12 {
		u.later(2 * time.Hour)
	}
	l := u.label("ups")
	if l.State != parcel.Unclear || l.Why != "parcel-label-not-found" || u.carrier.times("POST /api/shipments") != 1 {
		t.Fatalf("%+v, asked %d times", l, u.carrier.times("POST /api/shipments"))
	}
	if f := u.office.Refused("Parcel/BuyLabel", u.buy(u.shipment)); f.Code != "parcel-label-exists" {
		t.Errorf("another while nobody knows: %+v", f)
	}
	u.office.Call("Parcel/DropLabel", obj{"LabelId": l.ID, "Reason": "Not in the shipping history at ups.com"})
	delete(u.instead, "POST /api/shipments")
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	if l = u.label("ups"); l.State != parcel.Held {
		t.Errorf("%+v", l)
	}
	if f := u.office.Refused("Parcel/CheckLabel", obj{"LabelId": l.ID}); f.Code != "parcel-label-state" {
		t.Errorf("%+v", f)
	}
}

func TestUPS_ARefusalBuysNothingAndABusyCarrierIsAskedAgain(t *testing.T) {
	u := newUPS(t).register()
	u.instead["POST /api/shipments"] = func() (int, string) {
		return 400, fmt.Sprintf(upsNo, "120206", "Missing or invalid ship to address line 1")
	}
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	if l := u.label("ups"); l.State != parcel.Refused || l.Why != "120206 Missing or invalid ship to address line 1" {
		t.Fatalf("%+v", l)
	}
	if status, _, _, _, _ := u.stands(u.shipment); status != "Q" {
		t.Errorf("refused, and the shipment is %s", status)
	}
	busy := 0
	u.instead["POST /api/shipments"] = func() (int, string) {
		if busy++; busy < 3 {
			return 429, fmt.Sprintf(upsNo, "10429", "Too Many Requests")
		}
		return -1, ""
	}
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	u.later(time.Minute)
	u.later(time.Minute)
	if l := u.label("ups"); l.State != parcel.Held || u.carrier.times("POST /api/labels") != 0 {
		t.Errorf("%+v", l)
	}
}

func TestUPS_AVoidThatIsRefusedLeavesTheLabel(t *testing.T) {
	u := newUPS(t).register()
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	u.instead["DELETE /api/shipments"] = func() (int, string) {
		return 400, fmt.Sprintf(upsNo, "190102", "No shipment found within the allowed void period")
	}
	u.office.Call("Parcel/VoidLabel", obj{"LabelId": u.label("ups").ID, "Reason": "Late"})
	u.drain()
	if l := u.label("ups"); l.State != parcel.Held || l.Why != "190102 No shipment found within the allowed void period" {
		t.Errorf("%+v", l)
	}
}

func TestUPS_ScansStandInTheHistoryOnceAndMoveTheShipment(t *testing.T) {
	u := newUPS(t).register()
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	l := u.label("ups")
	track := func() parcel.Trace {
		return testkit.Into[parcel.Trace](t, u.office.Call("Parcel/Track", obj{"LabelId": l.ID}))
	}
	if got := track(); len(got.Scans) != 0 {
		t.Errorf("%+v", got)
	}
	scan := func(kind, code, text, day, clock, city string) string {
		return fmt.Sprintf(`{"location":{"address":{"city":%q,"stateProvince":"TN","countryCode":"US"}},"status":{"type":%q,"statusCode":%q,"description":%q},"date":%q,"time":"120000","gmtDate":%[5]q,"gmtTime":%[6]q}`, city, kind, code, text, day, clock)
	}
	of := func(scans ...string) string {
		return `{"trackResponse":{"shipment":[{"package":[{"trackingNumber":"NUMBER","activity":[` + strings.Join(scans, ",") + `]}]}]}}`
	}
	day := u.Now().Format("20060102")
	label, pickup := scan("M", "MP", "Shipper created a label", day, "1:00:00", ""), scan("P", "OR", "Origin Scan", day, "20000", "Memphis")
	u.track = of(label)
	if track(); u.label("ups").LastText != "Shipper created a label" {
		t.Errorf("%+v", u.label("ups"))
	}
	if status, _, _, _, _ := u.stands(u.shipment); status != "T" {
		t.Errorf("a label moves nothing, and the shipment is %s", status)
	}
	u.track = of(pickup, label)
	u.later(5 * time.Hour) // by itself
	if status, _, _, _, _ := u.stands(u.shipment); status != "A" {
		t.Errorf("picked up, and the shipment is %s", status)
	}
	u.track = of(scan("D", "FS", "DELIVERED", day, "3:00:00", "Memphis"), pickup, label)
	got := track()
	track()
	if status, _, _, _, _ := u.stands(u.shipment); status != "D" || len(got.Scans) != 6 || got.Scans[0].Place != "Memphis, TN" {
		t.Errorf("%s %+v", status, got.Scans)
	}
	n := 0
	for _, kind := range u.history(u.shipment) {
		if kind == "parcel-scan" {
			n++
		}
	}
	if n != 6 {
		t.Errorf("%d scans in the history", n)
	}
}
