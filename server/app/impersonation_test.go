package app

import (
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"
)

// viewing are the direct calls that who looks as another user may make: what they do is to read.
var viewing = map[string]bool{
	"sync/pull": true, "sync/status": true, "hub/ticket": true, "Access/Sessions": true,
	"Shipment/FileDownload": true, "Shipment/DisplayFile": true, "Shipment/DownloadDocuments": true, "Supplemental/GenericFileDownload": true,
	"Shipment/ShipmentReportDownload": true, "NewTrackingAPI/FileDownload": true,
}

func TestRights_WhoLooksAsAnotherUserHasNoEffect(t *testing.T) {
	r, _ := declared(t)
	pages := page.Set{}
	for _, p := range page.All {
		if p.ID != nil {
			pages[*p.ID] = true
		}
	}
	by := store.Actor{User: "U", Name: "Olive Office", Office: true, Admin: true, Pages: pages}
	looked := by
	looked.Impersonator = "Ana Admin"
	refused := 0
	for _, o := range r.All() {
		if o.Public { // nobody's session is asked for
			continue
		}
		if err := op.Permit(o, by, 0); err != nil {
			t.Fatalf("%s: the user may not either: %v", o.Path, err)
		}
		err := op.Permit(o, looked, 0)
		file := o.Viewing && len(o.Path) > 4 && o.Path[len(o.Path)-4:] == "File" // of a report
		reads := o.Kind == op.KindQuery || viewing[o.Path] || file
		if reads != (err == nil) {
			t.Errorf("%s, a %s: %v", o.Path, o.Kind, err)
		}
		if !reads && fail.CodeOf(err) != "impersonation-reads-only" {
			t.Errorf("%s: %v", o.Path, err)
		}
		if !reads {
			refused++
		}
	}
	if refused < 200 {
		t.Fatalf("%d calls refused", refused)
	}
}
