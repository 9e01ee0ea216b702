// Package document keeps a shipment's papers: the signed bill of lading that it makes, and the files that people attach.
// The bytes stand in the blob store; a row here names them, and travels to the devices of the shipment's warehouse.
package document

import (
	"context"
	"io"
	"time"

	"lading/server/kit/evidence"
	"lading/server/kit/freight"
	"lading/server/kit/page"
	"lading/server/kit/vault"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
)

// Shipments tells what paper needs to know of a shipment. It refuses a shipment that the person may not see.
type Shipments interface {
	Consignment(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error)
	// Record appends to the shipment's chain of events.
	Record(ctx context.Context, tx *store.Tx, shipmentID, kind string, data any) error
	// Chain gives those events, of a shipment that the person may see.
	Chain(ctx context.Context, tx *store.Tx, shipmentID string) ([]evidence.Event, error)
}

// Devices knows the public keys of enrolled devices.
type Devices interface {
	Keys(ctx context.Context, tx *store.Tx, ids []string) ([]evidence.Device, error)
}

// Names tells what the organisation is called.
type Names interface {
	Name(ctx context.Context, tx *store.Tx) (string, error)
}

// Dock tells what the dock knows of a load; ok is false where it is not on a dock.
type Dock interface {
	Loading(ctx context.Context, tx *store.Tx, shipmentID string) (l freight.Loading, ok bool, err error)
}

// Jobs has work done after the commit. A key that was ever added is not added again.
type Jobs interface {
	Add(ctx context.Context, tx *store.Tx, kind, key string, payload any) error
}

// Blobs keeps files by the SHA-256 of their content.
type Blobs interface {
	Put(ctx context.Context, org, kind string, content []byte) (hash string, err error)
	Get(ctx context.Context, org, hash string) ([]byte, error)
	Open(ctx context.Context, org, hash string) (r io.ReadSeekCloser, size int64, err error)
}

// Area serves the papers.
type Area struct {
	Shipments Shipments
	Dock      Dock
	Jobs      Jobs
	Blobs     Blobs
	Orgs      func(ctx context.Context, id string) (*store.DB, error)
	Names     Names
	Devices   Devices
	Vault     *vault.Vault
	Clock     func() time.Time
	// PublicURL is where strangers reach us, for the QR code on papers; empty for none.
	PublicURL string
	// Exists tells whether there is such an organisation, without opening it.
	Exists func(ctx context.Context, org string) (bool, error)
}

// Listen has the area hear of signatures, of their pictures' arrival, and of shipments that are taken back.
func (a *Area) Listen(bus *store.Bus) {
	store.On(bus, a.signed)
	store.On(bus, a.arrived)
	store.On(bus, a.ended)
}

// Ops is the front door.
func (a *Area) Ops() []op.Op {
	read := []page.ID{page.ShipmentDetails, page.ShipmentList, page.ShipmentStatus, page.ShipmentHistory, page.ESignBOL, page.PalletsOnDock, page.Sign, page.DispatchConsole, page.PrintDocuments,
		page.Prepaid, page.Collect, page.DMShipmentDetails, page.MultipleOrders, page.BucketSchedule, page.BucketConfirmed, page.BucketInTransit, page.BucketDelivered}
	return []op.Op{
		op.Query("Shipment/GetShipmentWiseAttachments", a.Attachments, read...),
		op.Direct("Shipment/FileDownload", a.Download, read...),
		op.Direct("Shipment/DisplayFile", a.Display, read...),
		op.Direct("Document/Bill", a.Bill, read...),
		op.Direct("Shipment/CheckBOLandDownload", a.LatestBill, read...),
		op.Upload("Shipment/FileUpload", a.Upload, read...),
		op.Command("Shipment/DeleteFile", a.Delete, read...),
		op.Direct("Document/Evidence", a.Evidence, read...),
		op.Query("Document/Standing", a.Standing, read...),
		op.Direct("Document/Authenticity", a.Authenticity).Open().Limited(op.PerAddress),
		op.Query("Document/Sealing", a.Sealing).SignedIn(),
		op.Command("Document/SaveSealing", a.SaveSealing, page.Common),
		op.Upload("Document/BringCertificate", a.BringCertificate, page.Common),
	}
}

// Tables are what devices hold of the papers: their names, not their bytes.
func Tables() []change.Table {
	return []change.Table{certificates,
		change.Of(change.Table{Name: "document", Key: "id", Scopes: []string{"CASE WHEN {row}.left_at IS NULL THEN 'wh:' || {row}.warehouse END"}, First: 50,
			Index: "id, shipmentId, [shipmentId+kind]"},
			`SELECT * FROM document WHERE id IN (SELECT value FROM json_each(?))`, func(d Document) string { return d.ID }),
	}
}
