package claim

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
)

// ValueKind is what a value of a claim is.
type ValueKind string

// The kinds. A word is one of a few, named by Words; a flag is "yes" or nothing.
const (
	OfText  ValueKind = "text"
	OfDay   ValueKind = "day"
	OfMoney ValueKind = "money"
	OfWord  ValueKind = "word"
	OfFlag  ValueKind = "flag"
)

// Values lists the kinds.
func (ValueKind) Values() []string { return []string{"text", "day", "money", "word", "flag"} }

// FormValue is something that a form may say of a claim.
type FormValue struct {
	Name  string    `json:"Name"`
	Group string    `json:"Group"` // claim, shipment, carrier, claimant, proof, or line
	Kind  ValueKind `json:"Kind"`
	Words []string  `json:"Words"` // of a word, what it may be
}

// mostLines of a claim have values of their own; a form with fewer rows names the rest by lines.
const mostLines = 12

// formValues are all of them, in the order in which they are offered.
var formValues = listValues()

func listValues() (all []FormValue) {
	add := func(group string, kind ValueKind, names ...string) {
		for _, n := range names {
			all = append(all, FormValue{n, group, kind, []string{}})
		}
	}
	add("claim", OfText, "number")
	all = append(all, FormValue{"kind", "claim", OfWord, Kind("").Values()})
	add("claim", OfFlag, "concealed")
	add("claim", OfMoney, "amount", "goods", "freight", "salvage")
	all = append(all, FormValue{"salvageBy", "claim", OfWord, SalvageBy("").Values()[1:]})
	add("claim", OfText, "currency", "statement", "lines", "evidence")
	add("claim", OfDay, "begun", "filed", "today")
	add("claim", OfText, "preparedBy")
	add("shipment", OfText, "shipment", "bol", "pro")
	add("shipment", OfDay, "shipped", "delivered", "due")
	add("shipment", OfText, "pieces", "weight", "weightUnit")
	for _, who := range []string{"shipper", "consignee"} {
		add("shipment", OfText, who+"Name", who+"Address", who+"Street", who+"City", who+"State", who+"Zip")
	}
	add("carrier", OfText, "carrier", "scac", "carrierNumber", "carrierContact", "carrierEmail", "carrierPhone", "carrierAddress")
	add("claimant", OfText, "claimant", "reference", "contact", "email", "phone")
	for _, p := range Purpose("").Values() {
		add("claimant", OfText, p+"Name", p+"Address", p+"Street", p+"City", p+"State", p+"Zip")
	}
	for _, p := range Proof("").Values() {
		if Proof(p) != ProofForm {
			add("proof", OfFlag, "proof-"+p)
		}
	}
	for n := range mostLines {
		line := "line" + strconv.Itoa(n+1) + "-"
		add("line", OfText, line+"code", line+"description", line+"pieces", line+"weight")
		add("line", OfMoney, line+"unit", line+"amount")
		add("line", OfText, line+"note")
	}
	return all
}

func offered(name string) bool {
	return slices.ContainsFunc(formValues, func(v FormValue) bool { return v.Name == name })
}

// FormValues lists what a form may say of a claim.
func (a *Area) FormValues(context.Context, *store.Tx, op.None) ([]FormValue, error) {
	return formValues, nil
}

// formed is all that forms may say of a claim: days as yyyy-mm-dd, money with two decimals, flags as "yes".
func (a *Area) formed(ctx context.Context, tx *store.Tx, c Case) (map[string]string, error) {
	s, err := a.Shipments.Carried(ctx, tx, c.ShipmentID)
	if err != nil {
		return nil, err
	}
	who, err := claimants(a).Get(ctx, tx, c.Claimant)
	if err != nil {
		return nil, err
	}
	at, err := addressesOf(ctx, tx, c.Claimant)
	if err != nil {
		return nil, err
	}
	v := c.values(who, at)
	delete(v, "address")
	v["today"], v["begun"], v["due"], v["preparedBy"] = today(tx.Now, c.Zone), c.BegunOn, c.DueOn, tx.By.Name
	v["concealed"], v["salvageBy"], v["scac"] = flag(c.Concealed), string(c.SalvageBy), c.Carrier
	v["goods"], v["freight"], v["salvage"] = amount(c.ClaimedMinor-c.FreightMinor+c.SalvageMinor), amount(c.FreightMinor), amount(c.SalvageMinor)
	t := c.Terms.V
	v["carrierContact"], v["carrierEmail"], v["carrierPhone"], v["carrierAddress"] = t.Contact, t.Email, t.Phone, t.Address
	for who, p := range map[string]freight.Party{"shipper": s.Origin, "consignee": s.Destination} {
		placed(v, who, Address{AddressReq: AddressReq{Name: p.Name, Street: strings.TrimSpace(p.Street + " " + p.Street2), City: p.City, State: p.State, Zip: p.Zip}})
	}
	for _, a := range at {
		placed(v, string(a.Purpose), a)
	}
	var pieces int64
	for _, it := range s.Items {
		pieces += it.Pieces
	}
	v["pieces"] = strconv.FormatInt(pieces, 10)
	v["weight"], v["weightUnit"] = weighed(s.Items)
	for _, e := range c.Evidence.V {
		v["proof-"+string(e.Proof)] = flag(true)
	}
	for i, l := range c.Lines.V[:min(len(c.Lines.V), mostLines)] {
		line := "line" + strconv.Itoa(i+1) + "-"
		v[line+"code"], v[line+"description"], v[line+"pieces"], v[line+"note"] = l.Code, l.Description, strconv.FormatInt(l.Pieces, 10), l.Note
		v[line+"unit"], v[line+"amount"] = amount(l.UnitMinor), amount(l.amount())
		if l.Weight.Milli > 0 {
			v[line+"weight"] = decimal(l.Weight.Milli) + " " + l.Weight.Unit
		}
	}
	return v, nil
}

func flag(on bool) string {
	if on {
		return "yes"
	}
	return ""
}

// placed puts an address in, whole and in parts.
func placed(v map[string]string, who string, a Address) {
	v[who+"Name"], v[who+"Street"], v[who+"City"], v[who+"State"], v[who+"Zip"] = a.Name, a.Street, a.City, a.State, a.Zip
	a.Name, a.Country = "", ""
	v[who+"Address"] = a.line()
}

// weighed is what goods weigh together, in the unit that they share; nothing where they have several.
func weighed(items []freight.Item) (weight, unit string) {
	var milli int64
	for _, it := range items {
		if it.Weight.Milli == 0 || unit != "" && it.Weight.Unit != unit {
			return "", ""
		}
		milli, unit = milli+it.Weight.Milli, it.Weight.Unit
	}
	if milli == 0 {
		return "", ""
	}
	return decimal(milli), unit
}

// decimal writes thousandths without zeros that say nothing.
func decimal(milli int64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%03d", milli/1000, milli%1000), "0"), ".")
}

// written is a day in a format such as mm/dd/yyyy.
func written(day, format string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	layout := strings.NewReplacer("yyyy", "2006", "yy", "06", "mmmm", "January", "mmm", "Jan", "mm", "01", "m", "1", "dd", "02", "d", "2").Replace(cmp.Or(format, "mm/dd/yyyy"))
	return t.Format(layout)
}
