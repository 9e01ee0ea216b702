package order_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/page"
	"lading/server/order"
	"lading/server/order/file"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

const purchaseTitles = "PO Number,Line,Ship To,Vendor Name,Vendor Address,Vendor City,Vendor State,Vendor Zip,Item,Description,Qty,Weight (lb)\n"

func purchaseRow(po, line, whse string, qty int) string {
	return fmt.Sprintf("%s,%s,%s,Mill Co,4 Foundry St,Greenville,SC,29601,HX-1,Hex bolts,%d,%d\n", po, line, whse, qty, qty*10)
}

// laid uploads a file of purchase orders, of which nothing counts yet.
func laid(t *testing.T, p *testkit.Person, content string) order.UploadResp {
	t.Helper()
	return testkit.Into[order.UploadResp](t, p.Upload("Shipment/UploadInboundFile", "po.csv", []byte(content), nil))
}

// inbound uploads one and saves what is good of it.
func inbound(t *testing.T, p *testkit.Person, content string) order.ImportCounts {
	t.Helper()
	return testkit.Into[order.Import](t, p.Call("Order/SaveImport", fields{"ImportId": laid(t, p, content).Import.ID})).Counts.V
}

// wrong lists what a file's preview names.
func wrong(t *testing.T, p *testkit.Person, id string) string {
	t.Helper()
	var got []string
	for _, r := range testkit.Into[order.PreviewResp](t, p.Call("Order/Preview", fields{"ImportId": id, "Only": "bad"})).Rows {
		for _, e := range r.Errors {
			got = append(got, fmt.Sprint(e.Row, " ", e.Header, " ", e.Code))
		}
	}
	return strings.Join(got, "; ")
}

func refusedUpload(p *testkit.Person, path, name string, content []byte) string {
	_, err := p.TryUpload(path, name, content, nil)
	return fail.CodeOf(err)
}

// purchase reads one as it stands.
func purchase(t *testing.T, k *testkit.Kit, number string) (p order.Purchase) {
	t.Helper()
	k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		p, _, err = store.Get[order.Purchase](ctx, tx, `SELECT * FROM order_purchase WHERE number = ?`, number)
		return err
	})
	return p
}

func part(line string, pieces int) fields {
	return fields{"Line": line, "Qty": pieces, "Pallets": 1, "Weight": fields{"milli": 0, "unit": "lb"}}
}

func TestUploadInbound_AFileOfPurchaseOrdersIsTakenOnce(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	content := purchaseTitles + purchaseRow("PO-1", "10", "ATL", 40) + purchaseRow("PO-1", "20", "ATL", 6) + purchaseRow("PO-2", "1", "House DAL", 5)
	r := inbound(t, office, content)
	equal(t, "first", []int{r.Added, r.Changed, r.Kept, r.Lines, r.Saved, r.Bad}, "[2 0 0 3 2 0]")
	p := purchase(t, k, "PO-1")
	equal(t, "what it is", []any{p.Warehouse, p.Vendor.V.City, p.Lines.V[1].Line, p.Lines.V[1].Item.Pieces, p.Lines.V[0].Item.Weight, p.Open, p.Terms}, "[ATL Greenville 20 6 400 lb 46 C]")
	equal(t, "on its warehouse's devices", count(k, `SELECT count(*) FROM change WHERE entity = 'order_purchase' AND scope = 'wh:ATL/see-orders' AND gone = 0`), 1)
	r = inbound(t, office, content)
	equal(t, "the same again", []int{r.Added, r.Changed, r.Kept}, "[0 0 2]")
	equal(t, "lines", len(purchase(t, k, "PO-1").Lines.V), 2)
	r = inbound(t, office, purchaseTitles+purchaseRow("PO-1", "20", "ATL", 9))
	equal(t, "another quantity", []int{r.Added, r.Changed, r.Kept}, "[0 1 0]")
	equal(t, "open now", purchase(t, k, "PO-1").Open, 49)
}

func TestUploadInbound_AWrongRowIsNamedBeforeAnythingCountsAndStaysBehind(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	up := laid(t, office, purchaseTitles+purchaseRow("PO-1", "1", "ATL", 40)+purchaseRow("PO-1", "1", "ATL", 3)+purchaseRow("PO-2", "1", "NOWHERE", 5)+
		strings.Replace(purchaseRow("PO-3", "1", "ATL", 7), ",7,70", ",,70", 1)+strings.Replace(purchaseRow("PO-4", "1", "ATL", 8), "29601", "=A1", 1)+purchaseRow("PO-5", "1", "ATL", 9))
	equal(t, "what is wrong", wrong(t, office, up.Import.ID), "3 Line purchase-line-twice; 4 Ship To order-warehouse-unknown; 5 Qty order-required; 6 Vendor Zip file-formula")
	equal(t, "taken", count(k, `SELECT count(*) FROM order_purchase`), 0)
	c := testkit.Into[order.Import](t, office.Call("Order/SaveImport", fields{"ImportId": up.Import.ID})).Counts.V
	equal(t, "the good one is taken", []int{c.Saved, c.Added, c.Bad, count(k, `SELECT count(*) FROM order_purchase`)}, "[1 1 4 1]")
	equal(t, "not a spreadsheet", refusedUpload(office, "Shipment/UploadInboundFile", "po.csv", []byte("\x89PNG\r\n\x1a\n")), "file-not-supported")
	equal(t, "no titles", refusedUpload(office, "Shipment/UploadInboundFile", "po.csv", []byte("1,2,3\n4,5,6\n")), "file-no-header")
	equal(t, "without the page", refusedUpload(k.As("dock@demo.test"), "Shipment/UploadInboundFile", "po.csv", []byte(purchaseTitles)), "no-right")
}

func TestUploadInbound_ColumnsMappedByHandAreRememberedApartFromOrderFiles(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	content := strings.Replace(purchaseTitles, "Qty", "Bestellt", 1) + purchaseRow("PO-1", "1", "ATL", 40)
	up := laid(t, office, content)
	equal(t, "not known by itself", []any{up.Import.Kind, up.Missing, up.Remembered}, "[purchase [item.pieces] false]")
	equal(t, "not without it", wrong(t, office, up.Import.ID), "2  order-required")
	m := up.Import.Mapping.V
	m.Columns[10] = file.FieldPieces
	up = testkit.Into[order.UploadResp](t, office.Call("Order/Remap", fields{"ImportId": up.Import.ID, "Mapping": m}))
	equal(t, "read with it", []any{len(up.Missing), up.Import.Counts.V.Bad}, "[0 0]")
	office.Call("Order/SaveImport", fields{"ImportId": up.Import.ID})
	equal(t, "taken", purchase(t, k, "PO-1").Lines.V[0].Item.Pieces, 40)

	next := laid(t, office, strings.ReplaceAll(content, "PO-1", "PO-2"))
	equal(t, "next time", []any{next.Remembered, len(next.Missing)}, "[true 0]")
	kept := func(category string) int {
		return len(testkit.Into[[]order.Kept](t, office.Call("config/get-config-list", fields{"documentCategory": category})))
	}
	equal(t, "kept apart", []int{kept("order"), kept("purchase")}, "[0 1]")
	imports := func(kind string) int {
		return len(testkit.Into[[]order.Import](t, office.Call("Order/Imports", fields{"Kind": kind})))
	}
	equal(t, "listed apart", []int{imports(""), imports("purchase")}, "[0 2]")
}

func TestUploadInbound_AFileIsTheirsWhoHaveItsPage(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	bought, sold := laid(t, office, purchaseTitles+purchaseRow("PO-1", "1", "ATL", 40)), upload(t, office, testkit.OrderFile(2))
	buyer, seller := k.As("office@demo.test"), k.As("office@demo.test")
	buyer.By.Pages, seller.By.Pages = page.Set{page.ShipPO: true}, page.Set{page.OpenOrders: true}
	for _, path := range []string{"Order/Preview", "Order/SaveImport", "Order/DropImport"} {
		equal(t, "orders, by a buyer: "+path, buyer.Refused(path, fields{"ImportId": sold.Import.ID}).Code, "import-unknown")
		equal(t, "purchase orders, by a seller: "+path, seller.Refused(path, fields{"ImportId": bought.Import.ID}).Code, "import-unknown")
	}
	buyer.Call("Order/SaveImport", fields{"ImportId": bought.Import.ID})
	equal(t, "by a buyer", purchase(t, k, "PO-1").Open, 40)
}

func TestShipReady_WhatARuleIsAgainstIsLeftToTheOffice(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	inbound(t, office, purchaseTitles+purchaseRow("PO-1", "1", "ATL", 40))
	id := purchase(t, k, "PO-1").ID
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO carrier (id, name, modes) VALUES ('ODFL', 'Old Dominion', '["LTL"]') ON CONFLICT DO NOTHING`)
		return err
	})
	k.As("admin@demo.test").Call("RulesEngine/SaveRuleConfiguration", fields{"Name": "Not ODFL", "Conditions": []fields{}, "Action": "exclude-carrier", "Values": []string{"ODFL"}, "Active": true})
	ship := fields{"PurchaseId": id, "ShipOn": "2026-11-24", "Carrier": "ODFL", "Lines": []fields{part("1", 30)}}
	equal(t, "a person with a connection is told", office.Refused("Shipment/ShipPurchase", ship).Code, "rule-bars-carrier")
	var made freight.ShipmentRef
	k.Write("1", func(ctx context.Context, tx *store.Tx) (err error) {
		made, err = k.App.Shipment.ShipReady(ctx, tx, freight.Ready{ShipmentID: "01JD0000000000000000000571", Purchases: []string{id}, Lines: []freight.PurchasePart{{Line: "1", Pieces: 30, Pallets: 1}}, ShipOn: "2026-11-24", Carrier: "ODFL"})
		return err
	})
	s := testkit.Into[shipment.Full](t, office.Call("Shipment/ShipmentDetails", fields{"ShipmentId": made.ID})).Shipment
	equal(t, "a vendor's stands in Rate & Route with the carrier that it named", []any{s.Status, s.Carrier, s.CarrierName, s.BOL, s.Pieces}, "[Q ODFL Old Dominion  30]")
}

func TestShipPurchase_PartByPartAndNeverAPieceTwice(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	inbound(t, office, purchaseTitles+purchaseRow("PO-1", "1", "ATL", 40)+purchaseRow("PO-1", "2", "ATL", 6))
	id := purchase(t, k, "PO-1").ID
	early := laid(t, office, purchaseTitles+purchaseRow("PO-1", "1", "ATL", 29))
	ship := func(parts ...fields) fields {
		return fields{"PurchaseId": id, "ShipOn": "2026-11-24", "Lines": parts}
	}
	first := testkit.Into[shipment.Shipment](t, office.Call("Shipment/ShipPurchase", ship(part("1", 30))))
	equal(t, "a shipment to us", []any{first.Inbound, first.Warehouse, first.Origin.V.Name, first.Destination.V.City, first.Orders.V, first.Pieces, first.Weight.V, first.Status, first.Terms, first.PickupFrom},
		"[true ATL Mill Co Atlanta [PO-1] 30 300 lb Q C 11:00]")
	equal(t, "left", purchase(t, k, "PO-1").Open, 16)
	late := testkit.Into[order.Import](t, office.Call("Order/SaveImport", fields{"ImportId": early.Import.ID})).Counts.V
	equal(t, "shipped after a file was read", []any{early.Import.Counts.V.Bad, late.Bad, late.Saved, wrong(t, office, early.Import.ID)}, "[0 1 0 2 Qty purchase-less-than-shipped]")

	no := office.Refused("Shipment/ShipPurchase", ship(part("2", 1), part("1", 11)))
	equal(t, "more than is left", []any{no.Code, no.Params["left"]}, "[purchase-line-left 10]")
	equal(t, "and nothing of the other line", purchase(t, k, "PO-1").Open, 16)
	equal(t, "no shipment of it", count(k, `SELECT count(*) FROM shipment`), 1)
	equal(t, "a line twice", office.Refused("Shipment/ShipPurchase", ship(part("1", 1), part("1", 1))).Fields[0].Code, "purchase-line-twice")

	office.Call("Shipment/ShipPurchase", ship(part("1", 10), part("2", 6)))
	equal(t, "all of it", purchase(t, k, "PO-1").Open, 0)
	equal(t, "off the devices", count(k, `SELECT count(*) FROM change WHERE entity = 'order_purchase' AND scope = 'wh:ATL/see-orders' AND gone = 0`), 0)

	up := laid(t, office, purchaseTitles+purchaseRow("PO-1", "1", "ATL", 39))
	equal(t, "a file with fewer than are shipped", []any{up.Import.Counts.V.Bad, wrong(t, office, up.Import.ID)}, "[1 2 Qty purchase-less-than-shipped]")

	office.Call("Shipment/Void", fields{"ShipmentId": first.ID, "Reason": "vendor not ready"})
	p := purchase(t, k, "PO-1")
	equal(t, "what did not leave can be shipped again", []any{p.Open, p.Lines.V[0].Shipped, len(p.Lines.V[0].Parts)}, "[30 10 1]")
}

// of has a part say which purchase order it is of.
func of(p order.Purchase, part fields) fields {
	part["PurchaseId"] = p.ID
	return part
}

func TestShipPurchase_SeveralOfOneVendorAreOneShipment(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	other := strings.Replace(purchaseRow("PO-3", "1", "ATL", 5), "4 Foundry St", "9 Quarry Rd", 1)
	inbound(t, office, purchaseTitles+purchaseRow("PO-1", "1", "ATL", 40)+purchaseRow("PO-1", "2", "ATL", 6)+purchaseRow("PO-2", "1", "ATL", 8)+other+purchaseRow("PO-4", "1", "DAL", 5))
	one, two := purchase(t, k, "PO-1"), purchase(t, k, "PO-2")
	ship := func(others []order.Purchase, parts ...fields) fields {
		ids := []string{}
		for _, p := range others {
			ids = append(ids, p.ID)
		}
		return fields{"PurchaseId": one.ID, "OtherPurchaseIds": ids, "ShipOn": "2026-11-24", "Lines": parts}
	}
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/ShipPurchase", ship([]order.Purchase{two}, part("1", 30), of(two, part("1", 8)))))
	equal(t, "one shipment", []any{s.Orders.V, s.Refs.V, s.Pieces, s.Weight.V, s.Items.V[1].Order, s.Origin.V.Name}, "[[PO-1 PO-2] [PO-1 PO-2] 38 380 lb PO-2 Mill Co]")
	equal(t, "left of each line", []any{purchase(t, k, "PO-1").Lines.V[0].Shipped, purchase(t, k, "PO-1").Open, purchase(t, k, "PO-2").Open}, "[30 16 0]")

	no := office.Refused("Shipment/ShipPurchase", ship([]order.Purchase{two}, part("1", 10), of(two, part("1", 1))))
	equal(t, "more than is left of the second", []any{no.Code, no.Params["purchase"], no.Params["left"]}, "[purchase-line-left PO-2 0]")
	equal(t, "and nothing of the first", purchase(t, k, "PO-1").Open, 16)
	for _, apart := range []string{"PO-3", "PO-4"} {
		p := purchase(t, k, apart)
		no = office.Refused("Shipment/ShipPurchase", ship([]order.Purchase{p}, part("1", 1), of(p, part("1", 1))))
		equal(t, "another dock, another warehouse", []any{no.Code, no.Params["first"], no.Params["second"]}, "[purchases-apart PO-1 "+apart+"]")
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE order_purchase SET terms = CASE terms WHEN 'C' THEN 'P' ELSE 'C' END WHERE number = 'PO-2'`)
		return err
	})
	office.Call("Shipment/Void", fields{"ShipmentId": s.ID, "Reason": "vendor not ready"})
	no = office.Refused("Shipment/ShipPurchase", ship([]order.Purchase{two}, part("1", 10), of(two, part("1", 1))))
	equal(t, "prepaid and collect", []any{no.Code, no.Params["first"], no.Params["second"]}, "[orders-differ-terms PO-1 PO-2]")
	equal(t, "and nothing of either", []any{purchase(t, k, "PO-1").Open, purchase(t, k, "PO-2").Open}, "[46 8]")
	equal(t, "not said where its queue looks", office.Refused("Shipment/ShipPurchase", ship(nil, part("1", 1), of(two, part("1", 1)))).Fields[0].Code, "purchase-not-named")

	equal(t, "what did not leave can be shipped again", []any{purchase(t, k, "PO-1").Open, purchase(t, k, "PO-2").Open}, "[46 8]")
}

func TestShipPurchase_ClerksWhoShipTheSameLinesAtOnceNeverShipAPieceTwice(t *testing.T) {
	k := world(t)
	inbound(t, k.As("office@demo.test"), purchaseTitles+purchaseRow("PO-1", "1", "ATL", 40)+purchaseRow("PO-2", "1", "ATL", 40))
	one, two := purchase(t, k, "PO-1"), purchase(t, k, "PO-2")
	const clerks = 6
	codes := make(chan string, clerks)
	var start, done sync.WaitGroup
	start.Add(1)
	for n := range clerks {
		first, second := one, two
		if n%2 > 0 {
			first, second = two, one
		}
		clerk := k.As("office@demo.test")
		done.Go(func() {
			start.Wait()
			_, err := clerk.Try("Shipment/ShipPurchase", fields{"PurchaseId": first.ID, "OtherPurchaseIds": []string{second.ID}, "ShipOn": "2026-11-24",
				"Lines": []fields{of(first, part("1", 15)), of(second, part("1", 15))}})
			codes <- fail.CodeOf(err)
		})
	}
	start.Done()
	done.Wait()
	close(codes)
	said := map[string]int{}
	for code := range codes {
		said[code]++
	}
	equal(t, "two were first, the others are told", said, "map[:2 purchase-line-left:4]")
	equal(t, "left", []any{purchase(t, k, "PO-1").Open, purchase(t, k, "PO-2").Open}, "[10 10]")
	equal(t, "on shipments", count(k, `SELECT sum(pieces) FROM shipment WHERE inbound`), 60)
}

func TestShipPurchase_AnInboundShipmentIsNotLoadedHereNorEnteredAnew(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	inbound(t, office, purchaseTitles+purchaseRow("PO-1", "1", "ATL", 40))
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/ShipPurchase", fields{"PurchaseId": purchase(t, k, "PO-1").ID, "ShipOn": "2026-11-24", "Lines": []fields{part("1", 4)}}))
	equal(t, "its page", testkit.Into[shipment.Opened](t, office.Call("Shipment/LoadShipmentPage", fields{"ShipmentId": s.ID})).Editable, false)
	equal(t, "another warehouse's", k.As("dock2@demo.test").Refused("Shipment/ShipPurchase", fields{"PurchaseId": s.ID, "ShipOn": "2026-11-24", "Lines": []fields{part("1", 4)}}).Code, "no-right")
}
