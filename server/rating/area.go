// Package rating is what freight costs: carriers' contracts in versions, the fuel index, what customers pay on top, and the choice among
// carriers with the reason for each. The arithmetic is in engine, the spreadsheets are in book.
package rating

import (
	"context"
	"sync"

	"lading/server/kit/freight"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/rating/engine"
	"lading/server/store"
)

// Area serves the rating pages. The fields are what it needs of other areas and floors.
type Area struct {
	Carriers  Carriers
	Shipments Shipments
	Orders    Orders
	Sites     Sites
	Distances Distances  // nil is the great circle and what roads add
	Providers []Provider // asked beside the organisation's own contracts; none by default
	Orgs      func(ctx context.Context, id string) (*store.DB, error)

	parsed sync.Map // hash of a version's body → *engine.Tariff; a version never changes
}

// Carriers lists the carriers that may be chosen.
type Carriers interface {
	Carriers(ctx context.Context, tx *store.Tx) ([]freight.Carrier, error)
}

// Shipments gives what of a shipment a price depends on.
type Shipments interface {
	Consignment(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error)
}

// Orders gives open orders without taking them.
type Orders interface {
	Look(ctx context.Context, tx *store.Tx, ids []string) ([]freight.Order, error)
}

// Sites knows where goods leave from.
type Sites interface {
	Site(ctx context.Context, tx *store.Tx, id string) (from freight.Party, zone string, err error)
}

// Provider asks somebody outside for prices. It is asked with no transaction open, and its failure is a candidate with a reason, never an error.
type Provider interface {
	Name() string
	Rate(ctx context.Context, r engine.Request) ([]engine.Quote, error)
}

// Whoever plans and ships may ask for prices. The order buckets are left out: the dock has them, and sees no money.
var (
	asks     = []page.ID{page.ReviewRates, page.Prepaid, page.MultipleOrders, page.MultipleOrdersDynamicComponent, page.OpenOrders}
	contract = []page.ID{page.ContractDetails}
	markups  = []page.ID{page.CustomerMarkup}
	terminal = []page.ID{page.TerminalInfo}
	cubes    = []page.ID{page.CubeRating, page.CubeRatingProfile}
)

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return []op.Op{
		op.Direct("Shipment/GETLTLRates", a.Rates, asks...),
		op.Query("Rating/RateOrders", a.RateOrders, asks...),
		op.Direct("Shipment/RateShipments", a.RateShipments, asks...),
		op.Query("Rating/Kept", a.KeptRatings, asks...),
		op.Query("Shipment/GetShipmentPricesheets", a.Pricesheets, asks...),
		op.Query("Rating/Ratings", a.Ratings, asks...),
		op.Query("Shipment/RCSelectedParcelCarrier", a.ParcelCarrier, append([]page.ID{page.Parcel}, asks...)...),
		op.Query("Shipment/Ratemodedetails", a.Modes).SignedIn(),
		op.Query("Rating/Transit", a.Transit, page.TransitTime, page.ReviewRates),

		op.Query("Rating/TerminalInfo", a.TerminalInfo, page.TerminalInfo, page.TransitTime, page.ReviewRates),
		op.Query("Rating/Terminals", a.Terminals, terminal...),
		op.Command("Rating/SaveTerminal", a.SaveTerminal, terminal...),
		op.Command("Rating/DeleteTerminal", a.DeleteTerminal, terminal...),

		op.Query("Rating/Cubes", a.Cubes, cubes...),
		op.Query("Rating/TryCube", a.TryCube, cubes...),
		op.Command("Rating/SaveCubeProfile", a.SaveCubeProfile, page.CubeRatingProfile),
		op.Command("Rating/DeleteCubeProfile", a.DeleteCubeProfile, page.CubeRatingProfile),
		op.Command("Rating/SaveCubeUse", a.SaveCubeUse, page.CubeRating),

		op.Query("Shipment/GetTlxTmsServices", a.Services).SignedIn(),
		op.Query("Shipment/GetSelectedServices", a.SelectedServices, append([]page.ID{page.Collect}, asks...)...),
		op.Command("Shipment/UpdateDefaultServices", a.SaveServices, asks...),

		op.Query("Rating/Tariffs", a.Tariffs, contract...),
		op.Query("Rating/Tariff", a.Tariff, contract...),
		op.Upload("Rating/UploadTariff", a.Upload, contract...),
		op.Query("Rating/TariffImport", a.Preview, contract...),
		op.Command("Rating/SaveTariffImport", a.SaveImport, contract...),
		op.Command("Rating/DropTariffImport", a.DropImport, contract...),
		op.Direct("Rating/ExportTariff", a.Export, contract...).Get(),
		op.Command("Rating/SwitchTariff", a.Switch, contract...),
		op.Query("Rating/FuelIndex", a.FuelIndex, append([]page.ID{page.ReviewRates}, contract...)...),
		op.Command("Rating/SaveFuelWeek", a.SaveFuelWeek, contract...),

		op.Query("Initial/GetCustomerMarkups", a.Markups, markups...),
		op.Command("Initial/CustomerMarkup", a.SaveMarkup, markups...),
		op.Command("Initial/DeleteCustomerMarkup", a.DeleteMarkup, markups...),
		op.Query("Initial/CustomerMarkupModes", a.MarkupModes, markups...),
		op.Query("Initial/GetMarkupConfiguration", a.MarkupConfiguration, markups...),
	}
}
