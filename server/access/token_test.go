package access_test

import (
	"context"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/store"

	"github.com/golang-jwt/jwt/v5"
)

func TestToken_PasswordOpensTheOtherCalls(t *testing.T) {
	w := newWorld(t)
	a := w.expect(w.token(obj{"grantType": "password", "userName": "Office@Demo.test", "password": password, "clientId": 1}), 200, "")
	if a.result()["expiresIn"].(float64) > 600 || len(a.text("refreshToken")) != 43 {
		t.Fatalf("tokens: %s", a.body)
	}
	info := w.send(request{method: "GET", path: "user-info", bearer: a.text("accessToken")})
	if w.expect(info, 200, ""); info.text("userName") != "office@demo.test" || info.text("clientId") != "1" {
		t.Fatalf("user-info: %s", info.body)
	}
	claims := jwt.MapClaims{}
	_, _, err := jwt.NewParser().ParseUnverified(a.text("accessToken"), claims)
	w.must(err)
	for name := range claims {
		if !strings.Contains(" iss aud sub iat nbf exp org sid dev ", " "+name+" ") {
			t.Errorf("claim %s has no business in a token", name)
		}
	}
}

func TestToken_WrongPasswordAndUnknownUserAreAlike(t *testing.T) {
	w := newWorld(t)
	a := w.token(obj{"grantType": "password", "userName": "office@demo.test", "password": "not-the-one"})
	b := w.token(obj{"grantType": "password", "userName": "nobody@demo.test", "password": "not-the-one"})
	w.expect(a, 401, "sign-in-failed")
	w.expect(b, 401, "sign-in-failed")
	if a.json()["detail"] != b.json()["detail"] {
		t.Fatalf("the answers differ: %s / %s", a.body, b.body)
	}
}

func TestToken_DelayRisesForTheAddressAndNotForTheAccount(t *testing.T) {
	w := newWorld(t)
	wrong := obj{"grantType": "password", "userName": "office@demo.test", "password": "not-the-one"}
	for range 3 {
		w.expect(w.token(wrong), 401, "sign-in-failed")
	}
	a := w.expect(w.token(obj{"grantType": "password", "userName": "OFFICE@demo.test", "password": password}), 429, "too-many-tries")
	if a.header.Get("Retry-After") != "10" {
		t.Fatalf("Retry-After %q", a.header.Get("Retry-After"))
	}
	w.signIn("dock@demo.test") // others at the same address are let in
	w.pass(11 * time.Second)
	w.expect(w.token(wrong), 401, "sign-in-failed")
	if a := w.expect(w.token(wrong), 429, "too-many-tries"); a.header.Get("Retry-After") != "20" {
		t.Fatalf("second delay %q", a.header.Get("Retry-After"))
	}
	w.pass(21 * time.Second)
	w.signIn("office@demo.test")
	w.expect(w.token(wrong), 401, "sign-in-failed") // forgiven
}

func TestToken_SecretsInTheAddressAreRefused(t *testing.T) {
	w := newWorld(t)
	w.expect(w.send(request{path: "token?password=" + password, body: obj{"grantType": "password", "userName": "office@demo.test"}}), 400, "secret-in-address")
	w.expect(w.send(request{path: "LogIn/Login?loginName=office@demo.test&Password=" + password, body: obj{}}), 400, "secret-in-address")
}

func TestLogin_TheDocumentsOwnSignIn(t *testing.T) {
	w := newWorld(t)
	a := w.expect(w.send(request{path: "LogIn/Login?loginName=dock@demo.test", body: obj{"password": password}}), 200, "")
	details := a.json()["userDetails"].(obj)
	if details["ClientID"] != "1" || details["GroupCode"] != "dock" || strings.Contains(string(a.body), "argon2id") {
		t.Fatalf("details: %s", a.body)
	}
	w.expect(w.call(a.text("accessToken"), "Login/userDetails", nil), 200, "")
	w.expect(w.send(request{path: "LogIn/Login?loginName=dock@demo.test", body: obj{"password": "not-the-one"}}), 401, "sign-in-failed")
}

func TestAuthenticate_ForgedTokensAreRefused(t *testing.T) {
	w := newWorld(t)
	good, refresh := w.signIn("office@demo.test")
	claims := jwt.MapClaims{}
	_, _, err := jwt.NewParser().ParseUnverified(good, claims)
	w.must(err)
	sign := func(m jwt.SigningMethod, key any, typ string, change func(jwt.MapClaims)) string {
		t.Helper()
		c := jwt.MapClaims{}
		for k, v := range claims {
			c[k] = v
		}
		if change != nil {
			change(c)
		}
		tok := jwt.NewWithClaims(m, c)
		tok.Header["typ"] = typ
		s, err := tok.SignedString(key)
		w.must(err)
		return s
	}
	key := w.app.Access.AccessKey()
	set := func(name string, v any) func(jwt.MapClaims) { return func(c jwt.MapClaims) { c[name] = v } }
	parts := strings.Split(good, ".")
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	w.must(err)
	other := base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(payload), "U-OFFICE", "U-ADMIN", 1)))
	if _, _, err := w.app.Access.Authenticate(context.Background(), sign(jwt.SigningMethodHS256, key, "at+jwt", nil)); err != nil {
		t.Fatalf("the test's own signing is wrong: %v", err)
	}
	for name, token := range map[string]string{
		"alg none":            sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, "at+jwt", nil),
		"another algorithm":   sign(jwt.SigningMethodHS512, key, "at+jwt", nil),
		"wrong key":           sign(jwt.SigningMethodHS256, []byte("another key of the right length!"), "at+jwt", nil),
		"wrong type":          sign(jwt.SigningMethodHS256, key, "JWT", nil),
		"expired":             sign(jwt.SigningMethodHS256, key, "at+jwt", set("exp", w.now.Add(-time.Second).Unix())),
		"no expiry":           sign(jwt.SigningMethodHS256, key, "at+jwt", func(c jwt.MapClaims) { delete(c, "exp") }),
		"not yet valid":       sign(jwt.SigningMethodHS256, key, "at+jwt", set("nbf", w.now.Add(time.Minute).Unix())),
		"another audience":    sign(jwt.SigningMethodHS256, key, "at+jwt", set("aud", "elsewhere")),
		"another issuer":      sign(jwt.SigningMethodHS256, key, "at+jwt", set("iss", "elsewhere")),
		"unknown session":     sign(jwt.SigningMethodHS256, key, "at+jwt", set("sid", "01JD000000000000000000000X")),
		"payload changed":     parts[0] + "." + other + "." + parts[2],
		"signature cut":       parts[0] + "." + parts[1] + ".",
		"a refresh token":     refresh,
		"nothing":             "x",
		"session of another":  sign(jwt.SigningMethodHS256, key, "at+jwt", set("sub", "U-ADMIN")),
		"session elsewhere":   sign(jwt.SigningMethodHS256, key, "at+jwt", set("org", "2")),
		"session of a tablet": sign(jwt.SigningMethodHS256, key, "at+jwt", set("dev", "01JD000000000000000000000X")),
	} {
		w.app.Access.ForgetRights()
		if a := w.send(request{method: "GET", path: "user-info", bearer: token}); a.status != 401 || a.code() != "no-session" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	w.expect(w.send(request{method: "GET", path: "user-info"}), 401, "no-session")
	w.expect(w.send(request{method: "GET", path: "user-info", bearer: good}), 200, "")
	w.pass(10*time.Minute + time.Second)
	w.expect(w.send(request{method: "GET", path: "user-info", bearer: good}), 401, "no-session")
}

// The ten cases of rotation.

func TestRefresh_1_RotatesAndKeepsTheSession(t *testing.T) {
	w := newWorld(t)
	_, first := w.signIn("office@demo.test")
	a := w.expect(w.refresh(first), 200, "")
	if a.text("refreshToken") == first || a.text("refreshToken") == "" {
		t.Fatal("not rotated")
	}
	w.expect(w.send(request{method: "GET", path: "user-info", bearer: a.text("accessToken")}), 200, "")
}

func TestRefresh_2_ALostAnswerGetsTheSameSuccessor(t *testing.T) {
	w := newWorld(t)
	_, first := w.signIn("office@demo.test")
	a := w.refresh(first)
	w.pass(10 * time.Second)
	b := w.expect(w.refresh(first), 200, "")
	if a.text("refreshToken") != b.text("refreshToken") {
		t.Fatal("another successor")
	}
	w.expect(w.refresh(b.text("refreshToken")), 200, "")
}

func TestRefresh_3_AtTheEndOfTheGraceItIsStillALostAnswer(t *testing.T) {
	w := newWorld(t)
	_, first := w.signIn("office@demo.test")
	a := w.refresh(first)
	w.pass(30 * time.Second)
	if b := w.expect(w.refresh(first), 200, ""); a.text("refreshToken") != b.text("refreshToken") {
		t.Fatal("another successor")
	}
}

func TestRefresh_4_AfterTheGraceTheFamilyEnds(t *testing.T) {
	w := newWorld(t)
	_, first := w.signIn("office@demo.test")
	a := w.refresh(first)
	w.pass(30*time.Second + time.Millisecond)
	w.expect(w.refresh(first), 401, "no-session")
	w.expect(w.refresh(a.text("refreshToken")), 401, "no-session")
	w.expect(w.send(request{method: "GET", path: "user-info", bearer: a.text("accessToken")}), 401, "no-session")
}

func TestRefresh_5_ADayLaterTheFamilyEnds(t *testing.T) {
	w := newWorld(t)
	_, first := w.signIn("office@demo.test")
	a := w.refresh(first)
	w.pass(24 * time.Hour)
	w.expect(w.refresh(first), 401, "no-session")
	w.expect(w.refresh(a.text("refreshToken")), 401, "no-session")
}

func TestRefresh_6_AnAncestorEndsTheFamily(t *testing.T) {
	w := newWorld(t)
	_, first := w.signIn("office@demo.test")
	next := first
	for range 3 {
		w.pass(time.Minute)
		next = w.expect(w.refresh(next), 200, "").text("refreshToken")
	}
	w.expect(w.refresh(first), 401, "no-session")
	w.expect(w.refresh(next), 401, "no-session")
}

func TestRefresh_7_WithinTheGraceEvenARotatedSuccessorIsGivenAgain(t *testing.T) {
	w := newWorld(t)
	_, first := w.signIn("office@demo.test")
	second := w.refresh(first).text("refreshToken")
	third := w.refresh(second).text("refreshToken")
	if got := w.expect(w.refresh(first), 200, "").text("refreshToken"); got != second {
		t.Fatal("another successor")
	}
	if got := w.expect(w.refresh(second), 200, "").text("refreshToken"); got != third {
		t.Fatal("the chain forked")
	}
}

func TestRefresh_8_OfTwoAtOnceBothGetTheSameSuccessor(t *testing.T) {
	w := newWorld(t)
	_, first := w.signIn("office@demo.test")
	got := make([]string, 8)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = w.refresh(first).text("refreshToken") })
	}
	wg.Wait()
	for _, g := range got {
		if g == "" || g != got[0] {
			t.Fatalf("successors differ: %v", got)
		}
	}
}

func TestRefresh_9_AnotherClientCannotUseABoundToken(t *testing.T) {
	w := newWorld(t)
	bearer, _ := w.signIn("dock@demo.test")
	theirs, _ := w.signIn("dock@demo.test")
	tablet, thief := w.enrol(bearer), w.enrol(theirs)
	a := w.expect(w.token(tablet.proof(obj{"grantType": "password", "userName": "dock@demo.test", "password": password})), 200, "")
	token := a.text("refreshToken")
	w.expect(w.refresh(token), 401, "no-session")
	w.expect(w.token(thief.proof(obj{"grantType": "refresh_token", "refreshToken": token})), 401, "device-unproven")
	w.expect(thief.enrol(a.text("accessToken")), 401, "no-session")
	stolen := thief.proof(obj{"grantType": "refresh_token", "refreshToken": token})
	stolen["device"] = tablet.id
	w.expect(w.token(stolen), 401, "device-unproven")
	w.pass(80 * 24 * time.Hour) // a bound session may lie idle for long
	a = w.expect(w.token(tablet.proof(obj{"grantType": "refresh_token", "refreshToken": token})), 200, "")
	actor, _, err := w.app.Access.Authenticate(context.Background(), a.text("accessToken"))
	if err != nil || actor.Device != tablet.id || actor.User != "U-DOCK" {
		t.Fatalf("actor %+v, %v", actor, err)
	}
	w.pass(11 * 24 * time.Hour)
	w.expect(w.token(tablet.proof(obj{"grantType": "refresh_token", "refreshToken": a.text("refreshToken")})), 401, "no-session")
}

// The network went while the answer was under way, and came back hours later.
func TestRefresh_ALostAnswerIsGivenToTheDeviceThatProvesItselfHoweverLate(t *testing.T) {
	w := newWorld(t)
	bearer, _ := w.signIn("dock@demo.test")
	tablet := w.enrol(bearer)
	again := func(token string) answer {
		return w.token(tablet.proof(obj{"grantType": "refresh_token", "refreshToken": token}))
	}
	first := w.expect(w.token(tablet.proof(obj{"grantType": "password", "userName": "dock@demo.test", "password": password})), 200, "").text("refreshToken")
	w.expect(again(first), 200, "")
	w.pass(5 * time.Minute)
	w.expect(again(first), 200, "")
	w.pass(8 * time.Hour) // the successor is kept no longer
	if err := w.app.Access.Sweep(context.Background()); err != nil {
		t.Fatal(err)
	}
	next := w.expect(again(first), 200, "")
	w.expect(w.send(request{method: "GET", path: "user-info", bearer: next.text("accessToken")}), 200, "")
	w.expect(again(next.text("refreshToken")), 200, "")
	w.expect(w.refresh(first), 401, "no-session") // nobody else's
}

func TestRefresh_10_IdleAndAbsoluteEnd(t *testing.T) {
	w := newWorld(t)
	_, idle := w.signIn("office@demo.test")
	_, used := w.signIn("office@demo.test")
	for range 4 {
		w.pass(6 * 24 * time.Hour)
		used = w.expect(w.refresh(used), 200, "").text("refreshToken")
	}
	w.expect(w.refresh(idle), 401, "no-session") // seven days without use
	w.pass(6*24*time.Hour + time.Minute)
	w.expect(w.refresh(used), 401, "no-session") // thirty days in all
}

func TestRefresh_OnlyHashesAndSealedSuccessorsAreKept(t *testing.T) {
	w := newWorld(t)
	_, first := w.signIn("office@demo.test")
	second := w.refresh(first).text("refreshToken")
	w.write("system", func(ctx context.Context, tx *store.Tx) error {
		rows, err := store.Select[string](ctx, tx, `SELECT hash || '|' || successor FROM system_refresh`)
		for _, r := range rows {
			if strings.Contains(r, first) || strings.Contains(r, second) {
				t.Error("a token stands in the database")
			}
		}
		return err
	})
}

func TestRefresh_UnknownTokensAreRefused(t *testing.T) {
	w := newWorld(t)
	w.expect(w.refresh("AAAA"), 401, "no-session")
	w.expect(w.refresh(""), 401, "no-session")
	w.expect(w.token(obj{"grantType": "implicit"}), 422, "invalid-fields")
}

func TestToken_CookieModeKeepsTheRefreshTokenFromScripts(t *testing.T) {
	w := newWorld(t)
	in := request{path: "token", body: obj{"grantType": "password", "userName": "office@demo.test", "password": password, "cookie": true}, header: map[string]string{"Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"}}
	a := w.expect(w.send(in), 200, "")
	if len(a.cookies) != 1 || a.text("refreshToken") != "" {
		t.Fatalf("cookies %v, body %s", a.cookies, a.body)
	}
	c := a.cookies[0]
	if c.Name != "lading_refresh" || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/api/token" || c.Secure {
		t.Fatalf("cookie on loopback: %+v", c)
	}
	again := request{path: "token", body: obj{"grantType": "refresh_token", "cookie": true}, cookies: []*http.Cookie{c}}
	b := w.expect(w.send(again), 200, "")
	if b.text("refreshToken") != "" || len(b.cookies) != 1 || b.cookies[0].Value == c.Value {
		t.Fatalf("refresh: %v %s", b.cookies, b.body)
	}
	w.expect(w.send(request{path: "token", body: obj{"grantType": "refresh_token", "cookie": true}}), 401, "no-session")
	out := w.expect(w.send(request{path: "token", body: obj{"grantType": "sign_out", "cookie": true}, cookies: b.cookies}), 200, "")
	if len(out.cookies) != 1 || out.cookies[0].Value != "" || out.cookies[0].Expires.After(w.now) {
		t.Fatalf("cookie not cleared: %v", out.cookies)
	}
	w.expect(w.send(request{path: "token", body: obj{"grantType": "refresh_token", "cookie": true}, cookies: b.cookies}), 401, "no-session")
}

func TestToken_CookieModeAnswersOnlyOurOwnPages(t *testing.T) {
	w := newWorld(t)
	body := obj{"grantType": "password", "userName": "office@demo.test", "password": password, "cookie": true}
	for name, h := range map[string]map[string]string{
		"another site":        {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
		"another origin":      {"Origin": "http://evil.example:8080"},
		"another port":        {"Origin": "http://localhost:9999"},
		"a sibling host":      {"Sec-Fetch-Site": "same-site"},
		"a sandboxed frame":   {"Origin": "null"},
		"a form's plain type": {"Content-Type": "-"},
	} {
		if a := w.send(request{path: "token", body: body, header: h}); a.status != 403 || a.code() != "foreign-origin" || len(a.cookies) > 0 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	for _, host := range []string{"freight.example", "192.168.1.20:8080", "localhost.example"} { // over a network, whose it is or not
		w.expect(w.send(request{path: "token", body: body, host: host, header: map[string]string{"Origin": "http://" + host}}), 400, "https-needed")
	}
	for _, host := range []string{"127.0.0.1:8080", "127.0.0.2", "[::1]:8080", "LOCALHOST", "demo.localhost:8080"} {
		w.expect(w.send(request{path: "token", body: body, host: host, header: map[string]string{"Origin": "http://" + host}}), 200, "")
	}
	w.expect(w.send(request{path: "token", body: body, header: map[string]string{"Content-Type": "-", "pageId": "9999"}}), 200, "")
	w.expect(w.send(request{method: "GET", path: "token"}), 405, "method-not-allowed")
}

func TestToken_DeviceProvesItsKeyOnceEach(t *testing.T) {
	w := newWorld(t)
	bearer, _ := w.signIn("dock@demo.test")
	d := w.enrol(bearer)
	proof := d.proof(obj{"grantType": "device"})
	a := w.expect(w.token(proof), 200, "")
	actor, org, err := w.app.Access.Authenticate(context.Background(), a.text("accessToken"))
	if err != nil || org != "1" || actor.User != "" || actor.Device != d.id || actor.Admin || len(actor.Pages) > 0 {
		t.Fatalf("actor %+v of %s, %v", actor, org, err)
	}
	w.expect(w.token(proof), 401, "device-unproven") // the nonce was used
	late := d.proof(obj{"grantType": "device"})
	w.pass(61 * time.Second)
	w.expect(w.token(late), 401, "device-unproven")
	forged := d.proof(obj{"grantType": "device"})
	forged["signature"] = d.sign("another text")
	w.expect(w.token(forged), 401, "device-unproven")
	foreign := d.proof(obj{"grantType": "device"})
	foreign["nonce"] = "made-up"
	foreign["signature"] = d.sign("made-up")
	w.expect(w.token(foreign), 401, "device-unproven")
	stranger := &device{w, "01JD000000000000000000000X", d.key}
	w.expect(w.token(stranger.proof(obj{"grantType": "device"})), 401, "device-unproven")

	w.expect(w.call(a.text("accessToken"), "sync/status", obj{"device": d.id, "outbox": 0}), 200, "")
	w.expect(w.call(a.text("accessToken"), "Login/userDetails", nil), 401, "no-session") // a device is nobody
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE sync_device SET revoked_at = 1 WHERE id = ?`, d.id)
		return err
	})
	w.pass(31 * time.Second)
	// Withdrawn, it may still prove itself and hand over what it holds; nobody signs in on it any more, and it is given nothing.
	w.expect(w.call(a.text("accessToken"), "sync/status", obj{"device": d.id, "outbox": 0}), 200, "")
	w.expect(w.token(d.proof(obj{"grantType": "device"})), 200, "")
	w.expect(w.token(d.proof(obj{"grantType": "password", "userName": "dock@demo.test", "password": "lading-demo"})), 401, "device-unproven")
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE sync_device SET wiped_at = 1 WHERE id = ?`, d.id)
		return err
	})
	w.pass(31 * time.Second)
	w.expect(w.call(a.text("accessToken"), "sync/status", obj{"device": d.id, "outbox": 0}), 401, "no-session")
	w.expect(w.token(d.proof(obj{"grantType": "device"})), 401, "device-unproven")
}

func TestToken_ADeviceClaimedElsewhereStillFindsItsOwnOrganisation(t *testing.T) {
	w := newWorld(t)
	w.other()
	bearer, _ := w.signIn("dock@demo.test")
	d := w.enrol(bearer)
	w.write("system", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO system_device (device, org) VALUES (?, '2')`, d.id)
		return err
	})
	a := w.expect(w.token(d.proof(obj{"grantType": "device"})), 200, "")
	if _, org, err := w.app.Access.Authenticate(context.Background(), a.text("accessToken")); err != nil || org != "1" {
		t.Fatalf("organisation %s, %v", org, err)
	}
}

func TestTicket_OpensOnceWithinHalfAMinute(t *testing.T) {
	w := newWorld(t)
	bearer, _ := w.signIn("dock@demo.test")
	ticket := func() string { return w.expect(w.call(bearer, "hub/ticket", nil), 200, "").json()["ticket"].(string) }
	first := ticket()
	if actor, org, ok := w.app.Access.TakeTicket(first); !ok || org != "1" || actor.User != "U-DOCK" {
		t.Fatalf("ticket: %+v %s %v", actor, org, ok)
	}
	if _, _, ok := w.app.Access.TakeTicket(first); ok {
		t.Fatal("a ticket opened twice")
	}
	late := ticket()
	w.pass(30 * time.Second)
	if _, _, ok := w.app.Access.TakeTicket(late); ok {
		t.Fatal("a late ticket opened")
	}
	ended := ticket()
	w.expect(w.call(bearer, "Access/SignOut", nil), 204, "")
	if _, _, ok := w.app.Access.TakeTicket(ended); ok {
		t.Fatal("the ticket outlived its session")
	}
	if _, _, ok := w.app.Access.TakeTicket(""); ok {
		t.Fatal("no ticket opened")
	}
}
