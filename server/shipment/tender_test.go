package shipment_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// desk is an office with rated shipments, in the demo world with its real contracts.
type desk struct {
	*testkit.Kit
	t      *testing.T
	office *testkit.Person
}

func newDesk(t *testing.T) *desk {
	k := testkit.Mailing(t)
	return &desk{k, t, k.As("office@demo.test")}
}

// rated is a prepaid shipment in Rate & Route with what it can be tendered to.
func (d *desk) rated(number string) (shipment.Shipment, shipment.InfoResp) {
	d.t.Helper()
	id := newOrder(d.t, d.office, number, "ATL", any1{"Consignee": any1{"name": "Globex", "street": "9 Dock Rd", "city": "Nashville", "state": "TN", "zip": "37203", "country": "US"}, "ShipOn": "2026-11-24"})
	s := testkit.Into[shipment.Shipment](d.t, d.office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}, "PickupByFromTime": "09:00", "PickupByToTime": "15:00"}))
	d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}})
	info := d.info(s.ID)
	if len(info.Choices) < 3 {
		d.t.Fatalf("%d carriers have a price", len(info.Choices))
	}
	return s, info
}

func (d *desk) info(id string) shipment.InfoResp {
	d.t.Helper()
	return testkit.Into[shipment.InfoResp](d.t, d.office.Call("Shipment/TenderInfo", any1{"ShipmentId": id}))
}

func ofSheet(s shipment.Shipment, info shipment.InfoResp, next int) any1 {
	req := any1{"TenderingShipmentID": s.ID, "TenderingPricesheetID": info.Choices[0].Sheet, "PriceMinor": info.Choices[0].TotalMinor, "Ask": true, "Minutes": 60}
	var sheets []string
	for _, c := range info.Choices[1 : 1+next] {
		sheets = append(sheets, c.Sheet)
	}
	req["Next"] = sheets
	return req
}

// offered tenders a shipment to the first of its line, with some behind it.
func (d *desk) offered(number string, next int) (shipment.Shipment, shipment.InfoResp) {
	d.t.Helper()
	s, info := d.rated(number)
	s = testkit.Into[shipment.Shipment](d.t, d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, info, next)))
	return s, d.info(s.ID)
}

func (d *desk) now(id string) shipment.Shipment {
	d.t.Helper()
	return testkit.Into[shipment.Full](d.t, d.office.Call("Shipment/ShipmentDetails", any1{"ShipmentId": id})).Shipment
}

func (d *desk) token(tenderID string) string {
	d.t.Helper()
	l := testkit.Into[shipment.LinkResp](d.t, d.office.Call("Shipment/TenderLink", any1{"TenderId": tenderID}))
	_, token, ok := strings.Cut(l.Address, "/CarrierConfirmation#")
	if !ok || len(token) < 40 {
		d.t.Fatalf("link %q", l.Address)
	}
	return token
}

// carrier calls as somebody who has nothing but a link.
func (d *desk) carrier() *testkit.Person {
	p := d.As("office@demo.test")
	p.By, p.Org = store.Actor{}, ""
	return p
}

func open(info shipment.InfoResp) shipment.Tender {
	for _, x := range info.Tenders {
		if x.State == shipment.Asked {
			return x
		}
	}
	return shipment.Tender{}
}

func states(info shipment.InfoResp) (out string) {
	for _, x := range info.Tenders {
		out += string(x.State) + " "
	}
	return strings.TrimSpace(out)
}

func TestTender_GoesDownTheLineUntilOneAccepts(t *testing.T) {
	d := newDesk(t)
	s, info := d.offered("T-1", 2)
	first, second := info.Tenders[0], info.Tenders[1]
	equal(t, "asked", states(info), "open waiting waiting")
	equal(t, "tendered", string(s.Status)+" "+s.Carrier, "T "+first.Carrier)
	if s.BOL == "" || first.TotalMinor > second.TotalMinor || first.Why == "" {
		t.Errorf("the first of the line: %+v", first)
	}

	token := d.token(first.ID)
	seen := testkit.Into[shipment.Confirmation](t, d.carrier().Call("CarrierConfirmation/Open", any1{"Token": token}))
	equal(t, "the carrier sees its price", seen.TotalMinor, first.TotalMinor)
	if d.info(s.ID).Tenders[0].SeenAt.IsZero() {
		t.Error("the office does not see that the link was opened")
	}
	equal(t, "a no without a reason", d.carrier().Refused("CarrierConfirmation/Answer", any1{"Token": token, "Accept": false, "Name": "Rita"}).Status, 422)
	no := any1{"Token": token, "Accept": false, "Name": "Rita", "Reason": "no-capacity"}
	d.carrier().Call("CarrierConfirmation/Answer", no)
	d.carrier().Call("CarrierConfirmation/Answer", no) // the answer was lost on the way

	info = d.info(s.ID)
	equal(t, "after a no", states(info), "rejected open waiting")
	now := d.now(s.ID)
	equal(t, "the next one has it", string(now.Status)+" "+now.Carrier, "T "+second.Carrier)
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		cost, _, err := store.Get[shipment.Cost](ctx, tx, `SELECT * FROM shipment_cost WHERE id = ?`, s.ID)
		equal(t, "at its price", cost.TotalMinor, second.TotalMinor)
		return err
	})

	token = d.token(second.ID)
	bad := d.carrier().Refused("CarrierConfirmation/Answer", any1{"Token": token, "Accept": true, "Name": "Sam", "PRO": "a b"})
	equal(t, "a PRO that is none", bad.Fields[0].Code, "pro-malformed")
	yes := any1{"Token": token, "Accept": true, "Name": "Sam", "PRO": "884-1203", "Driver": "Luis", "PickupAt": "2026-11-24T10:30"}
	done := testkit.Into[shipment.Confirmation](t, d.carrier().Call("CarrierConfirmation/Answer", yes))
	equal(t, "told", string(done.State)+" "+done.PRO, "accepted 884-1203")
	now = d.now(s.ID)
	equal(t, "confirmed", string(now.Status)+" "+now.PRO+" "+now.DueAt.UTC().Format("02 15:04"), "M 884-1203 24 15:30")
	equal(t, "the line is closed", states(d.info(s.ID)), "rejected accepted passed")

	again := testkit.Into[shipment.Confirmation](t, d.carrier().Call("CarrierConfirmation/Open", any1{"Token": token}))
	equal(t, "a used link shows what came of it", string(again.State), "accepted")
	other := any1{"Token": token, "Accept": false, "Name": "Sam", "Reason": "price"}
	equal(t, "another answer by a used link", d.carrier().Refused("CarrierConfirmation/Answer", other).Code, "tender-answered")

	// confirmed → in transit → delivered, by the table
	equal(t, "delivered", string(move(t, d.Kit, s.ID, "A", "D").Status), "D")

	// the office was told live and in its list, and the carriers by mail whose text holds no secret
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		codes, err := store.Select[string](ctx, tx, `SELECT DISTINCT code FROM notify_notification WHERE code LIKE 'notify-tender%' ORDER BY code`)
		equal(t, "told the office", strings.Join(codes, " "), "notify-tender-accepted notify-tender-rejected-next")
		mails, err2 := store.Select[string](ctx, tx, `SELECT body FROM notify_mail WHERE shipment_id = ? ORDER BY id`, s.ID)
		if err2 != nil || len(mails) != 4 {
			t.Errorf("%d mails: %v", len(mails), err2)
		}
		_, secret, _ := strings.Cut(token, ".")
		for _, m := range mails {
			if strings.Contains(m, secret) {
				t.Error("a mail that is kept holds the secret")
			}
		}
		return err
	})
}

func TestTender_ExpiresByAJobAndGoesOn(t *testing.T) {
	d := newDesk(t)
	s, info := d.offered("T-2", 1)
	first := info.Tenders[0]
	token := d.token(first.ID)
	drain := func() {
		t.Helper()
		if _, err := d.App.Jobs.Drain(context.Background(), "1"); err != nil {
			t.Fatal(err)
		}
	}
	d.Pass(59 * time.Minute)
	drain()
	equal(t, "before its time", states(d.info(s.ID)), "open waiting")
	d.Pass(time.Minute)
	yes := any1{"Token": token, "Accept": true, "Name": "Late Larry"}
	equal(t, "an answer after the end, before the job", d.carrier().Refused("CarrierConfirmation/Answer", yes).Code, "tender-expired")
	drain()
	info = d.info(s.ID)
	equal(t, "after", states(info), "expired open")
	equal(t, "and after the job", d.carrier().Refused("CarrierConfirmation/Open", any1{"Token": token}).Code, "tender-expired")
	d.Pass(61 * time.Minute)
	drain()
	now := d.now(s.ID)
	equal(t, "nobody is left", states(d.info(s.ID))+" "+string(now.Status)+now.Carrier, "expired expired Q")
	if !d.info(s.ID).Choices[0].Refused {
		t.Error("who did not answer is not marked")
	}
	full := testkit.Into[shipment.Full](t, d.office.Call("Shipment/ShipmentDetails", any1{"ShipmentId": s.ID}))
	if full.Cost != nil {
		t.Error("the price of a carrier that did not take it stays")
	}
}

func TestTender_IsBookedOnce(t *testing.T) {
	d := newDesk(t)
	s, info := d.rated("T-3")
	req := ofSheet(s, info, 1)
	var wait sync.WaitGroup
	errs := make([]error, 2)
	for i, who := range []*testkit.Person{d.office, d.As("admin@demo.test")} {
		wait.Go(func() { _, errs[i] = who.Try("Shipment/TenderByShipmentPricesheet", req) })
	}
	wait.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Fatalf("both or neither: %v, %v", errs[0], errs[1])
	}
	lost := errs[0]
	if lost == nil {
		lost = errs[1]
	}
	f, _ := fail.As(lost)
	if f == nil || f.Code != "shipment-just-tendered" || f.Params["by"] == "" || f.Params["carrier"] == "" || f.Row == nil {
		t.Fatalf("the second one is told %v", lost)
	}
	equal(t, "asked once", states(d.info(s.ID)), "open waiting")
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM notify_mail WHERE shipment_id = ?`, s.ID)
		equal(t, "mails", n, 1)
		return err
	})
}

func TestTender_LinksThatAreForgedOrOfAnother(t *testing.T) {
	d := newDesk(t)
	s, info := d.offered("T-4", 0)
	token := d.token(info.Tenders[0].ID)
	org, secret, _ := strings.Cut(token, ".")
	flipped := []byte(secret)
	flipped[3] ^= 1
	for what, forged := range map[string]string{"flipped": org + "." + string(flipped), "another organisation's": "2." + secret, "no such organisation": "77." + secret, "cut": token[:len(token)-2], "nothing": "x"} {
		equal(t, what+", open", d.carrier().Refused("CarrierConfirmation/Open", any1{"Token": forged}).Code, "mail-link-unknown")
		equal(t, what+", answer", d.carrier().Refused("CarrierConfirmation/Answer", any1{"Token": forged, "Accept": true, "Name": "Eve"}).Code, "mail-link-unknown")
	}
	// at rest there is its hash alone
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM access_link WHERE kind = 'tender' AND object = ? AND length(hash) = 64 AND hash <> ?`, info.Tenders[0].ID, secret)
		equal(t, "hash", n, 1)
		return err
	})
	// a link is for one tender: once it is withdrawn, it opens nothing
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "Q"})
	equal(t, "withdrawn", d.carrier().Refused("CarrierConfirmation/Answer", any1{"Token": token, "Accept": true, "Name": "Ann"}).Code, "tender-withdrawn")
	equal(t, "state", states(d.info(s.ID)), "withdrawn")
	equal(t, "the dock sees no tender", d.As("dock@demo.test").Refused("Shipment/TenderInfo", any1{"ShipmentId": s.ID}).Status, 403)
}

func TestTender_WarnsOfAnotherAddressThanTheRatedOne(t *testing.T) {
	d := newDesk(t)
	s, info := d.rated("T-5")
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET destination = json_set(destination, '$.zip', '37211-1234') WHERE id = ?`, s.ID)
		return err
	})
	req := ofSheet(s, info, 0)
	f := d.office.Refused("Shipment/TenderByShipmentPricesheet", req)
	equal(t, "warned", f.Code+" "+f.Params["rated"].(string)+" "+f.Params["now"].(string), "tender-address-differs 37203 37211-1234")
	warned := d.info(s.ID)
	equal(t, "told before", warned.RatedZip+" "+warned.NowZip, "37203 37211-1234")
	req["AddressSeen"] = true
	_, err := d.office.Try("Shipment/TenderByShipmentPricesheet", req)
	if code := fail.CodeOf(err); err != nil && code != "rate-changed" { // the price of the new address is another: told, never booked at the old one
		t.Fatalf("seen: %v", err)
	}
}

func TestTender_OfALoadOnTheDockStopsWhenNobodyIsLeft(t *testing.T) {
	d := newDesk(t)
	s, info := d.offered("T-6", 0)
	d.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(info.Tenders[0].ID), "Name": "Rita", "Reason": "no-driver"})
	now := d.now(s.ID)
	equal(t, "stopped", string(now.Status)+" "+now.Exception+" "+now.Back, "X CARRIER-REFUSED T")
}

// mailsLeave lets so much time pass that no mail waits for another any more.
func (d *desk) mailsLeave() {
	d.T.Helper()
	d.Pass(time.Minute)
	if _, err := d.App.Jobs.Drain(context.Background(), "1"); err != nil {
		d.T.Fatal(err)
	}
}

func TestTender_CollectAsksTheCustomersCarrierAndVoidTellsIt(t *testing.T) {
	d := newDesk(t)
	id := newOrder(t, d.office, "T-7", "ATL", any1{"PaymentType": "C"})
	s := testkit.Into[shipment.Shipment](t, d.office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}}))
	equal(t, "collect", string(s.Terms), "C")
	d.office.Call("Shipment/CollectTender", any1{"ShipmentId": s.ID, "Carrier": "SAIA", "Ask": true})
	tender := open(d.info(s.ID))
	equal(t, "asked, without a price, for as long as the organisation says", any1{"c": tender.Carrier, "m": tender.TotalMinor, "t": tender.Minutes}, any1{"c": "SAIA", "m": int64(0), "t": int64(1440)})
	equal(t, "again", d.office.Refused("Shipment/AskCarrier", any1{"ShipmentId": s.ID, "Ask": true}).Code, "tender-open-already")
	d.mailsLeave()
	d.office.Call("Shipment/Void", any1{"ShipmentId": s.ID, "Reason": "the customer cancelled"})
	equal(t, "withdrawn", states(d.info(s.ID)), "withdrawn")
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM notify_mail WHERE shipment_id = ? AND key LIKE 'letter-tender-withdrawn/%'`, s.ID)
		equal(t, "the carrier is told", n, 1)
		return err
	})
}

// A carrier says once that it does not serve a lane, and is not asked for it again by itself.
func TestTender_ALaneThatIsNotServedIsRemembered(t *testing.T) {
	d := newDesk(t)
	s, info := d.offered("T-8", 1)
	no := info.Tenders[0]
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(no.ID), "Name": "Rita", "Reason": "lane"})
	off := func(info shipment.InfoResp) (out string) {
		for _, c := range info.Choices {
			if c.OffLane {
				out += c.Carrier
			}
		}
		return out
	}
	second, info := d.rated("T-9")
	equal(t, "off the lane", off(info), no.Carrier)
	other := info.Choices[1]
	d.office.Call("Shipment/BulkSchedule", any1{"Ask": true, "Shipments": []any1{{"ShipmentId": second.ID, "Carrier": other.Carrier, "PriceSheetId": other.Sheet, "PriceMinor": other.TotalMinor}}})
	line := d.info(second.ID).Tenders
	if len(line) != len(info.Choices)-1 || line[0].Carrier != other.Carrier {
		t.Errorf("the line: %+v", line)
	}
	for _, x := range line {
		if x.Carrier == no.Carrier {
			t.Error("asked for a lane that it does not serve")
		}
	}
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET destination = json_set(destination, '$.zip', '90001') WHERE id = ?`, s.ID)
		return err
	})
	_, info = d.rated("T-10")
	equal(t, "another lane", off(info), "")
}

func TestTender_EditAndRequoteTakesItBackAndAsksAnew(t *testing.T) {
	d := newDesk(t)
	id := newOrder(t, d.office, "T-8", "ATL", any1{"PaymentType": "C"})
	s := testkit.Into[shipment.Shipment](t, d.office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}}))
	ask := any1{"ShipmentId": s.ID, "Carrier": "SAIA", "Ask": true}
	d.office.Call("Shipment/CollectTender", ask)
	old := d.token(open(d.info(s.ID)).ID)
	d.mailsLeave()
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "Q"})
	equal(t, "back at rating", string(d.now(s.ID).Status), "Q")
	equal(t, "taken back", states(d.info(s.ID)), "withdrawn")
	equal(t, "the old link", d.carrier().Refused("CarrierConfirmation/Answer", any1{"Token": old, "Accept": true, "Name": "Ann Lee"}).Code, "tender-withdrawn")
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM notify_mail WHERE shipment_id = ? AND key LIKE 'letter-tender-withdrawn/%'`, s.ID)
		equal(t, "the carrier is told", n, 1)
		return err
	})
	d.office.Call("Shipment/CollectTender", ask)
	equal(t, "asked anew", states(d.info(s.ID)), "withdrawn open")
	if d.token(open(d.info(s.ID)).ID) == old {
		t.Error("the old link opens the new tender")
	}
}

func TestTender_IsAnsweredByTheTrackingCallsToo(t *testing.T) {
	d := newDesk(t)
	s, _ := d.offered("T-TRACK", 2)
	asked := open(d.info(s.ID))
	token := d.token(asked.ID)
	if f := d.carrier().Refused("NewTrackingAPI/ShipmentRejection", any1{"Token": token, "Name": "Rita"}); len(f.Fields) != 1 || f.Fields[0].Field != "Reason" {
		t.Errorf("a no without a reason: %+v", f)
	}
	no := any1{"Token": token, "Name": "Rita", "Reason": "no-driver"}
	d.carrier().Call("NewTrackingAPI/ShipmentRejection", no)
	d.carrier().Call("NewTrackingAPI/ShipmentRejection", no) // the answer was lost on the way
	next := open(d.info(s.ID))
	if next.ID == "" || next.ID == asked.ID {
		t.Fatalf("nobody is asked after a no: %+v", d.info(s.ID).Tenders)
	}
	done := testkit.Into[shipment.Confirmation](t, d.carrier().Call("NewTrackingAPI/Carriertender", any1{"Token": d.token(next.ID), "Accept": true, "Name": "Sam"}))
	equal(t, "accepted", done.State, shipment.Accepted)
}
