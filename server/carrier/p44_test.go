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
	"lading/server/resource"
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

func TestP44_AnAccountIsAddedChangedAndDeletedThereFirst(t *testing.T) {
	k, admin, p, id := visible(t)
	admin.Call("P44/Capacityprovidermetadata", meta(id))
	raw := admin.Call("P44/Capacityprovideraccount", add(id))
	r := testkit.Into[carrier.P44AccountResp](t, raw)
	if r.Status != "configured" || r.Account.Contract != "P44" || r.Account.Code != "ZZTO" || r.Account.Rev != 1 || strings.Contains(string(raw), "pa55") || !r.Account.Fields[1].HasValue || r.Account.Fields[0].Value != "acme" || !strings.Contains(r.Account.Log, `"status":200`) {
		t.Errorf("%s", raw)
	}
	var told struct {
		Accounts   []map[string]any
		Code       string
		Group      map[string]string
		Identifier map[string]string `json:"capacityProviderIdentifier"`
	}
	if err := json.Unmarshal([]byte(p.accounts["900"]), &told); err != nil || told.Code != "ZZTO" || told.Group["code"] != "MAIN" || told.Identifier["type"] != "SCAC" || told.Accounts[0]["credential1"] != "pa55" || told.Accounts[0]["accountDefinitionIdentifier"] != "ODFL-1" {
		t.Errorf("%s: %v", p.accounts["900"], err)
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM carrier_p44_account WHERE secrets LIKE '%pa55%' OR given LIKE '%pa55%' OR secrets = ''`)
		if n > 0 {
			t.Error("the secret stands open")
		}
		return err
	})
	if f := admin.Refused("P44/Capacityprovideraccount", add(id)); f.Code != "p44-account-stands" {
		t.Errorf("twice: %+v", f)
	}
	change := add(id)
	change["operationtype"], change["Rev"], change["Fields"] = "update", 1, []obj{{"Name": "username1", "Value": "other"}, {"Name": "credential1", "Value": ""}}
	if r := testkit.Into[carrier.P44AccountResp](t, admin.Call("P44/Capacityprovideraccount", change)); r.Status != "updated" || r.Account.Rev != 2 {
		t.Errorf("%+v", r)
	}
	if told := p.accounts["900"]; !strings.Contains(told, `"credential1":"pa55"`) || !strings.Contains(told, `"username1":"other"`) || strings.Contains(told, "PREPAID") {
		t.Errorf("%s", told)
	}
	if f := admin.Refused("P44/Capacityprovideraccount", change); f.Code != "row-changed-meanwhile" {
		t.Errorf("changed meanwhile: %+v", f)
	}
	if f := admin.Refused("Carriers/EndFreightAccount", resource.Key{ID: id}); f.Code != "carrier-account-in-use" {
		t.Errorf("an account that stands at project44 was deleted here: %+v", f)
	}
	moved := account(obj{"AccountId": id, "RateMode": "TL", "Rev": 1})
	if f := admin.Refused("Carriers/SaveFreightAccount", moved); len(f.Fields) != 1 || f.Fields[0].Code != "p44-account-stands" {
		t.Errorf("%+v", f)
	}
	if f := admin.Refused("Shipment/UpdateP44CarrierMetatag", obj{"AccountId": id, "CapacityProviderIdentifierType": "SCAC", "CapacityProviderIdentifierValue": "SAIA"}); len(f.Fields) != 1 || f.Fields[0].Code != "p44-account-stands" {
		t.Errorf("%+v", f)
	}
	if f := admin.Refused("P44/SaveConnection", obj{"ClientId": "APP", "Region": "eu", "Rev": 1}); len(f.Fields) != 1 || f.Fields[0].Field != "Region" {
		t.Errorf("%+v", f)
	}
	gone := obj{"operationtype": "delete", "AccountId": id, "Rev": 2}
	if f := k.As("admin@other.test").Refused("P44/Capacityprovideraccount", gone); f.Code != "carrier-account-unknown" {
		t.Errorf("another organisation's: %+v", f)
	}
	away := *admin
	away.By.Warehouses = []string{"DAL"}
	if f := away.Refused("P44/Capacityprovideraccount", gone); f.Code != "carrier-account-unknown" {
		t.Errorf("another warehouse's: %+v", f)
	}
	if f := k.As("dock@demo.test").Refused("P44/Capacityprovideraccount", gone); f.Status != 403 {
		t.Errorf("dock: %+v", f)
	}
	if r := testkit.Into[carrier.P44AccountResp](t, admin.Call("P44/Capacityprovideraccount", gone)); r.Status != "deleted" || r.Account.Contract != "" || len(p.accounts) != 0 || r.Account.Fields[1].HasValue {
		t.Errorf("%+v", r)
	}
	if f := admin.Refused("P44/Capacityprovideraccount", obj{"operationtype": "delete", "AccountId": id}); f.Code != "p44-account-missing" {
		t.Errorf("twice: %+v", f)
	}
	admin.Call("Carriers/EndFreightAccount", resource.Key{ID: id})
}

func TestP44_WhatIsTypedIsJudgedByTheMetadata(t *testing.T) {
	_, admin, p, id := visible(t)
	admin.Call("P44/Capacityprovidermetadata", meta(id))
	with := func(more obj) obj {
		a := add(id)
		for k, v := range more {
			a[k] = v
		}
		return a
	}
	field := func(name, value string) []obj {
		return []obj{{"Name": "username1", "Value": "acme"}, {"Name": "credential1", "Value": "x"}, {"Name": name, "Value": value}}
	}
	for what, bad := range map[string]struct {
		req         obj
		field, code string
	}{
		"an operation":       {with(obj{"operationtype": "sell"}), "operationtype", ""},
		"a field not asked":  {with(obj{"Fields": field("accountNumber1", "1")}), "Fields", "p44-field-not-asked"},
		"a choice":           {with(obj{"Fields": field("paymentTermsCode", "LATER")}), "Fields", "p44-field-wrong"},
		"a field that lacks": {with(obj{"Fields": []obj{{"Name": "username1", "Value": "acme"}}}), "Fields", "p44-field-missing"},
		"a group":            {with(obj{"GroupCode": "NONE"}), "GroupCode", "p44-group-unknown"},
		"no group":           {with(obj{"GroupCode": ""}), "GroupCode", ""},
		"a code":             {with(obj{"Code": "a/b"}), "Code", "field-malformed"},
		"more than deletion": {obj{"operationtype": "delete", "AccountId": id, "Code": "X"}, "Code", "field-not-offered"},
	} {
		if f := admin.Refused("P44/Capacityprovideraccount", bad.req); len(f.Fields) != 1 || f.Fields[0].Field != bad.field || bad.code != "" && f.Fields[0].Code != bad.code {
			t.Errorf("%s: %+v", what, f)
		}
	}
	if p.times("POST /api/v4/capacityprovideraccounts ") != 0 || p44Of(t, admin, id).Log != "" {
		t.Error("project44 was asked")
	}
}

func TestP44_ARefusalIsToldInTheDocumentsWordsAndKeptAsTheLastAnswer(t *testing.T) {
	k, admin, p, id := visible(t)
	admin.Call("P44/Capacityprovidermetadata", meta(id))
	no := `{"httpStatusCode":400,"errorMessage":"Invalid credentials for carrier"}`
	for _, c := range []struct {
		status int
		code   string
		is     int
	}{{400, "said-provider-warning-400", 409}, {401, "said-provider-error", 409}, {403, "said-provider-error", 409}, {404, "said-provider-error", 409}, {405, "said-provider-error-405", 502}, {504, "said-provider-error-504", 502}, {429, "p44-busy", 503}, {500, "said-provider-error", 502}, {0, "p44-unreachable", 502}} {
		p.answers(c.status, no)
		f := admin.Refused("P44/Capacityprovideraccount", add(id))
		if f.Code != c.code || f.Status != c.is || f.Code == "said-provider-error" && (f.Params["message"] != "Invalid credentials for carrier" || f.Params["status"] != c.status) || c.status == 429 && f.Params["seconds"] != 7 {
			t.Errorf("%d: %+v", c.status, f)
		}
		if a := p44Of(t, admin, id); a.Rev != 0 || a.Contract != "" || !strings.Contains(a.Log, fmt.Sprintf(`"operation":"add","status":%d`, c.status)) || strings.Contains(a.Log, "pa55") {
			t.Errorf("%d left %+v", c.status, a)
		}
	}
	p.answers(-1, "")
	k.App.Carrier.P44.Client = &http.Client{Timeout: 50 * time.Millisecond, Transport: p.Client().Transport}
	p.mu.Lock()
	p.instead = func(r *http.Request) (int, string) { time.Sleep(200 * time.Millisecond); return 200, "{}" }
	p.mu.Unlock()
	if f := admin.Refused("P44/Capacityprovideraccount", add(id)); f.Code != "p44-unreachable" {
		t.Errorf("a deadline that passed: %+v", f)
	}
	k.App.Carrier.P44.Client = p.Client()
	p.answers(-1, "")
	admin.Call("P44/Capacityprovideraccount", add(id))
	gone := obj{"operationtype": "delete", "AccountId": id, "Rev": 1}
	p.answers(400, no)
	if f := admin.Refused("P44/Capacityprovideraccount", gone); f.Code != "said-provider-delete-error" || f.Params["message"] != "Invalid credentials for carrier" {
		t.Errorf("%+v", f)
	}
	if a := p44Of(t, admin, id); a.Contract != "P44" {
		t.Errorf("what project44 keeps was dropped here: %+v", a)
	}
	p.answers(-1, "")
	p.accounts = map[string]string{} // somebody deleted it there
	if r := testkit.Into[carrier.P44AccountResp](t, admin.Call("P44/Capacityprovideraccount", gone)); r.Status != "deleted" {
		t.Errorf("%+v", r)
	}
}

func TestP44_WhatALostReplyHasAddedIsTakenOverAndWhatWeCannotKeepIsTakenBack(t *testing.T) {
	k, admin, p, id := visible(t)
	p.accounts["955"] = `{"code":"ZZTO"}` // of an attempt whose reply was lost
	admin.Call("P44/Capacityprovideraccount", add(id))
	if len(p.accounts) != 1 || p.times("POST /api/v4/capacityprovideraccounts ") != 0 || !strings.Contains(p.accounts["955"], "pa55") {
		t.Errorf("%v", p.accounts)
	}
	admin.Call("P44/Capacityprovideraccount", obj{"operationtype": "delete", "AccountId": id, "Rev": 1})
	p.mu.Lock()
	p.instead = func(r *http.Request) (int, string) {
		if r.Method == "POST" && r.URL.Path == "/api/v4/capacityprovideraccounts" { // the freight account is deleted meanwhile
			k.Write("1", func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, `DELETE FROM carrier_account WHERE id = ?`, id)
				return err
			})
		}
		return -1, ""
	}
	p.mu.Unlock()
	if f := admin.Refused("P44/Capacityprovideraccount", add(id)); f.Code != "carrier-account-unknown" {
		t.Errorf("%+v", f)
	}
	if len(p.accounts) != 0 {
		t.Errorf("left at project44: %v", p.accounts)
	}
	change := func(method, sql string, args ...any) { // while project44 is asked
		p.meanwhile(method, func() {
			k.Write("1", func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, sql, args...)
				return err
			})
		})
	}
	mine := testkit.Into[carrier.Account](t, admin.Call("Carriers/SaveFreightAccount", account(nil)))
	p.accounts["955"] = `{"code":"ZZTO"}` // made by hand at project44
	change("PUT", `DELETE FROM carrier_account WHERE id = ?`, mine.ID)
	if f := admin.Refused("P44/Capacityprovideraccount", add(mine.ID)); f.Code != "carrier-account-unknown" {
		t.Errorf("%+v", f)
	}
	if len(p.accounts) != 1 || p.times("DELETE /api/v4/capacityprovideraccounts/955") != 1 { // that of the deletion above
		t.Errorf("what we have not made is taken away: %v", p.accounts)
	}
	delete(p.accounts, "955")
	mine = testkit.Into[carrier.Account](t, admin.Call("Carriers/SaveFreightAccount", account(nil)))
	change("POST", `DELETE FROM carrier_p44`)
	if f := admin.Refused("P44/Capacityprovideraccount", add(mine.ID)); f.Code != "p44-not-connected" || len(p.accounts) != 0 {
		t.Errorf("disconnected meanwhile: %+v, %v", f, p.accounts)
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

func TestP44_WhatProject44DoesNotFindIsGoneOnceItsListLacksIt(t *testing.T) {
	_, admin, p, id := visible(t)
	admin.Call("P44/Capacityprovideraccount", add(id))
	gone := obj{"operationtype": "delete", "AccountId": id, "Rev": 1}
	for what, list := range map[string]struct {
		status int
		body   string
	}{"it stands": {-1, ""}, "another id": {200, `{"accounts":[{"code":"ZZTO","id":7}]}`}, "another code": {200, `{"accounts":[{"code":"X","id":900}]}`}, "no list": {200, `{}`}, "not found": {404, `{"errorMessage":"No such address"}`}} {
		p.mu.Lock()
		p.instead = func(r *http.Request) (int, string) {
			switch r.Method {
			case "DELETE":
				return 404, `{"errorMessage":"No such address"}`
			case "GET":
				return list.status, list.body
			}
			return -1, ""
		}
		p.mu.Unlock()
		if f := admin.Refused("P44/Capacityprovideraccount", gone); f.Code != "said-provider-error" || f.Params["message"] != "No such address" {
			t.Errorf("%s: %+v", what, f)
		}
		if a := p44Of(t, admin, id); a.Contract != "P44" || !strings.Contains(a.Log, `"status":404`) {
			t.Errorf("%s: %+v", what, a)
		}
	}
	p.answers(-1, "")
	if f := admin.Refused("P44/SaveConnection", obj{"ClientId": "OTHER", "ClientSecret": "S-1", "Region": "na", "Rev": 1}); len(f.Fields) != 1 || f.Fields[0].Field != "ClientId" || f.Fields[0].Code != "p44-client-in-use" {
		t.Errorf("another application knows none of it: %+v", f)
	}
	p.accounts = map[string]string{"955": `{"code":"ZZTO","group":{"code":"OTHER"}}`}
	if r := testkit.Into[carrier.P44AccountResp](t, admin.Call("P44/Capacityprovideraccount", gone)); r.Status != "deleted" {
		t.Errorf("%+v", r)
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

func TestP44_SecretsThatProject44RepeatsAreNeitherToldNorKept(t *testing.T) {
	_, admin, p, id := visible(t)
	clean := func(req obj, secrets ...string) {
		t.Helper()
		f := admin.Refused("P44/Capacityprovideraccount", req)
		words, log := fmt.Sprint(f.Params["message"]), p44Of(t, admin, id).Log
		for _, s := range secrets {
			if strings.Contains(words, s) || strings.Contains(log, s) {
				t.Errorf("%s is repeated: %q, %s", s, words, log)
			}
		}
		if !strings.Contains(words, "is not valid") || !strings.Contains(log, "is not valid") {
			t.Errorf("what project44 said is gone: %q, %s", words, log)
		}
	}
	p.answers(400, `{"errorMessage":"credential1 'pa55' is not valid"}`)
	clean(add(id), "pa55")
	p.answers(-1, "")
	admin.Call("P44/Capacityprovideraccount", add(id))
	p.answers(400, `{"errors":[{"message":"credential1 'pa55new' is not valid, it was 'pa55'","diagnostic":"of S-1"}]}`)
	change := add(id)
	change["operationtype"], change["Rev"], change["Fields"] = "update", 1, []obj{{"Name": "username1", "Value": "acme"}, {"Name": "credential1", "Value": "pa55new"}}
	clean(change, "pa55", "'new'", "S-1")
	p.answers(409, `{"message":"pa55 is not valid"}`)
	clean(obj{"operationtype": "delete", "AccountId": id, "Rev": 1}, "pa55")
	p.mu.Lock()
	p.instead = func(*http.Request) (int, string) { return 401, `{"error_description":"S-2 is not a secret"}` }
	p.mu.Unlock()
	if f := admin.Refused("P44/SaveConnection", obj{"ClientId": "APP", "ClientSecret": "S-2", "Region": "na", "Rev": 1}); f.Fields[0].Code != "p44-refused" || strings.Contains(fmt.Sprint(f.Fields), "S-2") {
		t.Errorf("%+v", f)
	}
}

func TestP44_WhatIsSavedMeanwhileStays(t *testing.T) {
	k, admin, p, id := visible(t)
	admin.Call("P44/Capacityprovidermetadata", meta(id))
	change := func(sql string) func() {
		return func() {
			k.Write("1", func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, sql)
				return err
			})
		}
	}
	p.mu.Lock()
	p.instead = func(r *http.Request) (int, string) {
		if r.Method == "POST" && strings.HasSuffix(r.URL.Path, "/capacityprovideraccounts") {
			change(`UPDATE carrier_p44_mark SET kind = 'DOT_NUMBER', value = '90849', metatag = ''`)()
			return 400, `{"errorMessage":"No"}`
		}
		return -1, ""
	}
	p.mu.Unlock()
	admin.Refused("P44/Capacityprovideraccount", add(id))
	if a := p44Of(t, admin, id); a.Kind != "DOT_NUMBER" || a.Value != "90849" || a.Meta != "" || !strings.Contains(a.Log, `"status":400`) {
		t.Errorf("a refusal took back what was saved: %+v", a)
	}
	for _, sql := range []string{`UPDATE carrier_p44_mark SET value = '1'`, `UPDATE carrier_p44 SET rev = rev + 1`} {
		p.meanwhile("POST", change(sql))
		if f := admin.Refused("P44/Capacityprovideraccount", add(id)); f.Code != "row-changed-meanwhile" {
			t.Errorf("%s: %+v", sql, f)
		}
		if a := p44Of(t, admin, id); len(p.accounts) != 0 || a.Rev != 0 {
			t.Errorf("%s: left at project44: %v", sql, p.accounts)
		}
	}
	p.mu.Lock()
	p.instead = func(r *http.Request) (int, string) {
		if strings.HasSuffix(r.URL.Path, "/capacityprovideraccountgroups") && r.Method == "POST" || strings.HasSuffix(r.URL.Path, "/capacityprovidermetadata") {
			change(`UPDATE carrier_p44 SET rev = rev + 1`)()
		}
		return -1, ""
	}
	p.mu.Unlock()
	if f := admin.Refused("Address/CreateP44AccountGroup", obj{"code": "NEW", "name": "New"}); f.Code != "row-changed-meanwhile" {
		t.Errorf("a group of another connection: %+v", f)
	}
	if f := admin.Refused("P44/Capacityprovidermetadata", meta(id)); f.Code != "row-changed-meanwhile" {
		t.Errorf("metadata of another connection: %+v", f)
	}
}

func TestP44_AnAccountOfAListIsTakenOverOnlyIfItIsOurs(t *testing.T) {
	_, admin, p, id := visible(t)
	list := func(body string) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.instead = func(r *http.Request) (int, string) {
			if r.Method == "GET" && body != "" {
				return 200, body
			}
			return -1, ""
		}
	}
	for _, body := range []string{`{"accounts":[{"code":"ZZTO"}]}`, `{"items":[]}`} {
		list(body)
		if f := admin.Refused("P44/Capacityprovideraccount", add(id)); f.Code != "p44-answer-unknown" || len(p.accounts) != 0 {
			t.Errorf("%s: %+v, %v", body, f, p.accounts)
		}
	}
	list("")
	p.accounts["955"] = `{"code":"ZZTO","group":{"code":"OTHER"}}`
	admin.Call("P44/Capacityprovideraccount", add(id))
	if len(p.accounts) != 2 || strings.Contains(p.accounts["955"], "pa55") {
		t.Errorf("another group's is taken over: %v", p.accounts)
	}
	admin.Call("Address/CreateP44AccountGroup", obj{"code": "TWO", "name": "Two"})
	two := testkit.Into[carrier.Account](t, admin.Call("Carriers/SaveFreightAccount", account(obj{"CarrierLocn": "West"})))
	again := add(two.ID)
	again["GroupCode"] = "TWO"
	list(`{"accounts":[{"code":"ZZTO","id":901}]}`) // which stands for the first, in whatever group
	if f := admin.Refused("P44/Capacityprovideraccount", again); f.Code != "p44-answer-unknown" || p.times("PUT ") != 0 {
		t.Errorf("another freight account's is taken over: %+v", f)
	}
}

func TestP44_SecretsThatCannotBeReadAreTypedAnew(t *testing.T) {
	k, admin, p, id := visible(t)
	admin.Call("P44/Capacityprovidermetadata", meta(id))
	admin.Call("P44/Capacityprovideraccount", add(id))
	lost := func() { // as after a restore with another secret of the server
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE carrier_p44_account SET secrets = 'AAAA'`)
			if err == nil {
				_, err = tx.ExecContext(ctx, `UPDATE carrier_p44 SET secret = 'AAAA'`)
			}
			return err
		})
	}
	lost()
	s := testkit.Into[carrier.P44Setup](t, admin.Call("P44/Setup", op.None{}))
	if s.Connected || s.Client != "APP" || len(s.Accounts) == 0 || p44Of(t, admin, id).Fields[1].HasValue {
		t.Errorf("%+v", s)
	}
	change := add(id)
	change["operationtype"], change["Rev"] = "update", 1
	if f := admin.Refused("P44/Capacityprovideraccount", change); f.Code != "p44-not-connected" {
		t.Errorf("%+v", f)
	}
	if f := admin.Refused("P44/SaveConnection", obj{"ClientId": "APP", "Region": "na", "Rev": s.Rev}); len(f.Fields) != 1 || f.Fields[0].Field != "ClientSecret" || f.Fields[0].Code != "field-required" {
		t.Errorf("%+v", f)
	}
	admin.Call("P44/SaveConnection", obj{"ClientId": "APP", "ClientSecret": "S-1", "Region": "na", "Rev": s.Rev})
	blank := add(id)
	blank["operationtype"], blank["Rev"], blank["Fields"] = "update", 1, []obj{{"Name": "username1", "Value": "acme"}}
	if f := admin.Refused("P44/Capacityprovideraccount", blank); len(f.Fields) != 1 || f.Fields[0].Code != "p44-field-missing" {
		t.Errorf("%+v", f)
	}
	if r := testkit.Into[carrier.P44AccountResp](t, admin.Call("P44/Capacityprovideraccount", change)); r.Account.Rev != 2 || !r.Account.Fields[1].HasValue {
		t.Errorf("%+v", r)
	}
	lost()
	admin.Call("P44/SaveConnection", obj{"ClientId": "APP", "ClientSecret": "S-1", "Region": "na", "Rev": s.Rev + 1})
	admin.Call("P44/Capacityprovideraccount", obj{"operationtype": "delete", "AccountId": id, "Rev": 2})
	if len(p.accounts) != 0 {
		t.Errorf("%v", p.accounts)
	}
	admin.Call("Carriers/EndFreightAccount", resource.Key{ID: id})
}

func TestP44_AfterAChangeWhoseAnswerIsLostSecretsAreTypedAnew(t *testing.T) {
	_, admin, p, id := visible(t)
	admin.Call("P44/Capacityprovideraccount", add(id)) // without metadata no field is required
	change := func(rev int, secret string) obj {
		c := add(id)
		c["operationtype"], c["Rev"], c["Fields"] = "update", rev, []obj{{"Name": "username1", "Value": "acme"}, {"Name": "credential1", "Value": secret}}
		return c
	}
	secret := func() carrier.P44Field { return p44Of(t, admin, id).Fields[1] }
	p.answers(400, `{"errorMessage":"No"}`)
	admin.Refused("P44/Capacityprovideraccount", change(1, "new"))
	if f := secret(); !f.HasValue || f.Required {
		t.Errorf("refused, and the secret that stands is forgotten: %+v", f)
	}
	for rev, status := range []int{0, 504, 200} {
		p.mu.Lock()
		p.instead = func(r *http.Request) (int, string) {
			if r.Method == "PUT" {
				p.accounts["900"] = `{"code":"ZZTO"}` // it has done so
				return status, `<html>`
			}
			return -1, ""
		}
		if status == 200 {
			p.instead = nil
		}
		p.mu.Unlock()
		if status == 200 {
			break
		}
		admin.Refused("P44/Capacityprovideraccount", change(1+rev, "new"))
		if f := secret(); f.HasValue || !f.Required {
			t.Errorf("%d: which secret stands there is not known: %+v", status, f)
		}
		asked := p.times("PUT ")
		p.answers(-1, "")
		if f := admin.Refused("P44/Capacityprovideraccount", change(1+rev, "")); len(f.Fields) != 1 || f.Fields[0].Code != "p44-field-missing" || p.times("PUT ") != asked {
			t.Errorf("%d: %+v", status, f)
		}
		admin.Call("P44/Capacityprovideraccount", change(1+rev, "new"))
		if f := secret(); !f.HasValue || f.Required {
			t.Errorf("%d: %+v", status, f)
		}
	}
	admin.Call("P44/Capacityprovideraccount", change(3, ""))
	if !strings.Contains(p.accounts["900"], `"credential1":"new"`) {
		t.Errorf("%v", p.accounts)
	}
}
