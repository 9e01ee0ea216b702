package carrier

import (
	"bytes"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// P44Identifier is by what project44 knows a carrier.
type P44Identifier string

// Values lists the kinds. Source: CapacityProviderIdentifier.type, as public programs have it.
func (P44Identifier) Values() []string {
	return []string{"SCAC", "DOT_NUMBER", "MC_NUMBER", "P44_EU", "P44_GLOBAL", "SYSTEM", "VAT"}
}

// P44Kind is how a field of an account is entered.
type P44Kind string

// Values lists the kinds.
func (P44Kind) Values() []string { return []string{"text", "secret", "choice", "flag"} }

// P44Field is a field of an account at project44. A secret's value is never given back; whether there is one is.
type P44Field struct {
	Name     string   `json:"Name"`
	Label    string   `json:"Label"` // of project44, in its words; empty where it gives none
	Kind     P44Kind  `json:"Kind"`
	Choices  []string `json:"Choices"`
	Required bool     `json:"Required"`
	Value    string   `json:"Value"`
	HasValue bool     `json:"HasValue"`
}

// p44Known are the fields that an account can have. Source: CapacityProviderAccountInfo, as public programs have it; its ids and addresses are project44's own.
var p44Known = []P44Field{
	{Name: "username1", Kind: "text"}, {Name: "credential1", Kind: "secret"}, {Name: "credential2", Kind: "secret"}, {Name: "credential3", Kind: "secret"},
	{Name: "accountNumber1", Kind: "text"}, {Name: "accountNumber2", Kind: "text"}, {Name: "billToLocationId", Kind: "text"},
	{Name: "paymentTermsCode", Kind: "choice", Choices: []string{"PREPAID", "COLLECT", "THIRD_PARTY"}}, {Name: "directionCode", Kind: "choice", Choices: []string{"SHIPPER", "CONSIGNEE", "THIRD_PARTY"}},
	{Name: "accountFlag1", Kind: "flag"}, {Name: "enableDirectionOverride", Kind: "flag"}, {Name: "enablePaymentTermsOverride", Kind: "flag"},
}

// metaFresh is how long metadata counts as loaded: "only if they exist and were created less than 3 days ago".
const metaFresh = 72 * time.Hour

// definitions are what metadata says of a carrier's accounts. Its form could not be verified (see P44): a definition has accountDefinitionIdentifier, which an account
// names, and the account's fields with what they are called and whether they are needed.
type definitions struct {
	Definitions []definition `json:"accountDefinitions"`
}

type definition struct {
	ID     string `json:"accountDefinitionIdentifier"`
	Fields []struct {
		Name     string `json:"name"`
		Label    string `json:"label"`
		Required bool   `json:"required"`
	} `json:"fields"`
}

// readMeta reads metadata. A form that is not known is no metadata.
func readMeta(text string) (d definitions, ok bool) {
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return d, false
	}
	d.Definitions = slices.DeleteFunc(d.Definitions, func(d definition) bool { return d.ID == "" })
	return d, len(d.Definitions) > 0
}

// first is the definition that an account is made by: the one that it was made by, else the carrier's first.
func (d definitions) first(id string) definition {
	for _, one := range d.Definitions {
		if one.ID == id {
			return one
		}
	}
	if len(d.Definitions) > 0 {
		return d.Definitions[0]
	}
	return definition{}
}

// asked are the fields of a definition that an account can have; all that there are where metadata says nothing.
func (d definition) asked() []P44Field {
	out := []P44Field{}
	for _, f := range d.Fields {
		if at := slices.IndexFunc(p44Known, func(k P44Field) bool { return k.Name == f.Name }); at >= 0 {
			k := p44Known[at]
			k.Label, k.Required = f.Label, f.Required
			out = append(out, k)
		}
	}
	if len(out) == 0 {
		out = slices.Clone(p44Known)
	}
	return out
}

// P44Given is a field with what was typed for it.
type P44Given struct {
	Name  string `json:"Name" validate:"required,max=40"`
	Value string `json:"Value" validate:"max=500"`
}

// accountValues takes what was typed for the fields that are asked. An empty secret stays as it was. What is not asked, or misses, is refused by its name.
func accountValues(asked []P44Field, typed []P44Given, was map[string]string) (plain, secret map[string]string, bad []fail.Field) {
	plain, secret = map[string]string{}, map[string]string{}
	for _, g := range typed {
		at := slices.IndexFunc(asked, func(f P44Field) bool { return f.Name == g.Name })
		switch {
		case at < 0:
			bad = append(bad, fail.Of("Fields", "p44-field-not-asked", "name", g.Name))
		case g.Value == "":
		case asked[at].Kind == "choice" && !slices.Contains(asked[at].Choices, g.Value), asked[at].Kind == "flag" && g.Value != "true" && g.Value != "false":
			bad = append(bad, fail.Of("Fields", "p44-field-wrong", "name", g.Name))
		case asked[at].Kind == "secret":
			secret[g.Name] = g.Value
		default:
			plain[g.Name] = g.Value
		}
	}
	for _, f := range asked {
		if f.Kind == "secret" && secret[f.Name] == "" && was[f.Name] != "" {
			secret[f.Name] = was[f.Name]
		}
		if f.Required && plain[f.Name] == "" && secret[f.Name] == "" {
			bad = append(bad, fail.Of("Fields", "p44-field-missing", "name", f.Name))
		}
	}
	return plain, secret, bad
}

// sent is an account as project44 is told of it: CapacityProviderAccountInfo.
func sent(definition string, plain, secret map[string]string) map[string]any {
	out := map[string]any{"accountDefinitionIdentifier": definition}
	for _, f := range p44Known {
		v := plain[f.Name] + secret[f.Name] // a field is in one of them
		switch {
		case v == "":
		case f.Kind == "flag":
			out[f.Name] = v == "true"
		default:
			out[f.Name] = v
		}
	}
	return out
}

// compact is JSON as it is kept: without its spaces.
func compact(raw []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return ""
	}
	return b.String()
}

// mark is a row of carrier_p44_mark.
type mark struct {
	Account string        `db:"account_id"`
	Kind    P44Identifier `db:"kind"`
	Value   string        `db:"value"`
	Meta    string        `db:"metatag"`
	MetaAt  store.Time    `db:"metatag_at"`
	Log     string        `db:"log"`
	At      store.Time    `db:"at"`
	By      string        `db:"by_user"`
}

// loaded reports whether the metadata is there and young enough.
func (m mark) loaded(now time.Time) bool {
	return m.Meta != "" && now.Sub(m.MetaAt.Time) < metaFresh
}
