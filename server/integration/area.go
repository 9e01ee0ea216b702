// Package integration is what the product exchanges with other systems, as an administrator of it sees it: the log of what is to leave, or to be done at its
// time, and why it did not. The work itself is other areas'.
package integration

import (
	"context"

	"lading/server/job"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// Area serves the integration pages.
type Area struct{}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return []op.Op{
		op.Query("Integration/Logs", a.Logs, right.ManageIntegration),
		op.Command("Integration/Retry", a.Retry, right.ManageIntegration),
	}
}

// Logs lists what left the program or is to leave it.
func (a *Area) Logs(ctx context.Context, tx *store.Tx, _ op.None) ([]job.Entry, error) {
	return job.Log(ctx, tx)
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
