package access_test

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/store"

	"github.com/pquerna/otp/totp"
)

// factor is a second factor as its user has it: the app's secret and the recovery codes on paper.
type factor struct {
	w             *world
	login, secret string
	setup         string
	recovery      []string
}

// begin asks for a second factor, which does not count yet.
func (w *world) beginFactor(login string) *factor {
	w.t.Helper()
	a := w.expect(w.call("", "Access/BeginFactor", obj{"UserName": login, "Password": password}), 200, "")
	f := &factor{w: w, login: login, secret: a.json()["Secret"].(string), setup: a.json()["Setup"].(string)}
	for _, code := range a.json()["Recovery"].([]any) {
		f.recovery = append(f.recovery, code.(string))
	}
	u, err := url.Parse(a.json()["Address"].(string))
	w.must(err)
	if u.Scheme != "otpauth" || u.Query().Get("secret") != f.secret || u.Query().Get("issuer") != "Demo" || !strings.HasSuffix(u.Path, login) || len(f.recovery) != 10 {
		w.t.Fatalf("set-up: %s", a.body)
	}
	return f
}

// on has a signed-in user's second factor count.
func (w *world) factorOn(login string) *factor {
	w.t.Helper()
	bearer, _ := w.signIn(login)
	f := w.beginFactor(login)
	w.expect(w.call(bearer, "Access/SaveFactor", obj{"Setup": f.setup, "Code": f.code(0)}), 204, "")
	w.pass(time.Minute)
	return f
}

// code is what the app shows on a phone whose clock is off.
func (f *factor) code(off time.Duration) string {
	f.w.t.Helper()
	code, err := totp.GenerateCode(f.secret, f.w.now.Add(off))
	f.w.must(err)
	return code
}

func (f *factor) signIn(code string) answer {
	f.w.t.Helper()
	return f.w.token(obj{"grantType": "password", "userName": f.login, "password": password, "code": code})
}

func TestFactor_SignInTakesACodeOnceItIsOn(t *testing.T) {
	w := newWorld(t)
	other, _ := w.signIn("office@demo.test")
	bearer, _ := w.signIn("office@demo.test")
	f := w.beginFactor("office@demo.test")
	w.expect(w.call(bearer, "Access/SaveFactor", obj{"Setup": f.setup, "Code": "000000"}), 422, "invalid-fields")
	w.signIn("office@demo.test") // it does not count before it is confirmed
	w.expect(w.call(bearer, "Access/SaveFactor", obj{"Setup": f.setup, "Code": f.code(0)}), 204, "")
	w.expect(w.call(other, "Access/Factor", nil), 401, "no-session") // began without
	stand := w.expect(w.call(bearer, "Access/Factor", nil), 200, "").json()
	if stand["On"] != true || stand["Recovery"].(float64) != 10 || stand["Required"] != false {
		t.Fatalf("stands: %v", stand)
	}
	w.expect(w.token(obj{"grantType": "password", "userName": f.login, "password": password}), 401, "second-factor-needed")
	w.expect(w.send(request{path: "LogIn/Login?loginName=" + f.login, body: obj{"password": password}}), 401, "second-factor-needed")
	w.expect(w.token(obj{"grantType": "password", "userName": f.login, "password": "not-the-one", "code": f.code(0)}), 401, "sign-in-failed")
	w.pass(time.Minute)
	w.expect(f.signIn(f.code(0)), 200, "")
	w.pass(time.Minute)
	w.expect(w.send(request{path: "LogIn/Login?loginName=" + f.login, body: obj{"password": password, "code": f.code(0)}}), 200, "")
	w.expect(w.send(request{path: "token?code=123456", body: obj{"grantType": "password", "userName": f.login, "password": password}}), 400, "secret-in-address")
	w.expect(w.call("", "Access/BeginFactor", obj{"UserName": f.login, "Password": password}), 409, "second-factor-on")
	w.expect(w.call("", "Access/BeginFactor", obj{"UserName": f.login, "Password": "not-the-one"}), 401, "sign-in-failed")
}

func TestFactor_ACodeCountsOnce(t *testing.T) {
	w := newWorld(t)
	f := w.factorOn("office@demo.test")
	code := f.code(0)
	w.expect(f.signIn(code), 200, "")
	w.expect(f.signIn(code), 401, "code-used")
	w.pass(time.Minute)
	var in atomic.Int32
	var wg sync.WaitGroup
	code = f.code(0)
	for range 4 {
		wg.Go(func() {
			if f.signIn(code).status == 200 {
				in.Add(1)
			}
		})
	}
	wg.Wait()
	if in.Load() != 1 {
		t.Fatalf("one code let in %d at once", in.Load())
	}
}

func TestFactor_AClockThatIsOffIsNamed(t *testing.T) {
	w := newWorld(t)
	f := w.factorOn("office@demo.test")
	w.expect(f.signIn(f.code(-30*time.Second)), 200, "") // typed slowly
	w.pass(2 * time.Minute)
	fast := f.code(5 * time.Minute)
	a := w.expect(f.signIn(fast), 401, "code-clock-ahead")
	if !strings.Contains(string(a.body), "5 minutes fast") {
		t.Fatalf("fast: %s", a.body)
	}
	a = w.expect(f.signIn(f.code(-7*time.Minute)), 401, "code-clock-behind")
	if !strings.Contains(string(a.body), "7 minutes slow") {
		t.Fatalf("slow: %s", a.body)
	}
	w.pass(5 * time.Minute) // what was told of a code is of no use when its time comes
	w.expect(f.signIn(fast), 401, "code-used")
	w.pass(time.Hour)
	w.expect(f.signIn(f.code(time.Hour)), 401, "code-wrong")
}

func TestFactor_GuessingIsSlowedWhateverThePassword(t *testing.T) {
	w := newWorld(t)
	f := w.factorOn("office@demo.test")
	right := f.code(0)
	for _, code := range []string{"000000", "not a code", "123456"} {
		if code != right {
			w.expect(f.signIn(code), 401, "code-wrong")
		}
	}
	if a := w.expect(f.signIn(right), 429, "too-many-tries"); a.header.Get("Retry-After") != "10" {
		t.Fatalf("Retry-After %q", a.header.Get("Retry-After"))
	}
	w.pass(time.Minute)
	w.expect(f.signIn(f.code(0)), 200, "")
}

func TestFactor_ARecoveryCodeIsGoodOnceAndItsUserIsTold(t *testing.T) {
	w := newWorld(t)
	f := w.factorOn("office@demo.test")
	bearer := w.expect(f.signIn(strings.ToUpper(f.recovery[3])), 200, "").text("accessToken")
	w.expect(f.signIn(f.recovery[3]), 401, "recovery-used")
	if left := w.call(bearer, "Access/Factor", nil).json()["Recovery"]; left.(float64) != 9 {
		t.Fatalf("%v left", left)
	}
	w.told("U-OFFICE", "notify-recovery-used")
	w.pass(time.Minute)
	w.expect(w.call(bearer, "Access/RenewRecovery", obj{"Password": "not-the-one", "Code": f.code(0)}), 422, "invalid-fields")
	again := w.expect(w.call(bearer, "Access/RenewRecovery", obj{"Password": password, "Code": f.code(0)}), 200, "").json()["Recovery"].([]any)
	w.expect(f.signIn(f.recovery[4]), 401, "code-wrong")
	w.expect(f.signIn(again[0].(string)), 200, "")
}

// told fails where a user has not been told something.
func (w *world) told(user, code string) {
	w.t.Helper()
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM notify_notification WHERE user_id = ? AND code = ?`, user, code)
		if n != 1 {
			w.t.Fatalf("%s was told %s %d times", user, code, n)
		}
		return err
	})
}

func TestFactor_AGroupThatRequiresOneHasItSetUpAtTheSignIn(t *testing.T) {
	w := newWorld(t)
	admin, _ := w.signIn("admin@demo.test")
	dock, refresh := w.signIn("dock@demo.test")
	office, _ := w.signIn("office@demo.test")
	w.expect(w.call(office, "Access/RequireFactor", obj{"GroupID": "dock", "Required": true}), 403, "no-right")
	w.expect(w.call(admin, "Access/RequireFactor", obj{"GroupID": "nobody", "Required": true}), 404, "group-unknown")
	w.expect(w.call(admin, "Access/RequireFactor", obj{"GroupID": "admin", "Required": true}), 409, "second-factor-first")
	w.expect(w.call(admin, "Access/RequireFactor", obj{"GroupID": "dock", "Required": true}), 200, "")
	w.expect(w.call(dock, "user-info", nil), 401, "no-session")
	w.expect(w.refresh(refresh), 401, "no-session")
	w.expect(w.call(office, "Access/Factor", nil), 200, "") // other groups go on
	w.expect(w.token(obj{"grantType": "password", "userName": "dock@demo.test", "password": password}), 401, "second-factor-due")
	f := w.beginFactor("dock@demo.test")
	in := obj{"grantType": "password", "userName": f.login, "password": password, "setup": f.setup}
	in["code"] = "000000"
	w.expect(w.token(in), 401, "code-wrong")
	in["code"] = f.code(0)
	bearer := w.expect(w.token(in), 200, "").text("accessToken")
	w.expect(w.call(bearer, "Access/EndFactor", obj{"Password": password, "Code": f.code(0)}), 409, "second-factor-required")
	w.pass(time.Minute)
	w.expect(f.signIn(f.code(0)), 200, "")
	// A group that is saved keeps it.
	w.expect(w.call(admin, "Access/SaveGroup", obj{"GroupID": "dock", "GroupCode": "dock", "GroupName": "Yard"}), 200, "")
	w.expect(w.token(obj{"grantType": "password", "userName": "dock@demo.test", "password": password}), 401, "second-factor-needed")
}

// A program's secret lies in some other system: it is less than the person that it acts for.
func TestFactor_NoProgramTakesOneAway(t *testing.T) {
	w := newWorld(t)
	admin, _ := w.signIn("admin@demo.test")
	program := w.expect(w.token(w.withSecret(admin)), 200, "").text("accessToken")
	w.expect(w.call(program, "user-info", nil), 200, "")
	w.expect(w.call(program, "Access/ResetFactor", obj{"UserID": "U-OFFICE"}), 403, "not-for-programs")
	w.expect(w.call(program, "Access/RequireFactor", obj{"GroupID": "dock", "Required": false}), 403, "not-for-programs")
	w.expect(w.call(admin, "Access/RequireFactor", obj{"GroupID": "dock", "Required": false}), 200, "")
}

func TestFactor_SetUpsAreTheirUsersAndDie(t *testing.T) {
	w := newWorld(t)
	w.other()
	bearer, _ := w.signIn("office@demo.test")
	f, own := w.beginFactor("dock@demo.test"), w.beginFactor("office@demo.test")
	w.expect(w.call(bearer, "Access/SaveFactor", obj{"Setup": f.setup, "Code": f.code(0)}), 409, "second-factor-setup-old")
	w.expect(w.call(bearer, "Access/SaveFactor", obj{"Setup": "AAAA", "Code": "123456"}), 409, "second-factor-setup-old")
	w.expect(w.call(bearer, "Access/SaveFactor", obj{"Setup": own.setup, "Code": ""}), 422, "invalid-fields")
	w.pass(16 * time.Minute)
	bearer, _ = w.signIn("office@demo.test")
	w.expect(w.call(bearer, "Access/SaveFactor", obj{"Setup": own.setup, "Code": own.code(0)}), 409, "second-factor-setup-old")
	w.expect(w.token(obj{"grantType": "password", "userName": own.login, "password": password, "setup": own.setup, "code": own.code(0)}), 409, "second-factor-setup-old")
}

func TestFactor_IsTurnedOffByItsUserOrAnAdministrator(t *testing.T) {
	w := newWorld(t)
	w.other()
	f := w.factorOn("office@demo.test")
	bearer := w.expect(f.signIn(f.code(0)), 200, "").text("accessToken")
	w.pass(time.Minute)
	w.expect(w.call(bearer, "Access/EndFactor", obj{"Password": password, "Code": "000000"}), 422, "invalid-fields")
	w.expect(w.call(bearer, "Access/EndFactor", obj{"Password": password, "Code": f.code(0)}), 204, "")
	w.expect(w.call(bearer, "Access/EndFactor", obj{"Password": password, "Code": f.code(0)}), 409, "second-factor-off")
	w.signIn("office@demo.test")

	f = w.factorOn("office@demo.test")
	bearer = w.expect(f.signIn(f.code(0)), 200, "").text("accessToken")
	stranger, _ := w.signIn("admin@other.test")
	w.expect(w.call(stranger, "Access/ResetFactor", obj{"UserID": "U-OFFICE"}), 404, "user-unknown")
	admin, _ := w.signIn("admin@demo.test")
	w.expect(w.call(bearer, "Access/ResetFactor", obj{"UserID": "U-OFFICE"}), 403, "no-right")
	w.expect(w.call(admin, "Access/ResetFactor", obj{"UserID": "U-DOCK"}), 409, "second-factor-off")
	w.expect(w.call(admin, "Access/ResetFactor", obj{"UserID": "U-ADMIN"}), 409, "second-factor-own")
	if users := w.call(admin, "LogIn/UserManagement", obj{"actions": 0, "UserID": "U-OFFICE"}); !strings.Contains(string(users.body), `"SecondFactor":true`) {
		t.Fatalf("list: %s", users.body)
	}
	w.expect(w.call(admin, "Access/ResetFactor", obj{"UserID": "U-OFFICE"}), 200, "")
	w.expect(w.call(bearer, "Access/Factor", nil), 401, "no-session")
	w.told("U-OFFICE", "notify-second-factor-reset")
	w.signIn("office@demo.test")
}

// An organisation that was moved brings its users' second factors along, locked with the other server's secret.
func TestFactor_OfAnotherServerSaysSo(t *testing.T) {
	w := newWorld(t)
	f := w.factorOn("office@demo.test")
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE access_factor SET secret = x'00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'`)
		return err
	})
	w.expect(f.signIn(f.code(0)), 401, "second-factor-elsewhere")
	w.expect(f.signIn(f.recovery[0]), 200, "")
}
