package rating

import (
	"cmp"
	"context"

	"lading/server/op"
	"lading/server/store"
)

// CarrierFileReq says whose tariff a file is; Old Dominion's where nobody is named.
type CarrierFileReq struct {
	SCAC string `json:"SCAC" validate:"omitempty,len=4" field:"upper"`
}

// CarrierFile takes a carrier's tariff file as Upload does, without asking which contract it belongs to: a carrier that has one contract of the file's mode gets a
// new version of it, any other a contract of its own. A file of another carrier's is laid ready with that mistake, and cannot be saved.
//
// The documents list Carriers/OD1R1T_FileUpload among the files and say nothing of what OD1R1T is, or of the file. Of the files that a carrier has here, a shipment's
// papers have their own calls (Shipment/FileUpload, FileUploadTracking); what is left is what a carrier charges. OD is read as Old Dominion, whose set-up the other OD
// calls of Carriers/ are. Like every tariff it is looked at before it counts, so that a wrong reading can do nothing unseen.
func (a *Area) CarrierFile(ctx context.Context, c *op.Call, req CarrierFileReq) (Import, error) {
	return a.upload(ctx, c, "", cmp.Or(req.SCAC, "ODFL"))
}

// onlyTariff is the contract that a carrier has of a mode; empty where it has none, or several.
func onlyTariff(ctx context.Context, tx *store.Tx, carrier, mode string) (string, error) {
	ids, err := store.Select[string](ctx, tx, `SELECT id FROM rating_tariff WHERE carrier = ? AND mode = ? AND disabled = 0`, carrier, mode)
	if len(ids) != 1 {
		return "", err
	}
	return ids[0], err
}
