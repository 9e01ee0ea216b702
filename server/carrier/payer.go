package carrier

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// parcelCarriers are the parcel carriers with accounts of their own, by the SCACs that they run under.
var parcelCarriers = map[string]ParcelCarrier{"UPS": "UPS", "UPSN": "UPS", "FDEG": "FEDEX", "FDE": "FEDEX", "FEDX": "FEDEX", "FDX": "FEDEX"}

// termsOf names terms as accounts have them.
var termsOf = map[freight.Terms]AccountTerms{"P": "prepaid", "C": "collect", "T": "third-party"}

// known is an account at a carrier, freight or parcel, as payers are looked for among them.
type known struct {
	account   string
	terms     AccountTerms
	customer  string // whose it is; empty is the organisation's own
	billTo    *freight.Party
	billed    []string // names of billTo, those since a merge, too
	warehouse int      // 2 for an account of this very warehouse, 1 for one of all
	users     []string
	here      bool // for the mode and the warehouse that are asked about
}

// bookedAs is the mode that accounts are registered for, where a load's own is none.
var bookedAs = map[string]string{"VOLUME": "LTL"}

// Payer decides whose account at a carrier pays a shipment, for rating, booking and papers alike. A typed account comes before a registered one; of registered ones
// that of the customer comes before the general one, that of the warehouse before that of all, and that of some users before that of everybody.
func (a *Area) Payer(ctx context.Context, tx *store.Tx, q freight.PayerQuery) (freight.Payer, error) {
	p := freight.Payer{Terms: q.Terms, Carrier: q.Carrier, Refused: []fail.Field{}}
	switch q.Terms {
	case "C":
		p.Billed = q.Destination
	case "T":
		p.Billed = q.BillTo
	default:
		p.Billed = q.Origin
	}
	all, err := a.known(ctx, tx, q)
	if err != nil {
		return p, err
	}
	of, err := a.parties(ctx, tx, q, all)
	if err != nil {
		return p, err
	}
	typed := strings.ToUpper(strings.TrimSpace(q.Account))
	want := termsOf[q.Terms]
	if q.Ours() {
		want = "prepaid"
	}
	if q.Inbound && q.Terms == "P" { // the vendor pays, on an account of its own: none that is registered here is the vendor's
		want = ""
	}
	no := func(field, code string, kv ...any) { p.Refused = append(p.Refused, fail.Of(field, code, kv...)) }
	if typed != "" {
		p.Account, p.Source = typed, "typed"
		same := slices.DeleteFunc(slices.Clone(all), func(k known) bool { return k.account != typed })
		fits := slices.DeleteFunc(slices.Clone(same), func(k known) bool { return k.terms != want })
		switch {
		case len(same) > 0 && len(fits) == 0:
			no("AccountNumber", "payer-account-terms", "account", typed, "terms", string(same[0].terms))
		case len(fits) > 0 && !slices.ContainsFunc(fits, func(k known) bool { return k.of(of) }):
			no("AccountNumber", "payer-account-of-other", "account", typed, "customer", fits[0].whose())
		case len(fits) > 0 && !slices.ContainsFunc(fits, func(k known) bool { return k.of(of) && k.usable(tx.By) }):
			no("AccountNumber", "payer-account-not-yours", "account", typed)
		}
		if form := accountForms[parcelCarriers[q.Carrier]]; q.Mode == "PARCEL" && form != nil && !form.MatchString(typed) {
			no("AccountNumber", "parcel-account-malformed-"+strings.ToLower(string(parcelCarriers[q.Carrier])))
		}
	} else {
		fits := slices.DeleteFunc(all, func(k known) bool { return !k.here || k.terms != want || !k.of(of) })
		slices.SortStableFunc(fits, func(x, y known) int {
			return cmp.Or(cmp.Compare(own(y), own(x)), cmp.Compare(y.warehouse, x.warehouse), cmp.Compare(theirs(y), theirs(x)))
		})
		if at := slices.IndexFunc(fits, func(k known) bool { return k.usable(tx.By) }); at >= 0 {
			p.Account, p.Source = fits[at].account, "registered"
		} else if len(fits) > 0 {
			no("AccountNumber", "payer-accounts-of-others") // without the number: nobody typed it
		}
	}
	if q.Mode == "PARCEL" && !q.Ours() && q.Terms != "P" && p.Account == "" && len(p.Refused) == 0 {
		no("AccountNumber", "payer-account-missing")
	}
	p.Why = why(q, p)
	return p, nil
}

// own ranks an account that is somebody's own before one that is for all.
func own(k known) int {
	if k.customer != "" || k.billTo != nil {
		return 1
	}
	return 0
}

// theirs ranks an account that some users alone may use before one of everybody.
func theirs(k known) int { return min(len(k.users), 1) }

// parties are the texts that name the parties of a shipment. Loads keep the addresses that they were built with: the consignee and who is billed may have the name of a
// customer that was merged into another since.
type parties struct{ customer, destination, billTo []string }

func (a *Area) parties(ctx context.Context, tx *store.Tx, q freight.PayerQuery, all []known) (p parties, err error) {
	if len(all) == 0 {
		return p, nil
	}
	for _, x := range []struct {
		text string
		to   *[]string
	}{{q.Customer, &p.customer}, {q.Destination.Name, &p.destination}, {q.BillTo.Name, &p.billTo}} {
		if *x.to, err = a.Parties.Named(ctx, tx, x.text); err != nil {
			return p, err
		}
	}
	return p, nil
}

// of reports whether an account pays for the parties of a shipment.
func (k known) of(p parties) bool {
	is := func(text string, names []string) bool {
		text = strings.TrimSpace(text)
		return text != "" && slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(text, n) })
	}
	switch k.terms {
	case "collect":
		return is(k.customer, p.customer) || is(k.customer, p.destination)
	case "third-party":
		if k.billTo != nil {
			billed := slices.ContainsFunc(k.billed, func(name string) bool { return is(name, p.billTo) })
			return billed && (k.customer == "" || is(k.customer, p.customer) || is(k.customer, p.destination))
		}
		return is(k.customer, p.billTo) || is(k.customer, p.customer)
	}
	return k.customer == "" || is(k.customer, p.customer)
}

func (k known) whose() string {
	if k.billTo != nil {
		return k.billTo.Name
	}
	return k.customer
}

// usable reports whether a user may have freight billed to an account. The system may: what it books, a person has decided before.
func (k known) usable(by store.Actor) bool {
	return len(k.users) == 0 || by.User == "" && by.Admin || slices.ContainsFunc(k.users, func(u string) bool { return strings.EqualFold(u, by.Login) })
}

// known lists the accounts at the query's carrier: whose a typed number is does not depend on the mode or the warehouse.
func (a *Area) known(ctx context.Context, tx *store.Tx, q freight.PayerQuery) (list []known, err error) {
	rows, err := store.Select[Account](ctx, tx, `SELECT * FROM carrier_account WHERE carrier = ? AND account <> '' ORDER BY location, id`, q.Carrier)
	if err != nil {
		return nil, err
	}
	mode := cmp.Or(bookedAs[q.Mode], q.Mode)
	for _, r := range rows {
		k := known{account: strings.ToUpper(r.Account), terms: r.Terms, customer: r.Customer, warehouse: 1, users: r.Users, here: string(r.Mode) == mode}
		if len(r.Warehouses) > 0 {
			k.warehouse, k.here = 2, k.here && slices.Contains(r.Warehouses, q.Warehouse)
		}
		if r.BillTo != nil {
			to, ok, err := store.Get[BillTo](ctx, tx, `SELECT * FROM carrier_bill_to WHERE id = ?`, *r.BillTo)
			if err != nil {
				return nil, err
			}
			if ok {
				p := to.party()
				k.billTo = &p
				if k.billed, err = a.Parties.Named(ctx, tx, p.Name); err != nil {
					return nil, err
				}
			}
		}
		list = append(list, k)
	}
	if of := parcelCarriers[q.Carrier]; of != "" && q.Mode == "PARCEL" {
		rows, err := store.Select[ParcelAccount](ctx, tx, `SELECT * FROM carrier_parcel_account WHERE carrier = ? ORDER BY sold_to, ship_via`, of)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			list = append(list, known{account: r.Account, terms: AccountTerms(r.Payment), customer: r.SoldTo, warehouse: 2, here: r.Warehouse == q.Warehouse})
		}
	}
	return list, nil
}

// why is the reason, with an account and without one.
func why(q freight.PayerQuery, p freight.Payer) string {
	code := map[freight.Terms]string{"P": "payer-prepaid", "C": "payer-collect", "T": "payer-third-party"}[q.Terms]
	if q.Inbound && q.Terms == "P" {
		code = "payer-vendor"
	}
	if p.Account == "" {
		return code + "-none"
	}
	return code + "-" + p.Source
}
