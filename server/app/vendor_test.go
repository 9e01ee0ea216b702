package app_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"mime/multipart"
	"net/textproto"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/order"
	"lading/server/org"
	"lading/server/quote"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/vendor"
	"lading/server/warehouse"

	"github.com/oklog/ulid/v2"
)

const poTitles = "PO Number,Line,Ship To,Vendor Name,Vendor Address,Vendor City,Vendor State,Vendor Zip,Item,Description,Qty,Weight (lb),Terms\n"

// partner is an office with vendors that ship to it by a link.
type partner struct {
	*counter
	office2 *testkit.Person
}

func newPartner(t *testing.T) *partner {
	p := &partner{counter: newCounter(t)}
	p.office2 = p.As("office@demo.test")
	p.buy("Mill Co", "PO-1,10,ATL", 40)
	p.buy("Mill Co", "PO-1,20,ATL", 6)
	p.buy("Forge Inc", "PO-9,1,ATL", 12)
	return p
}

// buy imports one line of a purchase order whose freight we pay.
func (p *partner) buy(name, line string, qty int) { p.T.Helper(); p.order(name, line, qty, "C") }

// prepaid imports one line of a purchase order whose freight its vendor pays, and gives the order's id.
func (p *partner) prepaid(token, name, line string, qty int) string {
	p.T.Helper()
	p.order(name, line, qty, "P")
	for _, o := range p.shown(token).Orders {
		if strings.HasPrefix(line, o.Number+",") {
			return o.ID
		}
	}
	p.T.Fatalf("no order %s", line)
	return ""
}

func (p *partner) order(name, line string, qty int, terms string) {
	p.T.Helper()
	up := testkit.Into[order.UploadResp](p.T, p.office2.Upload("Shipment/UploadInboundFile", "po.csv", fmt.Appendf(nil, "%s%s,%s,4 Foundry St,Greenville,SC,29601,HX-1,Hex bolts,%d,%d,%s\n", poTitles, line, name, qty, qty*10, terms), nil))
	p.office2.Call("Order/SaveImport", obj{"ImportId": up.Import.ID})
}

// vendorOf puts a vendor into the address book, and gives its id.
func (p *partner) vendorOf(name string) string {
	p.T.Helper()
	return testkit.Into[org.Place](p.T, p.office2.Call("Org/SaveVendor", org.PlaceReq{Kind: org.PlaceVendor, Code: strings.ToUpper(name[:4]), Name: name, Street: "4 Foundry St", City: "Greenville", State: "SC", Zip: "29601", Country: "US", Phone: "864-555-0147"})).ID
}

var inVendorMail = regexp.MustCompile(`https://tms\.example\.com/VendorPortal/(\w+)#(\S+)`)

// invite mails a vendor its link, and gives the secret.
func (p *partner) invite(id, to string, nth int) string {
	p.T.Helper()
	p.office("Vendor/SendPortalLink", obj{"VendorId": id, "Email": to})
	m := p.mailTo(to, nth)
	found := inVendorMail.FindStringSubmatch(m.body)
	if found == nil || strings.Contains(m.body, "{") {
		p.T.Fatalf("no link in %q", m.body)
	}
	return found[2]
}

func (p *partner) shown(token string) vendor.Shown {
	p.T.Helper()
	status, out, _ := p.vendor("GetPortal", obj{"AccessID": token})
	if status != 200 {
		p.T.Fatalf("open: %d %s", status, out)
	}
	return testkit.Into[vendor.Shown](p.T, out)
}

// ready ships so much of a line of the first order shown.
func ready(token, purchase, line string, pieces int) obj {
	return obj{"AccessID": token, "ShipmentId": ulid.Make().String(), "ShipOn": "2026-12-01", "ContactName": "Rosa", "Lines": []obj{{"PurchaseId": purchase, "Line": line, "Qty": pieces, "Pallets": 2, "Weight": obj{"milli": 0, "unit": "lb"}}}}
}

func (p *partner) count(query string, args ...any) (n int) {
	p.T.Helper()
	p.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, query, args...).Scan(&n)
	})
	return n
}

func TestVendor_ShipsPartOfAnOrderOnceByItsLink(t *testing.T) {
	p := newPartner(t)
	mill := p.vendorOf("Mill Co")
	token := p.invite(mill, "rosa@mill.test", 1)
	shown := p.shown(token)
	if len(shown.Orders) != 1 || shown.Orders[0].Number != "PO-1" || shown.Orders[0].Lines[0].Left != 40 || shown.Vendor != "Mill Co" || len(shown.Sites) != 1 || shown.Sites[0].ID != "ATL" {
		t.Fatalf("shown: %+v", shown)
	}
	req := ready(token, shown.Orders[0].ID, "10", 15)
	var wait sync.WaitGroup
	for range 8 { // pressed twice, and sent again after a lost reply
		wait.Go(func() {
			if status, out, _ := p.vendor("ProcessShipment", req); status != 200 {
				t.Errorf("ship: %d %s", status, out)
			}
		})
	}
	wait.Wait()
	if n := p.count(`SELECT count(*) FROM shipment WHERE id = ? AND inbound AND pieces = 15 AND pallets = 2`, req["ShipmentId"]); n != 1 {
		t.Errorf("%d shipments of one", n)
	}
	if left := p.shown(token).Orders[0].Lines[0].Left; left != 25 {
		t.Errorf("%d are left of 40 when 15 went", left)
	}
	if n := p.told("notify-vendor-shipped"); n == 0 || n != p.count(`SELECT count(DISTINCT user_id) FROM notify_notification WHERE code = 'notify-vendor-shipped'`) {
		t.Errorf("the office was told %d times", n)
	}
	_, out, _ := p.vendor("GetVendorShipmentList", obj{"AccessID": token})
	list := testkit.Into[[]vendor.Row](t, out)
	if len(list) != 1 || list[0].ID != req["ShipmentId"] || list[0].Status != "Q" || list[0].Contact != "Rosa" || list[0].Lines[0] != (vendor.SentLine{Purchase: "PO-1", Line: "10", Item: "HX-1", Pieces: 15, Pallets: 2}) {
		t.Errorf("its shipments: %+v", list)
	}
	_, out, _ = p.vendor("GetVendorShipmentList", obj{"AccessID": token, "statuscode": "D"})
	if list := testkit.Into[[]vendor.Row](t, out); len(list) != 0 {
		t.Errorf("delivered: %+v", list)
	}
	_, out, _ = p.vendor("GetVendorShipmentCount", obj{"AccessID": token})
	if counts := testkit.Into[[]vendor.StatusCount](t, out); len(counts) != 1 || counts[0] != (vendor.StatusCount{Status: "Q", Count: 1}) {
		t.Errorf("counts: %+v", counts)
	}
	_, out, _ = p.vendor("GetVendorItemMaster", obj{"AccessID": token, "clientid": "DEMO1"})
	if items := testkit.Into[[]vendor.Product](t, out); len(items) != 1 || items[0].PerPallet != 8 || items[0].PieceWeight.String() != "10 lb" {
		t.Errorf("items: %+v", items)
	}
	if status, _, code := p.vendor("GetVendorItemMaster", obj{"AccessID": token, "clientid": "OTHER2"}); status != 404 || code != "url-error" {
		t.Errorf("another client's address: %d %s", status, code)
	}
}

func TestVendor_WhatIsNotItsOwnOrNotOpenIsRefusedAndNothingIsDone(t *testing.T) {
	p := newPartner(t)
	mill, forge := p.vendorOf("Mill Co"), p.vendorOf("Forge Inc")
	token, other := p.invite(mill, "rosa@mill.test", 1), p.invite(forge, "al@forge.test", 1)
	own, foreign := p.shown(token).Orders[0].ID, p.shown(other).Orders[0].ID
	both := ready(token, own, "10", 1)
	both["Lines"] = append(both["Lines"].([]obj), obj{"PurchaseId": foreign, "Line": "1", "Qty": 1, "Pallets": 0, "Weight": obj{"milli": 0, "unit": "lb"}})
	used := ready(token, own, "10", 5)
	if status, out, _ := p.vendor("ProcessShipment", used); status != 200 {
		t.Fatalf("ship: %d %s", status, out)
	}
	changed := ready(token, own, "10", 6)
	changed["ShipmentId"] = used["ShipmentId"]
	stolen := ready(other, foreign, "1", 1)
	stolen["ShipmentId"] = used["ShipmentId"]
	before := p.count(`SELECT count(*) FROM shipment`)
	for _, c := range []struct {
		what   string
		req    obj
		status int
		code   string
	}{
		{"another's order", ready(token, foreign, "1", 1), 404, "purchase-unknown"},
		{"another's order beside one's own", both, 404, "purchase-unknown"},
		{"no such order", ready(token, "none", "1", 1), 404, "purchase-unknown"},
		{"no such line", ready(token, own, "11", 1), 409, "purchase-line-unknown"},
		{"more than is open", ready(token, own, "10", 36), 409, "purchase-line-left"},
		{"other goods under the same name", changed, 409, "shipment-made-already"},
		{"another vendor's shipment", stolen, 409, "shipment-made-already"},
		{"nothing", ready(token, own, "10", 0), 422, "invalid-fields"},
		{"a cut link", ready(token[:len(token)-3], own, "10", 1), 404, "mail-link-unknown"},
	} {
		if status, out, code := p.vendor("ProcessShipment", c.req); status != c.status || code != c.code {
			t.Errorf("%s: %d %s", c.what, status, out)
		}
	}
	if n := p.count(`SELECT count(*) FROM shipment`); n != before {
		t.Errorf("%d shipments came of refusals", n-before)
	}
	if left := p.shown(token).Orders[0].Lines[0].Left; left != 35 {
		t.Errorf("%d are left", left)
	}
	// Another vendor's shipment is as unknown as none.
	for path, day := range map[string]obj{"GetCurrentDock": {}, "GetCurrentSlot": {"SlotDate": "2026-12-01"}} {
		day["AccessID"], day["ShipmentId"] = other, used["ShipmentId"]
		if status, _, code := p.vendor(path, day); status != 404 || code != "shipment-unknown" {
			t.Errorf("%s of another's: %d %s", path, status, code)
		}
	}
	// A link withdrawn a minute ago ships nothing and renews nothing; what it shipped stays.
	p.office("Vendor/RevokePortalLink", obj{"VendorId": mill})
	for _, path := range []string{"GetPortal", "RenewPortalLink"} {
		if status, _, code := p.vendor(path, obj{"AccessID": token}); status != 410 || code != "vendor-link-revoked" {
			t.Errorf("%s by a revoked link: %d %s", path, status, code)
		}
	}
	if status, _, code := p.vendor("ProcessShipment", used); status != 410 || code != "vendor-link-revoked" {
		t.Errorf("shipped by a revoked link: %d %s", status, code)
	}
	// A vendor that is no longer in the address book has none, either.
	p.office2.Call("Org/DeleteVendor", resource.Key{ID: forge})
	if status, _, code := p.vendor("GetPortal", obj{"AccessID": other}); status != 410 || code != "vendor-link-revoked" {
		t.Errorf("deleted: %d %s", status, code)
	}
	// A new link takes the place of the old one, and the old one mails nobody a second time.
	again := p.invite(mill, "rosa@mill.test", 2)
	if status, _, code := p.vendor("GetPortal", obj{"AccessID": token}); status != 410 || code != "mail-link-replaced" {
		t.Errorf("replaced: %d %s", status, code)
	}
	p.shown(again)
	if status, _, code := p.vendor("RenewPortalLink", obj{"AccessID": token}); status != 429 || code != "quote-link-just-sent" {
		t.Errorf("renewed at once: %d %s", status, code)
	}
}

// Who pays the freight chooses its carrier and its time, whatever a page of the vendor's own making sends.
func TestVendor_ChoosesNothingOfFreightThatTheBuyerPays(t *testing.T) {
	p := newPartner(t)
	token := p.invite(p.vendorOf("Mill Co"), "rosa@mill.test", 1)
	collect := p.shown(token).Orders[0].ID
	before := p.count(`SELECT count(*) FROM shipment`)
	for field, said := range map[string]obj{"Carrier": {"Carrier": "SAIA"}, "PRONumber": {"PRONumber": "123-456"}, "SlotDate": {"SlotDate": "2026-12-07", "StartTime": "08:00"}} {
		req := ready(token, collect, "10", 1)
		maps.Copy(req, said)
		if status, out, code := p.vendor("ProcessShipment", req); status != 422 || code != "invalid-fields" || !strings.Contains(string(out), `"`+field+`"`) {
			t.Errorf("%s of collect freight: %d %s", field, status, out)
		}
	}
	own := p.prepaid(token, "Mill Co", "PO-2,10,ATL", 40)
	both := ready(token, own, "10", 1)
	both["Lines"] = append(both["Lines"].([]obj), obj{"PurchaseId": collect, "Line": "10", "Qty": 1, "Pallets": 0, "Weight": obj{"milli": 0, "unit": "lb"}})
	if status, out, code := p.vendor("ProcessShipment", both); status != 409 || code != "purchases-terms-apart" {
		t.Errorf("prepaid and collect on one truck: %d %s", status, out)
	}
	if n := p.count(`SELECT count(*) FROM shipment`); n != before {
		t.Errorf("%d shipments came of refusals", n-before)
	}
	req := ready(token, own, "10", 1)
	req["Carrier"], req["PRONumber"] = "SAIA", "123-456"
	if status, out, _ := p.vendor("ProcessShipment", req); status != 200 {
		t.Errorf("its own freight: %d %s", status, out)
	}
}

func TestVendor_BooksAFreeTimeWithItsShipmentOrNeither(t *testing.T) {
	p := newPartner(t)
	token := p.invite(p.vendorOf("Mill Co"), "rosa@mill.test", 1)
	order := p.prepaid(token, "Mill Co", "PO-2,10,ATL", 40)
	none := obj{"AccessID": token, "WarehouseId": "ATL", "SlotDate": "2026-12-07", "Days": 1}
	_, out, _ := p.vendor("GetCurrentSlot", none)
	if got := testkit.Into[vendor.SlotsShown](t, out); len(got.Free) != 0 {
		t.Errorf("a warehouse without inbound slots has %v", got.Free)
	}
	p.office2.Call("WarehousesSlots/AddHoursofOperation", warehouse.HoursReq{Warehouse: "ATL", Days: []string{"MON"}, Opens: "08:00", Closes: "10:00"})
	doors := testkit.Into[warehouse.ClientWarehousesResp](t, p.office2.Call("WarehousesSlots/getClientWarehouses", obj{})).Warehouses[0].Doors
	plan := testkit.Into[warehouse.SlotPlan](t, p.office2.Call("WarehousesSlots/updateWarehouseSlotConfig", warehouse.SlotPlanReq{Warehouse: "ATL", Direction: "inbound", Minutes: 60, PerDoor: 1, Doors: doors[:1]}))
	p.office2.Call("WarehousesSlots/createWarehouseSlots", warehouse.MakeSlotsReq{Plan: plan.ID})
	day := p.Now().AddDate(0, 0, 7)
	for day.Weekday() != time.Monday {
		day = day.AddDate(0, 0, 1)
	}
	monday := day.Format(time.DateOnly)
	free := func() (starts []string) {
		_, out, _ := p.vendor("GetCurrentSlot", obj{"AccessID": token, "WarehouseId": "ATL", "SlotDate": monday, "Days": 1})
		for _, s := range testkit.Into[vendor.SlotsShown](t, out).Free {
			starts = append(starts, s.Start)
		}
		return starts
	}
	if got := fmt.Sprint(free()); got != "[08:00 09:00]" {
		t.Fatalf("free: %s", got)
	}
	at := func(pieces int, start string) obj {
		r := ready(token, order, "10", pieces)
		r["SlotDate"], r["StartTime"] = monday, start
		return r
	}
	first := at(5, "08:00")
	if status, out, _ := p.vendor("ProcessShipment", first); status != 200 || testkit.Into[vendor.Row](t, out).Delivery.Start != "08:00" {
		t.Fatalf("booked: %d %s", status, out)
	}
	if status, out, code := p.vendor("ProcessShipment", at(5, "08:00")); status != 422 || code != "invalid-fields" || !strings.Contains(string(out), "09:00") || !strings.Contains(string(out), "StartTime") {
		t.Errorf("a time that is taken: %d %s", status, out)
	}
	if left := p.count(`SELECT open FROM order_purchase WHERE id = ?`, order); left != 35 {
		t.Errorf("%d are left: a refused time has shipped the goods", left)
	}
	if got := fmt.Sprint(free()); got != "[09:00]" {
		t.Errorf("free: %s", got)
	}
	_, out, _ = p.vendor("GetCurrentDock", obj{"AccessID": token, "ShipmentId": first["ShipmentId"]})
	if d := testkit.Into[vendor.DockShown](t, out); d.Delivery == nil || d.Delivery.Day != monday || d.Site.Party.City == "" {
		t.Errorf("dock: %s", out)
	}
	if status, _, code := p.vendor("GetCurrentSlot", obj{"AccessID": token, "WarehouseId": "DAL", "SlotDate": monday}); status != 404 || code != "warehouse-unknown" {
		t.Errorf("a warehouse that buys nothing of it: %d %s", status, code)
	}
}

// upload brings a vendor's file.
func (p *partner) upload(token, shipment, name, content string) (int, []byte) {
	p.T.Helper()
	return p.uploadAs("", token, shipment, name, content)
}

func (p *partner) uploadAs(id, token, shipment, name, content string) (int, []byte) {
	p.T.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	_ = w.WriteField("AccessID", token)
	_ = w.WriteField("ShipmentId", shipment)
	_ = w.WriteField("FileId", id)
	f, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="file"; filename="` + name + `"`}, "Content-Type": {"application/pdf"}})
	if err == nil {
		_, err = f.Write([]byte(content))
	}
	if err != nil {
		p.T.Fatal(err)
	}
	_ = w.Close()
	return request(p.Kit, "POST", "/api/Vendor/UploadVendorFiles", "", b.Bytes(), "Content-Type", w.FormDataContentType())
}

func TestVendor_DocumentsStandWithTheShipmentThatNamesThem(t *testing.T) {
	p := newPartner(t)
	token, other := p.invite(p.vendorOf("Mill Co"), "rosa@mill.test", 1), p.invite(p.vendorOf("Forge Inc"), "al@forge.test", 1)
	pdf := "%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"
	status, out := p.upload(token, "", "packing.pdf", pdf)
	if status != 200 {
		t.Fatalf("upload: %d %s", status, out)
	}
	file := testkit.Into[vendor.FileShown](t, out).ID
	foreign := ready(other, p.shown(other).Orders[0].ID, "1", 1)
	foreign["FileIds"] = []string{file}
	if status, out, _ := p.vendor("ProcessShipment", foreign); status != 422 || !strings.Contains(string(out), "FileIds[0]") {
		t.Errorf("another vendor's file: %d %s", status, out)
	}
	req := ready(token, p.shown(token).Orders[0].ID, "10", 1)
	req["FileIds"] = []string{file}
	for range 2 {
		if status, out, _ := p.vendor("ProcessShipment", req); status != 200 || testkit.Into[vendor.Row](t, out).Files != 1 {
			t.Fatalf("ship: %d %s", status, out)
		}
	}
	if status, out := p.upload(token, req["ShipmentId"].(string), "invoice.pdf", pdf+" "); status != 200 {
		t.Errorf("to a shipment that is there: %d %s", status, out)
	}
	if n := p.count(`SELECT count(*) FROM document WHERE shipment_id = ? AND kind = 'attachment' AND name IN ('packing.pdf', 'invoice.pdf')`, req["ShipmentId"]); n != 2 {
		t.Errorf("%d documents of two", n)
	}
	if status, out := p.upload(other, req["ShipmentId"].(string), "invoice.pdf", pdf); status != 404 {
		t.Errorf("to another's shipment: %d %s", status, out)
	}
	if status, out := p.upload(token, "", "virus.exe", "MZ\x90"); status != 415 && status != 422 {
		t.Errorf("a program: %d %s", status, out)
	}
}

// A reply that is lost on its way leaves a phone that does not know whether its file came: it brings it again, under the same name.
func TestVendor_AFileThatIsBroughtAgainIsThereOnce(t *testing.T) {
	p := newPartner(t)
	token, other := p.invite(p.vendorOf("Mill Co"), "rosa@mill.test", 1), p.invite(p.vendorOf("Forge Inc"), "al@forge.test", 1)
	pdf := "%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"
	bring := func(id, token, shipment, content string) string {
		status, out := p.uploadAs(id, token, shipment, "packing.pdf", content)
		if status != 200 {
			return string(out)
		}
		return testkit.Into[vendor.FileShown](t, out).ID
	}
	for range 2 {
		if got := bring("draft-1", token, "", pdf); got != "draft-1" {
			t.Fatalf("brought: %s", got)
		}
	}
	req := ready(token, p.shown(token).Orders[0].ID, "10", 1)
	req["FileIds"] = []string{"draft-1"}
	if status, out, _ := p.vendor("ProcessShipment", req); status != 200 {
		t.Fatalf("ship: %d %s", status, out)
	}
	if got := bring("draft-1", token, "", pdf); got != "draft-1" { // the reply to it was lost for long
		t.Errorf("brought after its shipment went: %s", got)
	}
	for range 2 {
		if got := bring("doc-1", token, req["ShipmentId"].(string), pdf+" "); got != "doc-1" {
			t.Errorf("to a shipment that is there: %s", got)
		}
	}
	for what, got := range map[string]string{"another content": bring("doc-1", token, "", pdf+"  "), "another vendor": bring("doc-1", other, "", pdf+" ")} {
		if !strings.Contains(got, "FileId") {
			t.Errorf("%s under the same name: %s", what, got)
		}
	}
	if n := p.count(`SELECT count(*) FROM document WHERE shipment_id = ? AND kind = 'attachment' AND name = 'packing.pdf'`, req["ShipmentId"]); n != 2 {
		t.Errorf("%d documents of two", n)
	}
	if n := p.count(`SELECT count(*) FROM vendor_file`); n != 2 {
		t.Errorf("%d files of two", n)
	}
}

// What a vendor booked is what the dock sees coming: once, at its time, and done when its truck is.
func TestInboundDay_ShowsWhatComesByTimeAndHowFarItIs(t *testing.T) {
	p := newPartner(t)
	token := p.invite(p.vendorOf("Mill Co"), "rosa@mill.test", 1)
	p.office2.Call("WarehousesSlots/AddHoursofOperation", warehouse.HoursReq{Warehouse: "ATL", Days: []string{"MON"}, Opens: "08:00", Closes: "12:00"})
	doors := testkit.Into[warehouse.ClientWarehousesResp](t, p.office2.Call("WarehousesSlots/getClientWarehouses", obj{})).Warehouses[0].Doors
	plan := testkit.Into[warehouse.SlotPlan](t, p.office2.Call("WarehousesSlots/updateWarehouseSlotConfig", warehouse.SlotPlanReq{Warehouse: "ATL", Direction: "inbound", Minutes: 60, PerDoor: 1, Doors: doors[:1]}))
	p.office2.Call("WarehousesSlots/createWarehouseSlots", warehouse.MakeSlotsReq{Plan: plan.ID})
	day := p.Now().AddDate(0, 0, 7)
	for day.Weekday() != time.Monday {
		day = day.AddDate(0, 0, 1)
	}
	monday := day.Format(time.DateOnly)
	collect := p.shown(token).Orders[0].ID
	req := ready(token, p.prepaid(token, "Mill Co", "PO-2,10,ATL", 40), "10", 5)
	req["SlotDate"], req["StartTime"], req["ShipOn"] = monday, "10:00", monday
	if status, out, _ := p.vendor("ProcessShipment", req); status != 200 {
		t.Fatalf("ship: %d %s", status, out)
	}
	untimed := ready(token, collect, "20", 1)
	untimed["ShipOn"] = monday
	if status, out, _ := p.vendor("ProcessShipment", untimed); status != 200 {
		t.Fatalf("ship: %d %s", status, out)
	}
	p.office2.Call("WarehousesSlots/SaveAppointment", warehouse.AppointmentReq{Warehouse: "ATL", Direction: "inbound", Day: monday, Start: "08:00", Reference: "PO 55", Carrier: "Own truck"})
	see := func() map[string]warehouse.Coming {
		out := map[string]warehouse.Coming{}
		got := testkit.Into[warehouse.InboundDay](t, p.office2.Call("Warehouse/InboundDay", obj{"WarehouseId": "ATL", "SlotDate": monday}))
		for i, r := range got.Rows {
			out[r.Start] = r
			if i > 0 && r.Start != "" && r.Start < got.Rows[i-1].Start {
				t.Errorf("%s after %s", r.Start, got.Rows[i-1].Start)
			}
		}
		if len(got.Rows) != 3 {
			t.Fatalf("rows: %+v", got.Rows)
		}
		return out
	}
	rows := see()
	if r := rows["10:00"]; r.State != warehouse.Expected || r.ShipmentID != req["ShipmentId"] || r.From != "Mill Co" || fmt.Sprint(r.Orders.V) != "[PO-2]" || r.Pallets != 2 || r.Called == "" {
		t.Errorf("the vendor's: %+v", r)
	}
	if r := rows["08:00"]; r.Reference != "PO 55" || r.Carrier != "Own truck" || r.ShipmentID != "" {
		t.Errorf("without a load: %+v", r)
	}
	if r := rows[""]; r.ShipmentID != untimed["ShipmentId"] || r.AppointmentID != "" || r.State != warehouse.Expected || len(r.Next) != 0 {
		t.Errorf("without a time: %+v", r)
	}
	id := rows["10:00"].AppointmentID
	p.office2.Call("WarehousesSlots/MoveAppointment", obj{"AppointmentId": id, "State": "arrived"})
	if r := see()["10:00"]; r.State != warehouse.Here || fmt.Sprint(r.Next) != "[done booked]" {
		t.Errorf("here: %+v", r)
	}
	p.office2.Call("WarehousesSlots/MoveAppointment", obj{"AppointmentId": id, "State": "done"})
	if r := see()["10:00"]; r.State != warehouse.Done {
		t.Errorf("done: %+v", r)
	}
	if f := p.As("dock2@demo.test").Refused("Warehouse/InboundDay", obj{"WarehouseId": "ATL", "SlotDate": monday}); f.Code != "warehouse-unknown" {
		t.Errorf("another warehouse's: %+v", f)
	}
}

// Who was expected yesterday and has not come is looked for today; who came and still stands on the yard, too.
func TestInboundDay_TodayHasWhoDidNotComeBefore(t *testing.T) {
	p := newPartner(t)
	zone, err := time.LoadLocation(testkit.Into[warehouse.InboundDay](t, p.office2.Call("Warehouse/InboundDay", obj{"WarehouseId": "ATL", "SlotDate": "2026-01-05"})).Zone)
	if err != nil {
		t.Fatal(err)
	}
	day := func(back int) string { return p.Now().In(zone).AddDate(0, 0, -back).Format(time.DateOnly) }
	put := func(id, on, state string, number int) {
		p.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO warehouse_appointment (id, number, warehouse, direction, day, start, minutes, reference, state, made_at, at, by_user) VALUES (?, ?, 'ATL', 'inbound', ?, '08:00', 60, ?, ?, 0, 0, 'U-OFFICE')`, id, 90_000+number, on, id, state)
			return err
		})
	}
	put("missing", day(1), "booked", 1)
	put("standing", day(2), "arrived", 2)
	put("emptied", day(1), "done", 3)
	put("given-up", day(1), "no-show", 4)
	put("forgotten", day(40), "booked", 5)
	req := ready(p.invite(p.vendorOf("Mill Co"), "rosa@mill.test", 1), "", "10", 1)
	req["Lines"].([]obj)[0]["PurchaseId"] = p.shown(req["AccessID"].(string)).Orders[0].ID
	req["ShipOn"] = day(0)
	if status, out, _ := p.vendor("ProcessShipment", req); status != 200 {
		t.Fatalf("ship: %d %s", status, out)
	}
	p.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET ship_on = ?, arrive_by = '' WHERE id = ?`, day(3), req["ShipmentId"])
		return err
	})
	see := func(on string) map[string]warehouse.Coming {
		out := map[string]warehouse.Coming{}
		for _, r := range testkit.Into[warehouse.InboundDay](t, p.office2.Call("Warehouse/InboundDay", obj{"WarehouseId": "ATL", "SlotDate": on})).Rows {
			out[r.Key] = r
		}
		return out
	}
	today := see(day(0))
	for key, want := range map[string]warehouse.InboundState{"missing": warehouse.Overdue, "standing": warehouse.Here, req["ShipmentId"].(string): warehouse.Overdue, "emptied": "", "given-up": "", "forgotten": ""} {
		if got := today[key]; got.State != want || want != "" && got.Day >= day(0) {
			t.Errorf("%s today: %+v", key, got)
		}
	}
	if r := see(day(1)); r["missing"].State != warehouse.Late || r["standing"].Key != "" || r["emptied"].State != warehouse.Done {
		t.Errorf("yesterday's own list: %+v", r)
	}
	if r := see(day(-1)); r["missing"].Key != "" {
		t.Errorf("tomorrow's: %+v", r)
	}
}

func TestThreePL_ClientsLoadsWithTheirClasses(t *testing.T) {
	p := newPartner(t)
	all := testkit.Into[warehouse.ClientList](t, p.office2.Call("WarehousesSlots/GetShipmentListfor3PL", obj{"WHSE": "ATL"}))
	if len(all.ShipmentList.Shipments) == 0 || len(all.Clients) == 0 {
		t.Fatalf("%d loads of %d clients", len(all.ShipmentList.Shipments), len(all.Clients))
	}
	counts := testkit.Into[[]warehouse.ClientCount](t, p.office2.Call("WarehousesSlots/GetShipmentCountfor3PL", obj{"WHSE": "ATL"}))
	by := map[string]int64{}
	for _, s := range all.ShipmentList.Shipments {
		by[s.Status]++
		for _, it := range s.Items {
			if it.Class == "" {
				t.Errorf("%s: %s has no class", s.Number, it.Code)
			}
		}
	}
	for _, c := range counts {
		if by[c.Status] != c.Count {
			t.Errorf("%s: %d are counted, %d listed", c.Status, c.Count, by[c.Status])
		}
	}
	of := all.Clients[0]
	one := testkit.Into[warehouse.ClientList](t, p.office2.Call("WarehousesSlots/GetShipmentListfor3PL", obj{"WHSE": "ATL", "customer": of}))
	for _, s := range one.ShipmentList.Shipments {
		if s.Client != of {
			t.Errorf("%s is %s's", s.Number, s.Client)
		}
	}
	if f := p.As("dock2@demo.test").Refused("WarehousesSlots/GetShipmentCountfor3PL", obj{"WHSE": "ATL"}); f.Code != "warehouse-unknown" && f.Code != "no-right" {
		t.Errorf("another warehouse's: %+v", f)
	}
	if len(one.ShipmentList.Shipments) == 0 || len(one.Clients) != len(all.Clients) {
		t.Errorf("%d of %s, %d clients", len(one.ShipmentList.Shipments), of, len(one.Clients))
	}
}

// The carrier that is asked for a price sees the time that the load has; its door, once the load is its own.
func TestQuote_ShowsTheAppointmentOfItsLoad(t *testing.T) {
	p := newPartner(t)
	list := testkit.Into[struct {
		Shipments []struct{ ID, Warehouse string }
	}](t, p.office2.Call("Shipment/GetShipmentList", obj{"statuscode": "Q", "pageSize": 100, "WHSE": "ATL"}))
	load := list.Shipments[0].ID
	p.office("Shipment/SpotQuote", obj{"ShipmentIds": []string{load}, "Carriers": []obj{{"SCAC": "ODFL", "Email": "d@odfl.test"}}, "QuoteDeadline": p.Now().Add(4 * time.Hour)})
	_, token := p.linkTo("d@odfl.test", 1)
	see := func() (s quote.SlotShown) {
		status, out, _ := p.vendor("GetCurrentSlotQuoteResponse", obj{"AccessID": token})
		if status != 200 {
			t.Fatalf("slot: %d %s", status, out)
		}
		return testkit.Into[quote.SlotShown](t, out)
	}
	if got := see(); got.Current != nil || got.Zone != "America/New_York" {
		t.Errorf("none: %+v", got)
	}
	p.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO warehouse_appointment (id, number, warehouse, direction, day, start, minutes, door, shipment_id, state, made_at, at, by_user) VALUES ('A1', 901, 'ATL', 'outbound', '2026-12-07', '09:00', 60, '4', ?, 'booked', 1, 1, '')`, load)
		return err
	})
	if got := see(); got.Current == nil || got.Current.Start != "09:00" || got.Current.Number != "A000901" || got.Current.Door != "" {
		t.Errorf("with one: %+v", got.Current)
	}
}
