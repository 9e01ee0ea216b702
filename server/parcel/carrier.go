package parcel

import (
	"context"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Carrier is a parcel carrier that is reached by its own API.
type Carrier string

// The carriers.
const (
	UPS    Carrier = "ups"
	Stamps Carrier = "stamps"
	Amazon Carrier = "amazon"
)

// Values lists the carriers.
func (Carrier) Values() []string { return []string{"ups", "stamps", "amazon"} }

// Provider is a carrier as it declares itself: what its account is made of, and how it is spoken with.
type Provider struct {
	ID      Carrier
	Name    string
	Fields  []string // of AccountReq that its account needs, beside those that every account has
	Takes   bool     // what a parcel carrier may be asked for beside carrying packages
	Returns bool     // it takes an address of its own for what cannot be delivered
	Page    string   // its settings page, to which it sends a person back after a consent; empty where it asks for none
	Must    bool     // nothing is to be had without a person's consent
	Hosts   func(a account) Hosts
	Grant   func(ctx context.Context, s *session, g grant) (token, error)
	Ask     func(s *session, back, state string) string // where a person consents
	Open    func(s *session) Adapter
	Line    int                      // characters of each of the three lines of an address that it takes; 0 where it judges that itself
	City    int                      // likewise
	Stage   func(code string) string // that a scan's code moves a package to; empty for none
}

// Hosts are the addresses of a carrier's API and of its sign-in.
type Hosts struct{ API, Auth string }

// Adapter speaks a carrier's API for one account. Its errors are refusals (refusal), or what a network does.
type Adapter interface {
	// Rates are what the carrier asks for a load, by service.
	Rates(ctx context.Context, l Load) ([]Rate, error)
	// Buy buys a label. Asked again with the same order it buys none, and tells what was bought; where it cannot know, errUnclear.
	Buy(ctx context.Context, o Order) (Bought, error)
	// Void gives a label back. One that was given back already is no error.
	Void(ctx context.Context, l Label) error
	// Track tells what happened to a package of a label.
	Track(ctx context.Context, l Label, number string) ([]Scan, error)
}

// Load is what is sent: one or more packages from one address to another in the same country, paid by the account.
type Load struct {
	ShipmentID string
	Number     string
	ShipOn     string // day
	Zone       string // IANA, of the warehouse
	From, To   freight.Party
	ReturnTo   freight.Party `json:",omitzero"` // where it goes if it cannot be delivered; none is From
	Packages   []Package
	Asks       freight.ParcelService `json:",omitzero"`
	Reference  string
}

// digest tells two loads apart that are not sent the same.
func (l Load) digest() string {
	text, _ := json.Marshal(l) // of texts and numbers: never fails
	return digest(string(text))
}

// Package is one box. Inches and pounds are thousandths; DeclaredMinor is in US cents.
type Package struct {
	Length, Width, Height, Pounds int64
	DeclaredMinor                 int64
	Signature                     string // "", signature, adult
	Loose                         bool
}

// Rate is a carrier's price for a service.
type Rate struct {
	Service     string `json:"Service"` // the carrier's code
	ServiceName string `json:"ServiceName"`
	Currency    string `json:"Currency"`
	TotalMinor  int64  `json:"totalMinor"`
	Days        int64  `json:"Days"`  // of transit; 0 where it does not say
	Offer       string `json:"Offer"` // what it is bought by: to a caller sealed, to a carrier its own
}

// Order is a label to be bought.
type Order struct {
	Load
	Rate
	Reference string
	Keys      []string   // UUIDs: one a package
	AskedAt   store.Time // of an attempt before this one whose answer nobody has; zero where there was none
	Now       time.Time
}

// Bought is a label that was bought. TotalMinor is 0 where the carrier does not say what it charges.
type Bought struct {
	CarrierID  string
	Numbers    []string // tracking numbers
	Currency   string
	TotalMinor int64
	Files      []File
}

// File is a label's image.
type File struct {
	Name, Type string
	Body       []byte
}

// Scan is what a carrier tells of a package.
type Scan struct {
	Number string     `json:"Number"`
	At     store.Time `json:"At"`
	Code   string     `json:"Code"`
	Text   string     `json:"Text"`
	Place  string     `json:"Place"`
	Stage  string     `json:"Stage"` // picked-up, delivered, or nothing that moves a shipment
}

// providers are the carriers by their names.
var providers = map[Carrier]Provider{UPS: ups, Stamps: stamps, Amazon: amazon}

// loadOf judges a shipment, and brings it into the form that carriers price. What no carrier here is asked for is refused by its name.
func loadOf(c freight.Consignment) (l Load, err error) {
	l = Load{ShipmentID: c.ShipmentID, Number: c.Number, ShipOn: c.ShipOn, Zone: c.Zone, From: c.Origin, To: c.Destination, Asks: c.Parcel, ReturnTo: c.ReturnTo}
	switch {
	case len(c.Packages) == 0:
		return l, fail.Conflict("parcel-no-packages", "number", c.Number)
	case c.Terms != "P":
		return l, fail.Conflict("parcel-not-prepaid", "number", c.Number)
	case len(c.Drops) > 0:
		return l, fail.Conflict("parcel-one-destination", "number", c.Number)
	case country(c.Origin) != "US" || country(c.Destination) != "US":
		return l, fail.Conflict("parcel-abroad", "number", c.Number)
	case c.Saturday || c.HoldForPickup:
		return l, fail.Conflict("parcel-service-not-offered", "number", c.Number)
	}
	for _, code := range c.Services {
		if code != freight.ResidentialDelivery {
			return l, fail.Conflict("parcel-service-not-offered", "number", c.Number)
		}
	}
	for _, it := range c.Items {
		if it.Hazmat != nil {
			return l, fail.Conflict("parcel-hazmat", "number", c.Number)
		}
	}
	for _, p := range c.Packages {
		one := Package{DeclaredMinor: p.DeclaredMinor, Signature: p.Signature, Loose: p.Loose}
		var ok bool
		if one.Pounds, ok = p.Weight.Pounds(); !ok || one.Pounds <= 0 {
			return l, fail.Conflict("parcel-no-packages", "number", c.Number)
		}
		for _, side := range []struct {
			of *int64
			m  freight.Measure
		}{{&one.Length, p.Length}, {&one.Width, p.Width}, {&one.Height, p.Height}} {
			*side.of = inches(side.m)
		}
		for range p.Count {
			l.Packages = append(l.Packages, one)
		}
		if len(l.Packages) > mostPackages {
			return l, fail.Conflict("parcel-too-many-packages", "number", c.Number, "max", mostPackages)
		}
	}
	return l, nil
}

// mostPackages is of one label's shipment. Source: UPS Shipping API, 20 tracking numbers a void.
const mostPackages = 20

func country(p freight.Party) string {
	c := strings.ToUpper(strings.TrimSpace(p.Country))
	if c == "" || c == "USA" {
		return "US"
	}
	return c
}

// decimal writes thousandths as a number with at most places decimals, never less than it is.
func decimal(milli int64, places int) string {
	step := int64(1000)
	for range places {
		step /= 10
	}
	n := (milli + step - 1) / step
	s := strconv.FormatInt(n*step/1000, 10)
	if places == 0 {
		return s
	}
	rest := strconv.FormatInt(n*step%1000+1000, 10)[1:]
	return s + "." + rest[:places]
}

// minor reads an amount of money with two decimals: "12.5" is 1250. ok is false where it is none.
func minor(text string) (n int64, ok bool) {
	whole, part, _ := strings.Cut(strings.TrimSpace(text), ".")
	if len(part) > 2 && strings.Trim(part[2:], "0") != "" || whole == "" {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+(part + "00")[:2], 10, 64)
	return n, err == nil && n >= 0
}

// Patience is how long a carrier may take to answer.
const Patience = 30 * time.Second
