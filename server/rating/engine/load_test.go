package engine

import "testing"

func TestLoad_DensityClassAndLinearFeet(t *testing.T) {
	type unit struct {
		Unit
		Scale, WeightUnit string
		U                 string `json:"unit"`
		Weight            string
		Each              bool
	}
	file := load[struct {
		Density []struct {
			ID    string
			Units []unit
			Want  struct {
				Cube, Weight, Density Dec
				Class, Before         Class
				Sub                   int
			}
		}
		Linear []struct {
			ID    string
			Units []Unit
			Want  Dec
		}
	}](t, "load.json")
	if len(file.Density) != 22 || len(file.Linear) != 6 {
		t.Fatal("cases are missing")
	}
	for _, c := range file.Density {
		var weight Dec
		var units []Unit
		for _, u := range c.Units {
			w, err := ParseDec(u.Weight)
			if err != nil {
				t.Fatal(err)
			}
			if u.WeightUnit == "kg" {
				w = Dec(HalfUp.share(int64(w), 220_462_262, 100_000_000))
			}
			if u.Each {
				w *= Dec(u.Count)
			}
			weight += w
			for _, side := range []*Dec{&u.Length, &u.Width, &u.Height} {
				*side = Inches(*side, u.U)
			}
			units = append(units, u.Unit)
		}
		class, pcf, sub := Suggest(weight, units, "2026-01-05")
		before, _, _ := Suggest(weight, units, "2025-07-18")
		near := func(what string, got, want Dec) { // entered centimetres are kept to a ten-thousandth of an inch
			if d := got - want; d < -5 || d > 5 || (d != 0 && c.Units[0].U != "cm") {
				t.Errorf("%s %s: got %s, want %s", c.ID, what, got, want)
			}
		}
		near("cube", Measure(units).Cube, c.Want.Cube)
		near("density", pcf, c.Want.Density)
		same(t, c.ID+" weight", weight, c.Want.Weight)
		same(t, c.ID+" class", class, c.Want.Class)
		same(t, c.ID+" sub", sub, c.Want.Sub)
		same(t, c.ID+" class before July 2025", before, c.Want.Before)
	}
	for _, c := range file.Linear {
		same(t, c.ID, HalfUp.share(int64(Measure(c.Units).Feet), 1, 100), int64(c.Want)/100)
	}
}

func TestMeasure_TheRoomThatIsStatedCountsInsteadOfTheSides(t *testing.T) {
	unit := Unit{Length: Int(48), Width: Int(40), Height: Int(48), Count: 2}
	by := Measure([]Unit{unit})
	if by.Feet != Int(4) {
		t.Fatalf("two pallets beside each other take %s feet", by.Feet)
	}
	unit.Cube, unit.Feet = CubicFeet(Int(2)), Feet(Int(120))
	said := Measure([]Unit{unit})
	if said.Cube.String() != "70.6293" || said.Feet != Int(10) || said.Longest != by.Longest || said.Units != 2 {
		t.Errorf("%s cubic feet, %s feet, longest %s, %d units", said.Cube, said.Feet, said.Longest, said.Units)
	}
	if bare := Measure([]Unit{{Cube: unit.Cube, Feet: unit.Feet}}); bare.Cube != said.Cube || bare.Feet != said.Feet {
		t.Errorf("without sides: %+v", bare)
	}
}
