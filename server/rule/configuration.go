package rule

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// ConfigurationReq is a rule. It counts for freight that meets all of its conditions and leaves on a day of its period; one without conditions counts for all.
type ConfigurationReq struct {
	ID         string             `json:"RuleId" db:"id" validate:"max=40"`
	Name       string             `json:"Name" db:"name" validate:"required,max=80" field:"trim"`
	Place      int64              `json:"Place" db:"place" validate:"gte=0,lte=100000"` // 0 is behind all others
	Conditions []Condition        `json:"Conditions" db:"conditions" validate:"max=20,dive"`
	Action     freight.RuleAction `json:"Action" db:"action" validate:"required"`
	Values     []string           `json:"Values" db:"target" validate:"required,min=1,max=40,unique,dive,required,max=200"` // SCACs, modes, services; the words of one that stops tenders
	From       string             `json:"EffectiveFrom" db:"from_on" validate:"omitempty,day"`
	Until      string             `json:"EffectiveUntil" db:"until_on" validate:"omitempty,day"`
	Active     bool               `json:"Active" db:"active"`
	Prompt     string             `json:"Prompt" db:"prompt" validate:"max=2000" field:"trim"` // the sentence that it was drafted from
	resource.Based
}

// Configuration is a rule as it is kept.
type Configuration struct {
	ConfigurationReq
	resource.Stamp
}

var scac = regexp.MustCompile(`^[A-Z0-9]{2,10}$`)

// Check judges conditions, action and period by themselves; whether carriers and services are there is judged when it is saved.
func (r *ConfigurationReq) Check() (bad []fail.Field) {
	for i := range r.Conditions {
		r.Conditions[i].normal()
		bad = append(bad, r.Conditions[i].wrong(fmt.Sprintf("Conditions[%d]", i))...)
	}
	if r.From != "" && r.Until != "" && r.From > r.Until {
		bad = append(bad, fail.Of("EffectiveUntil", "rule-period"))
	}
	for i, v := range r.Values {
		if v = strings.TrimSpace(v); r.Action != freight.StopTender && r.Action != freight.ExcludeMode {
			v = strings.ToUpper(v)
		}
		r.Values[i] = v
	}
	if !slices.Contains(r.Action.Values(), string(r.Action)) {
		bad = append(bad, fail.Of("Action", "field-not-offered", "limit", strings.Join(r.Action.Values(), " ")))
	}
	if one := r.Action == freight.PreferCarrier || r.Action == freight.StopTender; one && len(r.Values) > 1 {
		bad = append(bad, fail.Of("Values", "rule-one-value"))
	}
	if r.names() {
		for _, v := range r.Values {
			if !scac.MatchString(v) {
				return append(bad, fail.Of("Values", "carrier-unknown", "carrier", v))
			}
		}
	}
	return bad
}

// names reports whether the rule's values are carriers.
func (r *ConfigurationReq) names() bool {
	return r.Action == freight.ExcludeCarrier || r.Action == freight.OnlyCarrier || r.Action == freight.PreferCarrier
}

func rules(a *Area) *resource.Table[ConfigurationReq, Configuration] {
	return resource.Of(resource.Spec[ConfigurationReq, Configuration]{
		Table: "rule_configuration", Noun: "rule", Order: "place, name", Read: right.ManageRules, Write: right.ManageRules,
		Unique: []resource.Unique{{Columns: []string{"name"}, Field: "Name", Fold: true}},
		Sees:   sees,
		Before: a.judge,
		Paths:  resource.Paths{List: "RulesEngine/GetRulesTable", Save: "RulesEngine/SaveRuleConfiguration", End: "RulesEngine/DeleteRule", Restore: "RulesEngine/RestoreRule"},
	})
}

// sees reports whether all that a rule is about is the user's to see: who has some warehouses keeps rules of these alone.
func sees(by store.Actor, r *Configuration) bool {
	if by.Warehouses == nil {
		return true
	}
	return slices.ContainsFunc(r.Conditions, func(c Condition) bool {
		return c.Field == "warehouse" && c.Op == Is && !slices.ContainsFunc(c.Values, func(w string) bool { return !by.SeesWarehouse(w) })
	})
}

// judge looks at what a rule names, and gives a new one its place. One that was drafted from a sentence begins switched off: a person switches it on.
func (a *Area) judge(ctx context.Context, tx *store.Tx, was, now *Configuration) error {
	if err := a.stand(ctx, tx, now); err != nil {
		return err
	}
	if bad, err := a.named(ctx, tx, now.ConfigurationReq); err != nil || len(bad) > 0 {
		if err == nil {
			err = fail.Invalid(bad...)
		}
		return err
	}
	if was == nil && now.Prompt != "" {
		now.Active = false
	}
	if was != nil {
		now.Prompt = was.Prompt
	}
	if now.Place > 0 {
		return nil
	}
	last, _, err := store.Get[int64](ctx, tx, `SELECT COALESCE(max(place), 0) FROM rule_configuration WHERE id <> ?`, now.ID)
	now.Place = min(last+10, 100000)
	return err
}

// stand has conditions name customers as they stand since a merge. One on how a customer begins names none.
func (a *Area) stand(ctx context.Context, tx *store.Tx, r *Configuration) error {
	r.Conditions = slices.Clone(r.Conditions)
	for i, c := range r.Conditions {
		if c.Field != "customer" || c.Op == Begins {
			continue
		}
		values := []string{}
		for _, v := range c.Values {
			now, err := a.Parties.Standing(ctx, tx, v)
			if err != nil {
				return err
			}
			if !slices.Contains(values, now) {
				values = append(values, now)
			}
		}
		r.Conditions[i].Values = values
	}
	return nil
}

// named tells what a rule names that there is not.
func (a *Area) named(ctx context.Context, tx *store.Tx, r ConfigurationReq) (bad []fail.Field, err error) {
	for i, c := range r.Conditions {
		if c.Field != "warehouse" {
			continue
		}
		for _, w := range c.Values {
			if _, _, err := a.Sites.Site(ctx, tx, w); fail.CodeOf(err) != "" {
				bad = append(bad, fail.Of(fmt.Sprintf("Conditions[%d].Values", i), "warehouse-not-yours", "warehouse", w))
			} else if err != nil {
				return nil, err
			}
		}
	}
	switch {
	case r.names():
		list, err := a.Carriers.Carriers(ctx, tx)
		if err != nil {
			return nil, err
		}
		for _, v := range r.Values {
			if !slices.ContainsFunc(list, func(c freight.Carrier) bool { return c.SCAC == v }) {
				bad = append(bad, fail.Of("Values", "carrier-unknown", "carrier", v))
			}
		}
	case r.Action == freight.AddService:
		for _, v := range r.Values {
			if !slices.Contains(a.Rates.ServiceCodes(), v) {
				bad = append(bad, fail.Of("Values", "service-unknown", "code", v))
			}
		}
	case r.Action == freight.ExcludeMode:
		for _, v := range r.Values {
			if !slices.Contains(a.Rates.ModeNames(), v) {
				bad = append(bad, fail.Of("Values", "field-not-offered", "limit", strings.Join(a.Rates.ModeNames(), " ")))
			}
		}
	}
	return bad, nil
}

// ClientReq names a customer; without one all rules are listed.
type ClientReq struct {
	Customer string `json:"Customer" validate:"max=80" field:"trim"`
}

// OfClient lists the rules that may count for a customer's freight, in their order: those whose conditions on the customer it meets.
func (a *Area) OfClient(ctx context.Context, tx *store.Tx, req ClientReq) ([]Configuration, error) {
	list, err := rules(a).List(ctx, tx)
	if req.Customer == "" {
		return list, err
	}
	return slices.DeleteFunc(list, func(r Configuration) bool {
		return slices.ContainsFunc(r.Conditions, func(c Condition) bool {
			return c.Field == "customer" && !c.check(freight.Facts{Customer: req.Customer}).Met
		})
	}), err
}

// ActivateReq switches a rule.
type ActivateReq struct {
	ID     string `json:"RuleId" validate:"required,max=40"`
	Active bool   `json:"Active"`
	resource.Based
}

// Activate switches a rule on or off. What was rated before keeps its result.
func (a *Area) Activate(ctx context.Context, tx *store.Tx, req ActivateReq) (Configuration, error) {
	r, err := rules(a).Get(ctx, tx, req.ID)
	if err != nil {
		return r, err
	}
	r.Active = req.Active
	if req.Rev > 0 {
		r.Rev = req.Rev
	}
	return rules(a).Save(ctx, tx, r.ConfigurationReq)
}

// MoveReq says which way a rule goes in the order.
type MoveReq struct {
	ID string `json:"RuleId" validate:"required,max=40"`
	Up bool   `json:"Up"`
}

// Move has a rule change places with the one before or behind it, of those that the user sees. The first stays first.
func (a *Area) Move(ctx context.Context, tx *store.Tx, req MoveReq) ([]Configuration, error) {
	list, err := rules(a).List(ctx, tx)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(list, func(r Configuration) bool { return r.ID == req.ID })
	if at < 0 {
		return nil, fail.NotFound("rule-unknown")
	}
	to := at + 1
	if req.Up {
		to = at - 1
	}
	if to < 0 || to >= len(list) {
		return list, nil
	}
	if err := a.settle(ctx, tx, list[at].ID, list[to].ID); err != nil {
		return nil, err
	}
	return rules(a).List(ctx, tx)
}

// settle puts a rule where another one stands, which moves on towards where the first stood. Rules that keep their number are left alone.
func (a *Area) settle(ctx context.Context, tx *store.Tx, id, at string) error {
	type placed struct {
		ID    string `db:"id"`
		Place int64  `db:"place"`
	}
	all, err := store.Select[placed](ctx, tx, `SELECT id, place FROM rule_configuration ORDER BY place, name`)
	if err != nil {
		return err
	}
	from := slices.IndexFunc(all, func(p placed) bool { return p.ID == id })
	to := slices.IndexFunc(all, func(p placed) bool { return p.ID == at })
	order := slices.Insert(slices.Delete(slices.Clone(all), from, from+1), to, all[from])
	last := int64(0)
	for i, p := range order {
		last = max(all[i].Place, last+1)
		if p.Place == last {
			continue
		}
		if _, err := tx.ExecContext(ctx, `UPDATE rule_configuration SET place = ?, rev = rev + 1, at = ?, by_user = ? WHERE id = ?`, last, store.At(tx.Now), tx.By.User, p.ID); err != nil {
			return err
		}
	}
	return nil
}
