package file

import (
	"lading/server/kit/table"
	"slices"
	"strings"
	"testing"
)

const billHeader = "Order No,Warehouse,Ship Date,Ship To Name,Address,City,State,Zip,Item,Weight,Terms,Bill To Name,Bill To Address,Bill To City,Bill To State,Bill To Zip,Bill To Country,Bill To Phone\n"

// billLine is a good line with its terms, and the cells of the bill-to party.
func billLine(terms, billTo string) string {
	return "A1,ATL,11/23/2026,Gulf States,1 Main St,Houston,TX,77013,PT-1,120," + terms + "," + billTo + "\n"
}

func TestSniff_TheBillToPartyInFourLanguages(t *testing.T) {
	for header, want := range map[string]Field{
		"Bill To": FieldBillName, "BILL-TO NAME": FieldBillName, "BillTo Address 1": FieldBillStreet, "Bill to street 2": FieldBillStreet2, "Third Party City": FieldBillCity, "3rd party state": FieldBillState,
		"Bill To Zip Code": FieldBillZip, "Freight bill to country": FieldBillCountry, "Facturar a: ciudad": FieldBillCity, "Código postal del pagador": FieldBillZip, "Facturer à - adresse": FieldBillStreet,
		"Rechnung PLZ": FieldBillZip, "Frachtzahler Name": FieldBillName, "Frachtzahler": FieldTerms,
	} {
		if g, ok := seen(header); !ok || g != want {
			t.Errorf("%s: %q (%v), want %q", header, g, ok, want)
		}
	}
	for _, header := range []string{"Third party", "Bill to phone", "Sold to city", "Vendor zip"} {
		if g, ok := seen(header); ok {
			t.Errorf("%s is taken for %q", header, g)
		}
	}
	if g := purchases.kind.Find([]string{"Bill to city"}, nil, table.Known{})[0]; g.Field != "" { // whoever buys pays there
		t.Errorf("of a purchase order: %q", g.Field)
	}
}

func TestRead_ThirdPartyPays(t *testing.T) {
	for _, c := range []struct {
		name, terms, billTo string
		want                string // "header or field code; …"
		payer               string
	}{
		{"whole", "3rd party", "Umbrella,2 Ledger Way,Boise,id,83702,,208-555-0100", "", "Umbrella 2 Ledger Way Boise ID 83702 US"},
		{"a zip that lost its zero", "T", "Umbrella,2 Ledger Way,Boston,MA,2110,,", "", "Umbrella 2 Ledger Way Boston MA 02110 US"},
		{"abroad", "T", "Umbrella,2 Ledger Way,Toronto,ON,m5v2t6,Canada,", "", "Umbrella 2 Ledger Way Toronto ON M5V 2T6 CA"},
		{"no state is no mistake", "T", "Umbrella,2 Ledger Way,Boise,,83702,,", "", "Umbrella 2 Ledger Way Boise  83702 US"},
		{"half an address", "T", "Umbrella,,Boise,ID,,,", "Bill To Address order-required; Bill To Zip order-required", "Umbrella  Boise ID  US"},
		{"no name", "T", ",2 Ledger Way,Boise,ID,83702,,", "Bill To Name order-required", " 2 Ledger Way Boise ID 83702 US"},
		{"a state that there is not", "T", "Umbrella,2 Ledger Way,Boise,IX,83702,,", "Bill To State order-state-invalid", "Umbrella 2 Ledger Way Boise IX 83702 US"},
		{"a zip that there is not", "T", "Umbrella,2 Ledger Way,Boise,ID,8370,,", "Bill To Zip order-zip-invalid", "Umbrella 2 Ledger Way Boise ID 8370 US"},
		{"a country that there is not", "T", "Umbrella,2 Ledger Way,Boise,ID,83702,Narnia,", "Bill To Country order-country-unknown", "Umbrella 2 Ledger Way Boise ID 83702 US"},
		{"a formula", "T", "=A1,2 Ledger Way,Boise,ID,83702,,", "Bill To Name file-formula", " 2 Ledger Way Boise ID 83702 US"},
		{"too long", "T", strings.Repeat("x", 81) + ",2 Ledger Way,Boise,ID,83702,,", "Bill To Name order-text-long", " 2 Ledger Way Boise ID 83702 US"},
		{"nobody yet", "T", ",,,,,,", "", ""},
		{"prepaid: who else is named does not pay", "P", "Umbrella,,Boise,IX,8370,Narnia,", "", ""},
		{"collect", "C", "Umbrella,2 Ledger Way,Boise,ID,83702,,", "", ""},
	} {
		_, rows, _ := all(t, []byte(billHeader+billLine(c.terms, c.billTo)), nil)
		var got []string
		for _, e := range rows[0].Errors {
			got = append(got, e.Header+" "+e.Code)
		}
		slices.Sort(got)
		payer := ""
		if b := rows[0].Order.BillTo; b != nil {
			payer = strings.Join([]string{b.Name, b.Street, b.City, b.State, b.Zip, b.Country}, " ")
		}
		if said := strings.Join(got, "; "); said != c.want || payer != c.payer {
			t.Errorf("%s: %q, paid by %q; want %q, %q", c.name, said, payer, c.want, c.payer)
		}
	}
	// Two lines of one order that name two payers.
	_, rows, _ := all(t, []byte(billHeader+billLine("T", "Umbrella,2 Ledger Way,Boise,ID,83702,,")+billLine("T", "Acme,2 Ledger Way,Boise,ID,83702,,")), nil)
	if e := rows[0].Errors; len(e) != 1 || e[0].Code != "order-conflict" || e[0].Field != FieldBillName {
		t.Errorf("two payers: %+v", e)
	}
	// A file that names the payer and not where to write to.
	_, rows, _ = all(t, []byte("Order No,Warehouse,Ship Date,Ship To Name,Address,City,State,Zip,Item,Weight,Terms,Bill To\n"+billLine("T", "Umbrella")), nil)
	if len(rows[0].Errors) != 3 || rows[0].Errors[0].Column != 0 {
		t.Errorf("a name alone: %+v", rows[0].Errors)
	}
}

// seen is what the finder makes of one title.
func seen(title string) (Field, bool) {
	g := orders.kind.Find([]string{title}, nil, table.Known{})[0]
	return Field(g.Field), g.Field != ""
}
