package file

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/go-pdf/fpdf"

	"lading/server/kit/sheet"
)

// A list of orders as a system prints it on several pages, in a font of its own that tells its widths.
func TestRead_APrintedListOfOrders(t *testing.T) {
	font, err := os.ReadFile("../../../server/document/bill/font/RobotoCondensed-Bold.ttf")
	if err != nil {
		t.Fatal(err)
	}
	doc := fpdf.New("L", "mm", "Legal", "")
	doc.AddUTF8FontFromBytes("own", "", font)
	doc.SetAutoPageBreak(false, 0)
	widths := []float64{22, 22, 22, 58, 50, 40, 12, 18, 30, 14, 28}
	const lines, onPage = 40, 18
	for n := range lines {
		if n%onPage == 0 {
			doc.AddPage()
			doc.SetFont("own", "", 13)
			doc.CellFormat(0, 9, "Shipping schedule, Northwind Industrial Supply", "", 1, "", false, 0, "")
			doc.SetFont("own", "", 8)
			doc.CellFormat(0, 5, fmt.Sprintf("Page %d of 3", n/onPage+1), "", 1, "", false, 0, "")
			for i, h := range []string{"Sales Order", "Warehouse", "Ship Date", "Ship To Name", "Ship To Address", "City", "ST", "ZIP", "Item Description", "Qty", "Gross Weight (lb)"} {
				doc.CellFormat(widths[i], 7, h, "B", 0, "", false, 0, "")
			}
			doc.Ln(-1)
		}
		for i, v := range []string{fmt.Sprint(70100 + n), "ATL", "11/25/2026", "Hartwell & Sons Hardware", fmt.Sprintf("%d Depot St", 10+n), "Hartford", "CT", "06112", "Hinges, door, steel", fmt.Sprint(n + 1), fmt.Sprintf("%.1f", 1250.5+float64(n))} {
			align := ""
			if i > 8 {
				align = "R"
			}
			doc.CellFormat(widths[i], 7, v, "", 0, align, false, 0, "")
		}
		doc.Ln(-1)
	}
	var out bytes.Buffer
	if err := doc.Output(&out); err != nil {
		t.Fatal(err)
	}
	sh, rows, n := all(t, out.Bytes(), nil)
	if sh.Kind != sheet.PDF || len(sh.Missing) > 0 || len(sh.Unsure(sh.Mapping)) > 0 || n.Orders != lines || n.Errors > 0 {
		t.Fatalf("%s, missing %v, unsure %v, %+v, %q as %q", sh.Kind, sh.Missing, sh.Unsure(sh.Mapping), n, sh.Headers, sh.Mapping.Columns)
	}
	for i, r := range rows {
		o := r.Order
		it := o.Items[0]
		if o.Number != fmt.Sprint(70100+i) || o.ShipOn != "2026-11-25" || o.Consignee.Zip != "06112" || o.Consignee.Street != fmt.Sprintf("%d Depot St", 10+i) || it.Pieces != int64(i+1) || it.Weight.Milli != 1_250_500+int64(i)*1000 {
			t.Errorf("%+v", o)
		}
	}
}
