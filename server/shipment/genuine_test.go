package shipment_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/kit/link"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// mailed lists the subjects of what was mailed about a shipment, the oldest first.
func (d *desk) mailed(shipmentID string) (out []string) {
	d.t.Helper()
	d.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		out, err = store.Select[string](ctx, tx, `SELECT recipients || ' ' || subject || ' ' || body FROM notify_mail WHERE shipment_id = ? ORDER BY id`, shipmentID)
		return err
	})
	return out
}

func TestTenderLink_ANewOneGoesToTheKnownAddressAndTheOldOneOpensNothing(t *testing.T) {
	d := newDesk(t)
	s, info := d.offered("G-1", 1)
	first := info.Tenders[0]
	old := d.token(first.ID)
	d.carrier().Call("CarrierConfirmation/Open", any1{"Token": old})
	soon := d.carrier().Refused("CarrierConfirmation/SendNewLink", any1{"Token": old})
	equal(t, "asked for twice in a minute", soon.Code, "quote-link-just-sent")
	d.Pass(3 * time.Minute)
	d.carrier().Call("CarrierConfirmation/SendNewLink", any1{"Token": old})
	mails := d.mailed(s.ID)
	if len(mails) != 2 || !strings.Contains(mails[1], first.Email) || !strings.Contains(mails[1], "new link") {
		t.Fatalf("mails: %v", mails)
	}
	equal(t, "the old one", d.carrier().Refused("CarrierConfirmation/Open", any1{"Token": old}).Code, "mail-link-replaced")
	equal(t, "an answer by the old one", d.carrier().Refused("CarrierConfirmation/Answer", any1{"Token": old, "Accept": true, "Name": "Thief"}).Code, "mail-link-replaced")
	fresh := d.token(first.ID)
	d.carrier().Call("CarrierConfirmation/Open", any1{"Token": fresh})

	equal(t, "by the old one, too soon", d.carrier().Refused("CarrierConfirmation/SendNewLink", any1{"Token": old}).Code, "quote-link-just-sent")
	for range 2 {
		d.Pass(3 * time.Minute)
		d.carrier().Call("CarrierConfirmation/SendNewLink", any1{"Token": old})
		equal(t, "the good link, though a dead one asked for another", d.token(first.ID), fresh)
	}
	d.carrier().Call("CarrierConfirmation/Open", any1{"Token": fresh})
	equal(t, "mails", len(d.mailed(s.ID)), 4)
	d.Pass(3 * time.Minute)
	for name, token := range map[string]string{"the old": old, "the good": fresh} {
		equal(t, "a fourth time, by "+name, d.carrier().Refused("CarrierConfirmation/SendNewLink", any1{"Token": token}).Code, "tender-links-spent")
	}

	opened := testkit.Into[[]link.Opening](t, d.office.Call("Shipment/TenderOpenings", any1{"TenderId": first.ID}))
	if len(opened) != 1 || opened[0].Times != 3 {
		t.Errorf("openings: %+v", opened)
	}
	d.office.Call("Shipment/ResendTender", any1{"TenderId": first.ID, "Email": "dispatch@carrier.example"})
	equal(t, "the one in wrong hands", d.carrier().Refused("CarrierConfirmation/Open", any1{"Token": fresh}).Code, "mail-link-replaced")
	if mails = d.mailed(s.ID); !strings.Contains(mails[len(mails)-1], "dispatch@carrier.example") {
		t.Errorf("mailed to %s", mails[len(mails)-1])
	}
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM shipment_event WHERE shipment_id = ? AND kind = 'tender-link'`, s.ID)
		equal(t, "events", n, 4)
		return err
	})

	d.Pass(2 * time.Hour)
	equal(t, "over, for the office", d.office.Refused("Shipment/ResendTender", any1{"TenderId": first.ID}).Code, "tender-expired")
	equal(t, "over, for whoever holds an old link", d.carrier().Refused("CarrierConfirmation/SendNewLink", any1{"Token": old}).Code, "tender-expired")
	if _, err := d.App.Jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	told := strings.Join(d.mailed(s.ID), "\n")
	if !strings.Contains(told, "the time to answer is over") {
		t.Error("who did not answer never hears that it is over")
	}
	equal(t, "after the job", d.carrier().Refused("CarrierConfirmation/SendNewLink", any1{"Token": old}).Code, "tender-expired")
}

func TestTenderLink_AReplacedOneOpensNothingOnceTheCarrierHasAnswered(t *testing.T) {
	for name, answer := range map[string]any1{"accepted": {"Accept": true, "PRO": "PRO-4711", "Driver": "Dana"}, "rejected": {"Accept": false, "Reason": "lane"}} {
		d := newDesk(t)
		_, info := d.offered("G-4", 1)
		first := info.Tenders[0]
		old := d.token(first.ID)
		d.office.Call("Shipment/ResendTender", any1{"TenderId": first.ID, "Email": "dispatch@carrier.example"})
		answer["Token"], answer["Name"] = d.token(first.ID), "Rita"
		d.carrier().Call("CarrierConfirmation/Answer", answer)
		d.carrier().Call("CarrierConfirmation/Open", any1{"Token": answer["Token"]})
		equal(t, name+": the one in wrong hands", d.carrier().Refused("CarrierConfirmation/Open", any1{"Token": old}).Code, "mail-link-replaced")
		again := any1{"Token": old, "Name": "Rita", "Accept": answer["Accept"], "PRO": answer["PRO"], "Reason": answer["Reason"]}
		equal(t, name+": the same answer by it", d.carrier().Refused("CarrierConfirmation/Answer", again).Code, "mail-link-replaced")
	}
}

func TestCheckTender_TellsWhatTheMailSaysAndNoMore(t *testing.T) {
	d := newDesk(t)
	d.App.Shipment.PublicURL = "https://tms.example.com"
	s, info := d.offered("G-2", 1)
	first, second := info.Tenders[0], info.Tenders[1]
	body := d.mailed(s.ID)[0]
	at := "https://tms.example.com/check/1/tender/" + first.ID
	if !strings.Contains(body, at) || !strings.Contains(body, "begin with https://tms.example.com/, slash") {
		t.Fatalf("the mail does not say where it is checked: %s", body)
	}
	req := any1{"Org": "1", "Id": first.ID}
	raw := d.carrier().Call("CarrierConfirmation/Check", req)
	o := testkit.Into[link.Offer](t, raw)
	if o.Standing != link.Open || o.Number != s.Number || o.Carrier != first.CarrierName || o.Sent != link.Masked(first.Email) || o.To != "Nashville, TN 37203" || !o.Until.Equal(first.ExpiresAt.Time) {
		t.Errorf("%+v", o)
	}
	for _, secret := range []string{first.Email, "Globex", "9 Dock Rd", "totalMinor"} {
		if strings.Contains(string(raw), secret) {
			t.Errorf("a stranger reads %q in %s", secret, raw)
		}
	}
	for name, req := range map[string]any1{"another organisation": {"Org": "2", "Id": first.ID}, "none": {"Org": "nobody", "Id": first.ID}, "never sent": {"Org": "1", "Id": second.ID}, "no tender": {"Org": "1", "Id": "01ARZ3NDEKTSV4RRFFQ69G5FAV"}} {
		equal(t, name, d.carrier().Refused("CarrierConfirmation/Check", req).Code, "offer-unknown")
	}
	d.office.Call("Shipment/PassTender", any1{"TenderId": first.ID})
	equal(t, "taken back", testkit.Into[link.Offer](t, d.carrier().Call("CarrierConfirmation/Check", req)).Standing, link.Recalled)
	equal(t, "and the next", testkit.Into[link.Offer](t, d.carrier().Call("CarrierConfirmation/Check", any1{"Org": "1", "Id": second.ID})).Standing, link.Open)
	token := d.token(second.ID)
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": token, "Accept": false, "Name": "Rita", "Reason": "lane"})
	equal(t, "declined", testkit.Into[link.Offer](t, d.carrier().Call("CarrierConfirmation/Check", any1{"Org": "1", "Id": second.ID})).Standing, link.Declined)
	if mails := d.mailed(s.ID); !strings.Contains(mails[len(mails)-1], "your rejection was received") {
		t.Errorf("no receipt for a no: %s", mails[len(mails)-1])
	}

	s, info = d.offered("G-5", 1)
	d.office.Call("Shipment/ExceptionShipment", any1{"ShipmentId": s.ID, "ExceptionCode": "LATE", "Reason": "No such dock"})
	equal(t, "the link of a load that stands still opens nothing", d.carrier().Refused("CarrierConfirmation/Open", any1{"Token": d.token(info.Tenders[0].ID)}).Code, "tender-stopped")
	equal(t, "nor is it sent again", d.office.Refused("Shipment/ResendTender", any1{"TenderId": info.Tenders[0].ID}).Code, "tender-stopped")
	equal(t, "and it is over", testkit.Into[link.Offer](t, d.carrier().Call("CarrierConfirmation/Check", any1{"Org": "1", "Id": info.Tenders[0].ID})).Standing, link.Over)
}

func TestVoid_TellsACarrierThatSomebodySpokeWith(t *testing.T) {
	d := newDesk(t)
	s, info := d.rated("G-3")
	req := ofSheet(s, info, 0)
	req["Ask"] = false
	s = testkit.Into[shipment.Shipment](t, d.office.Call("Shipment/TenderByShipmentPricesheet", req))
	equal(t, "nobody was mailed yet", len(d.mailed(s.ID)), 0)
	d.office.Call("Shipment/Void", any1{"ShipmentId": s.ID, "Reason": "Customer cancelled"})
	mails := d.mailed(s.ID)
	if len(mails) != 1 || !strings.Contains(mails[0], info.Choices[0].Email) || !strings.Contains(mails[0], "Customer cancelled") || !strings.Contains(mails[0], s.BOL) {
		t.Errorf("mails: %v", mails)
	}
}

func TestVoid_DoesNotMailACarrierThatSaidNo(t *testing.T) {
	d := newDesk(t)
	s, info := d.offered("G-6", 0)
	d.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(info.Tenders[0].ID), "Name": "Rita", "Reason": "no-driver"})
	equal(t, "it stands still", d.now(s.ID).Status, shipment.Exception)
	before := len(d.mailed(s.ID))
	d.office.Call("Shipment/ArchiveShipment", any1{"ShipmentId": s.ID, "Reason": "Customer cancelled"})
	equal(t, "mails since", len(d.mailed(s.ID))-before, 0)
}
