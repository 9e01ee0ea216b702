package rating

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/rating/engine"
	"lading/server/store"
)

// spot is what the candidates call the carriers that were asked about this one shipment.
const spot = "spot"

// TakeSpot keeps with a shipment what there was to choose from when a spot quote was taken: its contracts' prices, every carrier's own answer, and
// why each one won or lost. Each charge of an answer names the request, the answer and its time.
func (a *Area) TakeSpot(ctx context.Context, tx *store.Tx, c freight.Consignment, offers []freight.Offer, won string) error {
	q, err := a.dated(ctx, tx, consigned(c, nil, 0), c)
	if err != nil {
		return err
	}
	own, err := a.rate(ctx, tx, q)
	if err != nil {
		return err
	}
	markup, err := a.markupOf(ctx, tx, q.Customer)
	if err != nil {
		return err
	}
	q.Request, q.Ruled = own.Request, own.Rules
	candidates := stripped(own.Candidates)
	for _, o := range offers {
		candidates = append(candidates, offered(o, c.Mode, q, markup))
	}
	ans := a.choose(q, candidates)
	return keep(ctx, tx, made(tx, c.ShipmentID, answered, q, ans, won))
}

// offered is a carrier's answer as a candidate.
func offered(o freight.Offer, mode string, q question, markup func(engine.Mode) (engine.Markup, bool)) Candidate {
	k := Candidate{ID: o.ID, Provider: spot, Carrier: o.Carrier, CarrierName: o.CarrierName, Tariff: o.Number, TariffName: o.Number, Mode: modeOf(mode), Currency: o.Currency}
	if o.No != "" {
		k.Why = engine.Verdict{Code: o.No}
		return k
	}
	quote := engine.Quote{Tariff: o.Number, Name: o.Number, Carrier: o.Carrier, Mode: k.Mode, Currency: o.Currency, Total: engine.Cents(o.TotalMinor), Days: int(o.Days), Lane: q.Request.From.Zip + " → " + q.Request.To.Zip, Warnings: []string{}}
	for _, l := range o.Lines {
		amount := engine.Cents(l.AmountMinor)
		quote.Charges = append(quote.Charges, engine.Charge{Code: l.Code, Amount: amount, Tariff: o.Number, Row: l.Description, Quantity: engine.Int(1), Unit: "ea", Rate: engine.Dec(l.AmountMinor) * 100, Per: 1, Exact: amount.String(), Rounding: engine.HalfUp,
			Note: "spot-answered"})
	}
	k.price(&quote, q, markup)
	return k
}

// modeOf reads a shipment's mode as the engine names it.
func modeOf(mode string) engine.Mode {
	for _, m := range engine.Mode("").Values() {
		if m == mode {
			return engine.Mode(mode)
		}
	}
	return engine.ModeLTL
}
