package parcel

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image/gif"
	"image/png"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// ups speaks UPS's REST APIs: Rating, Shipping and Tracking, and OAuth by client credentials or, after a person's consent, by authorization code.
var ups = Provider{
	ID: UPS, Name: "UPS", Fields: []string{"AccountNumber"}, Page: "/UPSReady",
	Hosts: func(a account) Hosts {
		if a.Test {
			return Hosts{"https://wwwcie.ups.com/api", "https://wwwcie.ups.com/security"}
		}
		return Hosts{"https://onlinetools.ups.com/api", "https://onlinetools.ups.com/security"}
	},
	// AuthorizeClient, with PKCE
	Ask: func(s *session, back, state string) string {
		return s.hosts.Auth + "/v1/oauth/authorize?" + url.Values{"client_id": {s.account.Client}, "redirect_uri": {back}, "response_type": {"code"}, "state": {state}, "code_challenge": {challenge(s.verifier(state))}}.Encode()
	},
	Grant: upsGrant,
	Open:  func(s *session) Adapter { return upsAPI{s} },
	Takes: true,
	Line:  upsLine, City: 30,
	Stage: func(code string) string { kind, _, _ := strings.Cut(code, "/"); return upsStages[kind] },
}

// upsGrant asks for a token: GenerateToken for a consent (by PKCE, which UPS has without the application's secret in a header), RefreshToken after one, CreateToken by client credentials otherwise.
func upsGrant(ctx context.Context, s *session, g grant) (token, error) {
	path, values, head := "/v1/oauth/token", url.Values{"grant_type": {"client_credentials"}}, map[string]string{"x-merchant-id": s.account.Number}
	switch {
	case g.Code != "":
		values, head = url.Values{"grant_type": {"authorization_code"}, "code": {g.Code}, "redirect_uri": {g.Back}, "client_id": {s.account.Client}, "code_verifier": {s.verifier(g.State)}}, nil
	case s.refresh != "":
		path, values, head = "/v1/oauth/refresh", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {s.refresh}}, nil
	}
	var got struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
		Seconds string `json:"expires_in"` // as published; a number is read, too
	}
	if err := s.form(ctx, path, values, g.Code == "", head, &loose{&got}); err != nil {
		return token{}, err
	}
	seconds, _ := strconv.Atoi(got.Seconds) // none: good for this request
	return token{got.Access, got.Refresh, time.Duration(seconds) * time.Second}, nil
}

// loose reads a number where a text is declared.
type loose struct{ into any }

func (l *loose) UnmarshalJSON(b []byte) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	for k, v := range all {
		if len(v) > 0 && v[0] != '"' && strings.HasPrefix(k, "expires") {
			all[k] = json.RawMessage(strconv.Quote(string(v)))
		}
	}
	b, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, l.into)
}

type upsAPI struct{ *session }

// upsVersion is the release of Rating and Shipping whose answers have lists wherever there may be several.
const upsVersion = "v2409"

// upsServices are the services within the country. Source: Rating API, Service.Code, domestic values.
var upsServices = map[string]string{"01": "UPS Next Day Air", "02": "UPS 2nd Day Air", "03": "UPS Ground", "12": "UPS 3 Day Select", "13": "UPS Next Day Air Saver", "14": "UPS Next Day Air Early", "59": "UPS 2nd Day Air A.M."}

// upsPost are the services of which the post does the last mile. Source: Rating and Shipping API, Service.Code; they are priced one by one.
var upsPost = map[string]string{"92": "UPS SurePost under 1 lb", "93": "UPS SurePost", "94": "UPS SurePost Bound Printed Matter", "95": "UPS SurePost Media"}

// upsService names a service that a label is bought for.
func upsService(code string) (name string, ok bool) {
	if name, ok = upsServices[code]; !ok {
		name, ok = upsPost[code]
	}
	return name, ok
}

type named map[string]any

func cut(s string, most int) string {
	r := []rune(strings.TrimSpace(s))
	return strings.TrimSpace(string(r[:min(len(r), most)]))
}

// upsLine is the longest of up to three address lines. Source: Shipping API, AddressLine.
const upsLine = 35

func upsAddress(p freight.Party) named {
	lines, _ := lined(p, upsLine) // judged by fits
	a := named{"AddressLine": lines, "City": p.City, "StateProvinceCode": p.State, "PostalCode": strings.ReplaceAll(p.Zip, "-", ""), "CountryCode": "US"}
	if p.Residential {
		a["ResidentialAddressIndicator"] = ""
	}
	return a
}

func upsParty(p freight.Party) named {
	out := named{"Name": cut(p.Name, 35), "AttentionName": cut(first(p.Contact, p.Name), 35), "Address": upsAddress(p)}
	if p.Phone != "" {
		out["Phone"] = named{"Number": cut(p.Phone, 15)}
	}
	return out
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// upsPackage is a package of Rating, where its kind is called PackagingType, and of Shipping, where it is Packaging and has a reference.
func (l Load) upsPackages(kind string) (list []named) {
	for _, p := range l.Packages {
		one := named{
			kind:            named{"Code": "02", "Description": "Customer supplied package"},
			"Dimensions":    named{"UnitOfMeasurement": named{"Code": "IN", "Description": "Inches"}, "Length": decimal(p.Length, 2), "Width": decimal(p.Width, 2), "Height": decimal(p.Height, 2)},
			"PackageWeight": named{"UnitOfMeasurement": named{"Code": "LBS", "Description": "Pounds"}, "Weight": decimal(p.Pounds, 1)},
		}
		if l.Asks.SurePost == "92" {
			one["PackageWeight"] = named{"UnitOfMeasurement": named{"Code": "OZS", "Description": "Ounces"}, "Weight": decimal(p.Pounds*16, 1)}
		}
		if l.Asks.Return != "" {
			one["Description"] = cut("Return of "+l.Number, 35) // required of a return
		}
		options := named{}
		if p.Signature != "" { // 2 is a signature, 3 an adult's
			options["DeliveryConfirmation"] = named{"DCISType": map[string]string{"signature": "2", "adult": "3"}[p.Signature]}
		}
		if p.DeclaredMinor > 0 {
			options["DeclaredValue"] = named{"CurrencyCode": "USD", "MonetaryValue": fmt.Sprintf("%d.%02d", p.DeclaredMinor/100, p.DeclaredMinor%100)}
		}
		if len(options) > 0 {
			one["PackageServiceOptions"] = options
		}
		if p.Loose {
			one["AdditionalHandlingIndicator"] = ""
		}
		if kind == "Packaging" {
			one["ReferenceNumber"] = []named{{"Value": l.Reference}, {"Value": cut(l.Number, 35)}} // valid on packages within the US
		}
		list = append(list, one)
	}
	return list
}

func (u upsAPI) head(trans string) map[string]string {
	return map[string]string{"transId": cut(strings.ReplaceAll(trans, "-", ""), 32), "transactionSrc": "lading"}
}

// shipper is the account's own party: of a return, where it comes to.
func (u upsAPI) shipper(l Load) named {
	own := l.From
	if l.Asks.Return != "" {
		own = l.To
	}
	s := upsParty(own)
	s["ShipperNumber"] = u.account.Number
	return s
}

type upsMoney struct {
	CurrencyCode  string `json:"CurrencyCode"`
	MonetaryValue string `json:"MonetaryValue"`
}

// Rates is Rating with Shoptimeintransit: every service with its price for this account and its days.
func (u upsAPI) Rates(ctx context.Context, l Load) ([]Rate, error) {
	shipment := named{
		"Shipper": u.shipper(l), "ShipFrom": upsParty(l.From), "ShipTo": upsParty(l.To),
		"PaymentDetails":          named{"ShipmentCharge": []named{{"Type": "01", "BillShipper": named{"AccountNumber": u.account.Number}}}},
		"ShipmentRatingOptions":   named{"NegotiatedRatesIndicator": ""},
		"DeliveryTimeInformation": named{"PackageBillType": "03", "Pickup": named{"Date": strings.ReplaceAll(l.ShipOn, "-", "")}},
		"Package":                 l.upsPackages("PackagingType"),
	}
	way := "Shoptimeintransit"
	if l.Asks.SurePost != "" { // none of those that are compared
		way, shipment["Service"] = "Ratetimeintransit", named{"Code": l.Asks.SurePost, "Description": upsPost[l.Asks.SurePost]}
	}
	if l.Asks.Return != "" {
		shipment["ShipmentServiceOptions"] = named{"ReturnService": named{"Code": l.Asks.Return}}
	}
	body := named{"RateRequest": named{"Request": named{"TransactionReference": named{"CustomerContext": l.Number}}, "Shipment": shipment}}
	var got struct {
		RateResponse struct {
			RatedShipment many[struct {
				Service struct {
					Code string `json:"Code"`
				} `json:"Service"`
				TotalCharges          upsMoney `json:"TotalCharges"`
				NegotiatedRateCharges struct {
					TotalCharge upsMoney `json:"TotalCharge"`
				} `json:"NegotiatedRateCharges"`
				TimeInTransit struct {
					ServiceSummary struct {
						EstimatedArrival struct {
							BusinessDaysInTransit string `json:"BusinessDaysInTransit"`
						} `json:"EstimatedArrival"`
					} `json:"ServiceSummary"`
				} `json:"TimeInTransit"`
			}] `json:"RatedShipment"`
		} `json:"RateResponse"`
	}
	if err := u.call(ctx, http.MethodPost, "/rating/"+upsVersion+"/"+way, u.head(uuid4()), body, &got); err != nil {
		return nil, err
	}
	var list []Rate
	for _, r := range got.RateResponse.RatedShipment {
		money := r.TotalCharges
		if r.NegotiatedRateCharges.TotalCharge.MonetaryValue != "" { // what the account has agreed on
			money = r.NegotiatedRateCharges.TotalCharge
		}
		total, ok := minor(money.MonetaryValue)
		name, known := upsService(r.Service.Code)
		if !ok || !known || (l.Asks.SurePost != "") != (upsPost[r.Service.Code] != "") { // a service abroad, or one that a label cannot be bought for here
			continue
		}
		days, _ := strconv.ParseInt(r.TimeInTransit.ServiceSummary.EstimatedArrival.BusinessDaysInTransit, 10, 64) // none: it does not say
		list = append(list, Rate{Service: r.Service.Code, ServiceName: name, Currency: money.CurrencyCode, TotalMinor: total, Days: days})
	}
	return list, nil
}

type upsImage struct {
	GraphicImage string `json:"GraphicImage"`
}

// Buy is Shipment of the Shipping API. UPS does not know a request that it has had before: after an attempt whose answer was lost, the label is looked for by its
// reference, and none is bought.
func (u upsAPI) Buy(ctx context.Context, o Order) (Bought, error) {
	if !o.AskedAt.IsZero() {
		return u.find(ctx, o)
	}
	if _, ok := upsService(o.Service); !ok {
		return Bought{}, refusal{status: http.StatusBadRequest, words: "no service " + o.Service}
	}
	shipment := named{
		"Description": cut("Order "+o.Number, 50), "Shipper": u.shipper(o.Load), "ShipFrom": upsParty(o.From), "ShipTo": upsParty(o.To),
		"PaymentInformation":    named{"ShipmentCharge": []named{{"Type": "01", "BillShipper": named{"AccountNumber": u.account.Number}}}},
		"Service":               named{"Code": o.Service, "Description": cut(o.ServiceName, 35)},
		"ShipmentRatingOptions": named{"NegotiatedRatesIndicator": ""},
		"Package":               o.upsPackages("Packaging"),
	}
	if o.Asks.Return != "" {
		shipment["ReturnService"] = named{"Code": o.Asks.Return}
	}
	if o.Asks.Return == freight.MailedReturn {
		shipment["ShipmentServiceOptions"] = named{"LabelDelivery": named{"EMail": named{"EMailAddress": o.From.Email}}}
	}
	body := named{"ShipmentRequest": named{
		"Request":            named{"RequestOption": "validate", "TransactionReference": named{"CustomerContext": o.Reference}},
		"Shipment":           shipment,
		"LabelSpecification": named{"LabelImageFormat": named{"Code": first(o.Asks.Label, "GIF")}, "HTTPUserAgent": "Mozilla/4.5", "LabelStockSize": named{"Height": "6", "Width": "4"}},
	}}
	var got struct {
		ShipmentResponse struct {
			ShipmentResults struct {
				ShipmentIdentificationNumber string `json:"ShipmentIdentificationNumber"`
				ShipmentCharges              struct {
					TotalCharges upsMoney `json:"TotalCharges"`
				} `json:"ShipmentCharges"`
				NegotiatedRateCharges struct {
					TotalCharge upsMoney `json:"TotalCharge"`
				} `json:"NegotiatedRateCharges"`
				PackageResults many[struct {
					TrackingNumber string   `json:"TrackingNumber"`
					ShippingLabel  upsImage `json:"ShippingLabel"`
				}] `json:"PackageResults"`
			} `json:"ShipmentResults"`
		} `json:"ShipmentResponse"`
	}
	if err := u.call(ctx, http.MethodPost, "/shipments/"+upsVersion+"/ship", u.head(o.Keys[0]), body, &got); err != nil {
		return Bought{}, err
	}
	r := got.ShipmentResponse.ShipmentResults
	money := r.ShipmentCharges.TotalCharges
	if r.NegotiatedRateCharges.TotalCharge.MonetaryValue != "" {
		money = r.NegotiatedRateCharges.TotalCharge
	}
	b := Bought{CarrierID: r.ShipmentIdentificationNumber, Currency: money.CurrencyCode}
	b.TotalMinor, _ = minor(money.MonetaryValue) // none: the rate stands
	for _, p := range r.PackageResults {
		b.Numbers = append(b.Numbers, p.TrackingNumber)
		b.Files = append(b.Files, o.upsFiles(p.TrackingNumber, p.ShippingLabel.GraphicImage)...)
	}
	if b.CarrierID == "" || len(b.Numbers) == 0 {
		return Bought{}, errUnclear
	}
	return b, nil
}

// find is LabelRecovery by our reference and the account's number.
func (u upsAPI) find(ctx context.Context, o Order) (Bought, error) {
	body := named{"LabelRecoveryRequest": named{
		"LabelSpecification": named{"HTTPUserAgent": "Mozilla/4.5", "LabelImageFormat": named{"Code": first(o.Asks.Label, "GIF")}},
		"ReferenceValues":    named{"ReferenceNumber": named{"Value": o.Reference}, "ShipperNumber": u.account.Number},
	}}
	var got struct {
		LabelRecoveryResponse struct {
			ShipmentIdentificationNumber string `json:"ShipmentIdentificationNumber"`
			LabelResults                 many[struct {
				TrackingNumber string   `json:"TrackingNumber"`
				LabelImage     upsImage `json:"LabelImage"`
			}] `json:"LabelResults"`
		} `json:"LabelRecoveryResponse"`
	}
	err := u.call(ctx, http.MethodPost, "/labels/v1/recovery", u.head(uuid4()), body, &got)
	var no refusal
	if errors.As(err, &no) && no.final() && no.status != http.StatusUnauthorized && no.status != http.StatusForbidden {
		return Bought{}, errUnclear // it does not find one, which it may not yet
	}
	if err != nil {
		return Bought{}, err
	}
	b := Bought{CarrierID: got.LabelRecoveryResponse.ShipmentIdentificationNumber}
	for _, p := range got.LabelRecoveryResponse.LabelResults {
		if p.TrackingNumber == "" {
			continue
		}
		b.Numbers = append(b.Numbers, p.TrackingNumber)
		b.Files = append(b.Files, o.upsFiles(p.TrackingNumber, p.LabelImage.GraphicImage)...)
	}
	if len(b.Numbers) == 0 || len(b.Numbers) < len(o.Packages) {
		return Bought{}, errUnclear
	}
	return b, nil
}

// upsElsewhere are the returns whose label UPS brings or mails itself.
var upsElsewhere = map[string]bool{"3": true, "5": true, freight.MailedReturn: true}

// upsFiles reads a label: a picture, which UPS sends as GIF and which is kept as PNG, or what a thermal printer takes. Of a label that UPS hands over itself there is none.
func (l Load) upsFiles(number, text string) []File {
	if text == "" && upsElsewhere[l.Asks.Return] {
		return nil
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if l.Asks.Label == "ZPL" {
		f := File{Name: "UPS " + number + ".zpl", Type: "application/zpl"}
		if err == nil {
			f.Body = raw
		}
		return []File{f}
	}
	f := File{Name: "UPS " + number + ".png", Type: "image/png"}
	if err != nil {
		return []File{f}
	}
	picture, err := gif.Decode(bytes.NewReader(raw))
	if err != nil {
		return []File{f}
	}
	var out bytes.Buffer
	if png.Encode(&out, picture) == nil {
		f.Body = out.Bytes()
	}
	return []File{f}
}

// Void is VoidShipment, of all packages of the shipment.
func (u upsAPI) Void(ctx context.Context, l Label) error {
	var got struct {
		VoidShipmentResponse struct {
			SummaryResult struct {
				Status struct {
					Code        string `json:"Code"`
					Description string `json:"Description"`
				} `json:"Status"`
			} `json:"SummaryResult"`
		} `json:"VoidShipmentResponse"`
	}
	if err := u.call(ctx, http.MethodDelete, "/shipments/"+upsVersion+"/void/cancel/"+url.PathEscape(l.CarrierID), u.head(uuid4()), nil, &got); err != nil {
		return err
	}
	if s := got.VoidShipmentResponse.SummaryResult.Status; strings.Trim(s.Code, ` "`) != "1" { // it is quoted twice at times
		return refusal{http.StatusBadRequest, s.Code, s.Description}
	}
	return nil
}

// upsStages are the types of a package's activities that move it. M, that UPS has its data, X, an exception, and RS, that it goes back, do not.
var upsStages = map[string]string{"P": stagePickedUp, "I": stagePickedUp, "O": stagePickedUp, "D": stageDelivered}

// Track is getSingleTrackResponse of the Tracking API. A number that UPS has nothing of yet has no scans.
func (u upsAPI) Track(ctx context.Context, _ Label, number string) ([]Scan, error) {
	var got struct {
		TrackResponse struct {
			Shipment []struct {
				Package []struct {
					TrackingNumber string `json:"trackingNumber"`
					Activity       []struct {
						GMTDate  string `json:"gmtDate"`
						GMTTime  string `json:"gmtTime"`
						Location struct {
							Address struct {
								City    string `json:"city"`
								State   string `json:"stateProvince"`
								Country string `json:"countryCode"`
							} `json:"address"`
						} `json:"location"`
						Status struct {
							Type        string `json:"type"`
							StatusCode  string `json:"statusCode"`
							Description string `json:"description"`
						} `json:"status"`
					} `json:"activity"`
				} `json:"package"`
			} `json:"shipment"`
		} `json:"trackResponse"`
	}
	err := u.call(ctx, http.MethodGet, "/track/v1/details/"+url.PathEscape(number)+"?locale=en_US&returnSignature=false", u.head(uuid4()), nil, &got)
	var no refusal
	if errors.As(err, &no) && no.status == http.StatusNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Scan
	for _, s := range got.TrackResponse.Shipment {
		for _, p := range s.Package {
			if p.TrackingNumber != number { // the others of its shipment are asked for by their own
				continue
			}
			for _, e := range p.Activity {
				at, err := time.Parse("20060102 150405", e.GMTDate+" "+six(e.GMTTime))
				if err != nil { // its clock is some place's, and the place's zone is not told
					continue
				}
				where := strings.Trim(strings.TrimSpace(e.Location.Address.City+", "+e.Location.Address.State), ", ")
				list = append(list, Scan{Number: number, At: store.At(at), Code: e.Status.Type + "/" + e.Status.StatusCode, Text: strings.TrimSpace(e.Status.Description), Place: first(where, e.Location.Address.Country), Stage: upsStages[e.Status.Type]})
			}
		}
	}
	return list, nil
}

// six writes a time of day with all its digits: UPS leaves out the first zero.
func six(clock string) string {
	clock = strings.ReplaceAll(clock, ":", "")
	return strings.Repeat("0", max(0, 6-len(clock))) + clock
}

// many reads a list, and a single one that stands where a list may.
type many[T any] []T

func (m *many[T]) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		return json.Unmarshal(b, (*[]T)(m))
	}
	var one T
	if err := json.Unmarshal(b, &one); err != nil {
		return err
	}
	*m = []T{one}
	return nil
}
