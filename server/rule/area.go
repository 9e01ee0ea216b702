// Package rule is what an organisation lays down about its freight: which carriers and modes it may go by, whom it prefers, which services are asked for and what is
// not tendered before a person has looked. Rules are judged when carriers are rated and when one is given a load; what they did is named there.
package rule

import (
	"context"
	"net/http"
	"slices"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/vault"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// Area serves the rule pages. The fields are what it needs of other areas and floors.
type Area struct {
	Shipments Shipments
	Rates     Rates
	Carriers  Carriers
	Parties   resource.Parties
	Sites     Sites
	Orgs      func(ctx context.Context, id string) (*store.DB, error)
	Vault     *vault.Vault
	// Client reaches the provider of completions, and Private lets it stand on the server's own network and be spoken to by HTTP.
	Client  *http.Client
	Private bool
}

// Shipments lists the shipments that the user sees, the newest first.
type Shipments interface {
	Latest(ctx context.Context, tx *store.Tx, limit int) ([]freight.Consignment, error)
}

// Rates knows what rules may ask of freight, and what it may ask for.
type Rates interface {
	Facts(c freight.Consignment) freight.Facts
	CheckServices(codes []string) error
	ServiceCodes() []string
	ModeNames() []string
}

// Carriers lists the carriers that may be chosen.
type Carriers interface {
	Carriers(ctx context.Context, tx *store.Tx) ([]freight.Carrier, error)
}

// Sites knows the warehouses that the user sees.
type Sites interface {
	Site(ctx context.Context, tx *store.Tx, id string) (at freight.Party, zone string, err error)
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return slices.Concat(rules(a).Ops(), []op.Op{
		op.Query("RulesEngine/GetRulesBasedOnClient", a.OfClient, right.ManageRules),
		op.Command("RulesEngine/ActivateRule", a.Activate, right.ManageRules),
		op.Command("RulesEngine/MoveRule", a.Move, right.ManageRules),
		op.Query("RulesEngine/TryRule", a.Try, right.ManageRules),
		op.Direct("RulesEngine/SendPromptToAi", a.Draft, right.ManageRules),
		op.Query("RulesEngine/Assistant", a.GetAssistant, right.ManageRules, right.ManageIntegration),
		op.Command("RulesEngine/SaveAssistant", a.SaveAssistant, right.ManageIntegration),
	})
}
