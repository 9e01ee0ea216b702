package order_test

import (
	"testing"

	"lading/server/order"
	"lading/server/testkit"
)

func TestNMFC_IsJudgedByItsShapeAndToldByOwnOrders(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	addGoods(t, office, "A-1", "156600-01", "Plastic articles", "100")
	for _, c := range []struct {
		code  string
		valid bool
		items int
	}{{"156600-01", true, 1}, {"156600", true, 1}, {"49880-01", true, 0}, {"bad", false, 0}, {"", false, 0}} {
		r := testkit.Into[order.NMFCResp](t, office.Call("Shipment/IsValidNMFC", map[string]any{"NMFC": c.code}))
		if r.Valid != c.valid || len(r.Items) != c.items {
			t.Errorf("%q: %+v", c.code, r)
		}
	}
	r := testkit.Into[order.NMFCResp](t, office.Call("Shipment/GetFilteredNMFCSubMasterDetails", map[string]any{"Description": "plastic"}))
	if len(r.Items) != 1 || r.Items[0].Class != "100" {
		t.Errorf("found %+v", r.Items)
	}
}

const nmfcFile = "NMFC,Description,Class\n49880 sub 1,Paint in drums,65\n156600-01,Plastic articles under 4 lb,250\n156600-02,Plastic articles,125\n"

func TestNMFC_IsLookedUpInTheOrganisationsTable(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	addGoods(t, office, "A-1", "123450", "As it was", "70")
	r := testkit.Into[order.InsertResp](t, office.Upload("Order/UploadNMFC", "nmfc.csv", []byte(nmfcFile), nil))
	if r.Added != 3 || len(r.Errors) > 0 {
		t.Fatalf("%+v", r)
	}
	for code, valid := range map[string]bool{"49880-01": true, "49880.1": true, "49880": true, "49880-02": false, "123450": false, "bad": false} {
		r := testkit.Into[order.NMFCResp](t, office.Call("Shipment/IsValidNMFC", map[string]any{"NMFC": code}))
		if r.Valid != valid || r.Table != 3 {
			t.Errorf("%q: %+v", code, r)
		}
	}
	found := testkit.Into[order.NMFCResp](t, office.Call("Shipment/GetFilteredNMFCSubMasterDetails", map[string]any{"NMFC": "1566", "Description": "plastic"}))
	if len(found.Items) != 2 || found.Items[0].Class != "250" {
		t.Errorf("found %+v", found.Items)
	}
	to := map[string]any{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"}
	line := map[string]any{"description": "Bolts", "pieces": 4, "weight": map[string]any{"milli": 1000, "unit": "lb"}, "nmfc": "49880-02"}
	known := testkit.Into[order.Order](t, office.Call("Shipment/GetOrderByOrderNumber", fields{"OrderNumber": "A-1"}))
	for path, req := range map[string]fields{
		"Shipment/AddNewOrder":            {"OrderNumber": "A-2", "WHSE": "ATL", "ShipOn": "2026-11-23", "Consignee": to, "Items": []any{line}},
		"Shipment/SaveItemDetails":        {"OrderId": known.ID, "Items": []any{line}},
		"Shipment/EditItemDetails":        {"OrderId": known.ID, "Items": []any{line}},
		"Shipment/TlxTmsExtraInfoDetails": {"flag": "add", "ItemCode": "X", "Description": "X", "NMFCCode": "49880-02"},
		"Shipment/SaveShipment": {"Then": "save", "Shipment": fields{"Kind": "prepaid", "WHSE": "ATL", "OrderNumber": "A-3", "ShipOn": "2026-11-23", "Destination": to,
			"Items": []any{fields{"Description": "Bolts", "Qty": 4, "Weight": fields{"milli": 1000, "unit": "lb"}, "NMFCCode": "49880-02"}}}},
	} {
		if f := office.Refused(path, req); len(f.Fields) != 1 || f.Fields[0].Code != "nmfc-unknown" {
			t.Errorf("%s: %v", path, f)
		}
	}
	head := "order number,whse,ship date,ship to name,address,city,state,zip,description,qty,weight,nmfc\n"
	up := upload(t, office, []byte(head+"F-1,ATL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,2,20,49880-02\nF-2,ATL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,2,20,49880-01\n"))
	rows := testkit.Into[order.PreviewResp](t, office.Call("Order/Preview", fields{"ImportId": up.Import.ID, "Only": "bad"})).Rows
	if len(rows) != 1 || rows[0].Errors[0].Code != "nmfc-unknown" || rows[0].Errors[0].Header != "nmfc" {
		t.Errorf("a file: %+v", rows)
	}
	for path, flags := range map[string]map[string]string{"Shipment/InsertItem": {"flag": "add"}, "Shipment/InsertBoundItem": {"flag": "add", "Customer": "NGHS"}} {
		file := "Item code,Description,NMFC\nPNT,Paint,49880 sub 1\nPLS,Plastic,156600-03\nBAD,Bolts,zzz\nGLD,Plastic too,156600\n"
		r := testkit.Into[order.InsertResp](t, office.Upload(path, "items.csv", []byte(file), flags))
		if r.Added != 2 || len(r.Errors) != 2 || r.Errors[0].Row != 3 || r.Errors[0].Code != "nmfc-unknown" || r.Errors[1].Code != "order-nmfc-invalid" {
			t.Errorf("%s: %+v", path, r)
		}
	}
	bad := testkit.Into[order.InsertResp](t, office.Upload("Order/UploadNMFC", "nmfc.csv", []byte("NMFC,Description,Class\nx,,71\n49880,A,\n49880,B,\n"), nil))
	if len(bad.Errors) != 4 || bad.Added != 0 {
		t.Errorf("%+v", bad)
	}
	table := testkit.Into[order.NMFCTable](t, office.Call("Order/NMFCTable", fields{}))
	if table.Items != 3 || table.Name != "nmfc.csv" {
		t.Errorf("a file with mistakes changes nothing: %+v", table)
	}
	office.Upload("Order/UploadNMFC", "less.csv", []byte("NMFC,Description\n49880-02,Paint\n"), nil)
	if n := count(k, `SELECT count(*) FROM order_nmfc`); n != 1 {
		t.Errorf("%d rows are left of two editions", n)
	}
	addGoods(t, office, "A-4", "49880-02", "Paint", "70")
	office.Call("Order/DropNMFC", fields{})
	addGoods(t, office, "A-5", "777770", "By its shape", "70")
}

func addGoods(t *testing.T, p *testkit.Person, number, nmfc, what, class string) {
	t.Helper()
	p.Call("Shipment/AddNewOrder", map[string]any{"OrderNumber": number, "WHSE": "ATL", "ShipOn": "2026-11-23",
		"Consignee": map[string]any{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"},
		"Items":     []map[string]any{{"description": what, "pieces": 4, "packageType": "CTN", "weight": map[string]any{"milli": 1000, "unit": "lb"}, "class": class, "nmfc": nmfc}}})
}
