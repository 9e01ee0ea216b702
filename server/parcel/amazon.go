package parcel

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// amazon speaks Amazon Shipping API v2 for goods that are sold outside of Amazon. The refresh token comes from the application's own authorization in Seller Central.
var amazon = Provider{
	ID: Amazon, Name: "Amazon Shipping", Returns: true, Fields: []string{"RefreshToken"}, Must: true,
	Hosts: func(a account) Hosts {
		if a.Test {
			return Hosts{"https://sandbox.sellingpartnerapi-na.amazon.com", "https://api.amazon.com"}
		}
		return Hosts{"https://sellingpartnerapi-na.amazon.com", "https://api.amazon.com"}
	},
	Grant: func(ctx context.Context, s *session, _ grant) (token, error) {
		var got struct {
			Access  string `json:"access_token"`
			Refresh string `json:"refresh_token"`
			Seconds int64  `json:"expires_in"`
		}
		err := s.form(ctx, "/auth/o2/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {s.refresh}, "client_id": {s.account.Client}, "client_secret": {s.secret}}, false, nil, &got)
		return token{got.Access, got.Refresh, time.Duration(got.Seconds) * time.Second}, err
	},
	Open:  func(s *session) Adapter { return amazonAPI{s} },
	Line:  amazonLine,
	Stage: func(code string) string { return amazonStages[code] },
}

type amazonAPI struct{ *session }

// amazonHead names the branch of Amazon Shipping: the labels here go within the US.
var amazonHead = map[string]string{"x-amzn-shipping-business-id": "AmazonShipping_US"}

// amazonLine is the longest of up to three address lines. Source: Shipping API v2, Address.
const amazonLine = 60

func amazonAddress(p freight.Party) named {
	a := named{"name": cut(first(p.Contact, p.Name), 50), "companyName": cut(p.Name, 50), "city": p.City, "stateOrRegion": p.State, "postalCode": p.Zip, "countryCode": "US"}
	lines, _ := lined(p, amazonLine) // judged by fits
	for i, text := range lines {
		a["addressLine"+string(rune('1'+i))] = text
	}
	if p.Phone != "" {
		a["phoneNumber"] = cut(p.Phone, 20)
	}
	if p.Email != "" {
		a["email"] = cut(p.Email, 64)
	}
	return a
}

type amazonMoney struct {
	Value json.Number `json:"value"`
	Unit  string      `json:"unit"`
}

// amazonOffer is what a rate is bought by. Amazon keeps its rates for a few minutes.
type amazonOffer struct {
	Token, Rate, Carrier string
	Document             named
}

type amazonSpec struct {
	Format  string `json:"format"`
	Size    named  `json:"size"`
	Options []struct {
		DPIs    []int64  `json:"supportedDPIs"`
		Layouts []string `json:"supportedPageLayouts"`
		Joining []bool   `json:"supportedFileJoiningOptions"`
	} `json:"printOptions"`
}

// amazonDocument chooses how the label comes: as PNG or PDF, each file by itself, where the service offers it.
func amazonDocument(specs []amazonSpec) named {
	for _, format := range []string{"PNG", "PDF"} {
		for _, s := range specs {
			for _, o := range s.Options {
				if s.Format != format || len(o.Joining) == 0 {
					continue
				}
				d := named{"format": format, "size": s.Size, "needFileJoining": o.Joining[0] && !slices.Contains(o.Joining, false), "requestedDocumentTypes": []string{"LABEL"}}
				if len(o.DPIs) > 0 {
					d["dpi"] = slices.Max(o.DPIs)
				}
				if len(o.Layouts) > 0 {
					d["pageLayout"] = o.Layouts[0]
				}
				return d
			}
		}
	}
	return nil
}

// Rates is getRates. A service that asks for more than a shipment has, or that sends no label we can keep, is not offered.
func (u amazonAPI) Rates(ctx context.Context, l Load) ([]Rate, error) {
	var packages []named
	for i, p := range l.Packages {
		if p.Signature != "" { // a value-added service, which differs by rate
			return nil, refusal{status: http.StatusBadRequest, words: "signature"}
		}
		weight := named{"unit": "POUND", "value": json.Number(decimal(p.Pounds, 2))}
		value := named{"value": json.Number(decimal(p.DeclaredMinor*10, 2)), "unit": "USD"}
		packages = append(packages, named{"dimensions": named{"length": json.Number(decimal(p.Length, 2)), "width": json.Number(decimal(p.Width, 2)), "height": json.Number(decimal(p.Height, 2)), "unit": "INCH"},
			"weight": weight, "insuredValue": value, "packageClientReferenceId": cut(l.Number, 40) + "-" + string(rune('A'+i)), "items": []named{{"quantity": 1, "weight": weight, "itemValue": value}}})
	}
	at, err := time.Parse(time.DateOnly, l.ShipOn)
	if err != nil {
		return nil, err
	}
	ask := named{"shipFrom": amazonAddress(l.From), "shipTo": amazonAddress(l.To), "packages": packages, "channelDetails": named{"channelType": "EXTERNAL"}}
	if l.ReturnTo != (freight.Party{}) {
		ask["returnTo"] = amazonAddress(l.ReturnTo)
	}
	if at.After(u.now()) {
		ask["shipDate"] = at.Add(17 * time.Hour).Format(time.RFC3339) // noon in the East
	}
	var got struct {
		Payload struct {
			Token string `json:"requestToken"`
			Rates []struct {
				ID      string       `json:"rateId"`
				Carrier string       `json:"carrierId"`
				Service string       `json:"serviceId"`
				Name    string       `json:"serviceName"`
				Total   amazonMoney  `json:"totalCharge"`
				Specs   []amazonSpec `json:"supportedDocumentSpecifications"`
				More    bool         `json:"requiresAdditionalInputs"`
				Promise struct {
					Delivery struct {
						End time.Time `json:"end"`
					} `json:"deliveryWindow"`
				} `json:"promise"`
			} `json:"rates"`
		} `json:"payload"`
	}
	if err := u.call(ctx, http.MethodPost, "/shipping/v2/shipments/rates", amazonHead, ask, &got); err != nil {
		return nil, err
	}
	var list []Rate
	for _, r := range got.Payload.Rates {
		total, ok := minor(r.Total.Value.String())
		document := amazonDocument(r.Specs)
		if !ok || r.More || document == nil {
			continue
		}
		offer, err := json.Marshal(amazonOffer{got.Payload.Token, r.ID, r.Carrier, document})
		if err != nil {
			return nil, err
		}
		days := int64(0)
		if end := r.Promise.Delivery.End; end.After(at) {
			days = int64(end.Sub(at) / (24 * time.Hour))
		}
		list = append(list, Rate{Service: r.Service, ServiceName: r.Name, Currency: r.Total.Unit, TotalMinor: total, Days: days, Offer: string(offer)})
	}
	return list, nil
}

// Buy is purchaseShipment, by a rate that Amazon has given. With the same idempotency key Amazon answers as it did.
func (u amazonAPI) Buy(ctx context.Context, o Order) (Bought, error) {
	var offer amazonOffer
	if json.Unmarshal([]byte(o.Offer), &offer) != nil || offer.Token == "" {
		return Bought{}, refusal{status: http.StatusBadRequest, words: "no rate of " + o.Service}
	}
	var got struct {
		Payload struct {
			ID       string `json:"shipmentId"`
			Packages []struct {
				Number    string `json:"trackingId"`
				Documents []struct {
					Type     string `json:"type"`
					Format   string `json:"format"`
					Contents string `json:"contents"`
				} `json:"packageDocuments"`
			} `json:"packageDocumentDetails"`
		} `json:"payload"`
	}
	head := map[string]string{"x-amzn-IdempotencyKey": o.Keys[0], "x-amzn-shipping-business-id": amazonHead["x-amzn-shipping-business-id"]}
	ask := named{"requestToken": offer.Token, "rateId": offer.Rate, "requestedDocumentSpecification": offer.Document}
	if err := u.call(ctx, http.MethodPost, "/shipping/v2/shipments", head, ask, &got); err != nil {
		return Bought{}, err
	}
	b := Bought{CarrierID: got.Payload.ID}
	for _, p := range got.Payload.Packages {
		b.Numbers = append(b.Numbers, p.Number)
		for _, d := range p.Documents {
			if d.Type != "LABEL" {
				continue
			}
			f := File{Name: "Amazon " + p.Number + "." + strings.ToLower(d.Format), Type: map[string]string{"PNG": "image/png", "PDF": "application/pdf"}[d.Format]}
			f.Body, _ = base64.StdEncoding.DecodeString(d.Contents) // unreadable: the label says so
			b.Files = append(b.Files, f)
		}
	}
	if b.CarrierID == "" || len(b.Numbers) == 0 {
		return Bought{}, errUnclear
	}
	return b, nil
}

// Void is cancelShipment.
func (u amazonAPI) Void(ctx context.Context, l Label) error {
	return u.call(ctx, http.MethodPut, "/shipping/v2/shipments/"+url.PathEscape(l.CarrierID)+"/cancel", amazonHead, nil, nil)
}

// amazonStages are the events that move a package; those that it has beside them tell of its way.
var amazonStages = map[string]string{"PickupDone": stagePickedUp, "Departed": stagePickedUp, "ArrivedAtCarrierFacility": stagePickedUp, "OutForDelivery": stagePickedUp, "Delivered": stageDelivered}

// Track is getTracking, by the carrier that the rate was of.
func (u amazonAPI) Track(ctx context.Context, l Label, number string) ([]Scan, error) {
	var offer amazonOffer
	if err := json.Unmarshal([]byte(l.Offer), &offer); err != nil {
		return nil, err
	}
	var got struct {
		Payload struct {
			Events []struct {
				Code  string    `json:"eventCode"`
				At    time.Time `json:"eventTime"`
				Place struct {
					City  string `json:"city"`
					State string `json:"stateOrRegion"`
				} `json:"location"`
			} `json:"eventHistory"`
		} `json:"payload"`
	}
	err := u.call(ctx, http.MethodGet, "/shipping/v2/tracking?"+url.Values{"trackingId": {number}, "carrierId": {offer.Carrier}}.Encode(), amazonHead, nil, &got)
	var no refusal
	if errors.As(err, &no) && no.status == http.StatusNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Scan
	for _, e := range got.Payload.Events {
		list = append(list, Scan{Number: number, At: store.At(e.At), Code: e.Code, Text: amazonWords(e.Code), Place: strings.Trim(e.Place.City+", "+e.Place.State, ", "), Stage: amazonStages[e.Code]})
	}
	return list, nil
}

// amazonWords writes an event's name as words: "OutForDelivery" is "Out for delivery".
func amazonWords(code string) string {
	var b strings.Builder
	for i, r := range code {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
