package access_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/oklog/ulid/v2"

	"lading/server/testkit/signer"
)

// atOnce makes n requests at the same time and counts the answers by status.
func atOnce(n int, ask func(i int) int) map[int]int {
	var mu sync.Mutex
	var all sync.WaitGroup
	got := map[int]int{}
	for i := range n {
		all.Go(func() {
			status := ask(i)
			mu.Lock()
			got[status]++
			mu.Unlock()
		})
	}
	all.Wait()
	return got
}

func TestToken_AHundredWrongPasswordsAtOnceAreThreeHashes(t *testing.T) {
	w := newWorld(t)
	before := w.app.Access.Hashes()
	got := atOnce(100, func(i int) int {
		return w.token(obj{"grantType": "password", "userName": "office@demo.test", "password": fmt.Sprintf("not-the-one-%d", i)}).status
	})
	if n := w.app.Access.Hashes() - before; n != 3 || got[401] != 3 || got[429] != 97 {
		t.Errorf("%d hashes, answers %v", n, got)
	}
	w.signIn("dock@demo.test") // a colleague at the same address
	other := w.expect(w.send(request{path: "LogIn/Login?loginName=dock@demo.test", body: obj{"password": password}}), 200, "")
	if other.text("accessToken") == "" {
		t.Error("the other door")
	}
}

func TestToken_TheBudgetIsTheSameAtEveryDoorOfAPassword(t *testing.T) {
	w := newWorld(t)
	bearer, _ := w.signIn("office@demo.test")
	got := atOnce(30, func(i int) int {
		switch wrong := fmt.Sprintf("not-the-one-%d", i); i % 3 {
		case 0:
			return w.token(obj{"grantType": "password", "userName": "office@demo.test", "password": wrong}).status
		case 1:
			return w.send(request{path: "LogIn/Login?loginName=OFFICE@demo.test", body: obj{"password": wrong}}).status
		default:
			return w.call(bearer, "Access/ChangePassword", obj{"Current": wrong, "Password": "harbour-lights-9"}).status
		}
	})
	if got[429] != 27 {
		t.Errorf("answers %v", got)
	}
}

// A form that was sent empty is no try.
func TestToken_NothingTypedCostsNothing(t *testing.T) {
	w := newWorld(t)
	before := w.app.Access.Hashes()
	for range 5 {
		w.expect(w.token(obj{"grantType": "password", "userName": "office@demo.test", "password": ""}), 401, "sign-in-failed")
		w.expect(w.token(obj{"grantType": "password", "userName": " ", "password": "not-the-one"}), 401, "sign-in-failed")
	}
	if n := w.app.Access.Hashes() - before; n != 0 {
		t.Errorf("%d hashes", n)
	}
	w.signIn("office@demo.test")
}

func TestToken_AProgramsSecretIsGuessedNoFaster(t *testing.T) {
	w := newWorld(t)
	bearer, _ := w.signIn("admin@demo.test")
	id := w.expect(w.call(bearer, "user/client-application", obj{"name": "ERP"}), 200, "").json()["clientId"]
	got := atOnce(50, func(i int) int {
		return w.token(obj{"grantType": "client_credentials", "clientId": id, "clientSecret": fmt.Sprintf("guess-%d", i)}).status
	})
	if got[401] != 3 || got[429] != 47 {
		t.Errorf("answers %v", got)
	}
}

// Ada's tablet is hers, whatever her neighbours and strangers elsewhere do.
func TestToken_AKnownDeviceIsNotLockedOutByItsNeighbours(t *testing.T) {
	w := newWorld(t)
	bearer, _ := w.signIn("dock@demo.test")
	d := w.enrol(bearer)
	atOnce(200, func(i int) int { // from the same address: her account, and many others
		login := "dock@demo.test"
		if i%2 == 0 {
			login = fmt.Sprintf("guess%d@demo.test", i)
		}
		return w.token(obj{"grantType": "password", "userName": login, "password": "not-the-one"}).status
	})
	w.expect(w.token(obj{"grantType": "password", "userName": "dock@demo.test", "password": password}), 429, "too-many-tries")
	w.expect(w.token(d.proof(obj{"grantType": "password", "userName": "dock@demo.test", "password": password})), 200, "")
	w.expect(w.token(d.proof(obj{"grantType": "password", "userName": "office@demo.test", "password": password})), 200, "") // a colleague's first time on it
	for range 3 {
		w.expect(w.token(d.proof(obj{"grantType": "password", "userName": "dock@demo.test", "password": "not-the-one"})), 401, "sign-in-failed")
	}
	w.expect(w.token(d.proof(obj{"grantType": "password", "userName": "dock@demo.test", "password": password})), 429, "too-many-tries") // its own budget
	forged := &device{w, d.id, signer.New()}
	w.expect(w.token(forged.proof(obj{"grantType": "password", "userName": "dock@demo.test", "password": password})), 401, "device-unproven")
	unknown := &device{w, ulid.Make().String(), signer.New()}
	w.expect(w.token(unknown.proof(obj{"grantType": "password", "userName": "dock@demo.test", "password": password})), 401, "device-unproven")
}

func TestToken_AShiftsTabletsBehindOneAddressAllComeIn(t *testing.T) {
	w := newWorldOf(t, true)
	tablets := make([]*device, 150)
	for i := range tablets {
		bearer, _ := w.signIn("dock@demo.test")
		tablets[i] = w.enrol(bearer)
	}
	// The old session is refused first, as the app does it; then each signs in, half of them as devices that nobody knows yet.
	got := atOnce(len(tablets), func(i int) int {
		if a := w.token(tablets[i].proof(obj{"grantType": "refresh_token", "refreshToken": "ended"})); a.status != 401 {
			return a.status
		}
		body := obj{"grantType": "password", "userName": "dock@demo.test", "password": password}
		if i%2 == 0 {
			body = tablets[i].proof(body)
		}
		return w.token(body).status
	})
	if got[200] != len(tablets) {
		t.Errorf("answers %v", got)
	}
}

// A second factor's six digits are guessed no faster than a password, by whoever has the password.
func TestFactor_AHundredWrongCodesAtOnceAreThreeTries(t *testing.T) {
	w := newWorld(t)
	f := w.factorOn("office@demo.test")
	right := f.code(0)
	got := atOnce(100, func(i int) int {
		code := fmt.Sprintf("%06d", i)
		if code == right {
			code = "999999"
		}
		return f.signIn(code).status
	})
	if got[401] != 3 || got[429] != 97 {
		t.Errorf("answers %v", got)
	}
}
