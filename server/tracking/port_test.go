package tracking

import (
	"testing"
	"time"
)

func TestPorts_StandOnTheGlobeAndHaveAClock(t *testing.T) {
	if len(ports()) < 90 {
		t.Fatalf("%d ports", len(ports()))
	}
	for code, p := range ports() {
		if _, err := time.LoadLocation(p.Zone); err != nil || len(code) != 5 || p.Lat < -60 || p.Lat > 70 || p.Lon < -180 || p.Lon > 180 || p.Name == "" {
			t.Errorf("%+v: %v", p, err)
		}
	}
}
