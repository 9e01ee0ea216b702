package rule_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/kit/freight"
	"lading/server/kit/outward"
	"lading/server/op"
	"lading/server/rule"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// provider answers as the chat completions API is published: the key in a bearer header, the answer's shape by the schema that was sent.
type provider struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	answer string
	asked  []map[string]any
}

const providerKey = "sk-test-4711"

func provide(t *testing.T) *provider {
	p := &provider{status: http.StatusOK}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		var asked map[string]any
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions":
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, `{"error":{"message":"Unknown request URL","type":"invalid_request_error","param":null,"code":"unknown_url"}}`)
			return
		case r.Header.Get("Authorization") != "Bearer "+providerKey:
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = io.WriteString(w, `{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`)
			return
		case json.Unmarshal(body, &asked) != nil || asked["model"] == "" || asked["messages"] == nil:
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":{"message":"Missing required parameter","type":"invalid_request_error","param":"messages","code":null}}`)
			return
		}
		p.asked = append(p.asked, asked)
		w.WriteHeader(p.status)
		_, _ = io.WriteString(w, p.answer)
	}))
	t.Cleanup(p.Close)
	return p
}

// says has the provider answer with a message's content.
func (p *provider) says(content string) {
	text, _ := json.Marshal(content)
	p.status, p.answer = http.StatusOK, `{"id":"chatcmpl-1","object":"chat.completion","created":1795712400,"model":"m-1","choices":[{"index":0,"message":{"role":"assistant","content":`+string(text)+`,"refusal":null},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`
}

func connected(t *testing.T) (*testkit.Kit, *testkit.Person, *provider) {
	k, p := testkit.Demo(t), provide(t)
	k.App.Rule.Private, k.App.Rule.Client = true, outward.Client(5*time.Second, true)
	admin := k.As("admin@demo.test")
	admin.Call("RulesEngine/SaveAssistant", rule.AssistantReq{URL: p.URL + "/v1/", Model: "m-1", Key: providerKey, Enabled: true})
	return k, admin, p
}

const sentence = "Never send hazmat to California with Old Dominion"

func TestDraft_TurnsASentenceIntoARuleThatAPersonSavesAndSwitchesOn(t *testing.T) {
	k, admin, p := connected(t)
	p.says(`{"name":"No hazmat to CA by ODFL","conditions":[{"Field":"hazmat","Operator":"is","Values":["Yes"]},{"Field":"destination-state","Operator":"is","Values":["ca"]}],"action":"exclude-carrier","values":["odfl"],"unclear":""}`)
	d := testkit.Into[rule.DraftResp](t, admin.Call("RulesEngine/SendPromptToAi", rule.PromptReq{Prompt: sentence}))
	if r := d.Rule; r.Prompt != sentence || r.Active || r.Action != freight.ExcludeCarrier || r.Values[0] != "ODFL" || len(r.Conditions) != 2 || r.Conditions[1].Values[0] != "CA" {
		t.Fatalf("%+v", d.Rule)
	}
	if n := len(testkit.Into[[]rule.Configuration](t, admin.Call("RulesEngine/GetRulesTable", op.None{}))); n != 0 {
		t.Errorf("%d rules were saved by nobody", n)
	}
	asked := p.asked[0]
	format, _ := asked["response_format"].(map[string]any)
	schema, _ := format["json_schema"].(map[string]any)
	messages, _ := asked["messages"].([]any)
	if asked["model"] != "m-1" || format["type"] != "json_schema" || schema["strict"] != true || len(messages) != 2 {
		t.Errorf("%+v", asked)
	}
	if last, _ := messages[1].(map[string]any); last["role"] != "user" || last["content"] != sentence {
		t.Errorf("%+v", messages[1])
	}
	d.Rule.Active = true // a draft is switched on by an act of its own
	saved := save(t, admin, d.Rule)
	if saved.Active || saved.Prompt != sentence {
		t.Errorf("%+v", saved)
	}
	if on := testkit.Into[rule.Configuration](t, admin.Call("RulesEngine/ActivateRule", rule.ActivateReq{ID: saved.ID, Active: true})); !on.Active {
		t.Errorf("%+v", on)
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		locked, _, err := store.Get[string](ctx, tx, `SELECT api_key FROM rule_assistant`)
		if locked == "" || strings.Contains(locked, providerKey) {
			t.Error("the key lies open")
		}
		return err
	})
	if shown := string(admin.Call("RulesEngine/Assistant", op.None{})); strings.Contains(shown, providerKey) || !strings.Contains(shown, `"HasKey":true`) {
		t.Error(shown)
	}
}

func TestDraft_EachFailureOfTheProviderIsNamed(t *testing.T) {
	_, admin, p := connected(t)
	ask := func() string {
		return admin.Refused("RulesEngine/SendPromptToAi", rule.PromptReq{Prompt: sentence}).Code
	}
	p.says(`{"name":"x","conditions":[{"Field":"colour","Operator":"is","Values":["red"]}],"action":"exclude-carrier","values":["ODFL"],"unclear":""}`)
	if code := ask(); code != "rule-ai-unreadable" {
		t.Error("an unknown field:", code)
	}
	p.says(`Sure! Here is your rule.`)
	if code := ask(); code != "rule-ai-unreadable" {
		t.Error("prose:", code)
	}
	p.answer = `{"choices":[{"message":{"content":null,"refusal":"I cannot help with that."},"finish_reason":"stop"}]}`
	if code := ask(); code != "rule-ai-refused" {
		t.Error("a refusal:", code)
	}
	p.answer = `{"choices":[]}`
	if code := ask(); code != "rule-ai-unreadable" {
		t.Error("no choice:", code)
	}
	for status, want := range map[int]string{http.StatusTooManyRequests: "rule-ai-busy", http.StatusUnauthorized: "rule-ai-key", http.StatusNotFound: "rule-ai-refused", http.StatusInternalServerError: "rule-ai-refused", http.StatusFound: "rule-ai-refused"} {
		p.status, p.answer = status, `{"error":{"message":"as the test wants it","type":"t","code":"c"}}`
		if code := ask(); code != want {
			t.Errorf("%d: %s", status, code)
		}
	}
	p.Close()
	if code := ask(); code != "rule-ai-silent" {
		t.Error("no server:", code)
	}
}

func TestAssistant_WithoutAProviderNothingIsAskedAndNoKeyGoesElsewhere(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	if e := admin.Refused("RulesEngine/SendPromptToAi", rule.PromptReq{Prompt: sentence}); e.Code != "rule-ai-none" {
		t.Errorf("%+v", e)
	}
	for field, r := range map[string]rule.AssistantReq{
		"Url":    {URL: "http://api.example.test/v1", Model: "m", Key: "k", Enabled: true}, // a server in production speaks HTTPS alone
		"Model":  {URL: "https://api.example.test/v1", Key: "k", Enabled: true},
		"ApiKey": {URL: "https://api.example.test/v1", Model: "m", Enabled: true},
	} {
		if e := admin.Refused("RulesEngine/SaveAssistant", r); len(e.Fields) != 1 || e.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, e)
		}
	}
	first := testkit.Into[rule.Assistant](t, admin.Call("RulesEngine/SaveAssistant", rule.AssistantReq{URL: "https://api.example.test/v1", Model: "m", Key: "k", Enabled: true}))
	again := rule.AssistantReq{URL: first.URL, Model: "m2", Enabled: true}
	if e := admin.Refused("RulesEngine/SaveAssistant", again); e.Code != "row-changed-meanwhile" {
		t.Errorf("%+v", e)
	}
	again.Rev = first.Rev
	if kept := testkit.Into[rule.Assistant](t, admin.Call("RulesEngine/SaveAssistant", again)); !kept.HasKey || kept.Model != "m2" {
		t.Errorf("%+v", kept)
	}
	again.Rev, again.URL = first.Rev+1, "https://elsewhere.example.test/v1"
	if e := admin.Refused("RulesEngine/SaveAssistant", again); e.Fields[0].Field != "ApiKey" {
		t.Errorf("another server without a key of its own: %+v", e)
	}
	for _, login := range []string{"office@demo.test", "dock@demo.test"} {
		if e := k.As(login).Refused("RulesEngine/SendPromptToAi", rule.PromptReq{Prompt: sentence}); e.Code != "no-right" {
			t.Errorf("%s: %+v", login, e)
		}
	}
	if e := k.As("admin@other.test").Refused("RulesEngine/SendPromptToAi", rule.PromptReq{Prompt: sentence}); e.Code != "rule-ai-none" {
		t.Errorf("another organisation: %+v", e)
	}
}
