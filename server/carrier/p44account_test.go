package carrier_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"lading/server/carrier"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
)

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
