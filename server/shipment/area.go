// Package shipment is the load from the moment it is built until it is delivered or ended: its status, its papers' numbers,
// and the chain of events that says who did what to it. Money is kept apart, for the office alone.
package shipment

import (
	"context"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

// Area serves the shipment pages. The fields are what it needs of other areas.
type Area struct {
	Orders      Orders
	Purchases   Purchases
	Numbers     Numbers
	Carriers    Carriers
	Sites       Sites
	Person      Person
	Rates       Rates
	Rules       Rules
	Links       Links
	SentMails   SentMails
	Languages   Languages
	Jobs        Jobs
	Setup       Setup
	Docks       Docks
	Diary       Diary
	Papers      Papers
	Claims      Claims
	Tracks      Tracks
	Parties     Parties
	Mails       bool // mail leaves the program, or is kept to be read
	PublicLinks op.PublicLinks
	// PublicURL is where carriers reach us.
	PublicURL string
	Hub       Hub
	// Orgs opens an organisation; what is done to many is a command for each.
	Orgs func(ctx context.Context, id string) (*store.DB, error)
}

// Orders hands open orders over, or refuses: an order is built once.
type Orders interface {
	Take(ctx context.Context, tx *store.Tx, ids []string, into freight.ShipmentRef) ([]freight.Order, error)
	// UnknownNMFC are those of some numbers that the organisation's NMFC table does not have; none where there is no table.
	UnknownNMFC(ctx context.Context, tx *store.Tx, numbers []string) ([]string, error)
	// OpenOrders lists open orders that nobody has built yet, and counts all that match.
	OpenOrders(ctx context.Context, tx *store.Tx, q freight.OpenQuery) ([]freight.Order, int64, error)
	// Customers are those whose orders a shipment is built of, each once.
	Customers(ctx context.Context, tx *store.Tx, shipmentID string) ([]string, error)
}

// Person knows what of somebody's own data forms begin with.
type Person interface {
	Email(ctx context.Context, tx *store.Tx) (string, error)
	ItemClass(ctx context.Context, tx *store.Tx) (string, error)
	// Actor is somebody with the rights of this moment, refused where the person was disabled.
	Actor(ctx context.Context, tx *store.Tx, user string) (store.Actor, error)
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
	// CarrierMail is where a carrier takes tenders of a mode's loads from a warehouse; empty where nobody knows.
	CarrierMail(ctx context.Context, tx *store.Tx, scac, mode, warehouse string) (string, error)
	// Payer decides whose account at a carrier pays a shipment.
	Payer(ctx context.Context, tx *store.Tx, q freight.PayerQuery) (freight.Payer, error)
	// CarrierDay tells what a carrier's own calendar says of a day: it runs, or the holiday on which it does not.
	CarrierDay(ctx context.Context, tx *store.Tx, scac, day string) (runs bool, holiday string, err error)
}

// Rates finds what a shipment costs by a price sheet that a person chose, or refuses: the price must still be the one that was seen.
type Rates interface {
	Price(ctx context.Context, tx *store.Tx, c freight.Consignment, sheet string, seenMinor int64, services []string) (freight.Price, error)
	// Take does the same for a shipment that was rated before, by that rating's services.
	Take(ctx context.Context, tx *store.Tx, c freight.Consignment, sheet string, seenMinor int64) (freight.Price, error)
	// Again prices a shipment by the contract that it was priced with; ok is false where there is none that takes it.
	Again(ctx context.Context, tx *store.Tx, c freight.Consignment, services []string) (p freight.Price, ok bool, err error)
	// CheckServices refuses codes that stand for no service.
	CheckServices(codes []string) error
	// ServiceNames are services as papers name them.
	ServiceNames(codes []string) []string
	// Arrives is the day on which a shipment's carrier has it there, with so many days of transit.
	Arrives(ctx context.Context, tx *store.Tx, c freight.Consignment, days int64) (string, error)
	// Parcels prices parcels by the organisation's own contracts, each from where and on the day on which its carrier takes it.
	Parcels(ctx context.Context, tx *store.Tx, list []freight.ParcelAsk) ([]freight.ParcelPrice, error)
	// Line is in which order the carriers of the kept rating are asked; ok is false where nobody has rated it.
	Line(ctx context.Context, tx *store.Tx, shipmentID string) (l freight.Line, ok bool, err error)
}

// Rules knows what the organisation has laid down about its freight.
type Rules interface {
	// Tenderable refuses, naming the rule, to give a load to a carrier by a mode where a rule is against it. A mode that is empty is not judged.
	Tenderable(ctx context.Context, tx *store.Tx, c freight.Consignment, carrier, mode string) error
}

// Diary knows the appointments that loads have at their warehouses.
type Diary interface {
	// Binds is the appointment that binds a load's pickup: its number, and its day and time as people read them. ok is false where there is none.
	Binds(ctx context.Context, tx *store.Tx, shipmentID string) (number, day, start string, ok bool, err error)
}

// Sites knows the warehouses: the address that goods leave from, and the IANA zone that its clocks show.
type Sites interface {
	Site(ctx context.Context, tx *store.Tx, id string) (from freight.Party, zone string, err error)
	// Closed names the holiday on which a warehouse is closed in a window of a day; empty where it works. An empty window is the whole day.
	Closed(ctx context.Context, tx *store.Tx, id, day, from, to string) (holiday string, err error)
	// Open reports whether a warehouse works through a window of a day, and tells the hours of that day. An empty window is any time.
	Open(ctx context.Context, tx *store.Tx, id, day, from, to string) (open bool, hours string, err error)
}

// Tracks knows how far a shipment's containers and rail cars have come.
type Tracks interface {
	Progress(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Progress, error)
}

// Claims knows for which shipments a claim was begun that is not put away.
type Claims interface {
	Claimed(ctx context.Context, tx *store.Tx) (shipmentIDs []string, err error)
}

// Listen has the area hear of what the dock does, and of the days on which somebody works.
func (a *Area) Listen(bus *store.Bus) {
	store.On[event.BillSigned](bus, a.signed)
	store.On[event.LoadWeighed](bus, a.weighed)
	store.On[event.CalendarChanged](bus, a.redate)
}

var subject, ofPurchase, ofOthers = op.Subject("shipment", "ShipmentId"), op.Subject("purchase", "PurchaseId"), op.Subject("purchase", "OtherPurchaseIds")

// eventFiles gives the warehouses of the shipments among ?1 whose events name the file ?2 in one of these places of what they say.
func eventFiles(places string) string {
	return `SELECT DISTINCT s.warehouse FROM shipment s JOIN shipment_event e ON e.shipment_id = s.id, json_tree(e.data) t
WHERE s.id IN (SELECT value FROM json_each(?1)) AND instr(e.data, ?2) AND t.value = ?2 AND (` + places + `)`
}

// signatureFiles are what a signature consists of: its picture, the pen's path, and the answer of the phone that it was made on.
const signatureFiles = `t.key IN ('image', 'strokes', 'answer')`

// Namings are the events that name files. A chain of events is read by many, and names its files as digests so that none is exchanged: a digest opens nothing by itself,
// each file is for who may see what it is.
var Namings = []store.Naming{
	{Entity: "shipment_event", Right: right.SeeLoads, Places: eventFiles(`t.path LIKE '%.photos'`)},
	{Entity: "shipment_event", Right: right.SeeDock, Places: eventFiles(signatureFiles)},
	{Entity: "shipment_event", Right: right.SeeDocuments, Places: eventFiles(`t.key = 'paper' OR ` + signatureFiles)},
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	page := page(a)
	return []op.Op{
		op.Query("Shipment/GetShipmentList", a.List, right.SeeLoads),
		op.Query("Shipment/GenericShipmentsList", a.OfStatus, right.SeeLoads),
		op.Query("Shipment/GetShipmentCount", a.Count, right.SeeLoads),
		op.Query("Shipment/GetScheduleShipmentCount", a.ScheduleCount, right.SeeLoads),
		op.Query("Shipment/GlobalSearch", a.Search, right.SeeLoads),
		op.Query("Shipment/ShipmentDetails", a.Details, right.SeeLoads),
		op.Query("Shipment/BillLacks", a.Lacks, right.SeeLoads),
		op.Query("Shipment/Payer", a.Payer, right.Plan, right.Tender, right.Receive),
		op.Query("Shipment/CheckBolbyShipmentid", a.CheckBOL, right.SeeLoads),
		op.Query("Shipment/GetExceptionStatusCodes", a.ExceptionCodes, right.SeeLoads),
		op.Command("Shipment/BuildShipment", a.Build, right.Plan),
		op.Command("Shipment/ShipPurchase", a.ShipPurchase, right.Receive).Offline(ofPurchase, ofOthers).Evidence(),
		op.Command("Shipment/UpdateServices", a.UpdateServices, right.Plan, right.Receive),
		op.Command("Shipment/ChangeLoad", a.Change, right.Tender),
		op.Command("Shipment/SplitShipment", a.Split, right.Plan),
		op.Command("Shipment/SaveClauses", a.SaveClauses, right.Plan, right.AmendBill),
		op.Query("Shipment/LoadShipmentPage", a.LoadPage, right.Plan, right.Receive),
		op.Command("Shipment/SaveShipment", a.SaveShipment, right.Plan),
		op.Command("Shipment/BookCollect", a.BookCollect, right.Plan).Offline(subject).Evidence(),
		op.Command("Shipment/SaveTemplate", a.SaveTemplate, right.Plan, right.Receive),
		op.Command("Shipment/DropTemplate", a.DropTemplate, right.Plan, right.Receive),
		op.Command("Shipment/UpdateStatusCode", a.UpdateStatus, right.MoveLoads).Offline(subject).Evidence(),
		op.Command("Shipment/ExceptionShipment", a.Except, right.MoveLoads).Offline(subject).Evidence(),
		op.Command("Shipment/Void", a.Void, right.Void),
		op.Command("Shipment/ArchiveShipment", a.Archive, right.Void),
		op.Command("Shipment/UpdateSchedule", a.UpdateSchedule, right.MoveLoads).Offline(subject).Evidence(),
		op.Direct("Shipment/BulkSchedule", a.BulkSchedule, right.MoveLoads),
		op.Query("Shipment/BulkMarks", a.Marks, right.Tender),
		op.Direct("Shipment/BulkPickupRequest", a.BulkPickup, right.Tender),
		op.Command("Shipment/CollectTender", a.CollectTender, right.Tender),
		op.Command("Shipment/TenderByShipmentPricesheet", a.TenderBySheet, right.Tender),
		op.Query("Shipment/TenderInfo", a.Info, right.SeeMoney),
		op.Command("Shipment/AskCarrier", a.AskCarrier, right.Tender),
		op.Command("Shipment/TenderLink", a.TenderLink, right.Tender).Secret(),
		op.Command("Shipment/PassTender", a.PassOn, right.Tender),
		op.Command("Shipment/ResendTender", a.ResendTender, right.Tender),
		op.Query("Shipment/TenderOpenings", a.TenderOpenings, right.SeeMoney),
		op.Query("Shipment/GetTruckNumbersForConsolidation", a.Trucks, right.SeeLoads),
		op.Command("Shipment/SaveOption", a.SaveOption, right.Plan),
		op.Command("Shipment/MoveChildShipmentToNewTruck", a.MoveChild, right.Plan),
		op.Query("Shipment/GetClientTruckConfigurationDetails", a.TruckRules, right.SeeLoads),
		truckRules(a).Op(),
		op.Query("DataAdmin/GetUserBasedStatuses", a.Statuses, right.CorrectData),
		op.Query("Shipment/GetLinkedShipmentBatchList", a.Batches, right.SeeLoads),
		op.Command("Shipment/LinkShipments", a.LinkShipments, right.Plan),
		op.Command("Shipment/UnlinkShipment", a.UnlinkShipment, right.Plan),
		publiclink.Opens(page, "CarrierConfirmation/Open", a.show),
		publiclink.Answers(page, "CarrierConfirmation/Answer", a.answer()),
		publiclink.Answers(page, "NewTrackingAPI/Carriertender", a.answer()),
		publiclink.Answers(page, "NewTrackingAPI/ShipmentRejection", a.rejection()),
		publiclink.Renews[Offered, TokenReq](page, "CarrierConfirmation/SendNewLink"),
		publiclink.Checks(page, "CarrierConfirmation/Check"),
		publiclink.Public(op.Direct("CarrierConfirmation/CheckPickup", a.CheckPickup)),
		publiclink.Opens(trackPage(a), "NewTrackingAPI/TrackingDetails", a.showTracked),
		op.Direct("NewTrackingAPI/DisplayTrackingDetails", a.Track).Opened("tracking-unknown").Limited(perGuess),
		// Who plans or tenders a load answers for it outside the house, and may show where it is; to see loads is not enough.
		op.Command("Shipment/ShareTracking", a.ShareTracking, right.Plan, right.Tender).Secret(),
		op.Command("Shipment/EndTracking", a.EndTracking, right.Plan, right.Tender),
		op.Command("Shipment/PutOnDock", a.PutOnDock, right.MoveLoads).Offline(subject).Evidence(),
	}
}

// find loads a shipment that the person may see. Another warehouse's is as unknown as another organisation's.
func find(ctx context.Context, tx *store.Tx, id string) (Shipment, error) {
	s, err := store.Find[Shipment](ctx, tx, fail.NotFound("shipment-unknown"), `SELECT * FROM shipment WHERE id = ?`, id)
	return s, err
}

// Get gives a shipment to an area that works on it: the dock, paper.
func (a *Area) Get(ctx context.Context, tx *store.Tx, id string) (Shipment, error) {
	return find(ctx, tx, id)
}
