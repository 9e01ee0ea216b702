// Package order is what customers want shipped, before it is a shipment: orders that wait for their items, open orders,
// and the files that they come in.
package order

import (
	"context"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// Area serves the order pages. The fields are what it needs of other areas and floors.
type Area struct {
	Sites    Sites
	Defaults Defaults
	Vias     ShipVias
	People   People
	Jobs     Jobs
	// Parties knows which codes and names of customers were merged.
	Parties Parties
	// Orgs opens an organisation; reading a file is too slow for one transaction and takes several.
	Orgs func(ctx context.Context, id string) (*store.DB, error)
}

// Defaults knows what a person's lines of goods are by default.
type Defaults interface {
	// ItemClass is the person's own class, else the organisation's; empty where neither has one.
	ItemClass(ctx context.Context, tx *store.Tx) (string, error)
}

// People knows who may do what.
type People interface {
	// Actor is somebody with the rights of this moment, refused where the person was disabled.
	Actor(ctx context.Context, tx *store.Tx, user string) (store.Actor, error)
}

// Jobs has work done later.
type Jobs interface {
	AddAt(ctx context.Context, tx *store.Tx, kind, key string, due time.Time, payload any) error
}

// Sites lists the organisation's warehouses.
type Sites interface {
	Sites(ctx context.Context, tx *store.Tx) ([]freight.Site, error)
}

// Listen has the area hear of shipments that ended: their orders are open again, if the goods had not left.
func (a *Area) Listen(bus *store.Bus) {
	store.On[event.ShipmentEnded](bus, a.reopen)
	store.On[event.ShipmentEnded](bus, a.giveBack)
	store.On[event.LoadParted](bus, a.parted)
}

var order = op.Subject("order", "OrderId")

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return append(itemFile(a, nil).Ops(),
		op.Query("Shipment/GetOrders", a.Open, right.SeeOrders),
		op.Query("Shipment/PendingOrderByPage", a.Pending, right.SeeOrders),
		op.Query("Shipment/GetOrderByOrderNumber", a.ByNumber, right.SeeOrders),
		op.Query("Shipment/OrderAlreadyProcessedorNot", a.Processed, right.SeeOrders),
		op.Command("Shipment/AddNewOrder", a.Add, right.EditOrders),
		op.Command("Shipment/UpdatePendingOrder", a.Update, right.EditOrders).Offline(order),
		op.Command("Shipment/EditItemDetails", a.EditItems, right.EditOrders).Offline(order),
		op.Command("Shipment/SaveItemDetails", a.SaveItems, right.EditOrders).Offline(order),
		op.Command("Shipment/RevertSetItems", a.Revert, right.EditOrders).Offline(order),
		op.Command("Shipment/ConsolidateandDeconsolidateOrders", a.Consolidate, right.EditOrders),
		op.Command("Shipment/SplitOrder", a.Split, right.EditOrders),
		op.Command("Shipment/MergeOrders", a.Merge, right.EditOrders),
		op.Query("Shipment/GetConsolidateOrderData", a.TogetherOf, right.SeeOrders),
		op.Query("Shipment/GetPendingOrderColumnDetails", a.Templates, right.SeeOrders),
		op.Command("Order/SaveTemplate", a.SaveTemplate, right.EditOrders),
		op.Command("Order/DropTemplate", a.DropTemplate, right.EditOrders),

		op.Command("Shipment/TlxTmsExtraInfoDetails", a.Items, right.ManageItems),
		op.Query("Shipment/IsValidNMFC", a.IsValidNMFC, right.SeeItems),
		op.Query("Shipment/GetFilteredNMFCSubMasterDetails", a.FindNMFC, right.SeeItems),
		op.Query("Order/NMFCTable", a.Table, right.SeeItems),
		op.Upload("Order/UploadNMFC", a.UploadNMFC, right.ManageItems),
		op.Direct("Order/DropNMFC", a.DropNMFC, right.ManageItems),
		op.Direct("Shipment/DownloadExtraInfoDetails", a.ItemFile, right.ManageItems).ForShowing(),
		op.Upload("Shipment/InsertItem", a.InsertItems, right.ManageItems),
		op.Upload("Shipment/InsertBoundItem", a.InsertBoundItems, right.ManageItems),

		op.Upload("Shipment/UploadInboundFile", a.UploadInbound, right.Receive),
		op.Upload("Shipment/UploadOrderFile", a.Upload, right.EditOrders),
		op.Upload("file/get-file-headers", a.Headers, right.EditOrders),
		op.Query("config/get-config-list", a.Mappings, right.EditOrders, right.Receive).Get(),
		op.Query("Order/Preview", a.Preview, right.EditOrders, right.Receive),
		op.Query("Order/Imports", a.Imports, right.EditOrders, right.Receive),
		op.Direct("Order/Remap", a.Remap, right.EditOrders, right.Receive),
		op.Direct("Order/SaveImport", a.SaveImport, right.EditOrders, right.Receive),
		op.Direct("Order/UndoImport", a.UndoImport, right.EditOrders),
		op.Direct("Order/DropImport", a.DropImport, right.EditOrders, right.Receive),
	)
}
