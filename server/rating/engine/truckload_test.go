package engine

import (
	"slices"
	"testing"
)

func TestTruckload_ToTheCent(t *testing.T) {
	file := load[struct {
		Cases []struct {
			ID, Title string
			Truckload Truckload
			Fuel      Fuel
			Diesel    Dec
			Request   Request
			Want      struct {
				ByMiles, LineHaul, Fuel, StopOff, Detention, Extras, Total Cents
				FuelPerMile, AllIn                                         Dec
			}
		}
	}](t, "truckload.json")
	if len(file.Cases) != 7 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		t.Run(c.ID+" "+c.Title, func(t *testing.T) {
			tr := tariff(ModeTruckload)
			tr.Truckload, tr.Fuel, c.Request.Fuel = &c.Truckload, &c.Fuel, diesel(c.Diesel)
			q, err := Rate(tr, &c.Request)
			if err != nil {
				t.Fatal(err)
			}
			s, w := q.Truckload, c.Want
			same(t, "by miles", s.ByMiles, w.ByMiles)
			same(t, "line haul", sum(q, "linehaul", "minimum"), w.LineHaul)
			same(t, "fuel per mile", s.FuelPerMile, w.FuelPerMile)
			same(t, "fuel", sum(q, "fuel"), w.Fuel)
			same(t, "stop-off", sum(q, "stopoff"), w.StopOff)
			same(t, "detention", sum(q, "detention"), w.Detention)
			same(t, "extras", sum(q, "LAYOVER", "LUM", "TARP"), w.Extras)
			same(t, "total", q.Total, w.Total)
			same(t, "all in per mile", s.AllIn, w.AllIn)
			whole(t, q)
		})
	}
}

func TestIntermodal_ToTheCent(t *testing.T) {
	file := load[struct {
		Intermodal []struct {
			ID         string
			Intermodal Intermodal
			Request    Request
			Truckload  Cents
			Want       struct{ RailFuel, DrayFuel, Chassis, Total, Saving Cents }
		}
		Allocation []struct {
			ID    string
			Total Cents
			Basis []Dec
			Want  []Cents
		}
	}](t, "truckload.json")
	if len(file.Intermodal) != 2 || len(file.Allocation) != 6 {
		t.Fatal("cases are missing")
	}
	for _, c := range file.Intermodal {
		tr := tariff(ModeIntermodal)
		tr.Intermodal = &c.Intermodal
		q, err := Rate(tr, &c.Request)
		if err != nil {
			t.Fatal(c.ID, err)
		}
		same(t, c.ID+" rail fuel", sum(q, "railFuel"), c.Want.RailFuel)
		same(t, c.ID+" dray fuel", sum(q, "drayFuel"), c.Want.DrayFuel)
		same(t, c.ID+" chassis", sum(q, "chassis"), c.Want.Chassis)
		same(t, c.ID+" total", q.Total, c.Want.Total)
		same(t, c.ID+" saving", c.Truckload-q.Total, c.Want.Saving)
		whole(t, q)
	}
	for _, c := range file.Allocation {
		if got := Split(c.Total, c.Basis); !slices.Equal(got, c.Want) {
			t.Errorf("%s: got %v, want %v", c.ID, got, c.Want)
		}
	}
	if got := Split(100, []Dec{0, 0, 0}); !slices.Equal(got, []Cents{34, 33, 33}) {
		t.Errorf("a basis of zeros: %v", got)
	}
}
