package access_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"lading/server/kit/outward"
	"lading/server/store"
	"lading/server/testkit/openidtest"

	"github.com/go-jose/go-jose/v4"
	"github.com/goccy/go-json"
)

// openWorld is a world whose organisation 1 signs in at a real provider.
func openWorld(t *testing.T, group string, who ...openidtest.Person) (*world, *openidtest.Provider) {
	t.Helper()
	w := newWorld(t)
	w.reaches()
	p, err := openidtest.Start("127.0.0.1:0", "https://tms.example.com/", who...)
	w.must(err)
	t.Cleanup(func() { _ = p.Close() })
	w.setOpenID(obj{"Issuer": p.Issuer, "ClientId": openidtest.Client, "ClientSecret": openidtest.Secret, "GroupID": group, "Active": true})
	return w, p
}

// reaches lets the world out to this machine's own network, at the present time, which a provider's tokens tell.
func (w *world) reaches() {
	w.now = time.Now().UTC()
	w.app.Access.PublicURL, w.app.Access.Outward, w.app.Access.OutwardPrivate = "https://tms.example.com", outward.Client(20*time.Second, true), true
}

func (w *world) setOpenID(set obj) {
	w.t.Helper()
	admin, _ := w.signIn("admin@demo.test")
	set["Rev"] = w.expect(w.call(admin, "Access/OpenID", nil), 200, "").json()["Rev"]
	w.expect(w.call(admin, "Access/SaveOpenID", set), 200, "")
}

// beginOpenID gives where the browser goes, and what it holds.
func (w *world) beginOpenID(org string) (address, held string) {
	w.t.Helper()
	a := w.expect(w.call("", "Access/BeginOpenID", obj{"Org": org}), 200, "").json()
	return a["Address"].(string), a["Held"].(string)
}

// comeBack signs somebody in at the provider and gives the grant that the answer makes.
func (w *world) comeBack(p *openidtest.Provider, person string) obj {
	w.t.Helper()
	address, held := w.beginOpenID("1")
	q, err := p.SignIn(address, person)
	w.must(err)
	return obj{"grantType": "openid", "answer": q.Get("code"), "state": q.Get("state"), "held": held}
}

var (
	dan  = openidtest.Person{ID: "dan", Name: "Dan Dock", Email: "Dock@Demo.test", Verified: true}
	olga = openidtest.Person{ID: "olga", Name: "Olga New", Email: "olga@demo.test", Verified: true}
	fake = openidtest.Person{ID: "fake", Name: "Ana Admin", Email: "admin@demo.test"}
)

func TestOpenID_SignsInTheUserWithTheVerifiedEmail(t *testing.T) {
	w, p := openWorld(t, "", dan, olga, fake)
	a := w.expect(w.token(w.comeBack(p, "dan")), 200, "")
	if got := a.result()["user"].(obj)["id"]; got != "U-DOCK" {
		t.Fatalf("signed in as %v", got)
	}
	w.expect(w.token(w.comeBack(p, "olga")), 401, "openid-no-user")
	w.expect(w.token(w.comeBack(p, "fake")), 401, "openid-email-unverified")
	// Another e-mail address of the user changes nothing: the person is known by now.
	admin, _ := w.signIn("admin@demo.test")
	w.expect(w.call(admin, "LogIn/UserManagement", obj{"actions": 3, "UserID": "U-DOCK", "Email": "dan@elsewhere.test"}), 200, "")
	w.expect(w.token(w.comeBack(p, "dan")), 200, "")
	users := w.expect(w.call(admin, "LogIn/UserManagement", obj{"actions": 0, "UserID": "U-DOCK"}), 200, "").json()["Users"].([]any)
	if users[0].(obj)["OpenID"] != true {
		t.Errorf("the list of users does not show the link: %v", users[0])
	}
	// Access that is withdrawn is withdrawn whoever vouches.
	w.expect(w.call(admin, "LogIn/UserManagement", obj{"actions": 6, "UserID": "U-DOCK"}), 200, "")
	w.expect(w.token(w.comeBack(p, "dan")), 401, "access-withdrawn")
}

func TestOpenID_AnAnswerCountsOnceAndWhereItWasAskedFor(t *testing.T) {
	w, p := openWorld(t, "", dan)
	grant := w.comeBack(p, "dan")
	_, foreign := w.beginOpenID("1") // of another browser
	for name, change := range map[string]obj{
		"another browser's":   {"held": foreign},
		"no browser's":        {"held": ""},
		"made up":             {"held": "1.AAAA"},
		"another state":       {"state": "made-up"},
		"another sender":      {"iss": "https://evil.example"},
		"no code":             {"answer": ""},
		"a second factor’s":   {"answer": "", "code": "123456"},
		"another’s blob kind": {"answer": "", "held": grant["held"], "code": "1", "setup": "x"},
	} {
		forged := obj{}
		for _, from := range []obj{grant, change} {
			for k, v := range from {
				forged[k] = v
			}
		}
		if a := w.token(forged); a.status != 401 || a.code() != "openid-refused" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	wrong := obj{"grantType": "openid", "answer": "made-up", "state": grant["state"], "held": grant["held"]}
	if a := w.token(wrong); a.code() != "openid-refused" {
		t.Errorf("a code that the provider did not give: %s", a.body)
	}
	w.expect(w.token(grant), 401, "openid-used") // that try used it up
	good := w.comeBack(p, "dan")
	w.expect(w.token(good), 200, "")
	w.expect(w.token(good), 401, "openid-used")
	late := w.comeBack(p, "dan")
	w.pass(11 * time.Minute)
	w.expect(w.token(late), 401, "openid-late")
	w.expect(w.send(request{path: "token?answer=x", body: obj{"grantType": "openid"}}), 400, "secret-in-address")
}

func TestOpenID_TwoAtOnceWithOneAnswerAreOne(t *testing.T) {
	w, p := openWorld(t, "", dan)
	grant := w.comeBack(p, "dan")
	var in sync.WaitGroup
	status := make([]int, 4)
	for i := range status {
		in.Add(1)
		go func() { defer in.Done(); status[i] = w.token(grant).status }()
	}
	in.Wait()
	n := 0
	for _, s := range status {
		if s == 200 {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d of 4 came in: %v", n, status)
	}
}

func TestOpenID_ASecondFactorAndADeviceAreAskedForAsWithAPassword(t *testing.T) {
	w, p := openWorld(t, "", dan)
	bearer, _ := w.signIn("dock@demo.test")
	d := w.enrol(bearer)
	f := w.factorOn("dock@demo.test")
	w.now = time.Now().UTC()
	asked := w.expect(w.token(d.proof(w.comeBack(p, "dan"))), 401, "second-factor-needed")
	held := asked.json()["params"].(obj)["held"]
	w.expect(w.token(obj{"grantType": "openid", "held": held}), 401, "openid-refused") // half a sign-in is none
	w.expect(w.token(obj{"grantType": "openid", "held": held, "code": "000000"}), 401, "code-wrong")
	w.pass(2 * time.Minute)
	a := w.expect(w.token(d.proof(obj{"grantType": "openid", "held": held, "code": f.code(0)})), 200, "")
	refresh := obj{"grantType": "refresh_token", "refreshToken": a.text("refreshToken")}
	w.expect(w.token(refresh), 401, "no-session") // the session is the device's
	stranger := &device{w, d.id, w.enrol(bearerOf(w)).key}
	if got := w.token(stranger.proof(w.comeBack(p, "dan"))); got.code() != "device-unproven" {
		t.Errorf("a device with another key: %s", got.body)
	}
	// What was held opens nothing once the user is that person no more, or the provider is turned off, and nothing once the second factor is gone.
	admin, _ := w.signIn("admin@demo.test")
	w.expect(w.call(admin, "Access/UnlinkOpenID", obj{"UserID": "U-DOCK"}), 200, "")
	w.pass(2 * time.Minute)
	w.expect(w.token(obj{"grantType": "openid", "held": held, "code": f.code(0)}), 401, "openid-refused")
	w.now = time.Now().UTC()
	held = w.expect(w.token(w.comeBack(p, "dan")), 401, "second-factor-needed").json()["params"].(obj)["held"]
	off := obj{"Issuer": p.Issuer, "ClientId": openidtest.Client, "Active": false}
	w.setOpenID(off)
	w.pass(4 * time.Minute)
	w.expect(w.token(obj{"grantType": "openid", "held": held, "code": f.code(0)}), 401, "openid-off")
	w.setOpenID(obj{"Issuer": p.Issuer, "ClientId": openidtest.Client, "ClientSecret": openidtest.Secret, "Active": true})
	held = w.expect(w.token(w.comeBack(p, "dan")), 401, "second-factor-needed").json()["params"].(obj)["held"]
	w.expect(w.call(admin, "Access/ResetFactor", obj{"UserID": "U-DOCK"}), 200, "")
	w.expect(w.token(obj{"grantType": "openid", "held": held, "code": "123456"}), 401, "openid-refused")
	// A group that requires one has it set up at the provider's word.
	w.expect(w.call(admin, "Access/RequireFactor", obj{"GroupID": "dock", "Required": true}), 200, "")
	due := w.expect(w.token(w.comeBack(p, "dan")), 401, "second-factor-due").json()["params"].(obj)["held"]
	w.expect(w.token(obj{"grantType": "openid", "held": due, "code": "123456"}), 401, "openid-refused")
	w.expect(w.call("", "Access/BeginFactor", obj{}), 422, "invalid-fields")
	begun := w.expect(w.call("", "Access/BeginFactor", obj{"Held": due}), 200, "").json()
	f = &factor{w: w, secret: begun["Secret"].(string)}
	w.expect(w.token(obj{"grantType": "openid", "held": due, "setup": begun["Setup"], "code": f.code(0)}), 200, "")
}

func bearerOf(w *world) string { bearer, _ := w.signIn("office@demo.test"); return bearer }

func TestOpenID_MakesUsersOnlyWhereTheOrganisationSaysSo(t *testing.T) {
	w, p := openWorld(t, "dock", olga, dan)
	a := w.expect(w.token(w.comeBack(p, "olga")), 200, "")
	d := w.expect(w.call(a.text("accessToken"), "Login/userDetails", nil), 200, "").json()["userDetails"].(obj)
	if d["UserName"] != "olga@demo.test" || d["FirstName"] != "Olga" || d["GroupCode"] != "dock" || d["AllWarehouses"] != false || len(d["Warehouses"].([]any)) != 0 {
		t.Fatalf("made: %v", d)
	}
	w.expect(w.token(obj{"grantType": "password", "userName": "olga@demo.test", "password": ""}), 401, "sign-in-failed")
	w.expect(w.token(w.comeBack(p, "olga")), 200, "")
	w.expect(w.token(w.comeBack(p, "dan")), 200, "")
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		if n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM access_user`); err != nil || n != 4 {
			t.Errorf("%d users (%v)", n, err)
		}
		return nil
	})
}

func TestOpenID_APersonWhoseAddressWentToAnotherIsNotTheUser(t *testing.T) {
	heir := openidtest.Person{ID: "heir", Name: "Don Heir", Email: "dock@demo.test", Verified: true}
	w, p := openWorld(t, "", dan, heir)
	w.expect(w.token(w.comeBack(p, "dan")), 200, "")
	w.expect(w.token(w.comeBack(p, "heir")), 401, "openid-linked-otherwise")
	admin, _ := w.signIn("admin@demo.test")
	w.expect(w.call(admin, "Access/UnlinkOpenID", obj{"UserID": "U-DOCK"}), 200, "")
	w.expect(w.call(admin, "Access/UnlinkOpenID", obj{"UserID": "U-DOCK"}), 409, "openid-not-linked")
	w.expect(w.token(w.comeBack(p, "heir")), 200, "")
	// Two users with one address are neither.
	w.expect(w.call(admin, "Access/UnlinkOpenID", obj{"UserID": "U-DOCK"}), 200, "")
	w.expect(w.call(admin, "LogIn/UserManagement", obj{"actions": 3, "UserID": "U-OFFICE", "Email": "dock@demo.test"}), 200, "")
	w.expect(w.token(w.comeBack(p, "heir")), 401, "openid-several-users")
}

func TestOpenID_IsSetUpByAnAdministratorAndKeepsItsSecret(t *testing.T) {
	w, p := openWorld(t, "", dan)
	w.other()
	admin, _ := w.signIn("admin@demo.test")
	office, _ := w.signIn("office@demo.test")
	set := func(change obj) obj {
		s := obj{"Issuer": p.Issuer, "ClientId": openidtest.Client, "Active": true, "Rev": 1}
		for k, v := range change {
			s[k] = v
		}
		return s
	}
	for field, change := range map[string]obj{"Issuer": {"Issuer": p.Issuer + "/nobody"}, "ClientId": {"ClientId": ""}, "GroupID": {"GroupID": "admin"}} {
		a := w.expect(w.call(admin, "Access/SaveOpenID", set(change)), 422, "invalid-fields")
		if got := a.json()["errors"].([]any); len(got) != 1 || got[0].(obj)["field"] != field {
			t.Errorf("%s: %s", field, a.body)
		}
	}
	w.expect(w.call(admin, "Access/SaveOpenID", set(obj{"Rev": 0})), 409, "row-changed-meanwhile")
	w.expect(w.call(office, "Access/SaveOpenID", set(nil)), 403, "no-right")
	w.expect(w.call(office, "Access/OpenID", nil), 403, "no-right")
	told := w.expect(w.call(admin, "Access/OpenID", nil), 200, "").json()
	if told["HasSecret"] != true || told["RedirectUrl"] != "https://tms.example.com/" || told["SignInUrl"] != "https://tms.example.com/?org=1" || told["ClientSecret"] != nil {
		t.Errorf("told: %v", told)
	}
	w.expect(w.call(admin, "Access/SaveOpenID", set(nil)), 200, "") // an empty secret stays
	w.expect(w.token(w.comeBack(p, "dan")), 200, "")
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		secret, _, err := store.Get[[]byte](ctx, tx, `SELECT secret FROM access_openid`)
		if err != nil || len(secret) == 0 || string(secret) == openidtest.Secret {
			t.Errorf("the secret lies open: %q %v", secret, err)
		}
		return err
	})
	// The other organisation has none, and no way to this one's.
	w.expect(w.call("", "Access/BeginOpenID", obj{"Org": "2"}), 401, "openid-off")
	w.expect(w.call("", "Access/BeginOpenID", obj{"Org": "no-such"}), 401, "openid-off")
	other, _ := w.signIn("admin@other.test")
	if told := w.expect(w.call(other, "Access/OpenID", nil), 200, "").json(); told["Issuer"] != "" {
		t.Errorf("another organisation's: %v", told)
	}
	w.expect(w.call(other, "Access/UnlinkOpenID", obj{"UserID": "U-DOCK"}), 404, "user-unknown")
	grant := w.comeBack(p, "dan") // turned off while somebody is at the provider
	w.expect(w.call(admin, "Access/SaveOpenID", obj{"Issuer": p.Issuer, "ClientId": openidtest.Client, "Active": false, "Rev": 2}), 200, "")
	w.expect(w.token(grant), 401, "openid-off")
	w.expect(w.call("", "Access/BeginOpenID", obj{"Org": "1"}), 401, "openid-off")
	w.app.Access.OutwardPrivate = false
	a := w.expect(w.call(admin, "Access/SaveOpenID", set(obj{"Rev": 3})), 422, "invalid-fields")
	if got := a.json()["errors"].([]any); got[0].(obj)["code"] != "openid-not-https" {
		t.Errorf("an address without encryption: %s", a.body)
	}
}

// Who chooses the provider chooses who comes in as whom: the page of the users alone, without being an administrator, does not bring that.
func TestOpenID_IsForAdministratorsAloneAlsoAmongThoseWhoKeepUsers(t *testing.T) {
	w, p := openWorld(t, "", dan)
	w.expect(w.token(w.comeBack(p, "dan")), 200, "")
	admin, _ := w.signIn("admin@demo.test")
	w.expect(w.call(admin, "LogIn/UserManagement", obj{"actions": 3, "UserID": "U-OFFICE", "pageList": "12,107", "DefaultPageID": 12}), 200, "")
	keeper, _ := w.signIn("office@demo.test")
	evil := obj{"Issuer": "https://evil.example", "ClientId": openidtest.Client, "Active": true, "Rev": 1}
	w.expect(w.call(keeper, "Access/SaveOpenID", evil), 403, "administrators-only")
	w.expect(w.call(keeper, "Access/UnlinkOpenID", obj{"UserID": "U-DOCK"}), 403, "administrators-only")
	w.expect(w.token(w.comeBack(p, "dan")), 200, "")
}

// liar is a provider that says what a test has it say.
type liar struct {
	*httptest.Server
	key    *rsa.PrivateKey // published
	signer *rsa.PrivateKey
	claims func(l *liar) obj
	raw    string // in the token's place
}

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	say := func(v any) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v)
	}
	switch r.URL.Path {
	case "/.well-known/openid-configuration":
		say(obj{"issuer": l.URL, "authorization_endpoint": l.URL + "/auth", "token_endpoint": l.URL + "/token", "jwks_uri": l.URL + "/keys", "id_token_signing_alg_values_supported": []string{"RS256"}})
	case "/keys":
		say(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: l.key.Public(), KeyID: "1", Algorithm: "RS256", Use: "sig"}}})
	case "/token":
		token := l.raw
		if token == "" {
			s, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: l.signer, KeyID: "1"}}, nil)
			if err != nil {
				panic(err)
			}
			b, _ := json.Marshal(l.claims(l))
			signed, err := s.Sign(b)
			if err != nil {
				panic(err)
			}
			token, _ = signed.CompactSerialize()
		}
		say(obj{"access_token": "a", "token_type": "Bearer", "id_token": token})
	default:
		http.NotFound(w, r)
	}
}

func TestOpenID_ATokenThatIsForgedOrMeantForOthersIsRefused(t *testing.T) {
	w := newWorld(t)
	w.reaches()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	w.must(err)
	another, err := rsa.GenerateKey(rand.Reader, 2048)
	w.must(err)
	l := &liar{key: key, signer: key}
	l.Server = httptest.NewServer(l)
	t.Cleanup(l.Close)
	w.setOpenID(obj{"Issuer": l.URL, "ClientId": "lading", "Active": true})
	try := func(change obj, signer *rsa.PrivateKey, raw string) answer {
		address, held := w.beginOpenID("1")
		u, err := url.Parse(address)
		w.must(err)
		q := u.Query()
		if q.Get("code_challenge_method") != "S256" || q.Get("code_challenge") == "" || q.Get("nonce") == "" || q.Get("redirect_uri") != "https://tms.example.com/" {
			t.Fatalf("asked without: %s", address)
		}
		l.signer, l.raw = signer, raw
		l.claims = func(l *liar) obj {
			c := obj{"iss": l.URL, "aud": "lading", "sub": "s1", "nonce": q.Get("nonce"), "iat": w.now.Unix(), "exp": w.now.Add(time.Minute).Unix(), "email": "dock@demo.test", "email_verified": "true"}
			for k, v := range change {
				c[k] = v
			}
			return c
		}
		return w.token(obj{"grantType": "openid", "answer": "any", "state": q.Get("state"), "held": held})
	}
	w.expect(try(nil, key, ""), 200, "") // so that each refusal below is for its own reason
	for name, change := range map[string]obj{
		"another nonce": {"nonce": "made-up"}, "no nonce": {"nonce": nil}, "another audience": {"aud": "somebody else"}, "another issuer": {"iss": "https://evil.example"}, "expired": {"exp": w.now.Add(-time.Hour).Unix()},
	} {
		if a := try(change, key, ""); a.status != 401 || a.code() != "openid-refused" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	for name, a := range map[string]answer{
		"another key": try(nil, another, ""), "no signature": try(nil, key, "eyJhbGciOiJub25lIn0.e30."), "no token": try(nil, key, "-"),
	} {
		if a.status != 401 || a.code() != "openid-refused" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	if a := try(obj{"sub": "s2", "email_verified": "false", "email": "office@demo.test"}, key, ""); a.code() != "openid-email-unverified" {
		t.Errorf("not verified: %s", a.body)
	}
	l.Close()
	address, held := w.beginOpenID("1")
	u, err := url.Parse(address)
	w.must(err)
	w.expect(w.token(obj{"grantType": "openid", "answer": "any", "state": u.Query().Get("state"), "held": held}), 503, "openid-unreachable")
}
