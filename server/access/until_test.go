package access_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/access"
	"lading/server/store"
)

// expire does what the hour does of it.
func (w *world) expire() (n int) {
	w.t.Helper()
	for one := 1; one > 0; n += one {
		w.write("1", func(ctx context.Context, tx *store.Tx) (err error) {
			tx.Now = w.now
			one, err = w.app.Access.Expire(ctx, tx)
			return err
		})
	}
	return n
}

// zone gives the organisation a zone of its own.
func (w *world) zone(name string) {
	w.t.Helper()
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE org_setup SET zone = ? WHERE id = 'setup'`, name)
		return err
	})
}

func TestUntil_AccessEndsWithItsDayInTheSitesZone(t *testing.T) {
	w := newWorld(t) // 2026-11-20T14:00Z, which is 09:00 in New York
	w.zone("America/New_York")
	admin, _ := w.signIn("admin@demo.test")
	_, refresh := w.signIn("office@demo.test")
	until := func(user, day string) answer {
		return w.call(admin, "LogIn/UserManagement", obj{"actions": access.ChangeUser, "UserID": user, "AccessUntil": day})
	}
	w.expect(until("U-OFFICE", "tomorrow"), 422, "invalid-fields")
	if a := w.expect(until("U-OFFICE", "2026-11-19"), 422, "invalid-fields"); !strings.Contains(string(a.body), "2026-11-19 is over") {
		t.Fatalf("past: %s", a.body)
	}
	if a := w.expect(until("U-OFFICE", "2026-11-20"), 200, ""); !strings.Contains(string(a.body), `"AccessUntil":"2026-11-20"`) {
		t.Fatalf("kept: %s", a.body)
	}
	w.pass(14*time.Hour + 59*time.Minute) // 23:59 there
	w.app.Access.ForgetRights()
	office := w.expect(w.refresh(refresh), 200, "").text("accessToken")
	w.expect(w.call(office, "Access/Factor", nil), 200, "")
	w.pass(2 * time.Minute)
	w.expect(w.call(office, "Access/Factor", nil), 401, "no-session")
	w.expect(w.token(obj{"grantType": "password", "userName": "office@demo.test", "password": password}), 401, "access-withdrawn")
	if n := w.expire(); n != 1 {
		t.Fatalf("%d ended", n)
	}
	admin, _ = w.signIn("admin@demo.test")
	if a := w.call(admin, "LogIn/UserManagement", obj{"actions": 0, "UserID": "U-OFFICE"}); !strings.Contains(string(a.body), `"Disabled":true`) {
		t.Fatalf("after: %s", a.body)
	}
	w.expect(w.call(admin, "LogIn/UserManagement", obj{"actions": access.WithdrawUser, "UserID": "U-OFFICE", "Disabled": false}), 200, "")
	w.signIn("office@demo.test") // given back, without the day that is over
}

func TestUntil_TheUserAndTheAdministratorsAreToldOnce(t *testing.T) {
	w := newWorld(t)
	w.zone("America/New_York")
	admin, _ := w.signIn("admin@demo.test")
	w.expect(w.call(admin, "LogIn/UserManagement", obj{"actions": access.ChangeUser, "UserID": "U-DOCK", "AccessUntil": "2026-12-01"}), 200, "")
	if n := w.expire(); n != 0 {
		t.Fatalf("%d told eleven days before", n)
	}
	w.pass(6 * 24 * time.Hour)
	if n := w.expire(); n != 1 {
		t.Fatalf("%d told", n)
	}
	w.expire()
	w.told("U-DOCK", "notify-access-ends")
	w.told("U-ADMIN", "notify-access-of-user-ends")
}

func TestUntil_AnAdministratorStays(t *testing.T) {
	w := newWorld(t)
	admin, _ := w.signIn("admin@demo.test")
	w.expect(w.call(admin, "LogIn/UserManagement", obj{"actions": access.ChangeUser, "UserID": "U-ADMIN", "AccessUntil": "2027-01-31"}), 409, "not-yourself")
	w.expect(w.call(admin, "LogIn/UserManagement", obj{"actions": access.AddUser, "UserName": "eve@demo.test", "Password": "seven grey pallets", "GroupID": "admin", "AccessUntil": "2027-01-31"}), 200, "")
	eve := w.token(obj{"grantType": "password", "userName": "eve@demo.test", "password": "seven grey pallets"}).text("accessToken")
	w.expect(w.call(eve, "LogIn/UserManagement", obj{"actions": access.ChangeUser, "UserID": "U-ADMIN", "AccessUntil": "2027-01-31"}), 409, "last-administrator")
	w.expect(w.call(eve, "LogIn/UserManagement", obj{"actions": access.WithdrawUser, "UserID": "U-ADMIN"}), 409, "last-administrator")
}

func TestUntil_TheDayIsThatOfTheSiteWhereTheUserIsByThen(t *testing.T) {
	w := newWorld(t) // 2026-11-20T14:00Z
	w.zone("America/New_York")
	admin, _ := w.signIn("admin@demo.test")
	change := func(with obj) {
		t.Helper()
		with["actions"], with["UserID"] = access.ChangeUser, "U-OFFICE"
		w.expect(w.call(admin, "LogIn/UserManagement", with), 200, "")
	}
	ends := func() string {
		var at int64
		w.write("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT until_at FROM access_user WHERE id = 'U-OFFICE'`).Scan(&at)
		})
		return time.UnixMilli(at).UTC().Format(time.RFC3339)
	}
	site := func(id, zone string) {
		w.write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO warehouse_site (id, name, zone, address, doors) VALUES (?1, ?1, ?2, '{}', '[]') ON CONFLICT (id) DO UPDATE SET zone = excluded.zone`, id, zone)
			return err
		})
	}
	site("RNO", "America/Los_Angeles")
	for _, c := range []struct {
		what string
		do   func()
		want string
	}{
		{"in New York", func() { change(obj{"AccessUntil": "2026-11-20"}) }, "2026-11-21T05:00:00Z"},
		{"sent to Reno", func() { change(obj{"WarehouseID": "RNO"}) }, "2026-11-21T08:00:00Z"},
		{"another name", func() { change(obj{"FirstName": "Olga"}) }, "2026-11-21T08:00:00Z"},
		{"Reno's clocks are put right", func() { site("RNO", "America/Denver"); w.expire() }, "2026-11-21T07:00:00Z"},
	} {
		c.do()
		if got := ends(); got != c.want {
			t.Errorf("%s: %s", c.what, got)
		}
	}
}
