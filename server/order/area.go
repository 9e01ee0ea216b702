// Package order is what customers want shipped, before it is a shipment: orders that wait for their items, open orders,
// and the files that they come in.
package order

import (
	"context"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"
)

// Area serves the order pages. The fields are what it needs of other areas and floors.
type Area struct {
	Sites Sites
	// Orgs opens an organisation; reading a file is too slow for one transaction and takes several.
	Orgs func(ctx context.Context, id string) (*store.DB, error)
}

// Sites lists the organisation's warehouses.
type Sites interface {
	Sites(ctx context.Context, tx *store.Tx) ([]freight.Site, error)
}

// Listen has the area hear of shipments that ended: their orders are open again, if the goods had not left.
func (a *Area) Listen(bus *store.Bus) {
	store.On[event.ShipmentEnded](bus, a.reopen)
	store.On[event.ShipmentEnded](bus, a.giveBack)
}

var order = op.Subject("order", "OrderId")

var (
	reads = []page.ID{page.OpenOrders, page.BucketOpenOrders, page.MultipleOrders, page.MultipleOrdersDynamicComponent, page.SingleOrder, page.Mobile}
	goods = append([]page.ID{page.Prepaid, page.Collect, page.Parcel, page.ShipPO, page.ManageItems}, reads...) // whoever says what is shipped
	edits = []page.ID{page.OpenOrders, page.BucketOpenOrders, page.MultipleOrders, page.MultipleOrdersDynamicComponent, page.SingleOrder}
	files = append([]page.ID{page.ShipPO}, edits...) // a file that was uploaded; whose it is says its kind
)

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return []op.Op{
		op.Query("Shipment/GetOrders", a.Open, reads...),
		op.Query("Shipment/PendingOrderByPage", a.Pending, reads...),
		op.Query("Shipment/GetOrderByOrderNumber", a.ByNumber, reads...),
		op.Query("Shipment/OrderAlreadyProcessedorNot", a.Processed, reads...),
		op.Command("Shipment/AddNewOrder", a.Add, edits...),
		op.Command("Shipment/UpdatePendingOrder", a.Update, edits...).Offline(order),
		op.Command("Shipment/EditItemDetails", a.EditItems, edits...).Offline(order),
		op.Command("Shipment/SaveItemDetails", a.SaveItems, edits...).Offline(order),
		op.Command("Shipment/RevertSetItems", a.Revert, edits...).Offline(order),
		op.Command("Shipment/ConsolidateandDeconsolidateOrders", a.Consolidate, edits...),
		op.Query("Shipment/GetConsolidateOrderData", a.TogetherOf, reads...),
		op.Query("Shipment/GetPendingOrderColumnDetails", a.Templates, reads...),
		op.Command("Order/SaveTemplate", a.SaveTemplate, page.MultipleOrdersDynamicComponent),
		op.Command("Order/DropTemplate", a.DropTemplate, page.MultipleOrdersDynamicComponent),

		op.Command("Shipment/TlxTmsExtraInfoDetails", a.Items, page.ManageItems),
		op.Query("Shipment/IsValidNMFC", a.IsValidNMFC, goods...),
		op.Query("Shipment/GetFilteredNMFCSubMasterDetails", a.FindNMFC, goods...),
		op.Direct("Shipment/DownloadExtraInfoDetails", a.ItemFile, page.ManageItems),
		op.Upload("Shipment/InsertItem", a.InsertItems, page.ManageItems),
		op.Upload("Shipment/InsertBoundItem", a.InsertBoundItems, page.ManageItems),

		op.Upload("Shipment/UploadInboundFile", a.UploadInbound, page.ShipPO),
		op.Upload("Shipment/UploadOrderFile", a.Upload, edits...),
		op.Upload("file/get-file-headers", a.Headers, edits...),
		op.Query("config/get-config-list", a.Mappings, files...).Get(),
		op.Query("Order/Preview", a.Preview, files...),
		op.Query("Order/Imports", a.Imports, files...),
		op.Direct("Order/Remap", a.Remap, files...),
		op.Direct("Order/SaveImport", a.SaveImport, files...),
		op.Direct("Order/DropImport", a.DropImport, files...),
	}
}
