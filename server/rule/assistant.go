package rule

import (
	"context"
	"encoding/base64"
	"net/url"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// assistant is the organisation's account with a provider. The key is locked.
type assistant struct {
	ID      string     `db:"id"`
	URL     string     `db:"url"`
	Model   string     `db:"model"`
	Key     string     `db:"api_key"`
	Enabled bool       `db:"enabled"`
	Rev     int64      `db:"rev"`
	At      store.Time `db:"at"`
	By      string     `db:"by_user"`
}

// The one account that an organisation has.
const assistantID = "completion"

func keyPlace(org string) string { return org + "/rule_assistant/" + assistantID + "/key" }

func assistantOf(ctx context.Context, tx *store.Tx) (assistant, bool, error) {
	return store.Get[assistant](ctx, tx, `SELECT * FROM rule_assistant WHERE id = ?`, assistantID)
}

// Assistant is what is shown of the account. The key never is.
type Assistant struct {
	URL     string `json:"Url"`
	Model   string `json:"Model"`
	HasKey  bool   `json:"HasKey"`
	Enabled bool   `json:"Enabled"` // sentences can be turned into drafts
	Rev     int64  `json:"Rev"`     // 0 where there never was an account
}

func (c assistant) shown() Assistant { return Assistant{c.URL, c.Model, c.Key != "", c.Enabled, c.Rev} }

// GetAssistant tells whether the organisation has a provider that drafts rules.
func (a *Area) GetAssistant(ctx context.Context, tx *store.Tx, _ op.None) (Assistant, error) {
	c, _, err := assistantOf(ctx, tx)
	return c.shown(), err
}

// AssistantReq connects the organisation with a provider that speaks the chat completions API of OpenAI. A key that is empty stays as it is, unless the address
// is another: no key goes to a server that it was not given for.
type AssistantReq struct {
	URL     string `json:"Url" validate:"omitempty,url,max=300" field:"trim"` // before /chat/completions
	Model   string `json:"Model" validate:"max=100" field:"trim"`
	Key     string `json:"ApiKey" validate:"max=400" field:"trim"`
	Enabled bool   `json:"Enabled"`
	resource.Based
}

// SaveAssistant keeps the account.
func (a *Area) SaveAssistant(ctx context.Context, tx *store.Tx, req AssistantReq) (Assistant, error) {
	if err := op.Administrators(tx); err != nil {
		return Assistant{}, err
	}
	c, ok, err := assistantOf(ctx, tx)
	if err != nil {
		return Assistant{}, err
	}
	if ok && req.Rev != c.Rev {
		return Assistant{}, fail.Conflict("row-changed-meanwhile").With(c.shown())
	}
	if req.URL = strings.TrimRight(req.URL, "/"); req.URL != c.URL {
		c.Key = ""
	}
	c.ID, c.URL, c.Model, c.Enabled, c.Rev, c.At, c.By = assistantID, req.URL, req.Model, req.Enabled, c.Rev+1, store.At(tx.Now), tx.By.User
	if req.Key != "" {
		c.Key = base64.StdEncoding.EncodeToString(a.Vault.Lock(keyPlace(tx.Org), []byte(req.Key)))
	}
	var bad []fail.Field
	if c.URL != "" {
		if u, err := url.Parse(c.URL); err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Scheme != "https" && (u.Scheme != "http" || !a.Private) {
			bad = append(bad, fail.Of("Url", "rule-ai-address"))
		}
	}
	if c.Enabled {
		for _, f := range []struct{ name, value string }{{"Url", c.URL}, {"Model", c.Model}, {"ApiKey", c.Key}} {
			if f.value == "" {
				bad = append(bad, fail.Of(f.name, "field-required"))
			}
		}
	}
	if len(bad) > 0 {
		return Assistant{}, fail.Invalid(bad...)
	}
	return c.shown(), store.Put(ctx, tx, "rule_assistant", "id", c)
}

// PromptReq is what a user wants of a rule, in words.
type PromptReq struct {
	Prompt string `json:"Prompt" validate:"required,min=5,max=2000" field:"trim"`
}

// DraftResp is a draft. Nothing is saved: a person looks at it, corrects and saves it, switched off.
type DraftResp struct {
	Rule ConfigurationReq `json:"Rule"`
	Note string           `json:"Note"` // what of the sentence the rule does not say, in the provider's words
}

// patience is how long a provider may think.
const patience = 45 * time.Second

// Draft has the organisation's provider turn a sentence into a rule. It is told the sentence, the fields of conditions, and the carriers, services, modes and
// warehouses that there are; nothing of shipments, customers or prices. No transaction is open meanwhile.
func (a *Area) Draft(ctx context.Context, c *op.Call, req PromptReq) (DraftResp, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return DraftResp{}, err
	}
	ask := asking{Sentence: req.Prompt, Services: a.Rates.ServiceCodes(), Modes: a.Rates.ModeNames()}
	var at assistant
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		var ok bool
		if at, ok, err = assistantOf(ctx, tx); err != nil {
			return err
		}
		if !ok || !at.Enabled {
			return fail.Conflict("rule-ai-none")
		}
		list, err := a.Carriers.Carriers(ctx, tx)
		for _, k := range list {
			ask.Carriers = append(ask.Carriers, k.SCAC+" "+k.Name)
		}
		ask.Warehouses = c.By.Warehouses
		return err
	}); err != nil {
		return DraftResp{}, err
	}
	raw, err := base64.StdEncoding.DecodeString(at.Key)
	if err != nil {
		return DraftResp{}, err
	}
	key, err := a.Vault.Unlock(keyPlace(c.Org), raw)
	if err != nil { // locked by another server's secret
		return DraftResp{}, fail.Conflict("rule-ai-key")
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	d, err := completion{http: a.Client, address: at.URL, model: at.Model, key: string(key)}.draft(ctx, ask)
	if err != nil {
		return DraftResp{}, err
	}
	r := ConfigurationReq{Name: cut(d.Name, 80), Conditions: d.Conditions, Action: freight.RuleAction(d.Action), Values: d.Values, Prompt: req.Prompt}
	r.Check() // brings the values into their form; what is wrong is told where the draft is saved
	return DraftResp{Rule: r, Note: cut(d.Unclear, 500)}, nil
}

func cut(s string, most int) string {
	if r := []rune(strings.TrimSpace(s)); len(r) > most {
		return string(r[:most])
	}
	return strings.TrimSpace(s)
}
