package app

import (
	"bytes"
	"context"
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/access"
	"lading/server/kit/blob"
	"lading/server/store"
)

type fields = map[string]any

// said is what a running server has printed.
type said struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// serving runs the program on the folders as the shell would, until the test ends it.
func (f folders) serving(t *testing.T) (out *said, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out = &said{}
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, out, append([]string{"serve", "--addr", "127.0.0.1:0"}, f.args()...)) }()
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, ok := findDoor(f.data); ok {
			break
		}
		select {
		case err := <-ended:
			t.Fatalf("the server ended: %v\n%s", err, out)
		default:
		}
		if time.Now().After(end) {
			t.Fatalf("no door:\n%s", out)
		}
	}
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return out, stop
}

// clocked opens the program with a clock that the test moves.
func (f folders) clocked(t *testing.T) (*App, func(time.Duration)) {
	t.Helper()
	var mu sync.Mutex
	now := time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)
	a, err := New(context.Background(), Config{Data: f.data, Replica: f.replica, SecretFile: f.secret, PublicURL: "https://tms.example.com", Clock: func() time.Time { mu.Lock(); defer mu.Unlock(); return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.close(t, a) })
	return a, func(d time.Duration) { mu.Lock(); defer mu.Unlock(); now = now.Add(d) }
}

func founder(code string) fields {
	return fields{"SetupCode": code, "FirstName": "Ada", "LastName": "Moreno", "Email": "ada@acme.test", "Password": "seven grey pallets",
		"Org": fields{"Name": "Acme Freight", "Code": "acme", "Zone": "America/Chicago", "Units": "metric", "Language": "es", "Primary": "#144895", "Secondary": "#767676"}}
}

func wantCode(t *testing.T, what string, status int, out fields, wantStatus int, code string) {
	t.Helper()
	if got, _ := out["code"].(string); status != wantStatus || got != code {
		t.Fatalf("%s: %d %v, want %d %s", what, status, out, wantStatus, code)
	}
}

func enter(t *testing.T, a *App, login, password string) (string, int) {
	t.Helper()
	status, out := post(t, a, "/api/token", "", fields{"grantType": "password", "userName": login, "password": password})
	if status != 200 {
		return "", status
	}
	return out["result"].(fields)["accessToken"].(string), status
}

func TestSetUp_TheCodeIsGoodOnceAndForAnHour(t *testing.T) {
	a, pass := newFolders(t).clocked(t)
	ctx := context.Background()
	old, _, err := a.Access.OfferSetup(ctx)
	if err != nil {
		t.Fatal(err)
	}
	code, _, err := a.Access.OfferSetup(ctx)
	if err != nil {
		t.Fatal(err)
	}
	status, out := post(t, a, "/api/Access/SetUp", "", founder(old))
	wantCode(t, "a code that another took the place of", status, out, 403, "setup-code-wrong")
	pass(time.Hour)
	status, out = post(t, a, "/api/Access/SetUp", "", founder(code))
	wantCode(t, "after an hour", status, out, 410, "setup-code-expired")
	if code, _, err = a.Access.OfferSetup(ctx); err != nil {
		t.Fatal(err)
	}
	short := founder(code)
	short["Password"] = "acme"
	if status, out = post(t, a, "/api/Access/SetUp", "", short); status != 422 {
		t.Fatalf("a short password: %d %v", status, out)
	}
	if status, out = post(t, a, "/api/Access/SetUp", "", founder(strings.ToLower(strings.ReplaceAll(code, "-", " ")))); status != 200 || out["Code"] != "ACME" {
		t.Fatalf("the code in another spelling: %d %v", status, out)
	}
	status, out = post(t, a, "/api/Access/SetUp", "", founder(code))
	wantCode(t, "used twice", status, out, 410, "setup-code-used")
	if _, _, err := a.Access.OfferSetup(ctx); err == nil {
		t.Fatal("a server with an organisation offers to be set up")
	}

	token, _ := enter(t, a, "ada@acme.test", "seven grey pallets")
	_, me := post(t, a, "/api/Login/userDetails", token, fields{})
	d, _ := me["userDetails"].(fields)
	if d["Administrator"] != true || d["PreferredLanguage"] != "es" || d["ProfileUpdate"] != false {
		t.Fatalf("the administrator: %v", d)
	}
	if _, mine := post(t, a, "/api/v1/clients/me", token, fields{}); mine["clientName"] != "Acme Freight" || mine["clientCode"] != "ACME" {
		t.Fatalf("the organisation: %v", mine)
	}
	step := func(out fields, name string) fields {
		for _, row := range out["steps"].([]any) {
			if row.(fields)["step"] == name {
				return row.(fields)
			}
		}
		t.Fatalf("no step %s in %v", name, out)
		return nil
	}
	_, first := post(t, a, "/api/Org/FirstSteps", token, fields{})
	if first["gone"] != false || first["complete"] != false || step(first, "users")["done"] != false || step(first, "warehouse")["done"] != false {
		t.Fatalf("a new organisation's first steps: %v", first)
	}
	if status, out := post(t, a, "/api/Warehouse/Save", token, fields{"id": "ATL", "name": "Atlanta", "zone": "America/New_York", "doors": []string{"1"}, "address": fields{"street": "1 Peach St", "city": "Atlanta", "state": "GA", "zip": "30301"}}); status != 200 {
		t.Fatalf("%d %v", status, out)
	}
	_, first = post(t, a, "/api/Org/SkipStep", token, fields{"step": "printer", "skipped": true})
	if step(first, "warehouse")["done"] != true || step(first, "printer")["skipped"] != true || step(first, "mail")["skipped"] != false {
		t.Fatalf("after the first step: %v", first)
	}
	if status, _ := post(t, a, "/api/Org/SkipStep", token, fields{"step": "dance", "skipped": true}); status != 422 {
		t.Fatalf("a step that is none: %d", status)
	}
	for _, name := range []string{"carriers", "users", "items", "orders", "prefix", "mail", "shipment"} {
		_, first = post(t, a, "/api/Org/SkipStep", token, fields{"step": name, "skipped": true})
	}
	if first["complete"] != true {
		t.Fatalf("all done or skipped: %v", first)
	}
	if _, first = post(t, a, "/api/Org/EndFirstSteps", token, fields{"done": true}); first["gone"] != true {
		t.Fatalf("ended: %v", first)
	}
	if status, out := post(t, a, "/api/LogIn/UserManagement", token, fields{"actions": 2, "UserName": "otis@acme.test", "Password": "nine blue trailers", "GroupID": "office"}); status != 200 || out["Users"].([]any)[0].(fields)["PreferredLanguage"] != "es" {
		t.Fatalf("a new user reads another language than the organisation's: %d %v", status, out)
	}
}

func TestSetUp_GuessesAreLimitedAndTellNothing(t *testing.T) {
	a, pass := newFolders(t).clocked(t)
	code, _, err := a.Access.OfferSetup(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	guess := func() (int, fields) { return post(t, a, "/api/Access/SetUp", "", founder("AAAA-AAAA-AAAA-AAAA")) }
	for range 3 {
		status, out := guess()
		wantCode(t, "a guess", status, out, 403, "setup-code-wrong")
	}
	status, out := guess()
	wantCode(t, "the fourth guess", status, out, 429, "too-many-tries")
	status, out = post(t, a, "/api/Access/SetUp", "", founder(code))
	wantCode(t, "the code after too many guesses", status, out, 429, "too-many-tries")
	pass(15 * time.Minute)
	if status, out := post(t, a, "/api/Access/SetUp", "", founder(code)); status != 200 {
		t.Fatalf("the code a while later: %d %v", status, out)
	}
	status, out = guess()
	wantCode(t, "a guess at a server that is set up", status, out, 403, "setup-code-wrong")
	if status, _ := post(t, a, "/api/Access/SetUp?setupCode="+code, "", founder(code)); status != 400 {
		t.Fatalf("the code in the address: %d", status)
	}
}

func TestSetUp_TwoAtOnceMakeOneOrganisation(t *testing.T) {
	a, _ := newFolders(t).clocked(t)
	code, _, err := a.Access.OfferSetup(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	got := map[int]int{}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			status, _ := post(t, a, "/api/Access/SetUp", "", founder(code))
			mu.Lock()
			defer mu.Unlock()
			got[status]++
		})
	}
	wg.Wait()
	list, err := a.Access.ListOrgs(context.Background())
	if err != nil || len(list) != 1 || got[200] != 1 || got[410] != 3 {
		t.Fatalf("answers %v, organisations %+v, %v", got, list, err)
	}
}

func TestOperator_ServesAndIsCommandedBesideItself(t *testing.T) {
	f := newFolders(t)
	out, stop := f.serving(t)
	for end := time.Now().Add(20 * time.Second); !strings.Contains(out.String(), "A new code: lading setup"); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no set-up is offered:\n%s", out)
		}
	}
	cmd := func(args ...string) string { t.Helper(); return must(t, append(args, f.args()...)...) }
	refused := func(want string, args ...string) {
		t.Helper()
		if got, err := lading(append(args, f.args()...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("lading %s: %v, want %q\n%s", strings.Join(args, " "), err, want, got)
		}
	}
	if first := cmd("setup"); first == cmd("setup") {
		t.Error("lading setup gives the same code twice")
	}
	wantLine(t, cmd("org", "list"), "no organisation yet")
	t.Setenv("LADING_PASSWORD", "")
	made := cmd("org", "create", "--code", "acme", "--name", "Acme Freight", "--admin", "ada@acme.test")
	wantLine(t, made, "organisation ACME made")
	wantLine(t, made, "/welcome#")
	again := cmd("org", "create", "--code", "ACME", "--name", "Acme Freight", "--admin", "ada@acme.test")
	wantLine(t, again, "organisation ACME is there already")
	wantLine(t, again, "user ada@acme.test is in ACME already")
	refused(`code ACME is organisation "Acme Freight"`, "org", "create", "--code", "ACME", "--name", "Another")
	refused("time zone", "org", "create", "--code", "NEW", "--name", "New", "--zone", "Mars/Olympus")
	refused("This server already has an organization", "setup")
	cmd("org", "create", "--code", "BETA", "--name", "Beta Mills", "--units", "metric", "--language", "fr")
	refused("user name ada@acme.test is taken", "user", "add", "--org", "BETA", "--login", "ada@acme.test")
	refused("There is no organization NONE", "user", "add", "--org", "NONE", "--login", "x@acme.test")
	refused("no such group", "user", "add", "--org", "ACME", "--login", "x@acme.test", "--group", "pilots")
	refused("XYZ", "user", "add", "--org", "ACME", "--login", "x@acme.test", "--warehouses", "XYZ")
	wantLine(t, cmd("user", "add", "--org", "ACME", "--login", "otis@acme.test", "--first", "Otis", "--last", "Bell"), "user otis@acme.test added to ACME (office)")
	refused("At least one administrator must remain", "user", "disable", "--login", "ada@acme.test")
	for range 2 {
		wantLine(t, cmd("user", "disable", "--login", "otis@acme.test"), "is disabled")
	}
	for range 2 {
		wantLine(t, cmd("user", "enable", "--login", "otis@acme.test"), "is enabled")
	}
	wantLine(t, cmd("user", "reset", "--login", "ada@acme.test"), "/welcome#")
	wantLine(t, cmd("user", "reset", "--login", "ada@acme.test", "--second-factor"), "neither a password nor a second factor")
	refused("There is no user nobody@acme.test", "user", "reset", "--login", "nobody@acme.test")
	list := cmd("org", "list")
	wantLine(t, list, "ACME  Acme Freight  2      active")
	wantLine(t, list, "BETA  Beta Mills    0      active")
	refused("--confirm BETA", "org", "delete", "--org", "BETA", "--confirm", "ACME")
	for _, want := range []string{"organisation BETA is deleted", "organisation BETA was deleted at"} {
		wantLine(t, cmd("org", "delete", "--org", "BETA", "--confirm", "BETA"), want)
	}
	refused("There is no organization GAMMA", "org", "delete", "--org", "GAMMA", "--confirm", "GAMMA")

	if out := cmd("health"); !strings.HasPrefix(out, "ready\n") {
		t.Errorf("health: %s", out)
	}
	d, ok := findDoor(f.data)
	if info, err := os.Stat(filepath.Join(f.data, doorFile)); err != nil || !ok || info.Mode().Perm() != 0o600 {
		t.Fatalf("the door's file: %v, %v", info, err)
	}
	d.Key = "guessed"
	resp, err := d.send(context.Background(), action{Name: "org list"}, nil)
	if err != nil || resp.StatusCode != http.StatusForbidden {
		t.Fatalf("without the key: %v, %v", resp, err)
	}
	_ = resp.Body.Close()

	stop()
	if _, err := os.Stat(filepath.Join(f.data, doorFile)); err == nil {
		t.Error("the door stays when the server ends")
	}
	refused("no server answers on this data folder", "health")
	wantLine(t, cmd("org", "list"), "ACME  Acme Freight  2      active") // by itself
	if _, err := lading("org", "list", "-data", filepath.Join(t.TempDir(), "typo"), "-replica", filepath.Join(t.TempDir(), "typo"), "-secret-file", f.secret); err == nil || !strings.Contains(err.Error(), "there is no server's data") {
		t.Errorf("a folder that is none: %v", err)
	}
}

func TestOperator_SaysPlainlyThatAServerIsInTheWay(t *testing.T) {
	f := newFolders(t)
	a := f.open(t) // a server whose door cannot be found
	defer f.close(t, a)
	if _, err := lading(append([]string{"org", "list"}, f.args()...)...); err == nil || !strings.Contains(err.Error(), "stop it first") {
		t.Fatalf("%v", err)
	}
}

func TestOperator_AResetUserChoosesAPasswordByTheLink(t *testing.T) {
	f := newFolders(t)
	a, pass := f.clocked(t)
	ctx := context.Background()
	do := func(name string, args map[string]string) string {
		t.Helper()
		r, err := a.do(ctx, action{name, args}, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return r.Text
	}
	link := regexp.MustCompile(`https://tms\.example\.com/welcome#(\S+)`)
	token := func(text string) string {
		t.Helper()
		m := link.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("no link in %q", text)
		}
		return m[1]
	}
	do("org create", map[string]string{"code": "ACME", "name": "Acme Freight", "zone": "America/Chicago", "units": "us", "language": "en"})
	first := token(do("user add", map[string]string{"org": "ACME", "login": "ada@acme.test", "group": "admin", "first": "Ada"}))
	if _, status := enter(t, a, "ada@acme.test", "none"); status != 401 {
		t.Fatalf("a user without a password comes in: %d", status)
	}
	choose := func(token, password string) (int, fields) {
		return post(t, a, "/api/Access/ChoosePassword", "", fields{"LinkToken": token, "Password": password})
	}
	status, shown := post(t, a, "/api/Access/PasswordLink", "", fields{"LinkToken": first})
	if status != 200 || shown["Organisation"] != "Acme Freight" || shown["UserName"] != "ada@acme.test" {
		t.Fatalf("the link: %d %v", status, shown)
	}
	if status, out := choose(first, "ada12345"); status != 422 {
		t.Fatalf("an easy password: %d %v", status, out)
	}
	if status, out := choose(first, "seven grey pallets"); status != 200 {
		t.Fatalf("%d %v", status, out)
	}
	status, out := choose(first, "eight grey pallets")
	wantCode(t, "the link again", status, out, 410, "mail-link-used")
	bearer, _ := enter(t, a, "ada@acme.test", "seven grey pallets")
	if bearer == "" {
		t.Fatal("the chosen password is not the user's")
	}

	second := token(do("user reset", map[string]string{"login": "ada@acme.test"}))
	if status, _ := post(t, a, "/api/user-info", bearer, fields{}); status != 401 {
		t.Fatalf("a session outlives a reset: %d", status)
	}
	if _, status := enter(t, a, "ada@acme.test", "seven grey pallets"); status != 401 {
		t.Fatalf("the old password outlives a reset: %d", status)
	}
	pass(time.Hour)
	third := token(do("user reset", map[string]string{"login": "ada@acme.test"}))
	status, out = choose(second, "eight grey pallets")
	wantCode(t, "a link that another took the place of", status, out, 410, "mail-link-replaced")
	pass(72 * time.Hour)
	status, out = choose(third, "eight grey pallets")
	wantCode(t, "after 72 hours", status, out, 410, "mail-link-expired")
	status, out = choose("1.AAAA", "eight grey pallets")
	wantCode(t, "a link that is none", status, out, 404, "mail-link-unknown")
}

func TestOperator_ASuspendedOrganisationIsReadAndSaysWhy(t *testing.T) {
	a, pass := newFolders(t).clocked(t)
	ctx := context.Background()
	if err := a.LoadPeople(ctx, "1", "DEMO", "Demo"); err != nil {
		t.Fatal(err)
	}
	db, err := a.Store.Org(ctx, "1")
	if err == nil {
		_, err = db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error { return a.Org.Create(ctx, tx, "DEMO", "Demo", "0614141") }})
	}
	if err != nil {
		t.Fatal(err)
	}
	token := signIn(t, a, "admin@demo.test")
	rev := 1
	save := func() (int, fields) {
		status, out := post(t, a, "/api/Org/SaveIdentity", token, fields{"name": "Demo " + a.Config.Clock().Format("15:04"), "units": "us", "language": "en", "Rev": rev})
		if status == 200 {
			rev++
		}
		return status, out
	}
	for range 2 {
		if _, err := a.do(ctx, action{"org suspend", map[string]string{"org": "DEMO", "why": "The invoice of October is open."}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	status, out := save()
	wantCode(t, "a command", status, out, 503, "organisation-suspended")
	if detail, _ := out["detail"].(string); !strings.Contains(detail, "The invoice of October is open.") {
		t.Fatalf("no reason: %v", out)
	}
	if status, _ := post(t, a, "/api/v1/clients/me", token, fields{}); status != 200 {
		t.Fatalf("a query: %d", status)
	}
	if signIn(t, a, "office@demo.test") == "" {
		t.Fatal("nobody signs in")
	}
	r, err := a.do(ctx, action{"org list", nil}, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantLine(t, r.Text, "suspended since 2026-11-20T14:00:00Z: The invoice of October is open.")
	pass(time.Minute)
	for range 2 {
		if _, err := a.do(ctx, action{"org resume", map[string]string{"org": "demo"}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if status, out := save(); status != 200 {
		t.Fatalf("after it: %d %v", status, out)
	}
}

// One organisation goes from one server to another, with its files; what comes in between changes nothing.
func TestOperator_AnExportIsOneFileThatAnotherServerTakesIn(t *testing.T) {
	from, to := newFolders(t), newFolders(t)
	a := from.open(t)
	ctx := context.Background()
	do := func(a *App, name string, args map[string]string, in *os.File) (result, error) {
		return a.do(ctx, action{name, args}, in)
	}
	t.Setenv("LADING_PASSWORD", "seven grey pallets")
	if _, err := do(a, "org create", map[string]string{"code": "ACME", "name": "Acme Freight", "zone": "America/Chicago", "units": "us", "language": "en", "admin": "ada@acme.test", "password": "seven grey pallets"}, nil); err != nil {
		t.Fatal(err)
	}
	o, err := a.Access.FindOrg(ctx, "acme")
	if err != nil {
		t.Fatal(err)
	}
	db, err := a.Store.Org(ctx, o.ID)
	if err != nil {
		t.Fatal(err)
	}
	content := []byte("a photo of a pallet")
	hash, err := a.Blobs.Put(ctx, o.ID, "image/jpeg", content)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if err := store.KeepBlob(ctx, tx, hash, int64(len(content)), "image/jpeg"); err != nil {
			return err
		}
		return jobs{}.Add(ctx, tx, "carrier-pigeon", "waits", fields{}) // nobody here does it, so it waits
	}}); err != nil {
		t.Fatal(err)
	}
	epoch := db.Epoch()
	from.close(t, a)

	file := filepath.Join(t.TempDir(), "acme.lading")
	wantLine(t, must(t, append([]string{"org", "export", "--org", "ACME", "--to", file}, from.args()...)...), "organisation ACME exported: 1 files")
	if _, err := lading(append([]string{"org", "export", "--org", "ACME", "--to", file}, from.args()...)...); err == nil || !strings.Contains(err.Error(), "overwrites nothing") {
		t.Errorf("an export over another: %v", err)
	}
	plain, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	var name, kind string
	var got []byte
	if err := plain.QueryRow(`SELECT s.name, f.type, f.content FROM org_setup s, bundle_file f WHERE f.hash = ?`, hash).Scan(&name, &kind, &got); err != nil || name != "Acme Freight" || kind != "image/jpeg" || !bytes.Equal(got, content) || blob.Hash(got) != hash {
		t.Fatalf("in plain SQLite: %q %q %q, %v", name, kind, got, err)
	}
	if err := plain.Close(); err != nil {
		t.Fatal(err)
	}

	imported := func(want string, more ...string) {
		t.Helper()
		out, err := lading(append(append([]string{"org", "import", "--from", file}, more...), to.args()...)...)
		if err != nil {
			out += err.Error()
		}
		wantLine(t, out, want)
	}
	torn := filepath.Join(t.TempDir(), "torn.lading")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for what, body := range map[string][]byte{"half a file": whole[:len(whole)/2], "no file of ours": []byte("Order,Qty\n1,2\n"), "an empty file": nil} {
		if err := os.WriteFile(torn, body, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := lading(append([]string{"org", "import", "--from", torn}, to.args()...)...); err == nil || !strings.Contains(err.Error(), "not an export of an organisation") {
			t.Errorf("%s: %v %s", what, err, out)
		}
	}
	wantLine(t, must(t, append([]string{"org", "list"}, to.args()...)...), "no organisation yet")
	must(t, append([]string{"org", "create", "--code", "ACME", "--name", "Acme of Boston"}, to.args()...)...)
	imported(`code ACME is organisation "Acme of Boston" here; import it with another: --code`)
	_, stop := to.serving(t) // and from here on beside a running server
	imported("organisation ACMEF (Acme Freight) imported: 1 files", "--code", "ACMEF")
	imported("was imported from this file already", "--code", "ACMEF")
	stop()

	b := to.open(t)
	defer to.close(t, b)
	if b.Config.Data == from.data {
		t.Fatal("the same server")
	}
	moved, err := b.Store.Org(ctx, o.ID)
	if err != nil {
		t.Fatal(err)
	}
	if moved.Epoch() <= epoch {
		t.Errorf("the epoch %s is not later than %s", moved.Epoch(), epoch)
	}
	if body, err := b.Blobs.Get(ctx, o.ID, hash); err != nil || !bytes.Equal(body, content) {
		t.Errorf("the photo: %q, %v", body, err)
	}
	if _, status := enter(t, b, "ada@acme.test", "seven grey pallets"); status != 200 {
		t.Errorf("the administrator: %d", status)
	}
	var state string
	if err := moved.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT state FROM job WHERE key = 'waits'`).Scan(&state)
	}); err != nil || state != "dead" {
		t.Errorf("a job of an organisation that goes on elsewhere: %q, %v", state, err)
	}
}

// A deletion that was cut off goes on at the next start, and nothing of the organisation comes back.
func TestOperator_ADeletionThatWasCutOffGoesOn(t *testing.T) {
	f := newFolders(t)
	a := f.open(t)
	ctx := context.Background()
	if _, err := a.do(ctx, action{"org create", map[string]string{"code": "ACME", "name": "Acme", "zone": "America/Chicago", "units": "us", "language": "en", "admin": "ada@acme.test", "password": "seven grey pallets"}}, nil); err != nil {
		t.Fatal(err)
	}
	o, err := a.Access.FindOrg(ctx, "ACME")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Blobs.Put(ctx, o.ID, "text/plain", []byte("a note")); err != nil {
		t.Fatal(err)
	}
	if err := a.Access.ForgetOrg(ctx, access.Org{ID: o.ID, Code: o.Code, Name: o.Name}); err != nil { // and then the power goes
		t.Fatal(err)
	}
	f.close(t, a)
	a = f.open(t)
	defer f.close(t, a)
	left := 0
	for _, root := range []string{f.data, f.replica} {
		_ = filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			if err == nil && strings.Contains(path, o.ID) {
				t.Errorf("left: %s", path)
				left++
			}
			return nil
		})
	}
	if _, status := enter(t, a, "ada@acme.test", "seven grey pallets"); status != 401 || left > 0 {
		t.Fatalf("the administrator of a deleted organisation: %d", status)
	}
	if list, err := a.Access.ListOrgs(ctx); err != nil || len(list) != 0 {
		t.Fatalf("%+v, %v", list, err)
	}
}

func TestUsers_AnInvitedUserHasALinkInAPasswordsPlace(t *testing.T) {
	a, _ := newFolders(t).clocked(t)
	code, _, err := a.Access.OfferSetup(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if status, out := post(t, a, "/api/Access/SetUp", "", founder(code)); status != 200 {
		t.Fatalf("%d %v", status, out)
	}
	admin, _ := enter(t, a, "ada@acme.test", "seven grey pallets")
	manage := func(token string, req fields) (int, fields) {
		return post(t, a, "/api/LogIn/UserManagement", token, req)
	}
	status, out := manage(admin, fields{"actions": 2, "UserName": "otis@acme.test", "GroupID": "office", "Invite": true})
	if status != 200 {
		t.Fatalf("%d %v", status, out)
	}
	user := out["Users"].([]any)[0].(fields)
	_, shown := post(t, a, "/api/Access/UserLink", admin, fields{"UserID": user["UserID"]})
	link, _ := shown["LinkToken"].(string)
	if link == "" {
		t.Fatalf("no link: %v", shown)
	}
	if user["Invited"] != true {
		t.Fatalf("not shown as invited: %v", user)
	}
	if status, _ := manage(admin, fields{"actions": 2, "UserName": "x@acme.test", "GroupID": "office", "Invite": true, "Password": "nine blue trailers"}); status != 422 {
		t.Fatalf("invited with a password: %d", status)
	}
	if status, out := post(t, a, "/api/Access/ChoosePassword", "", fields{"LinkToken": link, "Password": "nine blue trailers"}); status != 200 {
		t.Fatalf("%d %v", status, out)
	}
	otis, _ := enter(t, a, "otis@acme.test", "nine blue trailers")
	if status, _ := manage(otis, fields{"actions": 3, "UserID": user["UserID"], "Invite": true}); status != 403 {
		t.Fatalf("a user without the right resets: %d", status)
	}
	if status, _ := post(t, a, "/api/Access/UserLink", otis, fields{"UserID": user["UserID"]}); status != 403 {
		t.Fatalf("a user without the right reads a link: %d", status)
	}
	if status, _ := post(t, a, "/api/Access/UserLink", admin, fields{"UserID": user["UserID"]}); status != 404 {
		t.Fatalf("a link that was used: %d", status)
	}
	if status, out := manage(admin, fields{"actions": 3, "UserID": user["UserID"], "Invite": true}); status != 200 {
		t.Fatalf("a reset: %d %v", status, out)
	}
	if _, shown = post(t, a, "/api/Access/UserLink", admin, fields{"UserID": user["UserID"]}); shown["LinkToken"] == link || shown["LinkToken"] == nil {
		t.Fatalf("the link after a reset: %v", shown)
	}
	if status, _ := post(t, a, "/api/user-info", otis, fields{}); status != 401 {
		t.Fatalf("a session outlives a reset: %d", status)
	}
}
