package freight_test

import (
	"reflect"
	"strings"
	"testing"

	"lading/server/kit/freight"
)

// Of two loads that go as one nothing that is to be collected is lost, whichever comes first.
func TestClauses_AddLosesNoMoney(t *testing.T) {
	cod := freight.Clauses{Currency: "CAD", CodMinor: 50_000, CodFee: "P", CodRemit: "Acme, Atlanta"}
	fob := freight.Clauses{Fob: "origin", Location: "D4"}
	want := freight.Clauses{Currency: "CAD", CodMinor: 50_000, CodFee: "P", CodRemit: "Acme, Atlanta", Fob: "origin", Location: "D4"}
	if got := fob.Add(cod); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got := cod.Add(fob); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got := cod.Add(cod); got.CodMinor != 100_000 || got.CodRemit != cod.CodRemit {
		t.Errorf("%+v", got)
	}
	value := freight.Clauses{Currency: "CAD", DeclaredMinor: 700, DeclaredPer: "lb"}
	if got := value.Add(cod); got.DeclaredMinor != 700 || got.CodMinor != 50_000 || got.Currency != "CAD" {
		t.Errorf("%+v", got)
	}
}

// Money that goes to two parties, or is two sorts of money, is on no one bill.
func TestApart_BillsThatCollectForTwo(t *testing.T) {
	order := func(n string, k freight.Clauses) freight.Order { return freight.Order{Number: n, Clauses: k} }
	a := freight.Clauses{Currency: "USD", CodMinor: 50_000, CodFee: "C", CodRemit: "Acme, Atlanta"}
	for name, change := range map[string]func(*freight.Clauses){
		"remit":    func(k *freight.Clauses) { k.CodRemit = "Globex, Nashville" },
		"currency": func(k *freight.Clauses) { k.Currency = "CAD" },
		"fee":      func(k *freight.Clauses) { k.CodFee = "P" },
		"check":    func(k *freight.Clauses) { k.CodCheck = true },
		"value":    func(k *freight.Clauses) { *k = freight.Clauses{Currency: "CAD", DeclaredMinor: 5, DeclaredPer: "lb"} },
	} {
		b := a
		change(&b)
		if code, first, second := freight.Apart([]freight.Order{order("A", a), order("N", freight.Clauses{}), order("B", b)}); code != "orders-differ-money" || first+second != "AB" {
			t.Errorf("%s: %q %s %s", name, code, first, second)
		}
	}
	if code, _, _ := freight.Apart([]freight.Order{order("A", a), order("N", freight.Clauses{}), order("B", a)}); code != "" {
		t.Error(code)
	}
}

func TestClauses_SaidIsWhatACarrierAnswersFor(t *testing.T) {
	k := freight.Clauses{Currency: "USD", CodMinor: 123_450, CodFee: "P", CodCheck: true, CodRemit: "Acme, Atlanta", DeclaredMinor: 250, DeclaredPer: "lb", NoRecourse: true, ShipperRef: "S1"}
	got := strings.Join(k.Said("en", true), "; ")
	for _, want := range []string{"$ 1,234.50", "fee prepaid", "customer check accepted", "Acme, Atlanta", "$ 2.50 per pound", "Section 7"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if got := strings.Join(k.Said("fr", false), "; "); strings.Contains(got, "Acme") || !strings.Contains(got, "$ 1,234.50") {
		t.Error(got)
	}
	if len(freight.Clauses{ShipperRef: "S1", Fob: "origin"}.Said("en", true)) != 0 {
		t.Error("what is no carrier's")
	}
}
