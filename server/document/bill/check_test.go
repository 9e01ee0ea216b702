package bill

import (
	"slices"
	"testing"
)

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Bill)
		want   []string // "field code"
	}{
		"an ordinary bill":                         {func(*Bill) {}, nil},
		"dangerous goods without a number to call": {func(b *Bill) { b.EmergencyPhone = " " }, []string{"Lines[2].Hazmat.emergencyPhone hazmat-incomplete"}},
		"nothing dangerous, nobody to call":        {func(b *Bill) { b.EmergencyPhone = ""; b.Lines = b.Lines[:2] }, nil},
		"wrong check digit":                        {func(b *Bill) { b.Number = "07123450000004810" }, []string{"Number bill-number-check-digit"}},
		"a number of the shipper's own":            {func(b *Bill) { b.Number = "B-20618" }, nil},
		"no number":                                {func(b *Bill) { b.Number = "" }, []string{"Number bill-number-missing"}},
		"third party without an address":           {func(b *Bill) { b.BillTo.Street = "" }, []string{"BillTo bill-party-incomplete"}},
		"prepaid needs no bill-to":                 {func(b *Bill) { b.Terms = Prepaid; b.BillTo = Party{} }, nil},
		"no terms":                                 {func(b *Bill) { b.Terms = "" }, []string{"Terms bill-terms-missing"}},
		"section 7 on a prepaid bill":              {func(b *Bill) { b.Terms = Prepaid; b.NoRecourse = true }, []string{"NoRecourse bill-no-recourse-terms"}},
		"no lines":                                 {func(b *Bill) { b.Lines = nil }, []string{"Lines bill-lines-missing"}},
		"no carrier":                               {func(b *Bill) { b.Carrier = Carrier{} }, []string{"Carrier bill-carrier-missing"}},
		"SCAC of five":                             {func(b *Bill) { b.Carrier.Scac = "ODFLX" }, []string{"Carrier.Scac bill-scac-invalid"}},
		"no count, no weight, no words": {func(b *Bill) { b.Lines[0] = Line{} },
			[]string{"Lines[0] bill-line-count", "Lines[0].Weight bill-line-weight", "Lines[0].Description bill-line-description"}},
		"a UN number of five digits":             {func(b *Bill) { b.Lines[2].Hazmat.ID = "UN12030" }, []string{"Lines[2].Hazmat.un hazmat-incomplete"}},
		"a group in digits":                      {func(b *Bill) { b.Lines[2].Hazmat.Group = "3" }, []string{"Lines[2].Hazmat.packingGroup hazmat-incomplete"}},
		"a number of its own instead":            {func(b *Bill) { b.EmergencyPhone, b.Lines[2].Hazmat.Phone = "", "800-424-9300" }, nil},
		"a number that cannot be called":         {func(b *Bill) { b.EmergencyPhone = "12" }, []string{"Lines[2].Hazmat.emergencyPhone hazmat-incomplete"}},
		"a limited quantity, and nobody to call": {func(b *Bill) { b.EmergencyPhone, b.Lines[2].Hazmat.LtdQty = "", true }, nil},
		"an n.o.s. name alone":                   {func(b *Bill) { b.Lines[2].Hazmat.Name, b.Lines[2].Hazmat.Technical = "Flammable liquids, n.o.s.", "" }, []string{"Lines[2].Hazmat.technicalName hazmat-incomplete"}},
		"no package type":                        {func(b *Bill) { b.Lines[2].PackageType = "" }, []string{"Lines[2].Hazmat.packageType hazmat-incomplete"}},
		"no quantity":                            {func(b *Bill) { b.Lines[2].Hazmat.Quantity = "" }, []string{"Lines[2].Hazmat.quantity hazmat-incomplete"}},
	} {
		b := sample()
		c.change(&b)
		var got []string
		for _, f := range Check(b) {
			got = append(got, f.Field+" "+f.Code)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// The law lets dangerous goods be listed first or be marked; ours are both. It wants the number of pages on the first page.
func TestLayout_HazmatPaper(t *testing.T) {
	b := sample() // its dangerous line is the last
	s := layout(newPen("en"), b)
	if len(s) != 1 || s[0].page != 1 || s[0].of != 1 {
		t.Fatalf("three lines: %d sheets", len(s))
	}
	if g := s[0].goods; g[0].Hazmat == nil || g[1].Hazmat != nil || g[2].Hazmat != nil {
		t.Error("the dangerous line is not first")
	}
	if hmMark(b.Lines[2].Hazmat) != "X" || hmMark(&Hazmat{Rq: true}) != "RQ" {
		t.Error("the H.M. column marks X, or RQ")
	}
	sheets := layout(newPen("en"), long(60))
	for i, s := range sheets {
		if s.page != i+1 || s.of != len(sheets) || len(sheets) < 3 {
			t.Errorf("sheet %d says page %d of %d", i+1, s.page, s.of)
		}
	}
}
