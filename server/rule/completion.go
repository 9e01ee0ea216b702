package rule

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"

	"github.com/goccy/go-json"
)

// completion speaks the chat completions API that OpenAI publishes (POST /chat/completions, bearer key, structured outputs by a JSON schema), which other
// providers and local servers speak as well.
type completion struct {
	http                *http.Client
	address, model, key string
}

// asking is all that a provider is told.
type asking struct {
	Sentence                              string
	Carriers, Services, Modes, Warehouses []string
}

// drafted is what the model answers, by the schema below.
type drafted struct {
	Name       string      `json:"name"`
	Conditions []Condition `json:"conditions"`
	Action     string      `json:"action"`
	Values     []string    `json:"values"`
	Unclear    string      `json:"unclear"`
}

// The parts of the API that are used.
type (
	chatMessage struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	chatFormat struct {
		Type   string     `json:"type"`
		Schema chatSchema `json:"json_schema"`
	}
	chatSchema struct {
		Name   string          `json:"name"`
		Strict bool            `json:"strict"`
		Schema json.RawMessage `json:"schema"`
	}
	chatRequest struct {
		Model    string        `json:"model"`
		Messages []chatMessage `json:"messages"`
		Format   chatFormat    `json:"response_format"`
	}
	chatAnswer struct {
		Choices []struct {
			Finish  string `json:"finish_reason"`
			Message struct {
				Content string `json:"content"`
				Refusal string `json:"refusal"`
			} `json:"message"`
		} `json:"choices"`
	}
	chatError struct {
		Error struct {
			Message string `json:"message"`
			Type    string `json:"type"`
			Code    string `json:"code"`
		} `json:"error"`
	}
)

// mostAnswer of an answer is read.
const mostAnswer = 1 << 20

// draft asks for a rule. Every way in which a provider may fail is a refusal that names it.
func (c completion) draft(ctx context.Context, ask asking) (d drafted, err error) {
	body, err := json.Marshal(chatRequest{Model: c.model, Messages: []chatMessage{{"system", ask.system()}, {"user", ask.Sentence}}, Format: chatFormat{"json_schema", chatSchema{"rule", true, schema()}}})
	if err != nil {
		return d, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return d, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+c.key)
	req.Header.Set("User-Agent", "Lading")
	res, err := c.http.Do(req)
	if err != nil {
		slog.WarnContext(ctx, "provider of completions not reached", "host", req.URL.Host, "err", err)
		return d, fail.New(http.StatusBadGateway, "rule-ai-silent", "host", req.URL.Host)
	}
	defer func() { _ = res.Body.Close() }()
	said, err := io.ReadAll(io.LimitReader(res.Body, mostAnswer))
	if err != nil {
		return d, fail.New(http.StatusBadGateway, "rule-ai-silent", "host", req.URL.Host)
	}
	if res.StatusCode != http.StatusOK {
		return d, refused(res.StatusCode, req.URL.Host, said)
	}
	var ans chatAnswer
	if json.Unmarshal(said, &ans) != nil || len(ans.Choices) == 0 {
		return d, fail.New(http.StatusBadGateway, "rule-ai-unreadable")
	}
	first := ans.Choices[0]
	if first.Message.Refusal != "" {
		return d, fail.New(http.StatusBadGateway, "rule-ai-refused", "host", req.URL.Host, "reason", cut(first.Message.Refusal, 200))
	}
	if first.Finish == "length" || json.Unmarshal([]byte(first.Message.Content), &d) != nil || !d.whole() {
		return d, fail.New(http.StatusBadGateway, "rule-ai-unreadable")
	}
	return d, nil
}

// whole reports whether an answer keeps to the schema: not every provider does.
func (d drafted) whole() bool {
	if !slices.Contains(freight.RuleAction("").Values(), d.Action) || len(d.Conditions) > 20 || len(d.Values) > 40 {
		return false
	}
	return !slices.ContainsFunc(d.Conditions, func(c Condition) bool {
		return !slices.Contains(Field("").Values(), string(c.Field)) || !slices.Contains(Operator("").Values(), string(c.Op)) || len(c.Values) > 50
	})
}

func refused(status int, host string, said []byte) error {
	var e chatError
	_ = json.Unmarshal(said, &e) // one that is no JSON has no reason to show
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return fail.Conflict("rule-ai-key")
	case http.StatusTooManyRequests:
		return fail.New(http.StatusBadGateway, "rule-ai-busy", "host", host)
	}
	reason := cut(strings.ToValidUTF8(e.Error.Message, ""), 200)
	if reason == "" {
		reason = fmt.Sprint(status)
	}
	return fail.New(http.StatusBadGateway, "rule-ai-refused", "host", host, "reason", reason)
}

// system is what the model is told before the sentence.
func (k asking) system() string {
	list := func(name string, values []string) string {
		if len(values) == 0 {
			return ""
		}
		return "\n" + name + ": " + strings.Join(values, "; ")
	}
	return `You turn one sentence of a freight shipper into one rule of its transport management system, as JSON by the schema. All conditions must be met for the rule to count.
Texts are compared with "is", "is-not" and, for customer and postal codes, "begins"; several values mean any of them. weight (pounds), units (pallets or pieces) and miles take "at-least" or "under" with one decimal number.
hazmat is yes or no, direction outbound or inbound, terms P (prepaid), C (collect) or T (third party). States and countries are two-letter codes.
Values of the action are SCACs for exclude-carrier, only-carrier and prefer-carrier (one), modes for exclude-mode, service codes for add-service, and for stop-tender one short text that tells the planner why.
Name the rule in the language of the sentence. Put into "unclear" what the rule cannot say of the sentence, or what you had to guess; leave it empty otherwise. Use only codes from these lists.` +
		list("Carriers (SCAC and name)", k.Carriers) + list("Services (NMFTA codes)", k.Services) + list("Modes", k.Modes) + list("Warehouses", k.Warehouses)
}

// schema is the answer's shape, within what strict structured outputs take.
func schema() json.RawMessage {
	texts := map[string]any{"type": "array", "items": map[string]any{"type": "string"}}
	object := func(properties map[string]any, required ...string) map[string]any {
		return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	}
	one := func(values []string) map[string]any { return map[string]any{"type": "string", "enum": values} }
	b, err := json.Marshal(object(map[string]any{
		"name":       map[string]any{"type": "string"},
		"conditions": map[string]any{"type": "array", "items": object(map[string]any{"Field": one(Field("").Values()), "Operator": one(Operator("").Values()), "Values": texts}, "Field", "Operator", "Values")},
		"action":     one(freight.RuleAction("").Values()),
		"values":     texts,
		"unclear":    map[string]any{"type": "string"},
	}, "name", "conditions", "action", "values", "unclear"))
	if err != nil {
		panic("schema of a drafted rule: " + err.Error()) // plain maps
	}
	return b
}
