package freight

import "testing"

func TestSegregate_AsTheTableOf177_848(t *testing.T) {
	h := func(class string, more ...string) Hazmat {
		out := Hazmat{Class: class, PackingGroup: "II"}
		for _, m := range more {
			switch m {
			case "I", "III":
				out.PackingGroup = m
			case "LQ":
				out.LimitedQty = true
			default:
				out.Subsidiary = m
			}
		}
		return out
	}
	for _, c := range []struct {
		a, b Hazmat
		want Together
	}{
		{h("3"), h("3"), Free},
		{h("3"), h("8"), Free},
		{h("3"), h("5.1"), Separated},
		{h("3"), h("6.1", "I"), Never},
		{h("3"), h("6.1", "III"), Free},
		{h("3"), h("2.3"), Never},
		{h("2.1"), h("2.3"), Never},
		{h("2.1"), h("7"), Separated},
		{h("2.2"), h("5.1"), Free},
		{h("2.2"), h("1.1D"), Never},
		{h("4.1"), h("8"), Separated},
		{h("4.2"), h("8"), Never},
		{h("4.3"), h("8"), Separated},
		{h("5.1"), h("8"), Separated},
		{h("5.1", "LQ"), h("3"), Free},
		{h("1.4S"), h("1.4S"), Free},
		{h("1.4S"), h("1.1D"), Never},
		{h("1.4G"), h("3"), Separated},
		{h("1.3C"), h("4.1"), Free},
		{h("8", "4.2"), h("8"), Free},                 // of one class
		{h("3", "8"), h("4.2"), Never},                // by what it is beside
		{h("8"), h("9"), Free},                        // 9 is not in the table
		{h("9"), h("6.2"), Free},                      // neither is 6.2
		{h("6.1", "I"), h("8"), Never},                //
		{h("4.1", "6.1"), h("5.1"), Free},             // its packing group is II
		{h("5.2"), h("5.1"), Free},                    //
		{h("7"), h("1.5D"), Never},                    //
		{h("1.6N"), h("3"), Free},                     //
		{h("Class 3"), h("5.1"), Separated},           // as some write it
		{h("4.1", "3"), h("5.1"), Separated},          //
		{h("8", "6.1", "I"), h("3", "4.1"), Never},    //
		{Hazmat{Class: "3"}, Hazmat{Class: ""}, Free}, // a class that nobody wrote
	} {
		if got := Segregate(c.a, c.b); got != c.want {
			t.Errorf("%s(%s) with %s(%s): %d, want %d", c.a.Class, c.a.Subsidiary, c.b.Class, c.b.Subsidiary, got, c.want)
		}
		if Segregate(c.a, c.b) != Segregate(c.b, c.a) {
			t.Errorf("%s with %s is not %s with %s", c.a.Class, c.b.Class, c.b.Class, c.a.Class)
		}
	}
	for i := range segregation {
		for j := range segregation {
			if len(segregation[i]) != 18 || segregation[i][j] != segregation[j][i] {
				t.Errorf("%s and %s: %c %c", divisions[i], divisions[j], segregation[i][j], segregation[j][i])
			}
		}
	}
}

func TestSegregate_ACyanideNeverRidesWithAnAcid(t *testing.T) {
	cyanide := Hazmat{UN: "UN1689", Class: "6.1", PackingGroup: "II"}
	for what, c := range map[string]struct {
		with Hazmat
		want Together
	}{
		"hydrochloric acid":              {Hazmat{UN: "UN1789", Class: "8", PackingGroup: "II"}, Never},
		"a corrosive without a number":   {Hazmat{Class: "8"}, Never},
		"nitric acid, an oxidizer too":   {Hazmat{UN: "2031", Class: "8", Subsidiary: "5.1", PackingGroup: "II"}, Never},
		"acetic acid, by its subsidiary": {Hazmat{UN: "UN 2789", Class: "3", Subsidiary: "8"}, Never},
		"caustic soda":                   {Hazmat{UN: "UN1824", Class: "8", PackingGroup: "II"}, Free},
		"paint":                          {Hazmat{UN: "UN1263", Class: "3", PackingGroup: "II"}, Free},
		"an acid in limited quantities":  {Hazmat{UN: "UN1789", Class: "8", LimitedQty: true}, Free},
		"another cyanide":                {Hazmat{UN: "UN1680", Class: "6.1", PackingGroup: "I"}, Free},
	} {
		if a, b := Segregate(cyanide, c.with), Segregate(c.with, cyanide); a != c.want || b != c.want {
			t.Errorf("%s: %d and %d, want %d", what, a, b, c.want)
		}
	}
	if got := Segregate(Hazmat{UN: "UN2811", Class: "6.1", PackingGroup: "II"}, Hazmat{UN: "UN1789", Class: "8"}); got != Free {
		t.Errorf("a poison that is no cyanide, with an acid: %d", got)
	}
}
