package access_test

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"lading/server/access"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// jar is a browser: its cookies, and the token that its tab holds.
type jar struct {
	w       *world
	cookies map[string]*http.Cookie
	bearer  string
}

func (w *world) browser(login string) *jar {
	w.t.Helper()
	j := &jar{w: w, cookies: map[string]*http.Cookie{}}
	w.expect(j.token(obj{"grantType": "password", "userName": login, "password": password}), 200, "")
	return j
}

func (j *jar) token(body obj) answer {
	j.w.t.Helper()
	body["cookie"] = true
	r := request{path: "token", body: body}
	for _, c := range j.cookies {
		if c.Value != "" {
			r.cookies = append(r.cookies, c)
		}
	}
	a := j.w.send(r)
	for _, c := range a.cookies {
		j.cookies[c.Name] = c
	}
	if a.status == 200 {
		j.bearer = a.text("accessToken")
	}
	return a
}

func (j *jar) who() string {
	j.w.t.Helper()
	m, _ := j.w.call(j.bearer, "user-info", nil).result()["userId"].(string)
	return m
}

const why = "Order screen shows an error"

func TestImpersonate_AnAdministratorReadsAsAnotherAndComesBack(t *testing.T) {
	w := newWorld(t)
	j := w.browser("admin@demo.test")
	a := w.expect(j.token(obj{"grantType": "impersonate", "user": "U-OFFICE", "reason": why}), 200, "")
	if who := a.result()["user"].(obj); who["id"] != "U-OFFICE" || who["by"] != "Ana Admin" || j.who() != "U-OFFICE" {
		t.Fatalf("looks as %v", who)
	}
	for path, body := range map[string]obj{"Access/SavePreferences": {"PreferredLanguage": "fr"}, "Access/ChangePassword": {"Current": password, "Password": "another long one"}, "Access/SignOutEverywhere": {},
		"token/save": {"guid": "g", "token": "t"}, "sync/push": {"device": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "mutations": []obj{}}, "LogIn/UserManagement": {}} {
		w.expect(w.call(j.bearer, path, body), 403, "impersonation-reads-only")
	}
	w.expect(j.token(obj{"grantType": "impersonate", "user": "U-DOCK", "reason": why}), 403, "administrators-only")
	w.pass(10 * time.Minute)
	w.expect(j.token(obj{"grantType": "refresh_token"}), 200, "")
	if j.who() != "U-OFFICE" {
		t.Fatal("a refresh ended it")
	}
	was := j.bearer
	w.expect(j.token(obj{"grantType": "resume"}), 200, "")
	if j.who() != "U-ADMIN" || j.cookies["lading_own"].Value != "" {
		t.Fatalf("back as %s", j.who())
	}
	w.expect(w.call(was, "user-info", nil), 401, "no-session")
	w.expect(w.call(j.bearer, "Access/SavePreferences", obj{"PreferredLanguage": "en"}), 200, "")

	// Logged on both: in the list of each, in the chain of operations, and told to the user.
	for _, login := range []string{"admin@demo.test", "office@demo.test"} {
		bearer, _ := w.signIn(login)
		list, _ := w.call(bearer, "Access/Impersonations", nil).json()["looks"].([]any)
		if len(list) != 1 || list[0].(obj)["by"] != "Ana Admin" || list[0].(obj)["reason"] != why || list[0].(obj)["endedAt"] == nil {
			t.Errorf("%s sees %v", login, list)
		}
	}
	bearer, _ := w.signIn("dock@demo.test")
	if d := w.call(bearer, "Access/Impersonations", nil).json(); len(d["looks"].([]any)) != 0 || len(d["users"].([]any)) != 0 || d["may"] != false {
		t.Errorf("another sees %v", d)
	}
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		by, err := store.Select[string](ctx, tx, `SELECT user_id FROM op_log WHERE op = 'token'`)
		if err != nil || !slices.Equal(by, []string{"U-ADMIN"}) {
			t.Errorf("logged by %v", by)
		}
		told, err := store.Select[string](ctx, tx, `SELECT user_id FROM notify_notification WHERE code = 'notify-impersonated'`)
		if !slices.Equal(told, []string{"U-OFFICE"}) {
			t.Errorf("told %v", told)
		}
		return err
	})
}

func TestImpersonate_OnlyAdministratorsAndNeverAnother(t *testing.T) {
	w := newWorld(t)
	o := w.browser("office@demo.test")
	w.expect(o.token(obj{"grantType": "impersonate", "user": "U-DOCK", "reason": why}), 403, "administrators-only")
	j := w.browser("admin@demo.test")
	w.expect(j.token(obj{"grantType": "impersonate", "user": "U-DOCK", "reason": "  "}), 422, "invalid-fields")
	w.expect(j.token(obj{"grantType": "impersonate", "reason": why}), 422, "invalid-fields")
	w.expect(j.token(obj{"grantType": "impersonate", "user": "U-ADMIN", "reason": why}), 422, "invalid-fields")
	w.expect(j.token(obj{"grantType": "impersonate", "user": "U-NONE", "reason": why}), 403, "user-disabled")
	if j.who() != "U-ADMIN" {
		t.Fatal("a refusal changed who it is")
	}
	w.expect(w.token(obj{"grantType": "impersonate", "user": "U-DOCK", "reason": why}), 422, "invalid-fields")
	w.expect(w.token(obj{"grantType": "resume", "cookie": true}), 401, "no-session")
}

func TestImpersonate_EndsWithTheTimeTheRightAndTheSignOut(t *testing.T) {
	w := newWorld(t)
	begin := func() *jar {
		j := w.browser("admin@demo.test")
		w.expect(j.token(obj{"grantType": "impersonate", "user": "U-OFFICE", "reason": why}), 200, "")
		return j
	}
	j := begin()
	w.pass(61 * time.Minute)
	w.expect(j.token(obj{"grantType": "refresh_token"}), 401, "no-session")
	w.expect(j.token(obj{"grantType": "resume"}), 200, "")
	if j.who() != "U-ADMIN" {
		t.Fatal("the way back is closed")
	}

	j = begin()
	own := j.cookies["lading_own"]
	w.expect(j.token(obj{"grantType": "sign_out"}), 200, "")
	w.expect(w.send(request{path: "token", body: obj{"grantType": "resume", "cookie": true}, cookies: []*http.Cookie{own}}), 401, "no-session")

	j = begin()
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE access_user SET group_id = (SELECT id FROM access_group WHERE code = 'dock') WHERE id = 'U-ADMIN'`)
		return err
	})
	w.pass(time.Minute)
	w.expect(w.call(j.bearer, "user-info", nil), 401, "no-session")
}

func TestImpersonate_EndsWhenTheAdministratorOwesASecondFactor(t *testing.T) {
	w := newWorld(t)
	j := w.browser("admin@demo.test")
	w.expect(j.token(obj{"grantType": "impersonate", "user": "U-OFFICE", "reason": why}), 200, "")
	w.expect(w.call(j.bearer, "user-info", nil), 200, "")
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE access_group SET second_factor = 1 WHERE code = 'admin'`)
		return err
	})
	w.app.Access.ForgetRights()
	w.expect(w.call(j.bearer, "user-info", nil), 401, "no-session")
}

// A tablet's session stays the tablet's: the refresh token alone opens nothing.
func TestImpersonate_OnADeviceNeedsItsKey(t *testing.T) {
	w := newWorld(t)
	j := w.browser("admin@demo.test")
	d := w.enrol(j.bearer)
	ask := func() obj { return obj{"grantType": "impersonate", "user": "U-OFFICE", "reason": why} }
	w.expect(j.token(ask()), 401, "no-session")
	w.expect(j.token(d.proof(ask())), 200, "")
	pulled := w.call(j.bearer, "sync/pull", obj{"device": d.id, "schema": 1, "cursor": "", "warehouses": []string{}})
	if pulled.status == 401 || pulled.status == 403 || pulled.code() == "not-enrolled" {
		t.Fatalf("pull %d %s", pulled.status, pulled.body)
	}
	w.expect(w.call(j.bearer, "sync/enrol", d.proof(obj{"name": "Dock 4"})), 403, "impersonation-reads-only")
	w.expect(j.token(obj{"grantType": "resume"}), 401, "no-session")
	j2 := w.expect(j.token(d.proof(obj{"grantType": "resume"})), 200, "")
	if j2.text("accessToken") == "" || j.who() != "U-ADMIN" {
		t.Fatal("not back")
	}
}

// A look is known by its session, whatever its administrator is called, and ends when it was to.
func TestImpersonate_IsNoMoreThanALook(t *testing.T) {
	w := newWorld(t)
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE access_user SET first_name = '', last_name = ' ' WHERE id = 'U-ADMIN'`)
		return err
	})
	j := w.browser("admin@demo.test")
	a := w.expect(j.token(obj{"grantType": "impersonate", "user": "U-OFFICE", "reason": why}), 200, "")
	if by := a.result()["user"].(obj)["by"]; by != "admin@demo.test" {
		t.Errorf("an administrator without a name looks as %v", by)
	}
	w.expect(w.call(j.bearer, "Access/SavePreferences", obj{"PreferredLanguage": "fr"}), 403, "impersonation-reads-only")

	// Whoever signs in on this browser next has no way to what the administrator left.
	w.expect(j.token(obj{"grantType": "password", "userName": "dock@demo.test", "password": password}), 200, "")
	if j.cookies["lading_own"].Value != "" {
		t.Error("the administrator's session is still in the browser")
	}
	if a := j.token(obj{"grantType": "resume"}); a.status == 200 {
		t.Error("the next person became the administrator")
	}
}

// A look is worth no more than the session that it is made from: whatever ends that one ends the look, at once, and the list says so.
func TestImpersonate_EndsWithTheAdministratorsOwnSession(t *testing.T) {
	for name, ends := range map[string]func(w *world, elsewhere string, own string){
		"signed out everywhere": func(w *world, elsewhere, _ string) {
			w.expect(w.call(elsewhere, "Access/SignOutEverywhere", obj{}), 204, "")
		},
		"another password": func(w *world, elsewhere, _ string) {
			w.expect(w.call(elsewhere, "Access/ChangePassword", obj{"Current": password, "Password": "another long one"}), 204, "")
		},
		"that one session ended": func(w *world, elsewhere, own string) {
			w.expect(w.call(elsewhere, "Access/EndSession", obj{"Session": own}), 204, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			j := w.browser("admin@demo.test")
			own := w.sessionOf(j.bearer)
			elsewhere, _ := w.signIn("admin@demo.test")
			w.expect(j.token(obj{"grantType": "impersonate", "user": "U-OFFICE", "reason": why}), 200, "")
			w.expect(w.call(j.bearer, "user-info", nil), 200, "")
			w.pass(time.Minute)
			ends(w, elsewhere, own)
			w.expect(w.call(j.bearer, "user-info", nil), 401, "no-session")
			w.expect(j.token(obj{"grantType": "refresh_token"}), 401, "no-session")
			w.pass(time.Minute)
			if at := w.lookEnded(); at != "2026-11-20T14:01:00.000Z" {
				t.Errorf("ended at %v", at)
			}
		})
	}
}

// Who signs out while looking has ended the look then, not an hour after it began; so has the user who ends that session.
func TestImpersonate_IsNotedAsEndedAtTheSignOut(t *testing.T) {
	for name, ends := range map[string]func(w *world, j *jar){
		"by the browser": func(w *world, j *jar) { w.expect(j.token(obj{"grantType": "sign_out"}), 200, "") },
		"by the token": func(w *world, j *jar) {
			w.expect(w.call(j.bearer, "token", obj{"grantType": "sign_out"}), 200, "")
		},
		"by the user": func(w *world, _ *jar) {
			bearer, _ := w.signIn("office@demo.test")
			w.expect(w.call(bearer, "Access/SignOutEverywhere", obj{}), 204, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			j := w.browser("admin@demo.test")
			w.expect(j.token(obj{"grantType": "impersonate", "user": "U-OFFICE", "reason": why}), 200, "")
			w.pass(time.Minute)
			ends(w, j)
			w.expect(w.call(j.bearer, "user-info", nil), 401, "no-session")
			w.pass(time.Minute)
			if at := w.lookEnded(); at != "2026-11-20T14:01:00.000Z" {
				t.Errorf("ended at %v", at)
			}
		})
	}
}

func (w *world) sessionOf(bearer string) string {
	w.t.Helper()
	var list []access.Came
	w.must(json.Unmarshal(w.expect(w.call(bearer, "Access/Sessions", obj{}), 200, "").body, &list))
	for _, s := range list {
		if s.Current {
			return s.ID
		}
	}
	w.t.Fatal("no session")
	return ""
}

// lookEnded is when the only look ended, as an administrator sees it.
func (w *world) lookEnded() any {
	w.t.Helper()
	bearer, _ := w.signIn("office@demo.test")
	list, _ := w.call(bearer, "Access/Impersonations", nil).json()["looks"].([]any)
	if len(list) != 1 {
		w.t.Fatalf("%d looks", len(list))
	}
	return list[0].(obj)["endedAt"]
}
