// Package integration is what the product exchanges with other systems, as an administrator of it sees it: the log of what is to leave, or to be done at its
// time, and why it did not. The work itself is other areas'.
package integration

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"lading/server/job"
	"lading/server/kit/blob"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/vault"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// Area serves the integration pages. The fields are what it needs of other areas and floors.
type Area struct {
	Shipments Shipments
	Sites     Sites
	Parties   resource.Parties
	Vault     *vault.Vault
	Clock     func() time.Time
	Orders    Orders
	Blobs     *blob.Store
	// Secret is what the key of the file server is drawn from.
	Secret []byte
	// Exists reports whether there is such an organisation, without opening it, and Orgs opens it.
	Exists func(ctx context.Context, org string) (bool, error)
	Orgs   func(ctx context.Context, org string) (*store.DB, error)
	// Client posts to other systems, and Private lets them stand on the server's own network and be spoken to by HTTP.
	Client  *http.Client
	Private bool
	// Unlogged are kinds of jobs that strangers add: who fills the log with them hides what a person should see.
	Unlogged []string

	sftp atomic.Pointer[Server] // nil where nobody switched it on
}

// Shipments knows shipments and what happened to them.
type Shipments interface {
	Carried(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Carried, error)
	Happened(ctx context.Context, tx *store.Tx, eventID string) (freight.Happened, error)
}

// Sites knows the warehouses that the user sees.
type Sites interface {
	Site(ctx context.Context, tx *store.Tx, id string) (at freight.Party, zone string, err error)
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return append(slices.Concat(postBacks(a).Ops(), transfers(a).Ops()),
		op.Query("Integration/PostBacks", a.PostBacks, right.ManageIntegration),
		op.Query("Integration/Logs", a.Logs, right.ManageIntegration),
		op.Command("Integration/Retry", a.Retry, right.ManageIntegration),
		op.Command("Integration/NewPostBackKey", a.NewKey, right.ManageIntegration).Secret().InPerson(),
		op.Query("Integration/OrderTransfers", a.Transfers, right.ManageIntegration),
		op.Query("Integration/OrderFiles", a.Files, right.ManageIntegration),
		op.Query("Integration/OrderFileServer", a.FileServer, right.ManageIntegration),
		op.Command("Shipment/OrderFileSoruceConfigure", a.Configure, right.ManageIntegration).Secret().InPerson(),
	)
}

// Logs lists what left the program or is to leave it.
func (a *Area) Logs(ctx context.Context, tx *store.Tx, _ op.None) ([]job.Entry, error) {
	return job.Log(ctx, tx, a.Unlogged...)
}

// RetryReq names an entry of the log.
type RetryReq struct {
	ID string `json:"Id" validate:"required,ulid"`
}

// Retry has what was given up tried anew, from its first attempt. A mail is sent again from the list of mails, where its text and its recipient are read.
func (a *Area) Retry(ctx context.Context, tx *store.Tx, req RetryReq) (job.Entry, error) {
	e, ok, err := job.Find(ctx, tx, req.ID)
	if err != nil {
		return e, err
	}
	if !ok || e.Kind == "mail" {
		return e, fail.Invalid(fail.Of("Id", "field-not-id"))
	}
	again, err := job.Again(ctx, tx, e.Key)
	if err != nil {
		return e, err
	}
	if !again { // somebody else was first, or it was done meanwhile
		return e, fail.Conflict("row-changed-meanwhile").With(e)
	}
	e, _, err = job.Find(ctx, tx, req.ID)
	return e, err
}
