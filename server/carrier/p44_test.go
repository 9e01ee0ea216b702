package carrier_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/carrier"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
)

// project44 is a small server that answers as project44's API does, as far as it is known (see carrier.P44).
type project44 struct {
	*httptest.Server
	mu       sync.Mutex
	heard    []string // method, address and body
	tokens   int
	groups   map[string]int
	accounts map[string]string // by id, the body that it was last told
	instead  func(r *http.Request) (status int, body string)
}

const p44Meta = `{ "accountDefinitions": [ { "accountDefinitionIdentifier": "ODFL-1", "fields": [
 {"name": "username1", "label": "ODFL4ME user", "required": true}, {"name": "credential1", "label": "Password", "required": true}, {"name": "paymentTermsCode", "label": "Terms"}, {"name": "unheardOf"} ] } ] }`

func newProject44(t *testing.T, k *testkit.Kit) *project44 {
	t.Helper()
	p := &project44{groups: map[string]int{}, accounts: map[string]string{}}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.heard = append(p.heard, r.Method+" "+r.URL.RequestURI()+" "+string(body))
		say := func(status int, text string) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
		}
		if p.instead != nil {
			if status, text := p.instead(r); status > 0 {
				if status == http.StatusTooManyRequests {
					w.Header().Set("Retry-After", "7")
				}
				say(status, text)
				return
			} else if status == 0 {
				panic(http.ErrAbortHandler)
			}
		}
		switch {
		case r.URL.Path == "/api/v4/oauth2/token":
			if r.Header.Get("Authorization") != "" || string(body) != "client_id=APP&client_secret=S-1&grant_type=client_credentials" {
				say(401, `{"error":"invalid_client","error_description":"Client authentication failed"}`)
				return
			}
			p.tokens++
			say(200, fmt.Sprintf(`{"access_token":"T-%d","token_type":"Bearer","expires_in":43200}`, p.tokens))
		case r.Header.Get("Authorization") != fmt.Sprintf("Bearer T-%d", p.tokens):
			say(401, `{"httpStatusCode":401,"errorMessage":"Invalid access token","supportReferenceId":"X"}`)
		case r.Method == "GET" && r.URL.Path == "/api/v4/capacityprovideraccountgroups":
			list := []string{}
			for code, id := range p.groups {
				list = append(list, fmt.Sprintf(`{"code":%q,"name":"As named there","id":%d}`, code, id))
			}
			say(200, `{"groups":[`+strings.Join(list, ",")+`]}`)
		case r.Method == "POST" && r.URL.Path == "/api/v4/capacityprovideraccountgroups":
			var g struct{ Code, Name string }
			_ = json.Unmarshal(body, &g)
			p.groups[g.Code] = 40 + len(p.groups)
			say(201, fmt.Sprintf(`{"code":%q,"name":%q,"id":%d}`, g.Code, g.Name, p.groups[g.Code]))
		case r.Method == "GET" && r.URL.Path == "/api/v4/capacityprovidermetadata":
			say(200, p44Meta)
		case r.Method == "GET" && r.URL.Path == "/api/v4/capacityprovideraccounts":
			list := []string{}
			for id, told := range p.accounts {
				list = append(list, strings.TrimSuffix(told, "}")+`,"id":`+id+`}`)
			}
			say(200, `{"accounts":[`+strings.Join(list, ",")+`]}`)
		case r.Method == "POST" && r.URL.Path == "/api/v4/capacityprovideraccounts":
			id := fmt.Sprint(900 + len(p.accounts))
			p.accounts[id] = string(body)
			say(201, strings.TrimSuffix(string(body), "}")+`,"id":`+id+`}`)
		case p.accounts[strings.TrimPrefix(r.URL.Path, "/api/v4/capacityprovideraccounts/")] == "":
			say(404, `{"httpStatusCode":404,"errorMessage":"No such account"}`)
		case r.Method == "PUT":
			p.accounts[strings.TrimPrefix(r.URL.Path, "/api/v4/capacityprovideraccounts/")] = string(body)
			say(200, string(body))
		case r.Method == "DELETE":
			delete(p.accounts, strings.TrimPrefix(r.URL.Path, "/api/v4/capacityprovideraccounts/"))
			w.WriteHeader(http.StatusNoContent)
		default:
			say(405, `{"httpStatusCode":405,"errorMessage":"Method not allowed"}`)
		}
	}))
	t.Cleanup(p.Close)
	k.App.Carrier.P44.Client, k.App.Carrier.P44.URL = p.Client(), p.URL
	return p
}

// times counts the requests that begin so.
func (p *project44) times(begins string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.heard {
		if strings.HasPrefix(h, begins) {
			n++
		}
	}
	return n
}

// answers has every request but those for tokens answered so; 0 closes the line, and a negative status answers as usual.
func (p *project44) answers(status int, body string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.instead = func(r *http.Request) (int, string) {
		if strings.HasSuffix(r.URL.Path, "/token") || status < 0 {
			return -1, ""
		}
		return status, body
	}
}

// meanwhile does something before it answers a request of a method about accounts, as usual.
func (p *project44) meanwhile(method string, do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.instead = func(r *http.Request) (int, string) {
		if r.Method == method && strings.HasPrefix(r.URL.Path, "/api/v4/capacityprovideraccounts") && !strings.Contains(r.URL.Path, "groups") {
			do()
		}
		return -1, ""
	}
}

// visible is a hauler with project44 connected, a group there, and a freight account.
func visible(t *testing.T) (*testkit.Kit, *testkit.Person, *project44, string) {
	k, admin := hauler(t)
	p := newProject44(t, k)
	admin.Call("P44/SaveConnection", obj{"ClientId": "APP", "ClientSecret": "S-1", "Region": "na"})
	admin.Call("Address/CreateP44AccountGroup", obj{"code": "MAIN", "name": "Main"})
	a := testkit.Into[carrier.Account](t, admin.Call("Carriers/SaveFreightAccount", account(nil)))
	return k, admin, p, a.ID
}

func add(id string) obj {
	return obj{"operationtype": "add", "AccountId": id, "GroupCode": "MAIN", "Fields": []obj{{"Name": "username1", "Value": "acme"}, {"Name": "credential1", "Value": "pa55"}, {"Name": "paymentTermsCode", "Value": "PREPAID"}}}
}

func meta(id string) obj { return obj{"operationmode": "getbytype", "AccountId": id} }

func p44Of(t *testing.T, by *testkit.Person, id string) carrier.P44Account {
	t.Helper()
	for _, one := range testkit.Into[carrier.P44Setup](t, by.Call("P44/Setup", op.None{})).Accounts {
		if one.AccountID == id {
			return one
		}
	}
	t.Fatalf("no account %s", id)
	return carrier.P44Account{}
}

func TestP44_AnApplicationIsKeptOnceProject44KnowsIt(t *testing.T) {
	k, admin := hauler(t)
	p := newProject44(t, k)
	connect := func(secret, region string, rev int) obj {
		return obj{"ClientId": "APP", "ClientSecret": secret, "Region": region, "Rev": rev}
	}
	for field, bad := range map[string]obj{"ClientSecret": connect("wrong", "na", 0), "Region": connect("S-1", "moon", 0), "ClientId": {"ClientSecret": "S-1", "Region": "na"}} {
		if f := admin.Refused("P44/SaveConnection", bad); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if f := admin.Refused("P44/SaveConnection", connect("", "na", 0)); len(f.Fields) != 1 || f.Fields[0].Field != "ClientSecret" {
		t.Errorf("without a secret: %+v", f)
	}
	p.Close()
	if f := admin.Refused("P44/SaveConnection", connect("S-1", "na", 0)); f.Code != "p44-unreachable" || f.Status != 502 {
		t.Errorf("unreachable: %+v", f)
	}
	if s := testkit.Into[carrier.P44Setup](t, admin.Call("P44/Setup", op.None{})); s.Connected {
		t.Error("what was refused was kept")
	}
	newProject44(t, k)
	raw := admin.Call("P44/SaveConnection", connect("S-1", "na", 0))
	if s := testkit.Into[carrier.P44Setup](t, raw); !s.Connected || s.Rev != 1 || s.Client != "APP" || strings.Contains(string(raw), "S-1") {
		t.Errorf("%s", raw)
	}
	if f := admin.Refused("P44/SaveConnection", connect("S-1", "na", 0)); f.Code != "row-changed-meanwhile" {
		t.Errorf("changed meanwhile: %+v", f)
	}
	admin.Call("P44/SaveConnection", connect("", "eu", 1)) // the secret stays
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		kept, _, err := store.Get[string](ctx, tx, `SELECT secret FROM carrier_p44`)
		if strings.Contains(kept, "S-1") || kept == "" {
			t.Errorf("kept in the clear: %q", kept)
		}
		return err
	})
	if s := testkit.Into[carrier.P44Setup](t, k.As("admin@other.test").Call("P44/Setup", op.None{})); s.Connected || s.Client != "" || len(s.Accounts) > 0 {
		t.Errorf("another organisation's: %+v", s)
	}
	for _, path := range []string{"P44/Setup", "P44/SaveConnection"} {
		if f := k.As("dock@demo.test").Refused(path, connect("S-1", "na", 2)); f.Status != 403 {
			t.Errorf("%s by the dock: %+v", path, f)
		}
	}
}

func TestP44_ATokenIsUsedUntilItRunsOut(t *testing.T) {
	k, admin, p, _ := visible(t)
	group := func(code string) { admin.Call("Address/CreateP44AccountGroup", obj{"code": code, "name": code}) }
	group("A")
	if p.tokens != 1 {
		t.Errorf("%d tokens for one half day", p.tokens)
	}
	k.Pass(12 * time.Hour)
	if group("B"); p.tokens != 2 {
		t.Errorf("%d tokens, and the first has run out", p.tokens)
	}
	p.mu.Lock()
	p.tokens++ // project44 knows another one only
	p.mu.Unlock()
	if group("C"); p.tokens != 4 {
		t.Errorf("%d tokens, and one was refused", p.tokens)
	}
}

func TestP44_AGroupIsMadeOnce(t *testing.T) {
	k, admin, p, _ := visible(t)
	if f := admin.Refused("Address/CreateP44AccountGroup", obj{"code": "main", "name": "Again"}); len(f.Fields) != 1 || f.Fields[0].Code != "p44-group-exists" {
		t.Errorf("twice: %+v", f)
	}
	for field, bad := range map[string]obj{"code": {"code": "A B", "name": "x"}, "name": {"code": "AB"}} {
		if f := admin.Refused("Address/CreateP44AccountGroup", bad); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	p.groups["THERE"] = 77 // made at project44
	if g := testkit.Into[carrier.P44Group](t, admin.Call("Address/CreateP44AccountGroup", obj{"code": "THERE", "name": "Mine"})); g.ID != "77" || g.Name != "As named there" || p.times("POST /api/v4/capacityprovideraccountgroups") != 1 {
		t.Errorf("%+v", g)
	}
	p.answers(400, `{"errors":[{"severity":"ERROR","message":"Name is too short","diagnostic":"","source":"SYSTEM"}]}`)
	if f := admin.Refused("Address/CreateP44AccountGroup", obj{"code": "NEW", "name": "x"}); f.Code != "said-provider-error" || f.Params["message"] != "Name is too short" || f.Params["status"] != 400 {
		t.Errorf("%+v", f)
	}
	if s := testkit.Into[carrier.P44Setup](t, admin.Call("P44/Setup", op.None{})); len(s.Groups) != 2 {
		t.Errorf("%+v", s.Groups)
	}
	if f := k.As("admin@other.test").Refused("Address/CreateP44AccountGroup", obj{"code": "MAIN", "name": "x"}); f.Code != "p44-not-connected" {
		t.Errorf("another organisation: %+v", f)
	}
	if f := k.As("dock@demo.test").Refused("Address/CreateP44AccountGroup", obj{"code": "X", "name": "x"}); f.Status != 403 {
		t.Errorf("dock: %+v", f)
	}
}

func TestP44_MetadataIsFetchedAnewOnceItIsThreeDaysOld(t *testing.T) {
	k, admin, p, id := visible(t)
	if a := p44Of(t, admin, id); a.Loaded || len(a.Fields) != 12 || a.Kind != "SCAC" || a.Value != "ZZTO" || a.Contract != "" {
		t.Errorf("before: %+v", a)
	}
	fetch := func() carrier.P44Account {
		t.Helper()
		return testkit.Into[carrier.P44Account](t, admin.Call("P44/Capacityprovidermetadata", meta(id)))
	}
	a := fetch()
	if !a.Loaded || len(a.Fields) != 3 || a.Fields[0].Label != "ODFL4ME user" || !a.Fields[0].Required || a.Fields[1].Kind != "secret" || strings.Contains(a.Meta, "\n") {
		t.Errorf("%+v", a)
	}
	if p.times("GET /api/v4/capacityprovidermetadata?capacityProviderIdentifier.type=SCAC&capacityProviderIdentifier.value=ZZTO ") != 1 {
		t.Errorf("%v", p.heard)
	}
	k.Pass(72*time.Hour - time.Minute)
	if fetch(); p.times("GET /api/v4/capacityprovidermetadata") != 1 {
		t.Error("fetched though it is younger than three days")
	}
	k.Pass(time.Minute)
	p.answers(504, "")
	if f := admin.Refused("P44/Capacityprovidermetadata", meta(id)); f.Code != "said-provider-error-504" {
		t.Errorf("%+v", f)
	}
	if a := p44Of(t, admin, id); a.Loaded || len(a.Fields) != 3 {
		t.Errorf("what there was is gone, or counts as loaded: %+v", a)
	}
	p.answers(200, `<html>`)
	if f := admin.Refused("P44/Capacityprovidermetadata", meta(id)); f.Code != "p44-answer-unknown" {
		t.Errorf("%+v", f)
	}
	p.answers(-1, "")
	if a := fetch(); !a.Loaded || p.times("GET /api/v4/capacityprovidermetadata") != 4 {
		t.Errorf("%+v", a)
	}
	dot := meta(id)
	dot["CapacityProviderIdentifierType"], dot["CapacityProviderIdentifierValue"] = "DOT_NUMBER", "90849"
	if a := testkit.Into[carrier.P44Account](t, admin.Call("P44/Capacityprovidermetadata", dot)); a.Kind != "DOT_NUMBER" || p.times("GET /api/v4/capacityprovidermetadata?capacityProviderIdentifier.type=DOT_NUMBER") != 1 {
		t.Errorf("another identifier has other metadata: %+v", a)
	}
	for field, bad := range map[string]obj{"operationmode": {"operationmode": "all", "AccountId": id}, "AccountId": {"operationmode": "getbytype"}} {
		if f := admin.Refused("P44/Capacityprovidermetadata", bad); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	tl := testkit.Into[carrier.Account](t, admin.Call("Carriers/SaveFreightAccount", account(obj{"RateMode": "TL"})))
	if f := admin.Refused("P44/Capacityprovidermetadata", meta(tl.ID)); len(f.Fields) != 1 || f.Fields[0].Code != "p44-ltl-only" {
		t.Errorf("truckload: %+v", f)
	}
	if f := k.As("admin@other.test").Refused("P44/Capacityprovidermetadata", meta(id)); f.Code != "carrier-account-unknown" {
		t.Errorf("another organisation's: %+v", f)
	}
	if f := k.As("dock@demo.test").Refused("P44/Capacityprovidermetadata", meta(id)); f.Status != 403 {
		t.Errorf("dock: %+v", f)
	}
}

func TestP44_MetadataThatAProgramBringsIsKept(t *testing.T) {
	k, admin, _, id := visible(t)
	mark := func(more obj) obj {
		m := obj{"AccountId": id, "CapacityProviderIdentifierType": "SCAC", "CapacityProviderIdentifierValue": "ZZTO", "CarrierMetaTagJSON": p44Meta}
		for k, v := range more {
			m[k] = v
		}
		return m
	}
	a := testkit.Into[carrier.P44Account](t, admin.Call("Shipment/UpdateP44CarrierMetatag", mark(nil)))
	if !a.Loaded || len(a.Fields) != 3 || !json.Valid([]byte(a.Meta)) {
		t.Errorf("%+v", a)
	}
	for field, bad := range map[string]obj{"CarrierMetaTagJSON": {"CarrierMetaTagJSON": `{"x":1}`}, "CapacityProviderIdentifierType": {"CapacityProviderIdentifierType": "NAME"}, "AccountId": {"AccountId": ""}} {
		if f := admin.Refused("Shipment/UpdateP44CarrierMetatag", mark(bad)); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if f := k.As("admin@other.test").Refused("Shipment/UpdateP44CarrierMetatag", mark(nil)); f.Code != "carrier-account-unknown" {
		t.Errorf("another organisation's: %+v", f)
	}
	if f := k.As("dock@demo.test").Refused("Shipment/UpdateP44CarrierMetatag", mark(nil)); f.Status != 403 {
		t.Errorf("dock: %+v", f)
	}
}

func TestP44_AnotherCarrierIsKnownByItsOwnIdentifier(t *testing.T) {
	_, admin, _, id := visible(t)
	c := company()
	c["SCAC"] = "ZZTW"
	admin.Call("Carriers/SaveCompany", c)
	dot := meta(id)
	dot["CapacityProviderIdentifierType"], dot["CapacityProviderIdentifierValue"] = "DOT_NUMBER", "90849"
	admin.Call("P44/Capacityprovidermetadata", dot)
	admin.Call("Carriers/SaveFreightAccount", account(obj{"AccountId": id, "Contact": "Ann", "Rev": 1}))
	if a := p44Of(t, admin, id); a.Value != "90849" || !a.Loaded {
		t.Errorf("the same carrier's: %+v", a)
	}
	admin.Call("Carriers/SaveFreightAccount", account(obj{"AccountId": id, "Carrier": "ZZTW", "Rev": 2}))
	if a := p44Of(t, admin, id); a.Kind != "SCAC" || a.Value != "ZZTW" || a.Loaded || a.Meta != "" {
		t.Errorf("another carrier's: %+v", a)
	}
}

func TestP44_AnotherRegionHasNothingOfTheOne(t *testing.T) {
	_, admin, _, id := visible(t)
	admin.Call("P44/Capacityprovidermetadata", meta(id))
	s := testkit.Into[carrier.P44Setup](t, admin.Call("P44/SaveConnection", obj{"ClientId": "APP", "ClientSecret": "S-1", "Region": "na", "Rev": 1}))
	if len(s.Groups) != 1 || !p44Of(t, admin, id).Loaded {
		t.Errorf("another secret: %+v", s)
	}
	s = testkit.Into[carrier.P44Setup](t, admin.Call("P44/SaveConnection", obj{"ClientId": "APP", "Region": "eu", "Rev": 2}))
	if a := p44Of(t, admin, id); len(s.Groups) != 0 || a.Loaded || a.Meta != "" {
		t.Errorf("another region: %+v, %+v", s.Groups, a)
	}
	if g := testkit.Into[carrier.P44Group](t, admin.Call("Address/CreateP44AccountGroup", obj{"code": "MAIN", "name": "Main"})); g.Code != "MAIN" {
		t.Errorf("%+v", g)
	}
}
