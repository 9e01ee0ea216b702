package rating

import (
	"slices"

	"lading/server/kit/freight"
	"lading/server/rating/engine"
)

// The verdicts of rules; the value is the rule's name.
const (
	barredCarrier = "rule-carrier-excluded"
	barredOthers  = "rule-carrier-only"
	barredMode    = "rule-mode-excluded"
	takenByRule   = "why-rule-preferred"
)

func ruledOut(code string) bool {
	return code == barredCarrier || code == barredOthers || code == barredMode
}

// Facts are what rules may ask of a shipment.
func (a *Area) Facts(c freight.Consignment) freight.Facts {
	q := consigned(c, nil, 0)
	q.Request.Miles, _, _ = a.distances().Between(q.Request.From, q.Request.To)
	return q.facts()
}

// ModeNames are the modes that contracts can have.
func (a *Area) ModeNames() []string { return engine.Mode("").Values() }

// facts are what rules may ask of what is rated.
func (q *question) facts() freight.Facts {
	r := q.Request
	end := func(p engine.Place) freight.Reach {
		return freight.Reach{State: p.State, Zip: p.Zip, Country: string(country(p))}
	}
	f := freight.Facts{Warehouse: q.at.warehouse, Direction: q.at.direction, Terms: q.at.terms, Customer: q.Customer, Customers: q.at.customers, From: end(r.From), To: end(r.To), MilesMilli: int64(r.Miles) / 10, Hazmat: r.Hazmat, Day: r.ShipOn}
	for _, it := range r.Items {
		f.PoundsMilli += int64(it.Weight) / 10
	}
	for _, u := range r.Units {
		f.Units += int64(u.Count)
	}
	for _, p := range r.Packages {
		n := int64(max(p.Count, 1))
		f.PoundsMilli, f.Units = f.PoundsMilli+n*int64(p.Weight)/10, f.Units+n
	}
	return f
}

// obey asks for the services that rules add.
func (q *question) obey() {
	for _, code := range q.Ruled.Services() {
		if !slices.ContainsFunc(q.Request.Services, func(s engine.Service) bool { return s.Code == code }) {
			q.Request.Services = append(slices.Clip(q.Request.Services), engine.Service{Code: code, Quantity: engine.Int(1)})
		}
	}
}

// preferred is the carrier that the order asks for, else the one that a rule prefers.
func (q *question) preferred() string {
	if q.Preferred != "" {
		return q.Preferred
	}
	if r, ok := q.Ruled.First(freight.PreferCarrier); ok {
		return r.Values[0]
	}
	return ""
}

// explained names the rule behind a choice that no order asked for.
func (q *question) explained(v engine.Verdict) engine.Verdict {
	if r, ok := q.Ruled.First(freight.PreferCarrier); ok && q.Preferred == "" && v.Code == engine.TakenPreferred {
		return engine.Verdict{Code: takenByRule, Value: r.Name}
	}
	return v
}

// bar takes a candidate's price away where a rule keeps the freight from it.
func (q *question) bar(c *Candidate) {
	r, ok := q.Ruled.Bars(c.Carrier, string(c.Mode))
	if !ok || c.Carrier == "" { // a provider that gave no answer is no carrier
		return
	}
	code := map[freight.RuleAction]string{freight.ExcludeCarrier: barredCarrier, freight.OnlyCarrier: barredOthers, freight.ExcludeMode: barredMode}[r.Action]
	*c = Candidate{ID: c.ID, Carrier: c.Carrier, CarrierName: c.CarrierName, Tariff: c.Tariff, TariffName: c.TariffName, Version: c.Version, Provider: c.Provider, Mode: c.Mode, Currency: c.Currency, Why: engine.Verdict{Code: code, Value: r.Name}}
}
