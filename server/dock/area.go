// Package dock is the warehouse floor: pallets that wait, the trailer at the door, the driver, the signature.
// It writes the dock_* tables. Whatever happens here is also told to the shipment, whose history is the evidence.
//
// A dock is worked by several tablets that are often without a network, so every action bears being repeated, being
// late and being done twice. A pallet's actions are a subject of their own: one refused scan never holds up the signature.
package dock

import (
	"context"

	"lading/server/kit/evidence"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
)

// Shipments keeps a shipment's history, and lets it leave the warehouse.
type Shipments interface {
	Record(ctx context.Context, tx *store.Tx, shipmentID, kind string, data any) error
	Depart(ctx context.Context, tx *store.Tx, shipmentID string) error
	Correct(ctx context.Context, tx *store.Tx, shipmentID string, c freight.Correction) error
	Chain(ctx context.Context, tx *store.Tx, shipmentID string) ([]evidence.Event, error)
	// Lines are the lines that a load's pallets are laid by.
	Lines(ctx context.Context, tx *store.Tx, shipmentID string) ([]freight.Item, error)
	// Resolve finds a load by any number that stands on its paper.
	Resolve(ctx context.Context, tx *store.Tx, name string) (string, error)
}

// Labels gives the next pallet number, and judges the numbers that a device gave out by itself.
type Labels interface {
	NextSSCC(ctx context.Context, tx *store.Tx) (string, error)
	UseNumber(ctx context.Context, tx *store.Tx, kind, carrier, number, subject string) error
}

// Sites lists the organisation's warehouses.
type Sites interface {
	Sites(ctx context.Context, tx *store.Tx) ([]freight.Site, error)
}

// Carriers lists the carriers that the organisation ships with.
type Carriers interface {
	Carriers(ctx context.Context, tx *store.Tx) ([]freight.Carrier, error)
}

// Area serves the dock pages.
type Area struct {
	Shipments   Shipments
	Labels      Labels
	Sites       Sites
	Yard        Yard
	Carriers    Carriers
	Orders      Orders
	Links       Links
	Bills       Bills
	Blobs       Blobs
	PublicLinks op.PublicLinks
}

// Listen has the dock told of shipments that come and end.
func (a *Area) Listen(bus *store.Bus) {
	store.On(bus, a.docked)
	store.On(bus, a.ended)
	store.On(bus, a.amended)
	store.On(bus, a.leftBehind)
	store.On(bus, a.mergedOrders)
}

var (
	pallet   = op.Subject("pallet", "PalletId")
	shipment = op.Subject("shipment", "ShipmentId")
	// Which door a truck is sent to is told to the worker, who may load at another: a refused one must not hold up the scans behind it.
	door = op.Subject("door", "ShipmentId")
	// Where a truck stands is worth having and worth nothing more: a refused position holds nothing up.
	location = op.Subject("location", "ShipmentId")
	// A change of a pallet's measures names it otherwise.
	unit   = op.Subject("pallet", "HuId")
	walkIn = op.Subject("order", "OrderId")
	taught = op.Subject("label", "RuleId")
)

// Ops is the front door.
func (a *Area) Ops() []op.Op {
	return append(a.usage(), []op.Op{
		op.Command("DockView/LoadPallet", a.LoadPallet, right.Load).Offline(pallet).Evidence(),
		op.Command("DockView/UnloadPallet", a.UnloadPallet, right.Load).Offline(pallet).Evidence(),
		op.Command("DockView/NoteShort", a.NoteShort, right.Load).Offline(pallet).Evidence(),
		op.Command("DockView/NoteDamage", a.NoteDamage, right.Load).Offline(pallet).Evidence(),
		op.Command("DockView/AddPallet", a.AddPallet, right.Load).Offline(pallet).Evidence(),
		op.Command("DockView/LabelPallet", a.LabelPallet, right.Load).Offline(pallet).Evidence(),
		op.Command("DockView/UpdateShipmentDetails", a.Correct, right.Load).Offline(shipment).Evidence(),
		op.Command("DockView/NotePallet", a.NotePallet, right.Load).Offline(pallet).Evidence(),
		op.Command("DockView/WeighPallet", a.WeighPallet, right.Load).Offline(pallet).Evidence(),
		op.Command("DockView/NoteLot", a.NoteLot, right.Load).Offline(pallet).Evidence(),
		op.Command("DockView/TeachLabel", a.TeachLabel, right.Load).Offline(taught),
		op.Command("DockView/ForgetLabel", a.ForgetLabel, right.Load).Offline(taught),
		op.Command("DockView/StartLoading", a.StartLoading, right.Load).Offline(shipment).Evidence(),
		op.Command("DockView/AssignDoor", a.AssignDoor, right.Load).Offline(door).Evidence(),
		op.Command("DockView/FinishLoading", a.FinishLoading, right.Load).Offline(shipment).Evidence(),
		op.Command("DockView/GetSaveSignature", a.SaveSignature, right.Sign).Offline(shipment).Evidence(),
		op.Command("DockView/CorrectBill", a.CorrectBill, right.AmendBill).Evidence(),
		op.Command("DockView/AgreeTimes", a.AgreeTimes, right.Sign).Offline(shipment).Evidence(),
		op.Command("DockView/NoteNobody", a.NoteNobody, right.Sign).Offline(shipment).Evidence(),
		op.Command("DockView/OfferSignature", a.OfferSignature, right.Sign),
		op.Direct("DriverSign/Open", a.OpenLink).Opened("link-unknown").Limited(op.PerVisitor),
		op.Direct("DriverSign/Sign", a.SignByLink).Opened("link-unknown").Limited(op.PerVisitor).Body(3 << 20),
		op.Direct("DriverSign/Paper", a.PaperByLink).Opened("link-unknown").Limited(op.PerVisitor),
		op.Command("DockView/GateLink", a.Gate, right.ManageDock).Secret(),
		op.Command("Shipment/UpdateDriverDetails", a.UpdateDriver, right.Load).Offline(shipment).Evidence(),
		op.Command("DockView/SaveDriverLocation", a.SaveLocation, right.Load).Offline(location).Evidence(),
		op.Command("DockView/ReadDriverLocation", a.ReadLocation, right.SeeDrivers),
		op.Command("DockView/MoveToActiveStatus", a.Reopen, right.Load),
		op.Command("DockView/UpdateShipmentStatus", a.UpdateStatus, right.Load),
		op.Command("DockView/SettingsWeightTolerance", a.SetTolerance, right.ManageDock),
		op.Command("DockView/SettingsPhotoPlace", a.SetPhotoPlace, right.ManageDock),
		op.Command("DockView/UpdatePalletPopupDetails", a.UpdatePallet, right.Load).Offline(unit).Evidence(),
		op.Command("DockView/UpdateShipment", a.UpdateShipments, right.Load),
		op.Command("DockView/OrderIntegration", a.AddOrder, right.Load).Offline(walkIn),
		op.Command("DockView/UpdateOpenOrderStatus", a.UpdateOrderStatus, right.Load),

		op.Query("DockView/GetPalletPopupDetails", a.PalletDetails, right.SeeDock),
		op.Query("DockView/GetShipmentList", a.List, right.SeeDock),
		op.Query("DockView/GetShipmentCheck", a.Check, right.SeeDock),
		op.Query("DockView/GetTruckNumber", a.TruckNumber, right.SeeDock),
		op.Query("DockView/GetLpnNumbers", a.LPNs, right.SeeLoads),
		op.Query("DockView/GetPalletEvents", a.PalletEvents, right.SeeLoads),
		op.Query("DockView/Getpalletimage", a.PalletImages, right.SeeLoads),
		op.Query("DockView/GetAllCarriers", a.AllCarriers, right.SeeCarriers),
		op.Query("DockView/GetCarrierList", a.CarrierList, right.SeeCarriers),
		op.Query("DockView/GetClientWarehouseDetails", a.Warehouses, right.SeeDock),
		op.Query("DockView/GetShipmentHistory", a.History, right.SeeLoads),
		op.Query("DockView/GetShipmentHistoryCount", a.HistoryCount, right.SeeLoads),
		op.Query("WarehousesSlots/GetDockList", a.Doors, right.SeeDock),
		op.Query("WarehousesSlots/GetCurrentDock", a.CurrentDoor, right.SeeDock),
		op.Query("WarehousesSlots/GetDockShipment", a.AtDoor, right.SeeDock),

		op.Query("DockView/GetClientSettings", a.Settings, right.SeeDock),
		op.Query("DockView/getPrintandEmailDetails", a.PrintAndMail, right.SeeDock),
		op.Query("DockView/SettingsGetPalletPreferences", a.PalletPreferences, right.SeeDock),
		op.Command("DockView/SettingsSendBolViaEmail", a.SetMail, right.ManageDock),
		op.Command("DockView/SettingsViewAllShipments", a.SetShowUnscanned, right.ManageDock),
		op.Command("DockView/SettingsSiteRules", a.SetRules, right.ManageDock),
		op.Command("DockView/SettingsPalletPreferences", a.SetPalletPreferences, right.ManageDock),
	}...)
}

// Namings are the rows that name photos, licenses and signatures.
var Namings = []store.Naming{
	{Entity: "dock_pallet", Right: right.SeeDock, Places: `SELECT warehouse FROM dock_pallet WHERE id IN (SELECT value FROM json_each(?1)) AND (instr(photos, ?2) OR instr(short_photos, ?2))`},
	{Entity: "dock_driver", Right: right.SeeDrivers, Places: `SELECT warehouse FROM dock_driver WHERE id IN (SELECT value FROM json_each(?1)) AND licence_front = ?2`},
	{Entity: "dock_shipment", Right: right.SeeDock, Places: `SELECT warehouse FROM dock_shipment WHERE id IN (SELECT value FROM json_each(?1)) AND (signature = ?2 OR strokes = ?2 OR instr(certificate, ?2))`},
}

// Tables are the dock's synced tables. A dock tablet takes its warehouse's; what left the yard long ago is no longer among them.
func Tables() []change.Table {
	const scope = "CASE WHEN {row}.left_at IS NULL THEN 'wh:' || {row}.warehouse END"
	return []change.Table{
		change.Of(change.Table{Name: "dock_shipment", Key: "id", Right: right.SeeDock, Scopes: []string{scope}, First: 10,
			Index: "id, bol, pro, [warehouse+state], *orders"},
			`SELECT * FROM dock_shipment WHERE id IN (SELECT value FROM json_each(?)) -- licence by its last four, no phone`, func(s Shipment) string { return s.ID }),
		change.Of(change.Table{Name: "dock_pallet", Key: "id", Right: right.SeeDock, Scopes: []string{scope}, First: 11,
			Index: "id, shipmentId, lpn, sscc, [warehouse+state]"},
			`SELECT * FROM dock_pallet WHERE id IN (SELECT value FROM json_each(?))`, func(p Pallet) string { return p.ID }),
		change.Of(change.Table{Name: "dock_driver", Key: "id", Right: right.SeeDrivers, Scopes: []string{"'wh:' || {row}.warehouse"}, First: 30,
			Index: "id, [warehouse+carrier], name"},
			`SELECT * FROM dock_driver WHERE id IN (SELECT value FROM json_each(?))`, func(d Driver) string { return d.ID }),
		change.Of(change.Table{Name: "dock_setting", Key: "id", Right: right.SeeDock, Scopes: []string{"'wh:' || {row}.id"}, First: 5, Index: "id"},
			`SELECT * FROM dock_setting WHERE id IN (SELECT value FROM json_each(?))`, func(s Setting) string { return s.ID }),
		change.Of(change.Table{Name: "dock_label_rule", Key: "id", Right: right.SeeDock, Scopes: []string{"'org'"}, First: 6, Index: "id"},
			`SELECT * FROM dock_label_rule WHERE id IN (SELECT value FROM json_each(?))`, func(r LabelRule) string { return r.ID }),
	}
}
