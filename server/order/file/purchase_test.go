package file

import (
	"bytes"
	"testing"
)

// The numbers of a purchase order's lines count and begin anew with each order: that is what they are, and no reason to pass the column over.
func TestSniff_ThePurchaseOrdersLineNumbersAreFound(t *testing.T) {
	raw := []byte("PO Number,Line,Ship To,Vendor Name,Vendor City,Vendor State,Vendor Zip,Item,Qty\n" +
		"PO-1,1,ATL,Mill Co,Greenville,SC,29601,HX-1,40\nPO-1,2,ATL,Mill Co,Greenville,SC,29601,HX-2,6\n" +
		"PO-2,1,ATL,Mill Co,Greenville,SC,29601,HX-1,3\nPO-2,2,ATL,Mill Co,Greenville,SC,29601,HX-2,3\nPO-3,1,ATL,Mill Co,Greenville,SC,29601,HX-2,6\n")
	sheet, err := Purchases.SniffAs("1", bytes.NewReader(raw), int64(len(raw)), "po.csv", nil, func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	if got := sheet.Mapping.Columns[1]; got != FieldLine {
		t.Errorf("Line is taken for %q", got)
	}
}
