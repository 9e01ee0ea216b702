// Package parcel is shipping by parcel carriers' own APIs: the organisation's account there, what a carrier asks for a shipment, its labels and what it tells of its
// packages. Contract prices come from own tariffs (the rating area), and our own labels from the document area.
package parcel

import (
	"context"
	"net/http"
	"strings"
	"time"

	"lading/server/kit/blob"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/vault"
	"lading/server/op"
	"lading/server/store"
)

// Area serves the parcel pages. The fields are what it needs of other areas and floors.
type Area struct {
	Places    Places
	Shipments Shipments
	Rides     Rides
	Carriers  Carriers
	Files     Files
	Jobs      Jobs
	Setup     Setup
	Vault     *vault.Vault
	Orgs      func(ctx context.Context, id string) (*store.DB, error)
	Clock     func() time.Time
	// PublicURL is where carriers send a person back to; empty for none.
	PublicURL string
	Client    *http.Client
	// Hosts are the carriers' addresses; as they are published where it is nil.
	Hosts func(Carrier) Hosts

	tokens tokens
}

// Shipments knows the shipments that the user may see; another warehouse's is unknown.
type Shipments interface {
	Consignment(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error)
	Carried(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Carried, error)
	// Quotable refuses a shipment that could not be tendered now, PickupAhead one whose pickup is over.
	Quotable(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error)
	PickupAhead(ctx context.Context, tx *store.Tx, shipmentID string) error
	// Bookable refuses a carrier that the rules keep from a shipment, and tells whose account pays the shipment there.
	Bookable(ctx context.Context, tx *store.Tx, shipmentID, scac string) (freight.Payer, error)
	// Award tenders a shipment to the carrier of a price, Reprice gives one that the carrier has another price, and Correct gives it its number there.
	Award(ctx context.Context, tx *store.Tx, shipmentID string, p freight.Price) error
	Reprice(ctx context.Context, tx *store.Tx, shipmentID string, p freight.Price) error
	Correct(ctx context.Context, tx *store.Tx, shipmentID string, c freight.Correction) error
	Record(ctx context.Context, tx *store.Tx, shipmentID, kind string, data any) error
	Advance(ctx context.Context, tx *store.Tx, shipmentID, stage string, at time.Time) error
}

// Rides knows which parcels enter their carrier's network at a hub, and on which day; one whose linehaul is not tendered yet is refused.
type Rides interface {
	Ride(ctx context.Context, tx *store.Tx, shipmentID string) (hub freight.Party, injectOn string, rides bool, err error)
}

// Carriers knows the organisation's own list.
type Carriers interface {
	CarrierName(ctx context.Context, tx *store.Tx, scac string) (name string, ok bool, err error)
}

// Files judges a file by its content, keeps it, and has it stand with a shipment's documents.
type Files interface {
	Keep(ctx context.Context, org string, f op.File) (blob.File, error)
	AttachKept(ctx context.Context, tx *store.Tx, shipmentID, warehouse string, files []blob.File) error
}

// Jobs has work done after the commit. A key that was ever added is not added again.
type Jobs interface {
	AddAt(ctx context.Context, tx *store.Tx, kind, key string, due time.Time, payload any) error
}

// Places lists the addresses that earlier shipments went to; the shipment area has them.
type Places interface {
	Places(ctx context.Context, tx *store.Tx, text string, most int) ([]freight.Party, error)
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return []op.Op{
		op.Query("UPSReady/AddressClassification", a.Classify, right.Plan),
		op.Direct("UPSReady/RequestAgreement", a.RequestAgreement, right.ManageCarriers),
		op.Query("UPSReady/AccountDetails", a.AccountDetails, right.ManageCarriers),
		op.Direct("UPSReady/Registration", a.Register, right.ManageCarriers),
		op.Query("Parcel/Account", a.GetAccount, right.ManageCarriers),
		op.Direct("Parcel/SaveAccount", a.SaveAccount, right.ManageCarriers),
		op.Direct("Parcel/Consent", a.Consent, right.ManageCarriers),
		op.Direct("Carriers/GetStampsAuthCode", a.StampsAuthCode, right.ManageCarriers),
		op.Direct("Carriers/GetAuthCode", a.AuthCode, right.ManageCarriers),
		op.Direct("Carriers/GetAccessToken", a.AccessToken, right.ManageCarriers),
		op.Direct("Carriers/UpdateToken", a.UpdateToken, right.ManageCarriers),
		op.Query("Carriers/GetClientNameforTokenAccess", a.ClientNameForToken, right.ManageCarriers),
		op.Direct("Parcel/Rates", a.Rates, right.Rate).ForShowing(),
		op.Query("Parcel/Labels", a.Labels, right.SeeLoads),
		op.Query("Parcel/Scans", a.Scans, right.SeeLoads),
		op.Direct("Parcel/Track", a.Track, right.MoveLoads),
		op.Command("Parcel/BuyLabel", a.Buy, right.Tender).Evidence(),
		op.Command("Parcel/VoidLabel", a.VoidLabel, right.Void).Evidence(),
		op.Command("Parcel/CheckLabel", a.CheckLabel, right.Tender),
		op.Command("Parcel/DropLabel", a.DropLabel, right.Tender).Evidence(),
	}
}

// AgreementReq begins a person's consent at a carrier, or completes it with what the carrier sends back.
type AgreementReq struct {
	Code  string `json:"Code" validate:"max=2000" field:"trim"`
	State string `json:"State" validate:"required_with=Code,max=100" field:"trim"`
}

// RequestAgreement says where a person reads and accepts UPS's agreement. It is shown and accepted on UPS's own site.
func (a *Area) RequestAgreement(ctx context.Context, c *op.Call, req AgreementReq) (ConsentResp, error) {
	return a.Consent(ctx, c, ConsentReq{UPS, req.Code, req.State})
}

// StampsAuthCode says where a person signs in to Stamps.com, and takes the code that comes back from there.
func (a *Area) StampsAuthCode(ctx context.Context, c *op.Call, req AgreementReq) (ConsentResp, error) {
	return a.Consent(ctx, c, ConsentReq{Stamps, req.Code, req.State})
}

// AccountDetails tells how the organisation is connected with UPS.
func (a *Area) AccountDetails(ctx context.Context, tx *store.Tx, _ op.None) (Account, error) {
	return a.GetAccount(ctx, tx, CarrierReq{UPS})
}

// RegistrationReq registers the organisation's UPS account with the application that UPS gave it. UPS publishes no registration by invoice: whose the account is, it
// judges itself at the sign-in to its site.
type RegistrationReq struct {
	SCAC   string `json:"CarrierScac" validate:"required,max=4" field:"upper,scac"`
	Number string `json:"AccountNumber" validate:"required,len=6" field:"upper"`
	Client string `json:"ClientId" validate:"required,max=200" field:"trim"`
	Secret string `json:"ClientSecret" validate:"required,max=500" field:"trim"`
	Test   bool   `json:"TestEnvironment"`
}

// Register keeps an account that is new. One that is there already is refused, and changed by SaveAccount.
func (a *Area) Register(ctx context.Context, c *op.Call, req RegistrationReq) (Account, error) {
	out, _, err := a.save(ctx, c, AccountReq{Carrier: UPS, SCAC: req.SCAC, Number: req.Number, Client: req.Client, Secret: req.Secret, Test: req.Test, Enabled: true}, true)
	return out, err
}

// Class says what kind of address it is.
type Class string

// The classes.
const (
	Home     Class = "residential"
	Business Class = "commercial"
	Unknown  Class = "unknown"
)

// Values lists the classes.
func (Class) Values() []string { return []string{"residential", "commercial", "unknown"} }

// ClassifyReq is an address.
type ClassifyReq struct {
	Address freight.Party `json:"Address"`
}

// ClassifyResp is its class, and who says so.
type ClassifyResp struct {
	Status string `json:"Status"`
	Class  Class  `json:"classification"`
	By     string `json:"by"`
}

// Classify tells what people said of the same address when they shipped there. A carrier's own service needs an account there; without one nobody is asked.
func (a *Area) Classify(ctx context.Context, tx *store.Tx, req ClassifyReq) (ClassifyResp, error) {
	r := ClassifyResp{"success", Unknown, "own-shipments"}
	p := req.Address
	if strings.TrimSpace(p.Street) == "" {
		return r, nil
	}
	list, err := a.Places.Places(ctx, tx, p.Street, 100)
	for _, k := range list {
		if r.Class == Unknown && strings.EqualFold(k.Street, p.Street) && k.Zip == p.Zip {
			if r.Class = Business; k.Residential {
				r.Class = Home
			}
		}
	}
	return r, err
}
