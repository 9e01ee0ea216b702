package claim_test

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/fixtures"
	"lading/server/claim"
	"lading/server/kit/fail"
	"lading/server/kit/pdfform"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
)

func (d *desk) uploaded() claim.FormFieldsResp {
	d.T.Helper()
	return testkit.Into[claim.FormFieldsResp](d.T, d.As("admin@demo.test").Upload("Claim/UploadForm", `C:\forms\carrier claim.pdf`, fixtures.ClaimForm, nil))
}

// form saves a form for any carrier that says what was guessed of it, and what more.
func (d *desk) form(more ...claim.Mapped) claim.Form {
	d.T.Helper()
	up := d.uploaded()
	maps := slices.DeleteFunc(up.Likely, func(m claim.Mapped) bool {
		return slices.ContainsFunc(more, func(x claim.Mapped) bool { return x.Field == m.Field })
	})
	maps = append(maps, more...)
	return testkit.Into[claim.Form](d.T, d.As("admin@demo.test").Call("Claim/SaveForm", obj{"Name": "Standard form", "FileId": up.ID, "Maps": maps}))
}

// says reads what the fields of a PDF say.
func says(t *testing.T, pdf []byte) map[string]string {
	t.Helper()
	f, err := pdfform.Read("1", pdf)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, x := range f.Fields {
		out[x.Name] = x.Value
	}
	return out
}

func (d *desk) paper(id string) map[string]string {
	d.T.Helper()
	body, err := d.office.File("Shipment/FileDownload", obj{"DocumentId": id})
	if err != nil {
		d.T.Fatal(err)
	}
	return says(d.T, []byte(body))
}

func (d *desk) filled(form claim.Form, c claim.Case) claim.FillFormResp {
	d.T.Helper()
	return testkit.Into[claim.FillFormResp](d.T, d.office.Call("Claim/FillForm", obj{"ClaimId": c.ID, "FormId": form.ID, "Rev": c.Rev}))
}

func TestForm_SaysWhatTheClaimSays(t *testing.T) {
	d := newDesk(t)
	c := d.begun()
	f := d.form(claim.Mapped{Field: "currency", From: "currency"}, claim.Mapped{Field: "doc.photos", From: "proof-photos"}, claim.Mapped{Field: "doc.invoice", From: "proof-invoice"},
		claim.Mapped{Field: "signed.by", Text: "{preparedBy} for {claimant}"}, claim.Mapped{Field: "detail.freight", From: "freight"}, claim.Mapped{Field: "kind.concealed", From: "concealed"})
	invoice := testkit.Into[[]struct {
		ID string `json:"id"`
	}](t, d.office.Upload("Shipment/FileUpload", "invoice.txt", []byte("2 x 120.00"), map[string]string{"ShipmentId": d.shipment}))[0].ID
	c = d.do("Claim/Attach", obj{"ClaimId": c.ID, "DocumentId": invoice, "Proof": "invoice"})
	got := d.filled(f, c)
	if len(got.Cut) != 0 || got.Left != 0 {
		t.Errorf("no room: %v, %d", got.Cut, got.Left)
	}
	last := got.Claim.Evidence.V[len(got.Claim.Evidence.V)-1]
	if last.Proof != claim.ProofForm || last.Name != c.Number+" Standard form.pdf" {
		t.Fatalf("evidence: %+v", last)
	}
	paper := d.paper(last.DocumentID)
	for field, want := range map[string]string{"claim.no": c.Number, "carrier.name": c.CarrierName, "claim.date": "11/20/2026", "claim.amount": "320.00", "claimant.name": "Northgate Home Supply", "currency": "USD",
		"shipment.bol": c.BOL, "detail.1.description": c.Lines.V[0].Description, "detail.1.pieces": "2", "detail.1.price": "120.00", "detail.1.amount": "240.00", "detail.2.amount": "", "detail.freight": "80.00",
		"doc.photos": "Off", "kind.loss": "Off", "kind.concealed": "Off"} {
		if paper[field] != want {
			t.Errorf("%s: %q, not %q", field, paper[field], want)
		}
	}
	for _, field := range []string{"kind." + string(c.Kind), "doc.invoice"} {
		if paper[field] == "Off" || paper[field] == "" {
			t.Errorf("%s is not checked", field)
		}
	}
	if who := paper["signed.by"]; !strings.HasSuffix(who, " for Northgate Home Supply") || strings.HasPrefix(who, " ") {
		t.Errorf("text with names: %q", who)
	}
}

func TestForm_ALaterMappingChangesNoPaperMadeBefore(t *testing.T) {
	d := newDesk(t)
	c := d.begun()
	f := d.form()
	first := d.filled(f, c)
	before := first.Claim.Evidence.V[len(first.Claim.Evidence.V)-1].DocumentID
	d.As("admin@demo.test").Call("Claim/SaveForm", obj{"FormId": f.ID, "Rev": f.Rev, "Name": f.Name, "FileId": f.File, "Maps": []obj{{"Field": "claim.no", "Text": "see letter"}}})
	if got := d.paper(before); got["claim.no"] != c.Number {
		t.Errorf("the paper of before says %q", got["claim.no"])
	}
	second := d.filled(f, first.Claim)
	after := second.Claim.Evidence.V[len(second.Claim.Evidence.V)-1].DocumentID
	if got := d.paper(after); got["claim.no"] != "see letter" || got["carrier.name"] != "" {
		t.Errorf("the new one: %q, %q", got["claim.no"], got["carrier.name"])
	}
	d.As("admin@demo.test").Call("Claim/DeleteForm", obj{"Id": f.ID})
	if got := d.paper(before); got["claim.no"] != c.Number {
		t.Error("the paper went with its form")
	}
	d.As("admin@demo.test").Call("Claim/RestoreForm", obj{"Id": f.ID})
	if got := testkit.Into[[]claim.FormChoice](t, d.office.Call("Claim/FormsOf", obj{"ClaimId": c.ID})); len(got) != 1 {
		t.Errorf("restored: %+v", got)
	}
}

func TestForm_IsFilledOnceForAClaimThatTheUserSaw(t *testing.T) {
	d := newDesk(t)
	c := d.begun()
	f := d.form()
	d.filled(f, c)
	if got := d.office.Refused("Claim/FillForm", obj{"ClaimId": c.ID, "FormId": f.ID, "Rev": c.Rev}); got.Code != "row-changed-meanwhile" {
		t.Errorf("the same again, after a lost reply: %+v", got)
	}
	n := 0
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM document WHERE shipment_id = ? AND name LIKE '%Standard form%'`, d.shipment).Scan(&n)
	})
	if n != 1 {
		t.Errorf("%d papers", n)
	}
}

func TestForm_TellsEmptyListsAsLists(t *testing.T) {
	d := newDesk(t)
	d.form(claim.Mapped{Field: "signed.by", Text: "x"})
	admin := d.As("admin@demo.test")
	for _, said := range []string{string(admin.Upload("Claim/UploadForm", "x.pdf", fixtures.ClaimForm, nil)), string(admin.Call("Claim/Forms", op.None{})), string(admin.Call("Claim/FormValues", op.None{}))} {
		if strings.Contains(said, "null") {
			t.Errorf("%.300s", said)
		}
	}
}

func TestForm_ListsWhatFitsTheClaim(t *testing.T) {
	d := newDesk(t)
	c := d.begun()
	up := d.uploaded()
	admin := d.As("admin@demo.test")
	for _, f := range []obj{{"Name": "Its carrier's", "Carrier": c.Carrier}, {"Name": "Any", "Kind": ""}, {"Name": "Overcharges", "Kind": "overcharge"}, {"Name": "Another's", "Carrier": "ZZZZ"}} {
		f["FileId"], f["Maps"] = up.ID, []obj{}
		if f["Carrier"] == "ZZZZ" {
			if got := admin.Refused("Claim/SaveForm", f); got.Fields[0].Field != "Carrier" {
				t.Errorf("a carrier that there is not: %+v", got)
			}
			continue
		}
		admin.Call("Claim/SaveForm", f)
	}
	names := []string{}
	for _, f := range testkit.Into[[]claim.FormChoice](t, d.office.Call("Claim/FormsOf", obj{"ClaimId": c.ID})) {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, []string{"Its carrier's", "Any"}) {
		t.Errorf("%v", names)
	}
	var other string
	for _, f := range testkit.Into[[]claim.Form](t, admin.Call("Claim/Forms", op.None{})) {
		if f.Name == "Overcharges" {
			other = f.ID
		}
	}
	if got := d.office.Refused("Claim/FillForm", obj{"ClaimId": c.ID, "FormId": other, "Rev": c.Rev}); got.Code != "claim-form-other" {
		t.Errorf("%+v", got)
	}
}

func TestForm_PreviewKeepsNothing(t *testing.T) {
	d := newDesk(t)
	c := d.begun()
	up := d.uploaded()
	admin := d.As("admin@demo.test")
	look := func(req obj) map[string]string {
		req["FileId"] = up.ID
		got := testkit.Into[claim.PreviewFormResp](t, admin.Call("Claim/PreviewForm", req))
		pdf, err := base64.StdEncoding.DecodeString(got.PDF)
		if err != nil {
			t.Fatal(err)
		}
		return says(t, pdf)
	}
	if got := look(obj{"Maps": []obj{}}); got["claim.no"] != "claim.no" || got["statement"] != "statement" {
		t.Errorf("without a claim each field says its name: %q", got["claim.no"])
	}
	if got := look(obj{"ClaimId": c.ID, "Maps": []obj{{"Field": "claim.no", "From": "pro"}, {"Field": "shipment.delivered", "From": "shipped"}, {"Field": "claim.amount", "From": "shipped", "Format": "yyyy-mm-dd"}}}); got["claim.no"] != c.PRO || got["claim.amount"] != c.ShipOn {
		t.Errorf("%q, %q", got["claim.no"], got["claim.amount"])
	}
	n := 0
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM claim_event WHERE claim_id = ? AND action = 'form'`, c.ID).Scan(&n)
	})
	if n != 0 {
		t.Error("a preview is a step of the claim")
	}
}

func TestForm_TellsLinesThatItHasNoRowFor(t *testing.T) {
	d := newDesk(t)
	req := d.prepare().Claim
	for range 9 {
		req.Lines = append(req.Lines, claim.Line{Description: "Boxes", Pieces: 1, UnitMinor: 100})
	}
	c := d.saved(req)
	got := d.filled(d.form(), c)
	if want := int64(len(c.Lines.V) - 6); got.Left != want {
		t.Errorf("%d lines are not on the form, told %d", want, got.Left)
	}
}

func (d *desk) saved(req claim.CaseReq) claim.Case {
	d.T.Helper()
	return testkit.Into[claim.Case](d.T, d.office.Call("Claim/Save", req))
}

func TestForm_RefusesWhatIsNotOfIt(t *testing.T) {
	d := newDesk(t)
	up := d.uploaded()
	admin := d.As("admin@demo.test")
	for code, maps := range map[string][]obj{
		"claim-form-field-unknown":  {{"Field": "nobody", "From": "bol"}},
		"claim-form-field-twice":    {{"Field": "claim.no", "From": "bol"}, {"Field": "claim.no", "From": "pro"}},
		"claim-form-field-empty":    {{"Field": "claim.no"}},
		"claim-form-value-unknown":  {{"Field": "claim.no", "Text": "{bol} {secret}"}},
		"claim-form-option-unknown": {{"Field": "currency", "From": "currency", "Picks": []obj{{"Value": "EUR", "Option": "EUR"}}}},
	} {
		if f := admin.Refused("Claim/SaveForm", obj{"Name": "Wrong", "FileId": up.ID, "Maps": maps}); len(f.Fields) != 1 || f.Fields[0].Field != "Maps" || f.Fields[0].Code != code {
			t.Errorf("%s: %+v", code, f)
		}
	}
	if f := admin.Refused("Claim/SaveForm", obj{"Name": "Wrong", "FileId": "nothing", "Maps": []obj{}}); len(f.Fields) != 1 || f.Fields[0].Field != "FileId" {
		t.Errorf("%+v", f)
	}
	if _, err := admin.TryUpload("Claim/UploadForm", "x.pdf", []byte("%PDF-1.7 nothing"), nil); fail.CodeOf(err) != "pdf-form-unreadable" {
		t.Errorf("%v", err)
	}
	if again := d.uploaded(); again.ID != up.ID || again.Name != "carrier claim.pdf" {
		t.Errorf("the same file is another one: %s", again.Name)
	}
	n := 0
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM claim_form`).Scan(&n)
	})
	if n != 0 {
		t.Errorf("%d forms were kept", n)
	}
}

func TestForm_IsOfThoseWhoMayAndOfTheirWarehouses(t *testing.T) {
	d := newDesk(t)
	c := d.begun()
	f := d.form()
	for path, req := range map[string]obj{"Claim/SaveForm": {"Name": "x", "FileId": f.File, "Maps": []obj{}}, "Claim/PreviewForm": {"FileId": f.File, "Maps": []obj{}}, "Claim/FormFields": {"FileId": f.File},
		"Claim/DeleteForm": {"Id": f.ID}} {
		if _, err := d.office.Try(path, req); fail.CodeOf(err) != "no-right" {
			t.Errorf("%s by the office: %v", path, err)
		}
	}
	if _, err := d.As("dock@demo.test").Try("Claim/FillForm", obj{"ClaimId": c.ID, "FormId": f.ID, "Rev": c.Rev}); fail.CodeOf(err) != "no-right" {
		t.Errorf("by the dock: %v", err)
	}
	away := *d.office
	away.By.Warehouses = []string{"nowhere"}
	for path, req := range map[string]obj{"Claim/FillForm": {"ClaimId": c.ID, "FormId": f.ID, "Rev": c.Rev}, "Claim/FormsOf": {"ClaimId": c.ID}} {
		if got := away.Refused(path, req); got.Code != "claim-unknown" {
			t.Errorf("%s: %+v", path, got)
		}
	}
	boss := *d.As("admin@demo.test")
	boss.By.Warehouses = []string{"nowhere"}
	if got := boss.Refused("Claim/PreviewForm", obj{"FileId": f.File, "ClaimId": c.ID, "Maps": []obj{}}); got.Code != "claim-unknown" {
		t.Errorf("a look at another warehouse's claim: %+v", got)
	}
	d.do("Claim/Archive", obj{"ClaimId": c.ID})
	now := testkit.Into[claim.OfShipmentResp](t, d.office.Call("Claim/OfShipment", obj{"ShipmentId": d.shipment})).Claims[0]
	if got := d.office.Refused("Claim/FillForm", obj{"ClaimId": c.ID, "FormId": f.ID, "Rev": now.Rev}); got.Code != "claim-state-refused" {
		t.Errorf("a claim that is put away: %+v", got)
	}
}

func TestForm_ThePDFOfAFormThatCanBeRestoredStays(t *testing.T) {
	d := newDesk(t)
	f := d.form()
	d.Pass(60 * 24 * time.Hour)
	admin := d.As("admin@demo.test")
	admin.Call("Claim/DeleteForm", obj{"id": f.ID})
	other, err := pdfform.Fill("1", fixtures.ClaimForm, map[string]string{"carrier.name": "Another"})
	if err != nil {
		t.Fatal(err)
	}
	admin.Upload("Claim/UploadForm", "other.pdf", other.PDF, nil) // with which those go that nobody maps
	if got := testkit.Into[claim.Form](t, admin.Call("Claim/RestoreForm", obj{"id": f.ID})); got.File != f.File {
		t.Errorf("%+v", got)
	}
	// One that is uploaded again after a long time is there to be mapped.
	third, err := pdfform.Fill("1", fixtures.ClaimForm, map[string]string{"carrier.name": "A third"})
	if err != nil {
		t.Fatal(err)
	}
	d.Pass(60 * 24 * time.Hour)
	admin = d.As("admin@demo.test")
	again := testkit.Into[claim.FormFieldsResp](t, admin.Upload("Claim/UploadForm", "other.pdf", other.PDF, nil))
	admin.Upload("Claim/UploadForm", "third.pdf", third.PDF, nil)
	admin.Call("Claim/SaveForm", obj{"Name": "Other form", "FileId": again.ID, "Maps": again.Likely})
}
