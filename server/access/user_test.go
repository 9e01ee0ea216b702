package access_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/access"
	"lading/server/kit/fail"
	"lading/server/store"
	"lading/sync/pull"

	"github.com/goccy/go-json"
)

func (w *world) stored(org, user string) (hash string) {
	w.t.Helper()
	w.write(org, func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT password FROM access_user WHERE id = ?`, user).Scan(&hash)
	})
	return hash
}

func TestSignIn_AStrangerCostsOneHashToo(t *testing.T) {
	w := newWorld(t)
	for _, login := range []string{"office@demo.test", "nobody@demo.test"} {
		before := w.app.Access.Hashes()
		w.expect(w.token(obj{"grantType": "password", "userName": login, "password": "not-the-one"}), 401, "sign-in-failed")
		if n := w.app.Access.Hashes() - before; n != 1 {
			t.Errorf("%s cost %d hashes", login, n)
		}
	}
}

func TestSignIn_AnOlderHashIsMadeAnew(t *testing.T) {
	w := newWorld(t)
	old := w.app.Access.WeakHash(password)
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE access_user SET password = ? WHERE id = 'U-OFFICE'`, old)
		return err
	})
	w.expect(w.token(obj{"grantType": "password", "userName": "office@demo.test", "password": "not-the-one"}), 401, "sign-in-failed")
	if w.stored("1", "U-OFFICE") != old {
		t.Fatal("a wrong password changed the hash")
	}
	w.signIn("office@demo.test")
	if got := w.stored("1", "U-OFFICE"); !strings.HasPrefix(got, access.PresentPHC()) {
		t.Fatalf("hash is %s", got)
	}
	w.signIn("office@demo.test")
}

func TestSignIn_ManyAtOnceAllComeIn(t *testing.T) {
	w := newWorld(t)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if a := w.token(obj{"grantType": "password", "userName": "office@demo.test", "password": password}); a.status != 200 {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	wg.Wait()
	release := w.app.Access.FillGate() // twice the cores, and not one more
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := w.app.Access.HashPassword(ctx, "harbour-lights-9"); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("one hash too many: %v", err)
	}
	release()
}

func TestManage_AddsChangesAndWithdraws(t *testing.T) {
	w := newWorld(t)
	w.other()
	admin, _ := w.signIn("admin@demo.test")
	manage := func(action string, body obj) answer {
		return w.send(request{path: "LogIn/UserManagement?actions=" + action, bearer: admin, body: body})
	}
	a := w.expect(manage("2", obj{"UserName": "new@demo.test", "Password": "harbour-lights-9", "FirstName": "Nia", "LastName": "New", "GroupID": "dock", "Warehouses": []string{"ATL"}, "Settings": obj{"InstantOrderEnabled": true}}), 200, "")
	id := a.json()["UserID"].(string)
	if strings.Contains(string(a.body), "argon2id") || strings.Contains(string(a.body), "harbour") {
		t.Fatalf("a password came back: %s", a.body)
	}
	in := obj{"grantType": "password", "userName": "new@demo.test", "password": "harbour-lights-9"}
	first := w.expect(w.token(in), 200, "")

	w.expect(manage("3", obj{"UserID": id, "pageList": "17, 21", "DefaultPageID": 17}), 200, "")
	w.expect(w.call(first.text("accessToken"), "Utils/RefreshPageId", nil), 200, "")
	actor, _, err := w.app.Access.Authenticate(context.Background(), first.text("accessToken"))
	w.must(err)
	if !actor.Pages[17] || !actor.Pages[15] || actor.Pages[18] || actor.Office || !actor.SeesWarehouse("ATL") || actor.SeesWarehouse("DAL") {
		t.Fatalf("rights: %+v", actor)
	}
	w.expect(manage("3", obj{"UserID": id, "DefaultPageID": 74}), 422, "invalid-fields")
	w.expect(manage("3", obj{"UserID": id, "pageList": "17,9998"}), 422, "invalid-fields")
	w.expect(manage("3", obj{"UserID": id, "UserName": "Office@demo.test"}), 409, "login-taken")
	w.expect(manage("3", obj{"UserID": id, "UserName": "admin@other.test"}), 409, "login-taken")
	w.expect(manage("3", obj{"UserID": "U-OTHER", "FirstName": "x"}), 404, "user-unknown")
	w.expect(manage("6", obj{"UserID": "U-OTHER"}), 404, "user-unknown")
	w.expect(manage("3", obj{"UserID": id, "Admin": true}), 400, "unknown-field")
	w.expect(manage("9", obj{"UserID": id}), 422, "invalid-fields")

	w.expect(manage("3", obj{"UserID": id, "UserName": "renamed@demo.test"}), 200, "")
	w.expect(w.token(in), 401, "sign-in-failed")
	in["userName"] = "renamed@demo.test"
	w.expect(w.token(in), 200, "")

	w.expect(manage("6", obj{"UserID": id}), 200, "")
	w.expect(w.call(first.text("accessToken"), "Login/userDetails", nil), 401, "no-session") // at once
	w.expect(w.refresh(first.text("refreshToken")), 401, "no-session")
	w.expect(w.token(in), 401, "access-withdrawn")
	in["password"] = "not-the-one"
	w.expect(w.token(in), 401, "sign-in-failed") // a stranger does not learn that there was such a person
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		if _, err := w.app.Access.Actor(ctx, tx, id); fail.CodeOf(err) != "user-disabled" {
			t.Errorf("a push for a withdrawn person: %v", err)
		}
		return nil
	})
	w.expect(manage("6", obj{"UserID": id, "Disabled": false}), 200, "")
	in["password"] = "harbour-lights-9"
	w.expect(w.token(in), 200, "")

	w.expect(manage("6", obj{"UserID": "U-ADMIN"}), 409, "not-yourself")
	w.expect(manage("3", obj{"UserID": "U-ADMIN", "GroupID": "office"}), 409, "last-administrator")
	list := w.expect(manage("0", obj{}), 200, "").json()["Users"].([]any)
	if len(list) != 4 || strings.Contains(string(manage("0", obj{}).body), "U-OTHER") {
		t.Fatalf("list: %v", list)
	}
}

func TestManage_OnlyAdministratorsWhateverKeyComes(t *testing.T) {
	w := newWorld(t)
	key := map[string]string{"Authorization-Key": "dev", "X-Api-Key": "dev"}
	office, _ := w.signIn("office@demo.test")
	w.expect(w.send(request{path: "LogIn/UserManagement?actions=0", header: key, body: obj{}}), 401, "no-session")
	w.expect(w.send(request{path: "LogIn/UserManagement?actions=0", bearer: office, header: key, body: obj{}}), 403, "no-right")
	w.write("1", func(ctx context.Context, tx *store.Tx) error { // even with the page
		_, err := tx.ExecContext(ctx, `UPDATE access_user SET pages = '107,134' WHERE id = 'U-OFFICE'`)
		return err
	})
	w.pass(31 * time.Second)
	w.expect(w.send(request{path: "LogIn/UserManagement?actions=0", bearer: office, header: key, body: obj{}}), 403, "administrators-only")
	w.expect(w.call(office, "Access/SaveGroup", obj{"GroupCode": "x", "GroupName": "x"}), 403, "administrators-only")
}

func TestManage_ARepeatWithTheSameKeyAddsOnce(t *testing.T) {
	w := newWorld(t)
	admin, _ := w.signIn("admin@demo.test")
	add := request{path: "LogIn/UserManagement?actions=2", bearer: admin, header: map[string]string{"Idempotency-Key": "k1"},
		body: obj{"UserName": "once@demo.test", "Password": "harbour-lights-9", "CopyFrom": "U-DOCK"}}
	a, b := w.expect(w.send(add), 200, ""), w.expect(w.send(add), 200, "")
	if a.json()["UserID"] != b.json()["UserID"] {
		t.Fatal("added twice")
	}
	if d := a.json()["Users"].([]any)[0].(obj); d["GroupCode"] != "dock" || d["WarehouseID"] != "ATL" || d["AllWarehouses"] != false {
		t.Fatalf("not copied: %v", d)
	}
}

func TestUserDetails_OthersAreUnknownToAllButAdministrators(t *testing.T) {
	w := newWorld(t)
	w.other()
	office, _ := w.signIn("office@demo.test")
	admin, _ := w.signIn("admin@demo.test")
	w.expect(w.call(office, "Login/userDetails", obj{"UserID": "U-OFFICE", "clientId": 2}), 200, "")
	w.expect(w.call(office, "Login/userDetails", obj{"UserID": "U-DOCK"}), 404, "user-unknown")
	w.expect(w.call(admin, "Login/userDetails", obj{"UserID": "U-DOCK"}), 200, "")
	w.expect(w.call(admin, "Login/userDetails", obj{"UserID": "U-OTHER", "clientId": 2}), 404, "user-unknown")
	w.expect(w.call(admin, "Access/Sessions", obj{"User": "U-DOCK"}), 200, "")
	w.expect(w.call(office, "Access/Sessions", obj{"User": "U-DOCK"}), 404, "user-unknown")
}

func TestChangePassword_EndsTheOtherSessions(t *testing.T) {
	w := newWorld(t)
	here, hereRefresh := w.signIn("office@demo.test")
	there, thereRefresh := w.signIn("office@demo.test")
	change := func(current, next string) answer {
		return w.call(here, "Access/ChangePassword", obj{"Current": current, "Password": next})
	}
	w.expect(change("not-the-one", "harbour-lights-9"), 422, "invalid-fields")
	for _, bad := range []string{"short", "password1", "12345678", "aaaaaaaaaa", "officeoffice"[:6], "Warehouse2026!", "office99999", strings.Repeat("long", 40), password} {
		if a := change(password, bad); a.status != 422 {
			t.Errorf("%q: %d %s", bad, a.status, a.body)
		}
	}
	w.expect(w.call(there, "Access/Sessions", nil), 200, "")
	w.expect(change(password, "harbour-lights-9"), 204, "")
	w.expect(w.call(there, "Access/Sessions", nil), 401, "no-session")
	w.expect(w.refresh(thereRefresh), 401, "no-session")
	w.expect(w.call(here, "Access/Sessions", nil), 200, "")
	w.expect(w.refresh(hereRefresh), 200, "")
	w.expect(w.token(obj{"grantType": "password", "userName": "office@demo.test", "password": password}), 401, "sign-in-failed")
	w.expect(w.token(obj{"grantType": "password", "userName": "office@demo.test", "password": "harbour-lights-9"}), 200, "")
}

func TestChangePassword_GuessingTheOldOneIsSlowedDown(t *testing.T) {
	w := newWorld(t)
	bearer, _ := w.signIn("office@demo.test")
	for range 3 {
		w.expect(w.call(bearer, "Access/ChangePassword", obj{"Current": "not-the-one", "Password": "harbour-lights-9"}), 422, "invalid-fields")
	}
	w.expect(w.call(bearer, "Access/ChangePassword", obj{"Current": password, "Password": "harbour-lights-9"}), 429, "too-many-tries")
}

func TestSessions_OneSeesAndEndsOnesOwn(t *testing.T) {
	w := newWorld(t)
	w.other()
	office, _ := w.signIn("office@demo.test")
	second, _ := w.signIn("office@demo.test")
	dock, _ := w.signIn("dock@demo.test")
	admin, _ := w.signIn("admin@demo.test")
	foreign, _ := w.signIn("admin@other.test")
	var list []obj
	w.must(json.Unmarshal(w.expect(w.call(office, "Access/Sessions", nil), 200, "").body, &list))
	if len(list) != 2 {
		t.Fatalf("sessions: %v", list)
	}
	other := list[0]["id"].(string)
	if list[0]["current"] == true {
		other = list[1]["id"].(string)
	}
	w.expect(w.call(dock, "Access/EndSession", obj{"Session": other}), 404, "session-unknown")
	w.expect(w.call(foreign, "Access/EndSession", obj{"Session": other}), 404, "session-unknown")
	w.expect(w.call(office, "Access/EndSession", obj{"Session": other}), 204, "")
	w.expect(w.call(second, "Access/Sessions", nil), 401, "no-session")
	w.expect(w.call(admin, "Access/SignOutEverywhere", obj{"User": "U-DOCK"}), 204, "")
	w.expect(w.call(dock, "Access/Sessions", nil), 401, "no-session")
	w.expect(w.call(foreign, "Access/SignOutEverywhere", obj{"User": "U-OFFICE"}), 204, "") // nobody of that name there
	w.expect(w.call(office, "Access/Sessions", nil), 200, "")
	w.expect(w.call(office, "Access/SignOut", nil), 204, "")
	w.expect(w.call(office, "Access/Sessions", nil), 401, "no-session")
}

func TestProfile_IsDueOnceAndFollowsThePersonsDevices(t *testing.T) {
	w := newWorld(t)
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE access_user SET profile_due = 1 WHERE id = 'U-DOCK'`)
		return err
	})
	dock, _ := w.signIn("dock@demo.test")
	tablet := w.enrol(dock)
	row := func() obj {
		t.Helper()
		a := w.expect(w.call(dock, "sync/pull", obj{"device": tablet.id, "schema": pull.Schema, "cursor": "", "warehouses": []string{"ATL"}, "limit": 2000}), 200, "")
		rows, _ := a.json()["put"].(obj)["access_user"].([]any)
		if len(rows) != 1 {
			t.Fatalf("profiles on the device: %s", a.body)
		}
		if strings.Contains(string(a.body), "argon2id") {
			t.Fatal("a password hash is synced")
		}
		return rows[0].(obj)
	}
	if r := row(); r["profileDue"] != true || r["userName"] != "dock@demo.test" || r["allWarehouses"] != false || len(r["pages"].([]any)) < 20 || r["admin"] != false {
		t.Fatalf("profile: %v", r)
	}
	w.expect(w.call(dock, "Access/SaveProfile", obj{"FirstName": "Dan", "LastName": "Dockman", "Email": "nonsense"}), 422, "invalid-fields")
	w.expect(w.call(dock, "Access/SaveProfile", obj{"FirstName": "Dan", "LastName": "Dockman", "Email": "dan@demo.test", "PreferredLanguage": "es", "Password": "harbour-lights-9"}), 422, "invalid-fields")
	w.expect(w.call(dock, "Access/SaveProfile", obj{"FirstName": "Dan", "LastName": "Dockman", "Email": "dan@demo.test", "PreferredLanguage": "es", "Password": "harbour-lights-9", "Current": password}), 200, "")
	if r := row(); r["profileDue"] != false || r["name"] != "Dan Dockman" || r["language"] != "es" {
		t.Fatalf("profile: %v", r)
	}
	w.expect(w.call(dock, "Access/SavePreferences", obj{"DefaultPageID": 74}), 422, "invalid-fields")
	w.expect(w.call(dock, "Access/SavePreferences", obj{"WarehouseID": "DAL"}), 404, "warehouse-not-yours")
	w.expect(w.call(dock, "Access/SavePreferences", obj{"DefaultPageID": 31, "PreferredLanguage": "fr"}), 200, "")
	if r := row(); r["defaultPage"] != 31. || r["language"] != "fr" {
		t.Fatalf("preferences: %v", r)
	}
	w.expect(w.call(dock, "Access/SavePreferences", obj{"DefaultPageID": 0, "WarehouseID": ""}), 200, "")
	if r := row(); r["defaultPage"] != 0. || r["warehouse"] != "" || r["language"] != "fr" {
		t.Fatalf("preferences taken back: %v", r)
	}
	if a := w.expect(w.call(dock, "LogIn/UserAgreementOperation", nil), 200, ""); a.json()["UserAgreement"] != false {
		t.Fatal("agreed by reading")
	}
	w.expect(w.call(dock, "LogIn/UserAgreementOperation", obj{"Agree": true}), 200, "")
	w.pass(time.Hour)
	tokens := w.expect(w.token(obj{"grantType": "password", "userName": "dock@demo.test", "password": "harbour-lights-9"}), 200, "")
	again := w.expect(w.call(tokens.text("accessToken"), "LogIn/UserAgreementOperation", obj{"Agree": true}), 200, "")
	if again.json()["AgreedAt"] != "2026-11-20T14:00:00.000Z" {
		t.Fatalf("the first time counts: %s", again.body)
	}
}

func TestGroups_ChangeWhatTheirPeopleMayOpen(t *testing.T) {
	w := newWorld(t)
	admin, _ := w.signIn("admin@demo.test")
	dock, _ := w.signIn("dock@demo.test")
	var told []string
	w.app.Access.Changed = func(org, user string) { told = append(told, org+"/"+user) }
	w.expect(w.call(dock, "Sync/Devices", nil), 403, "no-right")
	own := w.expect(w.call(dock, "Supplemental/GetGroupPages", nil), 200, "").json()["Groups"].([]any)
	if len(own) != 1 || own[0].(obj)["GroupCode"] != "dock" {
		t.Fatalf("groups: %v", own)
	}
	w.expect(w.call(dock, "Supplemental/GetGroupPages", obj{"GroupID": "admin"}), 404, "group-unknown")
	w.expect(w.call(admin, "Access/SaveGroup", obj{"GroupID": "dock", "GroupCode": "dock", "GroupName": "Dock", "pageList": "31,107"}), 200, "")
	w.expect(w.call(dock, "Sync/Devices", nil), 200, "")
	if len(told) != 1 || told[0] != "1/U-DOCK" {
		t.Fatalf("told of %v", told)
	}
	w.expect(w.call(admin, "Access/OpenPage", obj{"GroupID": "dock", "PageID": 107, "Open": false}), 200, "")
	w.expect(w.call(dock, "Sync/Devices", nil), 403, "no-right")
	opened := w.expect(w.call(admin, "Access/OpenPage", obj{"GroupID": "dock", "PageID": 107, "Open": true}), 200, "").json()["Groups"].([]any)[0].(obj)
	if opened["pageList"] != "31,107" || len(told) != 3 {
		t.Fatalf("%v, told of %v", opened, told)
	}
	w.expect(w.call(dock, "Sync/Devices", nil), 200, "")
	w.expect(w.call(dock, "Access/OpenPage", obj{"GroupID": "dock", "PageID": 66, "Open": true}), 403, "administrators-only")
	w.expect(w.call(admin, "Access/OpenPage", obj{"GroupID": "admin", "PageID": 107, "Open": false}), 409, "group-opens-all")
	for _, id := range []int{40, 7777} { // one that is open to everybody, and none
		w.expect(w.call(admin, "Access/OpenPage", obj{"GroupID": "dock", "PageID": id, "Open": false}), 422, "invalid-fields")
	}
	w.expect(w.call(admin, "Access/SaveGroup", obj{"GroupCode": "Dock", "GroupName": "Dock"}), 409, "group-exists")
	w.expect(w.call(admin, "Access/SaveGroup", obj{"GroupID": "nope", "GroupCode": "x", "GroupName": "x"}), 404, "group-unknown")
	w.expect(w.call(admin, "Access/SaveGroup", obj{"GroupID": "admin", "GroupCode": "bosses", "GroupName": "Bosses"}), 409, "last-administrator")
	w.expect(w.call(admin, "Access/SaveGroup", obj{"GroupID": "dock", "GroupCode": "dock", "GroupName": "Dock", "pageList": ""}), 200, "")
	pages := w.expect(w.call(dock, "Supplemental/LoadPageListWithClientID", obj{"ClientId": 2}), 200, "").json()["Pages"].([]any)
	open := map[float64]bool{}
	for _, p := range pages {
		open[p.(obj)["PageID"].(float64)] = p.(obj)["Open"].(bool)
		if p.(obj)["ClientId"] != "1" {
			t.Fatalf("page of another organisation: %v", p)
		}
	}
	if open[39] || !open[15] || open[107] || open[134] || open[144] { // an empty list opens the default pages
		t.Fatalf("open: %v", open)
	}
}

func TestApplications_ActForTheirPersonUntilTheyAreEnded(t *testing.T) {
	w := newWorld(t)
	w.other()
	admin, _ := w.signIn("admin@demo.test")
	foreign, _ := w.signIn("admin@other.test")
	dock, _ := w.signIn("dock@demo.test")
	w.expect(w.call(dock, "api/user/client-application", obj{"name": "ERP"}), 403, "no-right")
	id := w.expect(w.call(admin, "api/user/client-application", obj{"name": "ERP"}), 200, "").json()["id"].(string)
	look := func(bearer string) answer {
		return w.send(request{method: "GET", path: "api/user/client-application/secret/" + id, bearer: bearer})
	}
	w.expect(look(foreign), 404, "application-unknown")
	s := w.expect(look(admin), 200, "").json()
	w.expect(look(admin), 409, "secret-shown")
	in := obj{"grantType": "client_credentials", "clientId": s["clientId"], "clientSecret": s["clientSecret"]}
	a := w.expect(w.token(in), 200, "")
	if a.text("refreshToken") != "" {
		t.Fatal("a program has its secret and needs no refresh token")
	}
	w.expect(w.send(request{method: "GET", path: "user-info", bearer: a.text("accessToken")}), 200, "")
	w.expect(w.call(foreign, "Access/EndApplication", obj{"id": id}), 404, "application-unknown")
	w.expect(w.call(admin, "Access/EndApplication", obj{"id": id}), 204, "")
	w.expect(w.send(request{method: "GET", path: "user-info", bearer: a.text("accessToken")}), 401, "no-session")
	w.expect(w.token(in), 401, "sign-in-failed")
	w.expect(w.token(obj{"grantType": "client_credentials", "clientId": 7, "clientSecret": "x"}), 401, "sign-in-failed")
	if strings.Contains(string(w.expect(w.call(admin, "Access/Applications", nil), 200, "").body), s["clientSecret"].(string)) {
		t.Fatal("the secret is listed")
	}
}

func TestReindex_TheIndexIsMadeAnewFromTheOrganisations(t *testing.T) {
	w := newWorld(t)
	dock, _ := w.signIn("dock@demo.test")
	d := w.enrol(dock)
	w.write("system", func(ctx context.Context, tx *store.Tx) error {
		for _, table := range []string{"system_login", "system_device", "system_org"} {
			if _, err := tx.ExecContext(ctx, `DELETE FROM `+table); err != nil {
				return err
			}
		}
		return nil
	})
	w.expect(w.token(obj{"grantType": "password", "userName": "dock@demo.test", "password": password}), 401, "sign-in-failed")
	w.must(w.app.Access.Reindex(context.Background(), "1", "DEMO", "Demo"))
	w.signIn("dock@demo.test")
	w.expect(w.token(d.proof(obj{"grantType": "device"})), 200, "")
	ids, err := w.app.Access.Orgs(context.Background())
	w.must(err)
	if len(ids) != 1 || ids[0] != "1" {
		t.Fatalf("organisations: %v", ids)
	}
}

func TestSweep_DropsWhatEndedLongAgoAndNothingElse(t *testing.T) {
	w := newWorld(t)
	_, old := w.signIn("office@demo.test")
	w.pass(29 * 24 * time.Hour)
	_, live := w.signIn("office@demo.test")
	w.must(w.app.Access.Sweep(context.Background()))
	var n int
	count := func() int {
		w.write("system", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM system_session`).Scan(&n)
		})
		return n
	}
	if count() != 2 {
		t.Fatalf("%d sessions", n)
	}
	w.expect(w.refresh(old), 401, "no-session")
	w.pass(5 * 24 * time.Hour)
	live = w.expect(w.refresh(live), 200, "").text("refreshToken")
	for range 5 {
		w.pass(5 * 24 * time.Hour)
		if a := w.refresh(live); a.status == 200 {
			live = a.text("refreshToken")
		}
	}
	w.pass(6 * 24 * time.Hour) // the first has now been over for more than thirty days
	w.must(w.app.Access.Sweep(context.Background()))
	if count() != 1 {
		t.Fatalf("%d sessions", n)
	}
}
