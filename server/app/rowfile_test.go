package app_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lading/server/carrier"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/table"
	"lading/server/op"
	"lading/server/order"
	"lading/server/org"
	"lading/server/rating"
	"lading/server/rowfile"
	"lading/server/testkit"
)

func rowsFixture(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "fixtures", "rows", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// taker sends files as a person does.
type taker struct {
	*testkit.Person
	t *testing.T
}

func (p taker) take(path, name string, content []byte, reading *rowfile.Reading) rowfile.Table {
	p.t.Helper()
	fields := map[string]string{}
	if reading != nil {
		b, err := json.Marshal(reading)
		if err != nil {
			p.t.Fatal(err)
		}
		fields["Reading"] = string(b)
	}
	return testkit.Into[rowfile.Table](p.t, p.Upload(path, name, content, fields))
}

// mistakesIn lists what is wrong in a file: row, field and code.
func mistakesIn(of rowfile.Table) string {
	var all []string
	for _, r := range of.Rows {
		for _, e := range r.Errors {
			all = append(all, strings.Join([]string{r.Cells[0], e.Field, e.Code}, " "))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

// mapped lists what the columns were taken for, with a question mark where somebody must confirm.
func mapped(of rowfile.Table) string {
	var all []string
	for i, f := range of.Reading.Columns {
		if f == "" {
			f = "-"
		}
		if slices.Contains(of.Unsure, i) {
			f += "?"
		}
		all = append(all, f)
	}
	return strings.Join(all, " ")
}

func TestRowFile_ListsOfOtherSystemsMapThemselves(t *testing.T) {
	k := testkit.Demo(t)
	admin := taker{k.As("admin@demo.test"), t}
	for _, c := range []struct{ path, file, columns, missing string }{
		{"Org/ReadCustomerFile", "customers-quickbooks.csv", "Name Phone Email Contact - Street City State Zip", ""},
		{"Org/ReadCustomerFile", "customers-sap.txt", "Code Name Street Zip City Country State Phone Email Contact -", ""},
		{"Org/ReadCustomerFile", "customers-shopify.csv", "- - Email - Name Street Street2 City State Country Zip Phone - - - - - -", ""},
		{"Org/ReadVendorFile", "vendors-netsuite.csv", "Code Name Contact - Street Street2 City State Zip Country Phone Email -", ""},
		{"Address/ReadLocationFile", "locations-home.csv", "Code Name Street CityStateZip Contact Phone", ""},
		{"Order/ReadItemFile", "items-odoo.csv", "ItemCode Description - - - Weight WeightUnit PackageType -", ""},
		{"Order/ReadItemFile", "items-sap-de.csv", "ItemCode Description PackageType Weight WeightUnit Length Width Height SizeUnit Hazmat", ""},
		{"Order/ReadItemFile", "items-hazmat.csv", "ItemCode Description PackageType Weight Dimensions ItemClass NMFCCode Hazmat HazmatDetails.un HazmatDetails.properName HazmatDetails.class HazmatDetails.packingGroup HazmatDetails.emergencyPhone", ""},
		{"Carriers/ReadCarrierFile", "carriers-home.csv", "SCAC CarrierName RateModes Contact Email Phone DotNumber", ""},
		{"Access/ReadUserFile", "users-entra.csv", "UserName FullName FirstName LastName Email Phone GroupID? - Disabled", ""},
		{"Access/ReadUserFile", "users-es.csv", "UserName FullName Email GroupID Warehouses PreferredLanguage AccessUntil", ""},
		{"Rating/ReadTerminalFile", "terminals.csv", "Carrier Code Name Street City State Zip Phone Serves", ""},
	} {
		got := admin.take(c.path, c.file, rowsFixture(t, c.file), nil)
		if mapped(got) != c.columns || strings.Join(got.Missing, " ") != c.missing {
			t.Errorf("%s:\n got %s\nwant %s\nmissing %v, confidence %v of %q", c.file, mapped(got), c.columns, got.Missing, got.Confidence, got.Headers)
		}
	}
}

func TestRowFile_CustomersAreTriedThenSavedAndFoundAgain(t *testing.T) {
	k := testkit.Demo(t)
	office := taker{k.As("office@demo.test"), t}
	raw := rowsFixture(t, "customers-sap.txt")
	tried := office.take("Org/ReadCustomerFile", "kunden.txt", raw, nil)
	if tried.Counts.New != 4 || tried.Counts.Bad != 0 {
		t.Fatalf("%+v %s", tried.Counts, mistakesIn(tried))
	}
	if got := testkit.Into[[]org.Place](t, office.Call("Org/Customers", op.None{})); len(got) != 0 {
		t.Fatalf("what was only tried is there: %+v", got)
	}
	if saved := office.take("Org/SaveCustomerFile", "kunden.txt", raw, nil); saved.Counts.New != 4 || !saved.Saved {
		t.Fatalf("%+v %s", saved.Counts, mistakesIn(saved))
	}
	all := map[string]org.Place{}
	for _, p := range testkit.Into[[]org.Place](t, office.Call("Org/Customers", op.None{})) {
		all[p.Code] = p
	}
	if p := all["0000100415"]; p.Country != "CA" || p.State != "ON" || p.Zip != "M9W 5G6" || p.Contact != "Anne Roy" {
		t.Errorf("%+v", p)
	}
	// The same file again changes nothing; a file without a column leaves what that column said.
	if again := office.take("Org/SaveCustomerFile", "kunden.txt", raw, nil); again.Counts.Same != 4 {
		t.Errorf("%+v %s", again.Counts, mistakesIn(again))
	}
	moved := "Debitor;Name 1;Straße;PLZ;Ort;Land;Region\n0000100234;Northgate Baustoffe Inc.;1 New Way;98134;Seattle;US;WA\n0000100310;Rockport Metals;77 Quarry Rd;01966;Rockport;US;MA\n0000100310;Rockport Metals;77 Quarry Rd;01966;Rockport;US;MA\n"
	now := office.take("Org/SaveCustomerFile", "umzug.csv", []byte(moved), nil)
	if now.Counts.Changed != 1 || now.Counts.Same != 1 || mistakesIn(now) != "0000100310 Code rowfile-double" {
		t.Errorf("%+v %s", now.Counts, mistakesIn(now))
	}
	for _, p := range testkit.Into[[]org.Place](t, office.Call("Org/Customers", op.None{})) {
		if p.Code == "0000100234" && (p.Street != "1 New Way" || p.Email != "einkauf@northgate.test" || p.Contact != "Jürgen Maier") {
			t.Errorf("%+v", p)
		}
	}
}

func TestRowFile_ARowOfAMergedCustomerIsPassedOverByName(t *testing.T) {
	k := testkit.Demo(t)
	office := taker{k.As("office@demo.test"), t}
	head := "Code\tName\tStreet\tCity\tState\tZip\n"
	office.take("Org/SaveCustomerFile", "pasted.txt", []byte(head+"A-1\tAcme\t1 A St\tMemphis\tTN\t38118\nA-2\tAcme Inc\t1 A St\tMemphis\tTN\t38118\n"), nil)
	all := testkit.Into[[]org.Place](t, office.Call("Org/Customers", op.None{}))
	into := all[slices.IndexFunc(all, func(p org.Place) bool { return p.Code == "A-1" })]
	from := all[slices.IndexFunc(all, func(p org.Place) bool { return p.Code == "A-2" })]
	office.Call("Org/MergePlaces", org.MergeReq{Place: into.PlaceReq, From: []org.MergeFrom{{ID: from.ID, Rev: from.Rev}}})
	got := office.take("Org/SaveCustomerFile", "pasted.txt", []byte(head+"A-2\tAcme Inc\t9 Z St\tMemphis\tTN\t38118\nA-3\tBolt\t2 B St\tMemphis\tTN\t38118\nA-4\tCole\t3 C St\tMemphis\tTN\t38118\n"), nil)
	if got.Counts.Passed != 1 || got.Counts.New != 2 || got.Rows[0].State != rowfile.Passed || got.Rows[0].Stands != "A-1" || got.Rows[0].Cells[0] != "A-2" {
		t.Errorf("%+v %+v", got.Counts, got.Rows[0])
	}
}

func TestRowFile_WhatIsWrongIsPutRightInTheFile(t *testing.T) {
	k := testkit.Demo(t)
	office := taker{k.As("office@demo.test"), t}
	raw := rowsFixture(t, "items-hazmat.csv")
	got := office.take("Order/ReadItemFile", "items.csv", raw, nil)
	if got.Counts.New != 2 || mistakesIn(got) != "P-300 Hazmat order-hazmat-number; P-400 PackageType rowfile-word-unknown" {
		t.Fatalf("%+v %s", got.Counts, mistakesIn(got))
	}
	if len(got.Words) != 1 || got.Words[0].Word != "ktz" || got.Words[0].Lines != 1 || !slices.Contains(got.Choices["PackageType"], rowfile.Choice{Value: "CTN", Label: "CTN"}) {
		t.Errorf("%+v", got.Words)
	}
	r := got.Reading
	r.Words = map[string]map[string]string{"PackageType": {"ktz": "CTN"}}
	r.Edits = []table.Edit{{Row: 4, Column: 8, Value: "N"}}
	saved := office.take("Order/SaveItemFile", "items.csv", raw, &r)
	if saved.Counts.New != 4 || mistakesIn(saved) != "" {
		t.Fatalf("%+v %s", saved.Counts, mistakesIn(saved))
	}
	list := testkit.Into[order.ItemsResp](t, office.Call("Shipment/TlxTmsExtraInfoDetails", map[string]string{"flag": "load"})).Items
	at := func(code string) order.CatalogueItem {
		return list[slices.IndexFunc(list, func(i order.CatalogueItem) bool { return i.Code == code })]
	}
	if p := at("P-100"); p.Hazmat.V == nil || p.Hazmat.V.UN != "UN1263" || p.Hazmat.V.PackingGroup != "II" || p.Class != "55" || p.Length.V.Milli != 14_000 || p.Weight.V.Milli != 42_500 || p.Weight.V.Unit != "lb" {
		t.Errorf("%+v %+v", p, p.Hazmat.V)
	}
	// The word is known from now on.
	next := office.take("Order/ReadItemFile", "items.csv", []byte("SKU,Description,UOM\nP-500,Trays,KTZ\nP-501,Lids,KTZ\n"), nil)
	if next.Counts.New != 2 || len(next.Words) != 0 {
		t.Errorf("%+v %s", next.Counts, mistakesIn(next))
	}
	german := office.take("Order/SaveItemFile", "material.csv", rowsFixture(t, "items-sap-de.csv"), nil)
	if german.Counts.New != 3 {
		t.Fatalf("%+v %s", german.Counts, mistakesIn(german))
	}
	list = testkit.Into[order.ItemsResp](t, office.Call("Shipment/TlxTmsExtraInfoDetails", map[string]string{"flag": "load"})).Items
	if p := at("000000000010051"); p.Weight.V.Milli != 1_250_000 || p.Weight.V.Unit != "kg" || p.PackageType != "CRT" || p.Width.V.Milli != 80_000 || p.Width.V.Unit != "cm" {
		t.Errorf("%+v", p)
	}
}

func TestRowFile_AHazardousItemStaysTheMaterialThatTheFileTells(t *testing.T) {
	k := testkit.Demo(t)
	office := taker{k.As("office@demo.test"), t}
	save := func(content string) rowfile.Table {
		t.Helper()
		return office.take("Order/SaveItemFile", "items.csv", []byte(content), nil)
	}
	for content, want := range map[string]string{
		"SKU,Description,UN number,Hazard class\nA,B,,8\n":                   "A HazmatDetails.un field-required",
		"SKU,Description,Hazard class\nA,B,8\n":                              "A HazmatDetails.un field-required",
		"SKU,Description,Proper shipping name\nA,B,Paint\n":                  "A HazmatDetails.un field-required",
		"SKU,Description,Hazmat,Hazard class\nA,B,No,8\n":                    "A HazmatDetails.un field-required",
		"SKU,Description,Hazmat,Emergency phone\nA,B,No,800-424-9300\n":      "",
		"SKU,Description,UN number,Hazard class,Packing group\nC,D,,-,N/A\n": "",
	} {
		if got := save(content); mistakesIn(got) != want {
			t.Errorf("%s: %s, want %s", content, mistakesIn(got), want)
		}
	}
	hazmat := func() *freight.Hazmat {
		t.Helper()
		list := testkit.Into[order.ItemsResp](t, office.Call("Shipment/TlxTmsExtraInfoDetails", map[string]string{"flag": "load"})).Items
		return list[slices.IndexFunc(list, func(i order.CatalogueItem) bool { return i.Code == "H-1" })].Hazmat.V
	}
	if got := save("SKU,Description,UN number,Proper shipping name,Hazard class,Packing group,Emergency phone\nH-1,Lacquer,UN1263,Paint,3,II,800-424-9300\n"); got.Counts.New != 1 {
		t.Fatalf("%+v %s", got.Counts, mistakesIn(got))
	}
	if got := save("SKU,Description,UN\nH-1,Lacquer,UN1830\n"); !strings.Contains(mistakesIn(got), "HazmatDetails.properName") {
		t.Errorf("sulfuric acid is called paint: %+v %s", got.Counts, mistakesIn(got))
	}
	if got := save("SKU,Description,UN,Hazmat\nH-1,Lacquer,,\n"); got.Counts.Same != 1 || hazmat() == nil {
		t.Errorf("blank cells: %+v %s, %+v", got.Counts, mistakesIn(got), hazmat())
	}
	if got := save("SKU,Description,UN\nH-1,Lacquer,1263\n"); got.Counts.Same != 1 {
		t.Errorf("the same number: %+v %s", got.Counts, mistakesIn(got))
	}
	if got := save("SKU,Description,Emergency phone\nH-1,Lacquer,800-555-0199\n"); got.Counts.Changed != 1 || hazmat() == nil || hazmat().EmergencyPhone != "800-555-0199" || hazmat().ProperName != "Paint" {
		t.Errorf("another phone: %+v %s, %+v", got.Counts, mistakesIn(got), hazmat())
	}
	if got := save("SKU,Description,Hazmat\nH-1,Lacquer,No\n"); got.Counts.Changed != 1 || hazmat() != nil {
		t.Errorf("no longer hazardous: %+v %s, %+v", got.Counts, mistakesIn(got), hazmat())
	}
}

func TestRowFile_AnAddressAbroadStaysThereWhereTheFileNamesNoCountry(t *testing.T) {
	k := testkit.Demo(t)
	office := taker{k.As("office@demo.test"), t}
	berlin := func() org.Place {
		t.Helper()
		all := testkit.Into[[]org.Place](t, office.Call("Org/Customers", op.None{}))
		return all[slices.IndexFunc(all, func(p org.Place) bool { return p.Code == "BER" })]
	}
	office.Call("Org/SaveCustomer", org.PlaceReq{Kind: org.PlaceCustomer, Code: "BER", Name: "Spree Bau", Street: "Alte Str. 1", City: "Berlin", Zip: "10115", Country: "DE"})
	for _, content := range []string{
		"Code,Name,Street,City,Zip\nBER,Spree Bau,Neue Str. 2,Berlin,10115\n",
		"Code,Name,Street,City,State,Zip,Country\nBER,Spree Bau,Neue Str. 3,Berlin,,10117,\n",
	} {
		got := office.take("Org/SaveCustomerFile", "k.csv", []byte(content), nil)
		if p := berlin(); got.Counts.Changed != 1 || p.Country != "DE" || p.State != "" || p.Street == "Alte Str. 1" {
			t.Errorf("%+v %s, %+v", got.Counts, mistakesIn(got), p)
		}
	}
	// A state and a postal code that can only be elsewhere tell a move; so does a country.
	office.take("Org/SaveCustomerFile", "k.csv", []byte("Code,Name,Street,City,State,Zip,Country\nBER,Spree Bau,1 Main St,Memphis,TN,38118,US\n"), nil)
	if p := berlin(); p.Country != "US" || p.State != "TN" {
		t.Errorf("%+v", p)
	}
	got := office.take("Org/SaveCustomerFile", "k.csv", []byte("Code,Name,Street,City,State,Zip\nBER,Spree Bau,1 King St,Toronto,ON,M9W 5G6\n"), nil)
	if p := berlin(); got.Counts.Changed != 1 || p.Country != "CA" || p.State != "ON" {
		t.Errorf("%+v %s, %+v", got.Counts, mistakesIn(got), p)
	}
}

func TestRowFile_OneOfTwoTitlesIsNotForgottenForTheOther(t *testing.T) {
	k := testkit.Demo(t)
	office := taker{k.As("office@demo.test"), t}
	both := "SKU,Description,Gross Weight,Weight\nA,B,10,9\nC,D,12,11\n"
	asked := office.take("Order/ReadItemFile", "a.csv", []byte(both), nil)
	said := asked.Reading
	said.Checked = asked.Unsure
	if got := office.take("Order/SaveItemFile", "a.csv", []byte(both), &said); got.Counts.New != 2 {
		t.Fatalf("%s %+v %s", mapped(got), got.Counts, mistakesIn(got))
	}
	next := office.take("Order/ReadItemFile", "b.csv", []byte("SKU,Description,Weight\nE,F,9\nG,H,8\n"), nil)
	if mapped(next) != "ItemCode Description Weight" {
		t.Fatal(mapped(next))
	}
	// What a person took away stays away.
	r := next.Reading
	r.Columns = []string{"ItemCode", "Description", ""}
	office.take("Order/SaveItemFile", "b.csv", []byte("SKU,Description,Weight\nE,F,9\nG,H,8\n"), &r)
	if again := office.take("Order/ReadItemFile", "c.csv", []byte("SKU,Description,Weight\nI,J,9\nK,L,8\n"), nil); mapped(again) != "ItemCode Description -" {
		t.Error(mapped(again))
	}
}

func TestRowFile_WeightsAreOfTheUnitThatTheirTitleTells(t *testing.T) {
	k := testkit.Demo(t)
	office := taker{k.As("office@demo.test"), t}
	item := func(code string) order.CatalogueItem {
		t.Helper()
		list := testkit.Into[order.ItemsResp](t, office.Call("Shipment/TlxTmsExtraInfoDetails", map[string]string{"flag": "load"})).Items
		at := slices.IndexFunc(list, func(i order.CatalogueItem) bool { return i.Code == code })
		if at < 0 {
			t.Fatalf("there is no %s", code)
		}
		return list[at]
	}
	// A column that only a person knows has the unit of its title, and tells the decimal sign.
	raw := []byte("SKU\tDescription\tMasa (kg)\nM-1\tB\t12,5\nM-2\tD\t1,250\n")
	got := office.take("Order/ReadItemFile", "pasted.txt", raw, nil)
	r := got.Reading
	r.Columns = []string{"ItemCode", "Description", "Weight"}
	r.Checked = []int{2}
	got = office.take("Order/ReadItemFile", "pasted.txt", raw, &r)
	office.take("Order/SaveItemFile", "pasted.txt", raw, &got.Reading)
	for code, milli := range map[string]int64{"M-1": 12_500, "M-2": 1_250} {
		if w := item(code).Weight.V; w.Milli != milli || w.Unit != "kg" {
			t.Errorf("%s weighs %+v", code, w)
		}
	}
	// Each side has its own.
	if got := office.take("Order/SaveItemFile", "s.csv", []byte("SKU,Description,Length (cm),Height (in)\nS-1,B,20,5\n"), nil); got.Counts.New != 1 {
		t.Fatalf("%+v %s", got.Counts, mistakesIn(got))
	}
	if i := item("S-1"); i.Length.V.Unit != "cm" || i.Height.V.Unit != "in" {
		t.Errorf("%+v", i)
	}
	// Shopify tells grams, and beside them the unit in which it shows them.
	office.take("Order/SaveItemFile", "products_export.csv", []byte("Variant SKU,Title,Variant Grams,Variant Weight Unit\nG-1,B,907,lb\nG-2,C,0,lb\n"), nil)
	if w := item("G-1").Weight.V; w.Milli != 907 || w.Unit != "kg" {
		t.Errorf("907 g are %+v", w)
	}
	// A unit that is none of the product's is never taken for another.
	for _, c := range []struct{ content, columns, want string }{
		{"SKU,Description,Weight (oz)\nO-1,B,16\n", "ItemCode Description Weight", "O-1 Weight order-unit-unknown"},
		{"SKU,Description,Length (mm),Width mm\nO-1,B,120,130\n", "ItemCode Description Length Width", "O-1 Length order-unit-unknown; O-1 Width order-unit-unknown"},
		{"SKU,Description,Weight (oz),Weight unit\nO-2,B,16,lb\n", "ItemCode Description Weight WeightUnit", ""},
	} {
		got := office.take("Order/SaveItemFile", "o.csv", []byte(c.content), &rowfile.Reading{HeaderRow: 1, Columns: strings.Fields(c.columns), Checked: []int{2, 3}})
		if mistakesIn(got) != c.want {
			t.Errorf("%s: %s", c.content, mistakesIn(got))
		}
	}
}

func TestRowFile_AnAddressInOneColumnLeavesNothingOfTheOneBefore(t *testing.T) {
	k := testkit.Demo(t)
	office := taker{k.As("office@demo.test"), t}
	office.take("Org/SaveCustomerFile", "a.csv", []byte("Code,Name,Street,Street 2,City,State,Zip\nW-1,Acme,9 Old St,Suite 9,Memphis,TN,38118\n"), nil)
	got := office.take("Org/SaveCustomerFile", "b.csv", []byte("Code,Name,City State Zip\nW-1,Acme,\"Houston, TX\"\n"), &rowfile.Reading{HeaderRow: 1, Columns: []string{"Code", "Name", rowfile.FieldPlace}, Defaults: map[string]string{"Street": "9 Old St"}})
	if mistakesIn(got) != "W-1 Zip field-required" {
		t.Errorf("%+v %s", got.Counts, mistakesIn(got))
	}
	office.take("Org/SaveCustomerFile", "c.csv", []byte("Code,Name,Full address\nW-1,Acme,\"1 New Way, Seattle, WA 98134\"\n"), nil)
	all := testkit.Into[[]org.Place](t, office.Call("Org/Customers", op.None{}))
	if p := all[slices.IndexFunc(all, func(p org.Place) bool { return p.Code == "W-1" })]; p.Name != "Acme" || p.Street != "1 New Way" || p.Street2 != "" || p.City != "Seattle" || p.Zip != "98134" {
		t.Errorf("%+v", p)
	}
}

func TestRowFile_AProgramIsToldEveryMistake(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	content := "Item code,Description,Hazmat\n"
	for i := range 600 {
		content += fmt.Sprintf("Q-%d,Trays,Y\n", i)
	}
	got := testkit.Into[order.InsertResp](t, admin.Upload("Shipment/InsertItem", "items.csv", []byte(content), map[string]string{"flag": "update"}))
	if len(got.Errors) != 600 || got.Added != 0 {
		t.Errorf("%d mistakes, %d added", len(got.Errors), got.Added)
	}
}

func TestRowFile_LinesUnderTwoNamesOfACustomerAreOneItem(t *testing.T) {
	k := testkit.Demo(t)
	office := taker{k.As("office@demo.test"), t}
	office.take("Org/SaveCustomerFile", "c.csv", []byte("Code,Name,Street,City,State,Zip\nA-1,Acme,1 A St,Memphis,TN,38118\nA-2,Acme Inc,1 A St,Memphis,TN,38118\n"), nil)
	all := testkit.Into[[]org.Place](t, office.Call("Org/Customers", op.None{}))
	into := all[slices.IndexFunc(all, func(p org.Place) bool { return p.Code == "A-1" })]
	from := all[slices.IndexFunc(all, func(p org.Place) bool { return p.Code == "A-2" })]
	office.Call("Org/MergePlaces", org.MergeReq{Place: into.PlaceReq, From: []org.MergeFrom{{ID: from.ID, Rev: from.Rev}}})
	raw := []byte("SKU,Description,Customer\nX-1,Trays,A-2\nX-1,Lids,A-1\n")
	if got := office.take("Order/SaveItemFile", "i.csv", raw, nil); got.Counts.New != 1 || mistakesIn(got) != "X-1 ItemCode rowfile-double" {
		t.Errorf("%+v %s", got.Counts, mistakesIn(got))
	}
	if got := office.take("Order/SaveItemFile", "i.csv", []byte("SKU,Description,Customer\nX-1,Trays,A-2\n"), nil); got.Counts.Same != 1 {
		t.Errorf("%+v %s", got.Counts, mistakesIn(got))
	}
}

func TestRowFile_CarriersTakeFromTheDirectoryWhatTheFileDoesNotSay(t *testing.T) {
	k := testkit.New(t)
	admin := taker{k.As("admin@demo.test"), t}
	raw := rowsFixture(t, "carriers-home.csv")
	got := admin.take("Carriers/SaveCarrierFile", "carriers.csv", raw, nil)
	if mistakesIn(got) != "QQQQ Email field-required; WHIZ RateModes rowfile-word-unknown; XYZ12 SCAC field-too-long" {
		t.Fatalf("%+v %s", got.Counts, mistakesIn(got))
	}
	for _, c := range testkit.Into[[]carrier.CompanyRow](t, admin.Call("Carriers/Companies", op.None{})) {
		switch c.ID {
		case "ODFL":
			if c.Name != "Old Dominion Freight Line" || c.Email != "tenders@odfl.test" || c.DOT != "90849" || !slices.Equal(c.Modes, []string{"LTL"}) {
				t.Errorf("%+v", c)
			}
		case "ABCD":
			if !slices.Equal(c.Modes, []string{"TL", "INTERMODAL"}) {
				t.Errorf("%+v", c)
			}
		}
	}
}

func TestRowFile_TerminalsAreOfTheOrganisationsCarriers(t *testing.T) {
	k := testkit.Demo(t)
	admin := taker{k.As("admin@demo.test"), t}
	raw := rowsFixture(t, "terminals.csv")
	asked := admin.take("Rating/ReadTerminalFile", "terminals.csv", raw, nil)
	if mistakesIn(asked) != "Old Dominion Carrier rowfile-word-unknown; ZZZZ Carrier rowfile-word-unknown" || len(asked.Words) != 2 || asked.Words[0].Word != "old dominion" {
		t.Fatalf("%+v %s %+v", asked.Counts, mistakesIn(asked), asked.Words)
	}
	r := asked.Reading
	r.Words = map[string]map[string]string{"Carrier": {"old dominion": "ODFL"}}
	got := admin.take("Rating/SaveTerminalFile", "terminals.csv", raw, &r)
	if got.Counts.New+got.Counts.Changed != 3 || mistakesIn(got) != "ZZZZ Carrier rowfile-word-unknown" {
		t.Fatalf("%+v %s", got.Counts, mistakesIn(got))
	}
	for _, x := range testkit.Into[rating.TerminalsResp](t, admin.Call("Rating/Terminals", op.None{})).Terminals {
		if x.Code == "BOS" && x.Zip != "02128" || x.Code == "MEM" && (x.Carrier != "ODFL" || !slices.Equal(x.Serves, []string{"380", "381"})) {
			t.Errorf("%+v", x)
		}
	}
}

func TestRowFile_AsksWhatIsOpenAndRemembersTheAnswer(t *testing.T) {
	k := testkit.Demo(t)
	office := taker{k.As("office@demo.test"), t}
	raw := []byte("Party,Line one,Town,State,Post code,Zusatz\nAcme,1 A St,Memphis,TN,38118,A-1\nBolt,2 B St,Dayton,OH,45402,B-7\nCole,3 C St,Boise,ID,83702,C-9\n")
	got := office.take("Org/ReadCustomerFile", "x.csv", raw, nil)
	if len(got.Missing) == 0 {
		t.Fatalf("%s is all known", mapped(got))
	}
	if _, err := office.TryUpload("Org/SaveCustomerFile", "x.csv", raw, nil); fail.CodeOf(err) != "import-questions-open" {
		t.Errorf("saved with open questions: %v", err)
	}
	r := got.Reading
	r.Columns = []string{"Name", "Street", "City", "State", "Zip", "Code"}
	r.Checked = []int{0, 1, 2, 3, 4, 5}
	if saved := office.take("Org/SaveCustomerFile", "x.csv", raw, &r); saved.Counts.New != 3 {
		t.Fatalf("%+v %s", saved.Counts, mistakesIn(saved))
	}
	// Next week one column is gone and another has come; the rest is known.
	next := office.take("Org/ReadCustomerFile", "y.csv", []byte("Party,Line one,Town,State,Post code,Tel\nAcme,1 A St,Memphis,TN,38118,901-555-0100\nBolt,2 B St,Dayton,OH,45402,937-555-0100\n"), nil)
	if mapped(next) != "Name Street City State Zip Phone" {
		t.Errorf("%s, confidence %v", mapped(next), next.Confidence)
	}
	if _, err := office.TryUpload("Org/SaveCustomerFile", "z.csv", []byte("Name,Street,City\nAcme,1 A St,Memphis\n"), map[string]string{"Reading": mustJSON(t, r)}); fail.CodeOf(err) != "rowfile-other-file" {
		t.Errorf("another file by the columns of the first: %v", err)
	}
	for code, content := range map[string]string{"rowfile-no-header": "hello\nworld\n", "rowfile-no-rows": "Code,Name,Street,City,State,Zip\n", "file-not-supported": "\x89PNG\r\n\x1a\n0000"} {
		if _, err := office.TryUpload("Org/ReadCustomerFile", "bad", []byte(content), nil); fail.CodeOf(err) != code {
			t.Errorf("%s: %v", code, err)
		}
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
