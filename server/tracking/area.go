// Package tracking is where a shipment is between its pickup and its delivery: its containers and rail cars, what carriers, terminals and people tell of them, and
// when they are expected. What is told is kept as it came; a correction stands beside what it corrects. The shipment's own status moves by the shipment area's doors.
package tracking

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/vault"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// seeFiles is the right that a shipment's documents need.
const seeFiles = right.SeeDocuments

// Area serves the tracking pages. The fields are what it needs of other areas and floors.
type Area struct {
	Shipments Shipments
	Bookings  Bookings
	Papers    Papers
	Jobs      Jobs
	Vault     *vault.Vault
	Exists    func(ctx context.Context, org string) (bool, error)
	Orgs      func(ctx context.Context, id string) (*store.DB, error)
	// PublicURL is where providers reach us; empty for none.
	PublicURL string
	// Provider is the address of the provider's API, and Client what reaches it.
	Provider string
	Client   *http.Client
}

// Shipments knows the shipments that the user may see; another warehouse's is unknown.
type Shipments interface {
	Carried(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Carried, error)
	// CarriedIn lists shipments of a status that the user may see, the newest first.
	CarriedIn(ctx context.Context, tx *store.Tx, status string, limit int) ([]freight.Carried, error)
	// Resolve gives the key of a shipment that is named by its key, its number, its bill's number or its PRO.
	Resolve(ctx context.Context, tx *store.Tx, name string) (id string, err error)
	// Record appends to the shipment's chain of events.
	Record(ctx context.Context, tx *store.Tx, shipmentID, kind string, data any) error
	// Advance moves a shipment as far as its tracking says that it has come, and never back.
	Advance(ctx context.Context, tx *store.Tx, shipmentID, stage string, at time.Time) error
	// Withdraw moves a shipment back that came further by its tracking than this stage, which alone stands; the empty one is that it has not left.
	Withdraw(ctx context.Context, tx *store.Tx, shipmentID, stage string) error
	// EnterRail makes a shipment that goes by rail.
	EnterRail(ctx context.Context, tx *store.Tx, r freight.RailEntry) (id string, err error)
}

// Bookings knows the international bookings.
type Bookings interface {
	// BookedContainers counts the containers that a shipment was booked in, also those that have no number yet; 0 where it was not booked abroad.
	BookedContainers(ctx context.Context, tx *store.Tx, shipmentID string) (int, error)
}

// Papers lists a shipment's documents and opens them.
type Papers interface {
	PapersOf(ctx context.Context, tx *store.Tx, shipmentID string) ([]freight.Paper, error)
	OpenPaper(ctx context.Context, c *op.Call, documentID string) (op.Download, error)
}

// Jobs has work done after the commit. A key that was ever added is not added again.
type Jobs interface {
	Add(ctx context.Context, tx *store.Tx, kind, key string, payload any) error
}

// Listen has the area hear of shipments that are tendered: what had happened to their containers before moves them then.
func (a *Area) Listen(bus *store.Bus) {
	store.On(bus, a.tendered)
}

// tendered has a shipment moved by what had happened before it was given to its carrier, once the tender itself is done with.
func (a *Area) tendered(ctx context.Context, tx *store.Tx, e event.ShipmentTendered) error {
	n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM tracking_event WHERE shipment_id = ? AND replaced_by = '' AND estimated = 0`, e.ShipmentID)
	if err != nil || n == 0 {
		return err
	}
	return a.Jobs.Add(ctx, tx, BringJob, fmt.Sprintf("%s:%s:%s", BringJob, e.ShipmentID, ulid.Make()), ofUnit{Shipment: e.ShipmentID})
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return append(cars(a).Ops(), []op.Op{
		op.Command("Shipment/RailShipment", a.RailShipment, right.Plan).Evidence(),
		op.Query("Configuration/GetRailShipmentDetails", a.RailDetails, right.SeeLoads),
		op.Command("Configuration/SaveRailShipmentDetails", a.SaveRail, right.Plan).Evidence(),
		op.Query("Configuration/GetShipmentCreationMode", a.CreationMode).SignedIn(),
		creation(a).Op(),
		op.Query("Tracking/RailStatus", a.RailStatus, right.SeeLoads),
		op.Query("NewTrackingAPI/GetContainers", a.Containers, right.SeeLoads),
		op.Query("NewTrackingAPI/getContDetails", a.Details, right.SeeLoads),
		op.Query("NewTrackingAPI/OceanmappingData", a.OceanMap, right.SeeLoads),
		op.Query("NewTrackingAPI/IntransitmappingData", a.TransitMap, right.SeeLoads),
		op.Query("NewTrackingAPI/oceanEvents", a.OceanEvents, right.SeeLoads),
		op.Direct("NewTrackingAPI/FileDownload", a.Download, right.SeeDocuments).ForViewing(),
		// The documents give these two no prefix; the one of the calls before them may be meant.
		op.Query("GetTrackingMapCodes", a.MapCodes).SignedIn().Get(),
		op.Query("NewTrackingAPI/GetTrackingMapCodes", a.MapCodes).SignedIn().Get(),
		op.Query("GetDataShipmentEventlogs", a.EventLog, right.SeeLoads).Get(),
		op.Query("NewTrackingAPI/GetDataShipmentEventlogs", a.EventLog, right.SeeLoads).Get(),
		op.Query("Tracking/Ports", a.Ports).SignedIn(),
		op.Command("Tracking/SaveContainer", a.SaveContainer, right.MoveLoads).Evidence(),
		op.Command("Tracking/Refresh", a.Refresh, right.MoveLoads),
		op.Query("Tracking/Account", a.GetAccount, right.ManageIntegration),
		op.Command("Tracking/SaveAccount", a.SaveAccount, right.ManageIntegration),
		op.Direct("Tracking/Terminal49", a.Notice).Open().Limited(perProvider), // signed by the provider
		op.Command("Tracking/NoteEvent", a.Note, right.MoveLoads).Evidence(),
	}...)
}

func millis(ms int64) store.Time { return store.At(time.UnixMilli(ms)) }
