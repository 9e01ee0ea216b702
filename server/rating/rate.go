package rating

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"lading/server/kit/calendar"
	"lading/server/kit/freight"
	"lading/server/kit/geo"
	"lading/server/kit/rule"
	"lading/server/rating/engine"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// question is all that a rating is made from, beside the contracts.
type question struct {
	Preferred string            `json:"preferred"` // the carrier that the order asks for
	Customer  string            `json:"customer"`
	Mask      int               `json:"mask"`               // rate mode bits; 0 is all
	ArriveBy  string            `json:"arriveBy,omitempty"` // the day by which it must be there; empty where no order says
	DayMeant  bool              `json:"dayMeant,omitempty"` // it is picked up on its day, whatever the calendars say
	Shut      []string          `json:"shut,omitempty"`     // days on which nobody hands it over where it leaves
	Closed    []string          `json:"closed,omitempty"`   // days on which nobody takes it in where it goes to
	Runs      runs              `json:"runs,omitempty"`     // carriers' own calendars
	Guessed   []freight.ClassBy `json:"guessed,omitempty"`  // what proposed classes that nobody named
	Road      engine.Dec        `json:"road,omitzero"`      // miles that a truck with several stops drives; 0 is the way from one end to the other
	Request   engine.Request    `json:"request"`
	Ruled     freight.Ruling    `json:"ruled,omitempty"` // the rules that it met

	at standing
}

// standing is what rules ask of freight beside what its price depends on.
type standing struct {
	warehouse, direction, terms string
	customers                   []string // whose it is where it is of several
}

// runs are the calendars that carriers have of their own, by SCAC.
type runs map[string]calendar.Own

// Candidate is a contract that was asked, with its price or the reason that there is none, and why it was taken or lost.
type Candidate struct {
	ID            string         `json:"id"` // the price sheet: contract and version
	Carrier       string         `json:"carrier"`
	CarrierName   string         `json:"carrierName"`
	Tariff        string         `json:"tariff"`
	TariffName    string         `json:"tariffName"`
	Version       int            `json:"version"`
	Provider      string         `json:"provider"` // empty is the organisation's own contract
	Mode          engine.Mode    `json:"mode"`
	Currency      string         `json:"currency"`
	TotalMinor    int64          `json:"totalMinor"`
	MarkupMinor   int64          `json:"markupMinor"`
	CustomerMinor int64          `json:"customerMinor"`
	HomeMinor     int64          `json:"homeMinor"`            // the total in the organisation's currency; 0 where it cannot be told
	Exchange      engine.Dec     `json:"exchange,omitzero"`    // that it was converted by, and of which day
	ExchangeOn    string         `json:"exchangeOn,omitempty"` //
	Days          int            `json:"days"`
	Estimated     bool           `json:"estimated"` // the days come from the distance
	ArrivesOn     string         `json:"arrivesOn"`
	Late          bool           `json:"late"` // after the day by which it must be there: never the default choice
	Chosen        bool           `json:"chosen"`
	Why           engine.Verdict `json:"why"`
	Quote         *engine.Quote  `json:"quote,omitempty"`
}

// Answer is a rating: every candidate, and which one the default choice takes.
type Answer struct {
	Candidates []Candidate    `json:"candidates"`
	Chosen     string         `json:"chosen"`   // a candidate's id, empty where nobody has a price
	Currency   string         `json:"currency"` // in which the candidates are compared
	Preferred  string         `json:"preferred"`
	Request    engine.Request `json:"request"`
	Distance   string         `json:"distance"` // where the miles come from
	Warnings   []string       `json:"warnings"`
	Engine     int            `json:"engine"`
	Rules      freight.Ruling `json:"rules,omitempty"` // that the freight met, in their order
	Digest     string         `json:"digest"`          // of the question, the engine and every contract that was asked
	Code       string         `json:"code"`            // why there is nothing to choose from, empty where there is
}

// bits of the rate modes that own contracts can have.
var bits = map[engine.Mode]int{engine.ModeLTL: 1, engine.ModeParcel: 2, engine.ModeVolume: 16, engine.ModeTruckload: 32, engine.ModeIntermodal: 256}

// allModes is a rate mode id of the documents and no sum of bits.
const allModes = 360

// wanted tells whether a mode is asked for. A request without packages asks no parcel carrier.
func (q *question) wanted(m engine.Mode) bool {
	if m == engine.ModeParcel && len(q.Request.Packages) == 0 || m != engine.ModeParcel && len(q.Request.Items) == 0 {
		return false
	}
	return q.Mask == 0 || q.Mask == allModes || q.Mask&bits[m] != 0
}

// shelf is what ratings in one transaction have in common: contracts and index by day, carriers, cube rules.
type shelf struct {
	names map[string]string // of carriers, by SCAC
	cube  []engine.CubeRule
	home  string            // the organisation's currency
	worth []engine.Exchange // of other currencies, lately
	days  map[string]stock
}

type stock struct {
	runs  runs
	judge freight.Judge
	fuel  []engine.FuelWeek
	list  []*engine.Tariff
	none  []Tariff
}

func (a *Area) shelf(ctx context.Context, tx *store.Tx) (s shelf, err error) {
	carriers, err := a.Carriers.Carriers(ctx, tx)
	if err != nil {
		return s, err
	}
	s.names, s.days = map[string]string{}, map[string]stock{}
	for _, c := range carriers {
		s.names[c.SCAC] = c.Name
	}
	if s.cube, err = cubeRules(ctx, tx); err != nil {
		return s, err
	}
	if s.home, err = a.Setup.Currency(ctx, tx); err == nil {
		s.worth, err = exchanges(ctx, tx, day(tx))
	}
	return s, err
}

// on gives what counts on a day.
func (s shelf) on(ctx context.Context, tx *store.Tx, a *Area, day string) (k stock, err error) {
	k, ok := s.days[day]
	if ok {
		return k, nil
	}
	if k.fuel, err = weeks(ctx, tx, day); err != nil {
		return k, err
	}
	if k.judge, err = a.Rules.On(ctx, tx, day); err != nil {
		return k, err
	}
	if k.runs, err = a.Carriers.CarrierDays(ctx, tx, day, ahead); err == nil {
		k.list, k.none, err = a.inForce(ctx, tx, day)
	}
	s.days[day] = k
	return k, err
}

// rate asks every contract and chooses.
func (a *Area) rate(ctx context.Context, tx *store.Tx, q question) (Answer, error) {
	s, err := a.shelf(ctx, tx)
	if err != nil {
		return Answer{}, err
	}
	return a.rateFrom(ctx, tx, s, q)
}

func (a *Area) rateFrom(ctx context.Context, tx *store.Tx, s shelf, q question) (Answer, error) {
	r := &q.Request
	r.Today = day(tx)
	if r.ShipOn == "" {
		r.ShipOn = r.Today
	}
	stock, err := s.on(ctx, tx, a, r.ShipOn)
	if err != nil {
		return Answer{}, err
	}
	r.Fuel, r.Cube, r.Currency, r.Exchange = stock.fuel, s.cube, s.home, s.worth
	if r.Miles, r.Straight, _ = a.distances().Between(r.From, r.To); q.Road > 0 {
		r.Miles = q.Road
	}
	q.Runs, q.Ruled = stock.runs, stock.judge(q.facts())
	q.obey()
	list, none, names := stock.list, stock.none, s.names
	markup, err := a.markupOf(ctx, tx, q.Customer)
	if err != nil {
		return Answer{}, err
	}
	var out []Candidate
	for _, t := range list {
		if !q.wanted(t.Mode) {
			continue
		}
		c := Candidate{ID: sheetID(t.ID, t.Version), Carrier: t.Carrier, CarrierName: names[t.Carrier], Tariff: t.ID, TariffName: t.Name, Version: t.Version, Mode: t.Mode, Currency: t.Currency}
		if c.CarrierName == "" {
			c.CarrierName, c.Why = t.Carrier, engine.Verdict{Code: "rate-carrier-off", Value: t.Carrier}
		} else if quote, err := engine.Rate(t, r); err != nil {
			c.Why = reason(err)
		} else {
			c.price(&quote, q, markup)
		}
		out = append(out, c)
	}
	for _, t := range none {
		if q.wanted(t.Mode) {
			out = append(out, Candidate{ID: sheetID(t.ID, 0), Carrier: t.Carrier, CarrierName: names[t.Carrier], Tariff: t.ID, TariffName: t.Name, Mode: t.Mode, Why: engine.Verdict{Code: "tariff-not-in-force", Value: r.ShipOn}})
		}
	}
	return a.choose(q, out), nil
}

func sheetID(tariff string, version int) string {
	return tariff + "@" + engine.Int(int64(version)).String()
}

// price takes a quote over.
func (c *Candidate) price(quote *engine.Quote, q question, markup func(engine.Mode) (engine.Markup, bool)) {
	r := q.Request
	c.Quote, c.TotalMinor, c.Days = quote, int64(quote.Total), quote.Days
	c.Currency = quote.Currency
	if c.Days == 0 {
		c.Days, c.Estimated = daysFor(r.Miles, c.Mode), true
	}
	c.ArrivesOn = q.arrives(c.Carrier, c.Days)
	c.Late = q.ArriveBy != "" && c.ArrivesOn > q.ArriveBy
	if m, ok := markup(c.Mode); ok {
		c.MarkupMinor = int64(m.On(quote.Total))
	}
	c.CustomerMinor = c.TotalMinor + c.MarkupMinor
}

func reason(err error) engine.Verdict {
	var no engine.No
	if errors.As(err, &no) {
		return engine.Verdict(no)
	}
	return engine.Verdict{Code: "rate-failed", Value: err.Error()}
}

// choose applies the default choice and puts the cheapest first.
func (a *Area) choose(q question, out []Candidate) Answer {
	offers := make([]engine.Offer, len(out))
	for i := range out {
		c := &out[i]
		q.bar(c)
		if c.Quote != nil {
			home, by, _ := q.Request.Home(engine.Cents(c.TotalMinor), c.Currency)
			c.HomeMinor, c.Exchange, c.ExchangeOn = int64(home), by.Rate, by.Day
		}
		offers[i] = c.offer()
		offers[i].No, offers[i].Value = c.Why.Code, c.Why.Value
	}
	preferred := q.preferred()
	won, verdicts := engine.Choose(preferred, q.Request.Currency, offers)
	ans := Answer{Preferred: preferred, Rules: q.Ruled, Currency: q.Request.Currency, Request: q.Request, Distance: a.distances().Name(), Warnings: []string{}, Engine: engine.Version}
	for _, by := range q.Guessed {
		ans.Warnings = append(ans.Warnings, "rate-class-"+string(by))
	}
	for i := range out {
		out[i].Why, out[i].Chosen = q.explained(verdicts[i]), i == won
		if out[i].Quote != nil {
			for _, w := range out[i].Quote.Warnings {
				if !slices.Contains(ans.Warnings, w) {
					ans.Warnings = append(ans.Warnings, w)
				}
			}
		}
	}
	switch {
	case won >= 0:
		ans.Chosen = out[won].ID
	case len(out) == 0:
		ans.Code = "rates-no-pricesheet"
	case slices.ContainsFunc(out, func(c Candidate) bool { return c.Late }):
		ans.Code = "rates-all-late"
	case slices.ContainsFunc(out, func(c Candidate) bool { return ruledOut(c.Why.Code) }):
		ans.Code = "rates-ruled-out"
	default:
		ans.Code = "rates-charges-unavailable"
	}
	ans.Digest = digest(q, offers)
	slices.SortStableFunc(out, func(x, y Candidate) int {
		rank := func(c Candidate) int64 {
			switch {
			case c.Chosen:
				return -1
			case c.Quote == nil:
				return 1 << 60
			case c.HomeMinor == 0: // after those that can be compared
				return 1<<50 + c.TotalMinor
			}
			return c.HomeMinor
		}
		return int(min(1, max(-1, rank(x)-rank(y))))
	})
	if ans.Candidates = out; out == nil {
		ans.Candidates = []Candidate{}
	}
	return ans
}

// offer is the candidate as the choice sees it.
func (c Candidate) offer() engine.Offer {
	o := engine.Offer{ID: c.ID, Carrier: c.Carrier, Currency: c.Currency, Total: engine.Cents(c.TotalMinor), Home: engine.Cents(c.HomeMinor), Days: c.Days}
	if c.Late {
		o.Late = c.ArrivesOn
	}
	return o
}

func digest(q question, offers []engine.Offer) string {
	b, err := json.Marshal(struct {
		Engine int
		Q      question
		Offers []engine.Offer
	}{engine.Version, q, offers})
	if err != nil {
		panic("digest of a rating: " + err.Error()) // plain structs
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// daysFor estimates service days where the contract says none: 500 miles a day, and a day at the terminals for LTL.
func daysFor(miles engine.Dec, m engine.Mode) int {
	if miles <= 0 {
		return 0
	}
	days := int((miles + engine.Int(500) - 1) / engine.Int(500))
	if m != engine.ModeTruckload {
		days++
	}
	return days
}

// arrives counts a carrier's working days after the day of pickup: weekdays that are no holiday where it leaves or where it goes to, and those of the carrier's own
// calendar. It is handed over on a day on which somebody is there.
func (q *question) arrives(carrier string, days int) string {
	from, to := country(q.Request.From), country(q.Request.To)
	own, pickup := q.Runs[carrier], q.Request.ShipOn
	if !q.DayMeant {
		pickup = opens(own, own.Next(pickup, from), q.Shut, from)
	}
	return opens(own, own.Add(pickup, days, from, to), q.Closed, from, to)
}

// opens is the day itself, or the carrier's next working day on which a site is not closed.
func opens(own calendar.Own, day string, closed []string, countries ...calendar.Country) string {
	for slices.Contains(closed, day) {
		day = own.Add(day, 1, countries...)
	}
	return day
}

// ahead is for how many days the calendar of a site or a carrier is read: a season's close and a long way.
const ahead = 120

// dated has a shipment's question know the calendar of its warehouse, which it leaves or comes to. A day that a person has confirmed is the day of pickup.
func (a *Area) dated(ctx context.Context, tx *store.Tx, q question, c freight.Consignment) (question, error) {
	on := c.ShipOn
	if on == "" {
		on = day(tx)
	}
	var closed []string
	if c.Warehouse != "" {
		var err error
		if closed, err = a.Sites.ClosedDays(ctx, tx, c.Warehouse, on, ahead); err != nil {
			return q, err
		}
	}
	if q.DayMeant = c.DayMeant; c.Inbound {
		q.Closed = closed
	} else {
		q.Shut = closed
	}
	return q, nil
}

func country(p engine.Place) calendar.Country { return calendar.CountryOf(p.Country, p.Zip) }

// place is an end of the way; the state is looked up where nobody named it.
func place(p freight.Party) engine.Place {
	s := engine.Place{Zip: strings.ToUpper(strings.TrimSpace(p.Zip)), State: strings.ToUpper(p.State), Country: p.Country}
	if len(s.State) != 2 {
		s.State = geo.State(s.Zip)
	}
	return s
}

// goods fills the request with items, and notes where nobody named a class. Pallets are the handling units; pieces where nothing stands on pallets.
func (q *question) goods(items []freight.Item) {
	r := &q.Request
	for _, it := range items {
		if it.Class == "N/A" {
			it.Class = ""
		}
		rule.Classify(&it, "")
		class, _ := engine.ParseClass(it.Class)
		if it.ClassBy != "" && !slices.Contains(q.Guessed, it.ClassBy) {
			q.Guessed = append(q.Guessed, it.ClassBy)
		}
		lb, _ := it.Weight.Pounds()
		r.Items = append(r.Items, engine.Item{Class: class, Weight: engine.Dec(lb) * 10})
		r.Hazmat = r.Hazmat || it.Hazmat != nil
		count := it.Pallets
		if count == 0 {
			count = it.Pieces
		}
		r.Units = append(r.Units, engine.Unit{Length: inches(it.Length), Width: inches(it.Width), Height: inches(it.Height), Count: int(count), Stackable: it.Stackable,
			Cube: engine.CubicFeet(engine.Dec(it.Volume.Milli) * 10), Feet: engine.Feet(inches(it.LinearFeet.Measure))})
	}
}

func inches(m freight.Measure) engine.Dec { return engine.Inches(engine.Dec(m.Milli)*10, m.Unit) }
