package parcel_test

import (
	"fmt"
	"testing"
	"time"

	"lading/server/parcel"
)

// pickedUp is what UPS tells of a package that it has scanned at its origin.
func (u *upsDesk) pickedUp() string {
	return fmt.Sprintf(`{"trackResponse":{"shipment":[{"package":[{"trackingNumber":"NUMBER","activity":[{"location":{"address":{"city":"Atlanta","stateProvince":"GA","countryCode":"US"}},"status":{"type":"P","statusCode":"OR","description":"Origin Scan"},"gmtDate":%q,"gmtTime":"20000"}]}]}]}}`, u.Now().Format("20060102"))
}

func (u *upsDesk) bought() parcel.Label {
	u.T.Helper()
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	l := u.label("ups")
	if l.State != parcel.Held {
		u.T.Fatalf("%+v", l)
	}
	return l
}

func TestUPS_ALabelThatIsOnItsWayIsNotVoided(t *testing.T) {
	u := newUPS(t).register()
	void := obj{"LabelId": u.bought().ID, "Reason": "Late"}
	u.track = u.pickedUp()
	u.office.Call("Parcel/VoidLabel", void) // nobody has asked after it yet
	u.drain()
	if l := u.label("ups"); l.State != parcel.Held || l.Why != "parcel-label-used" || u.carrier.times("DELETE") != 0 {
		t.Errorf("%+v", l)
	}
	if f := u.office.Refused("Parcel/VoidLabel", void); f.Code != "parcel-label-used" {
		t.Errorf("%+v", f)
	}
}

func TestUPS_AVoidLabelThatMovesSaysSo(t *testing.T) {
	u := newUPS(t).register()
	u.office.Call("Parcel/VoidLabel", obj{"LabelId": u.bought().ID, "Reason": "Late"})
	u.drain()
	u.track = u.pickedUp()
	u.later(5 * time.Hour)
	if l := u.label("ups"); l.State != parcel.Voided || l.Why != "parcel-void-moves" || l.LastText != "Origin Scan" {
		t.Errorf("%+v", l)
	}
	if status, _, _, _, _ := u.stands(u.shipment); status != "T" {
		t.Errorf("on a label that is void, and the shipment is %s", status)
	}
}

func TestUPS_AnOutageEndsNoTracking(t *testing.T) {
	u := newUPS(t).register()
	u.bought()
	u.instead["GET /api/track"] = func() (int, string) { return 503, "" }
	for range 12 {
		u.later(2 * time.Hour)
	}
	delete(u.instead, "GET /api/track")
	u.track = u.pickedUp()
	u.later(5 * time.Hour)
	if l := u.label("ups"); l.LastText != "Origin Scan" {
		t.Errorf("%+v", l)
	}
	if status, _, _, _, _ := u.stands(u.shipment); status != "A" {
		t.Errorf("picked up, and the shipment is %s", status)
	}
}
