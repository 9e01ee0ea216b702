package app_test

import (
	"bytes"
	"fmt"
	"maps"
	"mime/multipart"
	"net/textproto"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/testkit"
	"lading/server/vendor"

	"github.com/oklog/ulid/v2"
)

var inForwarderMail = regexp.MustCompile(`https://tms\.example\.com/OceanShippingPortal/(\w+)#(\S+)`)

// forward mails a forwarder its link, and gives its id and the secret.
func (p *partner) forward(by *testkit.Person, name, to string, lines ...string) (id, token string) {
	p.T.Helper()
	f := testkit.Into[vendor.Forwarder](p.T, by.Call("Vendor/SendForwarderLink", obj{"Name": name, "Email": to, "Lines": append([]string{}, lines...)}))
	m := p.mailTo(to, 1)
	found := inForwarderMail.FindStringSubmatch(m.body)
	if found == nil || strings.Contains(m.body, "{") {
		p.T.Fatalf("no link in %q", m.body)
	}
	return f.ID, found[2]
}

func (p *partner) water(token string) vendor.OceanShown {
	p.T.Helper()
	status, out, _ := p.vendor("GetOceanPortal", obj{"AccessID": token})
	if status != 200 {
		p.T.Fatalf("open: %d %s", status, out)
	}
	return testkit.Into[vendor.OceanShown](p.T, out)
}

// afloat has one booking on the water, given to its carrier, and gives the shipment.
func (p *partner) afloat() string {
	p.T.Helper()
	token := p.invite(p.vendorOf("Mill Co"), "wei@mill.test", 1)
	req := p.abroad(token, p.prepaid(token, "Mill Co", "PO-2,10,ATL", 40), "10", 40)
	req["Incoterm"] = "DDP"
	if status, out, _ := p.vendor("BookInternational", req); status != 200 {
		p.T.Fatalf("book: %d %s", status, out)
	}
	return req["ShipmentId"].(string)
}

func (p *partner) mile(token, unit, code string, hours int) obj {
	return obj{"AccessID": token, "MilestoneId": ulid.Make().String(), "ContainerId": unit, "Code": code, "EventAt": p.Now().Add(time.Duration(hours) * time.Hour).Format("2006-01-02T15:04"), "Place": "CNSHA", "ContactName": "Ines"}
}

func TestOcean_MilestonesOfAForwarderMoveTheShipmentOnceAndAreCorrected(t *testing.T) {
	p := liner(t)
	shipment := p.afloat()
	_, token := p.forward(p.office2, "Blue Forwarding", "ines@blue.test")
	shown := p.water(token)
	if len(shown.Loads) != 1 || shown.Loads[0].ID != shipment || shown.Loads[0].Booking == nil || len(shown.Loads[0].Containers) != 1 || shown.Forwarder != "Blue Forwarding" {
		t.Fatalf("on the water: %+v", shown)
	}
	unit := shown.Loads[0].Containers[0].ID
	loaded := p.mile(token, unit, "loaded", -48)
	var wait sync.WaitGroup
	for range 6 { // sent again after a lost reply
		wait.Go(func() {
			if status, out, _ := p.vendor("AddMilestone", loaded); status != 200 {
				t.Errorf("milestone: %d %s", status, out)
			}
		})
	}
	wait.Wait()
	if n := p.count(`SELECT count(*) FROM tracking_event WHERE unit_id = ? AND source = 'forwarder' AND by_name LIKE 'Ines%' AND locode = 'CNSHA'`, unit); n != 1 {
		t.Errorf("%d events of one", n)
	}
	if n := p.count(`SELECT count(*) FROM shipment WHERE id = ? AND status = 'A'`, shipment); n != 1 {
		t.Error("the shipment is not on its way")
	}
	first := p.water(token).Loads[0].Containers[0].Events[0]
	again := p.mile(token, unit, "loaded", -36)
	again["Corrects"] = first.ID
	if status, out, _ := p.vendor("AddMilestone", again); status != 200 {
		t.Fatalf("correct: %d %s", status, out)
	}
	events := p.water(token).Loads[0].Containers[0].Events
	if len(events) != 2 || events[0].Corrected || !events[1].Corrected || !events[0].Forwarder || !strings.HasPrefix(events[0].By, "Ines") {
		t.Errorf("events: %+v", events)
	}
	if status, _, code := p.vendor("AddMilestone", again); status != 200 {
		t.Errorf("the correction again: %d %s", status, code)
	}
	eta := p.mile(token, unit, "arrived", 20*24)
	eta["Estimated"], eta["Place"] = true, "USSAV"
	if status, out, _ := p.vendor("AddMilestone", eta); status != 200 {
		t.Fatalf("ETA: %d %s", status, out)
	}
	if c := p.water(token).Loads[0].Containers[0]; c.ETA == nil || c.ETAPlace != "Savannah, GA" || c.LastCode != "loaded" {
		t.Errorf("expected: %+v", c)
	}
}

func TestOcean_ShowsNoMoreThanItsSenderSawAndItsLinesCarry(t *testing.T) {
	p := liner(t)
	shipment := p.afloat()
	dallas := someone(p.Kit, "dallas@demo.test", "office", fmt.Sprint(int(page.Vendors)), "DAL")
	_, far := p.forward(dallas, "Dallas Forwarding", "al@dallas.test")
	wide, other := p.forward(p.office2, "Other Line", "bo@other.test", "hlcu")
	if list := testkit.Into[[]vendor.Forwarder](t, dallas.Call("Vendor/GetForwarders", obj{})); len(list) != 1 || list[0].Name != "Dallas Forwarding" {
		t.Errorf("Dallas sees the forwarders %+v", list)
	}
	for path, req := range map[string]obj{"Vendor/RevokeForwarderLink": {}, "Vendor/SendForwarderLink": {"Name": "Mine", "Email": "al@dallas.test", "Lines": []string{}}} {
		req["ForwarderId"] = wide
		if _, err := dallas.Try(path, req); fail.CodeOf(err) != "forwarder-unknown" {
			t.Errorf("%s of one that sees more: %v", path, err)
		}
	}
	_, own := p.forward(p.office2, "Own Line", "cy@own.test", "MAEU")
	unit := p.water(own).Loads[0].Containers[0].ID
	for name, token := range map[string]string{"Dallas": far, "another line": other} {
		if loads := p.water(token).Loads; len(loads) != 0 {
			t.Errorf("%s sees %+v", name, loads)
		}
		before := p.count(`SELECT count(*) FROM tracking_event`)
		if status, _, code := p.vendor("AddMilestone", p.mile(token, unit, "loaded", -48)); status != 404 || code != "container-unknown" {
			t.Errorf("%s tells of it: %d %s", name, status, code)
		}
		if status, _, code := p.vendor("AddOceanContainer", obj{"AccessID": token, "ShipmentId": shipment, "Size": "20FT", "ContainerNumber": "MSKU9070323", "ContactName": "Al"}); status != 404 || code != "shipment-unknown" {
			t.Errorf("%s names a container: %d %s", name, status, code)
		}
		if status, out := p.document(token, shipment, "isf.pdf", "%PDF-1.7 isf"); status != 404 {
			t.Errorf("%s adds a document: %d %s", name, status, out)
		}
		if n := p.count(`SELECT count(*) FROM tracking_event`); n != before {
			t.Errorf("%d events came of refusals", n-before)
		}
	}
	vendorToken := p.invite(p.vendorOf("Forge Inc"), "al@forge.test", 1)
	if status, _, code := p.vendor("GetOceanPortal", obj{"AccessID": vendorToken}); status != 404 || code != "mail-link-unknown" {
		t.Errorf("a vendor's link: %d %s", status, code)
	}
}

func TestOcean_WhatIsWrongIsNamed(t *testing.T) {
	p := liner(t)
	shipment := p.afloat()
	id, token := p.forward(p.office2, "Blue Forwarding", "ines@blue.test")
	unit := p.water(token).Loads[0].Containers[0].ID
	p.office("Tracking/NoteEvent", obj{"ContainerId": unit, "Code": "gate-in", "EventAt": p.Now().Add(-72 * time.Hour).Format("2006-01-02T15:04"), "Place": "CNSHA"})
	ours := p.water(token).Loads[0].Containers[0].Events[0].ID
	before := p.count(`SELECT count(*) FROM tracking_event`)
	for what, c := range map[string]struct {
		over        obj
		field, code string
	}{
		"no name":                 {obj{"ContactName": " "}, "ContactName", "field-required"},
		"a car's event":           {obj{"Code": "bad-order"}, "Code", "field-not-offered"},
		"no time":                 {obj{"EventAt": "noon"}, "EventAt", "field-not-clock"},
		"the future":              {obj{"EventAt": p.Now().Add(48 * time.Hour).Format("2006-01-02T15:04")}, "EventAt", "tracking-ahead"},
		"an estimate of the past": {obj{"Estimated": true}, "Code", "field-not-offered"},
		"what the office told":    {obj{"Corrects": ours}, "Corrects", "field-not-id"},
		"what nobody told":        {obj{"Corrects": "none"}, "Corrects", "field-not-id"},
		"an id of another's":      {obj{"MilestoneId": "7"}, "MilestoneId", ""},
	} {
		req := p.mile(token, unit, "loaded", -48)
		maps.Copy(req, c.over)
		status, out, code := p.vendor("AddMilestone", req)
		if status != 422 || code != "invalid-fields" || !strings.Contains(string(out), `"`+c.field+`"`) || !strings.Contains(string(out), c.code) {
			t.Errorf("%s: %d %s", what, status, out)
		}
	}
	if n := p.count(`SELECT count(*) FROM tracking_event`); n != before {
		t.Errorf("%d events came of refusals", n-before)
	}
	box := obj{"AccessID": token, "ShipmentId": shipment, "Size": "20FT", "ContainerNumber": "MSKU 907032 4", "ContactName": "Ines"}
	if status, out, _ := p.vendor("AddOceanContainer", box); status != 422 || !strings.Contains(string(out), "container-check-digit") {
		t.Errorf("a wrong digit: %d %s", status, out)
	}
	box["ContainerNumber"] = "MSKU 907032 3"
	for range 2 {
		if status, out, _ := p.vendor("AddOceanContainer", box); status != 200 {
			t.Errorf("a container: %d %s", status, out)
		}
	}
	if n := p.count(`SELECT count(*) FROM tracking_unit WHERE shipment_id = ? AND number = 'MSKU9070323' AND booking = 'MB77' AND line = 'MAEU'`, shipment); n != 1 {
		t.Errorf("%d containers of one", n)
	}
	if status, out := p.document(token, shipment, "isf.pdf", "%PDF-1.7 isf"); status != 200 {
		t.Errorf("a document: %d %s", status, out)
	}
	if status, out := p.document(token, shipment, "isf.exe", "MZ"); status != 415 {
		t.Errorf("a program: %d %s", status, out)
	}
	files := p.water(token).Loads[0].Files
	if len(files) != 1 || files[0].Name != "isf.pdf" || p.count(`SELECT count(*) FROM document WHERE shipment_id = ? AND name = 'isf.pdf'`, shipment) != 1 {
		t.Fatalf("documents: %+v", files)
	}
	if status, out, _ := p.vendor("OpenOceanFile", obj{"AccessID": token, "FileId": files[0].ID}); status != 200 || string(out) != "%PDF-1.7 isf" {
		t.Errorf("opened: %d %s", status, out)
	}
	if status, _, code := p.vendor("OpenOceanFile", obj{"AccessID": token, "FileId": "none"}); status != 404 || code != "no-such-file" {
		t.Errorf("no file: %d %s", status, code)
	}
	// A link withdrawn a minute ago shows and takes nothing; what it told stays.
	p.office("Vendor/RevokeForwarderLink", obj{"ForwarderId": id})
	for _, path := range []string{"GetOceanPortal", "RenewOceanLink"} {
		if status, _, code := p.vendor(path, obj{"AccessID": token}); status != 410 || code != "vendor-link-revoked" {
			t.Errorf("%s by a revoked link: %d %s", path, status, code)
		}
	}
	if status, _, code := p.vendor("AddMilestone", p.mile(token, unit, "loaded", -48)); status != 410 || code != "vendor-link-revoked" {
		t.Errorf("told by a revoked link: %d %s", status, code)
	}
	if list := testkit.Into[[]vendor.Forwarder](t, p.office("Vendor/GetForwarders", obj{})); len(list) != 1 || list[0].Active || list[0].Openings == 0 {
		t.Errorf("forwarders: %+v", list)
	}
}

// document brings a forwarder's file.
func (p *partner) document(token, shipment, name, content string) (int, []byte) {
	p.T.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	_ = w.WriteField("AccessID", token)
	_ = w.WriteField("ShipmentId", shipment)
	f, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="file"; filename="` + name + `"`}, "Content-Type": {"application/pdf"}})
	if err != nil {
		p.T.Fatal(err)
	}
	_, _ = f.Write([]byte(content))
	_ = w.Close()
	return request(p.Kit, "POST", "/api/Vendor/UploadOceanFile", "", b.Bytes(), "User-Agent", "Phone/1", "Content-Type", w.FormDataContentType())
}
