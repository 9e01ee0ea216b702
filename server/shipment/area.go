// Package shipment is the load from the moment it is built until it is delivered or ended: its status, its papers' numbers,
// and the chain of events that says who did what to it. Money is kept apart, for the office alone.
package shipment

import (
	"context"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"
)

// Area serves the shipment pages. The fields are what it needs of other areas.
type Area struct {
	Orders    Orders
	Purchases Purchases
	Numbers   Numbers
	Carriers  Carriers
	Sites     Sites
	Rates     Rates
	Links     Links
	Letters   Letters
	Tongues   Tongues
	Jobs      Jobs
	Setup     Setup
	Mails     bool // mail leaves the program, or is kept to be read
	Strangers op.Strangers
	// PublicURL is where carriers reach us.
	PublicURL string
	Hub       Hub
	// Orgs opens an organisation; what is done to many is a command for each.
	Orgs func(ctx context.Context, id string) (*store.DB, error)
}

// Orders hands open orders over, or refuses: an order is built once.
type Orders interface {
	Take(ctx context.Context, tx *store.Tx, ids []string, into freight.ShipmentRef) ([]freight.Order, error)
}

// Purchases hands over what is ready of purchase orders, or refuses: a piece is shipped once.
type Purchases interface {
	TakePurchases(ctx context.Context, tx *store.Tx, parts []freight.PurchasePart, into freight.ShipmentRef) (freight.Inbound, error)
}

// Numbers gives the next bill of lading number of the organisation.
type Numbers interface {
	NextBOL(ctx context.Context, tx *store.Tx) (string, error)
}

// Carriers knows carriers by their SCAC; ok is false for one that is unknown or switched off.
type Carriers interface {
	CarrierName(ctx context.Context, tx *store.Tx, scac string) (name string, ok bool, err error)
	// CarrierMail is where a carrier takes tenders; empty where nobody knows.
	CarrierMail(ctx context.Context, tx *store.Tx, scac string) (string, error)
}

// Rates finds what a shipment costs by a price sheet that a person chose, or refuses: the price must still be the one that was seen.
type Rates interface {
	Price(ctx context.Context, tx *store.Tx, c freight.Consignment, sheet string, seenMinor int64, services []string) (freight.Price, error)
	// Take does the same for a shipment that was rated before, by that rating's services.
	Take(ctx context.Context, tx *store.Tx, c freight.Consignment, sheet string, seenMinor int64) (freight.Price, error)
	// CheckServices refuses codes that stand for no service.
	CheckServices(codes []string) error
	// Line is in which order the carriers of the kept rating are asked; ok is false where nobody has rated it.
	Line(ctx context.Context, tx *store.Tx, shipmentID string) (l freight.Line, ok bool, err error)
}

// Sites knows the warehouses: the address that goods leave from, and the IANA zone that its clocks show.
type Sites interface {
	Site(ctx context.Context, tx *store.Tx, id string) (from freight.Party, zone string, err error)
}

// Listen has the area hear of what the dock does.
func (a *Area) Listen(bus *store.Bus) { store.On[event.BillSigned](bus, a.signed) }

var (
	lists    = []page.ID{page.ShipmentList, page.ShipmentStatus, page.ShipmentHistory, page.MultipleOrders, page.MultipleOrdersDynamicComponent, page.Mobile, page.BucketSaved, page.BucketRateRoute, page.BucketDeferred, page.BucketSchedule, page.BucketConfirmed, page.BucketInTransit, page.BucketDelivered, page.PalletsOnDock, page.ESignBOL}
	details  = append([]page.ID{page.ShipmentDetails, page.DMShipmentDetails, page.DMParcelShipmentDetails, page.Prepaid, page.Collect, page.Parcel, page.ShipPO, page.Sign}, lists...)
	singles  = []page.ID{page.SingleOrder, page.Prepaid, page.Collect, page.Parcel, page.ShipPO}
	moves    = []page.ID{page.MultipleOrders, page.MultipleOrdersDynamicComponent, page.Prepaid, page.Collect, page.Mobile, page.ESignBOL, page.PalletsOnDock, page.BucketSaved, page.BucketRateRoute, page.BucketDeferred, page.BucketSchedule, page.BucketConfirmed, page.BucketInTransit, page.BucketDelivered, page.ShipmentStatus}
	tenders  = []page.ID{page.Tender, page.Collect, page.Prepaid, page.MultipleOrders, page.MultipleOrdersDynamicComponent, page.BucketRateRoute}
	trucks   = []page.ID{page.TruckConsolidation, page.ChildShipmentDetails, page.MultipleOrders, page.MultipleOrdersDynamicComponent}
	links    = append([]page.ID{page.LinkShipments}, details...)
	services = append([]page.ID{page.BucketRateRoute, page.BucketSaved, page.ReviewRates}, append(builds, singles...)...)
	builds   = []page.ID{page.OpenOrders, page.BucketOpenOrders, page.MultipleOrders, page.MultipleOrdersDynamicComponent}
)

var subject, ofPurchase, ofOthers = op.Subject("shipment", "ShipmentId"), op.Subject("purchase", "PurchaseId"), op.Subject("purchase", "OtherPurchaseIds")

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return []op.Op{
		op.Query("Shipment/GetShipmentList", a.List, lists...),
		op.Query("Shipment/GenericShipmentsList", a.OfStatus, lists...),
		op.Query("Shipment/GetShipmentCount", a.Count, lists...),
		op.Query("Shipment/GetScheduleShipmentCount", a.ScheduleCount, lists...),
		op.Query("Shipment/GlobalSearch", a.Search).SignedIn(),
		op.Query("Shipment/ShipmentDetails", a.Details, details...),
		op.Query("Shipment/CheckBolbyShipmentid", a.CheckBOL, details...),
		op.Query("Shipment/GetExceptionStatusCodes", a.ExceptionCodes, lists...),
		op.Command("Shipment/BuildShipment", a.Build, builds...),
		op.Command("Shipment/ShipPurchase", a.ShipPurchase, page.ShipPO).Offline(ofPurchase, ofOthers).Evidence(),
		op.Command("Shipment/UpdateServices", a.UpdateServices, services...),
		op.Query("Shipment/LoadShipmentPage", a.LoadPage, singles...),
		op.Command("Shipment/SaveShipment", a.SaveShipment, singles...),
		op.Command("Shipment/BookCollect", a.BookCollect, page.SingleOrder, page.Collect).Offline(subject).Evidence(),
		op.Command("Shipment/SaveTemplate", a.SaveTemplate, singles...),
		op.Command("Shipment/DropTemplate", a.DropTemplate, singles...),
		op.Command("Shipment/UpdateStatusCode", a.UpdateStatus, moves...).Offline(subject).Evidence(),
		op.Command("Shipment/ExceptionShipment", a.Except, moves...).Offline(subject).Evidence(),
		op.Command("Shipment/Void", a.Void, moves...),
		op.Command("Shipment/ArchiveShipment", a.Archive, moves...),
		op.Command("Shipment/UpdateSchedule", a.UpdateSchedule, moves...).Offline(subject).Evidence(),
		op.Direct("Shipment/BulkSchedule", a.BulkSchedule, page.MultipleOrders, page.MultipleOrdersDynamicComponent, page.BucketRateRoute),
		op.Query("Shipment/BulkMarks", a.Marks, page.MultipleOrders, page.MultipleOrdersDynamicComponent),
		op.Direct("Shipment/BulkPickupRequest", a.BulkPickup, append([]page.ID{page.BucketSchedule, page.BucketConfirmed}, tenders...)...),
		op.Command("Shipment/CollectTender", a.CollectTender, tenders...),
		op.Command("Shipment/TenderByShipmentPricesheet", a.TenderBySheet, tenders...),
		op.Query("Shipment/TenderInfo", a.Info, tenders...),
		op.Command("Shipment/AskCarrier", a.AskCarrier, tenders...),
		op.Command("Shipment/TenderLink", a.TenderLink, tenders...),
		op.Command("Shipment/PassTender", a.PassOn, tenders...),
		op.Command("Shipment/ResendTender", a.ResendTender, tenders...),
		op.Query("Shipment/TenderOpenings", a.TenderOpenings, tenders...),
		op.Query("Shipment/GetTruckNumbersForConsolidation", a.Trucks, trucks...),
		op.Command("Shipment/SaveOption", a.SaveOption, trucks...),
		op.Command("Shipment/MoveChildShipmentToNewTruck", a.MoveChild, trucks...),
		op.Query("Shipment/GetClientTruckConfigurationDetails", a.TruckRules, trucks...),
		op.Command("Shipment/InsertOrUpdateClientTruckConfiguration", a.SaveTruckRules, page.TruckConsolidation),
		op.Query("Shipment/GetLinkedShipmentBatchList", a.Batches, links...),
		op.Command("Shipment/LinkShipments", a.LinkShipments, page.LinkShipments),
		op.Command("Shipment/UnlinkShipment", a.UnlinkShipment, page.LinkShipments),
		op.Direct("CarrierConfirmation/Open", a.OpenTender).Open().Limited(op.PerStranger),
		op.Direct("CarrierConfirmation/Answer", a.AnswerTender).Open().Limited(op.PerStranger),
		op.Direct("CarrierConfirmation/SendNewLink", a.NewTenderLink).Open().Limited(op.PerStranger),
		op.Direct("CarrierConfirmation/Check", a.CheckTender).Open().Limited(op.PerStranger),
		op.Direct("CarrierConfirmation/CheckPickup", a.CheckPickup).Open().Limited(op.PerStranger),
		op.Command("Shipment/PutOnDock", a.PutOnDock, moves...).Offline(subject).Evidence(),
	}
}

// find loads a shipment that the person may see. Another warehouse's is as unknown as another organisation's.
func find(ctx context.Context, tx *store.Tx, id string) (Shipment, error) {
	s, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM shipment WHERE id = ?`, id)
	if err == nil && (!ok || !tx.By.SeesWarehouse(s.Warehouse)) {
		err = fail.NotFound("shipment-unknown")
	}
	return s, err
}

// Get gives a shipment to an area that works on it: the dock, paper.
func (a *Area) Get(ctx context.Context, tx *store.Tx, id string) (Shipment, error) {
	return find(ctx, tx, id)
}
