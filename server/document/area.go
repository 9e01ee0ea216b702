// Package document keeps a shipment's papers: the signed bill of lading that it makes, and the files that people attach.
// The bytes stand in the blob store; a row here names them, and travels to the devices of the shipment's warehouse.
package document

import (
	"context"
	"io"
	"time"

	"lading/server/kit/evidence"
	"lading/server/kit/freight"
	"lading/server/kit/guess"
	"lading/server/kit/right"
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
	// Resolve gives the key of a shipment that is named by its key, its number, its bill's number or its PRO.
	Resolve(ctx context.Context, tx *store.Tx, name string) (id string, err error)
	OfOrders(ctx context.Context, tx *store.Tx, orders []string) ([]freight.Filed, error)
	Amend(ctx context.Context, tx *store.Tx, id string, m freight.Amendment, reason string) error
}

// Chains gives the chain of a shipment that the person may see.
type Chains interface {
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
	Units(ctx context.Context, tx *store.Tx, shipmentID string) ([]freight.Unit, error)
	PrintsSigned(ctx context.Context, tx *store.Tx, warehouse string) (bool, error)
	KeepsPhotoPlace(ctx context.Context, tx *store.Tx, warehouse string) (bool, error)
}

// Sites lists the organisation's warehouses.
type Sites interface {
	Sites(ctx context.Context, tx *store.Tx) ([]freight.Site, error)
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
	Sites     Sites
	Orgs      func(ctx context.Context, id string) (*store.DB, error)
	Names     Names
	Chains    Chains
	Devices   Devices
	Vault     *vault.Vault
	Clock     func() time.Time
	Limits    *op.Limiter // nil lets everybody through
	// PublicURL is where strangers reach us, for the QR code on papers; empty for none.
	PublicURL string
	// PrivateStamps lets timestamp servers stand on the server's own network.
	PrivateStamps bool
	// Exists tells whether there is such an organisation, without opening it.
	Exists  func(ctx context.Context, org string) (bool, error)
	AllOrgs func(ctx context.Context) ([]string, error) // there are; a print computer names its own

	// Patience is how long who asks for a paper that is being made is kept waiting for it.
	Patience time.Duration

	bell bell
}

// Listen has the area hear of signatures, of their pictures' arrival, of shipments that are taken back, and of papers that could not be made.
func (a *Area) Listen(bus *store.Bus) {
	store.On(bus, a.signed)
	store.On(bus, a.arrived)
	store.On(bus, a.timesAgreed)
	store.On(bus, a.ended)
	store.On(bus, a.failed)
	store.On(bus, renewLocalKeys)
	store.On(bus, renewAllLocalKeys)
}

// Ops is the front door.
func (a *Area) Ops() []op.Op {
	return []op.Op{
		op.Query("Shipment/GetShipmentWiseAttachments", a.Attachments, right.SeeDocuments),
		op.Direct("Shipment/FileDownload", a.Download, right.SeeDocuments).ForViewing(),
		op.Direct("Shipment/DisplayFile", a.Display, right.SeeDocuments).ForViewing(),
		op.Direct("Document/Bill", a.Bill, right.SeeDocuments).ForShowing(),
		op.Direct("Shipment/CheckBOLandDownload", a.LatestBill, right.SeeDocuments).ForShowing(),
		op.Upload("Shipment/FileUpload", a.Upload, right.AddDocuments),
		op.Command("Shipment/DeleteFile", a.Delete, right.AddDocuments),
		op.Command("Document/MarkProof", a.MarkProof, right.AddDocuments),
		op.Direct("Document/Evidence", a.Evidence, right.SeeDocuments),
		op.Query("Document/Standing", a.Standing, right.SeeDocuments),
		op.Direct("Document/Authenticity", a.Authenticity).Opened("paper-unknown").Limited(op.PerAddress),
		op.Query("Document/Sealing", a.Sealing).SignedIn(),
		op.Command("Document/SaveSealing", a.SaveSealing, right.ManageOrganisation),
		op.Command("Document/RevokeCertificate", a.Revoke, right.ManageOrganisation),
		op.Upload("Document/BringCertificate", a.BringCertificate, right.ManageOrganisation),

		op.Direct("Document/Paper", a.Paper, right.SeeDocuments).ForShowing(),
		op.Direct("Shipment/GETPackinglist", a.PackingList, right.SeeDocuments).ForShowing(),
		op.Direct("Shipment/ZplView", a.ViewZPL, right.SeeDocuments).ForShowing(),
		op.Direct("Shipment/DownloadPOD", a.Proof, right.SeeDocuments).ForShowing(),
		op.Upload("Shipment/FileUploadTracking", a.UploadTracking, right.AddDocuments),
		op.Direct("Supplemental/GenericFileDownload", a.StoredFile, right.SeeDocuments).ForViewing(),
		op.Direct("Shipment/DownloadDocuments", a.Documents, right.SeeDocuments).ForViewing(),
		op.Query("Shipment/GetReprintDocumentDetails", a.Reprintable, right.SeeDocuments),
		op.Query("Shipment/PrintDocumentDetails", a.PrintData, right.SeeDocuments),
		op.Command("Shipment/SaveandReprint", a.Reprint, right.AmendBill),
		op.Direct("Shipment/AddRePrintFiles", a.AddFiles, right.Print),
		op.Direct("DataAdmin/RegenerateAllDocuments", a.Regenerate, right.CorrectData),

		op.Command("DockView/PrintQueueBatch", a.Enqueue, right.Print).Offline(op.Subject("print", "JobId")),
		op.Command("Printing/Retry", a.Retry, right.Print),
		op.Command("Printing/Cancel", a.Cancel, right.Print),
		op.Command("Printing/Again", a.Again, right.Print),
		op.Command("Printing/SavePrinter", a.SavePrinter, right.ManagePrinters),
		op.Command("Printing/RemovePrinter", a.RemovePrinter, right.ManagePrinters),
		op.Command("Printing/Pair", a.Pair, right.ManagePrinters).Secret().InPerson(),
		op.Command("Printing/RemoveAgent", a.RemoveAgent, right.ManagePrinters),
		op.Direct("Utils/GetWeightfromMachine", a.Weigh, right.Load, right.Print),

		// the print computer's own, by its token
		op.Direct("Printing/Join", a.Join).Opened("pairing-unknown").Limited(op.PerAddress),
		op.Direct("Printing/Next", a.NextTasks).Open().Limited(perAgent),
		op.Direct("Printing/File", a.TaskFile).Open().Limited(perAgent),
		op.Direct("Printing/Report", a.Report).Open().Limited(perAgent),
		op.Direct("Printing/Weighed", a.Weighed).Open().Limited(perAgent),
	}
}

// perAgent is for a print computer: several may stand behind one address.
var perAgent = op.Limit{Name: "agent", Every: 50 * time.Millisecond, Burst: 200, Key: func(c *op.Call) string { return guess.Network(c.IP) }}

// Namings are the rows that name papers and the signatures on them. A seal names the same file as its paper.
var Namings = []store.Naming{
	{Entity: "document", Right: right.SeeDocuments, Places: `SELECT warehouse FROM document WHERE id IN (SELECT value FROM json_each(?1)) AND blob = ?2`},
	{Entity: "document_signing", Right: right.SeeDocuments, Places: `SELECT warehouse FROM document_signing WHERE shipment_id IN (SELECT value FROM json_each(?1)) AND (image = ?2 OR shipper_image = ?2)`},
}

// Tables are what devices hold of the papers: their names, not their bytes.
func Tables() []change.Table {
	return []change.Table{certificates,
		change.Of(change.Table{Name: "document", Key: "id", Right: right.SeeDocuments, Scopes: []string{"CASE WHEN {row}.left_at IS NULL THEN 'wh:' || {row}.warehouse END"}, First: 50,
			Index: "id, shipmentId"},
			`SELECT * FROM document WHERE id IN (SELECT value FROM json_each(?))`, func(d Document) string { return d.ID }),
		change.Of(change.Table{Name: "document_agent", Key: "id", Right: right.Print, Scopes: []string{"CASE WHEN {row}.removed_at IS NULL THEN 'wh:' || {row}.warehouse END"}, First: 32, Index: "id, warehouse"},
			`SELECT * FROM document_agent WHERE id IN (SELECT value FROM json_each(?))`, func(g Agent) string { return g.ID }),
		change.Of(change.Table{Name: "document_printer", Key: "id", Right: right.Print, Scopes: []string{"CASE WHEN {row}.removed_at IS NULL THEN 'wh:' || {row}.warehouse END"}, First: 31, Index: "id, warehouse"},
			`SELECT * FROM document_printer WHERE id IN (SELECT value FROM json_each(?))`, func(p Printer) string { return p.ID }),
		change.Of(change.Table{Name: "document_print", Key: "id", Right: right.Print, Scopes: []string{"CASE WHEN {row}.left_at IS NULL THEN 'wh:' || {row}.warehouse END"}, First: 51, Index: "id, shipmentId"},
			`SELECT * FROM document_print WHERE id IN (SELECT value FROM json_each(?))`, func(p Print) string { return p.ID }),
	}
}
