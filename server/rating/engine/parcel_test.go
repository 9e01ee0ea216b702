package engine

import (
	"slices"
	"testing"
)

func TestParcel_ToTheCent(t *testing.T) {
	file := load[struct {
		Parcel    Parcel
		Dims      map[string]DimRule
		DimWeight []struct {
			ID, Rule string
			Package  Package
			Want     PkgSteps
		} `json:"dimWeight"`
		Size []struct {
			ID      string
			Package Package
			Want    PkgSteps
		}
		Rating []struct {
			ID, Title   string
			Discount    Dec
			Minimum     Cents
			FuelPercent Dec `json:"fuelPercent"`
			Zone        int
			Request     Request
			Want        struct {
				Billable int64
				Lines    map[string]Cents
				Total    Cents
			}
		}
		Zones []struct {
			ID    string
			Miles Dec
			Zone  int
		}
	}](t, "parcel.json")
	if len(file.DimWeight) != 20 || len(file.Size) != 18 || len(file.Rating) != 8 || len(file.Zones) != 12 {
		t.Fatal("cases are missing")
	}
	for _, c := range file.DimWeight {
		p := file.Parcel
		p.Dim, p.Sizes = file.Dims[c.Rule], SizeRule{}
		s := p.Weigh(c.Package)
		same(t, c.ID+" rounded", s.Rounded, c.Want.Rounded)
		same(t, c.ID, [4]int64{s.Cubic, s.Dim, s.Actual, s.Billable}, [4]int64{c.Want.Cubic, c.Want.Dim, c.Want.Actual, c.Want.Billable})
	}
	for _, c := range file.Size {
		s := file.Parcel.Weigh(c.Package)
		same(t, c.ID+" size", s.Size, c.Want.Size)
		same(t, c.ID, [3]int64{s.Girth, s.Cubic, s.Billable}, [3]int64{c.Want.Girth, c.Want.Cubic, c.Want.Billable})
		if !slices.Equal(s.Reasons, c.Want.Reasons) {
			t.Errorf("%s: %v, want %v", c.ID, s.Reasons, c.Want.Reasons)
		}
	}
	for _, c := range file.Zones {
		same(t, c.ID, file.Parcel.Zone(c.Miles), c.Zone)
	}
	for _, c := range file.Rating {
		t.Run(c.ID+" "+c.Title, func(t *testing.T) {
			tr, p := tariff(ModeParcel), file.Parcel
			p.Discount, p.Minimum = c.Discount, c.Minimum
			tr.Parcel, tr.Lanes, tr.Fuel = &p, []Lane{{Zone: c.Zone}}, &Fuel{Kind: FuelPercent, Percent: c.FuelPercent}
			q, err := Rate(tr, &c.Request)
			if err != nil {
				t.Fatal(err)
			}
			same(t, "billable", q.Parcels[0].Billable, c.Want.Billable)
			for code, amount := range c.Want.Lines {
				if code == "discount" { // the receipt has the minimum on a line of its own
					same(t, code, sum(q, "discount", "minimum"), amount)
				} else {
					same(t, code, sum(q, code), amount)
				}
			}
			same(t, "total", q.Total, c.Want.Total)
			whole(t, q)
		})
	}
}

// A table of three pounds goes on at so much a pound.
func TestZone_BeyondTheTableEachPoundCosts(t *testing.T) {
	z := &ZoneRates{Zone: 4, Rates: []Cents{1_000, 1_100, 1_200}, Over: one / 2}
	for pounds, want := range map[int64]Cents{0: 1_000, 1: 1_000, 3: 1_200, 4: 1_250, 13: 1_700} {
		if got, _ := z.price(pounds, HalfUp); got != want {
			t.Errorf("%d lb: %s, want %s", pounds, got, want)
		}
	}
}

// Carriers bill the dimensional weight by the next whole pound, and not one more where it is whole.
func TestWeigh_TheDimensionalWeightIsRoundedUpOnce(t *testing.T) {
	p := &Parcel{Dim: DimRule{Divisor: 139}}
	for length, want := range map[int64]int64{138: 1, 139: 1, 140: 2, 277: 2, 278: 2, 279: 3} {
		if s := p.Weigh(Package{Length: Int(length), Width: one, Height: one, Weight: one / 2}); s.Dim != want || s.Billable != want {
			t.Errorf("%d cubic inches: %d lb, billed %d, want %d", length, s.Dim, s.Billable, want)
		}
	}
}
