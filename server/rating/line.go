package rating

import (
	"context"
	"slices"
	"strconv"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/rating/engine"
	"lading/server/store"
)

// Line is the order in which the carriers of a kept rating are asked: the default choice, then the choice among the others, and so on. A carrier that
// says no is not asked again by another of its price sheets. ok is false for a shipment that nobody has rated.
func (a *Area) Line(ctx context.Context, tx *store.Tx, shipmentID string) (l freight.Line, ok bool, err error) {
	r, ok, err := counting(ctx, tx, shipmentID)
	if err != nil || !ok {
		return l, false, err
	}
	l.FromZip, l.ToZip = r.Request.V.Request.From.Zip, r.Request.V.Request.To.Zip
	rest := slices.DeleteFunc(slices.Clone(r.Answer.V.Candidates), func(c Candidate) bool { return c.Quote == nil })
	home := r.Answer.V.Currency
	if home == "" { // rated before currencies were compared
		if home, err = a.Setup.Currency(ctx, tx); err != nil {
			return l, false, err
		}
	}
	for {
		offers := make([]engine.Offer, len(rest))
		for i, c := range rest {
			offers[i] = c.offer()
		}
		won, why := engine.Choose(r.Answer.V.Preferred, home, offers)
		if won < 0 {
			return l, true, nil
		}
		best := rest[won]
		why[won] = r.Request.V.explained(why[won])
		if len(l.Candidates) > 0 && why[won].Code == engine.TakenLowest {
			why[won].Code = "why-lowest-left"
		}
		l.Candidates = append(l.Candidates, freight.Candidate{Price: best.freight(), Sheet: best.ID, CarrierName: best.CarrierName, Why: why[won].Code, WhyValue: why[won].Value})
		rest = slices.DeleteFunc(rest, func(c Candidate) bool { return c.Carrier == best.Carrier })
	}
}

// Take rates a shipment as it was rated before, and takes one price sheet for it. The price must still be the one that the person saw.
func (a *Area) Take(ctx context.Context, tx *store.Tx, c freight.Consignment, sheet string, seenMinor int64) (freight.Price, error) {
	kept, ok, err := counting(ctx, tx, c.ShipmentID)
	if err == nil && !ok {
		err = fail.Conflict("rates-no-pricesheet")
	}
	if err != nil {
		return freight.Price{}, err
	}
	c.Carrier = kept.Request.V.Preferred // whom the order asked for, not who refused it since
	return a.take(ctx, tx, c, sheet, seenMinor, kept.Request.V.Request.Services, kept.Request.V.Mask)
}

// Again prices a shipment as it is now by the price sheet that it was priced with, with these services or, where there are none to name, with those of then.
// The price names the services that it is of: rules that were made since may add some. Without a carrier it is the price sheet that was chosen. ok is false where it was never priced by a contract, or that does not take it any more.
func (a *Area) Again(ctx context.Context, tx *store.Tx, c freight.Consignment, services []string) (p freight.Price, ok bool, err error) {
	kept, ok, err := counting(ctx, tx, c.ShipmentID)
	if err != nil || !ok || c.CollectOut() {
		return p, false, err
	}
	sheet := kept.Chosen
	if k := slices.IndexFunc(kept.Answer.V.Candidates, func(k Candidate) bool { return k.ID == sheet }); k < 0 || c.Carrier != "" && kept.Answer.V.Candidates[k].Carrier != c.Carrier {
		if k = slices.IndexFunc(kept.Answer.V.Candidates, func(k Candidate) bool { return k.Carrier == c.Carrier && k.Quote != nil }); k < 0 {
			return p, false, nil
		}
		sheet = kept.Answer.V.Candidates[k].ID
	}
	s, err := a.shelf(ctx, tx)
	if err != nil {
		return p, false, err
	}
	asked := make([]engine.Service, len(services))
	if services == nil {
		asked = kept.Request.V.Request.Services
	}
	for i, code := range services {
		asked[i] = engine.Service{Code: code, Quantity: engine.Int(1)}
		for _, was := range kept.Request.V.Request.Services {
			if was.Code == code {
				asked[i] = was
			}
		}
	}
	c.Carrier = kept.Request.V.Preferred
	row, err := a.result(ctx, tx, s, c, asked, kept.Request.V.Mask, sheet)
	if err != nil {
		return p, false, err
	}
	if err := keep(ctx, tx, row); err != nil {
		return p, false, err
	}
	for _, k := range row.Answer.V.Candidates {
		if k.ID == sheet && k.Quote != nil {
			p = k.freight()
			p.Services = row.services()
			return p, true, nil
		}
	}
	return p, false, nil
}

func (a *Area) take(ctx context.Context, tx *store.Tx, c freight.Consignment, sheet string, seenMinor int64, services []engine.Service, mask int) (freight.Price, error) {
	s, err := a.shelf(ctx, tx)
	if err != nil {
		return freight.Price{}, err
	}
	row, err := a.result(ctx, tx, s, c, services, mask, sheet)
	if err != nil {
		return freight.Price{}, err
	}
	if err := keep(ctx, tx, row); err != nil {
		return freight.Price{}, err
	}
	for _, k := range row.Answer.V.Candidates {
		if k.ID == sheet && ruledOut(k.Why.Code) {
			return freight.Price{}, fail.Conflict("rule-bars-carrier", "number", c.Number, "rule", k.Why.Value, "carrier", k.Carrier)
		}
		if k.ID != sheet || k.Quote == nil {
			continue
		}
		if k.TotalMinor != seenMinor {
			return freight.Price{}, fail.Conflict("rate-changed", "before", engine.Cents(seenMinor).String(), "now", engine.Cents(k.TotalMinor).String(), "currency", k.Currency)
		}
		p := k.freight()
		p.Services = row.services()
		return p, nil
	}
	return freight.Price{}, fail.Conflict("rate-sheet-gone")
}

// services are what was priced: what was asked for, and what rules and the place added.
func (r *result) services() (codes []string) {
	for _, s := range r.Request.V.Request.Services {
		codes = append(codes, s.Code)
	}
	return codes
}

// freight is the price as the shipment keeps it.
func (c Candidate) freight() freight.Price {
	p := freight.Price{Carrier: c.Carrier, Currency: c.Currency, TotalMinor: c.TotalMinor, Days: int64(c.Days), Mode: string(c.Mode)}
	for _, l := range c.Quote.Charges {
		p.Lines = append(p.Lines, freight.PriceLine{Code: l.Code, Description: c.TariffName + " v" + strconv.Itoa(l.Version) + ", " + l.Row, AmountMinor: int64(l.Amount)})
	}
	return p
}
