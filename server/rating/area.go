// Package rating is what freight costs: carriers' contracts in versions, the fuel index, what customers pay on top, and the choice among
// carriers with the reason for each. The arithmetic is in engine, the spreadsheets are in book.
package rating

import (
	"context"
	"slices"
	"sync"

	"lading/server/kit/calendar"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/rating/engine"
	"lading/server/resource"
	"lading/server/store"
)

// Area serves the rating pages. The fields are what it needs of other areas and floors.
type Area struct {
	Carriers  Carriers
	Parties   resource.Parties
	Shipments Shipments
	Orders    Orders
	Sites     Sites
	Setup     Setup
	Rules     Rules
	Distances Distances  // nil is the great circle and what roads add
	Providers []Provider // asked beside the organisation's own contracts; none by default
	Orgs      func(ctx context.Context, id string) (*store.DB, error)

	parsed sync.Map // hash of a version's body → *engine.Tariff; a version never changes
}

// Carriers lists the carriers that may be chosen.
type Carriers interface {
	Carriers(ctx context.Context, tx *store.Tx) ([]freight.Carrier, error)
	// CarrierDays are the calendars of carriers that have one of their own, by SCAC, for so many days from one on.
	CarrierDays(ctx context.Context, tx *store.Tx, from string, days int) (map[string]calendar.Own, error)
}

// Shipments gives what of a shipment a price depends on.
type Shipments interface {
	Consignment(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error)
}

// Orders gives open orders without taking them.
type Orders interface {
	Look(ctx context.Context, tx *store.Tx, ids []string) ([]freight.Order, error)
}

// Sites knows where goods leave from, and when somebody is there.
type Sites interface {
	Site(ctx context.Context, tx *store.Tx, id string) (from freight.Party, zone string, err error)
	// ClosedDays lists the days, of so many from one on, on which a warehouse does not work.
	ClosedDays(ctx context.Context, tx *store.Tx, id, from string, days int) ([]string, error)
}

// Setup knows the organisation's own currency.
type Setup interface {
	Currency(ctx context.Context, tx *store.Tx) (string, error)
}

// Rules gives the organisation's rules for freight that leaves on a day.
type Rules interface {
	On(ctx context.Context, tx *store.Tx, day string) (freight.Judge, error)
}

// Provider asks somebody outside for prices. It is asked with no transaction open, and its failure is a candidate with a reason, never an error.
type Provider interface {
	Name() string
	Rate(ctx context.Context, r engine.Request) ([]engine.Quote, error)
}

// Whoever plans and ships may ask for prices. The order buckets are left out: the dock has them, and sees no money.

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return slices.Concat(terminals(a).Ops(), terminalFile(a).Ops(), cubes(a).Ops(), markups(a).Ops(), []op.Op{
		op.Direct("Shipment/GETLTLRates", a.Rates, right.Rate).ForShowing(),
		op.Query("Rating/RateOrders", a.RateOrders, right.Rate),
		op.Direct("Shipment/RateShipments", a.RateShipments, right.Rate),
		op.Query("Rating/Kept", a.KeptRatings, right.SeeMoney),
		op.Query("Shipment/GetShipmentPricesheets", a.Pricesheets, right.SeeMoney),
		op.Query("Rating/Ratings", a.Ratings, right.SeeMoney),
		op.Query("Shipment/RCSelectedParcelCarrier", a.ParcelCarrier, right.SeeMoney),
		op.Query("Shipment/Ratemodedetails", a.Modes).SignedIn(),
		op.Query("Rating/Transit", a.Transit, right.SeeCarriers),

		op.Query("Rating/TerminalInfo", a.TerminalInfo, right.SeeCarriers),
		op.Query("Rating/Terminals", a.Terminals, right.SeeCarriers),
		op.Command("Rating/DeleteTerminal", a.DeleteTerminal, right.ManagePlanning),

		op.Query("Rating/Cubes", a.Cubes, right.ManagePlanning),
		op.Query("Rating/TryCube", a.TryCube, right.ManagePlanning),
		op.Command("Rating/DeleteCubeProfile", a.DeleteCubeProfile, right.ManagePlanning),
		op.Command("Rating/SaveCubeUse", a.SaveCubeUse, right.ManagePlanning),

		op.Query("Shipment/GetTlxTmsServices", a.Services).SignedIn(),
		op.Query("Shipment/GetSelectedServices", a.SelectedServices, right.SeeLoads),
		op.Command("Shipment/UpdateDefaultServices", a.SaveServices, right.ManagePlanning),

		op.Query("Rating/Tariffs", a.Tariffs, right.ManagePrices),
		op.Query("Rating/Tariff", a.Tariff, right.ManagePrices),
		op.Upload("Rating/UploadTariff", a.Upload, right.ManagePrices),
		op.Upload("Carriers/OD1R1T_FileUpload", a.CarrierFile, right.ManagePrices),
		op.Query("Rating/TariffImport", a.Preview, right.ManagePrices),
		op.Command("Rating/SaveTariffImport", a.SaveImport, right.ManagePrices),
		op.Command("Rating/DropTariffImport", a.DropImport, right.ManagePrices),
		op.Direct("Rating/ExportTariff", a.Export, right.ManagePrices).Get().ForShowing(),
		op.Command("Rating/SwitchTariff", a.Switch, right.ManagePrices),
		op.Query("Rating/FuelIndex", a.FuelIndex, right.SeeMoney),
		op.Command("Rating/SaveFuelWeek", a.SaveFuelWeek, right.ManagePrices),
		op.Query("Rating/Exchange", a.Exchanges, right.SeeMoney),
		op.Command("Rating/SaveExchange", a.SaveExchange, right.ManagePrices),

		op.Query("Initial/GetCustomerMarkups", a.Markups, right.ManagePrices),
		op.Command("Initial/DeleteCustomerMarkup", a.DeleteMarkup, right.ManagePrices),
		op.Query("Initial/CustomerMarkupModes", a.MarkupModes, right.ManagePrices),
		op.Query("Initial/GetMarkupConfiguration", a.MarkupConfiguration, right.ManagePrices),
	})
}
