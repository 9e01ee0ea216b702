package audit_test

import (
	"archive/zip"
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"lading/server/audit"
	"lading/server/store"
	"lading/server/testkit"
)

func TestImages_TheDocumentsOfAnInvoicesShipmentOneOrAllTogether(t *testing.T) {
	k := testkit.Demo(t)
	p, office := k.As("audit@demo.test"), k.As("office@demo.test")
	l := unbilled(t, k)[0]
	var other string
	k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		other, _, err = store.Get[string](ctx, tx, `SELECT id FROM shipment WHERE id <> ? AND warehouse = ? ORDER BY id LIMIT 1`, l.ID, l.Warehouse)
		return err
	})
	sent(t, p, titles+l.row("IMG-1", l.PRO, 0, 0))
	i := numbered(t, p, "IMG-1")
	shown := func() audit.InvoiceResp {
		return testkit.Into[audit.InvoiceResp](t, p.Call("Invoice/getInvoice", fields{"InvoiceId": i.ID}))
	}
	before := len(shown().Papers)
	for _, text := range []string{"the first", "the second"} {
		office.Upload("Shipment/FileUpload", "receipt.txt", []byte(text), map[string]string{"ShipmentId": l.ID})
	}
	office.Upload("Shipment/FileUpload", "other.txt", []byte("of another load"), map[string]string{"ShipmentId": other})
	papers := shown().Papers
	if len(papers) != before+2 || papers[0].Name != "receipt.txt" {
		t.Fatalf("%d before, then %+v", before, papers)
	}
	if one, err := p.File("Invoice/DMDownload", fields{"InvoiceId": i.ID, "DocumentId": papers[0].ID}); err != nil || one != "the second" && one != "the first" {
		t.Errorf("one: %q %v", one, err)
	}
	packed, err := p.File("Invoice/DownloadImages", fields{"InvoiceId": i.ID})
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(strings.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	names := map[string]bool{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		texts, names[f.Name] = append(texts, string(body)), true
	}
	if len(z.File) != before+2 || len(names) != len(z.File) || !slices.Contains(texts, "the first") || !slices.Contains(texts, "the second") || slices.Contains(texts, "of another load") {
		t.Errorf("packed: %v %q", names, texts)
	}

	theirs := testkit.Into[[]struct {
		ID string `json:"id"`
	}](t, office.Call("Shipment/GetShipmentWiseAttachments", fields{"ShipmentId": other}))
	if got := p.Refused("Invoice/DMDownload", fields{"InvoiceId": i.ID, "DocumentId": theirs[0].ID}).Code; got != "no-such-file" {
		t.Errorf("another load's document by this invoice: %s", got)
	}
	// A bill without a load has none, whatever stands with no load.
	sent(t, p, titles+l.row("IMG-2", "000-no-such-pro", 0, 0))
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE audit_invoice SET shipment_id = '', warehouse = ?2 WHERE number = ?1`, "IMG-2", l.Warehouse); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE document SET shipment_id = '' WHERE id = ?`, theirs[0].ID)
		return err
	})
	lone := numbered(t, p, "IMG-2")
	if got := p.Refused("Invoice/DownloadImages", fields{"InvoiceId": lone.ID}).Code; got != "no-papers" {
		t.Errorf("a bill without a load: %s", got)
	}
	if got := p.Refused("Invoice/DMDownload", fields{"InvoiceId": lone.ID, "DocumentId": theirs[0].ID}).Code; got != "no-papers" {
		t.Errorf("a document without a load: %s", got)
	}
	if got := p.Refused("Invoice/DownloadImages", fields{"InvoiceId": "nothing"}).Code; got != "invoice-unknown" {
		t.Errorf("no such invoice: %s", got)
	}
	if got := k.As("dock@demo.test").Refused("Invoice/DownloadImages", fields{"InvoiceId": i.ID}).Code; got != "no-right" {
		t.Errorf("the dock: %s", got)
	}
	if got := k.As("admin@other.test").Refused("Invoice/DownloadImages", fields{"InvoiceId": i.ID}).Code; got != "invoice-unknown" {
		t.Errorf("another organisation: %s", got)
	}
}
