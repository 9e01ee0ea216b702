package parcel_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lading/server/parcel"
	"lading/server/testkit"
)

const amazonNo = `{"errors":[{"code":%q,"message":%q,"details":""}]}`

// picture1 is the smallest PNG.
const picture1 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

type amazonDesk struct {
	*desk
	instead func(h heard) (int, string)
	bought  map[string]bool // by idempotency key
}

func newAmazon(t *testing.T) *amazonDesk {
	t.Helper()
	u := &amazonDesk{bought: map[string]bool{}}
	c := newCarrier(t, func(h heard) (int, string) {
		if u.instead != nil {
			if status, text := u.instead(h); status >= 0 {
				return status, text
			}
		}
		switch {
		case h.path == "/security/auth/o2/token":
			if h.body != "client_id=APP&client_secret=S-1&grant_type=refresh_token&refresh_token=Atzr-1" {
				return 400, `{"error":"invalid_grant","error_description":"The request has an invalid grant parameter : refresh_token"}`
			}
			return 200, `{"access_token":"Atza-1","refresh_token":"Atzr-1","token_type":"bearer","expires_in":3600}`
		case h.head.Get("x-amz-access-token") != "Atza-1" || h.head.Get("x-amzn-shipping-business-id") != "AmazonShipping_US":
			return 403, fmt.Sprintf(amazonNo, "Unauthorized", "Access to requested resource is denied.")
		case h.path == "/api/shipping/v2/shipments/rates":
			return 200, `{"payload":{"requestToken":"RT-1","rates":[{"rateId":"R-1","carrierId":"AMZN_US","carrierName":"Amazon Shipping","serviceId":"std-us-swa-mfn","serviceName":"Amazon Shipping Ground","totalCharge":{"value":14.2,"unit":"USD"},"promise":{},"requiresAdditionalInputs":false,
"supportedDocumentSpecifications":[{"format":"ZPL","size":{"width":4,"length":6,"unit":"INCH"},"printOptions":[{"supportedPageLayouts":["DEFAULT"],"supportedFileJoiningOptions":[false],"supportedDocumentDetails":[]}]},{"format":"PNG","size":{"width":4,"length":6,"unit":"INCH"},"printOptions":[{"supportedDPIs":[203,300],"supportedPageLayouts":["DEFAULT"],"supportedFileJoiningOptions":[true,false],"supportedDocumentDetails":[{"name":"LABEL","isMandatory":true}]}]}]},
{"rateId":"R-2","carrierId":"X","serviceId":"more","serviceName":"Asks for more","totalCharge":{"value":1,"unit":"USD"},"promise":{},"requiresAdditionalInputs":true,"supportedDocumentSpecifications":[]}]}}`
		case h.path == "/api/shipping/v2/shipments":
			u.bought[h.head.Get("x-amzn-IdempotencyKey")] = true
			one := `{"packageClientReferenceId":"a","trackingId":"TBA00000000%d","packageDocuments":[{"type":"LABEL","format":"PNG","contents":"` + picture1 + `"}]}`
			return 200, `{"payload":{"shipmentId":"SH-1","packageDocumentDetails":[` + fmt.Sprintf(one, 1) + "," + fmt.Sprintf(one, 2) + `],"promise":{}}}`
		case h.path == "/api/shipping/v2/shipments/SH-1/cancel":
			return 200, `{"payload":{}}`
		case strings.HasPrefix(h.path, "/api/shipping/v2/tracking?carrierId=AMZN_US&trackingId=TBA"):
			return 200, fmt.Sprintf(`{"payload":{"trackingId":"x","eventHistory":[{"eventCode":"PickupDone","eventTime":%q,"location":{"city":"Atlanta","stateOrRegion":"GA","countryCode":"US"}}],"promisedDeliveryDate":"2026-12-01T00:00:00Z","summary":{"status":"InTransit"}}}`, u.Now().Add(-time.Minute).Format(time.RFC3339))
		}
		return 404, fmt.Sprintf(amazonNo, "NotFound", "no such resource")
	})
	u.desk = newDesk(t, c)
	return u
}

func (u *amazonDesk) connect() *amazonDesk {
	u.T.Helper()
	req := obj{"Carrier": "amazon", "CarrierScac": "UPSN", "ClientId": "APP", "ClientSecret": "S-1", "Enabled": true}
	if f := u.office.Refused("Parcel/SaveAccount", req); len(f.Fields) != 1 || f.Fields[0].Field != "RefreshToken" {
		u.T.Fatalf("%+v", f)
	}
	req["RefreshToken"] = "wrong"
	if f := u.office.Refused("Parcel/SaveAccount", req); f.Code != "parcel-carrier-refused" {
		u.T.Fatalf("%+v", f)
	}
	req["RefreshToken"] = "Atzr-1"
	u.office.Call("Parcel/SaveAccount", req)
	return u
}

// buy is a purchase by the first rate.
func (u *amazonDesk) buy() obj {
	u.T.Helper()
	rates := testkit.Into[[]parcel.Rate](u.T, u.office.Call("Parcel/Rates", obj{"Carrier": "amazon", "ShipmentId": u.shipment}))
	if len(rates) != 1 || rates[0].TotalMinor != 1420 || rates[0].ServiceName != "Amazon Shipping Ground" {
		u.T.Fatalf("%+v", rates)
	}
	return obj{"Carrier": "amazon", "ShipmentId": u.shipment, "Offer": rates[0].Offer}
}

func TestAmazon_ALabelIsBoughtByARateAndTracked(t *testing.T) {
	u := newAmazon(t).connect()
	u.office.Call("Parcel/BuyLabel", u.buy())
	u.drain()
	l := u.label("amazon")
	if l.State != parcel.Held || l.Why != "" || l.CarrierID != "SH-1" || len(l.Numbers.V) != 2 {
		t.Fatalf("%+v", l)
	}
	if h := u.carrier.last("POST /api/shipping/v2/shipments"); !strings.Contains(h.body, `"requestToken":"RT-1"`) || !strings.Contains(h.body, `"dpi":300`) || !strings.Contains(h.body, `"needFileJoining":false`) {
		t.Errorf("%s", h.body)
	}
	if status, _, pro, cost, files := u.stands(u.shipment); status != "T" || pro != "TBA000000001" || cost != 1420 || files != 1 && files != 2 {
		t.Errorf("%s %s %d %d", status, pro, cost, files)
	}
	if got := testkit.Into[parcel.Trace](t, u.office.Call("Parcel/Track", obj{"LabelId": l.ID})); len(got.Scans) != 2 || got.Scans[0].Text != "Pickup done" || got.Scans[0].Place != "Atlanta, GA" {
		t.Errorf("%+v", got.Scans)
	}
	if status, _, _, _, _ := u.stands(u.shipment); status != "A" {
		t.Errorf("picked up, and the shipment is %s", status)
	}
}

func TestAmazon_ALostReplyIsAskedForByTheSameKey(t *testing.T) {
	u := newAmazon(t).connect()
	lost := false
	u.instead = func(h heard) (int, string) {
		if h.path == "/api/shipping/v2/shipments" && !lost {
			lost = true
			u.bought[h.head.Get("x-amzn-IdempotencyKey")] = true
			return 500, fmt.Sprintf(amazonNo, "InternalFailure", "We encountered an internal error.")
		}
		if strings.HasPrefix(h.path, "/api/shipping/v2/tracking") { // nobody has picked it up
			return 404, ""
		}
		return -1, ""
	}
	u.office.Call("Parcel/BuyLabel", u.buy())
	u.drain()
	u.later(time.Minute)
	if l := u.label("amazon"); l.State != parcel.Held || len(u.bought) != 1 {
		t.Errorf("%+v, %d bought", l, len(u.bought))
	}
	u.office.Call("Parcel/VoidLabel", obj{"LabelId": u.label("amazon").ID, "Reason": "Not wanted"})
	u.drain()
	if l := u.label("amazon"); l.State != parcel.Voided {
		t.Errorf("%+v", l)
	}
}

func TestAmazon_ARefusalAfterALostReplyIsLeftToAPerson(t *testing.T) {
	u := newAmazon(t).connect()
	n := 0
	u.instead = func(h heard) (int, string) {
		if h.path == "/api/shipping/v2/shipments" {
			if n++; n == 1 {
				return 0, ""
			}
			return 400, fmt.Sprintf(amazonNo, "InvalidInput", "The request token has expired.")
		}
		return -1, ""
	}
	u.office.Call("Parcel/BuyLabel", u.buy())
	u.drain()
	u.later(time.Minute)
	if l := u.label("amazon"); l.State != parcel.Unclear || l.Why != "InvalidInput The request token has expired." {
		t.Errorf("%+v", l)
	}
}
