package notify

import (
	"context"
	"strings"
	"testing"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/store"
)

func TestBillSigned_TellsTheOfficeInTheirLanguage(t *testing.T) {
	w := newWorld(t, nil)
	w.emit(dock, event.BillSigned{ShipmentID: "S1", BOL: "4711", Warehouse: "ATL", SignedBy: "Ada Trucker", Exceptions: []string{"short"}})
	if len(w.hub.sent) != 2 || w.hub.sent[0].target != "ReceiveNotification" {
		t.Fatalf("hub: %+v", w.hub.sent)
	}
	for _, s := range w.hub.sent {
		want := map[string]string{"U-OFFICE": "Ada Trucker signed bill 4711 at ATL, with 1 exception noted.", "U-ADMIN": "Ada Trucker a signé le connaissement 4711 à ATL, avec 1 réserve notée."}[s.user]
		if got := s.args[0].(Received); got.Message != want || got.Link != "/ShipmentDetails/S1" {
			t.Errorf("%s was told %+v", s.user, got)
		}
	}
	n := w.list(office)
	if len(n) != 1 || n[0].IsRead != 0 {
		t.Fatalf("list: %+v", n)
	}
	for range 2 { // a repeat is no mistake
		if _, err := w.call(office, "SetReadStatusForNotification", StatusReq{NotificationID: n[0].NotificationID}); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.list(office); n[0].IsRead != 1 {
		t.Fatalf("after reading: %+v", n)
	}
	if _, err := w.call(dock, "SetDeleteStatusForNotification", StatusReq{NotificationID: n[0].NotificationID}); fail.CodeOf(err) != "no-such-notification" {
		t.Fatalf("another's notification: %v", err)
	}
	if _, err := w.call(office, "SetDeleteStatusForNotification", StatusReq{GroupNotificationID: n[0].GroupNotificationID}); err != nil {
		t.Fatal(err)
	}
	var gone []string
	err := w.db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		gone, err = store.Select[string](ctx, tx, `SELECT scope FROM change WHERE entity = 'notify_notification' AND gone = 1`)
		return err
	})
	if err != nil || len(w.list(office)) != 0 || len(gone) != 1 || gone[0] != "user:U-OFFICE" {
		t.Fatalf("gone from %v, %v", gone, err)
	}
}

// What has come to a person's screen is told once, and only by that person.
func TestDelivered_IsNotedOnceAndOnlyByWhomItIsFor(t *testing.T) {
	w := newWorld(t, nil)
	w.emit(dock, event.BillSigned{ShipmentID: "S1", BOL: "4711", Warehouse: "ATL", SignedBy: "Ada Trucker"})
	n := w.list(office)[0]
	noted := func() int64 {
		t.Helper()
		var at int64
		if err := w.db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			at, _, err = store.Get[int64](ctx, tx, `SELECT COALESCE(delivered_at, 0) FROM notify_notification WHERE id = ?`, n.NotificationID)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return at
	}
	if at := noted(); at != 0 {
		t.Fatalf("before it was shown: %d", at)
	}
	if _, err := w.call(dock, "SetDeliveredStatusForReceivedNotification", StatusReq{NotificationID: n.NotificationID}); fail.CodeOf(err) != "no-such-notification" {
		t.Errorf("another's notification: %v", err)
	}
	var first int64
	for range 2 {
		if _, err := w.call(office, "SetDeliveredStatusForReceivedNotification", StatusReq{NotificationID: n.NotificationID}); err != nil {
			t.Fatal(err)
		}
		if at := noted(); at == 0 || first != 0 && at != first {
			t.Fatalf("noted at %d, then %d", first, at)
		}
		first = noted()
	}
	if n := w.list(office); n[0].IsRead != 0 {
		t.Errorf("read by nobody: %+v", n)
	}
}

func TestMessages_AreThereInAllLanguages(t *testing.T) {
	n := 0
	for code := range message.All("en") {
		if !strings.HasPrefix(code, "mail-") && !strings.HasPrefix(code, "notify-") && !strings.HasPrefix(code, "hub-") {
			continue
		}
		n++
		for _, l := range message.Languages {
			if message.All(l)[code] == "" {
				t.Errorf("%s has no %s", l, code)
			}
		}
	}
	if n < 20 {
		t.Fatalf("saw only %d", n)
	}
}
