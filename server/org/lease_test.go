package org_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"lading/server/kit/gs1"
	"lading/server/org"
	"lading/server/store"
	"lading/server/testkit"
)

// tablet is enrolled by somebody who works on it.
func tablet(k *testkit.Kit, login string) (id string, p *testkit.Person) {
	k.T.Helper()
	d := k.As(login).Enrol()
	return d.ID, d.Person
}

func leases(k *testkit.Kit, p *testkit.Person, device string, have ...org.HeldLease) map[org.NumberKind][]org.Lease {
	k.T.Helper()
	if have == nil {
		have = []org.HeldLease{}
	}
	out := map[org.NumberKind][]org.Lease{}
	for _, l := range testkit.Into[org.LeaseResp](k.T, p.Call("Org/LeaseNumbers", org.LeaseReq{Device: device, Have: have})).Leases {
		out[l.Kind] = append(out[l.Kind], l)
	}
	return out
}

func use(k *testkit.Kit, device, kind, carrier, number, subject string) (err error) {
	k.T.Helper()
	db, e := k.App.Store.Org(context.Background(), "1")
	if e != nil {
		k.T.Fatal(e)
	}
	_, err = db.Write(context.Background(), store.Command{By: store.Actor{User: "U-DOCK", Device: device}, Do: func(ctx context.Context, tx *store.Tx) error {
		return k.App.Org.UseNumber(ctx, tx, kind, carrier, number, subject)
	}})
	return err
}

func TestLeaseNumbers_ALostAnswerCostsNothingAndNoTwoDevicesShare(t *testing.T) {
	k := world(t)
	k.As("admin@demo.test").Call("Org/AddProRange", org.ProRangeReq{Carrier: "ODFL", First: "0720956276", Last: "0720956575", Rule: org.Luhn})
	one, p1 := tablet(k, "dock@demo.test")
	two, p2 := tablet(k, "dock@demo.test")

	first := leases(k, p1, one)
	again := leases(k, p1, one) // the answer was lost: the tablet names nothing that it holds

	for _, kind := range []org.NumberKind{org.SSCC, org.BOL, org.PRO} {
		if len(first[kind]) != 1 || len(again[kind]) != 1 || first[kind][0] != again[kind][0] {
			t.Errorf("%s: %+v, then %+v", kind, first[kind], again[kind])
		}
	}
	other := leases(k, p2, two)
	if a, b := first[org.SSCC][0], other[org.SSCC][0]; b.First <= a.Last && a.First <= b.Last {
		t.Errorf("two devices share pallet numbers: %+v, %+v", a, b)
	}
	if l := other[org.PRO][0]; l.First != 720956476 || l.Last != 720956575 { // what the range still had
		t.Errorf("second block of PRO numbers: %+v", l)
	}
	third, p3 := tablet(k, "dock@demo.test")
	if got := leases(k, p3, third); len(got[org.PRO]) != 0 {
		t.Errorf("a used-up range gave %+v", got[org.PRO])
	}
	l := first[org.SSCC][0]
	after := leases(k, p1, one, org.HeldLease{Lease: l.ID, Next: l.First + 1500})
	if len(after[org.SSCC]) != 2 {
		t.Errorf("less than half a block was left, and there are %+v", after[org.SSCC])
	}
	if after = leases(k, p1, one, org.HeldLease{Lease: l.ID, Next: l.Last + 1}); len(after[org.SSCC]) != 1 || after[org.SSCC][0].ID == l.ID {
		t.Errorf("the used-up block still counts: %+v", after[org.SSCC])
	}
	if f := k.As("dock2@demo.test").Refused("Org/LeaseNumbers", org.LeaseReq{Device: one, Have: []org.HeldLease{}}); f.Code != "not-enrolled" {
		t.Errorf("somebody who never worked on the tablet: %s", f.Code)
	}
}

func TestUseNumber_OnlyFromTheDevicesOwnLeaseAndForOneThing(t *testing.T) {
	k := world(t)
	one, p1 := tablet(k, "dock@demo.test")
	two, p2 := tablet(k, "dock@demo.test")
	l := leases(k, p1, one)[org.SSCC][0]
	leases(k, p2, two)
	number := func(serial int64) string {
		n, err := gs1.SSCC(0, "0614141", serial)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, c := range []struct{ name, device, number, subject, want string }{
		{"its own", one, number(l.First), "pallet:A", ""},
		{"told again", one, number(l.First), "pallet:A", ""},
		{"on a second pallet", one, number(l.First), "pallet:B", "number-used"},
		{"the copy of a cloned tablet, under its new name", two, number(l.First), "pallet:C", "number-used"},
		{"another tablet's", two, number(l.First + 1), "pallet:C", "number-not-leased"},
		{"nobody's", one, number(l.Last + 1_000_000), "pallet:C", "number-not-leased"},
		{"without a device", "", number(l.First + 1), "pallet:C", "number-not-leased"},
		{"a wrong check digit", one, number(l.First + 1)[:17] + "x", "pallet:C", "number-not-leased"},
	} {
		got := ""
		if err := use(k, c.device, "sscc", "", c.number, c.subject); err != nil {
			got = codeOf(err)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// After a fork a tablet has another number, and labels that it printed under the one before.
func TestUseNumber_WhatADevicesFormerIdentityHeldIsItsOwn(t *testing.T) {
	k := world(t)
	former := k.As("dock@demo.test").Enrol()
	l := leases(k, former.Person, former.ID)[org.SSCC][0]
	number := func(serial int64) string {
		n, err := gs1.SSCC(0, "0614141", serial)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	heir := former.Renewed(k.As("dock@demo.test"))
	if err := use(k, heir.ID, "sscc", "", number(l.First), "pallet:A"); err != nil {
		t.Errorf("a label that was printed: %v", err)
	}
	if err := use(k, former.ID, "sscc", "", number(l.First), "pallet:B"); codeOf(err) != "number-used" {
		t.Errorf("the copy's label of the same number: %v", err)
	}
	if err := use(k, k.As("dock@demo.test").Enrol().ID, "sscc", "", number(l.First+1), "pallet:C"); codeOf(err) != "number-not-leased" {
		t.Errorf("a stranger's: %v", err)
	}
	for _, n := range leases(k, heir.Person, heir.ID)[org.SSCC] { // the copy may be printing from the old block
		if n.ID == l.ID || n.First <= l.Last {
			t.Errorf("the heir goes on in the old block: %+v", n)
		}
	}
	other := k.As("dock2@demo.test").Enrol()
	claim := other.Enrolment()
	claim["inherits"] = map[string]any{"device": former.ID, "signature": other.Key.Sign("inherit " + other.ID + " " + claim["nonce"].(string))}
	if f := k.As("dock2@demo.test").Refused("sync/enrol", claim); f.Code != "device-unproven" {
		t.Errorf("inherited without the former key: %s", f.Code)
	}
}

func TestUseNumber_ACarriersOwnLabelIsTheCarriersToJudge(t *testing.T) {
	k := world(t)
	k.As("admin@demo.test").Call("Org/AddProRange", org.ProRangeReq{Carrier: "CNWY", First: "12345678", Last: "12345777", Rule: org.Mod7})
	one, p := tablet(k, "dock@demo.test")
	l := leases(k, p, one)[org.PRO][0]
	if l.Carrier != "CNWY" || l.First != 12345678 {
		t.Fatalf("%+v", l)
	}
	if err := use(k, one, "pro", "CNWY", "123456782", "shipment:A"); err != nil {
		t.Errorf("its own: %v", err)
	}
	if err := use(k, one, "pro", "CNWY", "999999991", "shipment:B"); err != nil {
		t.Errorf("from the roll in the cab: %v", err)
	}
	two, _ := tablet(k, "dock@demo.test")
	if err := use(k, two, "pro", "CNWY", "123456793", "shipment:C"); codeOf(err) != "number-not-leased" {
		t.Errorf("of our range, by a tablet without a lease: %v", err)
	}
	if f := k.As("admin@demo.test").Refused("Org/AddProRange", org.ProRangeReq{Carrier: "CNWY", First: "12345700", Last: "12345900"}); f.Code != "range-overlaps" {
		t.Errorf("an overlapping range: %s", f.Code)
	}
}

func TestReturnNumbers_TheRestIsGivenOutAgain(t *testing.T) {
	k := world(t)
	one, p1 := tablet(k, "dock@demo.test")
	l := leases(k, p1, one)[org.SSCC][0]
	for i := range int64(3) {
		n, _ := gs1.SSCC(0, "0614141", l.First+i)
		if err := use(k, one, "sscc", "", n, fmt.Sprint("pallet:", i)); err != nil {
			t.Fatal(err)
		}
	}
	two, p2 := tablet(k, "dock@demo.test")
	if f := p2.Refused("Org/ReturnNumbers", org.ReturnReq{Lease: l.ID, Next: l.First}); f.Code != "lease-unknown" {
		t.Errorf("somebody else's: %s", f.Code)
	}
	p1.Call("Org/ReturnNumbers", org.ReturnReq{Lease: l.ID, Next: l.First}) // it says less than it used: what the server saw counts
	p1.Call("Org/ReturnNumbers", org.ReturnReq{Lease: l.ID, Next: l.First})

	rest := leases(k, p2, two)[org.SSCC][0]
	if rest.First != l.First+3 || rest.Last != l.Last {
		t.Errorf("the rest of %+v came back as %+v", l, rest)
	}
	n, _ := gs1.SSCC(0, "0614141", l.First+5)
	if err := use(k, one, "sscc", "", n, "pallet:X"); codeOf(err) != "number-not-leased" {
		t.Errorf("used after it was given back: %v", err)
	}
	if err := use(k, two, "sscc", "", n, "pallet:X"); err != nil {
		t.Errorf("used by who has it now: %v", err)
	}
}

// A block that was given back is longer than those given out by now: it serves several devices, each with numbers of its own, until it is used up.
func TestReturnNumbers_ALongBlockIsGivenOutInParts(t *testing.T) {
	k := world(t)
	one, p1 := tablet(k, "dock@demo.test")
	l := leases(k, p1, one)[org.SSCC][0]
	size := l.Last - l.First + 1
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE org_lease SET device = '', first = 100000, last = 100000 + ? WHERE id = ?`, size, l.ID) // one more than a block
		return err
	})
	given := map[int64]int64{}
	for range 3 {
		device, p := tablet(k, "dock@demo.test")
		for _, l := range leases(k, p, device)[org.SSCC] {
			given[l.First] = l.Last
		}
	}
	if given[100000] != 100000+size-1 || given[100000+size] != 100000+size {
		t.Errorf("given out: %v", given)
	}
	for first, last := range given {
		if first > last {
			t.Errorf("a block of no numbers: %d to %d", first, last)
		}
	}
	if len(given) != 3 {
		t.Errorf("%d blocks: %v", len(given), given)
	}
}

func TestSeries_TheSameNumbersAsOnADevice(t *testing.T) {
	raw, err := os.ReadFile("../../sync/testdata/lease-numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Prefix string
		Digits int64
		Rule   org.Rule
		Serial int64
		Number string
	}
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 8 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, c := range cases {
		got, err := org.Number(c.Prefix, c.Digits, c.Rule, c.Serial)
		if err != nil || got != c.Number {
			t.Errorf("%+v: %s, %v", c, got, err)
		}
		if serial, ok := org.Serial(c.Prefix, c.Digits, c.Rule, c.Number); !ok || serial != c.Serial {
			t.Errorf("%s read as %d, %v", c.Number, serial, ok)
		}
		if c.Rule != org.Unchecked {
			wrong := c.Number[:len(c.Number)-1] + string('0'+(c.Number[len(c.Number)-1]-'0'+1)%10)
			if _, ok := org.Serial(c.Prefix, c.Digits, c.Rule, wrong); ok {
				t.Errorf("%s passes", wrong)
			}
		}
	}
}

func TestStock_TellsWhatIsLeftAndWhatDevicesHold(t *testing.T) {
	k := world(t)
	admin := k.As("admin@demo.test")
	admin.Call("Org/AddProRange", org.ProRangeReq{Carrier: "ODFL", First: "0720956276", Last: "0720956575", Rule: org.Luhn})
	device, p := tablet(k, "dock@demo.test")
	leases(k, p, device)
	stock := func() org.StockResp { return testkit.Into[org.StockResp](t, admin.Call("Org/Stock", obj{})) }
	s := stock()
	if s.Prefix != "0614141" || len(s.Stocks) != 2 || s.Stocks[0].Held != 2000 || s.Stocks[0].Next != 2001 || s.Stocks[1].Held != 200 || s.Stocks[0].Last != 999_999_999 {
		t.Fatalf("stock: %+v", s)
	}
	if len(s.Ranges) != 1 || s.Ranges[0].Held != 200 || s.Ranges[0].Next != 720956476 {
		t.Fatalf("ranges: %+v", s.Ranges)
	}

	if f := admin.Refused("Org/StartAt", org.StartReq{Kind: org.BOL, Next: 5}); len(f.Fields) != 1 || f.Fields[0].Code != "serial-given-out" {
		t.Errorf("back: %v", f)
	}
	if f := admin.Refused("Org/StartAt", org.StartReq{Kind: org.BOL, Next: 1 << 50}); f.Fields[0].Code != "serial-too-large" {
		t.Errorf("past the end: %v", f)
	}
	admin.Call("Org/StartAt", org.StartReq{Kind: org.BOL, Next: 500_000})
	if got := stock().Stocks[1].Next; got != 500_000 {
		t.Errorf("next bill: %d", got)
	}
	if f := admin.Refused("Org/SetPrefix", org.PrefixReq{Prefix: "0614142"}); f.Code != "company-prefix-set" {
		t.Errorf("another prefix: %v", f)
	}
	if f := k.As("dock@demo.test").Refused("Org/StartAt", org.StartReq{Kind: org.BOL, Next: 600_000}); f.Status != 403 {
		t.Errorf("a dock worker: %v", f)
	}

	admin.Call("Org/EndProRange", org.EndRangeReq{ID: s.Ranges[0].ID})
	two, p2 := tablet(k, "dock@demo.test")
	if got := leases(k, p2, two); len(got[org.PRO]) != 0 {
		t.Errorf("an ended range gave %+v", got[org.PRO])
	}
	if err := use(k, device, "pro", "ODFL", "07209562767", "shipment:A"); err != nil && codeOf(err) == "number-not-leased" {
		t.Errorf("what a tablet holds of an ended range: %v", err)
	}
}

func TestSetPrefix_OnceWhereThereIsNone(t *testing.T) {
	k := testkit.New(t)
	if err := k.App.Access.CreateOrg(context.Background(), "1", "ORG1", "Organisation 1"); err != nil {
		t.Fatal(err)
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		return k.App.Org.Create(ctx, tx, "ORG1", "Organisation 1", "")
	})
	admin := k.As("admin@demo.test")
	if s := testkit.Into[org.StockResp](t, admin.Call("Org/Stock", obj{})); s.Prefix != "" {
		t.Fatalf("before: %+v", s)
	}
	admin.Call("Org/SetPrefix", org.PrefixReq{Prefix: "0614141"})
	if s := testkit.Into[org.StockResp](t, admin.Call("Org/Stock", obj{})); s.Prefix != "0614141" || len(s.Stocks) != 2 {
		t.Fatalf("after: %+v", s)
	}
}
